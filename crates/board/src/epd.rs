//! Extended position description: four fields of a FEN, then operations.
//!
//! An operation is an opcode with operands, ended by a semicolon:
//! `bm Nf3 d4; id "start"; acd 20;`. Any opcode is kept; those with a known
//! meaning have typed accessors. Moves stay text until they are asked for.
//! Clocks where a FEN has them are read as such, and empty operations are passed
//! over, so that lines such as `… - 0 1 ;D1 20 ;D2 400` can be read. Castling rights and the
//! en passant square may be left out before an operation or at the end; they are none then.
//!
//! ```
//! use sole_board::Epd;
//! let text = "k7/8/K7/8/8/8/8/1R6 w - - bm Rb8+; id \"ladder\"; dm 1;";
//! let epd: Epd = text.parse()?;
//! assert_eq!(epd.id(), Some("ladder"));
//! assert_eq!(epd.number("dm"), Some(1));
//! assert_eq!(epd.to_string(), text);
//! # Ok::<(), sole_board::EpdError>(())
//! ```

use crate::fen::{Token, is_castling, is_en_passant, parse_four, parse_number, tokens};
use crate::{
    CastlingStyle, Clocks, FenError, FenField, Position, ReadSan, SanError, SanMode, Setup,
};
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

const HALFMOVES: &str = "hmvc";
const FULLMOVES: &str = "fmvn";

/// A position and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The four fields, and the clocks, which the text has as `hmvc` and `fmvn`.
    pub setup: Setup,
    operations: Vec<Operation>,
    missing: Vec<FenField>,
}

/// An opcode with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// One operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A string, written in quotes.
    Quoted(String),
    /// A number, a move or another word, written as it is.
    Word(String),
}

/// What is wrong with an EPD, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// The bytes of the text that are wrong; empty at the end if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: EpdProblem,
}

/// What can be wrong with an EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdProblem {
    /// One of the first four fields.
    Fen(FenError),
    /// Something else than an opcode where one is needed.
    Opcode,
    /// The same opcode again.
    OpcodeTwice,
    /// A string without its closing quote.
    OpenQuote,
    /// A quote or a control character where none may be.
    Character {
        /// The character.
        character: char,
    },
    /// A clock that is not a number from 0 to 65535.
    Clock,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            EpdProblem::Fen(error) => error.fmt(f),
            EpdProblem::Opcode => f.write_str("expected an opcode such as bm or id"),
            EpdProblem::OpcodeTwice => f.write_str("the same opcode is given twice"),
            EpdProblem::OpenQuote => f.write_str("the string has no closing quote"),
            EpdProblem::Character { character } => {
                write!(f, "the character {character:?} cannot stand here")
            }
            EpdProblem::Clock => f.write_str("expected one number from 0 to 65535"),
        }
    }
}

impl std::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            EpdProblem::Fen(error) => Some(error),
            _ => None,
        }
    }
}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdError { span: error.span.clone(), problem: EpdProblem::Fen(error) }
    }
}

impl Operand {
    /// The text without quotes.
    pub fn text(&self) -> &str {
        match self {
            Operand::Quoted(text) | Operand::Word(text) => text,
        }
    }

    /// Whether it can be written and read again.
    fn is_sound(&self) -> bool {
        let odd = |c: char| c == '"' || c.is_control();
        match self {
            Operand::Quoted(text) => !text.contains(odd),
            Operand::Word(text) => {
                let odd = |c: char| odd(c) || c == ';' || c.is_whitespace();
                !text.is_empty() && !text.contains(odd)
            }
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Quoted(text) => write!(f, "\"{text}\""),
            Operand::Word(text) => f.write_str(text),
        }
    }
}

impl Operation {
    /// An operation; `None` if the opcode or an operand could not be read again.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Option<Operation> {
        let sound = is_opcode(opcode) && operands.iter().all(Operand::is_sound);
        let operation = Operation { opcode: opcode.to_owned(), operands };
        (sound && operation.clock().is_none_or(|clock| clock.is_ok())).then_some(operation)
    }

    /// Its name.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What follows the name.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The value of `hmvc` or `fmvn`; `None` for other opcodes.
    fn clock(&self) -> Option<Result<u16, EpdProblem>> {
        let clock = matches!(self.opcode.as_str(), HALFMOVES | FULLMOVES);
        clock.then(|| match self.operands.as_slice() {
            [only] => only.text().parse::<u16>().map_err(|_| EpdProblem::Clock),
            _ => Err(EpdProblem::Clock),
        })
    }
}

impl Epd {
    /// A position about which nothing is said.
    pub fn new(setup: Setup) -> Epd {
        Epd { setup, operations: Vec::new(), missing: Vec::new() }
    }

    /// All operations but the clocks, in the order of the text.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Adds an operation, or replaces the one of the same name in its place.
    pub fn set(&mut self, operation: Operation) {
        if let Some(Ok(value)) = operation.clock() {
            return self.set_clock(&operation.opcode, value);
        }
        match self.operations.iter_mut().find(|old| old.opcode == operation.opcode) {
            Some(old) => *old = operation,
            None => self.operations.push(operation),
        }
    }

    fn set_clock(&mut self, opcode: &str, value: u16) {
        match opcode {
            HALFMOVES => self.setup.clocks.halfmoves = value,
            _ => self.setup.clocks.fullmoves = value.max(1),
        }
    }

    /// The operands of an opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        let found = self.operations.iter().find(|operation| operation.opcode == opcode);
        found.map(|operation| operation.operands.as_slice())
    }

    /// The first operand of an opcode as text, as for `id` or `c0` to `c9`.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(Operand::text)
    }

    /// The first operand of an opcode as a number, as for `acd`, `acn`, `acs`, `ce` or `dm`.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        match opcode {
            HALFMOVES => Some(self.setup.clocks.halfmoves.into()),
            FULLMOVES => Some(self.setup.clocks.fullmoves.into()),
            _ => self.text(opcode)?.parse().ok(),
        }
    }

    /// What the position is called.
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// The rights that the text leaves out; they are none in [`Epd::setup`].
    pub fn missing(&self) -> &[FenField] {
        &self.missing
    }

    /// The operands of an opcode as moves in the position, as for `bm` and `am`.
    /// No moves if the opcode is not there.
    ///
    /// # Errors
    /// The first move that is wrong; the span is within that operand.
    pub fn moves(
        &self,
        opcode: &str,
        position: &Position,
        mode: SanMode,
    ) -> Result<Vec<ReadSan>, SanError> {
        let operands = self.operands(opcode).unwrap_or_default();
        operands.iter().map(|operand| position.parse_san(operand.text(), mode)).collect()
    }

    /// The operands of an opcode as moves one after the other, as for `pv`.
    /// No moves if the opcode is not there.
    ///
    /// # Errors
    /// The first move that is wrong; the span is within that operand.
    pub fn line(
        &self,
        opcode: &str,
        position: &Position,
        mode: SanMode,
    ) -> Result<Vec<ReadSan>, SanError> {
        let mut position = *position;
        let operands = self.operands(opcode).unwrap_or_default().iter();
        let play = |operand: &Operand| {
            let read = position.parse_san(operand.text(), mode)?;
            position = position.after(read.played);
            Ok(read)
        };
        operands.map(play).collect()
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup.four_fields(CastlingStyle::default()))?;
        let Clocks { halfmoves, fullmoves } = self.setup.clocks;
        if self.setup.clocks != Clocks::default() {
            write!(f, " {HALFMOVES} {halfmoves}; {FULLMOVES} {fullmoves};")?;
        }
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                write!(f, " {operand}")?;
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        let missing = missing_rights(text);
        let given = tokens(text).take(4 - missing.len());
        let none = missing.iter().map(|_| Token { text: "-", start: text.len() });
        let setup = parse_four(&mut given.chain(none), text.len())?;
        let mut words = tokens(text).skip(4 - missing.len());
        let mut epd = Epd { missing, ..Epd::new(setup) };
        let at = epd.take_fen_clocks(&mut words, text.len())?;
        let mut reader = Reader { text, at, seen: HashSet::new() };
        while let Some((operation, span)) = reader.operation()? {
            match operation.clock() {
                Some(Err(problem)) => return Err(EpdError { span, problem }),
                Some(Ok(value)) => epd.set_clock(&operation.opcode, value),
                None => epd.operations.push(operation),
            }
        }
        Ok(epd)
    }
}

impl Epd {
    /// Reads clocks that stand where a FEN has them, and tells where the operations begin.
    fn take_fen_clocks<'a>(
        &mut self,
        words: &mut impl Iterator<Item = Token<'a>>,
        end: usize,
    ) -> Result<usize, EpdError> {
        let mut at = end;
        for (field, opcode) in [(FenField::Halfmoves, HALFMOVES), (FenField::Fullmoves, FULLMOVES)]
        {
            let Some(word) = words.next() else { return Ok(end) };
            if !word.text.starts_with(|c: char| c.is_ascii_digit()) {
                return Ok(word.start);
            }
            let number = word.text.split(';').next().unwrap_or_default();
            let number = Token { text: number, ..word };
            self.set_clock(opcode, parse_number(number, field)?);
            at = word.start + number.text.len();
            if number.text != word.text {
                return Ok(at);
            }
        }
        Ok(at)
    }
}

/// The rights that a text leaves out: it ends, or its operations begin, where their fields would
/// stand.
fn missing_rights(text: &str) -> Vec<FenField> {
    let words: Vec<&str> = tokens(text).map(|word| word.text).take(5).collect();
    let [_, _, rest @ ..] = words.as_slice() else { return Vec::new() };
    match rest {
        [castling, rest @ ..] if is_castling_field(castling, rest.first()) => match rest {
            [square, rest @ ..] if is_square_field(square, rest.first()) => Vec::new(),
            rest if ends_fields(rest) => vec![FenField::EnPassant],
            _ => Vec::new(),
        },
        rest if ends_fields(rest) => vec![FenField::Castling, FenField::EnPassant],
        _ => Vec::new(),
    }
}

/// Whether a word is a castling field. Letters of files alone may be an opcode, such as `ce` and
/// `acd`, unless an en passant square is next.
fn is_castling_field(word: &str, next: Option<&&str>) -> bool {
    let is_usual = word.chars().all(|c| "-KQkq".contains(c));
    is_usual || is_castling(word) && next.is_some_and(|next| is_en_passant(next))
}

/// Whether a word is an en passant field, perhaps a wrong one such as `e9`. The comments `c0` to
/// `c9` look like one, but are followed by a string.
fn is_square_field(word: &str, next: Option<&&str>) -> bool {
    let is_square = matches!(word.as_bytes(), [b'a'..=b'h', b'0'..=b'9']);
    let is_comment = word.starts_with('c') && next.is_some_and(|next| next.starts_with('"'));
    word == "-" || is_square && !is_comment
}

/// Whether no field of a FEN is next. A wrong castling field, which a dash follows, is no opcode.
fn ends_fields(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return true };
    let opcode = first.split(';').next().unwrap_or_default();
    opcode.is_empty() || is_opcode(opcode) && words.get(1) != Some(&"-")
}

fn is_opcode(text: &str) -> bool {
    let later = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(later)
}

/// Reads operations one after the other.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    seen: HashSet<&'a str>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error<T>(&self, span: Range<usize>, problem: EpdProblem) -> Result<T, EpdError> {
        Err(EpdError { span, problem })
    }

    /// The next operation and its place.
    fn operation(&mut self) -> Result<Option<(Operation, Range<usize>)>, EpdError> {
        let empty = |c: char| c == ';' || c.is_whitespace();
        self.at = self.text.len() - self.rest().trim_start_matches(empty).len();
        if self.rest().is_empty() {
            return Ok(None);
        }
        let start = self.at;
        let opcode = self.opcode()?;
        let mut operands = Vec::new();
        loop {
            self.skip_space();
            match self.rest().chars().next() {
                None => break,
                Some(';') => {
                    self.at += 1;
                    break;
                }
                Some('"') => operands.push(self.quoted()?),
                Some(_) => operands.push(self.word()?),
            }
        }
        let operation = Operation { opcode: opcode.to_owned(), operands };
        Ok(Some((operation, start..self.at)))
    }

    fn opcode(&mut self) -> Result<&'a str, EpdError> {
        let word = self.until(|c| c == ';' || c.is_whitespace());
        let span = self.at..self.at + word.len();
        if !is_opcode(word) {
            return self.error(span, EpdProblem::Opcode);
        }
        if !self.seen.insert(word) {
            return self.error(span, EpdProblem::OpcodeTwice);
        }
        self.at += word.len();
        Ok(word)
    }

    fn quoted(&mut self) -> Result<Operand, EpdError> {
        let start = self.at;
        self.at += 1;
        let inside = self.until(|c| c == '"');
        if self.at + inside.len() == self.text.len() {
            return self.error(start..self.text.len(), EpdProblem::OpenQuote);
        }
        self.refuse(inside, char::is_control)?;
        self.at += inside.len() + 1;
        Ok(Operand::Quoted(inside.to_owned()))
    }

    fn word(&mut self) -> Result<Operand, EpdError> {
        let word = self.until(|c| c == ';' || c.is_whitespace());
        self.refuse(word, |c| c == '"' || c.is_control())?;
        self.at += word.len();
        Ok(Operand::Word(word.to_owned()))
    }

    fn until(&self, stop: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find(stop).unwrap_or(rest.len())]
    }

    /// Refuses a character in what comes next.
    fn refuse(&self, next: &str, odd: impl Fn(char) -> bool) -> Result<(), EpdError> {
        match next.char_indices().find(|&(_, character)| odd(character)) {
            None => Ok(()),
            Some((offset, character)) => {
                let start = self.at + offset;
                let problem = EpdProblem::Character { character };
                self.error(start..start + character.len_utf8(), problem)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn operations_are_kept_and_written_in_one_way() {
        let cases = [
            ("", ""),
            ("bm e4;", "bm e4;"),
            ("  bm   e4   d4 ;id \"a; b\" ;", "bm e4 d4; id \"a; b\";"),
            ("bm e4", "bm e4;"),
            ("noop;", "noop;"),
            ("c0 \"\"; c9 \"x y\"; ce -32000;", "c0 \"\"; c9 \"x y\"; ce -32000;"),
            ("0 1", ""),
            ("12 34; bm e4;", "hmvc 12; fmvn 34; bm e4;"),
            ("12; bm e4;", "hmvc 12; fmvn 1; bm e4;"),
            ("0 1;D1 20;D2 400", "D1 20; D2 400;"),
            ("0 1 ;D1 20 ;D2 400", "D1 20; D2 400;"),
            ("; D1 20", "D1 20;"),
            ("bm e4; ; id \"x\";;", "bm e4; id \"x\";"),
            ("12 34 bm e4;", "hmvc 12; fmvn 34; bm e4;"),
            ("12 bm e4;", "hmvc 12; fmvn 1; bm e4;"),
            ("bm e4; fmvn 34; hmvc 12;", "hmvc 12; fmvn 34; bm e4;"),
            ("hmvc 0; fmvn 1;", ""),
        ];
        for (operations, expected) in cases {
            let parsed = format!("{FOUR} {operations}").parse::<Epd>();
            let actual = parsed.map_or("error".to_owned(), |epd| {
                assert_eq!(epd.to_string().parse::<Epd>(), Ok(epd.clone()));
                epd.to_string()[FOUR.len()..].trim_start().to_owned()
            });
            assert_eq!(actual, expected, "{operations}");
        }
    }

    #[test]
    fn known_opcodes_have_types() {
        let text = format!(
            "{FOUR} bm e4 Nf3; am f3; pv e4 e5 Nf3; dm 5; acd 20; id \"first\"; hmvc 7; fmvn 9; c0 \"x\";"
        );
        let epd: Epd = text.parse().expect("an EPD");
        let position = Position::try_from(epd.setup).expect("a position");
        let sans = |moves: Vec<ReadSan>| {
            moves.iter().map(|read| read.san.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(epd.moves("bm", &position, SanMode::Strict).map(sans), Ok("e4 Nf3".to_owned()));
        assert_eq!(
            epd.line("pv", &position, SanMode::Strict).map(sans),
            Ok("e4 e5 Nf3".to_owned())
        );
        assert_eq!(epd.moves("sm", &position, SanMode::Strict).map(sans), Ok(String::new()));
        assert_eq!((epd.number("dm"), epd.number("acd")), (Some(5), Some(20)));
        assert_eq!((epd.id(), epd.text("c0"), epd.text("c1")), (Some("first"), Some("x"), None));
        assert_eq!((epd.setup.clocks.halfmoves, epd.setup.clocks.fullmoves), (7, 9));
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("bm e4; 7 x;", 7..8, "expected an opcode such as bm or id"),
            ("0 1x;", 2..4, "expected a number from 0 to 65535 as move number"),
            ("bm e4; bm d4;", 7..9, "the same opcode is given twice"),
            ("id \"x;", 3..6, "the string has no closing quote"),
            ("id x\"y;", 4..5, "the character '\"' cannot stand here"),
            ("id \"x\ty\";", 5..6, "the character '\\t' cannot stand here"),
            ("hmvc x;", 0..7, "expected one number from 0 to 65535"),
            ("fmvn;", 0..5, "expected one number from 0 to 65535"),
            ("70000", 0..5, "expected a number from 0 to 65535 as halfmove clock"),
        ];
        for (operations, span, message) in cases {
            let error = format!("{FOUR} {operations}").parse::<Epd>().expect_err(operations);
            let offset = FOUR.len() + 1;
            let span = span.start + offset..span.end + offset;
            assert_eq!((error.to_string().as_str(), error.span), (message, span), "{operations}");
        }
        let error = "8/8/8/8/8/8/8/8".parse::<Epd>().expect_err("one field");
        assert!(std::error::Error::source(&error).is_some_and(|source| source.is::<FenError>()));
        assert_eq!(error.to_string(), "missing side to move, 'w' or 'b'");
    }

    #[test]
    fn rights_may_be_left_out() {
        use FenField::{Castling, EnPassant};
        let (both, square) = (&[Castling, EnPassant][..], &[EnPassant][..]);
        let cases = [
            ("", both, "w - -"),
            ("bm e4;", both, "w - - bm e4;"),
            ("bm e6 d6;", both, "w - - bm e6 d6;"),
            ("ce 20;", both, "w - - ce 20;"),
            ("acd 20; bm e4;", both, "w - - acd 20; bm e4;"),
            ("; bm e4;", both, "w - - bm e4;"),
            ("noop;", both, "w - - noop;"),
            ("- bm e4;", square, "w - - bm e4;"),
            ("KQ", square, "w KQ -"),
            ("KQkq dm 2;", square, "w KQkq - dm 2;"),
            ("KQkq c6 \"x\";", square, "w KQkq - c6 \"x\";"),
            ("c3 \"x\"; dm 2;", both, "w - - c3 \"x\"; dm 2;"),
            ("ah e6 bm e4;", &[], "w kq e6 bm e4;"),
            ("KQkq - bm e4;", &[], "w KQkq - bm e4;"),
        ];
        let board = "r3k2r/8/8/3pP3/8/8/8/R3K2R";
        for (rest, missing, expected) in cases {
            let epd: Epd = format!("{board} w {rest}").parse().expect(rest);
            assert_eq!(epd.missing(), missing, "{rest}");
            assert_eq!(epd.to_string(), format!("{board} {expected}"), "{rest}");
        }
        let wrong = [
            ("X - bm e4;", "unknown castling right 'X', expected '-' or some of KQkq, A-H, a-h"),
            ("kqx - bm e4;", "unknown castling right 'x', expected '-' or some of KQkq, A-H, a-h"),
            ("KQ e9 bm e4;", "expected '-' or an en passant square such as e3"),
            ("0 1", "unknown castling right '0', expected '-' or some of KQkq, A-H, a-h"),
        ];
        for (rest, expected) in wrong {
            let error = format!("{board} w {rest}").parse::<Epd>().expect_err(rest);
            assert_eq!(error.to_string(), expected, "{rest}");
        }
    }

    #[test]
    fn only_sound_operations_are_made() {
        let word = |text: &str| Operand::Word(text.to_owned());
        let quoted = |text: &str| Operand::Quoted(text.to_owned());
        let cases = [
            ("bm", word("e4"), true),
            ("bm", word("e4;"), false),
            ("bm", word(""), false),
            ("id", quoted("a; b"), true),
            ("id", quoted("a\"b"), false),
            ("7", word("x"), false),
            ("hmvc", word("x"), false),
            ("hmvc", word("7"), true),
        ];
        for (opcode, operand, sound) in cases {
            let made = Operation::new(opcode, vec![operand.clone()]);
            assert_eq!(made.is_some(), sound, "{opcode} {operand}");
        }
    }
}
