//! Positions from which the target is out of reach in exactly a given number of plies.
//!
//! An entry is believed only if its whole packed position is the one that is asked for.
//! The table starts small, doubles as it fills, and at its limit forgets what was cheaper
//! to find out.

use super::budget::Meter;
use sole_board::PackedPosition;
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// A position that fails, with the plies that were left; no plies mean no entry.
#[derive(Clone, Copy, PartialEq)]
struct Entry {
    position: [u8; PackedPosition::BYTES],
    plies: u8,
}

const NONE: Entry = Entry { position: [0; PackedPosition::BYTES], plies: 0 };

/// Two entries in one line of the processor's cache.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Bucket([Entry; 2]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// How many buckets are moved between two questions whether to stop.
const AT_ONCE: usize = 1 << 14;

/// Failed positions.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    entries: usize,
    most_buckets: usize,
}

impl Table {
    /// An empty table that never takes more than about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let most_buckets = prev_power_of_two(bytes / size_of::<Bucket>());
        let buckets = vec![Bucket([NONE; 2]); most_buckets.min(1 << 8)];
        Table { buckets, entries: 0, most_buckets }
    }

    /// Whether the position is known to fail with a given number of plies left, at least one.
    #[inline]
    pub(super) fn contains(&self, position: &PackedPosition, plies: u8) -> bool {
        let entry = Entry { position: *position.as_bytes(), plies };
        self.buckets[self.place(&entry)].0.contains(&entry)
    }

    /// Remembers that a position fails with a given number of plies left, at least one.
    pub(super) fn insert(
        &mut self,
        position: &PackedPosition,
        plies: u8,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        debug_assert_ne!(plies, 0, "a position without plies left is not worth an entry");
        if self.entries > self.buckets.len() && self.buckets.len() < self.most_buckets {
            self.double(meter)?;
        }
        self.put(Entry { position: *position.as_bytes(), plies });
        ControlFlow::Continue(())
    }

    fn put(&mut self, entry: Entry) {
        let place = self.place(&entry);
        let slots = &mut self.buckets[place].0;
        let slot = match slots.iter().position(|slot| *slot == entry) {
            Some(slot) => slot,
            None => usize::from(slots[1].plies <= slots[0].plies),
        };
        self.entries += usize::from(slots[slot].plies == 0);
        slots[slot] = entry;
    }

    /// Makes room for twice as many; what is there is lost if the work is told to stop.
    fn double(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let size = 2 * self.buckets.len();
        let old = std::mem::replace(&mut self.buckets, Vec::with_capacity(size));
        while self.buckets.len() < size {
            meter.charge(AT_ONCE as u64 / 16)?;
            self.buckets.resize(size.min(self.buckets.len() + AT_ONCE), Bucket([NONE; 2]));
        }
        self.entries = 0;
        for buckets in old.chunks(AT_ONCE) {
            meter.charge(AT_ONCE as u64 / 16)?;
            for entry in buckets.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.plies > 0)
            {
                self.put(entry);
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn place(&self, entry: &Entry) -> usize {
        let bytes = &entry.position;
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
        let mix = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let plies = u64::from(entry.plies).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let first = mix(word(0) ^ 0x9e37_79b9_7f4a_7c15, word(8) ^ 0xd1b5_4a32_d192_ed03);
        let hash = mix(first ^ 0x8bb8_4b93_962e_acc9, word(16) ^ 0x2d35_8dcc_aa6c_78a5 ^ plies);
        hash as usize & (self.buckets.len() - 1)
    }
}

fn prev_power_of_two(number: usize) -> usize {
    if number == 0 { 1 } else { 1 << number.ilog2() }
}

#[cfg(test)]
mod tests {
    use super::super::Budget;
    use super::*;
    use sole_board::Position;

    fn insert(table: &mut Table, position: &PackedPosition, plies: u8) {
        let mut meter = Meter::new(&Budget::UNLIMITED);
        assert!(table.insert(position, plies, &mut meter).is_continue());
    }

    fn positions() -> Vec<PackedPosition> {
        let mut found = Vec::new();
        Position::initial().for_each_child(|_, child| {
            child.for_each_child(|_, child| {
                found.push(PackedPosition::new(child).expect("positions of games fit"));
            });
        });
        found
    }

    #[test]
    fn a_table_that_may_grow_forgets_little_and_mixes_nothing_up() {
        let mut table = Table::new(1 << 20);
        let positions = positions();
        for (index, position) in positions.iter().enumerate() {
            insert(&mut table, position, 1 + (index % 9) as u8);
        }
        let kept = positions.iter().enumerate().filter(|&(index, position)| {
            let plies = 1 + (index % 9) as u8;
            for other in (1..=10).filter(|&other| other != plies) {
                assert!(!table.contains(position, other));
            }
            table.contains(position, plies)
        });
        assert!(kept.count() > positions.len() * 3 / 4);
    }

    #[test]
    fn a_table_of_one_line_keeps_what_was_dear() {
        let mut table = Table::new(0);
        let positions = positions();
        insert(&mut table, &positions[0], 9);
        for position in &positions[1..] {
            insert(&mut table, position, 1);
            assert!(table.contains(position, 1) && table.contains(&positions[0], 9));
        }
    }
}
