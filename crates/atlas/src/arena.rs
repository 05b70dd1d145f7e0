//! An arena of anonymous mapped memory, which is allocated when it is first touched.
//!
//! It uses huge pages where the system has them, since at a hundred million
//! records small pages cost more than what is written to them.

use memmap2::{MmapMut, MmapOptions};
use std::io;

/// A block of memory of a fixed length.
pub(crate) struct MmapArena(MmapMut);

impl MmapArena {
    /// An arena of `bytes` bytes, none of which takes any memory yet.
    pub(crate) fn new(bytes: usize) -> io::Result<MmapArena> {
        let map = MmapOptions::new().len(bytes.max(1)).no_reserve_swap().map_anon()?;
        // Without huge pages all works as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(MmapArena(map))
    }

    /// The bytes at an offset.
    ///
    /// # Panics
    /// If the offset is out of bounds.
    #[inline(always)]
    pub(crate) fn bytes_at<const BYTES: usize>(&self, at: usize) -> &[u8; BYTES] {
        self.0[at..].first_chunk().expect("an offset in the arena")
    }

    /// The bytes at an offset, to be written.
    ///
    /// # Panics
    /// If the offset is out of bounds.
    #[inline(always)]
    pub(crate) fn bytes_at_mut<const BYTES: usize>(&mut self, at: usize) -> &mut [u8; BYTES] {
        self.0[at..].first_chunk_mut().expect("an offset in the arena")
    }
}
