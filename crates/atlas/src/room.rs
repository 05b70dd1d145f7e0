//! Room for many records: memory that is taken when it is first touched.
//!
//! It is in large pages where the system has them, since at a hundred million
//! records the small ones cost more than what is written to them.

use crate::{Key, Record};
use memmap2::{MmapMut, MmapOptions};
use std::io;

/// A block of memory for a fixed number of records.
pub(crate) struct Room(MmapMut);

/// A record as it lies in memory: the three numbers of its key, and its games.
type Cell = [u64; 4];

impl Room {
    /// Room for so many records, none of which takes any memory yet.
    pub(crate) fn new(records: usize) -> io::Result<Room> {
        let bytes = records.max(1).checked_mul(size_of::<Cell>());
        let bytes = bytes.ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon()?;
        // Without large pages all is as it was, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Room(map))
    }

    /// Puts a record into a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, record: Record) {
        let [a, b, c] = record.key.words();
        let cells: &mut [Cell] = bytemuck::cast_slice_mut(&mut self.0);
        cells[place] = [a, b, c, record.games];
    }

    /// Appends the records of some places.
    ///
    /// # Panics
    /// If there are no such places.
    #[inline]
    pub(crate) fn copy(&self, first: usize, length: usize, records: &mut Vec<Record>) {
        let cells: &[Cell] = bytemuck::cast_slice(&self.0);
        let record = |&[a, b, c, games]: &Cell| Record { key: Key::from_words([a, b, c]), games };
        records.extend(cells[first..first + length].iter().map(record));
    }
}
