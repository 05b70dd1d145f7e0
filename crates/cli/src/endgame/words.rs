//! Values and lines of moves in words.

use crate::render::plural;
use sole_board::{Color, Move, MoveNumber, Notation, Position, Setup};
use sole_endgame::{Category, Standing, Value, Zeroing};

/// What the fifty-move rule makes of a standing, behind the distance: `, a draw under the fifty-move
/// rule`.
pub(crate) fn rule_in_short(standing: Standing) -> &'static str {
    match standing.category() {
        Category::CursedWin | Category::BlessedLoss => ", a draw under the fifty-move rule",
        Category::MaybeWin | Category::MaybeLoss => ", perhaps too late for the fifty-move rule",
        Category::Win | Category::Draw | Category::Loss => "",
    }
}

/// What the fifty-move rule makes of a mate that may come too late; nothing if it cannot.
pub(crate) fn fifty_moves(standing: Standing) -> Option<String> {
    let next = || {
        let plies = standing.zeroing.and_then(Zeroing::plies).unwrap_or_default();
        let at_least = if plies > Zeroing::LONGEST_EXACT { "at least " } else { "" };
        format!(
            "the next capture, pawn move or mate (DTZ) is {at_least}{} away",
            half_moves(plies.into())
        )
    };
    if standing.is_quick() {
        return None;
    }
    Some(match standing.category() {
        Category::CursedWin | Category::BlessedLoss => {
            format!("Under the fifty-move rule it is a draw: {}", next())
        }
        Category::MaybeWin | Category::MaybeLoss => {
            "The mate may come too late for the fifty-move rule; build with --dtz to know"
                .to_owned()
        }
        _ => format!("The win holds under the fifty-move rule: {}", next()),
    })
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
pub(crate) fn in_short(position: &Position, standing: Standing) -> String {
    let (mover, value) = (position.turn(), standing.value);
    let gives = |winner: Color, moves: u8| {
        let rule = rule_in_short(standing);
        format!("{} gives mate in {moves} ({}){rule}", winner.name(), plies(value))
    };
    match value {
        Value::Draw => "draw".to_owned(),
        Value::Win(moves) => gives(mover, moves),
        Value::Loss(moves) => gives(!mover, moves),
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
    half_moves(value.plies().unwrap_or_default())
}

fn half_moves(plies: u16) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// A line in SAN, the numbers with their moves: `1. Kd2`, `Kd5`, `2. Kd3`.
pub(crate) fn numbered(start: &Setup, position: &Position, line: &[Move]) -> Vec<String> {
    let number = MoveNumber { turn: position.turn(), fullmoves: start.clocks.fullmoves };
    let before = |ply| match number.before(ply) {
        none if none.is_empty() => none,
        number => number + " ",
    };
    let name = |position: &Position, m| Notation::San.name(position, m);
    sole_board::numbered(&position.line(line), before, name)
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
    fn the_fifty_move_rule_is_told_when_it_matters() {
        let cases = [
            (Value::Win(50), None, 0, None),
            (Value::Win(51), None, 0, Some("build with --dtz")),
            (Value::Win(51), Some(Zeroing::Win(3)), 0, Some("the win holds")),
            (Value::Win(51), Some(Zeroing::Win(101)), 0, Some("101 plies")),
            (Value::Loss(60), Some(Zeroing::Loss(127)), 0, Some("at least 127")),
            (Value::Loss(2), Some(Zeroing::Loss(4)), 97, Some("a draw")),
            (Value::Draw, Some(Zeroing::Draw), 99, None),
        ];
        for (value, zeroing, halfmoves, text) in cases {
            let standing = Standing::new(value, zeroing, halfmoves);
            let said = fifty_moves(standing).map(|said| said.to_lowercase());
            assert_eq!(said.is_some(), text.is_some(), "{standing:?}");
            assert!(said.unwrap_or_default().contains(text.unwrap_or_default()), "{standing:?}");
        }
    }
}
