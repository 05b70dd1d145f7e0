//! Every step of the path of Sudoku Explainer's scale against the solution, and every
//! link of its chains against the rules.

use sole_puzzle::rng::Rng;
use sole_puzzle::{Stop, Verdict};
use sole_sudoku::rate::se::{self, Outcome, Rated, Reach, Technique};
use sole_sudoku::reason::{self, Candidate, Chain, Node, Step};
use sole_sudoku::{Budget, Cell, Grid, Puzzle, Shape, solve};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A puzzle with one solution: givens are removed by lot as long as they may be, and
/// so many are left at least.
fn random_puzzle(shape: Shape, seed: u64, fewest: usize) -> (Puzzle, Grid) {
    let mut rng = Rng::new(seed, 0);
    let mut values = random_solution(shape, &mut rng).values().to_vec();
    let mut cells: Vec<usize> = (0..values.len()).collect();
    rng.shuffle(&mut cells);
    let puzzle = |values: &[u8]| {
        let grid = Grid::new(shape, values.to_vec()).expect("values of the shape");
        Puzzle::new(grid).expect("part of a solution")
    };
    let mut left = values.len();
    for cell in cells {
        if left == fewest {
            break;
        }
        let value = std::mem::take(&mut values[cell]);
        left -= 1;
        if solve::count(&puzzle(&values), 2, &Budget::UNLIMITED).solutions != 1 {
            values[cell] = value;
            left += 1;
        }
    }
    let puzzle = puzzle(&values);
    match solve::decide(&puzzle, &Budget::UNLIMITED) {
        Verdict::One(solution) => (puzzle, solution),
        _ => panic!("seed {seed}: not proper"),
    }
}

/// Boxes that see none of each other are filled by lot, the rest as the solver likes.
fn random_solution(shape: Shape, rng: &mut Rng) -> Grid {
    loop {
        let start = random_boxes(shape, rng);
        let mut skip = rng.below(100);
        let mut found = None;
        solve::walk(&start, &Budget::UNLIMITED, |solution| {
            found = Some(solution.clone());
            skip = skip.saturating_sub(1);
            if skip == 0 { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) }
        });
        // In small grids the boxes need not fit.
        if let Some(solution) = found {
            return solution;
        }
    }
}

fn random_boxes(shape: Shape, rng: &mut Rng) -> Puzzle {
    let (width, height) = (shape.width(), shape.height());
    let mut values = vec![0; shape.n_cells()];
    for block in 0..width.min(height) {
        let mut names: Vec<u8> = (1..=shape.side() as u8).collect();
        rng.shuffle(&mut names);
        for (i, name) in names.into_iter().enumerate() {
            let (row, column) = (block * height + i / width, block * width + i % width);
            values[row * shape.side() + column] = name;
        }
    }
    Puzzle::new(Grid::new(shape, values).expect("names")).expect("boxes apart")
}

/// The candidates on the board, kept up to date by what the steps say.
struct Board {
    shape: Shape,
    candidates: HashSet<Candidate>,
}

impl Board {
    fn new(puzzle: &Puzzle) -> Board {
        let shape = puzzle.shape();
        let cells = (0..shape.n_cells()).map(|i| shape.cell(i));
        let values = 1..=shape.side() as u8;
        let all = cells.flat_map(|cell| values.clone().map(move |value| Candidate { cell, value }));
        let mut board = Board { shape, candidates: all.collect() };
        for (i, &value) in puzzle.givens().values().iter().enumerate() {
            if value != 0 {
                board.place(Candidate { cell: shape.cell(i), value });
            }
        }
        board
    }

    fn share_a_house(&self, a: Cell, b: Cell) -> bool {
        self.shape.houses_of(a).iter().any(|house| self.shape.houses_of(b).contains(house))
    }

    fn place(&mut self, placed: Candidate) {
        let gone: Vec<Candidate> =
            self.candidates.iter().copied().filter(|&other| self.excludes(placed, other)).collect();
        gone.iter().for_each(|other| assert!(self.candidates.remove(other)));
        self.candidates.remove(&placed);
    }

    fn excludes(&self, a: Candidate, b: Candidate) -> bool {
        let is_same_value = a.value == b.value && self.share_a_house(a.cell, b.cell);
        a != b && (a.cell == b.cell || is_same_value)
    }

    fn apply(&mut self, step: &Step) {
        step.removed.iter().for_each(|removed| {
            self.candidates.remove(removed);
        });
        step.placed.iter().for_each(|&placed| self.place(placed));
    }

    /// Whether a node follows from others by one rule of the game.
    fn follows(&self, node: &Node, from: &[&Node]) -> bool {
        let candidate = of(node);
        if !node.is_true {
            return matches!(from, [on] if on.is_true && self.excludes(of(on), candidate));
        }
        let Candidate { cell, value } = candidate;
        let is_gone =
            |other: &Candidate| from.iter().any(|parent| !parent.is_true && of(parent) == *other);
        let others = || self.candidates.iter().filter(|&&other| other != candidate);
        let last_in_cell = others().filter(|other| other.cell == cell).all(is_gone);
        let last_in_house = self.shape.houses_of(cell).into_iter().any(|house| {
            let rivals = others().filter(|other| other.value == value);
            rivals.filter(|other| self.shape.houses_of(other.cell).contains(&house)).all(is_gone)
        });
        last_in_cell || last_in_house
    }

    fn check_chains(&self, Rated { n_links, step, .. }: &Rated, text: &str) {
        let chains = step.chains();
        if chains.is_empty() {
            return;
        }
        let reason::Technique::Explainer(technique) = step.technique else {
            panic!("{text}: {step}");
        };
        let has_patterns =
            matches!(technique, Technique::Forcing(Reach::Plus | Reach::Nested(_), _));
        let total: usize = chains.iter().map(|chain| chain.nodes.len()).sum();
        // A cycle begins with its end.
        assert!(*n_links as usize + usize::from(is_cycle(technique)) >= total, "{text}: {step}");
        for Chain { nodes } in chains {
            for (i, node) in nodes.iter().enumerate() {
                assert!(node.from.iter().all(|&from| from < i), "{text}: {step}");
                let from: Vec<&Node> = node.from.iter().map(|&from| &nodes[from]).collect();
                let by_pattern =
                    has_patterns && !node.is_true && from.iter().all(|node| !node.is_true);
                let is_right = i == 0 || by_pattern || self.follows(node, &from);
                assert!(is_right, "{text}: node {i} of {step}");
            }
        }
    }

    /// What is shown of a step is there, and what it places or removes is in it or seen
    /// from it.
    fn check_highlights(&self, step: &Step, text: &str) {
        let marks = step.highlights();
        let shown = || marks.cells.iter().chain(&marks.others);
        assert!(!marks.cells.is_empty() || !marks.houses.is_empty(), "{text}: {step}");
        for it in step.placed.iter().chain(&step.removed) {
            let is_near = shown().any(|&cell| cell == it.cell || self.share_a_house(cell, it.cell))
                || marks.houses.iter().any(|house| self.shape.houses_of(it.cell).contains(house));
            assert!(is_near, "{text}: {step} {marks:?}");
        }
    }
}

/// What a node of one cell is about.
fn of(node: &Node) -> Candidate {
    let [cell] = node.cells[..] else { panic!("{node}") };
    Candidate { cell, value: node.value }
}

fn is_cycle(technique: Technique) -> bool {
    matches!(technique, Technique::Cycle | Technique::XCycle | Technique::YCycle)
}

/// Checks all steps of some random puzzles; how many steps there were.
fn check(shape: Shape, seeds: std::ops::Range<u64>, fewest: usize) -> usize {
    let mut n_steps = 0;
    for seed in seeds {
        let (puzzle, solution) = random_puzzle(shape, seed, fewest);
        let text = format!("{shape}, seed {seed}");
        let mut board = Board::new(&puzzle);
        let outcome = se::path(&puzzle, &Budget::UNLIMITED, |rated| {
            let step = &rated.step;
            n_steps += 1;
            assert!(!step.placed.is_empty() || !step.removed.is_empty(), "{text}: {step}");
            for removed in &step.removed {
                assert_ne!(solution.get(removed.cell), Some(removed.value), "{text}: {step}");
                assert!(board.candidates.contains(removed), "{text}: {step}");
            }
            for placed in &step.placed {
                assert_eq!(solution.get(placed.cell), Some(placed.value), "{text}: {step}");
            }
            board.check_chains(rated, &text);
            board.check_highlights(step, &text);
            board.apply(step);
            ControlFlow::Continue(())
        });
        assert!(matches!(outcome, Outcome::Solved(_)), "{text}: {outcome:?}");
    }
    n_steps
}

#[test]
fn steps_never_remove_what_the_solution_has() {
    let cases = [
        (2, 2, 0..100, 0),
        (3, 2, 0..100, 0),
        (2, 4, 0..20, 0),
        (3, 3, 0..200, 0),
        (4, 3, 0..5, 60),
        (4, 4, 0..3, 130),
    ];
    for (width, height, seeds, fewest) in cases {
        let shape = Shape::new(width, height).expect("a short side");
        let n = seeds.end as usize;
        let n_steps = check(shape, seeds, fewest);
        assert!(n_steps >= n * shape.side(), "{shape}: {n_steps} steps");
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn steps_of_ten_thousand_puzzles_never_remove_what_the_solution_has() {
    check(Shape::CLASSIC, 1000..11_000, 0);
}
