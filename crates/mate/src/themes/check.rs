//! Who checks: batteries, discovered and double checks.

use super::Theme;
use crate::walk::Step;
use sole_board::{Move, MoveKind, Position, Square, SquareSet, attacks};

/// The themes of the check that the last move gives, if any.
pub(super) fn themes(steps: &[Step]) -> impl Iterator<Item = Theme> {
    let last = steps.split_last().and_then(|(last, earlier)| Some((last, last.played?, earlier)));
    let check = last.map(|(last, m, earlier)| Check::of(&last.before, m, earlier));
    let check = check.unwrap_or_default();
    let found = [
        (Theme::DiscoveredCheck, check.unmoved.any()),
        (Theme::DoubleCheck, check.is_double),
        (Theme::Battery, check.fired.any()),
        (Theme::BatteryCreation, check.created.any()),
    ];
    found.into_iter().filter(|&(_, present)| present).map(|(theme, _)| theme)
}

/// The men that check after a move.
#[derive(Default)]
struct Check {
    is_double: bool,
    /// Those that have not moved.
    unmoved: SquareSet,
    /// Those whose line the move has opened by leaving it.
    fired: SquareSet,
    /// Those of them that came there in the play, or before which the front man did.
    created: SquareSet,
}

impl Check {
    fn of(before: &Position, m: Move, earlier: &[Step]) -> Check {
        let after = before.after(m);
        let checkers = after.checkers();
        let king = after.diagram().king(after.turn());
        // A rook that castles has moved as well as its king.
        let is_castling = m.kind() == MoveKind::Castling;
        let unmoved = if is_castling { SquareSet::EMPTY } else { checkers.without(m.to()) };
        let leaves = |rear: &Square| {
            king.is_some_and(|king| attacks::between(*rear, king).contains(m.from()))
        };
        let fired: SquareSet = unmoved.into_iter().filter(leaves).collect();
        let came = arrivals(earlier);
        let created = if came.contains(m.from()) { fired } else { fired & came };
        Check { is_double: checkers.more_than_one(), unmoved, fired, created }
    }
}

/// The squares that were gone to.
fn arrivals(steps: &[Step]) -> SquareSet {
    steps.iter().filter_map(|step| step.played).map(Move::to).collect()
}
