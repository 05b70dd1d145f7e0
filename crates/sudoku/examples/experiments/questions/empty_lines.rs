//! Two empty lines in one chute, and two symbols that are not given.

use super::pass::{self, Fate};
use crate::sample::{self, SIXTEEN, some_cells, without};
use crate::table::Table;
use crate::{Experiment, Options};
use sole_puzzle::lot::Lot;
use sole_puzzle::{Stop, Verdict};
use sole_sudoku::canon::Minlex;
use sole_sudoku::unavoidable::{CellSet, Parts, find};
use sole_sudoku::{Budget, Grid, House, Puzzle, Shape, solve};
use std::ops::ControlFlow;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "empty-lines",
    question: "Can a puzzle with two empty lines in one chute, or without two symbols, be proper?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    vec![all_but_two(options), all_of_order_two(), passes(options), by_chance(options)]
}

/// The places of two things that can be exchanged.
type Pairs = fn(&Grid) -> Vec<[Vec<usize>; 2]>;

/// Everything is given but two lines or symbols.
fn all_but_two(options: &Options) -> Table {
    let head = ["boxes", "puzzles", "lines of one chute", "symbols", "lines of two chutes"];
    let mut table = Table::new("Proper puzzles if all is given but two …", &head);
    let count = options.count(500);
    for (width, height) in [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5)] {
        let shape = Shape::new(width, height).expect("a short side");
        let grids = sample::full(shape, count, options.seed);
        let lot = &mut Lot::new(!options.seed, 0);
        let mut proper = |pairs: Pairs| {
            let is_proper = |grid: &&Grid| {
                let pairs = pairs(grid);
                let pair = pairs[lot.below(pairs.len())].concat();
                is_proper(&without(grid, |cell| pair.contains(&cell)))
            };
            grids.iter().filter(is_proper).count().to_string()
        };
        let counts = [proper(lines_of_a_chute), proper(symbols), proper(lines_of_two_chutes)];
        table.row([shape.to_string(), count.to_string()].into_iter().chain(counts));
    }
    table
}

/// Every choice of givens in a grid of each of the two classes of order two.
fn all_of_order_two() -> Table {
    let head = [
        "grid",
        "choices of givens",
        "proper",
        "with such lines",
        "without two symbols",
        "proper of these",
    ];
    let mut table = Table::new("All puzzles of order two, but for their looks.", &head);
    for grid in classes_of_order_two() {
        let pairs = [lines_of_a_chute(&grid), symbols(&grid)];
        let (mut counts, mut both) = ([0; 3], 0);
        for choice in 0u32..1 << 16 {
            let is_empty = |cell: usize| choice >> cell & 1 == 0;
            let has = |pairs: &[[Vec<usize>; 2]]| {
                pairs.iter().any(|pair| pair.iter().flatten().all(|&cell| is_empty(cell)))
            };
            let found = [is_proper(&without(&grid, is_empty)), has(&pairs[0]), has(&pairs[1])];
            found.iter().zip(&mut counts).for_each(|(&found, count)| *count += u32::from(found));
            both += u32::from(found[0] && (found[1] || found[2]));
        }
        let name = sole_sudoku::formats::line::render(&grid).unwrap_or_default();
        let numbers = [1 << 16, counts[0], counts[1], counts[2], both];
        table.row(std::iter::once(name).chain(numbers.map(|number| number.to_string())));
    }
    table
}

fn classes_of_order_two() -> Vec<Grid> {
    let shape = Shape::new(2, 2).expect("a side of four");
    let minlex = Minlex::new(shape).expect("four is short");
    let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
    let mut classes: Vec<Grid> = Vec::new();
    let _ = solve::walk(&empty, &Budget::UNLIMITED, |grid| {
        let puzzle = Puzzle::new(grid.clone()).expect("a solution");
        let form = minlex.find(&puzzle).puzzle.givens().clone();
        if !classes.contains(&form) {
            classes.push(form);
        }
        ControlFlow::<Stop>::Continue(())
    });
    classes
}

/// How many tests of removal passes the rule would spare, beside the small unavoidable sets that
/// the maker counts down.
fn passes(options: &Options) -> Table {
    let head = [
        "order",
        "passes",
        "tests",
        "needed",
        "by sets up to ten",
        "by two lines or symbols",
        "by these alone",
    ];
    let mut table = Table::new("Givens that are seen to be needed without a search.", &head);
    for (shape, count) in
        [(Shape::CLASSIC, options.count(500)), (SIXTEEN, options.count(500).div_ceil(50))]
    {
        let (mut tests, mut needed, mut seen) = (0, 0, [0; 3]);
        for (number, solution) in sample::full(shape, count, options.seed).into_iter().enumerate() {
            let sets = small_sets(&solution);
            let pairs: Vec<[Vec<usize>; 2]> =
                lines_of_a_chute(&solution).into_iter().chain(symbols(&solution)).collect();
            for trial in pass::trials(&solution, 0, &mut Lot::new(!options.seed, number as u64)) {
                tests += 1;
                let values = trial.rest.givens().values();
                let by_sets = sets.iter().any(|set| set.indices().all(|cell| values[cell] == 0));
                let by_pairs =
                    pairs.iter().any(|pair| pair.iter().flatten().all(|&cell| values[cell] == 0));
                assert!(
                    trial.fate == Fate::Kept || !(by_sets || by_pairs),
                    "seen to be needed, but is not"
                );
                needed += usize::from(trial.fate == Fate::Kept);
                let found = [by_sets, by_pairs, by_pairs && !by_sets];
                found.iter().zip(&mut seen).for_each(|(&found, seen)| *seen += usize::from(found));
            }
        }
        let numbers = [count, tests, needed, seen[0], seen[1], seen[2]];
        table.row(
            std::iter::once(shape.width().to_string())
                .chain(numbers.map(|number| number.to_string())),
        );
    }
    table
}

/// Givens drawn by chance: what can be refused at sight.
fn by_chance(options: &Options) -> Table {
    let head = [
        "givens",
        "choices",
        "with two such lines",
        "without two symbols",
        "either",
        "an empty set up to ten",
        "proper",
    ];
    let mut table = Table::new("Cells of full 9×9 grids given by chance.", &head);
    let count = options.count(500) * 4;
    let grids = sample::full(Shape::CLASSIC, count, options.seed);
    for n_givens in [17, 20, 24, 28, 32, 40] {
        let mut seen = [0; 5];
        for (number, grid) in grids.iter().enumerate() {
            let given =
                some_cells(Shape::CLASSIC, n_givens, &mut Lot::new(!options.seed, number as u64));
            let empty = |pairs: Vec<[Vec<usize>; 2]>| {
                pairs.iter().any(|pair| !pair.iter().flatten().any(|&cell| given[cell]))
            };
            let (lines, values) = (empty(lines_of_a_chute(grid)), empty(symbols(grid)));
            let by_sets = small_sets(grid).iter().any(|set| !set.indices().any(|cell| given[cell]));
            let found = [
                lines,
                values,
                lines || values,
                by_sets,
                is_proper(&without(grid, |cell| !given[cell])),
            ];
            found.iter().zip(&mut seen).for_each(|(&found, seen)| *seen += usize::from(found));
        }
        table.row([n_givens, count].into_iter().chain(seen).map(|number| number.to_string()));
    }
    table
}

fn is_proper(puzzle: &Puzzle) -> bool {
    matches!(solve::decide(puzzle, &Budget::UNLIMITED), Verdict::One(_))
}

/// The sets that the maker counts down: two lines or two values exchange places in ten cells or
/// fewer.
fn small_sets(solution: &Grid) -> Vec<CellSet> {
    let by_exchange = Parts { values: 0, lines: 0, boxes: 0, ways: 0 };
    let mut sets = find(solution, &by_exchange, &Budget::UNLIMITED).sets;
    sets.retain(|set| set.len() <= 10);
    sets
}

fn symbols(grid: &Grid) -> Vec<[Vec<usize>; 2]> {
    let places = |value: usize| {
        let values = grid.values().iter().enumerate();
        values.filter(|&(_, &other)| usize::from(other) == value).map(|(cell, _)| cell).collect()
    };
    pairs(grid.shape().side(), |_, _| true)
        .map(|pair| pair.map(|value| places(value + 1)))
        .collect()
}

fn lines_of_a_chute(grid: &Grid) -> Vec<[Vec<usize>; 2]> {
    lines(grid.shape(), |a, b, length| a / length == b / length)
}

fn lines_of_two_chutes(grid: &Grid) -> Vec<[Vec<usize>; 2]> {
    lines(grid.shape(), |a, b, length| a / length != b / length)
}

/// Pairs of rows and pairs of columns, by their numbers and how many are in a chute.
fn lines(shape: Shape, wanted: fn(usize, usize, usize) -> bool) -> Vec<[Vec<usize>; 2]> {
    let cells = |house: House| shape.cells_of(house).map(|cell| shape.index(cell)).collect();
    let kinds = [(House::Row as fn(u8) -> House, shape.height()), (House::Column, shape.width())];
    let of_kind = |(house, length): (fn(u8) -> House, usize)| {
        let pairs = pairs(shape.side(), move |a, b| wanted(a, b, length));
        pairs.map(move |pair| pair.map(|line| cells(house(line as u8))))
    };
    kinds.into_iter().flat_map(of_kind).collect()
}

fn pairs(n: usize, wanted: impl Fn(usize, usize) -> bool) -> impl Iterator<Item = [usize; 2]> {
    let all = (0..n).flat_map(move |a| (a + 1..n).map(move |b| [a, b]));
    all.filter(move |&[a, b]| wanted(a, b))
}
