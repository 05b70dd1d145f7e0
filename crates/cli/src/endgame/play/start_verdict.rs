//! What is said about the initial position before a game.

use crate::endgame::words::fifty_moves;
use crate::notation::Names;
use crate::render::plural;
use sole_board::{Position, Square};
use sole_endgame::Value;
use sole_endgame::play::{QuickCapture, StartVerdict};

/// The verdict on an initial position, a sentence a line.
pub(super) fn sentences(verdict: &StartVerdict, position: &Position) -> Vec<String> {
    let (capture, standing) = match verdict {
        StartVerdict::Checkmate => return vec!["The initial position is a checkmate.".to_owned()],
        StartVerdict::Stalemate => return vec!["The initial position is a stalemate.".to_owned()],
        StartVerdict::Playable { capture, standing } => (capture, *standing),
    };
    let mut lines = capture.as_ref().map_or_else(Vec::new, |capture| warning(position, capture));
    lines.push(result(position, standing.value));
    lines.extend(fifty_moves(standing).map(|rule| format!("{rule}.")));
    lines
}

/// Who wins, and how soon.
fn result(position: &Position, value: Value) -> String {
    let wins = |winner: &str, moves: u8| {
        format!("{winner} wins in at most {}.", plural(moves.into(), "move"))
    };
    match value {
        Value::Draw => {
            "The initial position is a draw under the perfect play assumption.".to_owned()
        }
        Value::Win(moves) => wins(position.turn().name(), moves),
        Value::Loss(moves) => wins((!position.turn()).name(), moves),
    }
}

/// That a man falls at once, which one, and how stalemate is the only way around it.
fn warning(position: &Position, capture: &QuickCapture) -> Vec<String> {
    let mover = position.turn().name();
    let victims: Vec<String> =
        capture.victims.iter().map(|&square| victim(position, square)).collect();
    let mut lines = vec![format!(
        "{mover} cannot prevent a quick capture at the initial position: {} falls.",
        victims.join(" or ")
    )];
    if !capture.stalemates.is_empty() {
        let moves: Vec<String> =
            capture.stalemates.iter().map(|&m| Names::of(position, m).san).collect();
        lines.push(format!("The stalemate trap: {} is stalemate.", moves.join(" or ")));
    }
    lines
}

fn victim(position: &Position, square: Square) -> String {
    let role = position.diagram().role_at(square).expect("a victim stands there");
    format!("the {} on {square}", role.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;
    use sole_endgame::file::Effort;
    use sole_endgame::{Options, Plan, Tables};
    use sole_puzzle::task::Task;

    #[test]
    fn verdicts_have_the_words_of_the_rules() {
        const DRAW: &str = "The initial position is a draw under the perfect play assumption.";
        let fork = "White cannot prevent a quick capture at the initial position: \
                    the bishop on g3 or the knight on h3 falls.";
        let corner = "White cannot prevent a quick capture at the initial position: \
                      the bishop on b1 falls.";
        let trap = "The stalemate trap: Kc2 or Ba2 or Bc2 or Bd3 or Be4 or Bf5 or Bg6 or Bh7 \
                    is stalemate.";
        let turned = "Black cannot prevent a quick capture at the initial position: \
                      the pawn on a7 falls.";
        let cases: [(&str, &[&str]); 9] = [
            ("7k/6Q1/6K1/8/8/8/8/8 b - -", &["The initial position is a checkmate."]),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", &["The initial position is a stalemate."]),
            ("8/2K5/8/8/6k1/6BN/8/8 w - -", &[fork, DRAW]),
            ("8/8/8/8/8/1K6/5N2/kB6 w - -", &[corner, trap, DRAW]),
            ("8/p7/K7/3k4/8/8/8/8 b - -", &[turned, DRAW]),
            ("4k3/8/4K3/4P3/8/8/8/8 w - -", &["White wins in at most 11 moves."]),
            ("8/8/4k3/8/4P3/4K3/8/8 w - -", &[DRAW]),
            ("8/8/8/8/8/1k6/8/r3K3 w - -", &["Black wins in at most 12 moves."]),
            ("7k/8/5K2/8/8/8/8/6R1 w - -", &["White wins in at most 2 moves."]),
        ];
        let home = tempfile::tempdir().expect("a folder");
        let tables = Tables::at(home.path(), 1 << 20);
        let endings = ["KBNvK", "KPvK", "KRvK"].map(|name| name.parse().expect("an ending"));
        let options = Options { memory: 1 << 30, effort: Effort::DEFAULT };
        let task = Task::unlimited();
        Plan::for_endings(endings).build(&tables, options, &task).expect("built");
        for (fen, expected) in cases {
            let position = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
            let verdict = StartVerdict::of(&tables, &position, 0).expect(fen);
            assert_eq!(sentences(&verdict, &position), expected, "{fen}");
        }
    }
}
