//! What the attacker's moves are like, the key above all.

use super::Theme;
use crate::walk::{Path, Step};
use crate::{Continuation, Play, Pressure, Problem, Tree, Variation};
use sole_board::{Move, MoveKind, Position, Role, SquareSet};

/// The themes of a key alone.
pub(super) fn themes(problem: &Problem, key: &Continuation) -> impl Iterator<Item = Theme> {
    let flights = Flights::of(problem, key.key.first);
    let found = [
        (Theme::Zugzwang, key.after.pressure == Pressure::Zugzwang),
        (Theme::FlightGiven, flights.given.any()),
        (Theme::FlightTaken, flights.taken.any()),
    ];
    found.into_iter().filter(|&(_, present)| present).map(|(theme, _)| theme)
}

/// Where a key lets the attacked king go, and where not any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flights {
    pub(crate) given: SquareSet,
    pub(crate) taken: SquareSet,
}

impl Flights {
    /// None unless the play is direct, the attacker could have passed, and the defender can move.
    pub(crate) fn of(problem: &Problem, key: Move) -> Flights {
        let child = problem.position().after(key);
        let is_direct = problem.stipulation().play() == Play::Direct;
        match problem.position().passed() {
            Some(passed) if is_direct && child.has_moves() => {
                let (before, after) = (king_moves(&passed), king_moves(&child));
                Flights { given: after - before, taken: before - after }
            }
            _ => Flights::default(),
        }
    }
}

/// Where the king of the side to move can go, castling aside.
fn king_moves(position: &Position) -> SquareSet {
    let king = position.diagram().king(position.turn());
    let moves = position.moves().into_iter();
    let steps = moves.filter(|m| Some(m.from()) == king && m.kind() != MoveKind::Castling);
    steps.map(Move::to).collect()
}

/// Whether the attacker has just offered a man.
pub(super) fn sacrifice(path: &Path) -> Option<Theme> {
    let (before, last) = path.last()?;
    is_sacrifice(&before, last).then_some(Theme::Sacrifice)
}

/// Whether a move brings a man, no pawn, to where a legal reply takes it, and that man is
/// worth more than what it took, and more than the taker unless it cannot be retaken.
pub(crate) fn is_sacrifice(before: &Position, m: Move) -> bool {
    let after = before.after(m);
    let Some(offered) = after.diagram().role_at(m.to()).filter(|_| is_plain(m)) else {
        return false;
    };
    let gain = before.captured(m).map_or(0, value);
    let takes = |reply: &Move| {
        let taker = after.diagram().role_at(reply.from()).map_or(0, value);
        reply.to() == m.to()
            && reply.kind() != MoveKind::Castling
            && (taker < value(offered) || !can_go(&after.after(*reply), m))
    };
    offered != Role::Pawn && value(offered) > gain && after.moves().iter().any(takes)
}

fn is_plain(m: Move) -> bool {
    matches!(m.kind(), MoveKind::Ordinary | MoveKind::Promotion(_))
}

/// Whether the side to move can go to the square that `m` went to.
fn can_go(position: &Position, m: Move) -> bool {
    position.moves().iter().any(|other| other.to() == m.to() && other.kind() != MoveKind::Castling)
}

/// The value of a piece, in pawns.
const fn value(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// The places where the only answer to a defence differs from the only one that was set.
pub(super) fn changes(problem: &Problem, tree: &Tree, key: &Continuation) -> Vec<[Step; 3]> {
    let only = |answers: &[Continuation]| match answers {
        [only] => Some(only.key.first),
        _ => None,
    };
    let change = |set: &Variation| {
        let actual = key.after.variations.iter().find(|actual| actual.defence == set.defence)?;
        let (before, after) = (only(&set.answers)?, only(&actual.answers)?);
        let place = place(problem.position(), [key.key.first, set.defence, after]);
        (before != after).then_some(place)
    };
    tree.set_play.iter().filter_map(change).collect()
}

/// Moves one after the other, each with the position before it.
fn place<const N: usize>(start: &Position, moves: [Move; N]) -> [Step; N] {
    let mut position = *start;
    moves.map(|m| {
        let before = position;
        position = before.after(m);
        Step { before, played: Some(m) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;

    #[test]
    fn offers_are_told_from_exchanges() {
        let cases = [
            // To a pawn, guarded or not; to nobody.
            ("k7/8/2p5/8/8/8/8/K2R4 w - -", "d1d5", true),
            ("k7/8/2p5/8/4P3/8/8/K2R4 w - -", "d1d5", true),
            ("k7/8/2p5/8/8/8/8/K2R4 w - -", "d1d4", false),
            // To a man of its own kind, which can be retaken or not.
            ("k6r/8/8/8/8/8/8/KR6 w - -", "b1h1", true),
            ("k6r/8/8/8/8/8/6K1/1R6 w - -", "b1h1", false),
            // For what it took.
            ("k6r/7r/8/8/8/8/8/K6R w - -", "h1h7", false),
            ("k6r/7n/8/8/8/8/8/K6R w - -", "h1h7", true),
            // A pinned man takes nothing, and a pawn is no sacrifice.
            ("k7/1p6/7R/8/8/8/8/K7 w - -", "h6a6", true),
            ("k7/1p6/7R/8/4B3/8/8/K7 w - -", "h6a6", false),
            ("k7/8/p7/8/1P6/8/8/K7 w - -", "b4b5", false),
        ];
        for (fen, m, expected) in cases {
            let position: Position = fen.parse::<Setup>().expect(fen).try_into().expect(fen);
            let m = position.parse_uci(m).expect(fen);
            assert_eq!(is_sacrifice(&position, m), expected, "{fen} {m:?}");
        }
    }
}
