//! Unavoidable sets against their definition.

use sole_puzzle::rng::Rng;
use sole_puzzle::{Status, decide};
use sole_sudoku::canon::Minlex;
use sole_sudoku::formats::line;
use sole_sudoku::unavoidable::{
    CellSet, Checker, Parts, Reach, Scope, disjoint, find, minimal_sets, of_four, up_to,
};
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

/// Grown from a cell, and by the definition.
#[test]
fn all_sets_of_order_two_are_grown() {
    for text in CLASSES {
        let solution = grid(text);
        let expected = by_definition(&solution);
        let all = up_to(&solution, 16, &Budget::UNLIMITED, |_| {});
        assert_eq!((all.size, all.end), (16, ControlFlow::Continue(())), "{text}");
        assert_eq!(all.sets.into_iter().collect::<BTreeSet<_>>(), expected, "{text}");
    }
}

/// Grown from a cell, and by blanking v values at a time. Each value of a set is in it at least
/// twice, since where it moves to, the same value of that column must move away; so the
/// second way finds all sets of up to 2 v + 1 cells.
#[test]
fn grown_sets_are_those_of_blanked_values() {
    for (width, height, values, grids) in [(3, 2, 4, 4), (3, 3, 4, 4), (4, 2, 3, 2), (4, 4, 3, 1)] {
        let shape = Shape::new(width, height).expect("a short side");
        let size = 2 * values + 1;
        for number in 0..grids {
            let solution = make::full(shape, &mut Rng::new(3, number));
            let all = up_to(&solution, size, &Budget::UNLIMITED, |_| {});
            let parts = Parts { values, lines: 0, boxes: 0, ways: usize::MAX };
            let mut blanked = find(&solution, &parts, &Budget::UNLIMITED);
            assert_eq!((blanked.left_out, blanked.end), (0, ControlFlow::Continue(())));
            blanked.sets.retain(|set| set.len() <= size);
            assert_eq!(all.sets, blanked.sets, "{shape} {number}");
        }
    }
}

/// The sets within three values and two boxes lack some of eight and nine cells, and `minimal_sets` does not.
#[test]
fn a_survey_says_up_to_which_size_it_is_complete() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let solution = grid(text);
    let counts =
        |sets: &[CellSet]| [8, 9].map(|size| sets.iter().filter(|set| set.len() == size).count());
    let blanked = |parts| find(&solution, &parts, &Budget::UNLIMITED).sets;
    let some = counts(&blanked(Parts::default()));
    let all = counts(&blanked(Parts { values: 4, ways: usize::MAX, ..Parts::default() }));
    assert!(some[0] < all[0] && some[1] < all[1], "{some:?} of {all:?}");
    let usual = Scope { reach: Reach::Usual, largest: usize::MAX };
    for (name, scope, nodes, complete, expected) in [
        ("usual", usual, u64::MAX, 12, all),
        ("nine", Scope { reach: Reach::Cells(9), ..usual }, u64::MAX, 9, all),
        ("eight", Scope { reach: Reach::Cells(8), ..usual }, u64::MAX, 8, [all[0], some[1]]),
        ("no more than nine", Scope { largest: 9, ..usual }, u64::MAX, 9, all),
        ("few nodes", usual, 9_000, 8, [all[0], 0]),
    ] {
        let found = minimal_sets(&solution, scope, &Budget::nodes(nodes), |_| {});
        assert_eq!(found.complete_up_to, complete, "{name}");
        assert_eq!(found.end.is_break(), nodes < u64::MAX, "{name}");
        assert_eq!(counts(&found.sets), expected, "{name}");
        let is_in_order = found.sets.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(is_in_order && found.sets.iter().all(|set| set.len() <= scope.largest), "{name}");
    }
}

/// Two values in the corners of a rectangle that is in two boxes.
#[test]
fn sets_of_four_are_rectangles() {
    for (width, height) in [(3, 3), (3, 2), (2, 4), (4, 4), (5, 5)] {
        let shape = Shape::new(width, height).expect("a short side");
        let solution = make::full(shape, &mut Rng::new(1, 2));
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
            let solution = make::full(shape, &mut Rng::new(8, number));
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
