//! The main line and the set-up move of a record, checked against its question.

use crate::TypedPuzzle;
use crate::annotate::moves;
use sole_board::{Faults, Move, Position, Setup};
use sole_mate::{Goal, Problem};
use sole_puzzle::{Puzzle, SetupMove};
use std::fmt;

/// What is wrong with the main line or the set-up move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DetailFault {
    /// The main line has a move that is not legal or not in UCI notation.
    IllegalLine,
    /// The main line does not begin with any of the solutions.
    OtherLine,
    /// The main line does not end in what the stipulation asks for.
    UnfinishedLine,
    /// The position before the set-up move is not a legal position.
    SetupPosition,
    /// The set-up move does not lead to the position of the puzzle.
    SetupMove,
}

/// All faults of the main line and the set-up move.
pub fn detail_faults(puzzle: &Puzzle, typed: &TypedPuzzle) -> Vec<DetailFault> {
    let details = puzzle.details();
    let line = details.line.as_ref().and_then(|line| line_fault(puzzle, &line.uci, typed));
    let lead = details.setup_move.as_ref().and_then(|lead| setup_fault(puzzle, lead));
    line.into_iter().chain(lead).collect()
}

fn line_fault(puzzle: &Puzzle, uci: &str, typed: &TypedPuzzle) -> Option<DetailFault> {
    let Some(played) = moves(uci, typed) else {
        return Some(DetailFault::IllegalLine);
    };
    let solutions = puzzle.answer().solutions();
    let is_shown = |solution: &String| {
        uci.split_whitespace().zip(solution.split_whitespace()).all(|(a, b)| a == b)
    };
    if !solutions.is_empty() && !solutions.iter().any(is_shown) {
        return Some(DetailFault::OtherLine);
    }
    match typed {
        TypedPuzzle::Mate { problem, .. } if !solves(problem, &played) => {
            Some(DetailFault::UnfinishedLine)
        }
        _ => None,
    }
}

/// Whether a line of moves, each with the position before it, reaches the goal of a problem in time.
pub(crate) fn solves(problem: &Problem, played: &[(Position, Move)]) -> bool {
    let stipulation = problem.stipulation();
    let is_in_time = played.len() <= usize::from(stipulation.plies());
    let end = played.last().map(|(before, last)| before.after(*last));
    let is_goal = |end: Position| {
        end.moves().is_empty() && end.is_check() == (stipulation.goal() == Goal::Mate)
    };
    is_in_time && end.is_some_and(is_goal)
}

fn setup_fault(puzzle: &Puzzle, lead: &SetupMove) -> Option<DetailFault> {
    let before: Option<Setup> = lead.position.parse().ok();
    let Some(before) = before.and_then(|setup| Position::new(setup, Faults::NONE).ok()) else {
        return Some(DetailFault::SetupPosition);
    };
    let asked: Option<Setup> = puzzle.position().parse().ok();
    let asked = asked.and_then(|setup| Position::new(setup, Faults::WAIVABLE).ok());
    let after = before.parse_uci(&lead.played).ok().map(|played| before.after(played));
    (after.is_none() || after != asked).then_some(DetailFault::SetupMove)
}

impl fmt::Display for DetailFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DetailFault::IllegalLine => "the main line has an illegal move",
            DetailFault::OtherLine => "the main line does not begin with a solution",
            DetailFault::UnfinishedLine => "the main line does not reach the goal",
            DetailFault::SetupPosition => "the position before the set-up move is not legal",
            DetailFault::SetupMove => "the set-up move does not lead to the position",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::{Answer, Details, MainLine, Status};

    #[test]
    fn lines_and_set_up_moves_are_checked() {
        let line = |uci: &str| {
            let line = Some(MainLine { uci: uci.to_owned(), san: None });
            Details { line, ..Details::default() }
        };
        let lead = |position: &str, played: &str| {
            let lead = SetupMove { position: position.to_owned(), played: played.to_owned() };
            Details { setup_move: Some(lead), ..Details::default() }
        };
        let before = "7k/5ppp/8/8/8/8/8/R6K b - - 0 1";
        let cases = [
            ("none", "a1a8", Details::default(), None),
            ("mate", "a1a8", line("a1a8"), None),
            ("not a move", "a1a8", line("zz99"), Some(DetailFault::IllegalLine)),
            ("illegal", "a1a8", line("a1b2"), Some(DetailFault::IllegalLine)),
            ("after the mate", "a1a8", line("a1a8 g8f8"), Some(DetailFault::IllegalLine)),
            ("another key", "a1a8", line("a1b1"), Some(DetailFault::OtherLine)),
            ("not a mate", "a1b1", line("a1b1"), Some(DetailFault::UnfinishedLine)),
            ("too late", "a1a2", line("a1a2 h7h6 a2a8"), Some(DetailFault::UnfinishedLine)),
            ("set-up move", "a1a8", lead(before, "h8g8"), None),
            ("another move", "a1a8", lead(before, "h7h6"), Some(DetailFault::SetupMove)),
            ("no move", "a1a8", lead(before, "g8"), Some(DetailFault::SetupMove)),
            ("no position", "a1a8", lead("nonsense", "h8g8"), Some(DetailFault::SetupPosition)),
        ];
        for (name, key, details, expected) in cases {
            let answer = Answer::new(Status::One, vec![key.to_owned()]).expect("one");
            let kind = "mate".parse().expect("a name");
            let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 1 2";
            let puzzle =
                Puzzle::new(kind, fen, "#1", answer).expect("filled").with_details(details);
            let typed = TypedPuzzle::of(&puzzle).expect("a problem");
            assert_eq!(detail_faults(&puzzle, &typed).first(), expected.as_ref(), "{name}");
        }
    }
}
