//! Moves with their names, and names back to moves.

use crate::complain::{Complaint, Kind};
use crate::input::Input;
pub(crate) use sole_api::MoveNames as Names;
use sole_board::{Game, Pgn, Position, ReadMove};
use sole_collection::export_game;

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
