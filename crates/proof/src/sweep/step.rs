//! How an army moves when only its own men stand in its way.
//!
//! What the other army has to do with it, squares that must be free of its men
//! and a man to take, follows from the step and is asked for each opponent.

use sole_board::{CastlingSide, Color, Rank, Role, Square, SquareSet, attacks};

use super::armies::{Armies, Id};
use super::army::Army;

/// A move of one army, which makes it another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The army before it.
    pub(super) source: Id,
    pub(super) from: Square,
    /// Where the man goes; the square of the rook if it is castling.
    pub(super) to: Square,
    pub(super) kind: Kind,
}

/// What a step asks of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A pawn goes one square.
    Push,
    /// A pawn goes two squares.
    Double,
    /// A pawn takes.
    Take,
    /// A piece goes where it likes, and takes what is there.
    Free,
    /// A pawn takes one that has just gone two squares.
    EnPassant,
    /// The king and the rook on `to` castle.
    Castle,
}

/// The square of the man that a step may take.
pub(super) fn victim(to: Square, kind: Kind) -> Option<Square> {
    match kind {
        Kind::Take | Kind::Free => Some(to),
        Kind::EnPassant => to.offset(0, -1),
        Kind::Push | Kind::Double | Kind::Castle => None,
    }
}

/// The squares on which an army may take a man.
pub(super) fn reach(army: Army) -> SquareSet {
    let mut reach = SquareSet::EMPTY;
    for_each(army, |_, _, to, kind| {
        reach |= victim(to, kind).map_or(SquareSet::EMPTY, SquareSet::of);
    });
    reach
}

impl Step {
    /// The squares on which no man of the other side may stand.
    pub(super) fn clear(&self) -> SquareSet {
        let between = attacks::between(self.from, self.to);
        match self.kind {
            Kind::Free => between,
            Kind::Push | Kind::Double => between.with(self.to),
            Kind::Take | Kind::EnPassant => SquareSet::EMPTY,
            Kind::Castle => castling_path(self.from, self.to),
        }
    }
}

/// The squares that must be free for the king on one square to castle with the rook on the
/// other, but for these two men.
fn castling_path(king: Square, rook: Square) -> SquareSet {
    let side = CastlingSide::of(king, rook);
    let (king_to, rook_to) = (side.king_to(Color::White), side.rook_to(Color::White));
    let passed = attacks::between(king, king_to) | attacks::between(rook, rook_to);
    passed.with(king_to).with(rook_to).without(king).without(rook)
}

/// Shows every step of an army, with what it becomes.
pub(super) fn for_each(army: Army, mut visit: impl FnMut(Army, Square, Square, Kind)) {
    let own = army.occupied();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for from in army.men(role) {
            for to in attacks::of(role, Color::White, from, own) - own {
                visit(army.moved(from, to, role), from, to, Kind::Free);
            }
        }
    }
    for from in army.men(Role::Pawn) {
        for_each_of_pawn(own, from, &mut |to, kind| {
            for &role in arrivals(to) {
                visit(army.moved(from, to, role), from, to, kind);
            }
        });
    }
    for rook in army.castling() {
        if (castling_path(army.king(), rook) & own).is_empty() {
            visit(army.castled(rook), army.king(), rook, Kind::Castle);
        }
    }
}

fn for_each_of_pawn(own: SquareSet, from: Square, visit: &mut impl FnMut(Square, Kind)) {
    let ahead = |square: Square| square.offset(0, 1).filter(|&to| !own.contains(to));
    if let Some(next) = ahead(from) {
        visit(next, Kind::Push);
        if let Some(to) = ahead(next).filter(|_| from.rank() == Rank::Second) {
            visit(to, Kind::Double);
        }
    }
    for to in attacks::pawn(Color::White, from) - own {
        visit(to, Kind::Take);
        if from.rank() == Rank::Fifth {
            visit(to, Kind::EnPassant);
        }
    }
}

/// What a pawn may be when it has arrived.
fn arrivals(to: Square) -> &'static [Role] {
    match to.rank() {
        Rank::Eighth => &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
        _ => &[Role::Pawn],
    }
}

/// The steps of one ply by the army that they make.
#[derive(Default)]
pub(super) struct Steps {
    first: Vec<u32>,
    steps: Vec<Step>,
}

impl Steps {
    /// CountEvery step of these armies; the armies that they make get numbers.
    pub(super) fn of_all(armies: &mut Armies, movers: &[Id]) -> Steps {
        let mut found = Vec::new();
        for &source in movers {
            for_each(armies.get(source), |army, from, to, kind| {
                found.push((armies.number(army), Step { source, from, to, kind }));
            });
        }
        let mut first = vec![0; armies.len() + 1];
        for (target, _) in &found {
            first[*target as usize + 1] += 1;
        }
        for army in 0..armies.len() {
            first[army + 1] += first[army];
        }
        let mut next = first.clone();
        let mut steps: Vec<Step> = found.iter().map(|&(_, step)| step).collect();
        for (target, step) in found {
            let place = &mut next[target as usize];
            steps[*place as usize] = step;
            *place += 1;
        }
        Steps { first, steps }
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.first[..]) + size_of_val(&self.steps[..])) as u64
    }

    /// The steps that make this army.
    pub(super) fn to(&self, target: Id) -> &[Step] {
        match self.first.get(target as usize..target as usize + 2) {
            Some(&[start, end]) => &self.steps[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The armies that steps make.
    pub(super) fn targets(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.first.len().saturating_sub(1) as Id).filter(|&army| !self.to(army).is_empty())
    }
}
