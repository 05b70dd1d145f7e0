//! Unavoidable sets against their definition.

use sole_puzzle::lot::Lot;
use sole_puzzle::{Status, decide};
use sole_sudoku::canon::Minlex;
use sole_sudoku::formats::line;
use sole_sudoku::unavoidable::{CellSet, Checker, Parts, disjoint, find, of_four};
use sole_sudoku::{Budget, Grid, Puzzle, Shape, make, plain, solve};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

fn order_two() -> Shape {
    Shape::new(2, 2).expect("a side of four")
}

/// A grid of each of the two classes of order two.
const CLASSES: [&str; 2] = ["1234341221434321", "1234341223414123"];

fn grid(text: &str) -> Grid {
    line::parse(text).expect("a grid").givens().clone()
}

/// The puzzle of what a solution has where `keep` says so.
fn part(solution: &Grid, keep: impl Fn(usize) -> bool) -> Puzzle {
    let values = solution.values().iter().enumerate();
    let kept: Vec<u8> = values.map(|(cell, &value)| if keep(cell) { value } else { 0 }).collect();
    Puzzle::new(Grid::new(solution.shape(), kept).expect("values")).expect("a part of a solution")
}

fn is_proper(puzzle: &Puzzle) -> bool {
    decide(|found| plain::walk(puzzle, |grid| found(grid.clone()))).status() == Status::One
}

/// All minimal differences between a grid of order two and the 287 others.
fn by_definition(solution: &Grid) -> BTreeSet<CellSet> {
    let empty = Puzzle::new(Grid::empty(solution.shape())).expect("nothing");
    let mut all = BTreeSet::new();
    let _ = plain::walk(&empty, |other| {
        let cells = (0..16).filter(|&cell| other.values()[cell] != solution.values()[cell]);
        all.insert(CellSet::new(solution.shape(), cells));
        ControlFlow::Continue(())
    });
    all.retain(|set| !set.is_empty());
    all.iter()
        .filter(|set| !all.iter().any(|other| other != *set && other.is_subset(set)))
        .cloned()
        .collect()
}

#[test]
fn order_two_has_the_sets_of_the_definition() {
    for text in CLASSES {
        let solution = grid(text);
        let expected = by_definition(&solution);
        let whole = Parts { values: 4, lines: 0, boxes: 0, ways: 1000 };
        let found = find(&solution, &whole, &Budget::UNLIMITED);
        assert_eq!((found.left_out, found.end), (0, ControlFlow::Continue(())));
        assert_eq!(found.sets.iter().cloned().collect::<BTreeSet<_>>(), expected, "{text}");
        let fours: BTreeSet<CellSet> =
            expected.iter().filter(|set| set.len() == 4).cloned().collect();
        assert_eq!(of_four(&solution).into_iter().collect::<BTreeSet<_>>(), fours, "{text}");
    }
}

/// Two values in the corners of a rectangle that is in two boxes.
#[test]
fn sets_of_four_are_rectangles() {
    for (width, height) in [(3, 3), (3, 2), (2, 4), (4, 4), (5, 5)] {
        let shape = Shape::new(width, height).expect("a short side");
        let solution = make::full(shape, &mut Lot::new(1, 2));
        let mut expected = BTreeSet::new();
        let (side, n) = (shape.side(), shape.n_cells());
        for (a, d) in (0..n).flat_map(|a| (a + 1..n).map(move |d| (a, d))) {
            let [b, c] = [a / side * side + d % side, d / side * side + a % side];
            let v = |cell: usize| solution.values()[cell];
            let boxes: HashSet<usize> =
                [a, b, c, d].map(|cell| shape.box_of(shape.cell(cell))).into();
            if a / side != d / side
                && a % side != d % side
                && v(a) == v(d)
                && v(b) == v(c)
                && boxes.len() == 2
            {
                expected.insert(CellSet::new(shape, [a, b, c, d]));
            }
        }
        assert_eq!(of_four(&solution).into_iter().collect::<BTreeSet<_>>(), expected, "{shape}");
    }
}

/// A set is unavoidable if the rest leaves another solution, and minimal if the rest and any one
/// of its cells do not.
#[test]
fn sets_found_are_unavoidable_and_minimal() {
    for (width, height, n) in [(3, 3, 2), (3, 2, 3), (4, 2, 1)] {
        let shape = Shape::new(width, height).expect("a short side");
        for number in 0..n {
            let solution = make::full(shape, &mut Lot::new(8, number));
            let found = find(&solution, &Parts::default(), &Budget::UNLIMITED);
            assert_eq!((found.left_out, found.end), (0, ControlFlow::Continue(())), "{shape}");
            assert!(found.sets.windows(2).all(|pair| pair[0].len() <= pair[1].len()));
            for set in &found.sets {
                assert!(
                    !is_proper(&part(&solution, |cell| !set.contains(cell))),
                    "{shape} {set:?}"
                );
                for one in set.indices() {
                    let proper =
                        is_proper(&part(&solution, |cell| !set.contains(cell) || cell == one));
                    assert!(proper, "{shape} {set:?}");
                }
            }
        }
    }
}

#[test]
fn disjoint_sets_bound_the_givens() {
    let seventeen = line::parse(
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    );
    let mut solution = None;
    solve::walk(&seventeen.expect("a puzzle"), &Budget::UNLIMITED, |found| {
        solution = Some(found.clone());
        ControlFlow::Continue(())
    });
    let found = find(&solution.expect("one"), &Parts::default(), &Budget::UNLIMITED);
    let chosen = disjoint(&found.sets);
    for (i, &one) in chosen.iter().enumerate() {
        assert!(
            chosen[i + 1..].iter().all(|&other| found.sets[one].is_disjoint(&found.sets[other]))
        );
    }
    assert!((9..=17).contains(&chosen.len()), "{}", chosen.len());
}

/// Each choice of givens of order two tried, and the minimal puzzles counted by class: as published,
/// 13 with four givens, 22 with five and 1 with six.
#[test]
fn the_checker_finds_all_puzzles_of_order_two() {
    let minlex = Minlex::new(order_two()).expect("short");
    let mut minimal: HashMap<usize, HashSet<Puzzle>> = HashMap::new();
    for text in CLASSES {
        let solution = grid(text);
        for n_givens in 3..=7 {
            let choices = (0..1u32 << 16).filter(|choice| choice.count_ones() as usize == n_givens);
            let puzzles = choices.map(|choice| part(&solution, |cell| choice >> cell & 1 != 0));
            let expected: HashSet<Puzzle> = puzzles.filter(is_proper).collect();
            for sets in [of_four(&solution), Vec::new()] {
                let mut found = HashSet::new();
                let checker = Checker::new(&solution, &sets).expect("16 cells");
                let checked = checker.run(n_givens, &Budget::UNLIMITED, |puzzle| {
                    assert!(found.insert(puzzle.clone()), "twice: {puzzle:?}");
                    ControlFlow::Continue(())
                });
                assert_eq!(checked.end, ControlFlow::Continue(()));
                assert_eq!(
                    (found.len() as u64, &found),
                    (checked.puzzles, &expected),
                    "{text} {n_givens}"
                );
            }
            let needs_all = |puzzle: &&Puzzle| {
                let given = |cell: usize| puzzle.givens().values()[cell] != 0;
                (0..16)
                    .filter(|&cell| given(cell))
                    .all(|one| !is_proper(&part(puzzle.givens(), |cell| cell != one)))
            };
            let forms = expected.iter().filter(needs_all).map(|puzzle| minlex.find(puzzle).puzzle);
            minimal.entry(n_givens).or_default().extend(forms);
        }
    }
    let counts = [3, 4, 5, 6, 7].map(|n_givens| minimal[&n_givens].len());
    assert_eq!(counts, [0, 13, 22, 1, 0]);
}

/// Some givens of a puzzle with 17, and all ways to the others.
#[test]
fn the_checker_completes_a_puzzle_of_17() {
    let text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let puzzle = line::parse(text).expect("a puzzle");
    let solution =
        grid("987654321246173985351928746128537694634892157795461832519286473472319568863745219");
    let sets = find(&solution, &Parts::default(), &Budget::UNLIMITED).sets;
    let givens: Vec<usize> = (0..81).filter(|&cell| puzzle.givens().values()[cell] != 0).collect();
    let shape = Shape::CLASSIC;
    let given = CellSet::new(shape, givens[..9].iter().copied());
    let checker = Checker::new(&solution, &sets).expect("81 cells");
    let mut found = Vec::new();
    let checked =
        checker.within(&given, &CellSet::new(shape, 0..81)).run(17, &Budget::UNLIMITED, |puzzle| {
            found.push(puzzle.clone());
            ControlFlow::Continue(())
        });
    assert_eq!(checked.end, ControlFlow::Continue(()));
    assert_eq!(found, [puzzle]);
}
