//! The bytes of a file: header, directory and block tables.
//!
//! The header holds a checksum of the directory, the directory one of each
//! block table, a block table one of each block; so each part vouches for the
//! next and nothing can be exchanged unnoticed. There are no offsets: every
//! part begins where the one before ends, so there are no gaps.

use xxhash_rust::xxh3::xxh3_64;

use super::codec::Codec;
use super::name::Kind;
use super::{Metric, SliceKey, TableName};

/// How many values a block holds; only the last block of a section may hold fewer.
pub const BLOCK_LEN: usize = 16384;

pub(super) const HEADER_BYTES: usize = 64;

/// More slices than any table has: a limit on what a forged header makes one read.
const MOST_SLICES: u64 = 1 << 20;

/// More values than any section has: a limit on what a forged directory makes one decode.
const MOST_VALUES: u64 = 1 << 27;

const MAGIC: [u8; 8] = *b"\x89Sole\r\n\x1a";
const VERSION: u16 = 1;
const CHECKSUM_AT: usize = HEADER_BYTES - 8;
const SECTION_BYTES: usize = 22;
const SLICE_BYTES: usize = 8 + 2 * SECTION_BYTES;
const BLOCK_BYTES: usize = 6;

/// The checksum of blocks and block tables: the low half of XXH3.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    xxh3_64(bytes) as u32
}

/// Why bytes are not a header or a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotATable,
    Version(u16),
    Codec(u8),
    Damaged,
}

/// The first 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: TableName,
    pub(super) kind: Kind,
    pub(super) slices: u64,
    pub(super) file_bytes: u64,
    pub(super) directory_checksum: u64,
}

impl Header {
    pub(super) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.name.metric().byte(), self.kind.byte()]);
        bytes.extend((BLOCK_LEN as u32).to_le_bytes());
        bytes.extend(self.slices.to_le_bytes());
        bytes.extend(self.file_bytes.to_le_bytes());
        bytes.extend(self.directory_checksum.to_le_bytes());
        bytes.extend(self.name.padded_material());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes.try_into().expect("the fields fill a header")
    }

    pub(super) fn parse(bytes: &[u8; HEADER_BYTES]) -> Result<Header, Fault> {
        if bytes[..8] != MAGIC {
            return Err(Fault::NotATable);
        }
        if u64_at(bytes, CHECKSUM_AT) != xxh3_64(&bytes[..CHECKSUM_AT]) {
            return Err(Fault::Damaged);
        }
        match u16::from_le_bytes(array_at(bytes, 8)) {
            VERSION => Header::parse_fields(bytes).ok_or(Fault::Damaged),
            version => Err(Fault::Version(version)),
        }
    }

    fn parse_fields(bytes: &[u8; HEADER_BYTES]) -> Option<Header> {
        let metric = Metric::from_byte(bytes[10])?;
        let kind = Kind::from_byte(bytes[11])?;
        let name = TableName::from_padded(array_at(bytes, 40), metric)?;
        let header = Header {
            name,
            kind,
            slices: u64_at(bytes, 16),
            file_bytes: u64_at(bytes, 24),
            directory_checksum: u64_at(bytes, 32),
        };
        let known_blocks = u32_at(bytes, 12) as usize == BLOCK_LEN;
        (known_blocks && header.directory_bytes().is_some()).then_some(header)
    }

    /// The length of the directory, none if it is too long or does not fit into the file.
    pub(super) fn directory_bytes(&self) -> Option<usize> {
        let bytes = self.slices.checked_mul(SLICE_BYTES as u64)?;
        let room = self.file_bytes.checked_sub(HEADER_BYTES as u64)?;
        let fits = self.slices <= MOST_SLICES && bytes <= room;
        if fits { usize::try_from(bytes).ok() } else { None }
    }
}

/// The values of one slice with one side to move, as the directory tells of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) order: u8,
    pub(super) codec: Codec,
    pub(super) values: u64,
    /// The length of the block table and the blocks.
    pub(super) bytes: u64,
    pub(super) table_checksum: u32,
}

impl Section {
    pub(super) fn blocks(&self) -> u64 {
        self.values.div_ceil(BLOCK_LEN as u64)
    }

    /// The length of the block table, none if it is too long or does not fit into the section.
    pub(super) fn table_bytes(&self) -> Option<usize> {
        let bytes = self.blocks().checked_mul(BLOCK_BYTES as u64)?;
        let fits = self.values <= MOST_VALUES && bytes <= self.bytes;
        if fits { usize::try_from(bytes).ok() } else { None }
    }

    /// How many values a block holds.
    pub(super) fn block_len(&self, block: u64) -> usize {
        let before = block * BLOCK_LEN as u64;
        (self.values - before).min(BLOCK_LEN as u64) as usize
    }

    fn push(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.order, self.codec.byte()]);
        bytes.extend(self.values.to_le_bytes());
        bytes.extend(self.bytes.to_le_bytes());
        bytes.extend(self.table_checksum.to_le_bytes());
    }

    fn parse(bytes: &[u8]) -> Result<Section, Fault> {
        let section = Section {
            order: bytes[0],
            codec: Codec::from_byte(bytes[1]).ok_or(Fault::Codec(bytes[1]))?,
            values: u64_at(bytes, 2),
            bytes: u64_at(bytes, 10),
            table_checksum: u32_at(bytes, 18),
        };
        section.table_bytes().map(|_| section).ok_or(Fault::Damaged)
    }
}

/// A slice, as the directory tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) key: SliceKey,
    pub(super) sections: [Section; 2],
}

impl Slice {
    fn parse(bytes: &[u8]) -> Result<Slice, Fault> {
        let first = Section::parse(&bytes[8..])?;
        let second = Section::parse(&bytes[8 + SECTION_BYTES..])?;
        Ok(Slice { key: SliceKey(array_at(bytes, 0)), sections: [first, second] })
    }
}

/// The slices of a file, their keys ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directory(Vec<Slice>);

impl Directory {
    /// Returns `None` unless the keys ascend.
    pub(super) fn new(slices: Vec<Slice>) -> Option<Directory> {
        slices.is_sorted_by(|a, b| a.key < b.key).then_some(Directory(slices))
    }

    pub(super) fn slices(&self) -> &[Slice] {
        &self.0
    }

    /// The length of a file with this directory.
    pub(super) fn file_bytes(&self) -> Option<u64> {
        let begin = (HEADER_BYTES + self.0.len() * SLICE_BYTES) as u64;
        let mut sections = self.0.iter().flat_map(|slice| slice.sections);
        sections.try_fold(begin, |end, section| end.checked_add(section.bytes))
    }

    /// Header and directory of a file.
    pub(super) fn prefix(&self, name: TableName, kind: Kind) -> Vec<u8> {
        let mut directory = Vec::with_capacity(self.0.len() * SLICE_BYTES);
        for slice in &self.0 {
            directory.extend(slice.key.0);
            slice.sections.iter().for_each(|section| section.push(&mut directory));
        }
        let header = Header {
            name,
            kind,
            slices: self.0.len() as u64,
            file_bytes: self.file_bytes().expect("the length of a file fits 64 bits"),
            directory_checksum: xxh3_64(&directory),
        };
        [&header.to_bytes(), directory.as_slice()].concat()
    }

    /// Reads the directory that belongs to a header.
    pub(super) fn parse(header: &Header, bytes: &[u8]) -> Result<Directory, Fault> {
        if xxh3_64(bytes) != header.directory_checksum {
            return Err(Fault::Damaged);
        }
        let slices = bytes.chunks_exact(SLICE_BYTES).map(Slice::parse);
        let directory = Directory::new(slices.collect::<Result<_, _>>()?).ok_or(Fault::Damaged)?;
        let consistent = directory.file_bytes() == Some(header.file_bytes);
        if consistent { Ok(directory) } else { Err(Fault::Damaged) }
    }

    /// Where each section begins, slice by slice.
    pub(super) fn starts(&self) -> impl Iterator<Item = [u64; 2]> {
        let begin = (HEADER_BYTES + self.0.len() * SLICE_BYTES) as u64;
        self.0.iter().scan(begin, |end, slice| {
            let start = *end;
            let [first, second] = slice.sections.map(|section| section.bytes);
            *end += first + second;
            Some([start, start + first])
        })
    }
}

/// A block, as its block table tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// All its values are this one; nothing else is in the file.
    Constant(u8),
    /// Its bytes are in the file.
    Stored(Span),
}

/// Where the bytes of a block are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// Counted from the beginning of the section.
    pub(super) start: u64,
    pub(super) bytes: u16,
    pub(super) checksum: u32,
}

impl Block {
    /// Appends the entry of a block table.
    pub(super) fn push(self, table: &mut Vec<u8>) {
        let (bytes, word) = match self {
            Block::Constant(value) => (0, u32::from(value)),
            Block::Stored(span) => (span.bytes, span.checksum),
        };
        table.extend(bytes.to_le_bytes());
        table.extend(word.to_le_bytes());
    }

    fn parse(entry: &[u8], start: u64) -> Option<Block> {
        let (bytes, word) = (u16::from_le_bytes(array_at(entry, 0)), u32_at(entry, 2));
        match bytes {
            0 => u8::try_from(word).ok().map(Block::Constant),
            _ => Some(Block::Stored(Span { start, bytes, checksum: word })),
        }
    }

    fn stored_bytes(self) -> u64 {
        match self {
            Block::Constant(_) => 0,
            Block::Stored(span) => u64::from(span.bytes),
        }
    }
}

/// Reads the block table of a section; none if it is not the one that was written.
pub(super) fn parse_block_table(section: &Section, table: &[u8]) -> Option<Box<[Block]>> {
    if checksum(table) != section.table_checksum {
        return None;
    }
    let mut end = table.len() as u64;
    let mut blocks = Vec::with_capacity(table.len() / BLOCK_BYTES);
    for (number, entry) in (0..).zip(table.chunks_exact(BLOCK_BYTES)) {
        let block = Block::parse(entry, end)?;
        end += block.stored_bytes();
        if block.stored_bytes() > section.block_len(number) as u64 {
            return None;
        }
        blocks.push(block);
    }
    (end == section.bytes).then_some(blocks.into_boxed_slice())
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("a range of that length")
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array_at(bytes, at))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array_at(bytes, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name() -> TableName {
        TableName::new("KRvK", Metric::Dtz).expect("letters")
    }

    fn section(values: u64, table: &[u8], bytes: u64) -> Section {
        let codec = Codec::Zstd;
        Section { order: 9, codec, values, bytes, table_checksum: checksum(table) }
    }

    fn slice(key: u8) -> Slice {
        let section = section(1, &[0; 6], 6);
        Slice { key: SliceKey([key; 8]), sections: [section, section] }
    }

    /// A header with some bytes replaced and a checksum that fits.
    fn forged(at: usize, replaced: &[u8]) -> [u8; HEADER_BYTES] {
        let directory = Directory::new(vec![slice(1)]).expect("one key");
        let prefix = directory.prefix(name(), Kind::Segment);
        let mut bytes: [u8; HEADER_BYTES] = array_at(&prefix, 0);
        bytes[at..at + replaced.len()].copy_from_slice(replaced);
        let checksum = xxh3_64(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn headers_are_taken_only_if_they_make_sense() {
        let cases: [(usize, &[u8], Option<Fault>); 11] = [
            (0, b"", None),
            (0, b"P", Some(Fault::NotATable)),
            (8, &[2], Some(Fault::Version(2))),
            (10, &[2], Some(Fault::Damaged)),
            (11, &[2], Some(Fault::Damaged)),
            (12, &[1], Some(Fault::Damaged)),
            (16, &[2], Some(Fault::Damaged)),
            (16, &[0xFF; 8], Some(Fault::Damaged)),
            (24, &[0; 8], Some(Fault::Damaged)),
            (40, b"K?v", Some(Fault::Damaged)),
            (55, b"K", Some(Fault::Damaged)),
        ];
        for (at, replaced, expected) in cases {
            let parsed = Header::parse(&forged(at, replaced));
            assert_eq!(parsed.err(), expected, "{replaced:?} at {at}");
        }
    }

    #[test]
    fn directories_are_taken_only_if_they_make_sense() {
        let sound = |slices: &[Slice]| Directory(slices.to_vec());
        let unfit = Slice { sections: [section(1, &[], 5); 2], ..slice(1) };
        let cases = [
            ("one", sound(&[slice(1)]), true),
            ("none", sound(&[]), true),
            ("ascending", sound(&[slice(1), slice(2)]), true),
            ("descending", sound(&[slice(2), slice(1)]), false),
            ("twice", sound(&[slice(1), slice(1)]), false),
            ("no room for the block table", sound(&[unfit]), false),
        ];
        for (case, directory, expected) in cases {
            let prefix = directory.prefix(name(), Kind::Complete);
            let header = Header::parse(&array_at(&prefix, 0)).expect("a sound header");
            let parsed = Directory::parse(&header, &prefix[HEADER_BYTES..]);
            assert_eq!(
                parsed,
                if expected { Ok(directory) } else { Err(Fault::Damaged) },
                "{case}"
            );
        }
    }

    #[test]
    fn a_codec_of_the_future_is_named() {
        let directory = Directory(vec![slice(1)]);
        let mut bytes = directory.prefix(name(), Kind::Complete);
        let mut header = Header::parse(&array_at(&bytes, 0)).expect("a sound header");
        bytes[HEADER_BYTES + 9] = 200;
        header.directory_checksum = xxh3_64(&bytes[HEADER_BYTES..]);
        let parsed = Directory::parse(&header, &bytes[HEADER_BYTES..]);
        assert_eq!(parsed, Err(Fault::Codec(200)));
    }

    #[test]
    fn block_tables_are_taken_only_if_they_make_sense() {
        let long = BLOCK_LEN as u64;
        let cases: [(&str, u64, &[u8], u64, bool); 8] = [
            ("constant", 1, &[0, 0, 77, 0, 0, 0], 6, true),
            ("constant, not a byte", 1, &[0, 0, 77, 1, 0, 0], 6, false),
            ("constant, bytes follow", 1, &[0, 0, 77, 0, 0, 0], 7, false),
            ("raw", 3, &[3, 0, 1, 2, 3, 4], 9, true),
            ("longer than its values", 3, &[4, 0, 1, 2, 3, 4], 10, false),
            ("bytes are missing", 3, &[3, 0, 1, 2, 3, 4], 8, false),
            ("two blocks", long + 1, &[0, 64, 1, 2, 3, 4, 1, 0, 1, 2, 3, 4], 16397, true),
            ("last too long", long + 1, &[0, 64, 1, 2, 3, 4, 2, 0, 1, 2, 3, 4], 16398, false),
        ];
        for (case, values, table, bytes, expected) in cases {
            let parsed = parse_block_table(&section(values, table, bytes), table);
            assert_eq!(parsed.is_some(), expected, "{case}");
            let mut again = Vec::new();
            parsed.iter().flatten().for_each(|block| block.push(&mut again));
            assert!(!expected || again == table, "{case}");
        }
    }
}
