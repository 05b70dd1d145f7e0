//! Files of problems: which format they have, and what each problem in them asks.
//!
//! Lines, EPD, Lichess's rows and objects are read a line at a time; games, Olive's and Popeye's
//! files as a whole.

use super::question::{Asked, read_stipulation};
use crate::args::Form;
use crate::complain::{Complaint, Kind};
use crate::input::{Input, Positions, Whole};
use crate::render::{excerpt, visible};
use serde_json::{Map, Value};
use sole_board::pgn::{self, PlacedGame};
use sole_board::{Pgn, SanMode};
use sole_collection::{Format, game_tags};
use sole_mate::Stipulation;
use sole_mate::formats::lichess::{HEADER, Puzzle};
use sole_mate::formats::{Credits, Entry, Located, olive, popeye};
use sole_mate::make::KIND;
use std::fmt::{self, Display};
use std::path::Path;

type Questions = Box<dyn Iterator<Item = Result<Asked, Complaint>>>;

/// What is asked, in the format that was named or that the name of the file tells.
pub(crate) fn questions(positions: &Positions, from: Option<Form>) -> Result<Questions, Complaint> {
    let form = from.or_else(|| form_of(positions.path()?)).unwrap_or(Form::Lines);
    let by_line = |read: fn(Input) -> Option<Result<Asked, Complaint>>| -> Result<Questions, _> {
        let read = move |input: Result<Input, Complaint>| input.map_or_else(|c| Some(Err(c)), read);
        Ok(Box::new(positions.inputs()?.filter_map(read)))
    };
    let as_whole = |read: fn(&Whole) -> Vec<Result<Asked, Complaint>>| -> Result<Questions, _> {
        let whole = positions.whole()?.ok_or_else(|| {
            let message = "this format is read from a file, or from '-'".to_owned();
            Complaint::new(Kind::Usage, message)
        })?;
        Ok(Box::new(read(&whole).into_iter()))
    };
    match form {
        Form::Lines | Form::Jsonl => by_line(|input| Some(read_line(input))),
        Form::Epd => by_line(|input| Some(Ok(Asked::from(input)))),
        Form::Lichess => by_line(read_row),
        Form::Pgn => as_whole(read_games),
        Form::Olv => as_whole(|whole| entries(whole, olive::read(&whole.text))),
        Form::Popeye => as_whole(|whole| entries(whole, popeye::read(&whole.text))),
    }
}

/// The format that the ending of a file's name tells.
fn form_of(path: &Path) -> Option<Form> {
    match Format::of_path(path)? {
        Format::Jsonl => Some(Form::Jsonl),
        Format::Epd => Some(Form::Epd),
        Format::Pgn => Some(Form::Pgn),
        Format::Csv => Some(Form::Lichess),
        Format::Olv => Some(Form::Olv),
        Format::Popeye => Some(Form::Popeye),
        Format::Sdm | Format::Pdf | Format::Html | Format::Svg | Format::Png => None,
    }
}

/// The entries of a whole file.
fn entries<E: Display>(
    whole: &Whole,
    read: Vec<Result<Located<Entry>, Located<E>>>,
) -> Vec<Result<Asked, Complaint>> {
    let asked = |entry: Result<Located<Entry>, Located<E>>| match entry {
        Ok(Located { line, content: Entry { setup, stipulation, credits, .. } }) => Ok(Asked {
            input: whole.input(line, &setup.to_string()),
            stipulation: Some(stipulation),
            credits,
            missing: Vec::new(),
        }),
        Err(Located { line, content }) => Err(bad_entry(&content).about(&whole.line(line))),
    };
    read.into_iter().map(asked).collect()
}

fn bad_entry(error: &impl Display) -> Complaint {
    Complaint::new(Kind::BadEntry, excerpt(&error.to_string()))
}

/// The games of a file; a tag says what is demanded, the moves do not matter.
fn read_games(whole: &Whole) -> Vec<Result<Asked, Complaint>> {
    games(whole).into_iter().map(|game| game.and_then(|game| read_game(whole, &game))).collect()
}

/// The games of a file, each with the line where it begins.
pub(crate) fn games(whole: &Whole) -> Vec<Result<Located<Pgn>, Complaint>> {
    let games = pgn::games(&whole.text, SanMode::Lenient).placed();
    let placed = |PlacedGame { line, read, .. }: PlacedGame<'_>| match read {
        Ok(content) => Ok(Located { line, content }),
        Err(error) => Err(bad_entry(&error.problem).about(&whole.line(error.line))),
    };
    games.map(placed).collect()
}

/// What a game asks.
pub(crate) fn read_game(
    whole: &Whole,
    Located { line, content: game }: &Located<Pgn>,
) -> Result<Asked, Complaint> {
    let input = whole.input(*line, &game.start.to_string());
    let demand = game.tags.get(game_tags::STIPULATION);
    let tag = |name| game.tags.get(name).filter(|&text| text != "?").map(str::to_owned);
    let authors = tag(game_tags::AUTHORS).unwrap_or_default();
    Ok(Asked {
        stipulation: demand.map(|text| read_stipulation(&input, text)).transpose()?,
        credits: Credits {
            authors: authors
                .split(game_tags::BETWEEN_AUTHORS)
                .filter(|author| !author.is_empty())
                .map(str::to_owned)
                .collect(),
            source: tag(game_tags::SOURCE),
            intended_solutions: tag(game_tags::INTENDED),
            ..Credits::default()
        },
        missing: game.missing.clone(),
        input,
    })
}

/// A row of Lichess's puzzles, unless it is the header.
fn read_row(input: Input) -> Option<Result<Asked, Complaint>> {
    if input.text == HEADER {
        return None;
    }
    let puzzle = match input.text.parse::<Puzzle>() {
        Ok(puzzle) => puzzle,
        Err(error) => return Some(Err(bad_entry(&error).about(&input))),
    };
    let stipulation = puzzle.mate_in().map(Stipulation::direct_mate).and_then(Result::ok);
    let source = Some(puzzle.game_url.clone()).filter(|url| !url.is_empty());
    Some(Ok(Asked {
        input: input.word(&puzzle.setup().to_string()),
        stipulation,
        credits: Credits { source, ..Credits::default() },
        missing: Vec::new(),
    }))
}

/// A line of text, or an object.
fn read_line(input: Input) -> Result<Asked, Complaint> {
    if input.text.starts_with('{') { read_object(input) } else { Ok(Asked::from(input)) }
}

/// An object of `--format jsonl`, or a puzzle record.
fn read_object(input: Input) -> Result<Asked, Complaint> {
    let object: Map<String, Value> = serde_json::from_str(&input.text).map_err(|error| {
        let column = error.column().saturating_sub(1);
        bad_entry(&"not valid JSON").about(&input).at(column..column + 1)
    })?;
    let object = Object(object);
    let bad = |error: ObjectError| bad_entry(&error).about(&input);
    if let Some(kind) = object.text("kind").map_err(bad)?.filter(|&kind| kind != KIND) {
        let message = format!("a puzzle of kind {}, not {KIND}", visible(kind));
        return Err(bad_entry(&message).about(&input));
    }
    let stipulation = object.text("stipulation").map_err(bad)?;
    let stipulation = stipulation.map(|text| read_stipulation(&input, text)).transpose()?;
    let fen = object.position().map_err(bad)?;
    let credits = object.credits().map_err(bad)?;
    Ok(Asked { input: input.word(fen), stipulation, credits, missing: Vec::new() })
}

/// The fields of an object; those that do not matter here are passed over.
struct Object(Map<String, Value>);

/// Why an object does not ask anything.
enum ObjectError {
    MissingPosition,
    NotText { field: &'static str },
    NotTexts { field: &'static str },
}

impl Object {
    fn position(&self) -> Result<&str, ObjectError> {
        self.text("fen")?.or(self.text("position")?).ok_or(ObjectError::MissingPosition)
    }

    fn credits(&self) -> Result<Credits, ObjectError> {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Ok(Credits {
            authors: self.texts("authors")?,
            source: owned(self.text("source")?),
            intended_solutions: owned(self.text("intended_solutions")?),
            ..Credits::default()
        })
    }

    /// A text, if there is such a field.
    fn text(&self, field: &'static str) -> Result<Option<&str>, ObjectError> {
        match self.0.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(ObjectError::NotText { field }),
        }
    }

    /// A list of texts, empty if there is no such field.
    fn texts(&self, field: &'static str) -> Result<Vec<String>, ObjectError> {
        let Some(value) = self.0.get(field) else { return Ok(Vec::new()) };
        let text = |item: &Value| item.as_str().map(str::to_owned);
        let texts = value.as_array().and_then(|items| items.iter().map(text).collect());
        texts.ok_or(ObjectError::NotTexts { field })
    }
}

impl Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectError::MissingPosition => {
                f.write_str("the object has no field \"fen\" or \"position\"")
            }
            ObjectError::NotText { field } => write!(f, "\"{field}\" should be a text"),
            ObjectError::NotTexts { field } => write!(f, "\"{field}\" should be a list of texts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Paint;

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
            let complaint = read_line(Input::argument(text.to_owned())).err().expect(text);
            let told = crate::complain::render(&complaint, Paint::PLAIN);
            assert!(told.starts_with(&format!("error: {expected}\n")), "{text}: {told}");
        }
    }

    #[test]
    fn the_name_of_a_file_tells_its_format() {
        let cases = [
            ("a.epd", Some(Form::Epd)),
            ("a.PGN", Some(Form::Pgn)),
            ("b/a.olv", Some(Form::Olv)),
            ("a.inp", Some(Form::Popeye)),
            ("a.popeye", Some(Form::Popeye)),
            ("a.csv", Some(Form::Lichess)),
            ("a.jsonl", Some(Form::Jsonl)),
            ("a.txt", None),
            ("olv", None),
        ];
        for (name, expected) in cases {
            assert_eq!(form_of(Path::new(name)), expected, "{name}");
        }
    }
}
