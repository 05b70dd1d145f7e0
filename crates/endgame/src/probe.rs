//! The value of a position, read from solved slices.

use crate::value::Value;
use sole_board::{Move, MoveKind, Position};

/// The value of a position, from `ask`, which knows nothing of en passant.
pub(crate) fn with_en_passant<E>(
    position: &Position,
    ask: &mut impl FnMut(&Position) -> Result<Value, E>,
) -> Result<Value, E> {
    if position.en_passant().is_none() {
        return ask(position);
    }
    let moves = position.moves();
    let takes = |m: &&Move| m.kind() == MoveKind::EnPassant;
    let mut best = Value::Loss(0);
    for m in moves.iter().filter(takes) {
        best = best.max(ask(&position.after(*m))?.before());
    }
    if moves.iter().all(|m| takes(&m)) {
        return Ok(best);
    }
    Ok(best.max(ask(position)?))
}
