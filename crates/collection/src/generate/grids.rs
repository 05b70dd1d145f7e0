//! Sudokus of several sizes, from easy to hard.

use super::{Maker, distribute, value};
use sole_puzzle::rng::splitmix64;
use sole_puzzle::{Puzzle, Verdict};
use sole_sudoku::formats::{Sudoku, record};
use sole_sudoku::make::{Generator, Layout, Logic, Minimality, Symmetry};
use sole_sudoku::rate::Scale;
use sole_sudoku::{Budget, Grid, Puzzle as Givens, Shape};
use std::ops::{ControlFlow, RangeInclusive};

/// What sudokus there are: the width and height of boxes, and the part of Sudoku Explainer's scale.
/// Large ones are solved by singles and have no rating.
const GRIDS: [([usize; 2], Option<[f64; 2]>); 10] = [
    ([2, 2], Some([1.0, 9.0])),
    ([3, 2], Some([1.0, 3.0])),
    ([3, 3], Some([1.0, 1.5])),
    ([3, 3], Some([1.6, 2.6])),
    ([3, 3], Some([2.0, 2.6])),
    ([3, 3], Some([2.7, 4.4])),
    ([3, 3], Some([2.7, 4.4])),
    ([3, 3], Some([4.5, 6.6])),
    ([3, 3], Some([6.7, 7.5])),
    ([4, 4], None),
];

impl Maker<'_> {
    pub(super) fn sudokus(&self) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        for (([width, height], range), count) in distribute(&GRIDS, self.count) {
            let shape = Shape::new(width, height).expect("the shapes are tested");
            let wanted = range.map(|[least, most]| least..=most);
            for _ in 0..count {
                let seed = splitmix64(self.seed ^ puzzles.len() as u64);
                puzzles.extend(self.sudoku(shape, seed, wanted.as_ref()));
            }
        }
        let scale = Scale::Se.name();
        puzzles.sort_by(|one, other| {
            let sizes = one.position().len().cmp(&other.position().len());
            sizes.then(value(one, scale).total_cmp(&value(other, scale)))
        });
        self.finish(puzzles)
    }

    /// A symmetric sudoku that is as hard as is wanted.
    fn sudoku(
        &self,
        shape: Shape,
        seed: u64,
        wanted: Option<&RangeInclusive<f64>>,
    ) -> Option<Puzzle> {
        let recipe = Generator {
            layout: Layout::Symmetric(Symmetry::Half),
            logic: if wanted.is_some() { Logic::Search } else { Logic::Singles },
            minimality: Minimality::Any,
            ..Generator::minimal(shape, seed)
        };
        let stop = || self.task.should_stop();
        let budget = Budget { stop: &stop, ..Budget::UNLIMITED };
        let accept = |puzzle: &Givens, _: &Grid| {
            wanted.is_none_or(|wanted| Scale::Se.rate(wanted, puzzle, &budget).is_some())
        };
        let mut found = None;
        recipe.run(self.threads.get(), &budget, &accept, |made| {
            let rating = wanted.and_then(|wanted| Scale::Se.rate(wanted, &made.puzzle, &budget));
            let record = record::puzzle(&Sudoku::Puzzle(made.puzzle), &Verdict::One(made.solution));
            found = record.ok().map(|record| rating.into_iter().fold(record, Puzzle::with_rating));
            ControlFlow::Break(())
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_ranges_are_good() {
        for ([width, height], range) in GRIDS {
            assert!(Shape::new(width, height).is_some(), "{width} × {height}");
            assert!(range.is_none_or(|[least, most]| least < most), "{range:?}");
        }
    }
}
