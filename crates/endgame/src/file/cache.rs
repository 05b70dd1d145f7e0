//! Decoded blocks, kept in memory up to a limit.
//!
//! Each block belongs to one of a few shards, so that threads seldom wait for
//! each other. A shard drops what was not used for the longest time, roughly:
//! blocks queue up, and one that was used since it last came to the front goes
//! to the back once more.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Which block of which open table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BlockId {
    /// As given by [`Cache::next_table`].
    pub(super) table: u64,
    pub(super) section: u64,
    pub(super) block: u64,
}

impl BlockId {
    fn shard(self) -> usize {
        let mixed = [self.table, self.section, self.block]
            .into_iter()
            .fold(0u64, |mixed, part| (mixed ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (mixed >> 32) as usize % SHARDS
    }
}

const SHARDS: usize = 16;

/// A bounded cache of decoded blocks, shared between tables and threads.
#[derive(Debug)]
pub(super) struct Cache {
    shards: [Mutex<Shard>; SHARDS],
    shard_bytes: usize,
    tables: AtomicU64,
}

impl Cache {
    pub(super) fn new(bytes: usize) -> Cache {
        let shards = Default::default();
        Cache { shards, shard_bytes: bytes / SHARDS, tables: AtomicU64::new(0) }
    }

    /// A number that no other table in this cache has.
    pub(super) fn next_table(&self) -> u64 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// One value of a block, if the block is here.
    pub(super) fn value(&self, id: BlockId, index: usize) -> Option<u8> {
        self.shard(id).value(id, index)
    }

    /// Keeps a block, unless it alone is larger than a shard may be.
    pub(super) fn keep(&self, id: BlockId, values: Box<[u8]>) {
        if values.len() <= self.shard_bytes {
            self.shard(id).keep(id, values, self.shard_bytes);
        }
    }

    fn shard(&self, id: BlockId) -> MutexGuard<'_, Shard> {
        // A shard is sound between any two steps: at worst a block is counted but gone.
        self.shards[id.shard()].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
struct Shard {
    blocks: HashMap<BlockId, Kept>,
    queue: VecDeque<BlockId>,
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    values: Box<[u8]>,
    used: bool,
}

impl Shard {
    fn value(&mut self, id: BlockId, index: usize) -> Option<u8> {
        let kept = self.blocks.get_mut(&id)?;
        kept.used = true;
        Some(kept.values[index])
    }

    fn keep(&mut self, id: BlockId, values: Box<[u8]>, limit: usize) {
        if self.blocks.contains_key(&id) {
            return;
        }
        while self.bytes + values.len() > limit {
            self.step();
        }
        self.bytes += values.len();
        self.queue.push_back(id);
        self.blocks.insert(id, Kept { values, used: false });
    }

    /// Drops the block at the front of the queue or, if it was used, sends it to the back.
    fn step(&mut self) {
        let id = self.queue.pop_front().expect("kept blocks are in the queue");
        let kept = self.blocks.get_mut(&id).expect("blocks in the queue are kept");
        if kept.used {
            kept.used = false;
            self.queue.push_back(id);
        } else {
            self.bytes -= kept.values.len();
            self.blocks.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(block: u64) -> BlockId {
        BlockId { table: 0, section: 0, block }
    }

    #[test]
    fn a_shard_keeps_what_is_used() {
        let mut shard = Shard::default();
        for block in 0..100 {
            shard.keep(id(block), vec![block as u8; 10].into(), 40);
            assert_eq!(shard.value(id(0), 9), Some(0), "after block {block}");
            assert!(shard.bytes <= 40, "after block {block}");
        }
        assert_eq!(shard.value(id(50), 0), None);
        assert_eq!(shard.value(id(99), 0), Some(99));
    }

    #[test]
    fn blocks_spread_over_all_shards() {
        let mut counts = [0; SHARDS];
        (0..1600).for_each(|block| counts[id(block).shard()] += 1);
        assert!(counts.iter().all(|count| (50..200).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_cache_without_room_keeps_nothing() {
        let cache = Cache::new(0);
        cache.keep(id(1), vec![1].into());
        assert_eq!(cache.value(id(1), 0), None);
    }
}
