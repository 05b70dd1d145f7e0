//! Depth first, usually with the fewest candidates first; a rule breaks ties and orders values.

use super::{Cells, Map, Store};
use crate::Puzzle;
use sole_puzzle::Stop;
use sole_puzzle::rng::Rng;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// What a rule can look at.
pub(crate) struct View<'a, S, const W: usize> {
    pub(crate) map: &'a Map<W>,
    pub(crate) store: &'a S,
    /// The cells guessed on the way here, the first one first.
    pub(crate) guesses: &'a [usize],
    /// Cells that whoever searches has marked.
    pub(crate) marked: Cells<W>,
}

/// Where to guess, and with which value first. The larger number is preferred; what is equal is
/// in an order by chance, drawn once for a search.
pub(crate) struct Rule<S, const W: usize> {
    pub(crate) cell: fn(&View<'_, S, W>, usize) -> i64,
    pub(crate) value: fn(&View<'_, S, W>, usize, usize) -> i64,
}

impl<S, const W: usize> Rule<S, W> {
    /// Everything by chance.
    pub(crate) const RANDOM: Rule<S, W> = Rule { cell: |_, _| 0, value: |_, _, _| 0 };
}

/// Which cells a rule chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// Those with the fewest candidates.
    Smallest,
    /// All that are open.
    Open,
}

/// What a guess divides a state into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branching {
    /// Each value of the cell, one after the other.
    Values,
    /// One value of the cell, and all others together; the next guess may be elsewhere.
    Halves,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    /// `Continue` after the last solution, otherwise why it ended before.
    pub(crate) end: ControlFlow<Stop>,
    /// How often a value was tried in a cell.
    pub(crate) tries: u64,
    /// The guesses on the way to the first solution, the first one first.
    pub(crate) stack: Vec<usize>,
    /// By cell: how many of its values were contradicted at once.
    pub(crate) refuted: Vec<u32>,
}

/// A search that is set up and can be run.
pub(crate) struct Search<'a, S, const W: usize> {
    pub(crate) map: &'a Map<W>,
    pub(crate) rule: &'a Rule<S, W>,
    pub(crate) among: Among,
    pub(crate) branching: Branching,
    pub(crate) marked: Cells<W>,
    /// So many tries and no more.
    pub(crate) most_tries: u64,
    /// Where chance begins.
    pub(crate) seed: u64,
    /// Cells that are guessed before all others, in this order.
    pub(crate) first: Vec<usize>,
}

impl<'a, S: Store<W>, const W: usize> Search<'a, S, W> {
    /// Each value of a cell is tried, nothing is marked, and there is no end of tries.
    pub(crate) fn new(map: &'a Map<W>, rule: &'a Rule<S, W>) -> Search<'a, S, W> {
        Search {
            map,
            rule,
            among: Among::Smallest,
            branching: Branching::Values,
            marked: Cells::NONE,
            most_tries: u64::MAX,
            seed: 1,
            first: Vec::new(),
        }
    }

    /// Shows every solution that `start` leaves, until `visit` breaks.
    pub(crate) fn walk(
        &self,
        mut start: S,
        visit: &mut dyn FnMut(&S) -> ControlFlow<Stop>,
    ) -> Walk {
        if start.propagate(self.map).is_err() {
            return Walk {
                end: ControlFlow::Continue(()),
                tries: 0,
                stack: Vec::new(),
                refuted: Vec::new(),
            };
        }
        let mut run = Run {
            search: self,
            ranks: self.ranks(),
            guesses: Vec::new(),
            tries: 0,
            stack: None,
            refuted: vec![0; self.map.peers.len()],
        };
        let end = match self.branching {
            Branching::Values => run.by_values(&start, visit),
            Branching::Halves => run.by_halves(start, visit),
        };
        Walk { end, tries: run.tries, stack: run.stack.unwrap_or_default(), refuted: run.refuted }
    }

    /// Counts solutions up to `limit`.
    pub(crate) fn count(&self, start: S, limit: u64) -> (u64, Walk) {
        let mut solutions = 0;
        let walk = self.walk(start, &mut |_| {
            solutions += 1;
            if solutions < limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(Stop::Enough)
            }
        });
        (solutions, walk)
    }

    /// Who comes first where a rule sees no difference, of cells; the same order serves values.
    fn ranks(&self) -> Vec<usize> {
        let mut ranks: Vec<usize> = (0..self.map.peers.len()).collect();
        Rng::new(self.seed, 0).shuffle(&mut ranks);
        ranks
    }
}

/// The givens of a puzzle, nothing concluded yet.
pub(crate) fn start<S: Store<W>, const W: usize>(map: &Map<W>, puzzle: &Puzzle) -> S {
    let mut store = S::new(map);
    for (cell, &value) in puzzle.givens().values().iter().enumerate() {
        if value != 0 {
            store.place(map, cell, usize::from(value) - 1);
        }
    }
    store
}

struct Run<'a, S, const W: usize> {
    search: &'a Search<'a, S, W>,
    ranks: Vec<usize>,
    guesses: Vec<usize>,
    tries: u64,
    stack: Option<Vec<usize>>,
    refuted: Vec<u32>,
}

type Visit<'a, S> = &'a mut dyn FnMut(&S) -> ControlFlow<Stop>;

impl<S: Store<W>, const W: usize> Run<'_, S, W> {
    fn by_values(&mut self, state: &S, visit: Visit<'_, S>) -> ControlFlow<Stop> {
        let Some(cell) = self.cell(state) else {
            self.stack.get_or_insert_with(|| self.guesses.clone());
            return visit(state);
        };
        let values = self.values(state, cell);
        self.guesses.push(cell);
        for value in values {
            if let Some(next) = self.tried(state, cell, value)? {
                self.by_values(&next, visit)?;
            }
        }
        self.guesses.pop();
        ControlFlow::Continue(())
    }

    fn by_halves(&mut self, mut state: S, visit: Visit<'_, S>) -> ControlFlow<Stop> {
        let depth = self.guesses.len();
        while let Some(cell) = self.cell(&state) {
            let value = self.values(&state, cell)[0];
            self.guesses.push(cell);
            if let Some(next) = self.tried(&state, cell, value)? {
                self.by_halves(next, visit)?;
            }
            state.exclude(self.search.map, cell, value);
            if state.propagate(self.search.map).is_err() {
                self.guesses.truncate(depth);
                return ControlFlow::Continue(());
            }
        }
        self.guesses.truncate(depth);
        visit(&state)
    }

    /// The state with a value in a cell and all that follows, if there is no contradiction.
    fn tried(&mut self, state: &S, cell: usize, value: usize) -> ControlFlow<Stop, Option<S>> {
        if self.tries == self.search.most_tries {
            return ControlFlow::Break(Stop::Budget);
        }
        self.tries += 1;
        let mut next = state.clone();
        next.place(self.search.map, cell, value);
        let settled = next.propagate(self.search.map);
        self.refuted[cell] += u32::from(settled.is_err());
        ControlFlow::Continue(settled.is_ok().then_some(next))
    }

    fn view<'b>(&'b self, store: &'b S) -> View<'b, S, W> {
        let (map, marked) = (self.search.map, self.search.marked);
        View { map, store, guesses: &self.guesses, marked }
    }

    /// The cell to guess at, if any is open.
    fn cell(&self, state: &S) -> Option<usize> {
        let is_open = |cell: &&usize| state.candidates(**cell).count_ones() > 1;
        if let Some(&cell) = self.search.first.iter().find(is_open) {
            return Some(cell);
        }
        let view = self.view(state);
        let cells = match self.search.among {
            Among::Smallest => state.smallest(),
            Among::Open => open(self.search.map, state),
        };
        cells.max_by_key(|&cell| ((self.search.rule.cell)(&view, cell), self.ranks[cell]))
    }

    /// The candidates of a cell in the order in which they are tried.
    fn values(&self, state: &S, cell: usize) -> Vec<usize> {
        let view = self.view(state);
        let candidates = state.candidates(cell);
        let mut values: Vec<usize> =
            (0..16).filter(|&value| candidates >> value & 1 != 0).collect();
        values.sort_by_cached_key(|&value| {
            Reverse(((self.search.rule.value)(&view, cell, value), self.ranks[value]))
        });
        values
    }
}

/// The cells with more than one candidate.
fn open<S: Store<W>, const W: usize>(map: &Map<W>, store: &S) -> Cells<W> {
    map.all.filter(|&cell| store.candidates(cell).count_ones() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::solver::{CellMajor9, CellMajor16, SymbolMajor9, SymbolMajor16};
    use crate::experiments::{Options, sample};
    use crate::{Budget, Shape, solve};

    const LIMIT: u64 = 50;

    /// Solutions and tries of both ways to divide.
    fn counts<S: Store<W>, const W: usize>(puzzle: &Puzzle) -> [(u64, u64); 2] {
        let map = Map::new(puzzle.shape());
        [Branching::Values, Branching::Halves].map(|branching| {
            let search = Search { branching, ..Search::new(&map, &Rule::<S, W>::RANDOM) };
            let (solutions, walk) = search.count(start(&map, puzzle), LIMIT);
            (solutions, walk.tries)
        })
    }

    /// Both stores draw the same conclusions, and find as many solutions as the crate.
    #[test]
    fn the_small_solver_is_exact() {
        let options = Options { sample: Some(200), seed: 3, lists: Vec::new() };
        let open = [(Shape::CLASSIC, 30), (sample::SIXTEEN, 130)];
        let open = open.map(|(shape, n_givens)| sample::open(shape, n_givens, &options));
        for sample in sample::proper(&options).iter().chain(&open) {
            for puzzle in &sample.puzzles {
                let solutions = solve::count(puzzle, LIMIT, &Budget::UNLIMITED).solutions;
                let [by_cell, by_symbol] = match puzzle.shape() {
                    sample::SIXTEEN => {
                        [counts::<CellMajor16, 4>(puzzle), counts::<SymbolMajor16, 4>(puzzle)]
                    }
                    _ => [counts::<CellMajor9, 2>(puzzle), counts::<SymbolMajor9, 2>(puzzle)],
                };
                assert_eq!(by_cell, by_symbol, "{puzzle:?}");
                assert_eq!(by_cell.map(|(found, _)| found), [solutions; 2], "{puzzle:?}");
            }
        }
    }
}
