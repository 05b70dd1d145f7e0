//! The formats in which puzzles are kept, printed and drawn, declared once.

use sole_board::Epd;
use sole_mate::formats::{lichess, popeye};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A format of files with puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Records, one per line.
    Jsonl,
    /// Positions with operations.
    Epd,
    /// Games.
    Pgn,
    /// Lichess's puzzles.
    Csv,
    /// Olive's problems.
    Olv,
    /// Popeye's input.
    Popeye,
    /// Sudokus, one per line.
    Sdm,
    /// A book.
    Pdf,
    /// A page.
    Html,
    /// A picture made of shapes.
    Svg,
    /// A picture made of pixels.
    Png,
}

/// A format that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat {
    /// As written.
    pub name: String,
}

impl Format {
    /// All formats; those that are read as well as written come first.
    pub const ALL: [Format; 11] = [
        Format::Jsonl,
        Format::Epd,
        Format::Pgn,
        Format::Csv,
        Format::Olv,
        Format::Popeye,
        Format::Sdm,
        Format::Pdf,
        Format::Html,
        Format::Svg,
        Format::Png,
    ];

    /// The formats that are read and written; the others are only written.
    pub const COLLECTIONS: &[Format] = Format::ALL.split_at(7).0;

    /// The formats of chess problems.
    pub const PROBLEMS: &[Format] = Format::ALL.split_at(6).0;

    /// The formats of pictures of one puzzle.
    pub const PICTURES: [Format; 3] = [Format::Svg, Format::Png, Format::Pdf];

    /// The formats of books.
    pub const BOOKS: [Format; 2] = [Format::Pdf, Format::Html];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Jsonl => "jsonl",
            Format::Epd => "epd",
            Format::Pgn => "pgn",
            Format::Csv => "csv",
            Format::Olv => "olv",
            Format::Popeye => "popeye",
            Format::Sdm => "sdm",
            Format::Pdf => "pdf",
            Format::Html => "html",
            Format::Svg => "svg",
            Format::Png => "png",
        }
    }

    /// The name in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Jsonl => "JSON lines",
            Format::Epd => "EPD",
            Format::Pgn => "PGN",
            Format::Csv => "Lichess's CSV",
            Format::Olv => "Olive",
            Format::Popeye => "Popeye",
            Format::Sdm => "sdm",
            Format::Pdf => "PDF",
            Format::Html => "HTML",
            Format::Svg => "SVG",
            Format::Png => "PNG",
        }
    }

    /// How file names end, without the dot; the usual ending comes first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Popeye => &["popeye", "inp"],
            Format::Html => &["html", "htm"],
            Format::Jsonl => &["jsonl"],
            Format::Epd => &["epd"],
            Format::Pgn => &["pgn"],
            Format::Csv => &["csv"],
            Format::Olv => &["olv"],
            Format::Sdm => &["sdm"],
            Format::Pdf => &["pdf"],
            Format::Svg => &["svg"],
            Format::Png => &["png"],
        }
    }

    /// Other names on the command line.
    const fn alias(self) -> Option<&'static str> {
        match self {
            Format::Csv => Some("lichess"),
            Format::Sdm => Some("line"),
            _ => None,
        }
    }

    /// The format of a file by its name.
    pub fn of_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extensions().contains(&ending.as_str()))
    }

    /// Whether every line is an entry of its own, which can be read before the next one is there.
    pub const fn is_by_line(self) -> bool {
        matches!(self, Format::Jsonl | Format::Epd | Format::Csv)
    }

    /// The format of a text by its first line that says something.
    pub fn of_text(text: &str) -> Option<Format> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let line = text.lines().find(|line| !line.trim_start().starts_with('#'))?.trim();
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        let is_row = || line == lichess::HEADER || line.parse::<lichess::Puzzle>().is_ok();
        let begins = [popeye::BEGIN, "AnfangProblem"].map(str::to_ascii_lowercase);
        match line.chars().next()? {
            '{' => Some(Format::Jsonl),
            '[' => Some(Format::Pgn),
            _ if line == "---" || is_field(line) => Some(Format::Olv),
            _ if begins.contains(&word) => Some(Format::Popeye),
            _ if is_row() => Some(Format::Csv),
            _ if line.parse::<Epd>().is_ok() => Some(Format::Epd),
            _ if is_grid(line) => Some(Format::Sdm),
            _ => None,
        }
    }

    /// The endings of the file names of some formats: `.epd, .pgn or .csv`.
    pub fn listed(formats: &[Format]) -> String {
        let names: Vec<String> =
            formats.iter().map(|format| format!(".{}", format.extensions()[0])).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// Whether a line begins a field of Olive's files.
fn is_field(line: &str) -> bool {
    const FIRST: [&str; 6] =
        ["authors:", "algebraic:", "stipulation:", "source:", "solution:", "title:"];
    FIRST.iter().any(|field| line.starts_with(field))
}

/// Whether a line is long enough and has the characters of a sudoku.
fn is_grid(line: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let word = line.split_whitespace().next().unwrap_or_default();
    word.len() >= 16 && word.chars().all(is_cell) && word.contains(['.', '0'])
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let is_it = |format: &Format| format.name() == text || format.alias() == Some(text);
        let unknown = || UnknownFormat { name: text.to_owned() };
        Format::ALL.into_iter().find(is_it).ok_or_else(unknown)
    }
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::ALL.map(Format::name).join(", ");
        write!(f, "unknown format '{}', expected one of {names}", self.name)
    }
}

impl std::error::Error for UnknownFormat {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_lead_back_to_the_format() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            for ending in format.extensions() {
                for name in [format!("a.{ending}"), format!("b/a.x.{}", ending.to_uppercase())] {
                    assert_eq!(Format::of_path(Path::new(&name)), Some(format), "{name}");
                }
            }
        }
        assert_eq!("lichess".parse(), Ok(Format::Csv));
        assert!("docx".parse::<Format>().is_err());
        for name in ["a.txt", "olv", "a"] {
            assert_eq!(Format::of_path(Path::new(name)), None, "{name}");
        }
        assert_eq!(
            Format::listed(&[Format::Epd, Format::Csv, Format::Popeye]),
            ".epd, .csv or .popeye"
        );
    }

    #[test]
    fn every_format_is_a_collection_a_picture_or_a_page() {
        for format in Format::ALL {
            let is_read = Format::COLLECTIONS.contains(&format);
            let is_picture = Format::PICTURES.contains(&format);
            assert_eq!(is_read || is_picture, format != Format::Html, "{format}");
            assert!(!(is_read && is_picture), "{format}");
            let has_problems = Format::PROBLEMS.contains(&format);
            assert_eq!(has_problems, is_read && format != Format::Sdm, "{format}");
        }
    }

    #[test]
    fn texts_tell_their_format() {
        let row = "0,6k1/5ppp/8/8/8/8/1r6/R6K b - - 0 1,b2b8 a1b1,,,,,,,";
        let cases = [
            ("{\"schema\":1}", Some(Format::Jsonl)),
            ("\u{feff}\n [Event \"x\"]\n\n1. e4 *", Some(Format::Pgn)),
            ("---\nauthors:\n  - X", Some(Format::Olv)),
            ("algebraic:\n  white: [Ka1]", Some(Format::Olv)),
            ("beginproblem\nStip #2", Some(Format::Popeye)),
            (lichess::HEADER, Some(Format::Csv)),
            (row, Some(Format::Csv)),
            ("# x\n7k/8/5K2/8/8/8/8/6Q1 w - - dm 1;", Some(Format::Epd)),
            ("1.....2..3.....4", Some(Format::Sdm)),
            ("5", None),
            ("", None),
            ("hello world", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Format::of_text(text), expected, "{text}");
        }
    }
}
