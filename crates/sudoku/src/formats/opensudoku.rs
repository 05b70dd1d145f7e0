//! Collections of the app OpenSudoku: XML with a `game` for each puzzle.
//!
//! ```xml
//! <opensudoku>
//!   <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079"/>
//! </opensudoku>
//! ```
//!
//! Everything but the `data` of games is passed over.

use super::{Fault, Format, ReadError, WriteError, link, read_line};
use crate::{Grid, Puzzle, Shape};

/// What stands before the games.
pub(super) const OPENING: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";

/// What stands after the games.
pub(super) const CLOSING: &str = "</opensudoku>\n";

/// Reads one element.
///
/// # Errors
///
/// It has no data, or none that is a grid.
pub fn read(element: &str) -> Result<Puzzle, ReadError> {
    let data = attribute(element, "data").ok_or(Fault::NoData.somewhere())?;
    let data = data.trim();
    read_line(data, Some(Shape::CLASSIC)).map_err(|error| error.within(element, data))
}

/// Writes one element.
///
/// # Errors
///
/// The grid is not nine by nine.
pub fn render(grid: &Grid) -> Result<String, WriteError> {
    let data = link::digits(grid, Format::OpenSudoku)?;
    Ok(format!("  <game data=\"{data}\"/>"))
}

/// The elements of a text, each with the number of its line from 1.
pub(super) fn games(text: &str) -> Vec<(usize, &str)> {
    let mut games = Vec::new();
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        let rest = &text[open..];
        if rest.starts_with("<!--") {
            at = open + rest.find("-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let element = &rest[..end_of_tag(rest)];
        at = open + element.len();
        let name = element[1..].split(|c: char| !c.is_ascii_alphanumeric()).next();
        if name == Some("game") {
            line += text[counted..open].matches('\n').count();
            counted = open;
            games.push((line, element));
        }
    }
    games
}

/// How long a tag is; a `>` in quotes does not end it.
fn end_of_tag(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The value of an attribute of a tag.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = element.trim_start_matches('<');
    loop {
        let (before, after) = rest.split_once('=')?;
        let key = before.trim_end().rsplit(|c: char| c.is_whitespace()).next()?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, next) = after[1..].split_once(quote)?;
        if key == name {
            return Some(value);
        }
        rest = next;
    }
}
