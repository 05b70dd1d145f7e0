//! Every solver against plain backtracking, on random puzzles of all kinds.

use crate::budget::NodeCounter;
use crate::solve::Found;
use crate::{Budget, Grid, Puzzle, Shape, general, nine, plain};
use sole_puzzle::rng::Rng;
use sole_puzzle::{Status, Stop, decide};
use std::ops::ControlFlow;

/// So many solutions are compared; a puzzle with more is only known to have more.
const LIMIT: usize = 30;

type Solver = fn(&Puzzle, Found) -> ControlFlow<Stop>;

fn by_general(puzzle: &Puzzle, found: Found) -> ControlFlow<Stop> {
    general::search(puzzle, &mut NodeCounter::new(&Budget::UNLIMITED), found)
}

fn by_cdcl(puzzle: &Puzzle, found: Found) -> ControlFlow<Stop> {
    general::search_cdcl_only(puzzle, &[], &mut NodeCounter::new(&Budget::UNLIMITED), found)
}

fn by_nine(puzzle: &Puzzle, found: Found) -> ControlFlow<Stop> {
    nine::search(&classic(puzzle), &mut NodeCounter::new(&Budget::UNLIMITED), found)
}

fn by_nine_without_avx2(puzzle: &Puzzle, found: Found) -> ControlFlow<Stop> {
    nine::search_plain(&classic(puzzle), &mut NodeCounter::new(&Budget::UNLIMITED), found)
}

fn classic(puzzle: &Puzzle) -> nine::Start {
    nine::Start::new(puzzle.givens().values().first_chunk().expect("81 cells"))
}

/// The first [`LIMIT`] solutions, sorted if these are all.
fn solutions(search: impl FnOnce(Found) -> ControlFlow<Stop>) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let _ = search(&mut |values| {
        all.push(values.to_vec());
        let enough = all.len() == LIMIT;
        if enough { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) }
    });
    all.sort();
    all
}

/// A puzzle of a random solution with some cells emptied, and in every third one a value changed
/// if it can be without a conflict.
fn random_puzzle(shape: Shape, seed: u64) -> Puzzle {
    let mut rng = Rng::new(seed, shape.side() as u64);
    let mut values = random_solution(shape, &mut rng);
    let mut cells: Vec<usize> = (0..shape.n_cells()).collect();
    rng.shuffle(&mut cells);
    // A sudoku of nine by nine with 22 to 40 givens may be of any kind.
    let fewest = shape.n_cells() * 22 / 81;
    let givens = fewest + rng.below(shape.n_cells() * 18 / 81 + 1);
    cells[givens..].iter().for_each(|&cell| values[cell] = 0);
    if rng.below(3) == 0 {
        let mut changed = values.clone();
        changed[cells[0]] = 1 + rng.below(shape.side()) as u8;
        if let Some(puzzle) = puzzle(shape, changed) {
            return puzzle;
        }
    }
    puzzle(shape, values).expect("a part of a solution")
}

fn puzzle(shape: Shape, values: Vec<u8>) -> Option<Puzzle> {
    Puzzle::new(Grid::new(shape, values).expect("values in range")).ok()
}

/// The first solution that plain backtracking finds for a random first row and a few more random
/// values.
fn random_solution(shape: Shape, rng: &mut Rng) -> Vec<u8> {
    let mut values = vec![0; shape.n_cells()];
    let mut names: Vec<u8> = (1..=shape.side() as u8).collect();
    rng.shuffle(&mut names);
    values[..shape.side()].copy_from_slice(&names);
    for _ in 0..shape.side() / 2 {
        let mut more = values.clone();
        more[rng.below(shape.n_cells())] = 1 + rng.below(shape.side()) as u8;
        if puzzle(shape, more.clone()).is_some_and(|puzzle| first_solution(&puzzle).is_some()) {
            values = more;
        }
    }
    first_solution(&puzzle(shape, values).expect("tried")).expect("tried")
}

fn first_solution(puzzle: &Puzzle) -> Option<Vec<u8>> {
    let mut first = None;
    let _ = plain::walk(puzzle, |solution| {
        first = Some(solution.values().to_vec());
        ControlFlow::Break(Stop::Enough)
    });
    first
}

/// Compares `solvers` with plain backtracking, and that each kind of puzzle was there.
fn compare(shape: Shape, seeds: std::ops::Range<u64>, solvers: &[(&str, Solver)]) {
    let n_puzzles = seeds.end - seeds.start;
    let mut kinds = [0; 3];
    for seed in seeds {
        let puzzle = random_puzzle(shape, seed);
        let expected = solutions(|found| plain::walk(&puzzle, |grid| found(grid.values())));
        kinds[expected.len().min(2)] += 1;
        for (name, solver) in solvers {
            let actual = solutions(|found| solver(&puzzle, found));
            let place = format!("{name}, {shape}, seed {seed}: {puzzle:?}");
            assert_eq!(actual.len(), expected.len(), "{place}");
            if actual.len() < LIMIT {
                assert_eq!(actual, expected, "{place}");
            }
            for values in actual {
                let solution = Grid::new(shape, values).expect("values in range");
                let kept = puzzle.givens().values().iter().zip(solution.values());
                assert!(kept.into_iter().all(|(&given, value)| given == 0 || given == *value));
                assert!(solution.is_solution(), "{place}");
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > n_puzzles / 50), "{shape}: none, one, many {kinds:?}");
}

const NINE: [(&str, Solver); 4] = [
    ("nine", by_nine),
    ("nine without AVX2", by_nine_without_avx2),
    ("general", by_general),
    ("cdcl", by_cdcl),
];

const GENERAL: [(&str, Solver); 2] = [("general", by_general), ("cdcl", by_cdcl)];

#[test]
fn nine_by_nine() {
    compare(Shape::CLASSIC, 0..3000, &NINE);
}

#[test]
fn other_shapes() {
    let shapes = [(2, 2, 3000), (3, 2, 1000), (2, 3, 1000), (4, 2, 300), (5, 1, 500), (1, 5, 500)];
    for (width, height, n_puzzles) in shapes {
        let shape = Shape::new(width, height).expect("a short side");
        compare(shape, 0..n_puzzles, &GENERAL);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn a_hundred_thousand_of_orders_two_and_three() {
    compare(Shape::new(2, 2).expect("a side of four"), 10_000..110_000, &GENERAL);
    compare(Shape::CLASSIC, 10_000..110_000, &NINE);
}

/// A solution that was excluded before is the only one that CDCL does not find.
#[test]
fn cdcl_continues_where_guessing_stopped() {
    let mut n_excluded = 0;
    for seed in 0..500 {
        let shape = [Shape::CLASSIC, Shape::new(3, 2).expect("a side of six")][seed as usize % 2];
        let puzzle = random_puzzle(shape, seed);
        let all = solutions(|found| by_general(&puzzle, found));
        if all.is_empty() || all.len() == LIMIT {
            continue;
        }
        let before = &all[all.len() / 2..][..1];
        let rest = solutions(|found| {
            let mut counter = NodeCounter::new(&Budget::UNLIMITED);
            general::search_cdcl_only(&puzzle, before, &mut counter, found)
        });
        let mut both = [before, &rest[..]].concat();
        both.sort();
        assert_eq!(both, all, "seed {seed}: {puzzle:?}");
        n_excluded += 1;
    }
    assert!(n_excluded > 200, "{n_excluded} had few solutions");
}

/// Both kinds of lanes make the same guesses and find the same solutions in the same order.
#[test]
fn lanes_are_interchangeable() {
    for seed in 0..300 {
        let puzzle = random_puzzle(Shape::CLASSIC, seed);
        let run = |search: fn(&nine::Start, &mut NodeCounter, Found) -> ControlFlow<Stop>| {
            let mut counter = NodeCounter::new(&Budget::UNLIMITED);
            let mut all = Vec::new();
            let end = search(&classic(&puzzle), &mut counter, &mut |values| {
                all.push(values.to_vec());
                let enough = all.len() == LIMIT;
                if enough { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) }
            });
            (all, end, counter.nodes())
        };
        assert_eq!(run(nine::search), run(nine::search_plain), "seed {seed}: {puzzle:?}");
    }
}

/// Whatever the budget, what is decided under it is right.
#[test]
fn a_small_budget_leaves_the_verdict_open_and_never_wrong() {
    let mut n_open = 0;
    for seed in 0..300 {
        let shape = [Shape::CLASSIC, Shape::new(3, 2).expect("a side of six")][seed as usize % 2];
        let puzzle = random_puzzle(shape, seed);
        let truth = decide(|found| plain::walk(&puzzle, |grid| found(grid.clone())));
        for nodes in 0..5 {
            let verdict = crate::solve::decide(&puzzle, &Budget::nodes(nodes));
            n_open += u32::from(verdict.status() == Status::Open);
            let right = verdict.status() == truth.status() || verdict.status() == Status::Open;
            assert!(right, "seed {seed}, {nodes} guesses: {:?}", verdict.status());
            let walk =
                crate::solve::walk(&puzzle, &Budget::nodes(nodes), |_| ControlFlow::Continue(()));
            assert!(walk.nodes <= nodes);
        }
    }
    assert!(n_open > 100, "{n_open} were open");
}
