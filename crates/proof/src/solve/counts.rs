//! How many games lead from a position to the target in exactly a given number of plies.
//!
//! The number does not depend on how the position came about, so games that meet in a
//! position are counted together. Positions are told apart by their packed form, which is
//! exact; when there is no more room, further ones are counted again each time.

use sole_board::PackedPosition;
use std::collections::HashMap;

/// Counts by position and plies left.
pub(super) struct Counts {
    known: HashMap<([u8; PackedPosition::BYTES], u8), u128>,
    most: usize,
}

/// What an entry takes, with the room that a map keeps free.
const BYTES_OF_ENTRY: usize = 120;

impl Counts {
    /// Without any, and with room for about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Counts {
        Counts { known: HashMap::new(), most: bytes / BYTES_OF_ENTRY }
    }

    /// The number of games, if it is known and not none.
    pub(super) fn get(&self, position: &PackedPosition, plies: u8) -> Option<u128> {
        self.known.get(&(*position.as_bytes(), plies)).copied()
    }

    /// Remembers the number of games, if there is room.
    pub(super) fn insert(&mut self, position: &PackedPosition, plies: u8, games: u128) {
        if self.known.len() < self.most {
            self.known.insert((*position.as_bytes(), plies), games);
        }
    }
}
