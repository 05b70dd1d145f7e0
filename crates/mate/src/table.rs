//! The transposition table: for each position the proved and the refuted number of moves.
//!
//! Both bounds only ever sharpen, so an entry never becomes wrong. An entry is
//! believed only if its whole packed position is the one that is asked for; a
//! position that cannot be packed is not stored. The table starts small, doubles
//! as it fills, and at its limit forgets what was cheaper to find out.

use sole_board::PackedPosition;
use std::num::NonZeroU8;

/// What is known about the side to move forcing the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// It can be forced in this many moves.
    pub(crate) proved: Option<NonZeroU8>,
    /// It cannot be forced in this many moves.
    pub(crate) refuted: u8,
}

impl Bounds {
    /// Whether the goal can be forced in `moves`, if that is known.
    #[inline(always)]
    pub(crate) fn decide(self, moves: u8) -> Option<bool> {
        if self.refuted >= moves {
            return Some(false);
        }
        self.proved.is_some_and(|proved| proved.get() <= moves).then_some(true)
    }

    /// How much work it took to know this.
    fn weight(self) -> u8 {
        self.refuted.max(self.proved.map_or(0, NonZeroU8::get))
    }
}

#[derive(Clone, Copy)]
struct Entry {
    position: PackedPosition,
    bounds: Bounds,
}

/// Two entries in one line of the processor's cache.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Bucket([Option<Entry>; 2]);

const EMPTY: Bucket = Bucket([None; 2]);
const _: () = assert!(size_of::<Bucket>() == 64);

/// Bounds by position.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    entries: usize,
    most_buckets: usize,
}

impl Table {
    /// An empty table that never takes much more than `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        let most_buckets = prev_power_of_two(bytes / size_of::<Bucket>());
        Table { buckets: vec![EMPTY; most_buckets.min(1 << 8)], entries: 0, most_buckets }
    }

    #[inline]
    pub(crate) fn get(&self, position: &PackedPosition) -> Bounds {
        let bucket = &self.buckets[self.place(position)];
        let found = bucket.0.iter().flatten().find(|entry| entry.position == *position);
        found.map_or(Bounds::default(), |entry| entry.bounds)
    }

    /// Remembers the bounds of a position in place of what was known of it.
    pub(crate) fn put(&mut self, position: PackedPosition, bounds: Bounds) {
        if self.entries > self.buckets.len() && self.buckets.len() < self.most_buckets {
            self.double();
        }
        let place = self.place(&position);
        let slots = &mut self.buckets[place].0;
        let same = |slot: &Option<Entry>| slot.is_some_and(|entry| entry.position == position);
        let cheapest = |slot: &Option<Entry>| slot.map(|entry| entry.bounds.weight());
        let slot = match slots.iter().position(same) {
            Some(slot) => slot,
            None => usize::from(cheapest(&slots[1]) <= cheapest(&slots[0])),
        };
        self.entries += usize::from(slots[slot].is_none());
        slots[slot] = Some(Entry { position, bounds });
    }

    fn double(&mut self) {
        let twice = vec![EMPTY; 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, twice);
        self.entries = 0;
        for entry in old.iter().flat_map(|bucket| bucket.0).flatten() {
            self.put(entry.position, entry.bounds);
        }
    }

    #[inline(always)]
    fn place(&self, position: &PackedPosition) -> usize {
        let bytes = position.as_bytes();
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
        let mix = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let first = mix(word(0) ^ 0x9e37_79b9_7f4a_7c15, word(8) ^ 0xd1b5_4a32_d192_ed03);
        let hash = mix(first ^ 0x8bb8_4b93_962e_acc9, word(16) ^ 0x2d35_8dcc_aa6c_78a5);
        hash as usize & (self.buckets.len() - 1)
    }
}

fn prev_power_of_two(number: usize) -> usize {
    if number == 0 { 1 } else { 1 << number.ilog2() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Position;

    /// Positions after two plies, all different.
    fn positions() -> Vec<PackedPosition> {
        let mut found = Vec::new();
        Position::initial().for_each_child(|_, child| {
            child.for_each_child(|_, child| {
                found.push(PackedPosition::new(child).expect("positions of games fit"));
            });
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    fn refuted(refuted: u8) -> Bounds {
        Bounds { refuted, ..Bounds::default() }
    }

    #[test]
    fn bounds_decide_what_follows_from_them() {
        let bounds = Bounds { proved: NonZeroU8::new(4), refuted: 2 };
        let cases =
            [(1, Some(false)), (2, Some(false)), (3, None), (4, Some(true)), (9, Some(true))];
        for (moves, expected) in cases {
            assert_eq!(bounds.decide(moves), expected, "{moves}");
        }
    }

    #[test]
    fn a_table_that_may_grow_forgets_little() {
        let mut table = Table::new(1 << 20);
        let positions = positions();
        for (index, position) in positions.iter().enumerate() {
            table.put(*position, refuted(1 + (index % 9) as u8));
        }
        let kept = positions.iter().enumerate().filter(|&(index, position)| {
            let bounds = table.get(position);
            assert!(bounds == refuted(1 + (index % 9) as u8) || bounds == Bounds::default());
            bounds != Bounds::default()
        });
        assert!(kept.count() > positions.len() * 3 / 4);
    }

    #[test]
    fn a_table_of_one_line_keeps_what_was_dear_and_mixes_nothing_up() {
        let mut table = Table::new(0);
        let positions = positions();
        table.put(positions[0], refuted(9));
        for &position in &positions[1..] {
            table.put(position, refuted(1));
            assert_eq!(table.get(&position), refuted(1));
            assert_eq!(table.get(&positions[0]), refuted(9));
        }
        assert_eq!(table.get(&positions[1]), Bounds::default());
    }
}
