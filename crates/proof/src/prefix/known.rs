//! What is known of the diagrams of each ply: of the first plies all, of some more a filter.
//!
//! A filter that says no is right; one that says yes may be wrong, so whoever asks goes on
//! back from there.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Mutex;

use sole_board::{Position, SquareSet};

use crate::Stopped;

use super::men::{Exact, Men};
use super::parallel;
use super::unmove::Start;

/// The diagrams of each ply as far as they are known.
pub(super) struct Known {
    /// All diagrams of the first plies.
    exact: Vec<HashMap<Exact, Rights, IdentityBuildHasher>>,
    /// The positions of the last of these plies.
    positions: Vec<Position>,
    /// Filters of these plies and of some that follow.
    filters: Vec<Filter>,
}

/// The sets of castling rights with which a diagram is reached, of the sixteen that the
/// rooks of the start can have, each by a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rights(u16);

impl Rights {
    /// Whether one of the sets has all of `held` and none of `lost`.
    #[inline]
    pub(super) fn allow(self, start: &Start, held: SquareSet, lost: SquareSet) -> bool {
        let (held, lost) = (start.rook_bits(held), start.rook_bits(lost));
        (0..16).any(|set: u8| self.0 >> set & 1 == 1 && set & held == held && set & lost == 0)
    }
}

/// Builds hashers for keys that are hashes already.
pub(super) type IdentityBuildHasher = BuildHasherDefault<IdentityHasher>;

/// Uses the last number written as the hash.
#[derive(Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

impl Hash for Exact {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mixed());
    }
}

impl Known {
    /// The start alone.
    pub(super) fn new(start: &Position) -> Known {
        let mut known = Known { exact: Vec::new(), positions: vec![*start], filters: Vec::new() };
        known.list(&Start::new(start));
        known
    }

    /// The last ply of which all diagrams are known.
    pub(super) fn last_exact(&self) -> usize {
        self.exact.len() - 1
    }

    /// The last ply of which anything is known.
    pub(super) fn last(&self) -> usize {
        self.filters.len() - 1
    }

    /// Whether all is known of the last ply of which anything is known.
    pub(super) fn is_exact(&self) -> bool {
        self.last() == self.last_exact()
    }

    /// The positions of the last ply of which all is known.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How many bytes all diagrams of one ply more take at most, with what it takes to find
    /// them.
    pub(super) fn bytes_of_exact(&self) -> usize {
        self.moves() as usize * size_of::<Position>() / 2
    }

    /// How many bytes a filter of one ply more takes; more than there are if it would take
    /// too long to fill.
    pub(super) fn bytes_of_filter(&self) -> usize {
        match self.last() - self.last_exact() < 2 {
            true => size_of::<u64>() << log_words(self.estimate()),
            false => usize::MAX,
        }
    }

    /// How many moves there are after the last ply of which all is known.
    fn moves(&self) -> u64 {
        self.positions.iter().map(Position::count_moves).sum()
    }

    /// About how many diagrams the first ply without a filter has, if half of all moves
    /// lead where others do.
    fn estimate(&self) -> f64 {
        let positions = self.positions.len() as f64;
        let growth = self.moves() as f64 / positions / 2.0;
        let depth = self.filters.len() - self.last_exact();
        positions * growth.powi(depth as i32)
    }

    /// With which rights men can be reached in a given number of plies, of which all is known; `None`
    /// if they cannot be reached.
    #[inline]
    pub(super) fn rights(&self, ply: usize, men: &Men) -> Option<Rights> {
        self.exact[ply].get(&men.exact()).copied()
    }

    /// Whether the filter of a ply, if there is one, lets men with this key pass.
    #[inline(always)]
    pub(super) fn may_reach(&self, ply: usize, key: u64) -> bool {
        self.filters.get(ply).is_none_or(|filter| filter.passes(key))
    }

    /// Learns all diagrams of one ply more.
    pub(super) fn extend_exact(&mut self, start: &Start) {
        let mut children: HashSet<Position, IdentityBuildHasher> = HashSet::default();
        for position in &self.positions {
            position.for_each_child(|_, child| {
                children.insert(*child);
            });
        }
        self.positions = children.into_iter().collect();
        self.list(start);
    }

    fn list(&mut self, start: &Start) {
        let mut exact: HashMap<Exact, Rights, IdentityBuildHasher> = HashMap::default();
        let mut filter = Filter::new(log_words(self.positions.len() as f64));
        for position in &self.positions {
            filter.insert(position.diagram_key());
            let rights = exact.entry(Men::of(position).exact()).or_default();
            rights.0 |= 1 << start.rook_bits(position.castling());
        }
        self.exact.push(exact);
        self.filters.push(filter);
    }

    /// Learns a filter of one ply more.
    pub(super) fn extend_filter(
        &mut self,
        threads: usize,
        watch: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
    ) -> Result<(), Stopped> {
        let depth = self.last() + 1 - self.last_exact();
        let log_words = log_words(self.estimate());
        let mut filter = Filter::new(log_words);
        {
            let segments = filter.segments();
            let portions = self.positions.chunks(PORTION).collect::<Vec<_>>();
            parallel::map(threads, portions.len(), watch, |index| {
                let mut buffers = Buffers::new(&segments, log_words);
                for position in portions[index] {
                    collect(position, depth, &mut buffers);
                }
                buffers.flush_all();
            })?;
        }
        self.filters.push(filter);
        Ok(())
    }
}

/// How many positions a thread takes at a time.
const PORTION: usize = 8192;

/// Buffers the keys of the diagrams `depth` plies after a position.
fn collect(position: &Position, depth: usize, buffers: &mut Buffers<'_, '_>) {
    if depth == 1 {
        position.for_each_child_diagram_key(|_, key| buffers.push(key));
    } else {
        position.for_each_child(|_, child| collect(child, depth - 1, buffers));
    }
}

/// A set of keys that may seem to have more than were put into it, but never fewer.
///
/// Each key sets four bits of one word.
struct Filter {
    words: Vec<u64>,
    log_words: u32,
}

impl Filter {
    fn new(log_words: u32) -> Filter {
        Filter { words: vec![0; 1 << log_words], log_words }
    }

    fn insert(&mut self, key: u64) {
        self.words[(key >> (64 - self.log_words)) as usize] |= bits(key);
    }

    #[inline(always)]
    fn passes(&self, key: u64) -> bool {
        let bits = bits(key);
        self.words[(key >> (64 - self.log_words)) as usize] & bits == bits
    }

    /// The words in portions that a processor keeps at hand.
    fn segments(&mut self) -> Vec<Mutex<&mut [u64]>> {
        let log_segments = log_segments(self.log_words);
        self.words.chunks_mut(1 << (self.log_words - log_segments)).map(Mutex::new).collect()
    }
}

/// The number of words for `diagrams` diagrams, as a power of two.
fn log_words(diagrams: f64) -> u32 {
    ((diagrams * 12.0 / 64.0).log2().ceil() as u32).clamp(4, 30)
}

/// Portions of 2^15 words.
fn log_segments(log_words: u32) -> u32 {
    log_words.saturating_sub(15)
}

#[inline(always)]
fn bits(key: u64) -> u64 {
    1 << (key & 63) | 1 << (key >> 6 & 63) | 1 << (key >> 12 & 63) | 1 << (key >> 18 & 63)
}

/// Keys on their way into the segments of a filter.
struct Buffers<'a, 'b> {
    segments: &'a [Mutex<&'b mut [u64]>],
    log_words: u32,
    keys: Vec<Vec<u64>>,
}

impl<'a, 'b> Buffers<'a, 'b> {
    /// How many keys wait for one segment.
    const LEN: usize = 512;

    fn new(segments: &'a [Mutex<&'b mut [u64]>], log_words: u32) -> Buffers<'a, 'b> {
        let keys = segments.iter().map(|_| Vec::with_capacity(Buffers::LEN)).collect();
        Buffers { segments, log_words, keys }
    }

    #[inline(always)]
    fn push(&mut self, key: u64) {
        let word = key >> (64 - self.log_words);
        let segment = (word >> (self.log_words - log_segments(self.log_words))) as usize;
        self.keys[segment].push(key);
        if self.keys[segment].len() == Buffers::LEN {
            self.flush(segment);
        }
    }

    #[inline(never)]
    fn flush(&mut self, segment: usize) {
        let mut words = self.segments[segment].lock().expect("no thread panics with it");
        let mask = words.len() - 1;
        for key in self.keys[segment].drain(..) {
            words[(key >> (64 - self.log_words)) as usize & mask] |= bits(key);
        }
    }

    fn flush_all(&mut self) {
        for segment in 0..self.segments.len() {
            self.flush(segment);
        }
    }
}
