//! The solutions of records as people write them.

use crate::mate::script::Script;
use crate::notation::Notation;
use crate::proof::text as games;
use sole_board::Position;
use sole_collection::{Subject, subject};
use sole_mate::{Budget, Line, Problem, Solution, Tree};
use sole_puzzle::Puzzle;
use sole_sudoku::Shape;
use sole_sudoku::formats::text;

/// How many nodes the play of a problem may take; beyond that its key is all that is told.
const PLAY_NODES: u64 = 5_000_000;

/// A paragraph for each solution that a record claims: the play of a problem, the moves of a game,
/// a full grid. What cannot be played is given as it stands.
pub(super) fn text(puzzle: &Puzzle, subject: &Subject) -> Vec<String> {
    if let Subject::Mate { problem, .. } = subject
        && let Some(play) = play(problem)
    {
        return play.paragraphs(problem);
    }
    let claimed = puzzle.answer().solutions().iter();
    claimed.map(|solution| one(solution, subject).unwrap_or_else(|| solution.clone())).collect()
}

fn one(solution: &str, subject: &Subject) -> Option<String> {
    match subject {
        Subject::Mate { problem, .. } => key(problem.position(), solution),
        Subject::Endgame { position, .. } => key(position, solution),
        Subject::Proof(reach) => Some(games::game(&reach.start, &reach.game(solution).ok()?)),
        Subject::Sudoku(sudoku) => drawn(solution, sudoku.shape()),
    }
}

/// A first move: `1.Qg4`.
pub(super) fn key(position: &Position, text: &str) -> Option<String> {
    Some(format!("1.{}", position.san(position.parse_uci(text).ok()?)))
}

/// A full grid, drawn.
fn drawn(solution: &str, shape: Shape) -> Option<String> {
    let grid = subject::grid(solution, shape)?;
    Some(text::render_with(shape, |cell| text::symbol(grid.get(cell), shape), |_, text| text))
}

/// All play of a problem.
pub(super) enum Play {
    /// Where one side forces.
    Tree(Tree),
    /// Where both help, or one waits.
    Lines(Vec<Line>),
}

impl Play {
    fn paragraphs(&self, problem: &Problem) -> Vec<String> {
        let (position, stipulation) = (problem.position(), problem.stipulation());
        let script = Script { notation: Notation::San, stipulation };
        match self {
            Play::Tree(tree) => script.tree(position, tree),
            Play::Lines(lines) => lines.iter().map(|line| script.line(position, line)).collect(),
        }
    }
}

/// The play of a problem without what was set before the first move, if it is found quickly.
pub(super) fn play(problem: &Problem) -> Option<Play> {
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
