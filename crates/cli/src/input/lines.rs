//! Lines of a reader, each with its number. A line that is not text is one bad input among the
//! others; only a reader that fails ends the input.

use super::{Input, LONGEST_LINE, STDIN, TOLD_CHARS, line_without_text, not_text, unreadable};
use crate::complain::{Complaint, Kind};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The lines of a reader, each with its number.
pub(crate) struct Lines<R> {
    reader: R,
    name: String,
    number: usize,
    broken: bool,
    binary: Binary,
}

/// What becomes of a line with a control character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    /// It is a line like others: someone may have typed it.
    Line,
    /// It ends the input: the rest is not text.
    End,
}

impl Lines<io::StdinLock<'static>> {
    /// The lines of standard input.
    pub(crate) fn of_stdin() -> Lines<io::StdinLock<'static>> {
        Lines::new(io::stdin().lock(), STDIN.to_owned())
    }
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`, which complaints call `name`.
    pub(super) fn new(reader: R, name: String) -> Lines<R> {
        Lines { reader, name, number: 0, broken: false, binary: Binary::Line }
    }

    /// The lines that say something.
    pub(super) fn inputs(self) -> impl Iterator<Item = Result<Input, Complaint>> {
        let lines = Lines { binary: Binary::End, ..self };
        lines.filter(|line| !line.as_ref().is_ok_and(Input::is_idle))
    }

    /// The line just read.
    fn line(&self, bytes: Vec<u8>) -> Result<Input, Complaint> {
        let text = String::from_utf8(bytes)
            .map_err(|error| self.unusable(error.as_bytes(), "is not UTF-8 text"))?;
        let text = if self.number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(self.here(text.trim()))
    }

    /// A complaint about the line just read.
    fn unusable(&self, bytes: &[u8], problem: &str) -> Complaint {
        let text = String::from_utf8_lossy(bytes);
        let told: String = text.trim().chars().take(TOLD_CHARS).collect();
        let message = format!("the line {problem}");
        Complaint::new(Kind::Unreadable, message).about(&self.here(&told))
    }

    fn here(&self, text: &str) -> Input {
        Input::in_file(text, &self.name, self.number)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Input, Complaint>;

    fn next(&mut self) -> Option<Result<Input, Complaint>> {
        if self.broken {
            return None;
        }
        self.number += 1;
        match read_line(&mut self.reader) {
            Ok(RawLine::End) => None,
            Ok(RawLine::Whole(bytes) | RawLine::Beginning(bytes))
                if self.binary == Binary::End && line_without_text(&bytes).is_some() =>
            {
                self.broken = true;
                Some(Err(not_text(&self.name, self.number)))
            }
            Ok(RawLine::Whole(bytes)) => Some(self.line(bytes)),
            Ok(RawLine::Beginning(bytes)) => Some(Err(self.unusable(&bytes, "is too long"))),
            Err(error) => {
                self.broken = true;
                Some(Err(unreadable(Path::new(&self.name), &error)))
            }
        }
    }
}

/// A line as it is read.
enum RawLine {
    /// Without its end.
    Whole(Vec<u8>),
    /// The beginning of a line beyond [`LONGEST_LINE`].
    Beginning(Vec<u8>),
    /// There are no more lines.
    End,
}

/// Reads to the end of the line in any case.
fn read_line(reader: &mut impl BufRead) -> io::Result<RawLine> {
    let mut bytes = Vec::new();
    let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if length == 0 {
        return Ok(RawLine::End);
    }
    if bytes.pop_if(|&mut last| last == b'\n').is_none() && length as u64 == LONGEST_LINE {
        reader.skip_until(b'\n')?;
        return Ok(RawLine::Beginning(bytes));
    }
    Ok(RawLine::Whole(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_know_their_numbers() {
        let text = "\u{feff}one\r\n\n# no\n  two  \nthree";
        let lines = Lines::new(text.as_bytes(), "f".to_owned()).inputs();
        let read: Vec<Input> = lines.map(|input| input.expect("readable")).collect();
        let expected = [("one", 1), ("two", 4), ("three", 5)];
        assert_eq!(read, expected.map(|(text, line)| Input::in_file(text, "f", line)));
    }

    #[test]
    fn lines_that_are_no_text_do_not_end_the_input() {
        let long = format!("{}\nnext", "x".repeat(LONGEST_LINE as usize + 1));
        for bytes in [long.as_bytes(), b"\xff\xfe\nnext"] {
            let lines = Lines::new(bytes, "f".to_owned()).inputs();
            let read: Vec<Result<Input, _>> = lines.map(|line| line.map_err(|_| ())).collect();
            let expected = [Err(()), Ok(Input::in_file("next", "f", 2))];
            assert_eq!(read, expected, "{:?}", &bytes[..2]);
        }
    }

    #[test]
    fn a_reader_that_fails_ends_the_input() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let lines = Lines::new(BufReader::new(Broken), "f".to_owned()).inputs();
        assert_eq!(lines.map(|line| line.is_ok()).collect::<Vec<_>>(), [false]);
    }
}
