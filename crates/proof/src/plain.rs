//! Proof games counted by playing all games, as the task is defined, to check the solver against.

use sole_board::{Color, Diagram, Position, Role, SquareSet};
use std::ops::ControlFlow;

/// The most squares that a move changes: four if a king castles.
const CHANGED: usize = 4;

/// How many games of so many plies lead from a position to a diagram, up to two; `None` if more
/// than `most` positions would have to be looked at.
///
/// ```
/// use sole_board::{Diagram, Position};
/// let target: Diagram = "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R".parse()?;
/// assert_eq!(sole_proof::plain::count(&Position::initial(), &target, 1, 100), Some(1));
/// # Ok::<(), sole_board::FenError>(())
/// ```
pub fn count(start: &Position, target: &Diagram, plies: u16, most: u64) -> Option<u32> {
    let mut walk = Walk { target, found: 0, left: most };
    let end = walk.on(start, plies.into());
    (walk.found >= 2 || end.is_continue()).then_some(walk.found)
}

/// All games of a length, played one after the other.
struct Walk<'a> {
    target: &'a Diagram,
    /// How many games were found; two are enough.
    found: u32,
    /// How many positions may still be looked at.
    left: u64,
}

impl Walk<'_> {
    fn on(&mut self, position: &Position, plies: usize) -> ControlFlow<()> {
        self.left = match self.left.checked_sub(1) {
            Some(left) => left,
            None => return ControlFlow::Break(()),
        };
        if differing(position.diagram(), self.target).len() > plies * CHANGED {
            return ControlFlow::Continue(());
        }
        if plies == 0 {
            self.found += 1;
            return if self.found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        }
        position.try_for_each_child(|_, child| self.on(child, plies - 1))
    }
}

/// The squares on which two diagrams differ.
fn differing(one: &Diagram, other: &Diagram) -> SquareSet {
    let colors = Color::ALL.into_iter().map(|color| one.color(color) ^ other.color(color));
    let roles = Role::ALL.into_iter().map(|role| one.role(role) ^ other.role(role));
    colors.chain(roles).fold(SquareSet::EMPTY, |all, part| all | part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_up_to_two() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R", 1, 100, Some(1)),
            ("rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R", 2, 1000, Some(0)),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 4, 1_000_000, Some(2)),
            ("rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R", 3, 10, None),
        ];
        for (target, plies, most, expected) in cases {
            let diagram = target.parse().expect(target);
            let found = count(&Position::initial(), &diagram, plies, most);
            assert_eq!(found, expected, "{target} in {plies}");
        }
    }
}
