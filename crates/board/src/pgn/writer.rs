//! Writing a game in export format.

use super::reader::normalised;
use super::{Line, Node, Pgn, ROSTER, Tags, initial};
use crate::Color;
use std::fmt;

/// The longest line that is written, if the words allow it.
const COLUMNS: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            let value = match name {
                "Result" => self.score.text(),
                _ => self.tags.get(name).unwrap_or(unknown),
            };
            write_tag(f, name, value)?;
        }
        for (name, value) in self.later_tags() {
            write_tag(f, &name, &value)?;
        }
        f.write_str("\n")?;
        let mut words = Words::default();
        words.line(&self.line, Number::of(self));
        words.plain(self.score.text().to_owned());
        words.write(f)
    }
}

impl Pgn {
    /// The tags after the first seven, by name.
    fn later_tags(&self) -> Vec<(String, String)> {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let others = |tags: &Tags| -> Vec<(String, String)> {
            tags.iter().filter(|(name, _)| !ROSTER.contains(name)).map(owned).collect()
        };
        let mut tags = others(&self.tags);
        if self.start != initial() {
            tags.push(("FEN".to_owned(), self.start.to_string()));
            tags.push(("SetUp".to_owned(), "1".to_owned()));
        }
        tags.sort();
        tags
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The number of a move and whose it is.
#[derive(Clone, Copy)]
struct Number {
    move_number: usize,
    color: Color,
}

impl Number {
    fn of(pgn: &Pgn) -> Number {
        Number { move_number: pgn.start.clocks.fullmoves.into(), color: pgn.start.turn }
    }

    fn next(self) -> Number {
        let later = usize::from(self.color == Color::Black);
        Number { move_number: self.move_number + later, color: !self.color }
    }
}

/// The words of the movetext before they are broken into lines.
#[derive(Default)]
struct Words {
    words: Vec<Word>,
    /// Brackets that wait for the next word.
    opening: String,
    flow: Flow,
}

/// Whether the next move follows the last one at once, so that Black's needs no number.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Flow {
    #[default]
    Broken,
    Smooth,
}

enum Word {
    Plain(String),
    /// A comment that ends with its line.
    Rest(String),
}

impl Words {
    fn plain(&mut self, word: String) {
        let opening = std::mem::take(&mut self.opening);
        self.words.push(Word::Plain(opening + &word));
    }

    fn line(&mut self, line: &Line, first: Number) {
        let mut number = first;
        self.flow = Flow::Broken;
        for node in &line.moves {
            self.comments(&node.before);
            self.node(node, number);
            self.comments(&node.after);
            for variation in &node.variations {
                self.opening.push('(');
                self.line(variation, number);
                self.close();
                self.flow = Flow::Broken;
            }
            number = number.next();
        }
        self.comments(&line.closing);
    }

    fn node(&mut self, node: &Node, Number { move_number, color }: Number) {
        match (color, self.flow) {
            (Color::White, _) => self.plain(format!("{move_number}.")),
            (Color::Black, Flow::Broken) => self.plain(format!("{move_number}...")),
            (Color::Black, Flow::Smooth) => {}
        }
        self.flow = Flow::Smooth;
        self.plain(node.san.to_string());
        for nag in &node.nags {
            self.plain(format!("${}", nag.0));
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.flow = Flow::Broken;
            let text = normalised(comment);
            if text.contains('}') {
                if !self.opening.is_empty() {
                    self.plain(String::new());
                }
                self.words.push(Word::Rest(format!(";{text}")));
                continue;
            }
            for word in format!("{{{text}}}").split(' ') {
                self.plain(word.to_owned());
            }
        }
    }

    fn close(&mut self) {
        if !self.opening.is_empty() {
            return self.plain(")".to_owned());
        }
        match self.words.last_mut() {
            Some(Word::Plain(word)) => word.push(')'),
            _ => self.words.push(Word::Plain(")".to_owned())),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        for word in &self.words {
            let (Word::Plain(text) | Word::Rest(text)) = word;
            let length = text.chars().count();
            if column > 0 && column + 1 + length > COLUMNS {
                f.write_str("\n")?;
                column = 0;
            }
            f.write_str(if column > 0 { " " } else { "" })?;
            f.write_str(text)?;
            column += length + usize::from(column > 0);
            if matches!(word, Word::Rest(_)) {
                f.write_str("\n")?;
                column = 0;
            }
        }
        f.write_str("\n")
    }
}
