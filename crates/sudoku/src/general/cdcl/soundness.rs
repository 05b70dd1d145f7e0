//! Tests that every conclusion follows.
//!
//! Every clause and every fact is checked against solutions that the other solvers find for its
//! dependencies.

use super::dependencies::has;
use super::literal::Literal;
use super::trail::Truth;
use super::{GivenKind, Outcome, Solver, TestResult};
use crate::general::map::Map;
use crate::general::propagate::State;
use crate::{Budget, Grid, Puzzle, Shape, solve};
use sole_puzzle::Stop;
use sole_puzzle::rng::Rng;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The number of solutions checked for each conclusion.
const LIMIT: usize = 100;

/// The first solutions of some givens.
fn solutions(shape: Shape, givens: Vec<u8>) -> Vec<Vec<u8>> {
    let puzzle = Puzzle::new(Grid::new(shape, givens).expect("in range")).expect("of a solution");
    let mut all = Vec::new();
    solve::walk(&puzzle, &Budget::UNLIMITED, |grid| {
        all.push(grid.values().to_vec());
        let enough = all.len() == LIMIT;
        if enough { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) }
    });
    all
}

/// Which variables are true in a solution.
fn truths(solver: &Solver, solution: &[u8]) -> Vec<bool> {
    let mut truths = vec![false; solver.encoding.n_variables];
    for (variable, &(cell, value)) in solver.encoding.candidates.iter().enumerate() {
        truths[variable] = solution[cell] == value;
    }
    for (crossing, cells) in solver.encoding.crossings() {
        truths[crossing.variable()] = cells.iter().any(|cell| truths[cell.variable()]);
    }
    truths
}

/// A search to which all cells of a solution are given, and that solution.
fn everything_given(shape: Shape, rng: &mut Rng) -> (Solver, Vec<u8>) {
    let map = Map::new(shape);
    let mut givens = vec![0; shape.n_cells()];
    let mut names: Vec<u8> = (1..=shape.side() as u8).collect();
    rng.shuffle(&mut names);
    givens[..shape.side()].copy_from_slice(&names);
    let mut all = solutions(shape, givens);
    let solution = all.swap_remove(rng.below(all.len()));
    let open = State::<u32>::new(&map).cells;
    let mut solver = Solver::with_givens(&map, &open, shape.n_cells());
    for (cell, &value) in solution.iter().enumerate() {
        solver.add_given(cell, value, GivenKind::Removable);
    }
    (solver, solution)
}

fn shuffled_cells(shape: Shape, rng: &mut Rng) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..shape.n_cells()).collect();
    rng.shuffle(&mut cells);
    cells
}

/// A clause and its dependencies.
type Conclusion = (Vec<Literal>, Vec<u32>);

fn conclusions(solver: &Solver) -> Vec<Conclusion> {
    let clauses = solver.clauses.refs().map(|clause| {
        let literals = solver.clauses.literals(clause).collect();
        (literals, solver.clauses.dependencies(clause).to_vec())
    });
    let facts = solver.trail.literals().iter().map(|&literal| {
        assert_eq!(solver.trail.truth(literal), Truth::True);
        (vec![literal], solver.dependencies.of_fact(literal.variable()).to_vec())
    });
    clauses.chain(facts).collect()
}

/// Checks all conclusions from a solution of which some values are given for ever.
fn check(solver: &Solver, shape: Shape, solution: &[u8], forever: &[u8]) {
    let mut seen: HashMap<Vec<u8>, Vec<Vec<bool>>> = HashMap::new();
    for (literals, dependencies) in conclusions(solver) {
        let mut givens = forever.to_vec();
        let behind = (0..shape.n_cells()).filter(|&cell| has(&dependencies, cell));
        behind.for_each(|cell| givens[cell] = solution[cell]);
        let worlds = seen.entry(givens.clone()).or_insert_with(|| {
            let all = solutions(shape, givens.clone());
            all.iter().map(|solution| truths(solver, solution)).collect()
        });
        for truths in worlds {
            let is_true = |literal: &Literal| truths[literal.variable()] == literal.is_positive();
            assert!(literals.iter().any(is_true), "{shape}, {literals:?} from {givens:?}");
        }
    }
}

fn n_learned(solver: &Solver) -> usize {
    solver.clauses.refs().count() - solver.encoding.groups.len()
}

/// After a removal pass; the last cells stay undecided, so that there are dependencies in the end.
#[test]
fn conclusions_of_tests_follow_from_their_dependencies() {
    for (width, height, n_seeds) in [(2, 2, 100), (3, 2, 20), (2, 3, 20), (4, 1, 20), (3, 3, 3)] {
        let shape = Shape::new(width, height).expect("a short side");
        for seed in 0..n_seeds {
            let rng = &mut Rng::new(seed, 1);
            let (mut solver, solution) = everything_given(shape, rng);
            let mut kept = vec![0; shape.n_cells()];
            for &cell in &shuffled_cells(shape, rng)[shape.side() / 2..] {
                let go_on = &mut || ControlFlow::<()>::Continue(());
                let test = solver.test(cell, solution[cell], go_on);
                if test != ControlFlow::Continue(TestResult::Implied) {
                    kept[cell] = solution[cell];
                }
            }
            solver.propagate().expect("the solution contradicts nothing");
            check(&solver, shape, &solution, &kept);
        }
    }
}

/// After many searches with random guesses and few givens, so that much is learned.
#[test]
fn learned_clauses_follow_from_their_dependencies() {
    let mut total = 0;
    for (width, height, n_seeds) in
        [(2, 2, 4), (3, 2, 4), (2, 3, 4), (4, 2, 8), (5, 1, 8), (3, 3, 20)]
    {
        let shape = Shape::new(width, height).expect("a short side");
        for seed in 0..n_seeds {
            let rng = &mut Rng::new(seed, 2);
            let (mut solver, solution) = everything_given(shape, rng);
            let gone = &shuffled_cells(shape, rng)[shape.n_cells() * 3 / 10..];
            gone.iter().for_each(|&cell| drop(solver.retract_given(cell)));
            for _ in 0..50 {
                solver.backtrack(0);
                for phase in &mut solver.phases {
                    *phase = rng.below(2) == 0;
                }
                let go_on = &mut || ControlFlow::<()>::Continue(());
                let outcome = solver.find_next(None, go_on);
                assert_eq!(outcome, ControlFlow::Continue(Outcome::Found));
            }
            solver.backtrack(0);
            total += n_learned(&solver);
            check(&solver, shape, &solution, &vec![0; shape.n_cells()]);
        }
    }
    assert!(total > 200, "{total} clauses were learned");
}
