//! Forsyth–Edwards notation: a setup as one line of text.
//!
//! Four to six fields are read; the clocks may be missing. Castling rights are
//! read as `KQkq`, as X-FEN or as Shredder-FEN, and written as X-FEN: `K` is the
//! outermost rook on the king's side, another rook is named by its file.
//! Underscores may stand for spaces, as in addresses of web pages.
//!
//! ```
//! use sole_board::Setup;
//! let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
//! assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
//! let error = "r3k2r/8/8/9/8/8/8/R3K2R w KQkq -".parse::<Setup>().unwrap_err();
//! assert_eq!(error.to_string(), "unknown letter '9', expected a piece or a number from 1 to 8");
//! assert_eq!(error.span, 10..11);
//! ```

mod repair;
mod suggestion;

use crate::{Clocks, Color, Diagram, File, Piece, Rank, Setup, Square, SquareSet};
pub use repair::{FenChange, FenRepair, repair};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
pub use suggestion::{field_of, suggestion};

/// The initial array.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What is wrong with a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The field in which it was found.
    pub field: FenField,
    /// The bytes of the text that are wrong; empty at the end if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: FenProblem,
}

/// One of the six fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenField {
    /// The men, from the eighth rank down.
    Placement,
    /// `w` or `b`.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    Halfmoves,
    /// The number of the move.
    Fullmoves,
}

/// What can be wrong in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenProblem {
    /// A field is not there.
    Missing,
    /// There is text after the last field.
    TrailingText,
    /// A letter that means nothing in the placement.
    Letter {
        /// The letter.
        letter: char,
    },
    /// A rank with another number of squares than eight.
    RankLength {
        /// Which rank.
        rank: Rank,
        /// How many squares it has.
        squares: usize,
    },
    /// Another number of ranks than eight.
    RankCount {
        /// How many there are.
        ranks: usize,
    },
    /// A side to move that is not `w` or `b`.
    Turn,
    /// A letter that is no castling right.
    CastlingLetter {
        /// The letter.
        letter: char,
    },
    /// A castling right given twice.
    CastlingTwice,
    /// An en passant field that is not a square or `-`.
    EnPassant,
    /// A clock that is not a number up to 65535.
    Number,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            FenProblem::Missing => write!(f, "missing {}", self.field),
            FenProblem::TrailingText => f.write_str("unexpected text after the move number"),
            FenProblem::Letter { letter } => {
                write!(f, "unknown letter {letter:?}, expected a piece or a number from 1 to 8")
            }
            FenProblem::RankLength { rank, squares } => {
                write!(f, "rank {} has {squares} squares, needs 8", rank.char())
            }
            FenProblem::RankCount { ranks } => write!(f, "there are {ranks} ranks, needs 8"),
            FenProblem::Turn => f.write_str("expected 'w' or 'b' as the side to move"),
            FenProblem::CastlingLetter { letter } => {
                write!(
                    f,
                    "unknown castling right {letter:?}, expected '-' or some of KQkq, A-H, a-h"
                )
            }
            FenProblem::CastlingTwice => f.write_str("the same castling right is given twice"),
            FenProblem::EnPassant => f.write_str("expected '-' or an en passant square such as e3"),
            FenProblem::Number => write!(f, "expected a number from 0 to 65535 as {}", self.field),
        }
    }
}

impl std::error::Error for FenError {}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "placement of the men",
            FenField::Turn => "side to move, 'w' or 'b'",
            FenField::Castling => "castling rights, such as KQkq or '-'",
            FenField::EnPassant => "en passant square, or '-'",
            FenField::Halfmoves => "halfmove clock",
            FenField::Fullmoves => "move number",
        })
    }
}

/// A piece of the input that knows where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Token<'_> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn error(self, field: FenField, problem: FenProblem) -> FenError {
        FenError { field, span: self.span(), problem }
    }
}

/// The words of a text with their places.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let separator = |c: char| c.is_whitespace() || c == '_';
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(|c| !separator(c))?;
        let length = text[start..].find(separator).unwrap_or(text.len() - start);
        rest = start + length;
        Some(Token { text: &text[start..rest], start })
    })
}

/// Reads the first four fields, which EPD has too.
pub(crate) fn parse_four<'a>(
    tokens: &mut impl Iterator<Item = Token<'a>>,
    end: usize,
) -> Result<Setup, FenError> {
    let mut next = |field| {
        tokens.next().ok_or(FenError { field, span: end..end, problem: FenProblem::Missing })
    };
    let diagram = parse_placement(next(FenField::Placement)?)?;
    let turn = parse_turn(next(FenField::Turn)?)?;
    let castling = parse_castling(next(FenField::Castling)?, &diagram)?;
    let en_passant = parse_en_passant(next(FenField::EnPassant)?)?;
    Ok(Setup { diagram, turn, castling, en_passant, clocks: Clocks::default() })
}

/// Whether a word is made of what a castling field has; `ce` and `acd` are opcodes of EPD as well.
pub(crate) fn is_castling(word: &str) -> bool {
    let is_letter = |c: char| matches!(c.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
    word == "-" || !word.is_empty() && word.chars().all(is_letter)
}

/// Whether a word is `-` or a square.
pub(crate) fn is_en_passant(word: &str) -> bool {
    word == "-" || word.parse::<Square>().is_ok()
}

fn parse_placement(token: Token<'_>) -> Result<Diagram, FenError> {
    let mut diagram = Diagram::EMPTY;
    let mut start = token.start;
    let mut ranks = Rank::ALL.into_iter().rev();
    for text in token.text.split('/') {
        if let Some(rank) = ranks.next() {
            parse_rank(Token { text, start }, rank, &mut diagram)?;
        }
        start += text.len() + 1;
    }
    match token.text.split('/').count() {
        8 => Ok(diagram),
        ranks => Err(token.error(FenField::Placement, FenProblem::RankCount { ranks })),
    }
}

fn parse_rank(token: Token<'_>, rank: Rank, diagram: &mut Diagram) -> Result<(), FenError> {
    let mut squares = 0;
    for (offset, letter) in token.text.char_indices() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            squares += empty as usize;
        } else if let Some(piece) = Piece::from_char(letter) {
            if let Some(&file) = File::ALL.get(squares) {
                diagram.put(Square::at(file, rank), piece);
            }
            squares += 1;
        } else {
            let start = token.start + offset;
            let place = Token { text: &token.text[offset..offset + letter.len_utf8()], start };
            return Err(place.error(FenField::Placement, FenProblem::Letter { letter }));
        }
    }
    match squares {
        8 => Ok(()),
        _ => Err(token.error(FenField::Placement, FenProblem::RankLength { rank, squares })),
    }
}

fn parse_turn(token: Token<'_>) -> Result<Color, FenError> {
    Color::ALL
        .into_iter()
        .find(|color| token.text.chars().eq([color.char()]))
        .ok_or_else(|| token.error(FenField::Turn, FenProblem::Turn))
}

fn parse_castling(token: Token<'_>, diagram: &Diagram) -> Result<SquareSet, FenError> {
    let mut rooks = SquareSet::EMPTY;
    if token.text == "-" {
        return Ok(rooks);
    }
    for (offset, letter) in token.text.char_indices() {
        let start = token.start + offset;
        let place = Token { text: &token.text[offset..offset + letter.len_utf8()], start };
        let rook = castling_rook(letter, diagram).ok_or_else(|| {
            place.error(FenField::Castling, FenProblem::CastlingLetter { letter })
        })?;
        if rooks.contains(rook) {
            return Err(place.error(FenField::Castling, FenProblem::CastlingTwice));
        }
        rooks = rooks.with(rook);
    }
    Ok(rooks)
}

/// The rook that a castling letter means; the corner if there is none.
fn castling_rook(letter: char, diagram: &Diagram) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let rank = color.back_rank();
    let [west, east] = diagram.rooks_beside_king(color);
    match letter.to_ascii_lowercase() {
        'k' => Some(east.last().unwrap_or(Square::at(File::H, rank))),
        'q' => Some(west.first().unwrap_or(Square::at(File::A, rank))),
        file => File::from_char(file).map(|file| Square::at(file, rank)),
    }
}

fn parse_en_passant(token: Token<'_>) -> Result<Option<Square>, FenError> {
    if token.text == "-" {
        return Ok(None);
    }
    let square = token.text.parse();
    square.map(Some).map_err(|_| token.error(FenField::EnPassant, FenProblem::EnPassant))
}

pub(crate) fn parse_number(token: Token<'_>, field: FenField) -> Result<u16, FenError> {
    let digits = !token.text.is_empty() && token.text.bytes().all(|b| b.is_ascii_digit());
    let number = digits.then(|| token.text.parse().ok()).flatten();
    number.ok_or_else(|| token.error(field, FenProblem::Number))
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut tokens = tokens(text);
        let mut setup = parse_four(&mut tokens, text.len())?;
        if let Some(token) = tokens.next() {
            setup.clocks.halfmoves = parse_number(token, FenField::Halfmoves)?;
        }
        if let Some(token) = tokens.next() {
            setup.clocks.fullmoves = parse_number(token, FenField::Fullmoves)?.max(1);
        }
        match tokens.next() {
            None => Ok(setup),
            Some(token) => Err(FenError {
                field: FenField::Fullmoves,
                span: token.start..text.trim_end().len(),
                problem: FenProblem::TrailingText,
            }),
        }
    }
}

/// Reads a FEN whose last fields may be missing, and says which of the first four are.
///
/// A missing side to move is White, and missing rights are none.
///
/// # Errors
/// What is wrong with the fields that are there; an empty text is missing its placement.
///
/// ```
/// use sole_board::{FenField, fen};
/// let (setup, missing) = fen::parse_with_defaults("4k3/8/8/8/8/8/8/4K3 b")?;
/// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
/// assert_eq!(missing, [FenField::Castling, FenField::EnPassant]);
/// # Ok::<(), sole_board::FenError>(())
/// ```
pub fn parse_with_defaults(text: &str) -> Result<(Setup, Vec<FenField>), FenError> {
    const DEFAULTS: [(FenField, &str); 3] =
        [(FenField::Turn, " w"), (FenField::Castling, " -"), (FenField::EnPassant, " -")];
    let given = tokens(text).count();
    let missing = given.checked_sub(1).and_then(|given| DEFAULTS.get(given..)).unwrap_or_default();
    let completed = missing.iter().fold(text.to_owned(), |text, (_, default)| text + default);
    Ok((completed.parse()?, missing.iter().map(|&(field, _)| field).collect()))
}

impl FromStr for Diagram {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Diagram, FenError> {
        parse_placement(Token { text, start: 0 })
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some(piece) = self.piece_at(Square::at(file, rank)) else {
                    empty += 1;
                    continue;
                };
                write_empty(f, empty)?;
                empty = 0;
                write!(f, "{}", piece.char())?;
            }
            write_empty(f, empty)?;
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: u32) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingStyle {
    /// `KQkq`, and the file of a rook only if another one stands outside it.
    #[default]
    XFen,
    /// Always the files of the rooks, as in `HAha`.
    Shredder,
}

impl Setup {
    /// The first four fields of the FEN.
    pub fn four_fields(&self, style: CastlingStyle) -> String {
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        let castling = self.castling_field(style);
        format!("{} {} {castling} {en_passant}", self.diagram, self.turn.char())
    }

    /// The FEN with castling rights in the given style.
    pub fn to_fen(&self, style: CastlingStyle) -> String {
        let Clocks { halfmoves, fullmoves } = self.clocks;
        format!("{} {halfmoves} {fullmoves}", self.four_fields(style))
    }

    fn castling_field(&self, style: CastlingStyle) -> String {
        let letters: String = Color::ALL
            .into_iter()
            .flat_map(|color| {
                let rooks = self.castling & SquareSet::rank(color.back_rank());
                let rooks: Vec<Square> = rooks.into_iter().collect();
                rooks.into_iter().rev().map(move |rook| self.castling_letter(color, rook, style))
            })
            .collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    }

    fn castling_letter(&self, color: Color, rook: Square, style: CastlingStyle) -> char {
        let colored = |letter: char| match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        let means_rook = |&letter: &char| castling_rook(letter, &self.diagram) == Some(rook);
        let usual = match style {
            CastlingStyle::XFen => ['k', 'q'].map(colored).into_iter().find(means_rook),
            CastlingStyle::Shredder => None,
        };
        usual.unwrap_or_else(|| colored(rook.file().char()))
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen(CastlingStyle::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_fen_says_what_and_where() {
        let castling = "unknown castling right 'X', expected '-' or some of KQkq, A-H, a-h";
        let cases = [
            ("", 0..0, "missing placement of the men"),
            ("8/8/8/8/8/8/8/8", 15..15, "missing side to move, 'w' or 'b'"),
            ("8/8/8/8/8/8/8/8 w ", 18..18, "missing castling rights, such as KQkq or '-'"),
            ("8/8/8/8/8/8/8/8 w -", 19..19, "missing en passant square, or '-'"),
            ("8/8/8/8/8/8/8 w - -", 0..13, "there are 7 ranks, needs 8"),
            ("8/8/8/8/8/8/8/8/8 w - -", 0..17, "there are 9 ranks, needs 8"),
            ("8/8/ppp/8/8/8/8/8 w - -", 4..7, "rank 6 has 3 squares, needs 8"),
            ("8/8/8/8/8/8/8/44p w - -", 14..17, "rank 1 has 9 squares, needs 8"),
            ("8//8/8/8/8/8/8 w - -", 2..2, "rank 7 has 0 squares, needs 8"),
            (
                "8/8/8/3é4/8/8/8/8 w - -",
                7..9,
                "unknown letter 'é', expected a piece or a number from 1 to 8",
            ),
            ("8/8/8/8/8/8/8/8 W - -", 16..17, "expected 'w' or 'b' as the side to move"),
            ("8/8/8/8/8/8/8/8 w KX -", 19..20, castling),
            ("8/8/8/8/8/8/8/8 w KK -", 19..20, "the same castling right is given twice"),
            ("8/8/8/8/8/8/8/8 w KH -", 19..20, "the same castling right is given twice"),
            ("8/8/8/8/8/8/8/8 w - e9", 20..22, "expected '-' or an en passant square such as e3"),
            (
                "8/8/8/8/8/8/8/8 w - - x",
                22..23,
                "expected a number from 0 to 65535 as halfmove clock",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 -1",
                24..26,
                "expected a number from 0 to 65535 as move number",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - 0 65536",
                24..29,
                "expected a number from 0 to 65535 as move number",
            ),
            ("8/8/8/8/8/8/8/8 w - - 0 1 a b ", 26..29, "unexpected text after the move number"),
        ];
        for (text, span, message) in cases {
            let error = text.parse::<Setup>().expect_err(text);
            assert_eq!((error.to_string().as_str(), error.span), (message, span), "{text:?}");
        }
    }

    #[test]
    fn castling_rights_name_their_rooks() {
        let cases = [
            ("standard", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha"),
            ("some", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "Kq", "Ha"),
            ("Shredder", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha"),
            ("inner rook", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "F", "F"),
            ("outer rook", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "K", "H"),
            ("shuffled", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq - 0 1", "KQkq", "GBgb"),
            ("no rook there", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "K", "H"),
            ("no king there", "4k3/8/8/8/8/8/8/R6R w KQ - 0 1", "KQ", "HA"),
        ];
        for (name, text, x_fen, shredder) in cases {
            let setup: Setup = text.parse().expect(name);
            let field = |style| setup.to_fen(style).split(' ').nth(2).map(str::to_owned);
            assert_eq!(field(CastlingStyle::XFen).as_deref(), Some(x_fen), "{name}");
            assert_eq!(field(CastlingStyle::Shredder).as_deref(), Some(shredder), "{name}");
        }
    }

    #[test]
    fn fields_may_be_few_and_spaced_as_one_likes() {
        let cases = [
            ("8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - - 0 1"),
            ("8/8/8/8/8/8/8/8 b - - 7", "8/8/8/8/8/8/8/8 b - - 7 1"),
            ("8/8/8/8/8/8/8/8 b - - 7 0", "8/8/8/8/8/8/8/8 b - - 7 1"),
            (" 8/8/8/8/8/8/8/8\tb_-_-_7_9 ", "8/8/8/8/8/8/8/8 b - - 7 9"),
            ("8/8/8/44/11111111/8/8/8 b - e3", "8/8/8/8/8/8/8/8 b - e3 0 1"),
        ];
        for (text, expected) in cases {
            let setup: Setup = text.parse().expect(text);
            assert_eq!(setup.to_string(), expected, "{text}");
        }
    }
}
