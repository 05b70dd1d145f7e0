//! The value of a position, read from solved slices.

use crate::index::Index;
use crate::section::Section;
use crate::slice::Slice;
use crate::solve::Solved;
use crate::value::Value;
use sole_board::{Color, Move, MoveKind, Position};
use std::collections::HashMap;
use std::sync::Arc;

/// Slices that have been asked for.
pub(crate) struct Places<S: ?Sized> {
    known: HashMap<(Slice, Color), (Index, Arc<Section>)>,
    source: std::marker::PhantomData<fn(&S)>,
}

impl<S: ?Sized> Default for Places<S> {
    fn default() -> Places<S> {
        Places { known: HashMap::new(), source: std::marker::PhantomData }
    }
}

/// The value of a position whose slice, and those after en passant, are solved.
pub(crate) fn value_of<S: Solved>(
    position: &Position,
    solved: &S,
    places: &mut Places<S>,
) -> Result<Value, S::Error> {
    let mut ask = |position: &Position| plain_value(position, solved, places);
    with_en_passant(position, &mut ask)
}

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

fn plain_value<S: Solved>(
    position: &Position,
    solved: &S,
    places: &mut Places<S>,
) -> Result<Value, S::Error> {
    let (slice, orientation) = Slice::of(position);
    if slice.is_bare() {
        return Ok(Value::Draw);
    }
    let turn = if orientation.swapped { !position.turn() } else { position.turn() };
    let (index, section) = match places.known.entry((slice, turn)) {
        std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
        std::collections::hash_map::Entry::Vacant(empty) => {
            let section = solved.section(&slice, turn)?;
            empty.insert((Index::new(&slice, section.order), section))
        }
    };
    let place =
        index.place(&slice, position, orientation).expect("a position has a place in its slice");
    Ok(Value::from_code(section.values[place]))
}
