//! What a record says of a puzzle, in a line each.

use crate::TypedPuzzle;
use sole_puzzle::{Name, Puzzle, Rating};

/// What is to be done: `#2, White to move`.
pub fn task(puzzle: &Puzzle, typed: &TypedPuzzle) -> String {
    let stipulation = puzzle.stipulation();
    match typed {
        TypedPuzzle::Mate { problem, .. } => {
            format!("{stipulation}, {} to move", problem.position().turn().name())
        }
        TypedPuzzle::Proof(_) => format!("Proof game, {stipulation}"),
        TypedPuzzle::Endgame { position, .. } => {
            format!("{} to move, {stipulation}", position.turn().name())
        }
        TypedPuzzle::Sudoku(_) => format!("Sudoku, {stipulation}"),
    }
}

/// Who made a puzzle, and where and when it was published.
pub fn credit(puzzle: &Puzzle) -> Option<String> {
    let details = puzzle.details();
    let authors = Some(details.authors.join("; ")).filter(|text| !text.is_empty());
    let source = puzzle.source().map(str::to_owned);
    let parts = [authors, source, details.date.clone(), details.award.clone(), details.url.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Some(parts.join(", ")).filter(|text| !text.is_empty())
}

/// What is said of a puzzle beside its solution: ratings, then tags.
pub fn merits(puzzle: &Puzzle) -> String {
    let points = |rating: &Rating| {
        let scale = rating.scale().as_str();
        format!("{} {}", scale.rsplit('.').next().unwrap_or(scale), rating.value())
    };
    let tags = puzzle.tags().iter().map(Name::as_str).collect::<Vec<_>>().join(" ");
    let tags = Some(tags).filter(|tags| !tags.is_empty());
    puzzle.ratings().iter().map(points).chain(tags).collect::<Vec<_>>().join(", ")
}
