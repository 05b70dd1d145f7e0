//! The words of a PGN text with their places.

use super::PgnProblem;
use crate::Score;
use std::ops::Range;

/// One word of the movetext.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// What should be a move.
    Symbol(&'a str),
    /// `$` with what follows.
    Nag(&'a str),
    /// Signs such as `!?`.
    Suffix(&'a str),
    /// A comment without its braces.
    Comment(&'a str),
    Open,
    Close,
    Score(Score),
    /// The beginning of a line that looks like a tag.
    Tag,
}

/// How scores are written; what begins like another one comes after it.
const SCORES: [(&str, Score); 6] = [
    ("1/2-1/2", Score::Draw),
    ("1/2", Score::Draw),
    ("½-½", Score::Draw),
    ("½", Score::Draw),
    ("1-0", Score::WhiteWins),
    ("0-1", Score::BlackWins),
];

/// The score that a text is; unknown if it is none.
pub(super) fn score(text: &str) -> Score {
    let found = SCORES.iter().find(|(written, _)| *written == text);
    found.map_or(Score::Unknown, |&(_, score)| score)
}

/// A place and what is wrong there.
pub(super) type Wrong = (Range<usize>, PgnProblem);

/// Reads words from left to right, each byte once.
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Beyond this no comment can end, so that nobody looks for it twice.
    last_brace: Option<usize>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, at, last_brace: text.rfind('}') }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Whether nothing but blanks precedes on the line.
    pub(super) fn at_line_start(&self) -> bool {
        let line = self.text[..self.at].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line..self.at].trim_start_matches('\u{feff}').trim().is_empty()
    }

    /// Skips blanks and lines that begin with `%`; tells whether an empty line was among them.
    pub(super) fn skip_blanks(&mut self) -> Gap {
        let start = self.at;
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let escaped = self.rest().starts_with('%')
                && (self.at == 0 || self.text[..self.at].ends_with(['\n', '\u{feff}']));
            if !escaped {
                break;
            }
            self.skip_line();
        }
        let newlines = self.text[start..self.at].matches('\n').take(2).count();
        if newlines == 2 { Gap::EmptyLine } else { Gap::None }
    }

    /// Skips to the beginning of the next line.
    pub(super) fn skip_line(&mut self) {
        self.at = self.rest().find('\n').map_or(self.text.len(), |newline| self.at + newline + 1);
    }

    fn take(&mut self, length: usize) -> &'a str {
        let word = &self.rest()[..length];
        self.at += length;
        word
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest().find(|c| !fits(c)).unwrap_or(self.rest().len());
        self.take(length)
    }

    /// The next word and its place; move numbers and dots are passed over.
    pub(super) fn next(&mut self) -> Result<Option<(Token<'a>, Range<usize>)>, Wrong> {
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(first) = self.rest().chars().next() else { return Ok(None) };
            if let Some(score) = self.score() {
                return Ok(Some((Token::Score(score), start..self.at)));
            }
            let token = match first {
                '{' | ';' => Some(Token::Comment(self.comment()?)),
                '(' | ')' | '*' => Some(self.sign()),
                '$' => {
                    self.take(1);
                    Some(Token::Nag(self.take_while(|c| c.is_ascii_alphanumeric())))
                }
                '!' | '?' => Some(Token::Suffix(self.take_while(|c| matches!(c, '!' | '?')))),
                '[' if self.at_line_start() && looks_like_tag(self.rest()) => Some(Token::Tag),
                '0'..='9' => self.number(),
                '.' => {
                    self.take_while(|c| c == '.');
                    None
                }
                _ if is_symbol(first) => Some(Token::Symbol(self.symbol())),
                character => {
                    let span = start..start + character.len_utf8();
                    return Err((span, PgnProblem::Character { character }));
                }
            };
            if let Some(token) = token {
                return Ok(Some((token, start..self.at)));
            }
        }
    }

    fn sign(&mut self) -> Token<'a> {
        match self.take(1) {
            "(" => Token::Open,
            ")" => Token::Close,
            _ => Token::Score(Score::Unknown),
        }
    }

    /// The inside of a comment in braces or to the end of the line.
    pub(super) fn comment(&mut self) -> Result<&'a str, Wrong> {
        let start = self.at;
        if self.rest().starts_with(';') {
            self.skip_line();
            return Ok(&self.text[start + 1..self.at]);
        }
        if self.last_brace.is_none_or(|last| last < start) {
            return Err((start..start + 1, PgnProblem::OpenComment));
        }
        self.take(1);
        let inside = self.take_while(|c| c != '}');
        self.take(1);
        Ok(inside)
    }

    /// A score but `*`.
    fn score(&mut self) -> Option<Score> {
        let &(text, score) = SCORES.iter().find(|(text, _)| {
            let after = self.rest().strip_prefix(text);
            after.is_some_and(|after| !after.starts_with(is_symbol))
        })?;
        self.take(text.len());
        Some(score)
    }

    /// Passes over a `*` right after a score, which is no game of its own.
    pub(super) fn skip_star(&mut self) {
        let rest = self.rest().trim_start_matches([' ', '\t']);
        if let Some(after) = rest.strip_prefix('*') {
            self.at = self.text.len() - after.len();
        }
    }

    /// Whether the number of White's first move comes next.
    pub(super) fn at_first_move(&self) -> bool {
        let after = self.rest().strip_prefix("1.");
        after.is_some_and(|after| !after.trim_start().starts_with('.'))
    }

    /// Castling with zeros; a move number is `None`.
    fn number(&mut self) -> Option<Token<'a>> {
        if self.rest().starts_with("0-0") {
            return Some(Token::Symbol(self.symbol()));
        }
        self.take_while(|c| c.is_ascii_digit());
        None
    }

    /// Letters and signs of a move, with `e.p.` or a promotion in brackets.
    fn symbol(&mut self) -> &'a str {
        let start = self.at;
        let word = self.take_while(is_symbol);
        if word.ends_with('e') && self.rest().starts_with(".p.") {
            self.take(".p.".len());
        }
        let mut next = self.rest().chars();
        if let (Some('('), Some('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n'), Some(')')) =
            (next.next(), next.next(), next.next())
        {
            self.take("(Q)".len());
            self.take_while(|c| matches!(c, '+' | '#'));
        }
        &self.text[start..self.at]
    }
}

/// What was skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    EmptyLine,
}

fn is_symbol(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '+' | '#' | '=' | ':' | '-' | '/' | '_' | '@' | '♔'..='♟')
}

/// Whether a line begins like a tag, and not like a clock in a comment.
pub(super) fn looks_like_tag(line: &str) -> bool {
    let inside = line.trim_start().strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric()))
}
