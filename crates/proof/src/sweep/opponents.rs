//! The armies that the side to move meets in one ply, and what it has to know of them.
//!
//! They stand in the order of how many positions they are in, so that what is asked
//! most often lies close together.

use sole_board::{CastlingSide, Color, Role, Square, SquareSet, attacks};

use super::armies::{Armies, Id};
use super::army::Army;
use super::step::Step;

/// Where an opponent stands in the order of this ply.
pub(super) type Place = u32;

const NOWHERE: Place = Place::MAX;

/// The opponents of one ply.
pub(super) struct Opponents {
    ids: Vec<Id>,
    /// Of [`OpponentView::occupied`], close together, for the innermost loop.
    occupied: Vec<u64>,
    seen: Vec<OpponentView>,
    /// The first opponent with the same men: one for all that make the same diagram.
    diagram: Vec<Place>,
    losses: Losses,
}

/// An army on a board turned to its opponent's side, for attack tests.
#[derive(Clone, Copy)]
pub(super) struct OpponentView {
    /// CountEvery man.
    pub(super) occupied: SquareSet,
    /// What pawns, knights and the king attack.
    leaps: SquareSet,
    /// Queens and rooks.
    straight: SquareSet,
    /// Queens and bishops.
    diagonal: SquareSet,
}

/// What an army becomes by losing a man, for the men that can be taken in this ply.
#[derive(Default)]
struct Losses {
    /// For each opponent the squares of its men that may be taken, as the mover sees them.
    wanted: Vec<u64>,
    /// For each opponent where its losses begin in `after`.
    first: Vec<u32>,
    after: Vec<Place>,
}

impl Opponents {
    /// These armies in this order, then what is left of them after losing one of the men
    /// that `wanted` has for each of them, as the mover sees them.
    pub(super) fn new(armies: &mut Armies, mut ids: Vec<Id>, mut wanted: Vec<u64>) -> Opponents {
        let mut places = vec![NOWHERE; armies.len()];
        for (place, &id) in ids.iter().enumerate() {
            places[id as usize] = place as Place;
        }
        let (mut first, mut after) = (Vec::with_capacity(wanted.len()), Vec::new());
        for (place, set) in wanted.iter_mut().enumerate() {
            let army = armies.get(ids[place]);
            *set &= !army.men(Role::King).flip_vertical().0;
            first.push(after.len() as u32);
            for square in SquareSet(*set) {
                let lesser = armies.number(army.without(square.flip_vertical()));
                places.resize(armies.len(), NOWHERE);
                if places[lesser as usize] == NOWHERE {
                    places[lesser as usize] = ids.len() as Place;
                    ids.push(lesser);
                }
                after.push(places[lesser as usize]);
            }
        }
        let seen: Vec<OpponentView> =
            ids.iter().map(|&id| OpponentView::new(armies.get(id))).collect();
        Opponents {
            occupied: seen.iter().map(|seen| seen.occupied.0).collect(),
            seen,
            diagram: first_of_each_family(armies, &ids),
            losses: Losses { wanted, first, after },
            ids,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        let each =
            size_of::<Id>() + size_of::<Place>() + size_of::<u64>() + size_of::<OpponentView>();
        let losses = size_of_val(&self.losses.wanted[..])
            + size_of_val(&self.losses.first[..])
            + size_of_val(&self.losses.after[..]);
        (self.len() * each + losses) as u64
    }

    pub(super) fn ids(&self) -> &[Id] {
        &self.ids
    }

    #[inline(always)]
    pub(super) fn id(&self, place: Place) -> Id {
        self.ids[place as usize]
    }

    #[inline(always)]
    pub(super) fn seen(&self, place: Place) -> &OpponentView {
        &self.seen[place as usize]
    }

    /// The men of every opponent, as the mover sees them.
    #[inline(always)]
    pub(super) fn occupied(&self) -> &[u64] {
        &self.occupied
    }

    /// The first opponent with the same men.
    #[inline(always)]
    pub(super) fn diagram(&self, place: Place) -> Place {
        self.diagram[place as usize]
    }

    /// The opponent without its man on a square, as the mover sees it.
    #[inline(always)]
    pub(super) fn without(&self, place: Place, square: Square) -> Place {
        let Losses { wanted, first, after } = &self.losses;
        let below = wanted[place as usize] & (SquareSet::of(square).0 - 1);
        after[first[place as usize] as usize + below.count_ones() as usize]
    }

    /// For each of these armies the first opponent with the same men, if there is one.
    pub(super) fn diagrams_of(&self, armies: &Armies, ids: &[Id]) -> Vec<Option<Place>> {
        let mut by_bare = vec![NOWHERE; armies.len()];
        for (place, &id) in self.ids.iter().enumerate() {
            by_bare[armies.bare(id) as usize] = self.diagram(place as Place);
        }
        let place = |&id: &Id| by_bare[armies.bare(id) as usize];
        ids.iter().map(|id| Some(place(id)).filter(|&place| place != NOWHERE)).collect()
    }
}

fn first_of_each_family(armies: &Armies, ids: &[Id]) -> Vec<Place> {
    let mut first = vec![NOWHERE; armies.len()];
    let of_family = ids.iter().enumerate().map(|(place, &id)| {
        let first = &mut first[armies.bare(id) as usize];
        *first = (*first).min(place as Place);
        *first
    });
    of_family.collect()
}

impl OpponentView {
    pub(super) fn new(army: Army) -> OpponentView {
        let men = |role| army.men(role).flip_vertical();
        let mut leaps = SquareSet::EMPTY;
        for pawn in men(Role::Pawn) {
            leaps |= attacks::pawn(Color::Black, pawn);
        }
        for knight in men(Role::Knight) {
            leaps |= attacks::knight(knight);
        }
        for king in men(Role::King) {
            leaps |= attacks::king(king);
        }
        OpponentView {
            occupied: army.occupied().flip_vertical(),
            leaps,
            straight: men(Role::Rook) | men(Role::Queen),
            diagonal: men(Role::Bishop) | men(Role::Queen),
        }
    }

    /// Whether this army attacks a square of a board with these men of the other side.
    #[inline(always)]
    pub(super) fn attacks(&self, target: Square, others: SquareSet) -> bool {
        if self.leaps.contains(target) {
            return true;
        }
        let on_lines = (self.straight & attacks::rook_lines(target))
            | (self.diagonal & attacks::bishop_lines(target));
        on_lines.any() && self.slides(on_lines, target, others)
    }

    /// Whether this army attacks no square that the king of another leaves or passes as it
    /// castles.
    pub(super) fn lets_castle(&self, step: &Step, castling: Army) -> bool {
        let king_to = CastlingSide::of(step.from, step.to).king_to(Color::White);
        let passed = attacks::between(step.from, king_to).with(step.from);
        !passed.into_iter().any(|square| self.attacks(square, castling.occupied()))
    }

    fn slides(&self, from: SquareSet, target: Square, others: SquareSet) -> bool {
        let occupied = self.occupied | others;
        from.into_iter().any(|slider| (attacks::between(slider, target) & occupied).is_empty())
    }
}
