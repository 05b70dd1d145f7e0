//! What is said about the initial position before a game.

use crate::notation::Names;
use crate::render::plural;
use sole_board::{Position, Square};
use sole_endgame::play::{QuickCapture, quick_capture};
use sole_endgame::{ProbeError, Tables, Value};

/// The verdict on an initial position, a sentence a line.
pub(crate) fn verdict(tables: &Tables, position: &Position) -> Result<Vec<String>, ProbeError> {
    if !position.has_moves() {
        let what = if position.is_check() { "checkmate" } else { "stalemate" };
        return Ok(vec![format!("The initial position is a {what}.")]);
    }
    let mut lines = Vec::new();
    if let Some(capture) = quick_capture(tables, position)? {
        lines.extend(warning(position, &capture));
    }
    lines.push(result(position, tables.probe(position)?));
    Ok(lines)
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
        "{mover} cannot prevent a quick capture at the initial position: {}.",
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
    format!("the {} on {square} falls", role.name())
}
