//! Which given is removed first: by chance, or the one that keeps most candidates.
//!
//! Candidates are counted as givens alone leave them: the values of an open cell that no given in
//! sight has.

use crate::experiments::sample;
use crate::experiments::statistics::Mean;
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::rate::search;
use crate::{Budget, Grid, Puzzle, Shape, solve};
use sole_puzzle::Verdict;
use sole_puzzle::rng::Rng;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "removal-order",
    question: "Are minimal puzzles sparser or harder if the given that keeps most candidates goes first?",
    run,
};

/// Which of the givens that were not tried yet is tried next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Chance,
    /// After its removal there are the most candidates.
    MostCandidates,
    /// After its removal there are the fewest.
    FewestCandidates,
}

const ORDERS: [(Order, &str); 3] = [
    (Order::Chance, "by chance"),
    (Order::MostCandidates, "the one after which there are most candidates"),
    (Order::FewestCandidates, "the one after which there are fewest candidates"),
];

/// How many shuffles the effort of a search is the mean of.
const SHUFFLES: u32 = 8;

fn run(options: &Options) -> Vec<Table> {
    let grids = sample::full(Shape::CLASSIC, options.count(1000), options.seed);
    let title = format!(
        "Minimal 9×9 of {} full grids, by which given is tried next. Differences are those from the \
         first order, grid by grid.",
        grids.len()
    );
    let head = ["order", "givens", "difference", "log₂(1 + guesses)", "difference"];
    let mut table = Table::new(title, &head);
    let by_order = ORDERS.map(|(order, _)| Sizes::of(&grids, order, options.seed));
    for ((_, name), sizes) in ORDERS.iter().zip(&by_order) {
        let mut row = vec![(*name).to_owned()];
        for (all, first) in
            [(&sizes.givens, &by_order[0].givens), (&sizes.efforts, &by_order[0].efforts)]
        {
            let differences: Vec<f64> = all.iter().zip(first).map(|(a, b)| a - b).collect();
            row.extend([Mean::of(all).text(), Mean::of(&differences).text()]);
        }
        table.row(row);
    }
    vec![table]
}

/// How many givens the puzzles of one order have, and how hard they are, grid by grid.
struct Sizes {
    givens: Vec<f64>,
    efforts: Vec<f64>,
}

impl Sizes {
    fn of(grids: &[Grid], order: Order, seed: u64) -> Sizes {
        let puzzles = grids
            .iter()
            .enumerate()
            .map(|(number, grid)| minimal(grid, order, &mut Rng::new(!seed, number as u64)));
        let measured = puzzles.map(|puzzle| {
            let effort = search::rate(&puzzle, SHUFFLES, seed, &Budget::UNLIMITED);
            let effort = effort.expect("there are shuffles, and no limit").mean;
            (puzzle.givens().n_values() as f64, effort)
        });
        let (givens, efforts) = measured.unzip();
        Sizes { givens, efforts }
    }
}

/// A removal pass, each given tried once.
fn minimal(solution: &Grid, order: Order, rng: &mut Rng) -> Puzzle {
    let mut values = solution.values().to_vec();
    let mut untried: Vec<usize> = (0..values.len()).collect();
    rng.shuffle(&mut untried);
    while let Some(place) = next(solution.shape(), &mut values, &untried, order) {
        let cell = untried.swap_remove(place);
        let value = std::mem::take(&mut values[cell]);
        if !is_proper(&puzzle(solution.shape(), &values)) {
            values[cell] = value;
        }
    }
    puzzle(solution.shape(), &values)
}

fn next(shape: Shape, values: &mut [u8], untried: &[usize], order: Order) -> Option<usize> {
    let last = untried.len().checked_sub(1)?;
    if order == Order::Chance {
        return Some(last);
    }
    let mut after = |&place: &usize| {
        let cell = untried[place];
        let value = std::mem::take(&mut values[cell]);
        let candidates = n_candidates(shape, values);
        values[cell] = value;
        if order == Order::MostCandidates { candidates } else { usize::MAX - candidates }
    };
    (0..=last).max_by_key(&mut after)
}

/// How many candidates the givens alone leave.
fn n_candidates(shape: Shape, values: &[u8]) -> usize {
    let side = shape.side();
    let mut houses = vec![0u32; 3 * side];
    let numbers = |cell: usize| {
        let at = shape.cell(cell);
        [at.row.into(), side + usize::from(at.column), 2 * side + shape.box_of(at)]
    };
    for (cell, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
        numbers(cell).into_iter().for_each(|house| houses[house] |= 1 << value);
    }
    let open = (0..values.len()).filter(|&cell| values[cell] == 0);
    let seen = |cell: usize| numbers(cell).into_iter().fold(0, |seen, house| seen | houses[house]);
    open.map(|cell| side - seen(cell).count_ones() as usize).sum()
}

fn puzzle(shape: Shape, values: &[u8]) -> Puzzle {
    let grid = Grid::new(shape, values.to_vec()).expect("values of a solution");
    Puzzle::new(grid).expect("a part of a solution")
}

fn is_proper(puzzle: &Puzzle) -> bool {
    matches!(solve::decide(puzzle, &Budget::UNLIMITED), Verdict::One(_))
}
