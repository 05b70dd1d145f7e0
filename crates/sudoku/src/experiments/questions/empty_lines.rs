//! Two empty lines in one chute, and two symbols that are not given.

use super::order_two;
use super::pass::{self, Removal};
use crate::canon::Minlex;
use crate::experiments::sample::{self, SIXTEEN, some_cells, without};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::formats::line;
use crate::unavoidable::{CellSet, Parts, find};
use crate::{Budget, Grid, House, Puzzle, Shape, solve};
use sole_puzzle::Verdict;
use sole_puzzle::rng::Rng;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "empty-lines",
    question: "Can a puzzle with two empty lines in one chute, or without two symbols, be proper?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    vec![all_but_two(options), every_choice(), passes(options), at_random(options)]
}

/// Everything is given but two lines or symbols.
fn all_but_two(options: &Options) -> Table {
    let head = ["boxes", "puzzles", "lines of one chute", "symbols", "lines of two chutes"];
    let mut table = Table::new("Proper puzzles if all is given but two …", &head);
    let count = options.count(500);
    for (width, height) in [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5)] {
        let shape = Shape::new(width, height).expect("a short side");
        let grids = sample::full(shape, count, options.seed);
        let rng = &mut Rng::new(!options.seed, 0);
        let counts = [lines_of_a_chute, symbols, lines_of_two_chutes].map(|pairs| {
            let proper = grids.iter().filter(|grid| {
                let pairs = pairs(grid);
                let pair = &pairs[rng.below(pairs.len())];
                is_proper(&without(grid, |cell| pair.contains(cell)))
            });
            proper.count()
        });
        let numbers = [count].into_iter().chain(counts).map(|number| number.to_string());
        table.row([shape.to_string()].into_iter().chain(numbers));
    }
    table
}

/// Every choice of givens in a grid of each of the two classes of order two.
fn every_choice() -> Table {
    let head = ["grid", "choices of givens", "proper", "seen not to be", "both"];
    let mut table = Table::new("All puzzles of order two, but for their looks.", &head);
    for grid in classes_of_order_two() {
        let sights = UnavoidableSets::new(&grid);
        let mut tally = [0; 3];
        for choice in 0u32..1 << 16 {
            let puzzle = without(&grid, |cell| choice >> cell & 1 == 0);
            let (proper, seen) = (is_proper(&puzzle), sights.has_pair(&puzzle));
            add(&mut tally, [proper, seen, proper && seen]);
        }
        let numbers = [1 << 16].into_iter().chain(tally).map(|number| number.to_string());
        table.row(line::render(&grid).into_iter().chain(numbers));
    }
    table
}

fn classes_of_order_two() -> Vec<Grid> {
    let grids = order_two::grids();
    let minlex = Minlex::new(grids[0].shape()).expect("four is short");
    let mut classes: Vec<Grid> = Vec::new();
    for grid in grids {
        let puzzle = Puzzle::new(grid).expect("a solution");
        let form = minlex.find(&puzzle).puzzle.givens().clone();
        if !classes.contains(&form) {
            classes.push(form);
        }
    }
    classes
}

/// How many tests of removal passes the rule would spare, beside the small unavoidable sets that
/// the generator counts down.
fn passes(options: &Options) -> Table {
    let head = [
        "boxes",
        "passes",
        "tests",
        "needed",
        "seen by sets",
        "by lines or symbols",
        "by these alone",
    ];
    let mut table = Table::new("Givens that are seen to be needed without a search.", &head);
    let count = options.count(500);
    for (shape, count) in [(Shape::CLASSIC, count), (SIXTEEN, count.div_ceil(50))] {
        let (mut tests, mut tally) = (0, [0; 4]);
        for (number, solution) in sample::full(shape, count, options.seed).iter().enumerate() {
            let sights = UnavoidableSets::new(solution);
            let trials = pass::trials(solution, 0, &mut Rng::new(!options.seed, number as u64));
            tests += trials.len();
            for trial in trials {
                let needed = trial.removal == Removal::Kept;
                let (set, pair) = (sights.has_set(&trial.rest), sights.has_pair(&trial.rest));
                assert!(needed || !(set || pair), "seen to be needed, but is not");
                add(&mut tally, [needed, set, pair, pair && !set]);
            }
        }
        let numbers = [count, tests].into_iter().chain(tally).map(|number| number.to_string());
        table.row([shape.to_string()].into_iter().chain(numbers));
    }
    table
}

/// Givens drawn by chance: what can be refused at sight.
fn at_random(options: &Options) -> Table {
    let head = ["givens", "choices", "two lines", "two symbols", "a set of up to ten", "proper"];
    let mut table = Table::new("Cells of full 9×9 grids given by chance: what is empty.", &head);
    let grids = sample::full(Shape::CLASSIC, 4 * options.count(500), options.seed);
    for n_givens in [17, 20, 24, 28, 32, 40] {
        let mut tally = [0; 4];
        for (number, grid) in grids.iter().enumerate() {
            let rng = &mut Rng::new(!options.seed, number as u64);
            let given = some_cells(Shape::CLASSIC, n_givens, rng);
            let puzzle = without(grid, |cell| !given[cell]);
            let UnavoidableSets { lines, symbols, small } = UnavoidableSets::new(grid);
            let empty = [lines, symbols, small].map(|sets| has_empty(&sets, &puzzle));
            add(&mut tally, [empty[0], empty[1], empty[2], is_proper(&puzzle)]);
        }
        let numbers = [n_givens, grids.len()].into_iter().chain(tally);
        table.row(numbers.map(|number| number.to_string()));
    }
    table
}

fn is_proper(puzzle: &Puzzle) -> bool {
    matches!(solve::decide(puzzle, &Budget::UNLIMITED), Verdict::One(_))
}

fn add<const N: usize>(tally: &mut [usize; N], found: [bool; N]) {
    tally.iter_mut().zip(found).for_each(|(count, found)| *count += usize::from(found));
}

/// Cells of a solution that must not all be empty.
struct UnavoidableSets {
    lines: Vec<CellSet>,
    symbols: Vec<CellSet>,
    /// What the generator counts down: two lines or two symbols exchange places in ten cells or fewer.
    small: Vec<CellSet>,
}

impl UnavoidableSets {
    fn new(solution: &Grid) -> UnavoidableSets {
        let by_exchange = Parts { values: 0, lines: 0, boxes: 0, ways: 0 };
        let mut small = find(solution, &by_exchange, &Budget::UNLIMITED).sets;
        small.retain(|set| set.len() <= 10);
        UnavoidableSets { lines: lines_of_a_chute(solution), symbols: symbols(solution), small }
    }

    /// Whether two lines of a chute are empty, or two symbols are not given.
    fn has_pair(&self, puzzle: &Puzzle) -> bool {
        has_empty(&self.lines, puzzle) || has_empty(&self.symbols, puzzle)
    }

    /// Whether a small set is empty.
    fn has_set(&self, puzzle: &Puzzle) -> bool {
        has_empty(&self.small, puzzle)
    }
}

fn has_empty(sets: &[CellSet], puzzle: &Puzzle) -> bool {
    let values = puzzle.givens().values();
    sets.iter().any(|set| set.indices().all(|cell| values[cell] == 0))
}

/// The cells of each pair of symbols.
fn symbols(grid: &Grid) -> Vec<CellSet> {
    let (shape, values) = (grid.shape(), grid.values());
    let of_pair = |[a, b]: [usize; 2]| {
        let has_one = |&cell: &usize| [a + 1, b + 1].contains(&usize::from(values[cell]));
        CellSet::new(shape, (0..shape.n_cells()).filter(has_one))
    };
    pairs(shape.side()).map(of_pair).collect()
}

fn lines_of_a_chute(grid: &Grid) -> Vec<CellSet> {
    lines(grid.shape(), |a, b| a == b)
}

fn lines_of_two_chutes(grid: &Grid) -> Vec<CellSet> {
    lines(grid.shape(), |a, b| a != b)
}

/// The cells of pairs of rows, and of pairs of columns, whose chutes are as wanted.
fn lines(shape: Shape, wanted: fn(usize, usize) -> bool) -> Vec<CellSet> {
    let kinds = [(House::Row as fn(u8) -> House, shape.height()), (House::Column, shape.width())];
    let of_kind = |(house, length): (fn(u8) -> House, usize)| {
        let wanted = pairs(shape.side()).filter(move |[a, b]| wanted(a / length, b / length));
        wanted.map(move |pair| {
            let cells = pair.into_iter().flat_map(|line| shape.cells_of(house(line as u8)));
            CellSet::new(shape, cells.map(|cell| shape.index(cell)))
        })
    };
    kinds.into_iter().flat_map(of_kind).collect()
}

fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| [a, b]))
}
