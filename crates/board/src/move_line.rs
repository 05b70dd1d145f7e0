//! Lines of moves as text: numbered, in algebraic notation or as engines write them.
//!
//! ```
//! use sole_board::{MoveNumber, Notation, Position, numbered};
//! let start = Position::initial();
//! let line = start.parse_uci_line("e2e4 e7e5 g1f3")?;
//! let number = MoveNumber::first(start.turn());
//! let name = |position: &Position, m| Notation::San.name(position, m);
//! assert_eq!(numbered(&line, |ply| number.before(ply), name), ["1.e4", "e5", "2.Nf3"]);
//! # Ok::<(), sole_board::UciError>(())
//! ```

use crate::{Clocks, Color, Move, MoveKind, Position, Role, UciStyle};
use std::fmt;

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `Nf3`, `exd5`, `e8=Q#`.
    #[default]
    San,
    /// `Ng1-f3`, `e4xd5`, `e7-e8=Q#`.
    Long,
    /// `g1f3`, `e7e8q`; castling as [`Position::uci`] writes it.
    Uci,
}

impl Notation {
    /// The name of a legal move of `position`.
    pub fn name(self, position: &Position, m: Move) -> String {
        match self {
            Notation::San => position.san(m).to_string(),
            Notation::Long => long(position, m),
            Notation::Uci => position.uci(m),
        }
    }

    /// The names of the moves of a line.
    pub fn names(self, line: &[(Position, Move)]) -> Vec<String> {
        line.iter().map(|(before, m)| self.name(before, *m)).collect()
    }
}

/// `Ng1-f3`, `e7-e8=Q#`; castling as in algebraic notation.
fn long(position: &Position, m: Move) -> String {
    let san = position.san(m).to_string();
    if m.kind() == MoveKind::Castling {
        return san;
    }
    let role = position.diagram().role_at(m.from()).filter(|&role| role != Role::Pawn);
    let letter = role.map(|role| role.char().to_string()).unwrap_or_default();
    let check = &san[san.trim_end_matches(['+', '#']).len()..];
    format!("{letter}{}{check}", position.long_algebraic(m))
}

impl Position {
    /// A legal move as engines write it. Castling moves the king to the rook if the rights of the
    /// position cannot be told otherwise.
    pub fn uci(&self, m: Move) -> String {
        let is_chess960 = self.to_setup(Clocks::default()).is_chess960();
        m.to_uci(if is_chess960 { UciStyle::Chess960 } else { UciStyle::Standard })
    }

    /// Legal moves one after the other, each with the position before it.
    ///
    /// # Panics
    /// May panic if a move is not legal where it stands.
    pub fn line(&self, moves: &[Move]) -> Vec<(Position, Move)> {
        let mut position = *self;
        let step = |&m: &Move| {
            let before = position;
            position = before.after(m);
            (before, m)
        };
        moves.iter().map(step).collect()
    }
}

/// The number of a move in a game: `12.` before a move of White, `12...` before one of Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// Whose move it is.
    pub turn: Color,
    /// How often White has moved, this move included.
    pub fullmoves: u16,
}

impl MoveNumber {
    /// The number of the first move of a game.
    pub fn first(turn: Color) -> MoveNumber {
        MoveNumber { turn, fullmoves: 1 }
    }

    /// The number so many plies later.
    pub fn after(self, plies: usize) -> MoveNumber {
        let MoveNumber { turn, fullmoves } = self;
        let plies_before = plies + usize::from(turn == Color::Black);
        let turn = if plies.is_multiple_of(2) { turn } else { !turn };
        MoveNumber { turn, fullmoves: fullmoves.saturating_add((plies_before / 2) as u16) }
    }

    /// What stands before the move of this ply, from 0 on, in a line that begins with this number:
    /// nothing before a move of Black, unless it comes first.
    pub fn before(self, ply: usize) -> String {
        match self.after(ply) {
            MoveNumber { turn: Color::Black, .. } if ply > 0 => String::new(),
            number => number.to_string(),
        }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.turn == Color::White { "." } else { "..." };
        write!(f, "{}{dots}", self.fullmoves)
    }
}

/// The moves of a line, each with what stands before it at its ply, from 0 on.
pub fn numbered(
    line: &[(Position, Move)],
    before: impl Fn(usize) -> String,
    name: impl Fn(&Position, Move) -> String,
) -> Vec<String> {
    let word = |(ply, (position, m)): (usize, &(Position, Move))| before(ply) + &name(position, *m);
    line.iter().enumerate().map(word).collect()
}

/// A game from its first move on in algebraic notation: `1.e4 e5 2.Nf3`.
///
/// # Panics
/// May panic if a move is not legal where it stands.
pub fn numbered_game(start: &Position, moves: &[Move]) -> String {
    let number = MoveNumber::first(start.turn());
    let name = |position: &Position, m| Notation::San.name(position, m);
    numbered(&start.line(moves), |ply| number.before(ply), name).join(" ")
}

/// Moves in UCI notation with a space between them.
pub fn uci_line<'a>(moves: impl IntoIterator<Item = &'a Move>) -> String {
    moves.into_iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SanMode, Setup};

    fn position(fen: &str) -> Position {
        Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen)
    }

    #[test]
    fn long_names_have_both_squares() {
        let position = position("r3k2r/1P6/8/8/8/8/8/R3K1NR w KQkq - 0 1");
        let cases = [
            ("Nf3", "Ng1-f3"),
            ("bxa8=Q+", "b7xa8=Q+"),
            ("b8=N", "b7-b8=N"),
            ("Rxa8+", "Ra1xa8+"),
            ("O-O-O", "O-O-O"),
        ];
        for (san, expected) in cases {
            let m = position.parse_san(san, SanMode::Strict).expect(san).played;
            assert_eq!(Notation::San.name(&position, m), san);
            assert_eq!(Notation::Long.name(&position, m), expected);
        }
    }

    #[test]
    fn castling_is_written_alike_within_a_position() {
        let cases = [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e1c1"),
            ("1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 e1a1"),
            ("r3k3/8/8/8/8/8/8/R3K1R1 w KQq - 0 1", "e1g1 e1a1"),
            ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1h1 b1a1"),
        ];
        for (fen, expected) in cases {
            let position = position(fen);
            let uci = |san: &str| {
                Notation::Uci
                    .name(&position, position.parse_san(san, SanMode::Lenient).expect(san).played)
            };
            assert_eq!(format!("{} {}", uci("O-O"), uci("O-O-O")), expected, "{fen}");
        }
    }

    #[test]
    fn numbers_stand_before_white_and_before_the_first_move() {
        let white = MoveNumber { turn: Color::White, fullmoves: 12 };
        let black = MoveNumber { turn: Color::Black, ..white };
        let texts = |number: MoveNumber| [0, 1, 2, 3].map(|ply| number.before(ply));
        assert_eq!(texts(white), ["12.", "", "13.", ""]);
        assert_eq!(texts(black), ["12...", "13.", "", "14."]);
        assert_eq!(black.after(2).to_string(), "13...");
    }

    #[test]
    fn games_are_numbered_from_one() {
        let start = Position::initial();
        let moves: Vec<Move> = start
            .parse_uci_line("e2e4 e7e5 g1f3")
            .expect("legal")
            .into_iter()
            .map(|(_, m)| m)
            .collect();
        assert_eq!(numbered_game(&start, &moves), "1.e4 e5 2.Nf3");
        assert_eq!(numbered_game(&start.after(moves[0]), &moves[1..]), "1...e5 2.Nf3");
        assert_eq!(uci_line(&moves), "e2e4 e7e5 g1f3");
    }
}
