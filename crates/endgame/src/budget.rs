//! The memory that building takes, and which slices fit in it together.
//!
//! A slice needs room of its own while it is solved, and the sections that it
//! reads; slices solved together share what they read.

use crate::dependencies::Exit;
use crate::section::Section;
use crate::slice::Slice;
use crate::solve;
use std::collections::BTreeSet;

/// Slices that are solved together.
#[derive(Debug)]
pub(crate) struct Batch<'s> {
    pub(crate) slices: &'s [Slice],
    /// The sections that they read.
    pub(crate) reads: BTreeSet<Exit>,
    /// The bytes in which they are solved, without what they read.
    pub(crate) own: u64,
}

/// What the program takes besides, in bytes: itself, buffers, and packed slices.
const PROGRAM: u64 = 24 << 20;

/// The memory in bytes that solving one slice takes, with all that it reads.
pub(crate) fn needed(slice: &Slice) -> u64 {
    PROGRAM + solve::memory(slice) + slice.exits().iter().map(section_bytes).sum::<u64>()
}

/// Runs of slices that fit in memory together, one slice at least in each.
pub(crate) fn batches(stage: &[Slice], memory: u64) -> Vec<Batch<'_>> {
    /// Two of the largest slices. More at once would gain little, and a killed build would lose it.
    const MOST_AT_ONCE: u64 = 1152 << 20;
    let mut batches = Vec::new();
    let (mut start, mut own, mut reads) = (0, 0, BTreeSet::new());
    for (number, slice) in stage.iter().enumerate() {
        let (next, exits) = (solve::memory(slice), slice.exits());
        let together: u64 = reads.union(&exits).map(section_bytes).sum();
        let is_full = own + next > MOST_AT_ONCE || PROGRAM + own + next + together > memory;
        if is_full && start < number {
            let reads = std::mem::take(&mut reads);
            batches.push(Batch { slices: &stage[start..number], reads, own });
            (start, own) = (number, 0);
        }
        own += next;
        reads.extend(exits);
    }
    if start < stage.len() {
        batches.push(Batch { slices: &stage[start..], reads, own });
    }
    batches
}

fn section_bytes((slice, _): &Exit) -> u64 {
    Section::bytes(slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::endings;

    #[test]
    fn of_nothing_there_is_no_batch() {
        assert!(batches(&[], 1 << 40).is_empty());
    }

    #[test]
    fn batches_fit_and_leave_nothing_out() {
        for ending in (3..=4).flat_map(endings) {
            let stage = Slice::all(&ending);
            let least = stage.iter().map(needed).max().expect("every ending has a slice");
            for memory in [least, 2 * least, 1 << 40] {
                let batches = batches(&stage, memory);
                let all: Vec<Slice> =
                    batches.iter().flat_map(|batch| batch.slices).copied().collect();
                assert_eq!(all, stage, "{ending}");
                for batch in &batches {
                    let read: u64 = batch.reads.iter().map(section_bytes).sum();
                    assert!(PROGRAM + batch.own + read <= memory, "{ending} in {memory} bytes");
                }
            }
        }
    }
}
