//! What the text of an entry says that no field of its record does, by the names that its format
//! has for it.

use crate::Format;
use crate::losses::Part;
use crate::typed_puzzle::TypedPuzzle;
use crate::write::derived;
use crate::write::epd::{COMMENTS, MATE, STIPULATION};
use sole_board::{Epd, Operand, Pgn, SanMode, pgn};
use sole_mate::formats::olive;
use sole_puzzle::{Details, Puzzle};
use std::collections::BTreeSet;

/// What only the text says that a puzzle was read from.
pub(crate) fn parts(puzzle: &Puzzle) -> Vec<Part> {
    let Some(original) = &puzzle.details().original else { return Vec::new() };
    let text = original.text.as_str();
    match original.format.as_str().parse() {
        Ok(Format::Olv) => of_olive(text),
        Ok(Format::Epd) => of_epd(text, &from_fields(puzzle, Format::Epd)),
        Ok(Format::Pgn) => of_game(text, &from_fields(puzzle, Format::Pgn)),
        // The other formats have a field for everything, and only the spacing can differ.
        _ => Vec::new(),
    }
}

/// The entry that the fields of a record make.
fn from_fields(puzzle: &Puzzle, format: Format) -> String {
    let details = Details { original: None, ..puzzle.details().clone() };
    let bare = puzzle.clone().with_details(details);
    let typed = TypedPuzzle::of(&bare).ok();
    typed.and_then(|typed| derived(&bare, &typed, format, None).ok()).unwrap_or_default()
}

fn part(name: String, text: impl Into<String>) -> Part {
    (format!("{name} is"), BTreeSet::from([text.into()]))
}

fn of_olive(text: &str) -> Vec<Part> {
    let field = |(name, text): (String, String)| match name.as_str() {
        // Solving replaces it.
        "solution" => part("the Olive field solution".to_owned(), ""),
        _ => part(format!("the Olive field {name}"), text),
    };
    let entry = olive::read(text).into_iter().next().and_then(Result::ok);
    let ignored = entry.map(|entry| entry.content.ignored).unwrap_or_default();
    let option = |text: String| part(format!("the Olive {text}"), text);
    olive::unread_fields(text)
        .into_iter()
        .map(field)
        .chain(ignored.into_iter().map(option))
        .collect()
}

fn of_epd(text: &str, written: &str) -> Vec<Part> {
    let (Ok(epd), Ok(written)) = (text.parse::<Epd>(), written.parse::<Epd>()) else {
        return Vec::new();
    };
    let is_read = |opcode: &str| matches!(opcode, MATE | STIPULATION) || COMMENTS.contains(&opcode);
    let is_kept = |opcode: &str| is_read(opcode) || written.operands(opcode).is_some();
    let others = epd.operations().iter().filter(|operation| !is_kept(operation.opcode()));
    let operation = |opcode: &str| {
        let operands = epd.operands(opcode).unwrap_or_default().iter().map(Operand::text);
        part(format!("the EPD opcode {opcode}"), operands.collect::<Vec<_>>().join(" "))
    };
    others.map(|other| operation(other.opcode())).collect()
}

fn of_game(text: &str, written: &str) -> Vec<Part> {
    let only = |text: &str| -> Option<Pgn> { pgn::games(text, SanMode::Lenient).next()?.ok() };
    let (Some(game), Some(written)) = (only(text), only(written)) else { return Vec::new() };
    let says = |value: &str| !matches!(value, "" | "?" | "????.??.??");
    let others = game
        .tags
        .iter()
        .filter(|&(name, value)| says(value) && written.tags.get(name) != Some(value));
    let mut parts: Vec<Part> =
        others.map(|(name, value)| part(format!("the PGN tag {name}"), value)).collect();
    if game.score != written.score {
        parts.push(part("the PGN tag Result".to_owned(), game.score.text()));
    }
    if game.line != written.line {
        // Solving replaces them.
        parts.push(part("the PGN move text".to_owned(), ""));
    }
    parts
}
