//! What can go wrong with files, and where.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::{Side, SliceKey, TableName};
use sole_storage::{IoError, Operation};

/// Why a table cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system refused.
    Io(IoError),
    /// A file with the name of a table does not begin like one.
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// A file is in a version of the format that is not known here.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
    /// A file is compressed in a way that is not known here.
    Codec {
        /// The file.
        path: PathBuf,
        /// The byte that stands for the codec.
        codec: u8,
    },
    /// A file holds another table than its name says.
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The table that it holds, or a part of which it holds.
        holds: TableName,
    },
    /// A file is shorter or longer than when it was written.
    Length {
        /// The file.
        path: PathBuf,
        /// Its length in bytes when it was written.
        expected: u64,
        /// Its length in bytes now.
        actual: u64,
    },
    /// The content of a file is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        part: Part,
    },
    /// There is not enough room for a file.
    DiskFull {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        need: u64,
        /// How many bytes are free.
        free: u64,
    },
    /// A table does not hold this slice.
    NoSuchSlice {
        /// The table.
        name: TableName,
        /// The slice.
        slice: SliceKey,
    },
    /// A slice has fewer values.
    NoSuchIndex {
        /// The table.
        name: TableName,
        /// The slice.
        slice: SliceKey,
        /// The side to move.
        side: Side,
        /// The index asked for.
        index: u64,
        /// How many values there are.
        len: u64,
    },
    /// Slices cannot be added to a table that was finished without them.
    Finished {
        /// The complete file.
        path: PathBuf,
    },
    /// The files of a table came and went too quickly to be opened together.
    Unsettled {
        /// The table.
        name: TableName,
    },
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The first 64 bytes.
    Header,
    /// The list of the slices.
    Directory,
    /// The byte in the directory that says how the values of one side of a slice are ordered.
    Order {
        /// The slice.
        slice: SliceKey,
        /// The side to move.
        side: Side,
    },
    /// The number in the directory that says how many values one side of a slice has.
    Count {
        /// The slice.
        slice: SliceKey,
        /// The side to move.
        side: Side,
    },
    /// The list of the blocks of one side of a slice.
    BlockTable {
        /// The slice.
        slice: SliceKey,
        /// The side to move.
        side: Side,
    },
    /// One block of values.
    Block {
        /// The slice.
        slice: SliceKey,
        /// The side to move.
        side: Side,
        /// The number of the block, from 0.
        block: u64,
    },
}

impl FileError {
    pub(super) fn io(path: &Path, operation: Operation, error: &io::Error) -> FileError {
        FileError::Io(IoError::new(path, operation, error))
    }

    /// Whether a file was gone when it was to be opened.
    pub(super) fn is_vanished(&self) -> bool {
        let FileError::Io(error) = self else { return false };
        error.operation == Operation::Open && error.kind == io::ErrorKind::NotFound
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => error.fmt(f),
            FileError::NotATable { path } => {
                write!(f, "{} is not a table; build it again, or move it elsewhere", path.display())
            }
            FileError::Version { path, version } => {
                let path = path.display();
                write!(f, "{path} has format version {version}, known is 1; use a newer program")
            }
            FileError::Codec { path, codec } => {
                write!(f, "{} has unknown codec {codec}; use a newer program", path.display())
            }
            FileError::Misnamed { path, holds } => {
                write!(f, "{} holds {holds}; give it its own name back", path.display())
            }
            FileError::Length { path, expected, actual } => {
                let path = path.display();
                write!(f, "{path} has {actual} bytes instead of {expected}; {AGAIN}")
            }
            FileError::Damaged { path, part } => {
                write!(f, "{} is damaged in {part}; {AGAIN}", path.display())
            }
            FileError::DiskFull { path, need, free } => {
                let path = path.display();
                write!(f, "no room for {path}: {need} bytes needed, {free} free; make room")
            }
            FileError::NoSuchSlice { name, slice } => {
                write!(f, "{name} has no slice {slice}; build it first")
            }
            FileError::NoSuchIndex { name, slice, side, index, len } => {
                write!(f, "no value {index} in {name}, slice {slice}, {side} side: it has {len}")
            }
            FileError::Finished { path } => {
                let path = path.display();
                write!(f, "{path} is finished without these slices; delete it and build again")
            }
            FileError::Unsettled { name } => {
                write!(f, "the files of {name} keep changing; try again")
            }
        }
    }
}

/// What to do about a file that is of no use.
const AGAIN: &str = "build it again";

impl std::error::Error for FileError {}

impl From<IoError> for FileError {
    fn from(error: IoError) -> FileError {
        FileError::Io(error)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Header => f.write_str("its header"),
            Part::Directory => f.write_str("its directory"),
            Part::Order { slice, side } => write!(f, "the order of slice {slice}, {side} side"),
            Part::Count { slice, side } => {
                write!(f, "the number of values of slice {slice}, {side} side")
            }
            Part::BlockTable { slice, side } => {
                write!(f, "the block table of slice {slice}, {side} side")
            }
            Part::Block { slice, side, block } => {
                write!(f, "slice {slice}, {side} side, block {block}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Metric;

    #[test]
    fn messages_name_the_place_and_the_remedy() {
        let path = || PathBuf::from("KRvK.dtm");
        let slice = SliceKey([0, 1, 2, 3, 4, 5, 6, 255]);
        let name = TableName::new("KRvK", Metric::Dtm).expect("letters");
        let side = Side::Second;
        let block = Part::Block { slice, side, block: 3 };
        let cases = [
            (
                FileError::io(&path(), Operation::Open, &io::ErrorKind::PermissionDenied.into()),
                "cannot open KRvK.dtm: permission denied",
            ),
            (
                FileError::NotATable { path: path() },
                "KRvK.dtm is not a table; build it again, or move it elsewhere",
            ),
            (
                FileError::Length { path: path(), expected: 300, actual: 2 },
                "KRvK.dtm has 2 bytes instead of 300; build it again",
            ),
            (
                FileError::Damaged { path: path(), part: Part::Header },
                "KRvK.dtm is damaged in its header; build it again",
            ),
            (
                FileError::Damaged { path: path(), part: block },
                "KRvK.dtm is damaged in slice 00010203040506ff, second side, block 3; \
                 build it again",
            ),
            (
                FileError::Damaged { path: path(), part: Part::Order { slice, side } },
                "KRvK.dtm is damaged in the order of slice 00010203040506ff, second side; \
                 build it again",
            ),
            (
                FileError::Damaged { path: path(), part: Part::Count { slice, side } },
                "KRvK.dtm is damaged in the number of values of slice 00010203040506ff, \
                 second side; build it again",
            ),
            (
                FileError::DiskFull { path: path(), need: 300, free: 2 },
                "no room for KRvK.dtm: 300 bytes needed, 2 free; make room",
            ),
            (
                FileError::NoSuchIndex { name, slice, side, index: 9, len: 9 },
                "no value 9 in KRvK.dtm, slice 00010203040506ff, second side: it has 9",
            ),
        ];
        for (error, expected) in cases {
            assert_eq!(error.to_string(), expected);
        }
    }
}
