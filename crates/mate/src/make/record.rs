//! Finds as records of puzzles.

use super::{Find, UniqueProblem};
use crate::rate::{Assessment, Difficulty, Quality};
use crate::themes::Theme;
use crate::{Budget, OutOfBudget, Problem};
use sole_board::{Move, Notation, UciStyle};
use sole_puzzle::{Answer, MainLine, Name, Puzzle, Rating, Status};

/// The kind of all puzzles that are made here.
pub const KIND: &str = "mate";

/// How many nodes it may take to look at all play of a find.
const NODES: u64 = 2_000_000;

/// The memory for that.
const BYTES: usize = 16 << 20;

impl Find {
    /// The record: the keys in UCI notation are the solutions, tags such as `mateIn3` say how long
    /// it takes and what it shows, and ratings how good and how hard it is. If its play is too long
    /// to be looked at, it has its length for its only tag, and no ratings.
    pub fn to_puzzle(&self) -> Puzzle {
        let status = if self.keys.len() == 1 { Status::One } else { Status::Many };
        let solutions = self.keys.iter().map(|&key| text(&[key])).collect();
        let answer = Answer::new(status, solutions).expect("the status counts the keys");
        record(&self.problem(), answer)
    }
}

impl UniqueProblem {
    /// The record: the key, or the moves of the line, in UCI notation; tags say what it shows, and
    /// ratings how good and how hard it is, unless its play is too long to be looked at.
    pub fn to_puzzle(&self) -> Puzzle {
        let answer = Answer::new(Status::One, vec![text(self.solution())]).expect("one solution");
        record(self.problem(), answer)
    }
}

fn text(moves: &[Move]) -> String {
    let uci = |m: &Move| m.to_uci(UciStyle::Standard);
    moves.iter().map(uci).collect::<Vec<_>>().join(" ")
}

/// The record of a problem with this claim, its moves in SAN, its main line, its themes and its
/// ratings; if its play is too long, with the length of a direct mate alone.
pub fn record(problem: &Problem, answer: Answer) -> Puzzle {
    let (fen, stipulation) = (problem.position().to_string(), problem.stipulation().to_string());
    let puzzle = Puzzle::new(name(KIND), fen, stipulation, answer)
        .expect("a FEN and a stipulation are not blank");
    let budget = Budget { nodes: NODES, bytes: Some(BYTES), ..Budget::UNLIMITED };
    let puzzle = with_moves(puzzle, problem, &budget);
    match Assessment::of(problem, &budget) {
        Ok(Some(assessment)) => assessed(puzzle, &assessment),
        Ok(None) | Err(OutOfBudget) if problem.stipulation().is_direct_mate() => {
            puzzle.with_tag(name(Theme::mate_in(problem.stipulation().moves()).name()))
        }
        Ok(None) | Err(OutOfBudget) => puzzle,
    }
}

/// The puzzle with its solutions in SAN and, if one is proved and one side forces the goal, with a
/// main line.
fn with_moves(mut puzzle: Puzzle, problem: &Problem, budget: &Budget<'_>) -> Puzzle {
    let san = |uci: &str| Some(Notation::San.names(&problem.parse_line(uci)?).join(" "));
    if matches!(puzzle.answer().status(), Status::One | Status::Many)
        && let Ok(Some(line)) = problem.line(problem.stipulation().moves(), budget)
        && !line.is_empty()
    {
        let uci = text(&line);
        puzzle.details_mut().line = Some(MainLine { san: san(&uci), uci });
    }
    let all: Option<Vec<String>> = puzzle.answer().solutions().iter().map(|uci| san(uci)).collect();
    let all = all.expect("solutions are legal");
    puzzle.with_san(all).expect("one for each solution")
}

fn name(text: &str) -> Name {
    text.parse().expect("one word")
}

/// The puzzle with its themes and ratings.
fn assessed(puzzle: Puzzle, assessment: &Assessment) -> Puzzle {
    let rating = |scale: &str, points: i32| {
        Rating::new(name(scale), f64::from(points)).expect("whole numbers are finite")
    };
    let themes = assessment.themes.iter();
    let puzzle = themes.fold(puzzle, |puzzle, (theme, _)| puzzle.with_tag(name(theme.name())));
    puzzle
        .with_rating(rating(Quality::SCALE, assessment.quality().total()))
        .with_rating(rating(Difficulty::SCALE, assessment.difficulty().total()))
}
