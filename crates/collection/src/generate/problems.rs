//! Chess problems: direct mates, selfmates and helpmates.

use super::{Maker, Quantity, best, distribute, keep, spread};
use sole_mate::make::{
    Constraints, Economy, Men, PieceCount, Promoted, RandomMates, RandomProblems,
};
use sole_mate::rate::{Difficulty, Quality};
use sole_mate::{Budget, Stipulation};
use sole_puzzle::Puzzle;
use std::num::NonZeroU8;

/// Helpmates, and from how many each is chosen: longer ones are hard to find.
const HELPMATES: [(&str, usize); 5] =
    [("h#1.5", 10), ("h#2", 10), ("h#2", 10), ("h#2", 10), ("h#2.5", 2)];

/// The men of selfmates, those first that mate in the end. Of others few are found.
const SELFMATE_MEN: &str = "KQvKQRR";

/// The men of a mate in one: enough to hide it.
const MEN_AT_ONCE: u8 = 10;

impl Maker<'_> {
    /// Mates in one, from easy to hard.
    pub(super) fn mates_at_once(&self, count: usize) -> Vec<Puzzle> {
        let men = Men::Exactly(headcount(MEN_AT_ONCE));
        let quantity = Quantity::chosen(count);
        let drawn = self.drawn("#1", men, Economy::Any, quantity);
        self.finish(spread(drawn, count, Difficulty::SCALE))
    }

    /// Direct mates as composers like them.
    pub(super) fn mates(&self, moves: u8, men: u8, quantity: Quantity) -> Vec<Puzzle> {
        let moves = NonZeroU8::new(moves).expect("not zero");
        let (men, constraints) = (Men::AtMost(headcount(men)), Constraints::strict(moves));
        let recipe = RandomMates { men, constraints, seed: self.seed, attempts: u64::MAX };
        let mut puzzles = Vec::new();
        let budget = Budget { threads: self.threads.get(), ..Budget::of(self.task) };
        recipe.run(&budget, |find| keep(&mut puzzles, find.to_puzzle(), quantity));
        self.finish(best(puzzles, quantity.count, Quality::SCALE, Difficulty::SCALE))
    }

    pub(super) fn selfmates(&self, count: usize) -> Vec<Puzzle> {
        let men = Men::Material(SELFMATE_MEN.parse().expect("the men are tested"));
        let quantity = Quantity { count, choice: 2 };
        let drawn = self.drawn("s#2", men, Economy::EveryMan, quantity);
        self.finish(best(drawn, count, Quality::SCALE, Difficulty::SCALE))
    }

    pub(super) fn helpmates(&self) -> Vec<Puzzle> {
        let men = Men::Exactly(headcount(6));
        let mut puzzles = Vec::new();
        for ((stipulation, choice), count) in distribute(&HELPMATES, self.count) {
            let quantity = Quantity { count, choice };
            let drawn = self.drawn(stipulation, men, Economy::EveryMan, quantity);
            puzzles.extend(best(drawn, count, Quality::SCALE, Difficulty::SCALE));
        }
        self.finish(puzzles)
    }

    /// Problems that are drawn at random.
    fn drawn(&self, text: &str, men: Men, economy: Economy, quantity: Quantity) -> Vec<Puzzle> {
        let stipulation: Stipulation = text.parse().expect("the stipulations are tested");
        let draw = RandomProblems {
            stipulation,
            men,
            economy,
            promoted: Promoted::Forbidden,
            seed: self.seed,
            attempts: u64::MAX,
        };
        let mut puzzles = Vec::new();
        let budget = Budget { threads: self.threads.get(), ..Budget::of(self.task) };
        draw.run(&budget, |drawn| keep(&mut puzzles, drawn.to_puzzle(), quantity));
        puzzles
    }
}

fn headcount(men: u8) -> PieceCount {
    PieceCount::new(men).expect("a number of men")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Material;

    #[test]
    fn menus_are_readable() {
        for (text, _) in HELPMATES {
            assert!(text.parse::<Stipulation>().is_ok(), "{text}");
        }
        assert!(SELFMATE_MEN.parse::<Material>().is_ok());
    }
}
