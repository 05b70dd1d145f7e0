//! How a position stands: its value, and what the fifty-move rule makes of it as far as that is known.

use crate::dtm::Value;
use crate::dtz::{Fifty, Zeroing};
use crate::play::Outcome;
use crate::tables::{ProbeError, Tables};
use serde::Serialize;
use sole_board::{Color, Position};

/// A value for the side to move with the fifty-move rule, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How it ends without the rule.
    pub value: Value,
    /// The distance to a capture or pawn move, if its table is there.
    pub zeroing: Option<Zeroing>,
    /// The result under the rule, if that is known.
    pub fifty: Option<Fifty>,
    /// Half-moves since the last capture or pawn move.
    halfmoves: u32,
}

/// Win, draw or loss with the fifty-move rule; the names are those of lila-tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// The side to move mates before the rule can be claimed.
    Win,
    /// The mate may take longer than the fifty-move rule allows.
    MaybeWin,
    /// A win without the rule, which makes a draw of it.
    CursedWin,
    /// Neither side can force mate.
    Draw,
    /// A loss without the rule, which makes a draw of it.
    BlessedLoss,
    /// The mate of the other side may take longer than the fifty-move rule allows.
    MaybeLoss,
    /// The other side mates before the rule can be claimed.
    Loss,
}

/// A standing as scripts see it, for the side to move.
///
/// The names are those of lila-tablebase, which has `dtm` in plies, positive
/// for a win and negative for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// Win, draw or loss.
    pub category: Category,
    /// The distance to mate in plies.
    pub dtm: Option<i32>,
    /// The distance to mate in moves of the winner.
    pub mate_in: Option<u8>,
    /// The distance to a capture, a pawn move or mate in plies.
    pub dtz: Option<i32>,
}

impl Standing {
    /// The standing of a side to move, so many half-moves after the last capture or pawn move.
    pub fn new(value: Value, zeroing: Option<Zeroing>, halfmoves: u16) -> Standing {
        let halfmoves = halfmoves.into();
        let fifty = zeroing.map(|zeroing| zeroing.fifty(halfmoves));
        Standing { value, zeroing, fifty, halfmoves }
    }

    /// The standing that a move leads to, for the side that plays it; the clock is that before it.
    pub fn after(outcome: &Outcome, halfmoves: u16) -> Standing {
        let Outcome { value, fifty, .. } = *outcome;
        Standing { value, zeroing: None, fifty, halfmoves: halfmoves.into() }
    }

    /// What the tables say of a position at this clock, with the fifty-move rule if they know it.
    ///
    /// # Errors
    /// The distance to mate is not known.
    pub fn of(
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
    pub fn is_ruled(self) -> bool {
        !self.is_quick() && self.fifty.is_some()
    }

    /// Whether the fifty-move rule may come before mate, and what it makes of that is not known.
    pub fn is_open(self) -> bool {
        !self.is_quick() && self.fifty.is_none()
    }

    /// Whether mate comes before the fifty-move rule can be claimed.
    pub fn is_quick(self) -> bool {
        let limit = u32::from(Zeroing::LIMIT);
        self.value.plies().is_none_or(|plies| u32::from(plies) + self.halfmoves <= limit)
    }

    /// Win, draw or loss with the rule.
    pub fn category(self) -> Category {
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
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self.category() {
            Category::Win | Category::MaybeWin => Some(turn),
            Category::Loss | Category::MaybeLoss => Some(!turn),
            Category::CursedWin | Category::Draw | Category::BlessedLoss => None,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifty_move_rule_matters_where_mate_may_come_too_late() {
        let cases = [
            (Value::Win(50), None, 0, Category::Win),
            (Value::Win(51), None, 0, Category::MaybeWin),
            (Value::Win(51), Some(Zeroing::Win(3)), 0, Category::Win),
            (Value::Win(51), Some(Zeroing::Win(101)), 0, Category::CursedWin),
            (Value::Loss(60), Some(Zeroing::Loss(127)), 0, Category::BlessedLoss),
            (Value::Loss(2), Some(Zeroing::Loss(4)), 97, Category::BlessedLoss),
            (Value::Draw, Some(Zeroing::Draw), 99, Category::Draw),
        ];
        for (value, zeroing, halfmoves, category) in cases {
            let standing = Standing::new(value, zeroing, halfmoves);
            assert_eq!(standing.category(), category, "{standing:?}");
        }
    }

    #[test]
    fn scripts_see_plies_with_a_sign() {
        use Category::{Draw, Loss, Win};
        let cases = [
            (Value::Win(16), (Win, Some(31), Some(16))),
            (Value::Draw, (Draw, None, None)),
            (Value::Loss(15), (Loss, Some(-30), Some(15))),
            (Value::Loss(0), (Loss, Some(0), Some(0))),
        ];
        for (value, (category, dtm, mate_in)) in cases {
            let expected = Measure { category, dtm, mate_in, dtz: None };
            assert_eq!(Measure::from(Standing::new(value, None, 0)), expected, "{value}");
        }
    }
}
