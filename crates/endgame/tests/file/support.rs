//! Tables to write, and the comparison of what is read with what was written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sole_endgame::file::{
    BLOCK_LEN, Effort, FileError, Folder, Metric, PackedSlice, Side, SideValues, SliceKey, Table,
    TableName,
};
use tempfile::TempDir;

pub(crate) const CACHE_BYTES: usize = 1 << 20;

/// The order and the values of both sides.
pub(crate) type Sides = [(u8, Vec<u8>); 2];

/// What a table should hold.
pub(crate) type Truth = BTreeMap<SliceKey, Sides>;

pub(crate) fn krvk() -> TableName {
    TableName::new("KRvK", Metric::Dtm).expect("letters")
}

pub(crate) fn key(number: u64) -> SliceKey {
    SliceKey(number.to_be_bytes())
}

pub(crate) fn keys(truth: &Truth) -> Vec<SliceKey> {
    truth.keys().copied().collect()
}

/// Numbers that look random and are the same in every run: splitmix64.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Values that do not shrink.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }

    /// Values that shrink about as much as those of tables.
    pub(crate) fn runs(&mut self, count: usize) -> Vec<u8> {
        let mut value = 128;
        let mut next = || {
            if self.below(8) == 0 {
                value = 100 + self.below(20) as u8;
            }
            value
        };
        (0..count).map(|_| next()).collect()
    }
}

/// A few hundred bytes with every kind of block.
pub(crate) fn small() -> Truth {
    let mut noise = Noise(1);
    let constant_and_short = [vec![9; BLOCK_LEN], noise.runs(90)].concat();
    Truth::from([
        (key(1), [(0, noise.runs(300)), (1, noise.bytes(40))]),
        (key(2), [(2, constant_and_short), (3, vec![128; 1000])]),
        (key(7 << 60), [(4, vec![1]), (255, noise.runs(500))]),
    ])
}

/// Twelve slices of usual lengths.
pub(crate) fn dozen() -> Truth {
    let mut noise = Noise(2);
    (0..12)
        .map(|order| (key(noise.next()), [(order, noise.runs(3612)), (0, noise.runs(20_000))]))
        .collect()
}

/// Any number of tiny slices.
pub(crate) fn tiny(slices: u64) -> Truth {
    let mut noise = Noise(3);
    (0..slices).map(|number| (key(number), [(0, noise.runs(500)), (1, noise.runs(600))])).collect()
}

pub(crate) fn pack(key: SliceKey, sides: &Sides) -> PackedSlice {
    let sides = sides.each_ref().map(|(order, values)| SideValues { order: *order, values });
    PackedSlice::pack(key, sides, Effort::FAST)
}

pub(crate) fn pack_all(truth: &Truth) -> Vec<PackedSlice> {
    truth.iter().map(|(&key, sides)| pack(key, sides)).collect()
}

/// A folder of its own, removed with the first of the two.
pub(crate) fn empty() -> (TempDir, Folder) {
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = Folder::at(home.path(), CACHE_BYTES);
    (home, folder)
}

/// A folder with a complete table.
pub(crate) fn written(truth: &Truth) -> (TempDir, Folder) {
    let (home, folder) = empty();
    let mut lock = folder.lock(krvk()).expect("a lock");
    lock.append(&pack_all(truth)).expect("room");
    lock.finish(&keys(truth)).expect("all slices");
    (home, folder)
}

/// The names of all files in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("plain letters"))
        .collect();
    names.sort();
    names
}

/// Asks a table for everything; fails if it refuses any of it.
///
/// # Panics
/// If it says anything that is not true.
pub(crate) fn audit(folder: &Folder, truth: &Truth) -> Result<(), FileError> {
    let table = folder.table(krvk())?.expect("a table");
    assert_eq!(table.keys(), keys(truth));
    let mut outcome = Ok(());
    for (&key, sides) in truth {
        outcome = outcome.and(audit_slice(&table, key, sides));
    }
    outcome
}

/// The same for one slice.
pub(crate) fn audit_slice(table: &Table, key: SliceKey, sides: &Sides) -> Result<(), FileError> {
    let [first, second] = Side::BOTH.map(|side| audit_side(table, key, side, &sides[side.index()]));
    first.and(second)
}

fn audit_side(
    table: &Table,
    key: SliceKey,
    side: Side,
    (order, values): &(u8, Vec<u8>),
) -> Result<(), FileError> {
    assert_eq!(table.len(key, side), Ok(values.len() as u64));
    assert_eq!(table.order(key, side), Ok(*order));
    for index in (0..values.len()).step_by(BLOCK_LEN / 3) {
        let value = table.value(key, side, index as u64);
        assert!(value.is_err() || value == Ok(values[index]), "slice {key}, {side} side, {index}");
    }
    let (read_order, read) = table.read(key, side)?;
    assert_eq!(read_order, *order);
    assert!(read == *values, "slice {key}, {side} side");
    Ok(())
}
