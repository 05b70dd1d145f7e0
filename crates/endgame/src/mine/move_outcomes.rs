//! A position with the outcome of each of its moves.

use crate::dtm::Value;
use crate::tables::{ProbeError, Tables};
use sole_board::{Move, MoveKind, Position, Role};

/// A position with its moves and their values for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct MoveOutcomes {
    pub(crate) position: Position,
    value: Value,
    moves: Vec<(Move, Value)>,
}

impl MoveOutcomes {
    /// Asks the tables about every move.
    pub(crate) fn of(
        position: Position,
        value: Value,
        tables: &Tables,
    ) -> Result<MoveOutcomes, ProbeError> {
        let value_after = |m: Move| Ok((m, tables.probe(&position.after(m))?.before()));
        let moves =
            position.moves().into_iter().map(value_after).collect::<Result<_, ProbeError>>()?;
        Ok(MoveOutcomes { position, value, moves })
    }

    pub(crate) fn value(&self) -> Value {
        self.value
    }

    pub(crate) fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// The moves that keep a win or a draw.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Move> {
        let least = match self.value {
            Value::Win(_) => Some(Value::Win(Value::LONGEST_WIN)),
            Value::Draw => Some(Value::Draw),
            Value::Loss(_) => None,
        };
        let keeps = move |value: Value| least.is_some_and(|least| value >= least);
        self.moves.iter().filter(move |(_, value)| keeps(*value)).map(|&(m, _)| m)
    }

    /// The moves that lead to the shortest win, to a draw, or to the longest loss.
    pub(crate) fn best(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(|(_, value)| *value == self.value).map(|&(m, _)| m)
    }

    pub(crate) fn only_key(&self) -> Option<Move> {
        let mut keys = self.keys();
        keys.next().filter(|_| keys.next().is_none())
    }

    pub(crate) fn gives_check(&self, m: Move) -> bool {
        self.position.gives_check(m)
    }

    pub(crate) fn is_capture(&self, m: Move) -> bool {
        self.position.is_capture(m)
    }

    pub(crate) fn underpromotes(&self, m: Move) -> bool {
        m.promoted().is_some_and(|role| role != Role::Queen)
    }

    pub(crate) fn castles(&self, m: Move) -> bool {
        m.kind() == MoveKind::Castling
    }

    /// Whether the position is won and some move stalemates the other side.
    pub(crate) fn can_throw_a_win_away_by_stalemate(&self) -> bool {
        let stalemates = |m: Move| {
            let after = self.position.after(m);
            !after.is_check() && !after.has_moves()
        };
        matches!(self.value, Value::Win(_)) && self.moves.iter().any(|&(m, _)| stalemates(m))
    }
}
