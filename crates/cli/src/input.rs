//! Inputs: an argument, the lines of a file, or the lines of standard input.
//!
//! An input remembers where it came from, so that a complaint can say so. Blank
//! lines and lines that begin with `#` are skipped.

use crate::args::{OptionalPosition, PositionSource, RequiredPosition, StartPosition};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use serde::Serialize;
use sole_board::{Faults, Position, Setup, fen};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// One text, and where it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Input {
    /// The text without the line break.
    #[serde(rename = "input")]
    pub(crate) text: String,
    /// The file, if it is not an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line in the file, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl Input {
    /// A text from the command line.
    pub(crate) fn argument(text: impl Into<String>) -> Input {
        Input { text: text.into(), file: None, line: None }
    }

    /// `line 3 of positions.txt`, unless it is an argument.
    pub(crate) fn origin(&self) -> Option<String> {
        Some(format!("line {} of {}", self.line?, self.file.as_ref()?))
    }

    /// The setup that it means.
    pub(crate) fn setup(&self) -> Result<Setup, Complaint> {
        self.text.parse().map_err(|error| Complaint::bad_fen(self, &error))
    }

    /// The position that it means.
    pub(crate) fn position(&self, waived: Faults) -> Result<Playable, Complaint> {
        let setup = self.setup()?;
        match Position::new(setup, waived) {
            Ok(position) => Ok(Playable { setup, position }),
            Err(faults) => Err(Complaint::bad_position(self, &setup, faults)),
        }
    }
}

/// A position together with the setup it was read from, which has the clocks.
pub(crate) struct Playable {
    /// As it was typed.
    pub(crate) setup: Setup,
    /// As it is played on.
    pub(crate) position: Position,
}

/// Which positions are asked about.
#[derive(Debug)]
pub(crate) struct Positions {
    source: Source,
    /// The faults that do not count.
    pub(crate) waived: Faults,
}

#[derive(Debug, PartialEq, Eq)]
enum Source {
    Arguments(Vec<String>),
    File(std::path::PathBuf),
    Stdin,
}

impl From<RequiredPosition> for Positions {
    fn from(RequiredPosition { fen, source }: RequiredPosition) -> Positions {
        Positions::new(fen, source)
    }
}

impl From<OptionalPosition> for Positions {
    fn from(OptionalPosition { fen, source }: OptionalPosition) -> Positions {
        let fen = if fen.is_empty() { vec![fen::INITIAL.to_owned()] } else { fen };
        Positions::new(fen, source)
    }
}

impl From<StartPosition> for Positions {
    fn from(StartPosition { fen, waivers }: StartPosition) -> Positions {
        let source = PositionSource { file: None, waivers };
        Positions::from(OptionalPosition { fen, source })
    }
}

impl Positions {
    fn new(fen: Vec<String>, flags: PositionSource) -> Positions {
        let source = match flags.file {
            Some(path) if path.as_os_str() == "-" => Source::Stdin,
            Some(path) => Source::File(path),
            None if fen == ["-"] => Source::Stdin,
            None => Source::Arguments(join_fields(fen)),
        };
        Positions { source, waived: flags.waivers.waive.into_iter().collect() }
    }

    /// The one text that was given.
    pub(crate) fn only(&self) -> Result<Input, Complaint> {
        match &self.source {
            Source::Arguments(texts) if texts.len() == 1 => Ok(Input::argument(&texts[0])),
            _ => Err(Complaint::new(Kind::Usage, "expected one position".to_owned())),
        }
    }

    /// Whether several answers may follow each other.
    pub(crate) fn is_batch(&self) -> bool {
        !matches!(&self.source, Source::Arguments(texts) if texts.len() == 1)
    }

    /// Answers each input in turn; a complaint about one does not stop the
    /// others. The exit codes are combined by [`Exit::and`].
    pub(crate) fn answer_each(
        &self,
        console: &mut Console,
        mut answer: impl FnMut(&Input, &mut Console) -> Result<Exit, Stop>,
    ) -> Result<Exit, Stop> {
        let mut exit = None;
        for input in self.inputs()? {
            let answered = input.map_err(Stop::from).and_then(|input| {
                let exit = answer(&input, console)?;
                console.flush()?;
                Ok(exit)
            });
            let this = match answered {
                Err(Stop::Complaint(complaint)) if self.is_batch() => {
                    console.complain(&complaint)?;
                    complaint.exit()
                }
                other => other?,
            };
            exit = Some(exit.map_or(this, |all: Exit| all.and(this)));
        }
        exit.ok_or_else(|| {
            let message = "there is no position in the input".to_owned();
            Complaint::new(Kind::Unreadable, message).into()
        })
    }

    fn inputs(&self) -> Result<Box<dyn Iterator<Item = Result<Input, Complaint>>>, Complaint> {
        match &self.source {
            Source::Arguments(texts) => {
                Ok(Box::new(texts.clone().into_iter().map(|text| Ok(Input::argument(text)))))
            }
            Source::Stdin => Ok(Box::new(lines(io::stdin().lock(), "standard input".to_owned()))),
            Source::File(path) => {
                let file = File::open(path).map_err(|error| unreadable(path, &error))?;
                Ok(Box::new(lines(BufReader::new(file), path.display().to_string())))
            }
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Complaint {
    Complaint::new(Kind::Unreadable, format!("cannot read {}: {error}", path.display()))
}

/// Puts the fields of an unquoted FEN together again. If the first argument is
/// more than one field, each argument is a FEN by itself.
fn join_fields(arguments: Vec<String>) -> Vec<String> {
    let separator = |c: char| c.is_whitespace() || c == '_';
    match arguments.first() {
        Some(first) if first.trim().contains(separator) => arguments,
        _ => vec![arguments.join(" ")],
    }
}

/// The longest line that is read; no position needs more.
const LONGEST_LINE: u64 = 64 * 1024;

/// The lines of a reader. Reading stops at the first that cannot be read.
fn lines(mut reader: impl BufRead, name: String) -> impl Iterator<Item = Result<Input, Complaint>> {
    let mut number = 0;
    let mut broken = false;
    std::iter::from_fn(move || {
        while !broken {
            number += 1;
            let text = match read_line(&mut reader) {
                Ok(None) => return None,
                Ok(Some(text)) => text,
                Err(error) => {
                    broken = true;
                    let message = format!("cannot read line {number} of {name}: {error}");
                    return Some(Err(Complaint::new(Kind::Unreadable, message)));
                }
            };
            let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                let file = Some(name.clone());
                return Some(Ok(Input { text: text.to_owned(), file, line: Some(number) }));
            }
        }
        None
    })
}

/// One line without its end; `None` at the end of the input.
pub(crate) fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if length == 0 {
        return Ok(None);
    }
    if bytes.pop_if(|&mut last| last == b'\n').is_none() && length as u64 == LONGEST_LINE {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the line is too long"));
    }
    let invalid = |_| io::Error::new(io::ErrorKind::InvalidData, "the line is not UTF-8 text");
    String::from_utf8(bytes).map(Some).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_one_fen_again() {
        let strings =
            |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let cases: [(&[&str], &[&str]); 4] = [
            (&["8/8", "w", "-", "-"], &["8/8 w - -"]),
            (&["8/8 w - -", "7/7 b - -"], &["8/8 w - -", "7/7 b - -"]),
            (&["8/8_w_-_-", "7/7_b_-_-"], &["8/8_w_-_-", "7/7_b_-_-"]),
            (&["8/8"], &["8/8"]),
        ];
        for (given, expected) in cases {
            assert_eq!(join_fields(strings(given)), strings(expected), "{given:?}");
        }
    }

    #[test]
    fn lines_know_their_numbers() {
        let text = "\u{feff}one\r\n\n# no\n  two  \nthree";
        let read: Vec<(String, Option<usize>)> = lines(text.as_bytes(), "f".to_owned())
            .map(|input| input.map(|input| (input.text, input.line)).expect("readable"))
            .collect();
        let expected = [("one", 1), ("two", 4), ("three", 5)];
        assert_eq!(read, expected.map(|(text, line)| (text.to_owned(), Some(line))));
    }

    #[test]
    fn lines_that_cannot_be_read_end_the_input() {
        let long = "x".repeat(LONGEST_LINE as usize + 1);
        for bytes in [long.as_bytes(), b"\xff\xfe\nnext"] {
            let read: Vec<bool> = lines(bytes, "f".to_owned()).map(|line| line.is_ok()).collect();
            assert_eq!(read, [false], "{:?}", &bytes[..2]);
        }
    }
}
