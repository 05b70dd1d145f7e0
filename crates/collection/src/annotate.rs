//! Moves of records in both notations.

use crate::TypedPuzzle;
use sole_board::{Move, Notation, Position};
use sole_mate::{Budget, Problem};
use sole_puzzle::{MainLine, Puzzle};

/// The same puzzle with its solutions and its main line in SAN, as far as the moves are legal.
pub fn annotated(puzzle: Puzzle, typed: &TypedPuzzle) -> Puzzle {
    let solutions = puzzle.answer().solutions().iter();
    let all: Option<Vec<String>> = solutions.map(|text| san(text, typed)).collect();
    let mut puzzle = match all {
        Some(all) => puzzle.with_san(all).expect("one for each solution"),
        None => puzzle,
    };
    if let Some(MainLine { uci, san: written }) = &mut puzzle.details_mut().line {
        *written = san(uci, typed);
    }
    puzzle
}

/// How many nodes may be spent on a main line.
const LINE_NODES: u64 = 5_000_000;

/// The main line of a problem in which one side forces, if it is found with little work.
pub(crate) fn main_line(problem: &Problem) -> Option<Vec<Move>> {
    let budget = Budget { nodes: LINE_NODES, ..Budget::UNLIMITED };
    let line = problem.line(problem.stipulation().moves(), &budget).ok().flatten();
    line.filter(|line| !line.is_empty())
}

/// Moves in UCI notation as SAN; `None` if one is not legal or the puzzle has no moves.
fn san(text: &str, typed: &TypedPuzzle) -> Option<String> {
    let played = moves(text, typed)?;
    Some(Notation::San.names(&played).join(" "))
}

/// Moves in UCI notation, each with the position before it.
pub(crate) fn moves(text: &str, typed: &TypedPuzzle) -> Option<Vec<(Position, Move)>> {
    match typed {
        TypedPuzzle::Mate { problem, .. } => problem.parse_line(text),
        TypedPuzzle::Endgame { position, .. } => position.parse_uci_line(text).ok(),
        TypedPuzzle::Proof(reach) => reach.start.parse_uci_line(text).ok(),
        TypedPuzzle::Sudoku(_) => None,
    }
}
