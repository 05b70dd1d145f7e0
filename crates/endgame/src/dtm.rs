//! Distance to mate (DTM): the result of a position under perfect play, and in how many moves.

use sole_board::Color;
use std::fmt;

/// The end of a position for the side to move, counted in its own and its
/// opponent's full moves to mate.
///
/// The order is what the side to move prefers: a slow loss to a quick one, a
/// draw to any loss, a win to a draw, a quick win to a slow one.
///
/// ```
/// use sole_endgame::Value;
/// assert!(Value::Loss(3) > Value::Loss(0));
/// assert!(Value::Win(1) > Value::Win(2));
/// assert_eq!(Value::Win(16).plies(), Some(31));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move is mated after this many more of its own moves; 0: it is mated.
    Loss(u8),
    /// Neither side can force mate.
    Draw,
    /// The side to move mates with its n-th move.
    Win(u8),
}

impl Value {
    /// The longest loss that a table can hold.
    pub const LONGEST_LOSS: u8 = 127;
    /// The longest win that a table can hold.
    pub const LONGEST_WIN: u8 = 127;

    /// One byte whose order is the order of the values.
    ///
    /// 0 to 127 are losses in that number of moves, 128 is a draw, 129 to 255 are wins in 127 to 1.
    pub const fn code(self) -> u8 {
        match self {
            Value::Loss(moves) => moves,
            Value::Draw => 128,
            Value::Win(moves) => 0u8.wrapping_sub(moves),
        }
    }

    /// The value behind a byte.
    pub const fn from_code(code: u8) -> Value {
        match code {
            0..=127 => Value::Loss(code),
            128 => Value::Draw,
            129..=255 => Value::Win(0u8.wrapping_sub(code)),
        }
    }

    /// The value for the side that moves to a position with this value.
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Loss(moves) => Value::Win(moves + 1),
            Value::Draw => Value::Draw,
            Value::Win(moves) => Value::Loss(moves),
        }
    }

    /// The value for the opponent of the side that moved to a position for this value.
    #[must_use]
    pub const fn after(self) -> Value {
        match self {
            Value::Win(moves) => Value::Loss(moves - 1),
            Value::Draw => Value::Draw,
            Value::Loss(moves) => Value::Win(moves),
        }
    }

    /// The side that wins, given the side to move; none in a draw.
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self {
            Value::Loss(_) => Some(!turn),
            Value::Draw => None,
            Value::Win(_) => Some(turn),
        }
    }

    /// The distance to mate in half-moves, none for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Loss(moves) => Some(2 * moves as u16),
            Value::Draw => None,
            Value::Win(moves) => Some(2 * moves as u16 - 1),
        }
    }
}

impl Value {
    /// A number whose order is that of the values, also of wins too long for a code.
    const fn rank(self) -> i16 {
        match self {
            Value::Loss(moves) => moves as i16 - 256,
            Value::Draw => 0,
            Value::Win(moves) => 256 - moves as i16,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Loss(moves) => write!(f, "loss in {moves}"),
            Value::Draw => f.write_str("draw"),
            Value::Win(moves) => write!(f, "win in {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_one_value() {
        for code in 0..=255 {
            assert_eq!(Value::from_code(code).code(), code);
            let next = code.checked_add(1).map(Value::from_code);
            assert!(next.is_none_or(|next| next > Value::from_code(code)), "{code}");
        }
        assert!(Value::Loss(Value::LONGEST_LOSS).before() > Value::Draw);
        assert_eq!(Value::Loss(Value::LONGEST_LOSS).code() + 1, Value::Draw.code());
        assert_eq!(Value::Win(Value::LONGEST_WIN).code() - 1, Value::Draw.code());
    }
}
