//! What the library and the tests that use it share: kinds of calls, and records of changes.
//!
//! A record in the file of `FAULTS_LOG` is a letter, four numbers of eight bytes (little endian) and two byte strings:
//! the file's inode, an offset or length, the lengths of both strings, then the strings.

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `malloc` and its relatives.
    Allocate,
    /// `open` with or without creating.
    Open,
    /// `read`, `pread`, `mmap` of a file.
    Read,
    /// `write`, `pwrite`, `ftruncate`.
    Write,
    /// `fsync`, `fdatasync`, of files and folders.
    Sync,
    /// `rename`.
    Rename,
    /// `unlink`.
    Unlink,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [
        Kind::Allocate,
        Kind::Open,
        Kind::Read,
        Kind::Write,
        Kind::Sync,
        Kind::Rename,
        Kind::Unlink,
    ];

    /// The letter in `FAULTS_FAIL` and in the file of `FAULTS_COUNT`.
    pub const fn letter(self) -> u8 {
        match self {
            Kind::Allocate => b'a',
            Kind::Open => b'o',
            Kind::Read => b'r',
            Kind::Write => b'w',
            Kind::Sync => b's',
            Kind::Rename => b'n',
            Kind::Unlink => b'u',
        }
    }
}

/// The length of what comes before the two strings.
pub const HEAD: usize = 33;

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was done.
    pub change: Change,
    /// The inode of the file or folder, 0 where paths say it.
    pub inode: u64,
    /// Where it was written, or the new length.
    pub offset: u64,
    /// The path, or what was written.
    pub first: Vec<u8>,
    /// The new path of a rename.
    pub second: Vec<u8>,
}

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A file was opened for writing, and created unless it existed.
    Create,
    /// The length was set.
    Truncate,
    /// Bytes were written.
    Write,
    /// A file or folder was synced.
    Sync,
    /// An entry got another name.
    Rename,
    /// An entry was removed.
    Unlink,
    /// A folder was made.
    MakeFolder,
    /// A file was mapped so that its memory can be written, which no record shows.
    MapShared,
}

impl Change {
    const ALL: [Change; 8] = [
        Change::Create,
        Change::Truncate,
        Change::Write,
        Change::Sync,
        Change::Rename,
        Change::Unlink,
        Change::MakeFolder,
        Change::MapShared,
    ];

    /// The letter of the record.
    pub const fn letter(self) -> u8 {
        match self {
            Change::Create => b'c',
            Change::Truncate => b't',
            Change::Write => b'w',
            Change::Sync => b's',
            Change::Rename => b'r',
            Change::Unlink => b'u',
            Change::MakeFolder => b'd',
            Change::MapShared => b'm',
        }
    }
}

/// The head of a record whose strings have these lengths.
pub fn head(change: Change, inode: u64, offset: u64, lengths: [usize; 2]) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[0] = change.letter();
    let numbers = [inode, offset, lengths[0] as u64, lengths[1] as u64];
    for (bytes, number) in head[1..].chunks_exact_mut(8).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    head
}

/// All records of a log.
///
/// # Panics
///
/// If it is not a log.
pub fn parse(mut log: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !log.is_empty() {
        let (head, rest) = log.split_at(HEAD);
        let number = |at: usize| {
            u64::from_le_bytes(head[1 + 8 * at..9 + 8 * at].try_into().expect("eight bytes"))
        };
        let known = Change::ALL.into_iter().find(|change| change.letter() == head[0]);
        let (first, rest) = rest.split_at(number(2) as usize);
        let (second, rest) = rest.split_at(number(3) as usize);
        records.push(Record {
            change: known.expect("a known letter"),
            inode: number(0),
            offset: number(1),
            first: first.to_vec(),
            second: second.to_vec(),
        });
        log = rest;
    }
    records
}
