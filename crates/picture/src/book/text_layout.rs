//! Line breaking: text set into lines of a given width, with figurines in it.

use crate::fonts;
use crate::path::{Point, at};
use crate::picture::{Anchor, Font, Ink, Item, Picture, Text};
use sole_board::{Color, Piece, Role};

/// A part of running text with one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Upright.
    Plain(String),
    /// Bold.
    Strong(String),
    /// Italic.
    Italic(String),
    /// What follows begins a new line.
    Break,
}

/// How pieces are written in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// As figurines: ♘f3.
    #[default]
    Figurines,
    /// As English letters: Nf3.
    Letters,
}

impl Notation {
    /// The role of a figurine that is rendered as a picture.
    fn figurine(self, letter: char) -> Option<Role> {
        if self == Notation::Figurines { figurine(letter) } else { None }
    }

    /// A text with figurines replaced by letters, if figurines are not rendered.
    pub(super) fn spell(self, text: &str) -> String {
        match self {
            Notation::Figurines => text.to_owned(),
            Notation::Letters => {
                text.chars().map(|letter| figurine(letter).map_or(letter, Role::char)).collect()
            }
        }
    }
}

/// The role of one of White's figurines.
pub(super) fn figurine(letter: char) -> Option<Role> {
    let figurines = [
        ('♔', Role::King),
        ('♕', Role::Queen),
        ('♖', Role::Rook),
        ('♗', Role::Bishop),
        ('♘', Role::Knight),
        ('♙', Role::Pawn),
    ];
    figurines.into_iter().find(|&(other, _)| other == letter).map(|(_, role)| role)
}

/// The size and notation of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStyle {
    pub(super) size: f64,
    pub(super) notation: Notation,
}

/// A run of a line without a gap: text in one font, or a figurine.
#[derive(Clone, Debug, PartialEq)]
enum Run {
    Text(String, Font),
    Piece(Role),
}

/// A line: its runs, each with its distance from the left.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    runs: Vec<(f64, Run)>,
    width: f64,
}

/// How wide a figurine is, and how large its square is, as parts of the size.
const FIGURE: [f64; 2] = [0.94, 1.3];
/// How far the foot of a piece is from the upper edge of its square.
const FOOT: f64 = 40.0 / 45.0;

impl TextStyle {
    /// Sets spans into lines that are at most this wide.
    pub(super) fn lines(self, spans: &[Span], width: f64) -> Vec<Line> {
        let mut lines = vec![Line::default()];
        for span in spans {
            let (text, font) = match span {
                Span::Plain(text) => (text, Font::Serif),
                Span::Strong(text) => (text, Font::SerifBold),
                Span::Italic(text) => (text, Font::SerifItalic),
                Span::Break => {
                    lines.push(Line::default());
                    continue;
                }
            };
            let glued = !text.starts_with(char::is_whitespace);
            for (number, word) in text.split_whitespace().enumerate() {
                let gap = if number == 0 && glued { 0.0 } else { self.space() };
                self.append(&mut lines, self.runs(word, font), gap, width);
            }
            if text.ends_with(char::is_whitespace) {
                // The gap after a span belongs to the next one.
                if let Some(line) = lines.last_mut().filter(|line| !line.runs.is_empty()) {
                    line.width += self.space();
                }
            }
        }
        lines.retain(|line| !line.runs.is_empty());
        lines
    }

    /// The same in at most `n_lines` lines; dots end the last one if anything is missing.
    pub(super) fn at_most(self, n_lines: usize, spans: &[Span], width: f64) -> Vec<Line> {
        let mut lines = self.lines(spans, width);
        let is_cut = lines.len() > n_lines;
        lines.truncate(n_lines);
        if let (true, Some(last)) = (is_cut, lines.last_mut()) {
            self.end_by_dots(last, width);
        }
        lines
    }

    /// Adds dots to a line, in place of its last words if there is no room for both.
    fn end_by_dots(self, line: &mut Line, width: f64) {
        let font = |(_, run): &(f64, Run)| match run {
            Run::Text(_, font) => Some(*font),
            Run::Piece(_) => None,
        };
        let font = line.runs.iter().rev().find_map(font).unwrap_or(Font::Serif);
        let dots = Run::Text("…".to_owned(), font);
        let room = width - self.width(&dots);
        let end = |(x, run): &(f64, Run)| x + self.width(run);
        while line.runs.len() > 1 && line.runs.last().map_or(0.0, end) > room {
            line.runs.pop();
        }
        match line.runs.as_mut_slice() {
            [(_, Run::Text(text, font))] if fonts::width(text, *font, self.size) > room => {
                *text = clipped(&format!("{text} …"), *font, self.size, width);
            }
            _ => {
                let end = line.runs.last().map_or(0.0, end);
                line.runs.push((end, dots));
            }
        }
        line.width = line.runs.last().map_or(0.0, end);
    }

    fn space(self) -> f64 {
        fonts::width(" ", Font::Serif, self.size)
    }

    fn append(self, lines: &mut Vec<Line>, word: Vec<Run>, gap: f64, width: f64) {
        let length: f64 = word.iter().map(|run| self.width(run)).sum();
        let line = lines.last().expect("there is a line");
        let gap = if line.runs.is_empty() { 0.0 } else { gap };
        let fits = line.width + gap + length <= width;
        if !fits && !line.runs.is_empty() {
            lines.push(Line::default());
            return self.append(lines, word, 0.0, width);
        }
        let word = if fits { word } else { self.split_letters(word) };
        for (number, run) in word.into_iter().enumerate() {
            let gap = if number == 0 { gap } else { 0.0 };
            let length = self.width(&run);
            let full = lines
                .last()
                .is_some_and(|line| !line.runs.is_empty() && line.width + gap + length > width);
            if full {
                lines.push(Line::default());
            }
            let line = lines.last_mut().expect("there is a line");
            line.runs.push((line.width + gap, run));
            line.width += gap + length;
        }
    }

    /// A word that is too long for a line, letter by letter.
    fn split_letters(self, word: Vec<Run>) -> Vec<Run> {
        let letters = word.into_iter().flat_map(|run| match run {
            Run::Text(text, font) => {
                text.chars().map(|letter| Run::Text(letter.to_string(), font)).collect()
            }
            piece @ Run::Piece(_) => vec![piece],
        });
        letters.collect()
    }

    fn runs(self, word: &str, font: Font) -> Vec<Run> {
        let word = self.notation.spell(word);
        let mut runs = Vec::new();
        for letter in word.chars() {
            match (self.notation.figurine(letter), runs.last_mut()) {
                (Some(role), _) => runs.push(Run::Piece(role)),
                (None, Some(Run::Text(text, _))) => text.push(letter),
                (None, _) => runs.push(Run::Text(letter.to_string(), font)),
            }
        }
        runs
    }

    fn width(self, run: &Run) -> f64 {
        match run {
            Run::Text(text, font) => fonts::width(text, *font, self.size),
            Run::Piece(_) => FIGURE[0] * self.size,
        }
    }

    /// Renders a line that starts at a point on the base line.
    pub(super) fn render(self, line: &Line, place: Point, picture: &mut Picture) {
        for (x, run) in &line.runs {
            let start = at(place.x + x, place.y);
            picture.items.push(match run {
                Run::Text(text, font) => Item::Text(Text {
                    text: text.clone(),
                    at: start,
                    size: self.size,
                    font: *font,
                    anchor: Anchor::Start,
                    ink: Ink::BLACK,
                }),
                Run::Piece(role) => {
                    let side = FIGURE[1] * self.size;
                    let left = (side - FIGURE[0] * self.size) / 2.0;
                    let corner = at(start.x - left, start.y - FOOT * side);
                    Item::Piece(Piece { color: Color::White, role: *role }, corner, side)
                }
            });
        }
    }
}

impl Line {
    /// How long it is.
    pub(super) const fn width(&self) -> f64 {
        self.width
    }
}

/// A text cut off so that it is at most this wide, with dots if anything is missing.
pub(super) fn clipped(text: &str, font: Font, size: f64, width: f64) -> String {
    if fonts::width(text, font, size) <= width {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for letter in text.chars() {
        let longer = format!("{clipped}{letter}…");
        if fonts::width(&longer, font, size) > width {
            break;
        }
        clipped.push(letter);
    }
    clipped.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: TextStyle = TextStyle { size: 10.0, notation: Notation::Figurines };

    fn words(line: &Line) -> Vec<String> {
        let text = |run: &Run| match run {
            Run::Text(text, _) => text.clone(),
            Run::Piece(role) => role.name().to_owned(),
        };
        line.runs.iter().map(|(_, run)| text(run)).collect()
    }

    #[test]
    fn words_are_wrapped() {
        let spans = [Span::Strong("12.".to_owned()), Span::Plain(" one two three four".to_owned())];
        let lines = STYLE.lines(&spans, 55.0);
        let lines: Vec<Vec<String>> = lines.iter().map(words).collect();
        assert_eq!(lines, [vec!["12.", "one", "two"], vec!["three", "four"]]);
    }

    #[test]
    fn figurines_are_part_of_the_line() {
        let spans =
            [Span::Plain("1 ♕h7 ♔xh7".to_owned()), Span::Break, Span::Plain("2".to_owned())];
        let lines: Vec<Vec<String>> = STYLE.lines(&spans, 100.0).iter().map(words).collect();
        assert_eq!(lines, [vec!["1", "queen", "h7", "king", "xh7"], vec!["2"]]);
        let letters = TextStyle { notation: Notation::Letters, ..STYLE };
        let lines: Vec<Vec<String>> = letters.lines(&spans, 100.0).iter().map(words).collect();
        assert_eq!(lines, [vec!["1", "Qh7", "Kxh7"], vec!["2"]]);
    }

    /// No line is too long, whatever is set; nothing is lost.
    #[test]
    fn every_text_fits() {
        for seed in 0..300 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let letters = ['a', 'W', ' ', '♘', '…', 'é', '\n', '漢', '-'];
            let text: String = (0..rng.usize(..80)).map(|_| letters[rng.usize(..9)]).collect();
            let width = 12.0 + rng.f64() * 60.0;
            let lines = STYLE.lines(&[Span::Plain(text.clone())], width);
            assert!(lines.iter().all(|line| line.width() <= width + 3.0), "seed {seed}");
            let n_runs: usize = lines
                .iter()
                .flat_map(words)
                .map(|word| if word == "knight" { 1 } else { word.chars().count() })
                .sum();
            let expected = text.chars().filter(|letter| !letter.is_whitespace()).count();
            assert_eq!(n_runs, expected, "seed {seed}");
        }
    }

    #[test]
    fn lines_that_are_left_out_leave_dots() {
        let cases = [
            ("one two three four", 2, 55.0, "one two three|four"),
            ("one two three four", 1, 55.0, "one two…"),
            ("one two three four", 1, 70.0, "one two three…"),
            ("incomprehensibilities again", 1, 40.0, "i n c o m p…"),
            ("some word", 1, 24.0, "so…"),
            ("one two", 0, 55.0, ""),
        ];
        for (text, n_lines, width, expected) in cases {
            let lines = STYLE.at_most(n_lines, &[Span::Plain(text.to_owned())], width);
            assert!(lines.iter().all(|line| line.width() <= width), "{text}");
            let lines: Vec<String> = lines.iter().map(|line| words(line).join(" ")).collect();
            assert_eq!(lines.join("|").replace(" …", "…"), expected);
        }
    }

    #[test]
    fn long_texts_are_cut_off() {
        let cases = [("short", 100.0, "short"), ("rather a long text", 41.0, "rather a…")];
        for (text, width, expected) in cases {
            assert_eq!(clipped(text, Font::Serif, 10.0, width), expected);
        }
    }
}
