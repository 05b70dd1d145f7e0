//! The solutions of records as people write them.

use crate::{TypedPuzzle, typed_puzzle};
use sole_board::{Position, numbered_game};
use sole_mate::formats::SolutionNotation;
use sole_mate::{Budget, Line, Problem, Solution, Tree};
use sole_puzzle::Puzzle;
use sole_sudoku::Shape;
use sole_sudoku::formats::text;

/// How many nodes the play of a problem may take; beyond that its key is all that is told.
const PLAY_NODES: u64 = 5_000_000;

/// A paragraph for each solution that a record claims: the play of a problem, the moves of a game,
/// a full grid. What cannot be played is given as it stands.
pub fn solution_paragraphs(puzzle: &Puzzle, typed: &TypedPuzzle) -> Vec<String> {
    if let TypedPuzzle::Mate { problem, .. } = typed
        && let Some(play) = play(problem)
    {
        return play.paragraphs(problem);
    }
    let claimed = puzzle.answer().solutions().iter();
    claimed.map(|solution| one(solution, typed).unwrap_or_else(|| solution.clone())).collect()
}

fn one(solution: &str, typed: &TypedPuzzle) -> Option<String> {
    match typed {
        TypedPuzzle::Mate { problem, .. } => key(problem.position(), solution),
        TypedPuzzle::Endgame { position, .. } => key(position, solution),
        TypedPuzzle::Proof(reach) => Some(numbered_game(&reach.start, &reach.game(solution).ok()?)),
        TypedPuzzle::Sudoku(sudoku) => drawn(solution, sudoku.shape()),
    }
}

/// A first move: `1.Qg4`.
pub(crate) fn key(position: &Position, text: &str) -> Option<String> {
    Some(format!("1.{}", position.san(position.parse_uci(text).ok()?)))
}

/// A full grid, drawn.
fn drawn(solution: &str, shape: Shape) -> Option<String> {
    let grid = typed_puzzle::grid(solution, shape)?;
    Some(text::render_with(shape, |cell| text::symbol(grid.get(cell), shape), |_, text| text))
}

/// All play of a problem.
pub(crate) enum Play {
    /// Where one side forces.
    Tree(Tree),
    /// Where both help, or one waits.
    Lines(Vec<Line>),
}

impl Play {
    fn paragraphs(&self, problem: &Problem) -> Vec<String> {
        let (position, stipulation) = (problem.position(), problem.stipulation());
        let notation = SolutionNotation::san(stipulation);
        match self {
            Play::Tree(tree) => notation.tree(position, tree),
            Play::Lines(lines) => lines.iter().map(|line| notation.line(position, line)).collect(),
        }
    }
}

/// The play of a problem without what was set before the first move, if it is found quickly.
pub(crate) fn play(problem: &Problem) -> Option<Play> {
    let budget = Budget { nodes: PLAY_NODES, ..Budget::UNLIMITED };
    match problem.solve(&budget) {
        Solution::Keys(keys) if keys.undecided().is_empty() => {
            let tree = problem.tree(keys.keys(), 0, &budget).ok()?;
            Some(Play::Tree(Tree { set_play: Vec::new(), ..tree }))
        }
        Solution::Lines(lines) if lines.is_complete() => Some(Play::Lines(lines.lines().to_vec())),
        _ => None,
    }
}
