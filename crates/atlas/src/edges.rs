//! Edges, kept by the range of their targets until the arena is full.
//!
//! The room is one block of memory, handed out to the ranges in small pieces.
//! Edges that come into a range one after the other are alike, so that of each
//! only the bytes are kept in which it differs from the one before it: twelve or
//! so of 32. Memory that is never touched costs nothing, and the first touch of
//! the rest is dear.

use crate::arena::MmapArena;
use crate::{Key, Record};
use std::io;

/// Records of many ranges in a limited room.
pub(crate) struct Edges {
    arena: MmapArena,
    /// Bytes of a chunk.
    chunk_bytes: usize,
    /// This number of chunks holds the children of any position.
    chunks_of_position: usize,
    chunks: Vec<Chunk>,
    ranges: Vec<Range>,
    /// How many pieces are in use.
    used: usize,
}

/// A full chunk of the arena, once its range has another one.
#[derive(Clone, Copy)]
struct Chunk {
    /// The chunk that its range filled before it.
    before: u32,
    /// How many of its bytes are in use.
    bytes: u32,
}

/// Where a range's records are.
#[derive(Clone, Copy)]
struct Range {
    /// Where the next record goes.
    at: usize,
    /// The last place where one can begin.
    end: usize,
    /// The last record of the last chunk.
    record: Words,
    /// The last chunk.
    chunk: u32,
}

impl Range {
    /// There is no place for a record.
    const EMPTY: Range = Range { at: 1, end: 0, record: [0; 4], chunk: NO_CHUNK };
}

/// The three numbers of a key, and the games.
type Words = [u64; 4];

const NO_CHUNK: u32 = u32::MAX;

impl Edges {
    /// Legal moves of a position with 32 men: 31 officers with 27 targets each and a king.
    const MOST_MOVES: usize = 31 * 27 + 8;

    /// Bytes of a chunk of so many records.
    const fn chunk_bytes(records_of_chunk: usize) -> usize {
        records_of_chunk * size_of::<Record>()
    }

    /// This number of chunks holds the children of any position.
    const fn chunks_of_position(chunk_bytes: usize) -> usize {
        Edges::MOST_MOVES.div_ceil(chunk_bytes / LONGEST)
    }

    /// The least number of bytes that is needed, in chunks of so many records.
    pub(crate) const fn least(ranges: usize, records_of_chunk: usize) -> usize {
        let chunk_bytes = Edges::chunk_bytes(records_of_chunk);
        (2 * ranges + Edges::chunks_of_position(chunk_bytes)) * chunk_bytes
    }

    /// An arena of `bytes` bytes for `ranges` ranges, in chunks of so many records.
    ///
    /// # Errors
    /// If the system does not have that much memory.
    pub(crate) fn new(ranges: usize, bytes: usize, records_of_chunk: usize) -> io::Result<Edges> {
        let chunk_bytes = Edges::chunk_bytes(records_of_chunk);
        let bytes = bytes.max(Edges::least(ranges, records_of_chunk));
        let chunks = (bytes / chunk_bytes).min(NO_CHUNK as usize);
        Ok(Edges {
            arena: MmapArena::new(chunks * chunk_bytes)?,
            chunk_bytes,
            chunks_of_position: Edges::chunks_of_position(chunk_bytes),
            chunks: vec![Chunk { before: NO_CHUNK, bytes: 0 }; chunks],
            ranges: vec![Range::EMPTY; ranges],
            used: 0,
        })
    }

    /// Whether the children of one more position fit, whichever they are.
    #[inline]
    pub(crate) fn has_space(&self) -> bool {
        let spread = self.ranges.len().min(Edges::MOST_MOVES);
        self.chunks.len() - self.used >= spread + self.chunks_of_position
    }

    /// Adds a record to a range.
    ///
    /// # Panics
    /// If there is no room.
    #[inline]
    pub(crate) fn push(&mut self, range: usize, record: Record) {
        if self.ranges[range].at > self.ranges[range].end {
            self.begin_chunk(range);
        }
        let range = &mut self.ranges[range];
        let [a, b, c] = record.key.words();
        let words = [a, b, c, record.games];
        range.at += write(words, range.record, self.arena.bytes_at_mut(range.at));
        range.record = words;
    }

    #[cold]
    fn begin_chunk(&mut self, range: usize) {
        let (chunk, at) = (self.used, self.used * self.chunk_bytes);
        self.used += 1;
        let range = &mut self.ranges[range];
        if let Some(last) = self.chunks.get_mut(range.chunk as usize) {
            last.bytes = (range.at - range.chunk as usize * self.chunk_bytes) as u32;
        }
        self.chunks[chunk].before = range.chunk;
        let end = at + self.chunk_bytes - LONGEST;
        *range = Range { at, end, record: [0; 4], chunk: chunk as u32 };
    }

    /// Appends the records of a range, in no particular order.
    pub(crate) fn copy_range(&self, range: usize, records: &mut Vec<Record>) {
        let Range { mut chunk, at: mut end, .. } = self.ranges[range];
        while chunk != NO_CHUNK {
            let (mut at, mut words) = (chunk as usize * self.chunk_bytes, [0; 4]);
            while at < end {
                at += read(self.arena.bytes_at(at), &mut words);
                let [a, b, c, games] = words;
                records.push(Record { key: Key::from_words([a, b, c]), games });
            }
            chunk = self.chunks[chunk as usize].before;
            let Some(before) = self.chunks.get(chunk as usize) else { return };
            end = chunk as usize * self.chunk_bytes + before.bytes as usize;
        }
    }

    /// Forgets all records.
    pub(crate) fn clear(&mut self) {
        self.ranges.fill(Range::EMPTY);
        self.used = 0;
    }
}

/// Bytes that say where the changes in the four numbers are.
const HEAD: usize = 4;
/// The longest record.
const LONGEST: usize = HEAD + size_of::<Words>();

/// Writes in what a record differs from the last, and returns in how many bytes.
///
/// A byte for each number says how many bytes are the same at its lower end, and
/// how many follow; then come those.
#[inline(always)]
fn write(words: Words, last: Words, place: &mut [u8; LONGEST]) -> usize {
    let (mut at, mut head) = (HEAD, 0u32);
    for (word, last) in words.into_iter().zip(last) {
        let change = word ^ last;
        let low = change.trailing_zeros() / 8 % 8;
        let bytes = (64 - change.leading_zeros()).div_ceil(8).saturating_sub(low);
        head = head << 8 | low << 4 | bytes;
        place[at..at + 8].copy_from_slice(&(change >> (8 * low)).to_le_bytes());
        at += bytes as usize;
    }
    place[..HEAD].copy_from_slice(&head.to_be_bytes());
    at
}

/// Makes a record of the last one, and returns in how many bytes it was.
#[inline(always)]
fn read(place: &[u8; LONGEST], words: &mut Words) -> usize {
    let mut at = HEAD;
    for (word, &head) in words.iter_mut().zip(&place[..HEAD]) {
        let (low, bytes) = (u32::from(head >> 4), u32::from(head & 15));
        let eight = place[at..].first_chunk().expect("eight bytes");
        let mask = u64::MAX.checked_shr(64 - 8 * bytes).unwrap_or(0);
        *word ^= (u64::from_le_bytes(*eight) & mask) << (8 * low);
        at += bytes as usize;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back() {
        let numbers = [0, 1, 0x80, 0x100, 0xff00_ff00, 1 << 63, 0x0123_4567_89ab_cdef, u64::MAX];
        let mut last = [0; 4];
        for first in numbers {
            for second in numbers {
                let (words, mut place) = ([first, second, !first, first ^ second], [0xaa; LONGEST]);
                let bytes = write(words, last, &mut place);
                let mut actual = last;
                assert_eq!(read(&place, &mut actual), bytes);
                assert_eq!(actual, words, "after {last:x?}");
                last = words;
            }
        }
        assert_eq!(write(last, last, &mut [0; LONGEST]), HEAD);
    }

    #[test]
    fn ranges_keep_their_records() {
        let ranges = 5;
        let mut edges = Edges::new(ranges, 0, 4).expect("little memory");
        for _ in 0..2 {
            let mut expected = vec![Vec::new(); ranges];
            let mut number = 0;
            while edges.has_space() {
                let range = (number * number % 7) as usize % ranges;
                let key = Key::from_words([number << 40, !number, number % 3]);
                edges.push(range, Record { key, games: number });
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
