//! What en passant makes of a value that is stored without it.

use sole_board::{Move, MoveKind, Position};

/// The value of a position from its value without en passant, and those of the captures.
///
/// `plain` gives the value of the position as if the right were not there,
/// `capture` what the mover gets by a capture that leads to a position.
pub(crate) fn with_en_passant<V: Ord, E>(
    position: &Position,
    mut plain: impl FnMut(&Position) -> Result<V, E>,
    mut capture: impl FnMut(&Position) -> Result<V, E>,
) -> Result<V, E> {
    if position.en_passant().is_none() {
        return plain(position);
    }
    let moves = position.moves();
    let takes = |m: &&Move| m.kind() == MoveKind::EnPassant;
    let mut best = None;
    for m in moves.iter().filter(takes) {
        best = best.max(Some(capture(&position.after(*m))?));
    }
    match best {
        Some(only) if moves.iter().all(|m| takes(&m)) => Ok(only),
        Some(best) => Ok(best.max(plain(position)?)),
        None => plain(position),
    }
}
