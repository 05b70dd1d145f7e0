//! Rows of Lichess's puzzles.

use super::{Unfit, without_control};
use crate::annotate::{main_line, moves};
use crate::details_check::solves;
use crate::typed_puzzle::TypedPuzzle;
use sole_board::{Move, Setup};
use sole_mate::Problem;
use sole_mate::formats::lichess::{self, Puzzle as Row};
use sole_puzzle::{Puzzle, Status};

/// The scales of the four numbers of a row, in the order of its columns.
pub(crate) const SCALES: [&str; 4] =
    ["lichess", "lichess.deviation", "lichess.popularity", "lichess.plays"];

pub(super) fn entry(puzzle: &Puzzle, setup: &Setup, problem: &Problem) -> Result<String, Unfit> {
    let mut row = match led(puzzle) {
        Some(row) => row,
        None => invented(puzzle, setup, problem)?,
    };
    let details = puzzle.details();
    if let Some(id) = &details.id {
        row.id = without_control(id);
    } else if details.setup_move.is_some() {
        row.id.clear();
    }
    let [rating, deviation, popularity, plays] = SCALES.map(|scale| number(puzzle, scale));
    row.rating = rating.and_then(|n| n.try_into().ok());
    row.rating_deviation = deviation.and_then(|n| n.try_into().ok());
    row.popularity = popularity.and_then(|n| n.try_into().ok());
    row.plays = plays.and_then(|n| n.try_into().ok());
    row.themes = themes(puzzle, row.solution().len().div_ceil(2));
    row.game_url = without_control(details.url.as_deref().unwrap_or_default());
    row.opening_tags = details.openings.iter().map(|tag| without_control(tag)).collect();
    Ok(row.to_string())
}

/// The row of a puzzle with a set-up move.
fn led(puzzle: &Puzzle) -> Option<Row> {
    let details = puzzle.details();
    let (lead, line) = (details.setup_move.as_ref()?, details.line.as_ref()?);
    let row = Row::from_game(&lead.position, &format!("{} {}", lead.played, line.uci)).ok()?;
    (row.setup().to_string() == puzzle.position()).then_some(row)
}

/// A row with a last move that is made up.
fn invented(puzzle: &Puzzle, setup: &Setup, problem: &Problem) -> Result<Row, Unfit> {
    let stipulation = problem.stipulation();
    if !stipulation.is_direct_mate() {
        return Err(Unfit::NotDirect { stipulation });
    }
    if puzzle.answer().status() != Status::One {
        return Err(Unfit::NotUnique);
    }
    let line = line(puzzle, setup, problem).ok_or(Unfit::NoLine)?;
    if let Some(number) = lichess::first_ambiguous_move(problem.position(), &line) {
        return Err(Unfit::Choice { number });
    }
    Row::new(problem.position(), setup, &line).map_err(Unfit::NoLastMove)
}

/// The main line of the record, or else the one that is found with little work.
fn line(puzzle: &Puzzle, setup: &Setup, problem: &Problem) -> Option<Vec<Move>> {
    let typed = TypedPuzzle::Mate { setup: *setup, problem: *problem };
    let written = puzzle.details().line.as_ref().and_then(|line| moves(&line.uci, &typed));
    if let Some(played) = written.filter(|played| solves(problem, played)) {
        return Some(played.into_iter().map(|(_, m)| m).collect());
    }
    main_line(problem)
}

/// A whole number on a scale.
fn number(puzzle: &Puzzle, scale: &str) -> Option<i64> {
    let value = puzzle.rating(scale)?.value();
    (value.fract() == 0.0 && value.abs() < 1e12).then_some(value as i64)
}

/// The keywords, or else what the length and the tags say.
fn themes(puzzle: &Puzzle, moves: usize) -> Vec<String> {
    let details = puzzle.details();
    if !details.keywords.is_empty() || details.setup_move.is_some() {
        return details.keywords.iter().map(|word| without_control(word)).collect();
    }
    let general = ["mate", lichess::length_theme(moves)].into_iter();
    general.chain(puzzle.tags().iter().map(|tag| tag.as_str())).map(str::to_owned).collect()
}
