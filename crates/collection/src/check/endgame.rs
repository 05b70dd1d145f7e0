//! Endgames proved again: the tables are asked about the position and about every move.

use super::CheckResult;
use super::check_result::Fit;
use crate::{SearchError, SearchLimits};
use sole_board::Position;
use sole_endgame::{Expression, ProbeError, Recheck, SCALE};
use sole_mate::{Goal, proof_number};
use sole_puzzle::{Puzzle, Status, Verdict};

/// The longest mates in moves that are searched as well.
const LONGEST_SEARCH: u8 = 3;

/// How many nodes that may take.
const SECOND_NODES: u64 = 2_000_000;

/// Asks the tables and compares.
pub(super) fn check(
    puzzle: &Puzzle,
    position: &Position,
    limits: &SearchLimits<'_>,
) -> Result<CheckResult, SearchError> {
    let review = match Recheck::of(position, limits.tables) {
        Ok(review) => review,
        Err(error @ ProbeError::Missing { .. }) => {
            let mut result =
                CheckResult::on(puzzle.answer(), &Verdict::Open(None), |_| Fit::Open, 0);
            result.doubts = vec![error.to_string()];
            return Ok(result);
        }
        Err(error) => return Err(SearchError::Tables(error)),
    };
    if !review.is_playable() {
        return Err(SearchError::NoMoves);
    }
    let actual = review.to_puzzle();
    let keys = actual.answer().solutions();
    let fit = |text: &str| match position.parse_uci(text) {
        Err(error) => Fit::Fails(error.to_string()),
        Ok(m) if keys.contains(&m.to_string()) => Fit::Solves,
        Ok(_) => Fit::Fails("it does not keep what the position is worth".to_owned()),
    };
    let nodes = 1 + position.moves().len() as u64;
    let mut result = CheckResult::on(puzzle.answer(), &verdict(keys), fit, nodes);
    compare(puzzle, &review, &actual, &mut result);
    result.confirm(search(position, &actual, limits));
    Ok(result)
}

fn verdict(keys: &[String]) -> Verdict<String> {
    match keys {
        [] => Verdict::None,
        [only] => Verdict::One(only.clone()),
        [first, second, ..] => Verdict::Many(first.clone(), second.clone()),
    }
}

fn compare(puzzle: &Puzzle, review: &Recheck, actual: &Puzzle, result: &mut CheckResult) {
    if puzzle.stipulation() != actual.stipulation() {
        result.fail(format!("it is a {}, not a {}", actual.stipulation(), puzzle.stipulation()));
    }
    let known: Vec<&str> = Expression::words().collect();
    let held: Vec<&str> = actual.tags().iter().map(|tag| tag.as_str()).collect();
    result.compare_tags(puzzle, &known, &held);
    match (puzzle.rating(SCALE), actual.rating(SCALE)) {
        (Some(_), Some(rating)) => result.compare_rating(puzzle, SCALE, rating.value()),
        (Some(_), None) => result.fail(format!("a drawn position has no {SCALE}")),
        (None, _) => {}
    }
    if let Some((text, condition)) = condition(puzzle)
        && !review.satisfies(&condition)
    {
        result.fail(format!("it is not what was looked for: {text}"));
    }
}

/// What the program that made the record looked for.
fn condition(puzzle: &Puzzle) -> Option<(&str, Expression)> {
    let arguments = &puzzle.generator()?.arguments;
    let at = arguments.iter().position(|argument| argument == "--where")?;
    let text = arguments.get(at + 1)?;
    Some((text, text.parse().ok()?))
}

/// Whether a search without tables agrees about a short mate; `None` if there is none, or if that
/// takes too long.
fn search(position: &Position, actual: &Puzzle, limits: &SearchLimits<'_>) -> Option<bool> {
    let is_win = actual.stipulation() == "win" && actual.answer().status() != Status::None;
    let plies = actual.rating(SCALE).filter(|_| is_win)?.value() as u8;
    let moves = Some(plies.div_ceil(2)).filter(|&moves| moves <= LONGEST_SEARCH)?;
    let budget = limits.mate(SECOND_NODES);
    let forces = |moves| proof_number::forces(position, Goal::Mate, moves, &budget).ok();
    Some(forces(moves)? && !forces(moves - 1)?)
}
