//! Room for many bytes: memory that is taken when it is first touched.
//!
//! It is in large pages where the system has them, since at a hundred million
//! records the small ones cost more than what is written to them.

use memmap2::{MmapMut, MmapOptions};
use std::io;

/// A block of memory of a fixed length.
pub(crate) struct Room(MmapMut);

impl Room {
    /// So many bytes, none of which takes any memory yet.
    pub(crate) fn new(bytes: usize) -> io::Result<Room> {
        let map = MmapOptions::new().len(bytes.max(1)).no_reserve_swap().map_anon()?;
        // Without large pages all is as it was, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Room(map))
    }

    /// Some bytes from a place on.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline(always)]
    pub(crate) fn place<const BYTES: usize>(&self, at: usize) -> &[u8; BYTES] {
        self.0[at..].first_chunk().expect("a place in the room")
    }

    /// The same to be written.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline(always)]
    pub(crate) fn place_mut<const BYTES: usize>(&mut self, at: usize) -> &mut [u8; BYTES] {
        self.0[at..].first_chunk_mut().expect("a place in the room")
    }
}
