//! Opponents one after the other, in memory or in a file.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::opponents::Place;
use super::scratch::ScratchError;
use sole_storage::Operation;

/// The place of an army, and whether more than one game leads to the position that it is
/// half of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item(u32);

impl Item {
    /// No place is so high.
    pub(super) const MOST: u32 = 1 << 31;

    /// What an item takes.
    pub(super) const BYTES: u64 = 4;

    #[inline(always)]
    pub(super) fn new(place: Place, ways: u8) -> Item {
        Item(place | if ways > 1 { Item::MOST } else { 0 })
    }

    #[inline(always)]
    pub(super) fn place(self) -> Place {
        self.0 & !Item::MOST
    }

    /// One, or two for more than one.
    #[inline(always)]
    pub(super) fn ways(self) -> u8 {
        1 + (self.0 >> 31) as u8
    }

    /// As it is written.
    pub(super) fn word(self) -> u32 {
        self.0
    }

    pub(super) fn from_word(word: u32) -> Item {
        Item(word)
    }
}

/// Where some items are among many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u64,
    pub(super) length: u32,
}

/// Many items.
#[derive(Clone)]
pub(super) enum Items {
    Memory(Vec<Item>),
    /// In a file of words.
    File {
        file: Arc<File>,
        path: PathBuf,
    },
}

/// Room for items that are read from a file.
#[derive(Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    items: Vec<Item>,
}

impl Items {
    /// Some of the items, read into a buffer if need be.
    ///
    /// # Errors
    /// If their file cannot be read.
    #[inline]
    pub(super) fn get<'a>(
        &'a self,
        span: Span,
        buffer: &'a mut Buffer,
    ) -> Result<&'a [Item], ScratchError> {
        match self {
            Items::Memory(items) => Ok(&items[span.start as usize..][..span.length as usize]),
            Items::File { file, path } => {
                let items = buffer.fill(file, span);
                items.map_err(|error| ScratchError::io(path, Operation::Read, &error))
            }
        }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Items::Memory(items) => items.len() as u64 * Item::BYTES,
            Items::File { .. } => 0,
        }
    }
}

impl Buffer {
    fn fill(&mut self, file: &File, span: Span) -> io::Result<&[Item]> {
        self.bytes.resize(span.length as usize * Item::BYTES as usize, 0);
        read_exact_at(file, &mut self.bytes, span.start * Item::BYTES)?;
        let words = self.bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        self.items.clear();
        self.items.extend(words.map(Item::from_word));
        Ok(&self.items)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}
