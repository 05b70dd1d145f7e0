//! Last moves as problemists write them when they are taken back: `-1.Ka3xBb3`.

use super::Unmove;
use crate::{CastlingSide, Color, MoveKind, Position, Role};

impl Unmove {
    /// The move with its number, both squares, and what it captured: `-1.Ka3xBb3`, `-1...e5xPd6 ep`,
    /// `-1.b7xRa8=Q`, `-1.O-O`.
    pub fn retro(&self, before: &Position) -> String {
        let number = if before.turn() == Color::White { "-1." } else { "-1..." };
        let (from, to) = (self.forward.from(), self.forward.to());
        if self.forward.kind() == MoveKind::Castling {
            let is_short = CastlingSide::of(from, to) == CastlingSide::King;
            return format!("{number}{}", if is_short { "O-O" } else { "O-O-O" });
        }
        let man = before.diagram().role_at(from).filter(|&role| role != Role::Pawn);
        let man = man.map(|role| role.char().to_ascii_uppercase().to_string()).unwrap_or_default();
        let captured = self.captured.map(|role| format!("x{}", role.char().to_ascii_uppercase()));
        let captured = captured.unwrap_or_else(|| "-".to_owned());
        let ending = match self.forward.kind() {
            MoveKind::EnPassant => " ep".to_owned(),
            MoveKind::Promotion(role) => format!("={}", role.char().to_ascii_uppercase()),
            MoveKind::Ordinary | MoveKind::Castling => String::new(),
        };
        format!("{number}{man}{from}{captured}{to}{ending}")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Position, Retraction, Setup};

    #[test]
    fn last_moves_are_written_as_problemists_do() {
        let cases = [
            ("8/8/8/8/8/1K6/8/7k b - - 0 1", "-1.Ka3xBb3"),
            ("8/8/8/8/8/1K6/8/7k b - - 0 1", "-1.Ka3-b3"),
            ("k7/8/8/8/8/8/8/5RK1 b - - 0 1", "-1.O-O"),
            ("7k/8/8/8/8/8/8/2KR4 b - - 0 1", "-1.O-O-O"),
            ("8/8/3P4/8/8/8/8/K6k b - - 0 1", "-1.e5xPd6 ep"),
            ("Q7/8/8/8/8/8/8/K6k b - - 0 1", "-1.b7xRa8=Q"),
            ("8/8/8/8/8/8/7K/k7 w - - 0 1", "-1...Kb2-a1"),
        ];
        for (fen, expected) in cases {
            let position = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
            let unmoves = position.unmoves(&Retraction::default());
            let all: Vec<String> =
                unmoves.iter().map(|unmove| unmove.retro(&position.before(unmove))).collect();
            assert!(all.iter().any(|text| text == expected), "{fen}: {expected} not in {all:?}");
        }
    }
}
