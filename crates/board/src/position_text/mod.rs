//! Positions as people type or paste them, in any of six forms.
//!
//! | form | example |
//! |---|---|
//! | FEN | `4k3/8/8/8/8/8/8/R3K3 w Q - 0 1` |
//! | EPD | `4k3/8/8/8/8/8/8/R3K3 w Q - dm 9;` |
//! | starting position | `startpos` |
//! | piece list | `Ke1, Ra1 / Ke8 w` |
//! | address of a web page | `https://lichess.org/editor/4k3/8/8/8/8/8/8/R3K3_w_Q_-_0_1` |
//! | moves from the starting position | `1. e4 e5 2. Nf3`, `e2e4 e7e5` |
//!
//! The form is chosen by the look of the text first, so that a slip in a FEN is reported as such.
//! Fields that the text leaves out are named in [`PositionText::missing`].
//!
//! ```
//! use sole_board::{PositionForm, PositionText};
//! let read: PositionText = "e4 e5 Nf3".parse()?;
//! assert_eq!(read.form, PositionForm::Moves);
//! assert!(read.setup.to_string().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"));
//! # Ok::<(), sole_board::PositionTextError>(())
//! ```

mod address;
mod move_list;

use crate::{
    Epd, FenError, FenField, Game, MoveTextError, OpenRights, PieceList, PieceListError, Setup, fen,
};
pub use address::AddressProblem;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The word for the starting position, as engines have it.
pub const STARTPOS: &str = "startpos";

/// A position that was read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The position; what the text leaves out is White to move, no rights, and clocks of 0 and 1.
    pub setup: Setup,
    /// How it was written.
    pub form: PositionForm,
    /// Which of side to move, castling rights and en passant square the text leaves out.
    pub missing: Vec<FenField>,
}

/// How a position was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionForm {
    /// A FEN, perhaps without its last fields, or `startpos`.
    Fen,
    /// The first fields of a FEN, perhaps without the rights, and operations.
    Epd,
    /// A piece list.
    PieceList,
    /// The address of a web page that shows the position.
    Address,
    /// Moves from the starting position.
    Moves,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionTextError {
    /// In a FEN, or in a text that looks like no other form.
    Fen(FenError),
    /// In a piece list.
    PieceList(PieceListError),
    /// In a list of moves.
    Move {
        /// Where the move stands in the text.
        span: Range<usize>,
        /// How many moves were played before it.
        ply: usize,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// In an address.
    Address {
        /// The bytes of the text that are wrong.
        span: Range<usize>,
        /// What is wrong.
        problem: AddressProblem,
    },
    /// In the position that an address holds.
    InAddress {
        /// The position with the escapes of the address resolved.
        text: String,
        /// What is wrong with it; its places are places in this text.
        error: Box<PositionTextError>,
    },
}

impl PositionTextError {
    /// The bytes of the text that are wrong; for [`PositionTextError::InAddress`] those of its
    /// own text.
    pub fn span(&self) -> Range<usize> {
        match self {
            PositionTextError::Fen(error) => error.span.clone(),
            PositionTextError::PieceList(error) => error.span.clone(),
            PositionTextError::Move { span, .. } | PositionTextError::Address { span, .. } => {
                span.clone()
            }
            PositionTextError::InAddress { error, .. } => error.span(),
        }
    }
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionTextError::Fen(error) => error.fmt(f),
            PositionTextError::PieceList(error) => error.fmt(f),
            PositionTextError::Move { error, .. } => error.fmt(f),
            PositionTextError::Address { problem, .. } => problem.fmt(f),
            PositionTextError::InAddress { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionTextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PositionTextError::Fen(error) => Some(error),
            PositionTextError::PieceList(error) => Some(error),
            PositionTextError::Move { error, .. } => Some(error),
            PositionTextError::Address { .. } => None,
            PositionTextError::InAddress { error, .. } => Some(error),
        }
    }
}

impl FromStr for PositionText {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<PositionText, PositionTextError> {
        if text.trim() == STARTPOS {
            return Ok(PositionText::start(PositionForm::Fen));
        }
        if address::is_meant_by(text) {
            return address::read(text);
        }
        if PieceList::is_meant_by(text) {
            return read_piece_list(text);
        }
        if move_list::is_meant_by(text) {
            return move_list::read(text);
        }
        read_fen(text)
    }
}

impl PositionText {
    fn complete(setup: Setup, form: PositionForm) -> PositionText {
        PositionText { setup, form, missing: Vec::new() }
    }

    fn start(form: PositionForm) -> PositionText {
        PositionText::complete(Game::default().setup(), form)
    }

    /// Whether the text leaves a field out.
    pub fn is_missing(&self, field: FenField) -> bool {
        self.missing.contains(&field)
    }

    /// The rights that the text leaves out although its board allows them.
    pub fn open_rights(&self) -> OpenRights {
        OpenRights::of(&self.setup, &self.missing)
    }
}

fn read_piece_list(text: &str) -> Result<PositionText, PositionTextError> {
    let list: PieceList = text.parse().map_err(PositionTextError::PieceList)?;
    let turn = list.turn.is_none().then_some(FenField::Turn);
    let missing = turn.into_iter().chain([FenField::Castling, FenField::EnPassant]).collect();
    Ok(PositionText { setup: list.setup(), form: PositionForm::PieceList, missing })
}

fn read_fen(text: &str) -> Result<PositionText, PositionTextError> {
    fen::parse_with_defaults(text)
        .map(|(setup, missing)| PositionText { setup, form: PositionForm::Fen, missing })
        .or_else(|error| match text.contains(';').then(|| text.parse::<Epd>()) {
            Some(Ok(epd)) => Ok(PositionText {
                setup: epd.setup,
                form: PositionForm::Epd,
                missing: epd.missing().to_vec(),
            }),
            _ => Err(PositionTextError::Fen(error)),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The FEN, the form and the missing fields; or the place and what is wrong there.
    fn summary(text: &str) -> String {
        match text.parse::<PositionText>() {
            Ok(PositionText { setup, form, missing }) => format!("{setup} {form:?} {missing:?}"),
            Err(PositionTextError::InAddress { text, error }) => {
                format!("{:?} of {text}: {error}", error.span())
            }
            Err(error) => format!("{:?}: {error}", error.span()),
        }
    }

    #[test]
    fn every_form_is_read() {
        const BARE: &str = "4k3/8/8/8/8/8/8/4K3";
        const ALL_MISSING: &str = "w - - 0 1 Fen [Turn, Castling, EnPassant]";
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 Moves []";
        let list = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 PieceList";
        let cases = [
            ("startpos", format!("{} Fen []", fen::INITIAL)),
            (fen::INITIAL, format!("{} Fen []", fen::INITIAL)),
            ("4k3/8/8/8/8/8/8/4K3_b_-_-_3_4", format!("{BARE} b - - 3 4 Fen []")),
            ("4k3/8/8/8/8/8/8/4K3 b - -", format!("{BARE} b - - 0 1 Fen []")),
            ("4k3/8/8/8/8/8/8/4K3 b -", format!("{BARE} b - - 0 1 Fen [EnPassant]")),
            (" 4k3/8/8/8/8/8/8/4K3 b ", format!("{BARE} b - - 0 1 Fen [Castling, EnPassant]")),
            (BARE, format!("{BARE} {ALL_MISSING}")),
            ("4k3/8/8/8/8/8/8/4K3 b - - dm 3; id \"x/y/e4\";", format!("{BARE} b - - 0 1 Epd []")),
            ("4k3/8/8/8/8/8/8/4K3 b dm 3;", format!("{BARE} b - - 0 1 Epd [Castling, EnPassant]")),
            ("Ke1, Ra1 / Ke8 w", format!("{list} [Castling, EnPassant]")),
            ("Ke1 Ra1 ke8", format!("{list} [Turn, Castling, EnPassant]")),
            ("e4 e5 Nf3", after.to_owned()),
            ("1. e4 e5 2. Nf3", after.to_owned()),
            ("1.e4 e5 2.Nf3 *", after.to_owned()),
            ("1. e4 1... e5 2. Nf3 1/2-1/2", after.to_owned()),
            ("e2e4, e7e5, g1f3", after.to_owned()),
            ("e2-e4 e7–e5 G1-F3", after.to_owned()),
            ("e2 e4 e7 e5 g1 f3", after.to_owned()),
        ];
        for (text, expected) in cases {
            assert_eq!(summary(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_reported_in_the_form_that_was_meant() {
        let cases = [
            ("", "0..0: missing placement of the men"),
            ("hello", "0..1: unknown letter 'h', expected a piece or a number from 1 to 8"),
            ("8/8 w - -", "0..3: there are 2 ranks, needs 8"),
            (
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 https://lichess.org/abc",
                "31..54: unexpected text after the move number",
            ),
            ("8/8/8/8/8/8/8/8 x", "16..17: expected 'w' or 'b' as the side to move"),
            (
                "8/8/8/8/8/8/8/8 w 0 1",
                "18..19: unknown castling right '0', expected '-' or some of KQkq, A-H, a-h",
            ),
            ("8/8/8/8/8/8/8/8 w - - 0 1 2", "26..27: unexpected text after the move number"),
            ("e4 e5 Ke3", "6..9: no king can go to e3"),
            (
                "1. e4 1... e6 2. Zf3",
                "17..18: expected a piece, a file or a rank before the square",
            ),
            (
                "Ke1, Xa1 / Ke8 w",
                "5..8: expected a piece on a square, such as Ke1, Ra1 or e4, not \"Xa1\"",
            ),
            ("Ke1, Ra1 / Ke1 w", "11..14: two pieces on e1: White's king and Black's king"),
        ];
        for (text, expected) in cases {
            assert_eq!(summary(text), expected, "{text}");
        }
    }

    #[test]
    fn addresses_are_read() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let at = |rest: &str| format!("https://lichess.org/{rest}");
        let board = "4k3/8/8/8/8/8/8/R3K3";
        let complete = format!("{fen} Address []");
        let start = format!("{} Address []", fen::INITIAL);
        let moved = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 Address []";
        let cases = [
            (at(&format!("editor/{board}_w_Q_-_0_1")), complete.clone()),
            (at(&format!("editor/{board}_w_Q_-_0_1?color=black")), complete.clone()),
            (at(&format!("editor/{board}%20w%20Q%20-%200%201")), complete.clone()),
            (at(&format!("editor/standard/{board}_w_Q_-_0_1")), complete.clone()),
            (at(&format!("analysis/{board}_w_Q_-_0_1")), complete.clone()),
            (at(&format!("analysis/standard/{board}_w_Q_-_0_1")), complete.clone()),
            (at(&format!("analysis/fromPosition/{board}_w_Q_-_0_1#3")), complete.clone()),
            (at(&format!("analysis/{board}_w_Q_-_0_1/black")), complete.clone()),
            (at(&format!("editor?fen={}", fen.replace(' ', "+"))), complete.clone()),
            (at(&format!("?fen={}&color=white#ai", fen.replace(' ', "_"))), complete.clone()),
            (format!("lichess.org/editor/{board}_w_Q_-_0_1"), complete.clone()),
            (format!("https://www.chess.com/analysis?fen={}", fen.replace(' ', "%20").replace('/', "%2F")), complete.clone()),
            (at(&format!("editor/{board}_w")), format!("{fen} Address [Castling, EnPassant]").replace(" Q ", " - ")),
            (at("editor"), start.clone()),
            (at("analysis/standard"), start),
            (at("analysis/pgn/e4_e5"), moved.to_owned()),
            (at("analysis/pgn/1.+e4+e5"), moved.to_owned()),
            (at("analysis/atomic/8/8_w"), "29..35: positions of the variant atomic are not supported".to_owned()),
            (at("Abcdefgh"), "0..28: there is no position in this address".to_owned()),
            (at("training/12345"), "0..34: there is no position in this address".to_owned()),
            (at("editor/8/9/8/8/8/8/8/8_w_-_-"), "2..3 of 8/9/8/8/8/8/8/8_w_-_-: unknown letter '9', expected a piece or a number from 1 to 8".to_owned()),
            (at("editor?fen=%FF"), "0..34: the escapes of this address are not UTF-8".to_owned()),
        ];
        for (text, expected) in cases {
            assert_eq!(summary(&text), expected, "{text}");
        }
    }

    #[test]
    fn no_text_makes_it_panic() {
        let texts = [
            "https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3_w_-_-?fen=%4",
            "Ke1, Ra1 / Ke8 w",
            "1. e4 e5 2. Nf3",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1",
        ];
        for text in texts {
            for at in 0..text.len() {
                for wrong in ["", " ", "/", "9", "%", "♔", "-", "é", "_", ";", "://"] {
                    let broken = format!("{}{wrong}{}", &text[..at], &text[at + 1..]);
                    if let Err(error) = broken.parse::<PositionText>() {
                        assert!(!error.to_string().is_empty(), "{broken}");
                    }
                }
            }
        }
    }
}
