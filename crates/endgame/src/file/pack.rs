//! Slices compressed and ready to be written.

use super::codec::{Codec, Encoder, encode_block};
use super::format::{BLOCK_LEN, Block, Section, Slice, Span, checksum};
use super::{Side, SliceKey};

/// The values of a slice with one side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideValues<'a> {
    /// Says how the index was ordered; kept as it is.
    pub order: u8,
    /// One byte for each index.
    pub values: &'a [u8],
}

/// How hard to compress: a level of zstd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(i32);

impl Effort {
    /// Quick, for tables that are soon packed again.
    pub const FAST: Effort = Effort(1);
    /// The effort for tables that are kept.
    pub const DEFAULT: Effort = Effort(5);
    /// The smallest files, slowly.
    pub const BEST: Effort = Effort(22);

    /// Returns `None` outside the levels 1 to 22.
    pub const fn new(zstd_level: i32) -> Option<Effort> {
        if zstd_level >= 1 && zstd_level <= Effort::BEST.0 {
            Some(Effort(zstd_level))
        } else {
            None
        }
    }
}

/// From so many values on, each side is compressed on a thread of its own.
const WORTH_TWO_THREADS: usize = 1 << 20;

/// A slice, compressed; its bytes depend on its values and the effort alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedSlice {
    slice: Slice,
    /// Block table and blocks of both sides.
    sections: [Vec<u8>; 2],
}

impl PackedSlice {
    /// Compresses a slice.
    pub fn pack(key: SliceKey, sides: [SideValues<'_>; 2], effort: Effort) -> PackedSlice {
        let [first, second] = sides;
        let (first, second) = if first.values.len() < WORTH_TWO_THREADS {
            let mut encoder = Encoder::new(effort.0);
            (pack_section(first, &mut encoder), pack_section(second, &mut encoder))
        } else {
            let pack = |side| pack_section(side, &mut Encoder::new(effort.0));
            rayon::join(|| pack(first), || pack(second))
        };
        let slice = Slice { key, sections: [first.0, second.0] };
        PackedSlice { slice, sections: [first.1, second.1] }
    }

    /// The key.
    pub const fn key(&self) -> SliceKey {
        self.slice.key
    }

    /// How many bytes it takes in a file, apart from its line in the directory.
    pub fn bytes(&self) -> u64 {
        self.slice.sections.iter().map(|section| section.bytes).sum()
    }

    pub(super) const fn slice(&self) -> &Slice {
        &self.slice
    }

    pub(super) fn section(&self, side: Side) -> &[u8] {
        &self.sections[side.index()]
    }
}

fn pack_section(side: SideValues<'_>, encoder: &mut Encoder) -> (Section, Vec<u8>) {
    let codec = Codec::Zstd;
    let (mut table, mut data) = (Vec::new(), Vec::new());
    for values in side.values.chunks(BLOCK_LEN) {
        pack_block(codec, encoder, values, &mut data).push(&mut table);
    }
    let section = Section {
        order: side.order,
        codec,
        values: side.values.len() as u64,
        bytes: (table.len() + data.len()) as u64,
        table_checksum: checksum(&table),
    };
    (section, [table, data].concat())
}

/// Appends the bytes of a block to the data, if it needs any.
fn pack_block(codec: Codec, encoder: &mut Encoder, values: &[u8], data: &mut Vec<u8>) -> Block {
    if values.iter().all(|&value| value == values[0]) {
        return Block::Constant(values[0]);
    }
    let encoded = encode_block(codec, encoder, values);
    let bytes = if encoded.len() < values.len() { &encoded } else { values };
    let start = data.len() as u64;
    data.extend_from_slice(bytes);
    Block::Stored(Span { start, bytes: bytes.len() as u16, checksum: checksum(bytes) })
}
