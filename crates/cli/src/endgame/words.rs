//! Values in words and in the shape of scripts.

use crate::notation::{Names, move_number};
use crate::render::plural;
use serde::Serialize;
use sole_board::{Color, Move, Position, Setup};
use sole_endgame::Value;

/// A value as scripts see it, for the side to move.
///
/// The names are those of lila-tablebase, which has `dtm` in plies, positive
/// for a win and negative for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Measure {
    category: Category,
    dtm: Option<i32>,
    mate_in: Option<u8>,
    dtz: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Category {
    Win,
    Draw,
    Loss,
}

impl From<Value> for Measure {
    fn from(value: Value) -> Measure {
        let plies = value.plies().map(i32::from);
        let (category, dtm, mate_in) = match value {
            Value::Win(moves) => (Category::Win, plies, Some(moves)),
            Value::Draw => (Category::Draw, None, None),
            Value::Loss(moves) => (Category::Loss, plies.map(|plies| -plies), Some(moves)),
        };
        Measure { category, dtm, mate_in, dtz: None }
    }
}

/// How a position ends: `White mates in 16 moves (31 plies), distance to mate`.
pub(crate) fn verdict(position: &Position, value: Value) -> String {
    let mover = position.turn();
    let mates = |winner: &str, moves: u8| {
        let (moves, plies) = (plural(moves.into(), "move"), plies(value));
        format!("{winner} mates in {moves} ({plies}), distance to mate")
    };
    match value {
        Value::Loss(0) => format!("{} is checkmated", mover.name()),
        Value::Draw if !position.has_moves() => format!("{} is stalemated", mover.name()),
        Value::Draw => "Draw: neither side can force mate".to_owned(),
        Value::Win(moves) => mates(mover.name(), moves),
        Value::Loss(moves) => mates((!mover).name(), moves),
    }
}

/// How a position ends, in short and whoever moves: `White gives mate in 16 (31 plies)`.
pub(crate) fn standing(position: &Position, value: Value) -> String {
    let mover = position.turn();
    match value {
        Value::Draw => "draw".to_owned(),
        Value::Win(moves) => format!("{} gives mate in {moves} ({})", mover.name(), plies(value)),
        Value::Loss(moves) => {
            format!("{} gives mate in {moves} ({})", (!mover).name(), plies(value))
        }
    }
}

/// What a move leads to, for the side that plays it: `mate in 16 (31 plies)`.
pub(crate) fn outcome(value: Value) -> String {
    match value {
        Value::Draw => "draw".to_owned(),
        Value::Win(moves) => format!("mate in {moves} ({})", plies(value)),
        Value::Loss(moves) => format!("loses, mate in {moves} ({})", plies(value)),
    }
}

fn plies(value: Value) -> String {
    match value.plies() {
        Some(1) => "1 ply".to_owned(),
        plies => format!("{} plies", plies.unwrap_or_default()),
    }
}

/// A line in SAN, the numbers with their moves: `1. Kd2`, `Kd5`, `2. Kd3`.
pub(crate) fn numbered(start: &Setup, position: &Position, line: &[Move]) -> Vec<String> {
    let (mut position, mut clocks, mut words) = (*position, start.clocks, Vec::new());
    for (at, &m) in line.iter().enumerate() {
        let san = Names::of(&position, m).san;
        words.push(match position.turn() {
            Color::Black if at > 0 => san,
            turn => format!("{} {san}", move_number(turn, clocks.fullmoves)),
        });
        clocks = clocks.after(&position, m);
        position = position.after(m);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen)
    }

    #[test]
    fn verdicts_have_their_words() {
        let rook = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
        let waiting = "8/8/8/4k3/8/8/8/R3K3 b - - 0 1";
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        let cases = [
            (rook, Value::Win(16), "White mates in 16 moves (31 plies), distance to mate"),
            (rook, Value::Win(1), "White mates in 1 move (1 ply), distance to mate"),
            (waiting, Value::Loss(15), "White mates in 15 moves (30 plies), distance to mate"),
            (waiting, Value::Loss(0), "Black is checkmated"),
            (waiting, Value::Draw, "Draw: neither side can force mate"),
            (stalemate, Value::Draw, "Black is stalemated"),
        ];
        for (fen, value, expected) in cases {
            assert_eq!(verdict(&position(fen), value), expected, "{fen} {value}");
        }
    }

    #[test]
    fn scripts_see_plies_with_a_sign() {
        let cases = [
            (Value::Win(16), r#"{"category":"win","dtm":31,"mate_in":16,"dtz":null}"#),
            (Value::Draw, r#"{"category":"draw","dtm":null,"mate_in":null,"dtz":null}"#),
            (Value::Loss(15), r#"{"category":"loss","dtm":-30,"mate_in":15,"dtz":null}"#),
            (Value::Loss(0), r#"{"category":"loss","dtm":0,"mate_in":0,"dtz":null}"#),
        ];
        for (value, expected) in cases {
            let actual = serde_json::to_string(&Measure::from(value)).expect("plain data");
            assert_eq!(actual, expected, "{value}");
        }
    }
}
