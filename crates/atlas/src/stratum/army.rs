//! One side's men but its pawns, and all armies that a side can have in a stratum.
//!
//! Between pawn moves and captures both sides move in worlds of their own: a
//! position is a pair of armies. A [`Roster`] numbers the armies of one side,
//! and knows for each square which of them have a man there.

use super::pawn_structure::PawnStructure;
use super::table::words_for;
use sole_board::{CastlingSide, Color, Diagram, Piece, Position, Role, Square, SquareSet};
use std::collections::{HashMap, HashSet};

/// The roles of an army, in the order of its sets.
pub(super) const PIECES: [Role; 5] =
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// One side's men but its pawns, with the rooks that may castle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Army {
    roles: [SquareSet; 5],
    castling: SquareSet,
}

fn place(role: Role) -> usize {
    role.index() - Role::Knight.index()
}

impl Army {
    /// A side's army in a position.
    pub(super) fn of(position: &Position, color: Color) -> Army {
        let diagram = position.diagram();
        let roles = PIECES.map(|role| diagram.men(color, role));
        Army { roles, castling: position.castling() & diagram.color(color) }
    }

    /// The six sets: knights, bishops, rooks, queens, kings, rooks that may castle.
    pub(super) fn sets(&self) -> [SquareSet; 6] {
        let [n, b, r, q, k] = self.roles;
        [n, b, r, q, k, self.castling]
    }

    /// The army of six sets; `None` if two men stand on one square or no rook where one may castle.
    pub(super) fn from_sets([n, b, r, q, k, castling]: [SquareSet; 6]) -> Option<Army> {
        let army = Army { roles: [n, b, r, q, k], castling };
        let men: usize = army.roles.iter().map(|men| men.len()).sum();
        (men == army.occupied().len() && (castling - r).is_empty()).then_some(army)
    }

    /// Where its men stand.
    pub(super) fn occupied(&self) -> SquareSet {
        self.roles.iter().fold(SquareSet::EMPTY, |all, &men| all | men)
    }

    /// The men of one role.
    pub(super) fn men(&self, role: Role) -> SquareSet {
        self.roles[place(role)]
    }

    /// Where the king stands.
    pub(super) fn king(&self) -> Option<Square> {
        self.men(Role::King).first()
    }

    /// The rooks that may castle.
    pub(super) fn castling(&self) -> SquareSet {
        self.castling
    }

    /// Every man with its square.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Role, Square)> + '_ {
        PIECES.into_iter().flat_map(|role| self.men(role).into_iter().map(move |s| (role, s)))
    }

    /// With one man more.
    pub(super) fn with(mut self, role: Role, square: Square) -> Army {
        self.roles[place(role)] = self.men(role).with(square);
        self
    }

    /// Without the man on a square.
    pub(super) fn without(mut self, square: Square) -> Army {
        self.roles.iter_mut().for_each(|men| *men = men.without(square));
        self.castling = self.castling.without(square);
        self
    }

    /// After a man has gone from one square to another.
    pub(super) fn moved(self, role: Role, from: Square, to: Square) -> Army {
        let mut army = self.without(from).with(role, to);
        if role == Role::King {
            army.castling = SquareSet::EMPTY;
        }
        army
    }

    /// After castling.
    pub(super) fn castled(self, color: Color, king: Square, rook: Square) -> Army {
        let side = CastlingSide::of(king, rook);
        let mut army = self.without(king).without(rook);
        army.castling = SquareSet::EMPTY;
        army.with(Role::King, side.king_to(color)).with(Role::Rook, side.rook_to(color))
    }

    /// Puts its men on a board.
    pub(super) fn put_on(&self, diagram: &mut Diagram, color: Color) {
        self.iter().for_each(|(role, square)| diagram.put(square, Piece { color, role }));
    }
}

/// The armies of one side, numbered in their order.
#[derive(Debug)]
pub(super) struct Roster {
    armies: Vec<Army>,
    numbers: HashMap<Army, u32>,
    /// For each role and square the armies with such a man there, empty if there are none.
    standing: Vec<Vec<u64>>,
    /// For each square the armies with any man there.
    occupying: Vec<Vec<u64>>,
}

/// There are more armies than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl Roster {
    /// All armies that these can become without captures and pawn moves, whatever the other
    /// side does.
    pub(super) fn closed(
        first: impl IntoIterator<Item = Army>,
        color: Color,
        structure: &PawnStructure,
        most: usize,
    ) -> Result<Roster, TooMany> {
        let mut known: HashSet<Army> = first.into_iter().collect();
        let mut waiting: Vec<Army> = known.iter().copied().collect();
        while let Some(army) = waiting.pop() {
            for quiet_move in structure.quiet_moves(color, &army) {
                if known.insert(quiet_move.army) {
                    waiting.push(quiet_move.army);
                }
            }
            if known.len() > most {
                return Err(TooMany);
            }
        }
        Ok(Roster::new(known))
    }

    /// Exactly these.
    pub(super) fn new(armies: impl IntoIterator<Item = Army>) -> Roster {
        let mut armies: Vec<Army> = armies.into_iter().collect();
        armies.sort_unstable();
        armies.dedup();
        let numbers = armies.iter().zip(0..).map(|(&army, number)| (army, number)).collect();
        let mut roster =
            Roster { armies, numbers, standing: vec![Vec::new(); 5 * 64], occupying: Vec::new() };
        roster.occupying = vec![vec![0; roster.words()]; 64];
        roster.fill();
        roster
    }

    fn fill(&mut self) {
        let words = self.words();
        for (number, army) in self.armies.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for (role, square) in army.iter() {
                let standing = &mut self.standing[place(role) * 64 + square.index()];
                standing.resize(words, 0);
                standing[word] |= bit;
                self.occupying[square.index()][word] |= bit;
            }
        }
    }

    /// How many armies.
    pub(super) fn len(&self) -> usize {
        self.armies.len()
    }

    /// How many words a set of them takes.
    pub(super) fn words(&self) -> usize {
        words_for(self.len())
    }

    /// The armies in their order.
    pub(super) fn armies(&self) -> &[Army] {
        &self.armies
    }

    /// The number of an army.
    pub(super) fn number(&self, army: &Army) -> Option<usize> {
        self.numbers.get(army).map(|&number| number as usize)
    }

    /// The armies with a man of `role` on `square`; empty if there are none.
    pub(super) fn standing(&self, role: Role, square: Square) -> &[u64] {
        &self.standing[place(role) * 64 + square.index()]
    }

    /// The armies with any man on `square`.
    pub(super) fn occupying(&self, square: Square) -> &[u64] {
        &self.occupying[square.index()]
    }
}
