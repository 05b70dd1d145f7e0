//! Moves with their names, and names back to moves.

use crate::complain::{Complaint, Kind};
use crate::input::Input;
use clap::ValueEnum;
pub(crate) use sole_api::MoveNames as Names;
use sole_board::{Color, Game, Move, MoveKind, Pgn, Position, ReadMove, Role};
use sole_collection::export_game;

/// `12.` or `12...`, before the next move of a game.
pub(crate) fn move_number(turn: Color, fullmoves: u16) -> String {
    let dots = match turn {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{fullmoves}{dots}")
}

/// How moves are written for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// `Nf3`, `exd5`, `e8=Q#`.
    #[default]
    San,
    /// `Ng1-f3`, `e4xd5`, `e7-e8=Q#`.
    Long,
}

impl Notation {
    /// The name of a legal move of `position`.
    pub(crate) fn name(self, position: &Position, m: Move) -> String {
        let san = position.san(m).to_string();
        if self == Notation::San || m.kind() == MoveKind::Castling {
            return san;
        }
        let role = position.diagram().role_at(m.from()).filter(|&role| role != Role::Pawn);
        let letter = role.map(|role| role.char().to_string()).unwrap_or_default();
        let check = &san[san.trim_end_matches(['+', '#']).len()..];
        format!("{letter}{}{check}", position.long_algebraic(m))
    }
}

/// The game in export format.
pub(crate) fn pgn_text(game: &Game) -> String {
    export_game(Pgn::from(game))
}

/// Reads a move as people type it.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<ReadMove, Complaint> {
    position.parse_move(text).map_err(|error| {
        let complaint = Complaint::new(Kind::BadMove, error.to_string());
        complaint.about(&Input::argument(text)).at(error.span())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complain::render;
    use crate::render::Paint;
    use sole_board::SanMode;

    #[test]
    fn moves_are_read_in_both_notations() {
        let start = Position::initial();
        for (text, uci, repaired) in
            [("e2e4", "e2e4", false), ("Nf3", "g1f3", false), ("e2-e4", "e2e4", true)]
        {
            let read =
                read_move(&start, text).map_err(|c| render(&c, Paint::PLAIN)).expect("legal");
            assert_eq!(Names::of(&start, read.played).uci, uci, "{text}");
            assert_eq!(!read.repairs.is_empty(), repaired, "{text}");
        }
    }

    #[test]
    fn long_names_have_both_squares() {
        let fen = "r3k2r/1P6/8/8/8/8/8/R3K1NR w KQkq - 0 1";
        let position = Position::try_from(fen.parse::<sole_board::Setup>().expect(fen));
        let position = position.expect(fen);
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
            let position = Position::try_from(fen.parse::<sole_board::Setup>().expect(fen));
            let position = position.expect(fen);
            let uci = |san: &str| {
                let read = position.parse_san(san, SanMode::Lenient).expect(san);
                Names::of(&position, read.played).uci
            };
            assert_eq!(format!("{} {}", uci("O-O"), uci("O-O-O")), expected, "{fen}");
        }
    }

    #[test]
    fn bad_moves_say_why() {
        let start = Position::initial();
        let cases = [
            ("e2e5", "a pawn does not go from e2 to e5"),
            ("Nd2", "the"),
            ("hello", "expected a move such as Nf3, exd5, e8=Q or O-O"),
            ("", "expected a move such as Nf3, exd5, e8=Q or O-O"),
            ("é", "expected a move such as Nf3, exd5, e8=Q or O-O"),
        ];
        for (text, expected) in cases {
            let complaint = render(&read_move(&start, text).expect_err(text), Paint::PLAIN);
            let message = complaint.lines().next().unwrap_or_default();
            if text != "Nd2" {
                assert_eq!(message, format!("error: {expected}"), "{text}");
            }
        }
    }
}
