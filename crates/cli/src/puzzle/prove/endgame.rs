//! Endgames proved again: the tables are asked about the position and about every move.

use super::super::ruling::{Fit, Ruling};
use super::Bounds;
use crate::complain::{Complaint, Kind};
use crate::endgame::supply::unanswered;
use sole_board::Position;
use sole_endgame::{Expression, ProbeError, Recheck, SCALE};
use sole_mate::{Goal, proof_number};
use sole_puzzle::{Puzzle, Status, Verdict};

/// The longest mates in moves that are searched as well.
const LONGEST_SEARCH: u8 = 3;

/// How many nodes that may take.
const SECOND_NODES: u64 = 2_000_000;

/// Asks the tables and compares.
pub(super) fn prove(
    puzzle: &Puzzle,
    position: &Position,
    bounds: &Bounds<'_>,
) -> Result<Ruling, Complaint> {
    let review = match Recheck::of(position, bounds.tables) {
        Ok(review) => review,
        Err(error @ ProbeError::Missing { .. }) => {
            let mut ruling = Ruling::on(puzzle.answer(), &Verdict::Open(None), |_| Fit::Open, 0);
            ruling.doubts = vec![error.to_string()];
            return Ok(ruling);
        }
        Err(error) => return Err(unanswered(&error)),
    };
    if !review.is_playable() {
        let message = "the side to move has no move, so there is nothing to ask".to_owned();
        return Err(Complaint::new(Kind::BadPosition, message));
    }
    let actual = review.to_puzzle();
    let keys = actual.answer().solutions();
    let fit = |text: &str| match position.parse_uci(text) {
        Err(error) => Fit::Fails(error.to_string()),
        Ok(m) if keys.contains(&m.to_string()) => Fit::Solves,
        Ok(_) => Fit::Fails("it does not keep what the position is worth".to_owned()),
    };
    let nodes = 1 + position.moves().len() as u64;
    let mut ruling = Ruling::on(puzzle.answer(), &verdict(keys), fit, nodes);
    compare(puzzle, &review, &actual, &mut ruling);
    ruling.confirm(search(position, &actual, bounds));
    Ok(ruling)
}

fn verdict(keys: &[String]) -> Verdict<String> {
    match keys {
        [] => Verdict::None,
        [only] => Verdict::One(only.clone()),
        [first, second, ..] => Verdict::Many(first.clone(), second.clone()),
    }
}

fn compare(puzzle: &Puzzle, review: &Recheck, actual: &Puzzle, ruling: &mut Ruling) {
    if puzzle.stipulation() != actual.stipulation() {
        ruling.fail(format!("it is a {}, not a {}", actual.stipulation(), puzzle.stipulation()));
    }
    let known: Vec<&str> = Expression::words().collect();
    let held: Vec<&str> = actual.tags().iter().map(|tag| tag.as_str()).collect();
    ruling.compare_tags(puzzle, &known, &held);
    match (puzzle.rating(SCALE), actual.rating(SCALE)) {
        (Some(_), Some(rating)) => ruling.compare_rating(puzzle, SCALE, rating.value()),
        (Some(_), None) => ruling.fail(format!("a drawn position has no {SCALE}")),
        (None, _) => {}
    }
    if let Some((text, condition)) = condition(puzzle)
        && !review.satisfies(&condition)
    {
        ruling.fail(format!("it is not what was looked for: {text}"));
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
fn search(position: &Position, actual: &Puzzle, bounds: &Bounds<'_>) -> Option<bool> {
    let is_win = actual.stipulation() == "win" && actual.answer().status() != Status::None;
    let plies = actual.rating(SCALE).filter(|_| is_win)?.value() as u8;
    let moves = Some(plies.div_ceil(2)).filter(|&moves| moves <= LONGEST_SEARCH)?;
    let budget = bounds.mate(SECOND_NODES);
    let forces = |moves| proof_number::forces(position, Goal::Mate, moves, &budget).ok();
    Some(forces(moves)? && !forces(moves - 1)?)
}
