//! Edges, kept by the range of their targets until there is no more room.
//!
//! The room is one block of memory, handed out to the ranges in small pieces.

use crate::Record;
use crate::room::Room;
use std::io;

/// Records of many ranges in a limited room.
pub(crate) struct Edges {
    room: Room,
    /// For each piece of the room the piece that its range filled before it.
    before: Vec<u32>,
    ranges: Vec<Range>,
    /// How many pieces are in use.
    pieces: usize,
}

/// Where a range's records are: all of its pieces are full but the last.
#[derive(Clone, Copy)]
struct Range {
    /// Where the next record goes.
    at: usize,
    /// How many more fit into the last piece.
    free: u32,
    last: u32,
}

impl Range {
    const EMPTY: Range = Range { at: 0, free: 0, last: NO_PIECE };
}

const NO_PIECE: u32 = u32::MAX;

impl Edges {
    /// Records in a piece; few in tests, which want little memory.
    const PIECE: usize = if cfg!(test) { 4 } else { 128 };
    /// Legal moves of a position with 32 men: 31 officers with 27 targets each and a king.
    const MOST_MOVES: usize = 31 * 27 + 8;

    /// For how many records there is room at least.
    pub(crate) const fn least(ranges: usize) -> usize {
        (2 * ranges + Edges::MOST_MOVES / Edges::PIECE + 1) * Edges::PIECE
    }

    /// Room for so many records of so many ranges.
    ///
    /// # Errors
    /// If the system has not so much memory.
    pub(crate) fn new(ranges: usize, records: usize) -> io::Result<Edges> {
        let pieces = records.max(Edges::least(ranges)).div_ceil(Edges::PIECE);
        let pieces = pieces.min(NO_PIECE as usize);
        Ok(Edges {
            room: Room::new(pieces * Edges::PIECE)?,
            before: vec![NO_PIECE; pieces],
            ranges: vec![Range::EMPTY; ranges],
            pieces: 0,
        })
    }

    /// Whether the children of one more position fit, whichever they are.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        let spread = self.ranges.len().min(Edges::MOST_MOVES);
        self.before.len() - self.pieces >= spread + Edges::MOST_MOVES / Edges::PIECE
    }

    /// Adds a record to a range.
    ///
    /// # Panics
    /// If there is no room.
    #[inline]
    pub(crate) fn push(&mut self, range: usize, record: Record) {
        if self.ranges[range].free == 0 {
            self.begin_piece(range);
        }
        let range = &mut self.ranges[range];
        self.room.put(range.at, record);
        range.at += 1;
        range.free -= 1;
    }

    #[cold]
    fn begin_piece(&mut self, range: usize) {
        let (piece, at) = (self.pieces as u32, self.pieces * Edges::PIECE);
        self.pieces += 1;
        let range = &mut self.ranges[range];
        self.before[piece as usize] = range.last;
        *range = Range { at, free: Edges::PIECE as u32, last: piece };
    }

    /// Appends the records of a range, in no particular order.
    pub(crate) fn copy_range(&self, range: usize, records: &mut Vec<Record>) {
        let range = self.ranges[range];
        let (mut piece, mut length) = (range.last, Edges::PIECE - range.free as usize);
        while piece != NO_PIECE {
            let at = piece as usize * Edges::PIECE;
            self.room.copy(at, length, records);
            piece = self.before[piece as usize];
            length = Edges::PIECE;
        }
    }

    /// Forgets all records.
    pub(crate) fn clear(&mut self) {
        self.ranges.fill(Range::EMPTY);
        self.pieces = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    #[test]
    fn ranges_keep_their_records() {
        let ranges = 5;
        let mut edges = Edges::new(ranges, 0).expect("little memory");
        for _ in 0..2 {
            let mut expected = vec![Vec::new(); ranges];
            let mut number = 0;
            while edges.has_room() {
                let range = (number * number % 7) as usize % ranges;
                edges.push(range, Record { key: Key::MIN, games: number });
                expected[range].push(number);
                number += 1;
            }
            assert!(number > 0);
            for (range, expected) in expected.iter().enumerate() {
                let mut records = Vec::new();
                edges.copy_range(range, &mut records);
                let mut games: Vec<u64> = records.iter().map(|record| record.games).collect();
                games.sort_unstable();
                assert_eq!(&games, expected, "{range}");
            }
            edges.clear();
        }
    }
}
