//! Endgames, mined from tables.

use super::{Maker, Quantity, distribute, sorted};
use sole_board::Material;
use sole_endgame::{Mine, Plan, ProbeError, SCALE, Selection, Tables};
use sole_puzzle::Puzzle;
use sole_puzzle::rng::splitmix64;
use sole_puzzle::task::Task;
use std::ops::ControlFlow;

/// The endings from which positions are taken, and what is asked of them. Tables of all of them are
/// built for the first.
const ENDINGS: [(&str, &str); 8] = [
    ("KPvKP", "wins and only-move and mate >= 6 and not-capture and no-check and not forced"),
    ("KRvKP", "white-to-move and wins and only-move and mate >= 4 and not-capture and not forced"),
    ("KRvKP", "draws and only-move and not-capture and no-check and not forced"),
    ("KQvKP", "white-to-move and wins and only-move and mate >= 4 and not-capture and not forced"),
    ("KNvKP", "white-to-move and draws and only-move and not-capture and no-check and not forced"),
    ("KBvKP", "white-to-move and draws and only-move and not-capture and no-check and not forced"),
    ("KRvKN", "white-to-move and wins and only-move and mate >= 6 and not-capture and not forced"),
    ("KQvKR", "white-to-move and wins and only-move and mate >= 6 and not-capture and no-check"),
];

/// All tables that are needed.
pub(super) fn plan() -> Plan {
    Plan::for_endings(ENDINGS.iter().map(|(name, _)| material(name)))
}

impl Maker<'_> {
    pub(super) fn endgames(&self, tables: &Tables) -> Result<Vec<Puzzle>, ProbeError> {
        let mut puzzles = Vec::new();
        for ((name, expression), count) in distribute(&ENDINGS, self.count) {
            if self.is_to_stop() {
                break;
            }
            // Similar tables would be drawn from in the same places.
            let seed = splitmix64(self.seed ^ puzzles.len() as u64);
            let selection =
                Selection::Drawn { count: Quantity::chosen(count).n_candidates(), seed };
            let expression = expression.parse().expect("the conditions are tested");
            let mine = Mine { material: material(name), expression, selection };
            let mined = mined(&mine, tables)?;
            puzzles.extend(mined.into_iter().filter(|puzzle| !makes_a_queen(puzzle)).take(count));
        }
        Ok(self.finish(sorted(puzzles, SCALE)))
    }
}

/// All that a search finds.
fn mined(mine: &Mine, tables: &Tables) -> Result<Vec<Puzzle>, ProbeError> {
    let mut puzzles = Vec::new();
    mine.run(tables, &Task::unlimited(), |puzzle| {
        puzzles.push(puzzle);
        ControlFlow::Continue(())
    })?;
    Ok(puzzles)
}

fn material(name: &str) -> Material {
    name.parse().expect("the names of the endings are tested")
}

/// Whether the solution is what everyone does first.
fn makes_a_queen(puzzle: &Puzzle) -> bool {
    puzzle.answer().solutions().iter().any(|key| key.ends_with('q'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_endgame::Expression;

    #[test]
    fn endings_and_conditions_are_readable() {
        for (name, expression) in ENDINGS {
            assert_eq!(material(name).to_string(), name);
            assert!(expression.parse::<Expression>().is_ok(), "{expression}");
        }
        let first = Plan::for_endings([material(ENDINGS[0].0)]);
        let all = Plan::for_endings(ENDINGS.map(|(name, _)| material(name)));
        assert_eq!(first.slices().len(), all.slices().len(), "the first needs all the others");
    }
}
