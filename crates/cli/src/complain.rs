//! Complaints: what is wrong, where, why, and how to go on.
//!
//! ```text
//! error: rank 4 has 9 squares, needs 8
//!    8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - - 0 1
//!                   ^^^^^^^
//! help: did you mean 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
//! ```

use crate::endgame::Title;
use crate::exit::Exit;
use crate::input::Input;
use crate::render::{Charset, Paint, shown, width};
use serde::Serialize;
use sole_board::{Fault, Faults, FenError, Setup, fen};
use std::fmt::Write;
use std::ops::Range;

/// What kind of thing went wrong; scripts see its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The command line could not be understood.
    Usage,
    /// A text that is no FEN.
    BadFen,
    /// A FEN of a position that cannot be played on.
    BadPosition,
    /// A text that is no legal move.
    BadMove,
    /// A file or standard input that cannot be read.
    Unreadable,
    /// An answer that cannot be written.
    Output,
    /// A count beyond 64 bits.
    TooMany,
    /// A text that is no stipulation, or one that does not suit.
    BadStipulation,
    /// A problem in a file that cannot be read.
    BadEntry,
    /// A text that is no sudoku, or one that does not suit.
    BadGrid,
    /// A text that is no name of an ending.
    BadMaterial,
    /// A text that is no condition on positions, or no question in SQL.
    BadExpression,
    /// A position or an ending that no table can have.
    NoTable,
    /// A table that is needed and may not be built.
    MissingTable,
    /// A table that cannot be read or written.
    BadTable,
    /// A layer of an atlas that is needed and not there.
    MissingLayer,
    /// A layer of an atlas that cannot be read or written.
    BadAtlas,
    /// A file of work in progress that is damaged.
    BadLog,
    /// More memory is needed than may be used.
    Memory,
    /// A folder for work in progress that cannot be used.
    Storage,
    /// An address on which nothing can be served.
    Address,
    /// An error in this program.
    Internal,
    /// Stopped by Ctrl-C.
    Interrupted,
}

/// One complaint.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Complaint {
    kind: Kind,
    message: String,
    #[serde(flatten)]
    details: Box<Details>,
}

/// Where it is wrong, and how to go on.
#[derive(Clone, Debug, Default, Serialize)]
struct Details {
    #[serde(flatten)]
    input: Option<Input>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<String>,
    /// The endings to build, for programs that would do so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    build: Vec<String>,
    /// The table to rebuild, for programs that would do so.
    #[serde(skip_serializing_if = "Option::is_none")]
    damaged: Option<Title>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
}

/// A place in the input, in bytes, with what is wrong there.
#[derive(Clone, Debug, Serialize)]
struct Place {
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
}

impl Complaint {
    /// A complaint about nothing in particular in the input.
    pub(crate) fn new(kind: Kind, message: String) -> Complaint {
        let message = without_error_number(message);
        Complaint { kind, message, details: Box::default() }
    }

    /// What is wrong, without the place.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The same with a way to go on.
    pub(crate) fn helped(mut self, help: impl Into<String>) -> Complaint {
        self.details.help.push(help.into());
        self
    }

    /// The same with the endings that should be built.
    pub(crate) fn wanting(mut self, endings: impl IntoIterator<Item = String>) -> Complaint {
        self.details.build.extend(endings);
        self
    }

    /// The same with the damaged table that should be rebuilt.
    pub(crate) fn damaged(mut self, table: Title) -> Complaint {
        self.details.damaged = Some(table);
        self
    }

    /// The same in other words.
    pub(crate) fn reworded(mut self, message: impl Into<String>) -> Complaint {
        self.message = message.into();
        self
    }

    /// The same about this input as a whole.
    pub(crate) fn about(mut self, input: &Input) -> Complaint {
        self.details.input = Some(input.clone());
        self
    }

    /// The same about this part of its input.
    pub(crate) fn at(mut self, Range { start, end }: Range<usize>) -> Complaint {
        self.details.places.push(Place { start, end, fault: None, message: String::new() });
        self
    }

    /// A text that is no FEN.
    pub(crate) fn bad_fen(input: &Input, error: &FenError) -> Complaint {
        let complaint = Complaint::new(Kind::BadFen, error.to_string()).about(input);
        let mut complaint = complaint.at(error.span.clone());
        complaint.details.repaired = fen::suggestion(&input.text).map(|setup| setup.to_string());
        complaint
    }

    /// A setup that cannot be played on.
    pub(crate) fn bad_position(input: &Input, setup: &Setup, faults: Faults) -> Complaint {
        let place = |fault: Fault| {
            let Range { start, end } = fen::field_of(&input.text, fault);
            Place { start, end, fault: Some(fault.name()), message: setup.explain(fault) }
        };
        let message = match faults.iter().count() {
            1 => "this position cannot be played on".to_owned(),
            n => format!("this position cannot be played on, for {n} reasons"),
        };
        let mut complaint = Complaint::new(Kind::BadPosition, message).about(input);
        complaint.details.places = faults.iter().map(place).collect();
        let repaired = setup.suggestion(Faults::NONE);
        complaint.details.repaired = repaired.map(|setup| setup.to_string());
        complaint
    }

    /// The same with the flag that overlooks these faults, if there is one.
    pub(crate) fn waivable(self, faults: Faults) -> Complaint {
        if faults & Faults::WAIVABLE != faults {
            return self;
        }
        let names: Vec<&str> = faults.iter().map(Fault::name).collect();
        self.helped(format!("for a composed position, add --waive {}", names.join(",")))
    }

    /// What kind of thing went wrong.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The exit code that goes with it.
    pub(crate) fn exit(&self) -> Exit {
        match self.kind {
            Kind::Usage => Exit::Usage,
            Kind::TooMany
            | Kind::MissingTable
            | Kind::MissingLayer
            | Kind::Memory
            | Kind::Storage
            | Kind::Internal => Exit::Open,
            Kind::Interrupted => Exit::Interrupted,
            _ => Exit::BadInput,
        }
    }

    /// The whole complaint as text, ending with a line break.
    pub(crate) fn render(&self, paint: Paint) -> String {
        let mut text = format!("{} {}\n", paint.red("error:"), paint.text(&self.message));
        if let Some(input) = &self.details.input {
            if let Some(place) = input.origin() {
                let _ = writeln!(text, "  in {}", paint.text(&place));
            }
            self.render_places(&input.text, paint, &mut text);
        }
        if let Some(repaired) = &self.details.repaired {
            let _ = writeln!(text, "{} did you mean {repaired}", paint.green("help:"));
        }
        for help in &self.details.help {
            let _ = writeln!(text, "{} {}", paint.green("help:"), paint.text(help));
        }
        text
    }

    fn render_places(&self, input: &str, paint: Paint, text: &mut String) {
        let place = self.details.places.first().map_or(0, |place| place.start);
        let window = Window::around(input, place, paint.charset());
        let _ = writeln!(text, "   {}", window.text());
        let columns = |place: &Place| window.columns(place.start..place.end);
        let (marks, explained): (Vec<&Place>, Vec<&Place>) =
            self.details.places.iter().partition(|place| place.message.is_empty());
        if !marks.is_empty() {
            let marks = carets(marks.into_iter().map(columns).collect());
            let _ = writeln!(text, "   {}", paint.red(&marks));
        }
        for place in explained {
            let (column, width) = columns(place);
            let carets = paint.red(&"^".repeat(width));
            let message = paint.text(&place.message);
            let line = format!("   {}{carets} {message}", " ".repeat(column));
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
}

/// A message about a file without the number that the standard library adds to the words of the
/// operating system: `cannot read x: No such file or directory (os error 2)` becomes `cannot read x:
/// no such file or directory`. Errors of all crates pass through here.
fn without_error_number(message: String) -> String {
    let Some((before, rest)) = message.split_once(" (os error ") else { return message };
    let Some((_, after)) = rest.split_once(')') else { return message };
    let (place, words) = before.rsplit_once(": ").unwrap_or(("", before));
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let words: String = first.into_iter().chain(letters).collect();
    let between = if place.is_empty() { "" } else { ": " };
    without_error_number(format!("{place}{between}{words}{after}"))
}

/// A line with carets in columns from a start, each so wide.
fn carets(mut places: Vec<(usize, usize)>) -> String {
    places.sort_unstable();
    let mut line = String::new();
    for (column, width) in places {
        line.push_str(&" ".repeat(column.saturating_sub(line.len())));
        line.push_str(&"^".repeat((column + width).saturating_sub(line.len())));
    }
    line
}

/// The part of a line that is shown: all of it, unless it is very long.
struct Window<'a> {
    input: &'a str,
    shown: Range<usize>,
    charset: Charset,
}

impl<'a> Window<'a> {
    /// The most characters shown.
    const WIDEST: usize = 120;
    /// The most characters shown before the place, if the line is longer.
    const BEFORE: usize = 90;

    fn around(input: &'a str, place: usize, charset: Charset) -> Window<'a> {
        if input.chars().count() <= Self::WIDEST {
            return Window { input, shown: 0..input.len(), charset };
        }
        let place = input.floor_char_boundary(place);
        let before = input[..place].char_indices().rev().nth(Self::BEFORE - 1);
        let start = before.map_or(0, |(at, _)| at);
        let end = input[start..].char_indices().nth(Self::WIDEST);
        Window { input, shown: start..end.map_or(input.len(), |(at, _)| start + at), charset }
    }

    /// The text in one line that is safe to print.
    fn text(&self) -> String {
        let text: String = self.input[self.shown.clone()].chars().map(|c| self.sign(c)).collect();
        let end = if self.shown.end < self.input.len() { self.charset.ellipsis() } else { "" };
        format!("{}{text}{end}", self.beginning())
    }

    /// What stands for the text before it.
    fn beginning(&self) -> &'static str {
        if self.shown.start > 0 { self.charset.ellipsis() } else { "" }
    }

    /// The character that is printed for `c`; in ASCII, where the place below must stay right, it is
    /// a question mark if it has to be.
    fn sign(&self, c: char) -> char {
        match (self.charset, shown(c)) {
            (Charset::Ascii, c) if !c.is_ascii() => '?',
            (_, c) => c,
        }
    }

    /// Where a span stands in [`Window::text`], and how wide it is.
    fn columns(&self, span: Range<usize>) -> (usize, usize) {
        let columns = |text: &str| text.chars().map(|c| width(self.sign(c))).sum::<usize>();
        let start = self.input.floor_char_boundary(span.start).max(self.shown.start);
        let end = self.input.floor_char_boundary(span.end).clamp(start, self.shown.end.max(start));
        let cut = self.beginning().chars().count();
        let before = columns(&self.input[self.shown.start..start]);
        (cut + before, columns(&self.input[start..end]).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Position;

    fn complaint(text: &str) -> String {
        let input = Input::argument(text);
        match text.parse::<Setup>() {
            Err(error) => Complaint::bad_fen(&input, &error).render(Paint::PLAIN),
            Ok(setup) => {
                let faults = Position::try_from(setup).expect_err("not playable");
                let complaint = Complaint::bad_position(&input, &setup, faults);
                complaint.waivable(faults).render(Paint::PLAIN)
            }
        }
    }

    #[test]
    fn errors_of_files_are_in_plain_words() {
        let cases = [
            (
                "cannot read a: b: No such file or directory (os error 2)",
                "cannot read a: b: no such file or directory",
            ),
            (
                "cannot write x: Permission denied (os error 13), try y",
                "cannot write x: permission denied, try y",
            ),
            ("Is a directory (os error 21)", "is a directory"),
            ("a plain message", "a plain message"),
            ("(os error ", "(os error "),
        ];
        for (message, expected) in cases {
            let complaint = Complaint::new(Kind::Unreadable, message.to_owned());
            assert_eq!(complaint.message(), expected);
        }
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        let expected = [
            "error: rank 4 has 9 squares, needs 8",
            "   8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - - 0 1",
            "                  ^^^^^^^",
            "help: did you mean 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let actual = complaint("8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - - 0 1");
        assert_eq!(actual.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_fault_is_shown_at_its_field() {
        let expected = [
            "error: this position cannot be played on, for 2 reasons",
            "   4k3/8/8/8/8/8/8/4K1R1 w KQ e3 0 1",
            "                           ^^ a castling right has no king and rook in place",
            "                              ^^ no pawn can have just passed the en passant square",
            "help: did you mean 4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
        ];
        let actual = complaint("4k3/8/8/8/8/8/8/4K1R1 w KQ e3 0 1");
        assert_eq!(actual.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn wild_input_is_shown_safely() {
        let cases = ["", "\u{1b}[31mx", "é/é", "\t", "8/8/8/8/8/8/8/8 w - - 0 1 \u{7} ♔♔♔", "_"];
        for text in cases {
            let shown = complaint(text);
            assert!(shown.starts_with("error: "), "{text:?}: {shown}");
            assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{text:?}: {shown:?}");
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("8/8/8/8/8/8/8/8 w - - 0 1 {}", "x".repeat(10_000));
        let widest = complaint(&text).lines().map(|line| line.chars().count()).max();
        assert!(widest < Some(140), "{widest:?}");
        let window = Window::around(&text, 5_000, Charset::Unicode);
        assert_eq!(window.columns(5_000..5_002), (91, 2));
        assert_eq!(window.text().chars().count(), 122);
        let window = Window::around(&text, 5_000, Charset::Ascii);
        assert_eq!(window.columns(5_000..5_002), (93, 2));
        assert!(window.text().is_ascii() && window.text().len() == 126, "{}", window.text());
        let fits = format!("8/8/8/8/8/8/8/8 {}", "x".repeat(104));
        assert_eq!(Window::around(&fits, 0, Charset::Unicode).text(), fits);
    }

    #[test]
    fn marks_without_words_share_a_line() {
        let cases = [
            (vec![(0, 1), (1, 1)], "^^"),
            (vec![(4, 2), (0, 1)], "^   ^^"),
            (vec![(0, 3), (1, 1), (2, 2)], "^^^^"),
        ];
        for (places, expected) in cases {
            assert_eq!(carets(places.clone()), expected, "{places:?}");
        }
    }

    #[test]
    fn the_caret_counts_columns_of_the_terminal() {
        let cases = [("王王x", 6..7, (4, 1)), ("\tx", 1..2, (1, 1)), ("a王", 1..4, (1, 2))];
        for (text, span, expected) in cases {
            assert_eq!(
                Window::around(text, 0, Charset::Unicode).columns(span),
                expected,
                "{text:?}"
            );
        }
        assert_eq!(Window::around("a\tb\u{202e}", 0, Charset::Unicode).text(), "a b\u{fffd}");
        let ascii = Window::around("王x", 0, Charset::Ascii);
        assert_eq!((ascii.text().as_str(), ascii.columns(3..4)), ("?x", (1, 1)));
    }
}
