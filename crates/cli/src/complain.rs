//! Diagnostics: a failure as text, with carets under what is wrong.
//!
//! ```text
//! error: rank 4 has 9 squares, needs 8
//!    8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - - 0 1
//!                   ^^^^^^^
//! help: did you mean 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
//! ```

use crate::render::{Charset, Paint, shown, width};
use sole_api::failure::{Details, Place};
pub(crate) use sole_api::{Failure as Complaint, FailureKind as Kind};
use std::fmt::Write;
use std::ops::Range;

/// The whole failure as text, ending with a line break.
pub(crate) fn render(failure: &Complaint, paint: Paint) -> String {
    let mut text = format!("{} {}\n", paint.red("error:"), paint.text(failure.message()));
    let Details { input, places, repaired, help, .. } = failure.details();
    if let Some(input) = input {
        if let Some(origin) = input.origin() {
            let _ = writeln!(text, "  in {}", paint.text(&origin));
        }
        render_places(&input.text, places, paint, &mut text);
    }
    if let Some(repaired) = repaired {
        let _ = writeln!(text, "{} did you mean {repaired}", paint.green("help:"));
    }
    for help in help {
        let _ = writeln!(text, "{} {}", paint.green("help:"), paint.text(help));
    }
    text
}

fn render_places(input: &str, places: &[Place], paint: Paint, text: &mut String) {
    let start = places.first().map_or(0, |place| place.start);
    let window = Window::around(input, start, paint.charset());
    let _ = writeln!(text, "   {}", window.text());
    let columns = |place: &Place| window.columns(place.start..place.end);
    let (marks, explained): (Vec<&Place>, Vec<&Place>) =
        places.iter().partition(|place| place.message.is_empty());
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
    use crate::input::Input;
    use sole_board::{Position, Setup};

    fn complaint(text: &str) -> String {
        let input = Input::argument(text);
        match text.parse::<Setup>() {
            Err(error) => render(&Complaint::bad_fen(&input, &error), Paint::PLAIN),
            Ok(setup) => {
                let faults = Position::try_from(setup).expect_err("not playable");
                let complaint = Complaint::bad_position(&input, &setup, faults);
                render(&complaint.waivable(faults), Paint::PLAIN)
            }
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
