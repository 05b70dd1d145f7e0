//! All puzzles with a number of givens inside a solution.
//!
//! A puzzle must have a given in every unavoidable set. So one such set without
//! a given is chosen, and each of its cells is tried as a given; cells that
//! were tried before in the same place stay empty, so no puzzle comes
//! twice. Where every known set has a given, the solver either proves the
//! puzzle or finds another solution, which is one more unavoidable set. So the
//! answer is exact whatever sets are known at the start; good ones save time.

use super::CellSet;
use crate::{Budget, Grid, Puzzle, solve};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Looks for puzzles inside one solution.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    solution: &'a Grid,
    sets: Vec<u128>,
    /// The cells that must be given, and those that may.
    given: u128,
    allowed: u128,
}

/// What a search met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// `Continue` if all puzzles were shown, otherwise why it ended before.
    pub end: ControlFlow<Stop>,
    /// How many puzzles were shown.
    pub puzzles: u64,
    /// How many choices of givens were looked at.
    pub nodes: u64,
}

impl<'a> Checker<'a> {
    /// Knows some unavoidable sets of a solution; `None` if there are more than 128 cells.
    ///
    /// # Panics
    ///
    /// The grid is not a solution.
    pub fn new(solution: &'a Grid, sets: &[CellSet]) -> Option<Checker<'a>> {
        assert!(solution.is_solution(), "only a solution has unavoidable sets");
        let n_cells = solution.values().len();
        let sets = sets.iter().map(|set| set.indices().fold(0, |mask, cell| mask | 1 << cell));
        (n_cells <= 128).then(|| Checker {
            solution,
            sets: sets.collect(),
            given: 0,
            allowed: u128::MAX >> (128 - n_cells),
        })
    }

    /// Looks only for puzzles with all givens of some cells, and no others than those of `allowed`.
    #[must_use]
    pub fn within(mut self, given: &CellSet, allowed: &CellSet) -> Checker<'a> {
        let mask = |set: &CellSet| set.indices().fold(0u128, |mask, cell| mask | 1 << cell);
        self.given = mask(given);
        self.allowed = mask(allowed) | self.given;
        self
    }

    /// Shows every puzzle with exactly `n_givens` givens that has this solution and no other,
    /// each once, until `found` breaks or the budget ends. The nodes of the budget are choices.
    pub fn run(
        self,
        n_givens: usize,
        budget: &Budget<'_>,
        found: impl FnMut(&Puzzle) -> ControlFlow<Stop>,
    ) -> Checked {
        let free = self.allowed & !self.given;
        let hit = |set: &u128| set & self.given != 0;
        let open: Vec<u128> = self.sets.iter().copied().filter(|set| !hit(set)).collect();
        let counter = crate::budget::NodeCounter::new(budget);
        let mut search =
            Search { solution: self.solution, new: Vec::new(), counter, puzzles: 0, found };
        let left = n_givens.checked_sub(self.given.count_ones() as usize);
        let start = Choice { given: self.given, free };
        let end = left.map_or(ControlFlow::Continue(()), |left| search.choose(start, left, open));
        Checked { end, puzzles: search.puzzles, nodes: search.counter.nodes() }
    }
}

/// Cells that are given, and those that may be.
#[derive(Clone, Copy)]
struct Choice {
    given: u128,
    free: u128,
}

struct Search<'a, 'b, F> {
    solution: &'a Grid,
    /// Sets found on the way.
    new: Vec<u128>,
    counter: crate::budget::NodeCounter<'b>,
    puzzles: u64,
    found: F,
}

impl<F: FnMut(&Puzzle) -> ControlFlow<Stop>> Search<'_, '_, F> {
    /// Adds `left` givens in all ways; `open` are the sets without one.
    fn choose(&mut self, choice: Choice, left: usize, mut open: Vec<u128>) -> ControlFlow<Stop> {
        let mut seen = self.new.len();
        if open.is_empty() {
            match self.other_solution(choice.given) {
                None => return self.complete(choice, left),
                Some(set) => {
                    self.new.push(set);
                    seen += 1;
                    open.push(set);
                }
            }
        }
        if needs_more_than(left, choice.free, &mut open) {
            return ControlFlow::Continue(());
        }
        let Choice { given, mut free } = choice;
        let mut cells = open[0] & free;
        while cells != 0 {
            self.counter.charge()?;
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            free ^= cell;
            open.extend(self.new[seen..].iter().filter(|&set| set & given == 0));
            seen = self.new.len();
            let rest = open.iter().copied().filter(|set| set & cell == 0).collect();
            self.choose(Choice { given: given | cell, free }, left - 1, rest)?;
        }
        ControlFlow::Continue(())
    }

    /// The givens are enough: any others may be added.
    fn complete(&mut self, Choice { given, mut free }: Choice, left: usize) -> ControlFlow<Stop> {
        if left == 0 {
            self.puzzles += 1;
            let puzzle = self.puzzle(given);
            return (self.found)(&puzzle);
        }
        while free.count_ones() as usize >= left {
            let cell = free & free.wrapping_neg();
            free ^= cell;
            self.complete(Choice { given: given | cell, free }, left - 1)?;
        }
        ControlFlow::Continue(())
    }

    fn puzzle(&self, given: u128) -> Puzzle {
        let values = self.solution.values().iter().enumerate();
        let kept = values.map(|(cell, &value)| if given >> cell & 1 != 0 { value } else { 0 });
        let grid = Grid::new(self.solution.shape(), kept.collect::<Vec<u8>>());
        Puzzle::new(grid.expect("values of a solution")).expect("a part of a solution")
    }

    /// Where another solution differs, if there is one.
    fn other_solution(&self, given: u128) -> Option<u128> {
        let mut set = None;
        let _ = solve::walk(&self.puzzle(given), &Budget::UNLIMITED, |other| {
            let pairs = other.values().iter().zip(self.solution.values()).enumerate();
            let differs = pairs.filter(|(_, (a, b))| a != b);
            let cells = differs.fold(0u128, |cells, (cell, _)| cells | 1 << cell);
            set = (cells != 0).then_some(cells);
            if cells == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
        });
        set
    }
}

/// Whether the sets cannot all get one of `left` givens: disjoint sets need one each. Brings the
/// set with the fewest free cells to the front.
fn needs_more_than(left: usize, free: u128, open: &mut [u128]) -> bool {
    open.sort_by_cached_key(|set| (set & free).count_ones());
    let (mut taken, mut needed) = (0, 0);
    for set in open.iter() {
        let cells = set & free;
        if cells == 0 {
            return true;
        }
        if cells & taken == 0 {
            (taken, needed) = (taken | cells, needed + 1);
            if needed > left {
                return true;
            }
        }
    }
    false
}
