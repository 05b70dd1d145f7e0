//! Positions in the addresses of web pages: lichess's editor and analysis board, and any page
//! with a parameter `fen`.

use super::{PositionForm, PositionText, PositionTextError, move_list, read_fen};
use std::borrow::Cow;
use std::fmt;

/// What can be wrong with the address of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddressProblem {
    /// It holds no position.
    NoPosition,
    /// It shows a variant of chess.
    Variant {
        /// The name in the address.
        variant: String,
    },
    /// Its escapes (`%20`) are not UTF-8.
    Escapes,
}

impl fmt::Display for AddressProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddressProblem::NoPosition => f.write_str("there is no position in this address"),
            AddressProblem::Variant { variant } => {
                write!(f, "positions of the variant {variant} are not supported")
            }
            AddressProblem::Escapes => f.write_str("the escapes of this address are not UTF-8"),
        }
    }
}

/// Segments that name the rules of chess.
const CHESS: [&str; 3] = ["standard", "chess960", "fromPosition"];

/// Segments that name other rules.
const VARIANTS: [&str; 7] =
    ["antichess", "atomic", "crazyhouse", "horde", "kingOfTheHill", "racingKings", "threeCheck"];

/// Where an address keeps its position.
enum Place<'a> {
    /// In its path or its query, as a FEN.
    Fen(&'a str),
    /// In its path, as moves.
    Moves(&'a str),
    /// An empty editor or analysis board.
    Start,
}

/// Whether a text is meant as an address: what follows a FEN may hold one, too.
pub(super) fn is_meant_by(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    first.contains("://")
        || first.starts_with("lichess.org/")
        || first.starts_with("www.lichess.org/")
}

/// The position of an address.
pub(super) fn read(text: &str) -> Result<PositionText, PositionTextError> {
    let address = text.trim();
    let escapes = || error(text, address, AddressProblem::Escapes);
    let read = match place(text, address)? {
        Place::Start => Ok(PositionText::start(PositionForm::Address)),
        Place::Fen(part) => {
            let fen = unescaped(part).ok_or_else(escapes)?;
            read_fen(&fen).map_err(|error| in_address(fen, error))
        }
        Place::Moves(part) => {
            let moves = unescaped(part).ok_or_else(escapes)?.replace('_', " ");
            move_list::read(&moves).map_err(|error| in_address(moves.into(), error))
        }
    };
    read.map(|read| PositionText { form: PositionForm::Address, ..read })
}

fn in_address(text: Cow<'_, str>, error: PositionTextError) -> PositionTextError {
    PositionTextError::InAddress { text: text.into_owned(), error: Box::new(error) }
}

/// An error about `part`, which is a part of `text`.
fn error(text: &str, part: &str, problem: AddressProblem) -> PositionTextError {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    PositionTextError::Address { span: start..start + part.len(), problem }
}

fn place<'a>(text: &str, address: &'a str) -> Result<Place<'a>, PositionTextError> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or(rest);
    let (page, query) = rest.split_once('?').unwrap_or((rest, ""));
    if let Some(fen) = query.split('&').find_map(|pair| pair.strip_prefix("fen=")) {
        return Ok(Place::Fen(fen));
    }
    let path = page.split_once('/').map_or("", |(_, path)| path).trim_end_matches('/');
    let none = || error(text, address, AddressProblem::NoPosition);
    let (page, path) = path.split_once('/').unwrap_or((path, ""));
    if !matches!(page, "editor" | "analysis") {
        return Err(none());
    }
    let (first, after) = path.split_once('/').unwrap_or((path, ""));
    if VARIANTS.contains(&first) {
        return Err(error(text, first, AddressProblem::Variant { variant: first.to_owned() }));
    }
    if first == "pgn" {
        return Ok(Place::Moves(after));
    }
    let path = if CHESS.contains(&first) { after } else { path };
    let path = path.strip_suffix("/white").or_else(|| path.strip_suffix("/black")).unwrap_or(path);
    match path {
        "" => Ok(Place::Start),
        fen if fen.contains('/') || fen.contains("%2F") || fen.contains("%2f") => {
            Ok(Place::Fen(fen))
        }
        _ => Err(none()),
    }
}

/// The text with `%20` and `+` resolved; none if what results is not UTF-8.
fn unescaped(part: &str) -> Option<Cow<'_, str>> {
    if !part.contains(['%', '+']) {
        return Some(Cow::Borrowed(part));
    }
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escape = (byte == b'%').then(|| after.get(..2)).flatten();
        let escaped =
            escape.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        rest = if escaped.is_some() { &after[2..] } else { after };
        bytes.push(escaped.unwrap_or(if byte == b'+' { b' ' } else { byte }));
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}
