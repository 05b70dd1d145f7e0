//! Values in words and in the shape of scripts.

use crate::notation::{Names, move_number};
use crate::render::plural;
use serde::Serialize;
use sole_board::{Color, Move, Position, Setup};
use sole_endgame::play::Outcome;
use sole_endgame::{Fifty, ProbeError, Tables, Value, Zeroing};

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
    /// The mate may take longer than the fifty-move rule allows.
    MaybeWin,
    CursedWin,
    Draw,
    BlessedLoss,
    MaybeLoss,
    Loss,
}

/// A value with the fifty-move rule, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) value: Value,
    /// The distance to a capture or pawn move, if its table is there.
    zeroing: Option<Zeroing>,
    /// The result under the rule, if that is known.
    fifty: Option<Fifty>,
    /// Half-moves since the last capture or pawn move.
    halfmoves: u32,
}

impl Standing {
    /// The standing of a side to move, so many half-moves after the last capture or pawn move.
    pub(crate) fn new(value: Value, zeroing: Option<Zeroing>, halfmoves: u16) -> Standing {
        let halfmoves = halfmoves.into();
        let fifty = zeroing.map(|zeroing| zeroing.fifty(halfmoves));
        Standing { value, zeroing, fifty, halfmoves }
    }

    /// The standing that a move leads to, for the side that plays it; the clock is that before it.
    pub(crate) fn after(outcome: &Outcome, halfmoves: u16) -> Standing {
        let Outcome { value, fifty, .. } = *outcome;
        Standing { value, zeroing: None, fifty, halfmoves: halfmoves.into() }
    }

    /// What the tables say of a position at this clock, with the fifty-move rule if they know it.
    pub(crate) fn of(
        tables: &Tables,
        position: &Position,
        halfmoves: u16,
    ) -> Result<Standing, ProbeError> {
        let zeroing = match tables.probe_zeroing(position) {
            Err(ProbeError::Missing { .. }) => None,
            found => Some(found?),
        };
        Ok(Standing::new(tables.probe(position)?, zeroing, halfmoves))
    }

    /// Whether the fifty-move rule may come before mate, and what it makes of that is known.
    pub(crate) fn is_ruled(self) -> bool {
        !self.is_quick() && self.fifty.is_some()
    }

    /// Whether the fifty-move rule may come before mate, and what it makes of that is not known.
    pub(crate) fn is_open(self) -> bool {
        !self.is_quick() && self.fifty.is_none()
    }

    /// Whether mate comes before the fifty-move rule can be claimed.
    fn is_quick(self) -> bool {
        let limit = u32::from(Zeroing::LIMIT);
        self.value.plies().is_none_or(|plies| u32::from(plies) + self.halfmoves <= limit)
    }

    fn category(self) -> Category {
        match (self.value, self.fifty) {
            (Value::Draw, _) => Category::Draw,
            (Value::Win(_), Some(Fifty::CursedWin)) if !self.is_quick() => Category::CursedWin,
            (Value::Loss(_), Some(Fifty::BlessedLoss)) if !self.is_quick() => Category::BlessedLoss,
            (Value::Win(_), None) if !self.is_quick() => Category::MaybeWin,
            (Value::Loss(_), None) if !self.is_quick() => Category::MaybeLoss,
            (Value::Win(_), _) => Category::Win,
            (Value::Loss(_), _) => Category::Loss,
        }
    }

    /// Who wins, given who is to move; nobody if the fifty-move rule makes a draw of it.
    pub(crate) fn winner(self, turn: Color) -> Option<Color> {
        match self.category() {
            Category::Win | Category::MaybeWin => Some(turn),
            Category::Loss | Category::MaybeLoss => Some(!turn),
            Category::CursedWin | Category::Draw | Category::BlessedLoss => None,
        }
    }

    /// What the rule makes of it, behind the distance: `, a draw under the fifty-move rule`.
    pub(crate) fn rule_in_short(self) -> &'static str {
        match self.category() {
            Category::CursedWin | Category::BlessedLoss => ", a draw under the fifty-move rule",
            Category::MaybeWin | Category::MaybeLoss => {
                ", perhaps too late for the fifty-move rule"
            }
            Category::Win | Category::Draw | Category::Loss => "",
        }
    }

    /// What the fifty-move rule makes of a mate that may come too late; nothing if it cannot.
    pub(crate) fn fifty_moves(self) -> Option<String> {
        let next = || {
            let plies = self.zeroing.and_then(Zeroing::plies).unwrap_or_default();
            let at_least = if plies > Zeroing::LONGEST_EXACT { "at least " } else { "" };
            format!(
                "the next capture, pawn move or mate (DTZ) is {at_least}{} away",
                half_moves(plies.into())
            )
        };
        if self.is_quick() {
            return None;
        }
        Some(match self.category() {
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
}

impl From<Standing> for Measure {
    fn from(standing: Standing) -> Measure {
        let plies = standing.value.plies().map(i32::from);
        let zeroing = standing.zeroing.and_then(Zeroing::plies).map(i32::from);
        let (dtm, dtz, mate_in) = match standing.value {
            Value::Win(moves) => (plies, zeroing, Some(moves)),
            Value::Draw => (None, standing.zeroing.map(|_| 0), None),
            Value::Loss(moves) => {
                (plies.map(|plies| -plies), zeroing.map(|plies| -plies), Some(moves))
            }
        };
        Measure { category: standing.category(), dtm, mate_in, dtz }
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
pub(crate) fn in_short(position: &Position, standing: Standing) -> String {
    let (mover, value) = (position.turn(), standing.value);
    let gives = |winner: Color, moves: u8| {
        let rule = standing.rule_in_short();
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
    fn the_fifty_move_rule_is_told_when_it_matters() {
        let cases = [
            (Value::Win(50), None, 0, Category::Win, None),
            (Value::Win(51), None, 0, Category::MaybeWin, Some("build with --dtz")),
            (Value::Win(51), Some(Zeroing::Win(3)), 0, Category::Win, Some("the win holds")),
            (Value::Win(51), Some(Zeroing::Win(101)), 0, Category::CursedWin, Some("101 plies")),
            (
                Value::Loss(60),
                Some(Zeroing::Loss(127)),
                0,
                Category::BlessedLoss,
                Some("at least 127"),
            ),
            (Value::Loss(2), Some(Zeroing::Loss(4)), 97, Category::BlessedLoss, Some("a draw")),
            (Value::Draw, Some(Zeroing::Draw), 99, Category::Draw, None),
        ];
        for (value, zeroing, halfmoves, category, text) in cases {
            let standing = Standing::new(value, zeroing, halfmoves);
            assert_eq!(standing.category(), category, "{standing:?}");
            let said = standing.fifty_moves().map(|said| said.to_lowercase());
            assert_eq!(said.is_some(), text.is_some(), "{standing:?}");
            assert!(said.unwrap_or_default().contains(text.unwrap_or_default()), "{standing:?}");
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
            let actual = serde_json::to_string(&Measure::from(Standing::new(value, None, 0)))
                .expect("plain data");
            assert_eq!(actual, expected, "{value}");
        }
    }
}
