//! Canonical forms: what does not depend on looks, and how many classes the world has counted.

use sole_puzzle::lot::Lot;
use sole_sudoku::canon::{self, Minlex};
use sole_sudoku::{Budget, Grid, Puzzle, Shape, Transform, make, solve};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

fn shape(width: usize, height: usize) -> Shape {
    Shape::new(width, height).expect("a short side")
}

/// A full grid with about `percent` of its values.
fn part(shape: Shape, percent: usize, lot: &mut Lot) -> Puzzle {
    let grid = make::full(shape, lot);
    let keep = |&value: &u8| if lot.below(100) < percent { value } else { 0 };
    let values: Vec<u8> = grid.values().iter().map(keep).collect();
    Puzzle::new(Grid::new(shape, values).expect("values in range")).expect("a part of a solution")
}

#[test]
fn looks_do_not_change_the_form() {
    for seed in 0..400 {
        let shape = [shape(3, 3), shape(2, 2), shape(3, 2), shape(2, 3), shape(4, 2)][seed as usize % 5];
        let minlex = Minlex::new(shape).expect("short");
        let mut lot = Lot::new(seed, 0);
        for percent in [0, 10, 20, 30, 60, 100] {
            let puzzle = part(shape, percent, &mut lot);
            let other = Transform::random(shape, &mut lot).apply_to(&puzzle);
            let (a, b) = (minlex.find(&puzzle), minlex.find(&other));
            assert_eq!((&a.puzzle, a.automorphisms), (&b.puzzle, b.automorphisms), "seed {seed}, {percent}");
            assert_eq!(a.transform.apply_to(&puzzle), a.puzzle, "seed {seed}, {percent}");
            let (c, d) = (canon::label(&puzzle), canon::label(&other));
            assert_eq!((&c.puzzle, c.automorphisms), (&d.puzzle, d.automorphisms), "seed {seed}, {percent}");
            assert_eq!(c.transform.apply_to(&puzzle), c.puzzle, "seed {seed}, {percent}");
            assert_eq!(a.automorphisms, c.automorphisms, "seed {seed}, {percent}: {puzzle:?}");
        }
    }
}
