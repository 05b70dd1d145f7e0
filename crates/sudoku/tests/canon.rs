//! Canonical forms: what does not depend on looks, and how many classes the world has counted.

mod reference;

use sole_puzzle::rng::Rng;
use sole_sudoku::canon::{self, Minlex};
use sole_sudoku::{Budget, Grid, Puzzle, Shape, Transform, make, solve};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

fn shape(width: usize, height: usize) -> Shape {
    Shape::new(width, height).expect("a short side")
}

/// A full grid with about `percent` of its values.
fn part(shape: Shape, percent: usize, rng: &mut Rng) -> Puzzle {
    let grid = make::full(shape, rng);
    let keep = |&value: &u8| if rng.below(100) < percent { value } else { 0 };
    let values: Vec<u8> = grid.values().iter().map(keep).collect();
    Puzzle::new(Grid::new(shape, values).expect("values in range")).expect("a part of a solution")
}

#[test]
fn looks_do_not_change_the_form() {
    for seed in 0..200 {
        let shape =
            [shape(3, 3), shape(2, 2), shape(3, 2), shape(2, 3), shape(4, 2)][seed as usize % 5];
        let minlex = Minlex::new(shape).expect("short");
        let mut rng = Rng::new(seed, 0);
        for percent in [0, 10, 20, 30, 60, 100] {
            let puzzle = part(shape, percent, &mut rng);
            let other = Transform::random(shape, &mut rng).apply_to(&puzzle);
            let (a, b) = (minlex.find(&puzzle), minlex.find(&other));
            assert_eq!(
                (&a.puzzle, a.automorphisms),
                (&b.puzzle, b.automorphisms),
                "seed {seed}, {percent}"
            );
            assert_eq!(a.transform.apply_to(&puzzle), a.puzzle, "seed {seed}, {percent}");
            let (c, d) = (canon::label(&puzzle), canon::label(&other));
            assert_eq!(
                (&c.puzzle, c.automorphisms),
                (&d.puzzle, d.automorphisms),
                "seed {seed}, {percent}"
            );
            assert_eq!(c.transform.apply_to(&puzzle), c.puzzle, "seed {seed}, {percent}");
            assert_eq!(a.automorphisms, c.automorphisms, "seed {seed}, {percent}: {puzzle:?}");
        }
    }
}

fn full_grids_with_first_row(shape: Shape) -> Vec<Puzzle> {
    let mut values = vec![0; shape.n_cells()];
    (0..shape.side()).for_each(|i| values[i] = i as u8 + 1);
    let start = Puzzle::new(Grid::new(shape, values).expect("a row")).expect("a row");
    let mut grids = Vec::new();
    let walk = solve::walk(&start, &Budget::UNLIMITED, |solution| {
        grids.push(Puzzle::new(solution.clone()).expect("a solution"));
        ControlFlow::Continue(())
    });
    assert_eq!(walk.end, ControlFlow::Continue(()));
    grids
}

/// The number of transforms: chutes and lines both ways, names, and turns.
fn n_transforms(shape: Shape) -> u128 {
    let factorial = |n: usize| (1..=n as u128).product::<u128>();
    let (width, height) = (shape.width(), shape.height());
    let rows = factorial(width) * factorial(height).pow(width as u32);
    let columns = factorial(height) * factorial(width).pow(height as u32);
    rows * columns * factorial(shape.side()) * if width == height { 2 } else { 1 }
}

/// As published: 288 grids in 2 classes; 28 200 960 grids of 2×3 boxes in 49 classes. A class has
/// as many grids as there are transforms for each automorphism.
#[test]
fn grids_fall_into_as_many_classes_as_published() {
    let cases = [(2, 2, 2, 288), (3, 2, 49, 28_200_960), (2, 3, 49, 28_200_960)];
    for (width, height, n_classes, n_grids) in cases {
        let shape = shape(width, height);
        let minlex = Minlex::new(shape).expect("short");
        let mut classes = HashMap::new();
        let mut labels = HashSet::new();
        for grid in full_grids_with_first_row(shape) {
            let canon = minlex.find(&grid);
            if classes.insert(canon.puzzle, canon.automorphisms).is_none() {
                labels.insert(canon::label(&grid).puzzle);
            }
        }
        assert_eq!((classes.len(), labels.len()), (n_classes, n_classes), "{shape}");
        let sizes = classes.values().map(|n| n_transforms(shape) / n.expect("few"));
        assert_eq!(sizes.sum::<u128>(), n_grids, "{shape}");
    }
}

/// The first band of nine by nine has 416 classes, as published by Russell and Jarvis.
#[test]
fn bands_fall_into_416_classes() {
    let minlex = Minlex::new(Shape::CLASSIC).expect("short");
    let second_rows: HashSet<Puzzle> = rows_below(&(1..=9).collect::<Vec<u8>>())
        .iter()
        .map(|rows| minlex.find(rows).puzzle)
        .collect();
    let bands: HashSet<Puzzle> = second_rows
        .iter()
        .flat_map(|rows| rows_below(&rows.givens().values()[63..]))
        .map(|band| minlex.find(&band).puzzle)
        .collect();
    assert_eq!(bands.len(), 416);
}

/// The first rows of a grid with one more row in every way.
fn rows_below(rows: &[u8]) -> Vec<Puzzle> {
    fn extend(values: &mut Vec<u8>, end: usize, all: &mut Vec<Puzzle>) {
        let mut padded = values.clone();
        padded.resize(81, 0);
        let Ok(puzzle) = Puzzle::new(Grid::new(Shape::CLASSIC, padded).expect("values")) else {
            return;
        };
        if values.len() == end {
            all.push(puzzle);
            return;
        }
        for value in 1..=9 {
            values.push(value);
            extend(values, end, all);
            values.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut rows.to_vec(), rows.len() + 9, &mut all);
    all
}

/// The grid with the most automorphisms has 648, as published.
#[test]
fn the_most_symmetric_grid_has_648_automorphisms() {
    let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let grid = sole_sudoku::formats::line::parse(text).expect("a grid");
    let minlex = Minlex::new(Shape::CLASSIC).expect("short");
    assert_eq!(minlex.find(&grid).automorphisms, Some(648));
    assert_eq!(canon::label(&grid).automorphisms, Some(648));
}

/// All transforms of order two, written down without the crate.
fn images(values: &[u8]) -> Vec<Vec<u8>> {
    let orders: Vec<[usize; 4]> = (0..8)
        .map(|bits: usize| {
            [0, 1, 2, 3].map(|i: usize| {
                let chute = (i / 2) ^ (bits >> 2);
                2 * chute + ((i % 2) ^ (bits >> chute & 1))
            })
        })
        .collect();
    let mut names = Vec::new();
    for number in 0..256u32 {
        let name = [0, 2, 4, 6].map(|shift| (number >> shift & 3) as u8 + 1);
        if name.iter().collect::<HashSet<_>>().len() == 4 {
            names.push(name);
        }
    }
    assert_eq!((orders.len(), names.len()), (8, 24));
    let mut images = Vec::new();
    for rows in &orders {
        for columns in &orders {
            for transposed in [false, true] {
                for name in &names {
                    let image = (0..16).map(|cell| {
                        let (row, column) = (rows[cell / 4], columns[cell % 4]);
                        let from = if transposed { 4 * column + row } else { 4 * row + column };
                        values[from].checked_sub(1).map_or(0, |value| name[usize::from(value)])
                    });
                    images.push(image.collect());
                }
            }
        }
    }
    images
}

#[test]
fn order_two_agrees_with_all_transforms_tried() {
    let shape = shape(2, 2);
    let minlex = Minlex::new(shape).expect("short");
    for seed in 0..300 {
        let puzzle = part(shape, 5 + seed as usize % 100, &mut Rng::new(seed, 7));
        let values = puzzle.givens().values();
        let images = images(values);
        let canon = minlex.find(&puzzle);
        assert_eq!(
            Some(canon.puzzle.givens().values()),
            images.iter().min().map(Vec::as_slice),
            "{puzzle:?}"
        );
        let automorphisms = images.iter().filter(|image| image[..] == *values).count();
        assert_eq!(canon.automorphisms, Some(automorphisms as u128), "{puzzle:?}");
        assert_eq!(canon::label(&puzzle).automorphisms, canon.automorphisms, "{puzzle:?}");
    }
}

/// A grid whose rows are shifts of the first.
fn shifts(shape: Shape) -> Grid {
    let (height, side) = (shape.height(), shape.side());
    let value = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        ((row % height * shape.width() + row / height + column) % side) as u8 + 1
    };
    Grid::new(shape, (0..shape.n_cells()).map(value).collect::<Vec<u8>>()).expect("values in range")
}

#[test]
fn large_grids_have_forms_too() {
    let random = |order: usize| (make::full(shape(order, order), &mut Rng::new(1, 1)), 1);
    let regular = [(shifts(shape(4, 4)), 128), (shifts(shape(6, 6)), 432)];
    for (grid, automorphisms) in (4..=10).map(random).chain(regular) {
        let shape = grid.shape();
        let other = Transform::random(shape, &mut Rng::new(2, 2)).apply(&grid);
        let forms = [grid, other].map(|grid| canon::label(&Puzzle::new(grid).expect("a solution")));
        assert_eq!(forms[0].puzzle, forms[1].puzzle, "{shape}");
        assert_eq!(forms.map(|form| form.automorphisms), [Some(automorphisms); 2], "{shape}");
    }
}

/// The puzzles of the list are known to be all different.
#[test]
fn published_puzzles_of_17_givens_are_all_different() {
    let puzzles = reference::puzzles("puzzles2_17_clue");
    let minlex = Minlex::new(Shape::CLASSIC).expect("short");
    let forms: HashSet<Puzzle> = puzzles.iter().map(|puzzle| minlex.find(puzzle).puzzle).collect();
    assert_eq!(forms.len(), puzzles.len());
}
