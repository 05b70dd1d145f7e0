//! The results of one portion of a ply, and how they are encoded in the log.

use super::Find;
use super::armies::Id;
use super::gather::Passing;
use super::items::{Buffer, Item, Items, Span};
use super::ply_counts::PlyCounts;
use super::scratch::ScratchError;
use crate::{PlySet, Unique};

/// The results of one portion of a ply: positions, counts and finds of some armies.
#[derive(Default)]
pub(super) struct PlyChunk {
    pub(super) counts: PlyCounts,
    /// Each army that has moved, with the number of its items.
    pub(super) heads: Vec<(Id, u32)>,
    /// The opponents that they meet, army by army; empty if they are left to the log.
    pub(super) items: Vec<Item>,
    /// Where the same is in the log of the ply, if there is one.
    pub(super) logged: Option<Span>,
    /// The positions with en passant, once more, with the army that has moved.
    pub(super) passings: Vec<(Id, Passing)>,
    pub(super) finds: Vec<Find>,
}

impl PlyChunk {
    /// How many items it has.
    pub(super) fn len(&self) -> u64 {
        self.heads.iter().map(|&(_, length)| u64::from(length)).sum()
    }

    /// The bytes that its items take in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.items.len() as u64 * Item::BYTES
    }

    /// Shows each army that has moved with each opponent that it meets; the items may be in
    /// the log.
    pub(super) fn for_each_pair(
        &self,
        log: Option<&Items>,
        buffer: &mut Buffer,
        mut visit: impl FnMut(Id, Item),
    ) -> Result<(), ScratchError> {
        let mut items = match (self.logged, log) {
            (Some(span), Some(log)) if self.items.is_empty() => log.get(span, buffer)?,
            _ => &self.items,
        };
        for &(army, length) in &self.heads {
            let (own, others) = items.split_at(length as usize);
            own.iter().for_each(|&item| visit(army, item));
            items = others;
        }
        Ok(())
    }

    /// The encoded chunk, the items last.
    pub(super) fn words(&self) -> Vec<u32> {
        let mut pen = WordWriter(Vec::with_capacity(self.items.len() + 64));
        pen.counts(&self.counts);
        pen.list(&self.heads, |pen, &(army, length)| pen.0.extend([army, length]));
        pen.list(&self.passings, |pen, &(army, Passing { file, opponent, ways })| {
            pen.0.extend([army, u32::from(file), opponent, u32::from(ways)]);
        });
        pen.list(&self.finds, |pen, find| {
            pen.0.extend([find.last, find.next, find.earlier.bits()]);
        });
        pen.0.extend(self.items.iter().map(|item| item.word()));
        pen.0
    }

    /// What was written down, of which the first word is at `start` in the log, and the words
    /// of its items, which it leaves there. `None` if lists do not fit into the words, or a
    /// number is out of its range; that it is what the ply can make is for
    /// [`Verifier`](super::verify::Verifier) to see.
    pub(super) fn from_words(words: &[u32], start: u64) -> Option<(PlyChunk, &[u32])> {
        let mut eye = WordReader(words);
        let counts = eye.counts()?;
        let heads = eye.list(|[army, length]| Some((army, length)))?;
        let passings = eye.list(|[army, file, opponent, ways]| {
            let (file, ways) = (file.try_into().ok()?, ways.try_into().ok()?);
            Some((army, Passing { file, opponent, ways }))
        })?;
        let finds = eye.list(|[last, next, bits]| {
            Some(Find { last, next, earlier: PlySet::from_bits(bits) })
        })?;
        let WordReader(items) = eye;
        let logged = Some(last_items(items.len(), words.len(), start));
        let chunk = PlyChunk { counts, heads, items: Vec::new(), logged, passings, finds };
        (chunk.len() == items.len() as u64).then_some((chunk, items))
    }

    /// Takes note that it was written down in a given number of words, the first at `start` in the log.
    pub(super) fn set_logged(&mut self, words: usize, start: u64) {
        self.logged = Some(last_items(self.items.len(), words, start));
    }

    /// Gives its items up; they are in the log.
    pub(super) fn leave_to_log(&mut self) {
        self.items = Vec::new();
    }
}

/// The last `items` of the words that begin at `start`.
fn last_items(items: usize, words: usize, start: u64) -> Span {
    Span { start: start + (words - items) as u64, length: items as u32 }
}

/// Encodes values as words.
struct WordWriter(Vec<u32>);

impl WordWriter {
    fn number(&mut self, number: u64) {
        self.0.extend([number as u32, (number >> 32) as u32]);
    }

    fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut WordWriter, &T)) {
        self.0.push(list.len() as u32);
        list.iter().for_each(|item| write(self, item));
    }

    fn counts(&mut self, counts: &PlyCounts) {
        let PlyCounts { positions, unique_positions, diagrams, new_diagrams, unique } = counts;
        for number in [positions, unique_positions, diagrams, new_diagrams] {
            self.number(*number);
        }
        let unique: Vec<(PlySet, u64)> = unique.iter().collect();
        self.list(&unique, |pen, &(earlier, count)| {
            pen.0.push(earlier.bits());
            pen.number(count);
        });
    }
}

/// Decodes words; `None` if there are too few or a value is out of range.
struct WordReader<'a>(&'a [u32]);

impl WordReader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u32; N]> {
        let (words, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*words)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(number)
    }

    fn list<const N: usize, T>(&mut self, read: impl Fn([u32; N]) -> Option<T>) -> Option<Vec<T>> {
        let [length] = self.take()?;
        (0..length).map(|_| self.take().and_then(&read)).collect()
    }

    fn counts(&mut self) -> Option<PlyCounts> {
        let mut counts = PlyCounts {
            positions: self.number()?,
            unique_positions: self.number()?,
            diagrams: self.number()?,
            new_diagrams: self.number()?,
            unique: Unique::default(),
        };
        let unique = self.list(|[bits, low, high]| Some((bits, number([low, high]))))?;
        if !unique.is_sorted_by(|(before, _), (after, _)| before < after) {
            return None;
        }
        let mut left = counts.diagrams;
        for (bits, count) in unique {
            left = left.checked_sub(count)?;
            counts.unique.add(PlySet::from_bits(bits), count);
        }
        Some(counts)
    }
}

fn number([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}
