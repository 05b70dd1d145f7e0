//! The one game that leads to a diagram, found by going back through the layers.

use std::collections::HashMap;

use sole_board::{Color, Diagram, Move, Piece, Position, Role, Square};

use super::armies::Id;
use super::layer::{Item, Layer, Meetings};
use super::opponents::{Place, Seen};
use super::step::{Kind, Step, victim};
use super::{Find, Sweep};

/// Finds the games of diagrams in a sweep.
pub struct Tracer<'a> {
    sweep: &'a Sweep,
    /// The places of armies in the rosters of each layer: by the next and by the last.
    places: Vec<[HashMap<Id, Place>; 2]>,
}

/// A position on the way back.
#[derive(Clone, Copy)]
struct Waypoint {
    /// The army that has moved.
    last: Id,
    /// The army that is to move.
    next: Id,
    /// The file on which the last move must have been a double step of a pawn.
    double: Option<u8>,
}

impl<'a> Tracer<'a> {
    /// For the last ply of a sweep and those before it.
    pub fn new(sweep: &'a Sweep) -> Tracer<'a> {
        let by_id = |meetings: &Meetings| {
            let places = meetings.roster().iter().enumerate();
            places.map(|(place, &id)| (id, place as Place)).collect()
        };
        let of_layer = |layer: &Layer| [by_id(&layer.by_next), by_id(&layer.by_last)];
        Tracer { sweep, places: sweep.layers.iter().map(of_layer).collect() }
    }

    /// The diagram of a find of the last ply.
    pub fn diagram(&self, find: &Find) -> Diagram {
        let mut diagram = Diagram::EMPTY;
        let last = self.mover(self.sweep.plies());
        for (id, color) in [(find.last, last), (find.next, !last)] {
            let army = self.sweep.armies.get(id);
            for role in Role::ALL {
                for square in army.men(role) {
                    diagram.put(seen_by(color, square), Piece { color, role });
                }
            }
        }
        diagram
    }

    /// The game of a find of the last ply, played through on a board.
    pub fn game(&self, find: &Find) -> Vec<Move> {
        let (mut at, m) = self.last_move(find);
        let mut game = vec![m];
        for ply in (1..self.sweep.plies()).rev() {
            let (before, m) = self.back(ply, at).expect("a game leads to it");
            game.push(m);
            at = before;
        }
        game.reverse();
        assert_eq!(end_of(&self.sweep.start, &game), Some(self.diagram(find)));
        game
    }

    /// Whether the delay of a find of the last ply against its shorter way in `shortcut` plies
    /// is its own.
    ///
    /// If the delay is even and the diagram before the last move can be reached in one ply
    /// less than `shortcut`, the same last move ends both: the delay is inherited.
    pub fn is_primitive(&self, find: &Find, shortcut: usize) -> bool {
        let is_even = (self.sweep.plies() - shortcut).is_multiple_of(2);
        let (before, _) = self.last_move(find);
        !(is_even && shortcut > 0 && self.is_diagram_of(shortcut - 1, before))
    }

    /// Whether the diagram of a position is also one of this layer, with the same side to
    /// move.
    fn is_diagram_of(&self, layer: usize, at: Waypoint) -> bool {
        let family = |id| self.sweep.armies.family(id);
        family(at.next).any(|next| family(at.last).any(|last| self.meet(layer, next, last)))
    }

    /// The last move of a find of the last ply, and where it was made.
    fn last_move(&self, find: &Find) -> (Waypoint, Move) {
        let plies = self.sweep.plies();
        let family = |id| self.sweep.armies.family(id);
        let ends =
            family(find.last).flat_map(|last| family(find.next).map(move |next| (last, next)));
        let ends = ends.map(|(last, next)| Waypoint { last, next, double: None });
        let mut back = ends.filter_map(|end| self.back(plies, end));
        let only = back.next().expect("a game leads to it");
        assert!(back.next().is_none(), "only one game leads to it");
        only
    }

    /// Who makes the move of this ply.
    fn mover(&self, ply: usize) -> Color {
        let first = self.sweep.start.turn();
        if ply % 2 == 1 { first } else { !first }
    }

    /// The move that leads to a position in this ply, and where it was made.
    fn back(&self, ply: usize, at: Waypoint) -> Option<(Waypoint, Move)> {
        let steps = self.sweep.steps[ply - 1].to(at.last).iter();
        let fits = |step: &&Step| match at.double {
            None => true,
            Some(file) => step.kind == Kind::Double && step.to.file() as u8 == file,
        };
        steps.filter(fits).find_map(|step| {
            let before = self.before(ply - 1, step, at.next)?;
            Some((before, self.as_move(ply, step, at.last)))
        })
    }

    /// A position of this layer in which a step can be made that leaves `other`.
    fn before(&self, layer: usize, step: &Step, other: Id) -> Option<Waypoint> {
        let quiet = !matches!(step.kind, Kind::Take | Kind::EnPassant);
        let met = Some(other).filter(|_| quiet);
        let taken = victim(step.to, step.kind).into_iter().flat_map(|square| {
            let army = self.sweep.armies.get(other).reinforced(square.flip_vertical());
            army.filter_map(|army| self.sweep.armies.find(army))
        });
        let fits = |other: &Id| self.can_step(layer, step, *other);
        let last = met.into_iter().chain(taken).find(fits)?;
        let double = (step.kind == Kind::EnPassant).then(|| step.to.file() as u8);
        Some(Waypoint { last, next: step.source, double })
    }

    /// Whether an army meets another in this layer and that one lets it make the step.
    fn can_step(&self, layer: usize, step: &Step, other: Id) -> bool {
        let seen = Seen::new(self.sweep.armies.get(other));
        let is_free = (seen.occupied & step.clear()).is_empty();
        let may = match step.kind {
            Kind::Castle => seen.lets_castle(step, self.sweep.armies.get(step.source)),
            _ => true,
        };
        let meets = match step.kind {
            Kind::EnPassant => self.meet_passing(layer, step, other),
            _ => self.meet(layer, step.source, other),
        };
        is_free && may && meets
    }

    /// Whether two armies make a position of this layer.
    fn meet(&self, layer: usize, next: Id, last: Id) -> bool {
        let [by_next, by_last] = &self.places[layer];
        let layer = &self.sweep.layers[layer];
        let (Some(&next_place), Some(&last_place)) = (by_last.get(&next), by_next.get(&last))
        else {
            return false;
        };
        let has = |items: &[Item], place| items.iter().any(|item| item.place() == place);
        let (lasts, nexts) = (layer.by_next.of(next), layer.by_last.of(last));
        if lasts.len() <= nexts.len() { has(lasts, last_place) } else { has(nexts, next_place) }
    }

    /// Whether an army can take a pawn of another en passant by this step in this layer.
    fn meet_passing(&self, layer: usize, step: &Step, other: Id) -> bool {
        let [by_next, _] = &self.places[layer];
        let passing = by_next.get(&other).map(|&place| (place, step.to.file() as u8));
        let mut passants = self.sweep.layers[layer].passants_of(step.source).iter();
        passants.any(|passant| Some((passant.last, passant.file)) == passing)
    }

    fn as_move(&self, ply: usize, step: &Step, target: Id) -> Move {
        let view = |square| seen_by(self.mover(ply), square);
        let (from, to) = (view(step.from), view(step.to));
        let arrived = self.sweep.armies.get(target).role_at(step.to);
        let is_pawn = self.sweep.armies.get(step.source).role_at(step.from) == Some(Role::Pawn);
        match (step.kind, arrived) {
            (Kind::Castle, _) => Move::castling(from, to),
            (Kind::EnPassant, _) => Move::en_passant(from, to),
            (_, Some(role)) if is_pawn && role != Role::Pawn => {
                Move::promotion(from, to, role).expect("pawns become what they may become")
            }
            _ => Move::ordinary(from, to),
        }
    }
}

/// A square as the other side of the board sees it, if it is Black's.
fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// Where a game ends, if all its moves are legal.
fn end_of(start: &Position, game: &[Move]) -> Option<Diagram> {
    let end = game.iter().try_fold(*start, |position, &m| position.play(m))?;
    Some(*end.diagram())
}
