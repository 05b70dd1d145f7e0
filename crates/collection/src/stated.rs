//! Problems as files state them, before anybody looks at their positions.
//!
//! A record needs a legal position and a stipulation; whoever solves problems may also take
//! positions alone, which somebody else says what to do with.

use crate::{Format, game_tags, opcodes};
use serde_json::{Map, Value};
use sole_board::pgn::{self, PlacedGame};
use sole_board::{Epd, FenField, Pgn, PgnProblem, PositionText, SanMode};
use sole_mate::formats::lichess::{HEADER, LichessError, Puzzle};
use sole_mate::formats::olive::{self, OliveError};
use sole_mate::formats::popeye::{self, PopeyeError};
use sole_mate::formats::{Credits, Entry, Located, Read};
use sole_mate::make::KIND;
use sole_mate::{Stipulation, StipulationError};
use std::fmt;

/// A position that asks something, in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedProblem {
    /// The text of the position; it may have more to say, as [`split_demand`] tells.
    pub position: String,
    /// What is demanded, if not the text of the position says it.
    pub stipulation: Option<Stipulation>,
    /// Who made it, and what is known of it.
    pub credits: Credits,
    /// The fields of the position that its file leaves out, if not its text shows it.
    pub missing: Vec<FenField>,
}

/// Why an entry states no problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatedError {
    /// No problem for Olive.
    Olive(OliveError),
    /// No problem for Popeye.
    Popeye(PopeyeError),
    /// No game.
    Pgn(PgnProblem),
    /// No row of Lichess's puzzles.
    Row(LichessError),
    /// No JSON.
    Json {
        /// Where it ends to be JSON, in bytes from 0 on.
        column: usize,
    },
    /// A record of another kind.
    Kind {
        /// As written.
        kind: String,
    },
    /// An object without a position.
    NoPosition,
    /// A field of an object that should have a text.
    NoText {
        /// Its name.
        field: &'static str,
    },
    /// A field of an object that should have a list of texts.
    NoTexts {
        /// Its name.
        field: &'static str,
    },
    /// An unknown stipulation.
    Stipulation {
        /// The position, if it is known where the stipulation stands.
        position: Option<String>,
        /// As written.
        text: String,
        /// What is wrong with it.
        error: StipulationError,
    },
}

/// The problems of a file whose entries can take several lines. Other formats are read by
/// [`stated_in_line`].
pub fn stated_problems(text: &str, format: Format) -> Vec<Read<StatedProblem, StatedError>> {
    match format {
        Format::Pgn => pgn::games(text, SanMode::Lenient).placed().map(of_placed_game).collect(),
        Format::Olv => of_entries(olive::read(text), StatedError::Olive),
        Format::Popeye => of_entries(popeye::read(text), StatedError::Popeye),
        _ => Vec::new(),
    }
}

/// The problem of a line: a row of Lichess's puzzles, an object, or a position with or without
/// operations. The header of rows says nothing.
pub fn stated_in_line(line: &str, format: Format) -> Option<Result<StatedProblem, StatedError>> {
    match format {
        Format::Csv if line == HEADER => None,
        Format::Csv => Some(line.parse().map_err(StatedError::Row).map(|row| of_row(&row))),
        Format::Jsonl if line.starts_with('{') => Some(of_object(line)),
        _ => Some(Ok(StatedProblem { position: line.to_owned(), ..StatedProblem::default() })),
    }
}

/// The part of a line that is a position, and what it demands, if it says so: `FEN;2`,
/// `FEN;h#2.5`, `FEN h#2.5`, or an EPD with `dm 2;` or `stip "h#2.5";`.
pub fn split_demand(text: &str) -> (&str, Option<String>) {
    let is_position = |text: &str| is_board(text) || text.parse::<PositionText>().is_ok();
    if let Some((fen, rest)) = text.split_once(';')
        && let [word] = rest.split(';').next().map(words).unwrap_or_default().as_slice()
        && is_position(fen)
    {
        return (fen, Some((*word).to_owned()));
    }
    if let Ok(epd) = text.parse::<Epd>() {
        let demand = epd.text(opcodes::STIPULATION).or_else(|| epd.text(opcodes::MATE));
        return (text, demand.map(str::to_owned));
    }
    match text.trim_end().rsplit_once(char::is_whitespace) {
        Some((fen, word)) if is_position(fen) && word.parse::<Stipulation>().is_ok() => {
            (fen, Some(word.to_owned()))
        }
        _ => (text.split(';').next().unwrap_or(text), None),
    }
}

/// Whether a text is eight ranks and nothing else.
pub fn is_board(text: &str) -> bool {
    let text = text.trim();
    text.matches('/').count() == 7 && !text.contains([' ', '_', '\t'])
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn of_entries<E>(
    read: Vec<Read<Entry, E>>,
    error: fn(E) -> StatedError,
) -> Vec<Read<StatedProblem, StatedError>> {
    let stated = |entry: Read<Entry, E>| match entry {
        Ok(Located { line, content: Entry { setup, stipulation, credits, .. } }) => {
            let (position, stipulation) = (setup.to_string(), Some(stipulation));
            let missing = Vec::new();
            Ok(Located { line, content: StatedProblem { position, stipulation, credits, missing } })
        }
        Err(Located { line, content }) => Err(Located { line, content: error(content) }),
    };
    read.into_iter().map(stated).collect()
}

fn of_placed_game(
    PlacedGame { line, read, .. }: PlacedGame<'_>,
) -> Read<StatedProblem, StatedError> {
    let game = read
        .map_err(|error| Located { line: error.line, content: StatedError::Pgn(error.problem) })?;
    match of_game(&game) {
        Ok(content) => Ok(Located { line, content }),
        Err(content) => Err(Located { line, content }),
    }
}

/// A tag says what is demanded; the moves do not matter.
fn of_game(game: &Pgn) -> Result<StatedProblem, StatedError> {
    let position = game.start.to_string();
    let tag = |name| game.tags.get(name).filter(|&text| text != "?").map(str::to_owned);
    let demand = game.tags.get(game_tags::STIPULATION);
    let stipulation = demand.map(|text| stipulation(text, Some(&position))).transpose()?;
    let authors = tag(game_tags::AUTHORS).unwrap_or_default();
    let authors = authors.split(game_tags::BETWEEN_AUTHORS).filter(|author| !author.is_empty());
    let credits = Credits {
        authors: authors.map(str::to_owned).collect(),
        source: tag(game_tags::SOURCE),
        intended_solutions: tag(game_tags::INTENDED),
        ..Credits::default()
    };
    Ok(StatedProblem { position, stipulation, credits, missing: game.missing.clone() })
}

fn of_row(row: &Puzzle) -> StatedProblem {
    let source = Some(row.game_url.clone()).filter(|url| !url.is_empty());
    StatedProblem {
        position: row.setup().to_string(),
        stipulation: row.mate_in().map(Stipulation::direct_mate).and_then(Result::ok),
        credits: Credits { source, ..Credits::default() },
        missing: Vec::new(),
    }
}

/// A solved problem in JSON, or the record of a puzzle.
fn of_object(line: &str) -> Result<StatedProblem, StatedError> {
    let object: Map<String, Value> = serde_json::from_str(line)
        .map_err(|error| StatedError::Json { column: error.column().saturating_sub(1) })?;
    let object = Object(object);
    if let Some(kind) = object.text("kind")?.filter(|&kind| kind != KIND) {
        return Err(StatedError::Kind { kind: kind.to_owned() });
    }
    let stipulation =
        object.text("stipulation")?.map(|text| stipulation(text, None)).transpose()?;
    let position = object.text("fen")?.or(object.text("position")?);
    let position = position.ok_or(StatedError::NoPosition)?.to_owned();
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let credits = Credits {
        authors: object.texts("authors")?,
        source: owned(object.text("source")?),
        intended_solutions: owned(object.text("intended_solutions")?),
        ..Credits::default()
    };
    Ok(StatedProblem { position, stipulation, credits, missing: Vec::new() })
}

fn stipulation(text: &str, position: Option<&str>) -> Result<Stipulation, StatedError> {
    Stipulation::from_typed(text).map_err(|error| StatedError::Stipulation {
        position: position.map(str::to_owned),
        text: text.to_owned(),
        error,
    })
}

/// The fields of an object; those that do not matter here are passed over.
struct Object(Map<String, Value>);

impl Object {
    /// A text, if there is such a field.
    fn text(&self, field: &'static str) -> Result<Option<&str>, StatedError> {
        match self.0.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(StatedError::NoText { field }),
        }
    }

    /// A list of texts, empty if there is no such field.
    fn texts(&self, field: &'static str) -> Result<Vec<String>, StatedError> {
        let Some(value) = self.0.get(field) else { return Ok(Vec::new()) };
        let text = |item: &Value| item.as_str().map(str::to_owned);
        let texts = value.as_array().and_then(|items| items.iter().map(text).collect());
        texts.ok_or(StatedError::NoTexts { field })
    }
}

impl fmt::Display for StatedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatedError::Olive(error) => error.fmt(f),
            StatedError::Popeye(error) => error.fmt(f),
            StatedError::Pgn(error) => error.fmt(f),
            StatedError::Row(error) => error.fmt(f),
            StatedError::Json { .. } => f.write_str("not valid JSON"),
            StatedError::Kind { kind } => write!(f, "a puzzle of kind {kind}, not {KIND}"),
            StatedError::NoPosition => {
                f.write_str("the object has no field \"fen\" or \"position\"")
            }
            StatedError::NoText { field } => write!(f, "\"{field}\" should be a text"),
            StatedError::NoTexts { field } => write!(f, "\"{field}\" should be a list of texts"),
            StatedError::Stipulation { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for StatedError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_cannot_be_read_say_why_in_plain_words() {
        let cases = [
            ("{", "not valid JSON"),
            ("{}", "the object has no field \"fen\" or \"position\""),
            (r#"{"fen":3}"#, "\"fen\" should be a text"),
            (r#"{"fen":"x","authors":"me"}"#, "\"authors\" should be a list of texts"),
            (r#"{"position":"x","kind":"sudoku"}"#, "a puzzle of kind sudoku, not mate"),
        ];
        for (text, expected) in cases {
            let stated = stated_in_line(text, Format::Jsonl).expect("an object");
            assert_eq!(stated.map_err(|error| error.to_string()), Err(expected.to_owned()));
        }
    }

    #[test]
    fn demands_stand_after_positions() {
        let fen = "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -";
        let cases = [
            ("{};2", Some("2")),
            ("{};h#2.5", Some("h#2.5")),
            ("{} ser-h#4", Some("ser-h#4")),
            ("{} bm Qg4; dm 2;", Some("2")),
            ("{} stip \"r#2\";", Some("r#2")),
            ("{}", None),
        ];
        for (line, expected) in cases {
            let line = line.replace("{}", fen);
            assert_eq!(split_demand(&line).1.as_deref(), expected, "{line}");
        }
    }
}
