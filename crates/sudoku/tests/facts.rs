//! What the world knows: how many grids there are, and lists of puzzles with one solution.

mod reference;

use sole_puzzle::Status;
use sole_sudoku::{Budget, Grid, Puzzle, Shape, solve};
use std::ops::ControlFlow;

/// The number of ways to fill a shape whose first row is in order.
fn count_with_first_row(width: usize, height: usize) -> u64 {
    let shape = Shape::new(width, height).expect("a short side");
    let mut values = vec![0; shape.n_cells()];
    values[..shape.side()].copy_from_slice(&(1..=shape.side() as u8).collect::<Vec<_>>());
    let puzzle = Puzzle::new(Grid::new(shape, values).expect("a row")).expect("a row");
    let tally = solve::count(&puzzle, u64::MAX, &Budget::UNLIMITED);
    assert_eq!(tally.walk.end, ControlFlow::Continue(()));
    tally.solutions
}

/// Each order of the values in the first row has as many solutions as any other.
#[test]
fn shapes_have_as_many_grids_as_published() {
    let cases = [
        // Sudoku, A107739 of the OEIS and the total of 2×3 boxes.
        (2, 2, 288),
        (3, 2, 28_200_960),
        (2, 3, 28_200_960),
        // Boxes that are rows or columns leave the squares of Euler, A002860.
        (1, 1, 1),
        (2, 1, 2),
        (1, 2, 2),
        (3, 1, 12),
        (4, 1, 576),
        (1, 5, 161_280),
    ];
    for (width, height, expected) in cases {
        let orders: u64 = (1..=(width * height) as u64).product();
        assert_eq!(count_with_first_row(width, height) * orders, expected, "{width}×{height}");
    }
}

#[test]
fn an_empty_grid_of_order_two_has_288_solutions() {
    let shape = Shape::new(2, 2).expect("a side of four");
    let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
    let mut seen = std::collections::HashSet::new();
    let walk = solve::walk(&empty, &Budget::UNLIMITED, |solution| {
        assert!(solution.is_solution() && seen.insert(solution.clone()), "{solution:?}");
        ControlFlow::Continue(())
    });
    assert_eq!((seen.len(), walk.end), (288, ControlFlow::Continue(())));
}

/// Every puzzle of these lists is known to have one solution.
#[test]
fn published_puzzles_have_one_solution() {
    let lists = [
        ("puzzles2_17_clue", 49_158),
        ("puzzles3_magictour_top1465", 1465),
        ("puzzles5_forum_hardest_1905_11+", 48_766),
        ("16x16.txt", 28),
    ];
    for (list, expected) in lists {
        let puzzles = reference::puzzles(list);
        for puzzle in &puzzles {
            let verdict = solve::decide(puzzle, &Budget::UNLIMITED);
            assert_eq!(verdict.status(), Status::One, "{list}: {puzzle:?}");
        }
        assert!(puzzles.is_empty() || puzzles.len() == expected, "{list}: {}", puzzles.len());
    }
}
