//! Distance to zeroing (DTZ): the half-moves to a capture, a pawn move or mate, and the result
//! under the fifty-move rule.
//!
//! A win is *cursed* if the fifty-move rule turns it into a draw; its mirror
//! image, a *blessed* loss, is a draw for the loser. The distance leads to the
//! next capture or pawn move after which the win still holds under the rule, if
//! there is a way to one within a hundred half-moves.

use crate::dtm::Value;

/// The distance in half-moves to the next capture, pawn move or mate, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zeroing {
    /// The side to move loses; 0: it is mated.
    Loss(u8),
    /// Neither side can force mate.
    Draw,
    /// The side to move wins.
    Win(u8),
}

/// A result under the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fifty {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule: a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// Won, but for the fifty-move rule: a draw.
    CursedWin,
    /// Won.
    Win,
}

impl Fifty {
    /// The same for the other side.
    #[must_use]
    pub const fn reversed(self) -> Fifty {
        match self {
            Fifty::Loss => Fifty::Win,
            Fifty::BlessedLoss => Fifty::CursedWin,
            Fifty::Draw => Fifty::Draw,
            Fifty::CursedWin => Fifty::BlessedLoss,
            Fifty::Win => Fifty::Loss,
        }
    }
}

impl Zeroing {
    /// The longest distance within the fifty-move rule.
    pub const LIMIT: u8 = 100;
    /// The longest distance that is stored exactly; one more says "at least that".
    pub const LONGEST_EXACT: u8 = 126;

    /// One byte whose order is the order of preference, as for [`Value::code`].
    pub const fn code(self) -> u8 {
        match self {
            Zeroing::Loss(plies) => plies,
            Zeroing::Draw => 128,
            Zeroing::Win(plies) => 0u8.wrapping_sub(plies),
        }
    }

    /// The distance behind a byte.
    pub const fn from_code(code: u8) -> Zeroing {
        match Value::from_code(code) {
            Value::Loss(plies) => Zeroing::Loss(plies),
            Value::Draw => Zeroing::Draw,
            Value::Win(plies) => Zeroing::Win(plies),
        }
    }

    /// The distance of the same outcome, beyond what is stored exactly.
    pub(crate) const fn beyond(value: Value) -> Zeroing {
        match value {
            Value::Loss(_) => Zeroing::Loss(Zeroing::LONGEST_EXACT + 1),
            Value::Draw => Zeroing::Draw,
            Value::Win(_) => Zeroing::Win(Zeroing::LONGEST_EXACT + 1),
        }
    }

    /// The half-moves, none for a draw.
    pub const fn plies(self) -> Option<u8> {
        match self {
            Zeroing::Loss(plies) | Zeroing::Win(plies) => Some(plies),
            Zeroing::Draw => None,
        }
    }

    /// For the side that gets here by a capture or a pawn move.
    pub(crate) fn before_zeroing(self) -> Zeroing {
        let first_move = |plies| if plies <= Zeroing::LIMIT { 1 } else { Zeroing::LIMIT + 1 };
        match self {
            Zeroing::Loss(plies) => Zeroing::Win(first_move(plies)),
            Zeroing::Draw => Zeroing::Draw,
            Zeroing::Win(plies) => Zeroing::Loss(first_move(plies)),
        }
    }

    /// For the side that gets here by any other move.
    pub(crate) fn before_quiet(self) -> Zeroing {
        let one_more = |plies| if plies <= Zeroing::LONGEST_EXACT { plies + 1 } else { plies };
        match self {
            Zeroing::Loss(plies) => Zeroing::Win(one_more(plies)),
            Zeroing::Draw => Zeroing::Draw,
            Zeroing::Win(plies) => Zeroing::Loss(one_more(plies)),
        }
    }

    /// The result under the fifty-move rule, `halfmoves` half-moves after the last capture or pawn move.
    pub fn fifty(self, halfmoves: u32) -> Fifty {
        let in_time = |plies: u8| u32::from(plies) + halfmoves <= u32::from(Zeroing::LIMIT);
        match self {
            Zeroing::Loss(0) => Fifty::Loss,
            Zeroing::Loss(plies) if in_time(plies) => Fifty::Loss,
            Zeroing::Loss(_) => Fifty::BlessedLoss,
            Zeroing::Draw => Fifty::Draw,
            Zeroing::Win(plies) if in_time(plies) => Fifty::Win,
            Zeroing::Win(_) => Fifty::CursedWin,
        }
    }
}

impl Ord for Zeroing {
    fn cmp(&self, other: &Zeroing) -> std::cmp::Ordering {
        self.code().cmp(&other.code())
    }
}

impl PartialOrd for Zeroing {
    fn partial_cmp(&self, other: &Zeroing) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_one_distance() {
        for code in 0..=255 {
            assert_eq!(Zeroing::from_code(code).code(), code);
        }
    }

    #[test]
    fn the_rule_turns_late_wins_into_draws() {
        let cases = [
            (Zeroing::Win(1), 99, Fifty::Win),
            (Zeroing::Win(2), 99, Fifty::CursedWin),
            (Zeroing::Win(100), 0, Fifty::Win),
            (Zeroing::Win(101), 0, Fifty::CursedWin),
            (Zeroing::Loss(0), 100, Fifty::Loss),
            (Zeroing::Loss(100), 0, Fifty::Loss),
            (Zeroing::Loss(100), 1, Fifty::BlessedLoss),
            (Zeroing::Draw, 0, Fifty::Draw),
        ];
        for (distance, halfmoves, expected) in cases {
            assert_eq!(distance.fifty(halfmoves), expected, "{distance:?} after {halfmoves}");
        }
    }
}
