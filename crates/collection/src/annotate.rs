//! Moves of records in both notations.

use crate::Subject;
use sole_board::{Move, Position, UciStyle};
use sole_mate::{Budget, Play, Problem, steps};
use sole_puzzle::{MainLine, Puzzle};

/// The same puzzle with its solutions and its main line in SAN, as far as the moves are legal.
pub fn annotated(puzzle: Puzzle, subject: &Subject) -> Puzzle {
    let solutions = puzzle.answer().solutions().iter();
    let all: Option<Vec<String>> = solutions.map(|text| san(text, subject)).collect();
    let mut puzzle = match all {
        Some(all) => puzzle.with_san(all).expect("one for each solution"),
        None => puzzle,
    };
    if let Some(MainLine { uci, san: written }) = &mut puzzle.details_mut().line {
        *written = san(uci, subject);
    }
    puzzle
}

/// How many nodes may be spent on a main line.
const LINE_NODES: u64 = 5_000_000;

/// The same with the main line of a problem in which one side forces, if it is found with little
/// work.
pub fn with_main_line(mut puzzle: Puzzle, subject: &Subject) -> Puzzle {
    if let Subject::Mate { problem, .. } = subject
        && puzzle.details().line.is_none()
        && let Some(line) = main_line(problem)
    {
        puzzle.details_mut().line = Some(MainLine { uci: uci(&line), san: None });
    }
    annotated(puzzle, subject)
}

/// The main line of a problem in which one side forces, if it is found with little work.
pub(crate) fn main_line(problem: &Problem) -> Option<Vec<Move>> {
    let budget = Budget { nodes: LINE_NODES, ..Budget::UNLIMITED };
    let line = problem.line(problem.stipulation().moves(), &budget).ok().flatten();
    line.filter(|line| !line.is_empty())
}

/// Moves in UCI notation as SAN; `None` if one is not legal or the puzzle has no moves.
fn san(text: &str, subject: &Subject) -> Option<String> {
    let played = moves(text, subject)?;
    Some(san_words(&played).join(" "))
}

/// The SAN of each move, which stands with the position before it.
pub(crate) fn san_words(played: &[(Position, Move)]) -> Vec<String> {
    played.iter().map(|(before, m)| before.san(*m).to_string()).collect()
}

/// Moves in UCI notation, each with the position before it.
pub(crate) fn moves(text: &str, subject: &Subject) -> Option<Vec<(Position, Move)>> {
    match subject {
        Subject::Mate { problem, .. } => of_problem(text, problem),
        Subject::Endgame { position, .. } => in_turn(text, *position),
        Subject::Proof(reach) => in_turn(text, reach.start),
        Subject::Sudoku(_) => None,
    }
}

fn of_problem(text: &str, problem: &Problem) -> Option<Vec<(Position, Move)>> {
    let stipulation = problem.stipulation();
    if !matches!(stipulation.play(), Play::Series | Play::SeriesHelp) {
        return in_turn(text, *problem.position());
    }
    let mut played = Vec::new();
    let mut position = *problem.position();
    for word in text.split_whitespace() {
        let m = position.parse_uci(word).ok()?;
        played.push(m);
        position = position.after(m);
        if played.len() < usize::from(stipulation.moves()) {
            position = position.passed()?;
        }
    }
    Some(steps(stipulation, problem.position(), &played))
}

/// Moves of White and Black in turn.
fn in_turn(text: &str, start: Position) -> Option<Vec<(Position, Move)>> {
    let mut position = start;
    let step = |word: &str| {
        let before = position;
        let m = before.parse_uci(word).ok()?;
        position = before.after(m);
        Some((before, m))
    };
    text.split_whitespace().map(step).collect()
}

/// Moves in UCI notation.
pub(crate) fn uci<'a>(moves: impl IntoIterator<Item = &'a Move>) -> String {
    let words = moves.into_iter().map(|m| m.to_uci(UciStyle::Standard));
    words.collect::<Vec<_>>().join(" ")
}
