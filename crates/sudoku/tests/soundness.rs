//! No step removes what a solution has, in random states of several sizes.
//!
//! A state is a solution with some cells open, each with its own value and some others
//! that no given forbids: whatever follows from such candidates alone holds there.

use sole_sudoku::reason::{Board, Candidate, Options, Step, Technique};
use sole_sudoku::{Grid, Puzzle, Shape};

/// The techniques that ask nothing of a puzzle but that it has a solution.
const TECHNIQUES: [Technique; 24] = [
    Technique::SimpleColorsTrap,
    Technique::SimpleColorsWrap,
    Technique::MultiColors1,
    Technique::MultiColors2,
    Technique::XChain,
    Technique::XyChain,
    Technique::RemotePair,
    Technique::ContinuousNiceLoop,
    Technique::DiscontinuousNiceLoop,
    Technique::Aic,
    Technique::GroupedContinuousNiceLoop,
    Technique::GroupedDiscontinuousNiceLoop,
    Technique::GroupedAic,
    Technique::AlsXz,
    Technique::AlsXyWing,
    Technique::AlsChain,
    Technique::DeathBlossom,
    Technique::SueDeCoq,
    Technique::TemplateSet,
    Technique::TemplateDelete,
    Technique::ForcingChainContradiction,
    Technique::ForcingChainVerity,
    Technique::ForcingNetContradiction,
    Technique::ForcingNetVerity,
];

/// A random number below a bound, by a fixed sequence for each seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % bound
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| order.swap(i, self.below(i as u64 + 1) as usize));
        order
    }
}

/// A solution: the plain one with rows, columns and values exchanged.
fn solution(shape: Shape, dice: &mut Dice) -> Vec<u8> {
    let (side, width, height) = (shape.side(), shape.width(), shape.height());
    let mut lines = |of_box: usize| -> Vec<usize> {
        let chutes = dice.shuffled(side / of_box);
        let within: Vec<Vec<usize>> = chutes.iter().map(|_| dice.shuffled(of_box)).collect();
        let line = |i: usize| chutes[i / of_box] * of_box + within[i / of_box][i % of_box];
        (0..side).map(line).collect()
    };
    let (rows, columns) = (lines(height), lines(width));
    let names = dice.shuffled(side);
    let value = |cell: usize| {
        let (row, column) = (rows[cell / side], columns[cell % side]);
        names[(width * (row % height) + row / height + column) % side] as u8 + 1
    };
    (0..shape.n_cells()).map(value).collect()
}

/// The solution, and a state that has it with about `open` of a hundred cells open and
/// `doubts` of a hundred false candidates left there.
fn state(shape: Shape, open: u64, doubts: u64, dice: &mut Dice) -> (Vec<u8>, Board) {
    let solution = solution(shape, dice);
    let given = |&value: &u8| if dice.below(100) < open { 0 } else { value };
    let givens: Vec<u8> = solution.iter().map(given).collect();
    let grid = Grid::new(shape, givens).expect("values in range");
    let puzzle = Puzzle::new(grid).expect("part of a solution");
    let mut board = Board::new(&puzzle).expect("a small side");
    for (index, &true_value) in solution.iter().enumerate() {
        for value in (1..=shape.side() as u8).filter(|&value| value != true_value) {
            if dice.below(100) >= doubts {
                board.remove(Candidate { cell: shape.cell(index), value });
            }
        }
    }
    (solution, board)
}

fn is_sound(shape: Shape, solution: &[u8], step: &Step) -> bool {
    let holds = |candidate: &Candidate| solution[shape.index(candidate.cell)] == candidate.value;
    step.placed.iter().all(holds) && !step.removed.iter().any(holds)
}

/// How many steps each technique has in so many states.
fn steps_in_states(shape: Shape, n_states: u64, doubts: u64) -> Vec<usize> {
    let mut counts = vec![0; TECHNIQUES.len()];
    let wide = Options { overlapping_sets: true, sets_in_chains: true, ..Options::default() };
    for seed in 0..n_states {
        let (solution, board) = state(shape, 45, doubts, &mut Dice(seed));
        for (technique, count) in TECHNIQUES.iter().zip(&mut counts) {
            for options in [Options::default(), wide] {
                let steps = board.steps(*technique, options);
                *count += steps.len();
                for step in steps {
                    let sound = is_sound(shape, &solution, &step);
                    assert!(sound, "seed {seed} of {shape}: {technique}: {step:?}");
                }
            }
        }
    }
    counts
}

#[test]
fn steps_are_sound_in_small_grids() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2)] {
        let shape = Shape::new(width, height).expect("a small side");
        steps_in_states(shape, 20, 50);
    }
}

#[test]
fn steps_are_sound_and_of_every_kind_in_the_usual_grid() {
    let counts = steps_in_states(Shape::CLASSIC, 12, 25);
    for (technique, count) in TECHNIQUES.iter().zip(counts) {
        let is_rare = *technique == Technique::RemotePair;
        assert!(count > 0 || is_rare, "{technique} was never found");
    }
}

#[test]
fn steps_are_sound_in_a_large_grid() {
    let shape = Shape::new(4, 4).expect("a side of sixteen");
    steps_in_states(shape, 1, 8);
}
