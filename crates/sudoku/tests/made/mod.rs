//! Puzzles made on the spot, the same for the same seed.

use sole_puzzle::Verdict;
use sole_sudoku::{Budget, Grid, Puzzle, Shape, solve};

/// Numbers by chance, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| order.swap(i, self.below(i + 1)));
        order
    }

    /// The lines of chutes of a height, chutes and lines exchanged.
    fn lines(&mut self, side: usize, height: usize) -> Vec<usize> {
        let chutes = self.order(side / height);
        chutes
            .iter()
            .flat_map(|chute| {
                let within = self.order(height);
                within.into_iter().map(move |line| chute * height + line).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// A puzzle with its solution.
pub(crate) struct Generated {
    pub(crate) puzzle: Puzzle,
    pub(crate) solution: Grid,
}

/// Solutions from which values were dropped by chance while only one solution was left,
/// at most so many; with no limit the puzzles are minimal.
pub(crate) fn puzzles(
    shape: Shape,
    seed: u64,
    most_drops: usize,
) -> impl Iterator<Item = Generated> {
    let mut dice = Dice(seed);
    std::iter::repeat_with(move || {
        let solution = solution(shape, &mut dice);
        let mut givens = solution.values().to_vec();
        let mut drops = 0;
        for cell in dice.order(shape.n_cells()) {
            if drops == most_drops {
                break;
            }
            let value = std::mem::replace(&mut givens[cell], 0);
            if is_proper(&puzzle(shape, &givens)) {
                drops += 1;
            } else {
                givens[cell] = value;
            }
        }
        Generated { puzzle: puzzle(shape, &givens), solution }
    })
}

fn puzzle(shape: Shape, givens: &[u8]) -> Puzzle {
    let grid = Grid::new(shape, givens.to_vec()).expect("values of a solution");
    Puzzle::new(grid).expect("part of a solution")
}

fn is_proper(puzzle: &Puzzle) -> bool {
    matches!(solve::decide(puzzle, &Budget::UNLIMITED), Verdict::One(_))
}

/// A solution: a plain one with lines and values exchanged, most of which then gives way
/// to what a search finds.
fn solution(shape: Shape, dice: &mut Dice) -> Grid {
    let (side, width, height) = (shape.side(), shape.width(), shape.height());
    let (rows, columns, names) =
        (dice.lines(side, height), dice.lines(side, width), dice.order(side));
    let value = |cell: usize| {
        let (row, column) = (rows[cell / side], columns[cell % side]);
        names[(row % height * width + row / height + column) % side] as u8 + 1
    };
    let mut values: Vec<u8> = (0..shape.n_cells()).map(value).collect();
    // Most values give way to others where the shape leaves a choice.
    let keep = shape.n_cells() / 3;
    dice.order(shape.n_cells()).into_iter().skip(keep).for_each(|cell| values[cell] = 0);
    match solve::decide(&puzzle(shape, &values), &Budget::UNLIMITED) {
        Verdict::Many(_, other) => other,
        Verdict::One(solution) => solution,
        verdict => panic!("{shape}: {:?}", verdict.status()),
    }
}
