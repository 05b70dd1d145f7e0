//! What can go wrong with an atlas, and where.

use crate::store::MANIFEST;
use crate::stream::StreamError;
use parquet::errors::ParquetError;
use sole_board::PackedError;
use sole_storage::{IoError, Operation, is_disk_full};
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why an atlas cannot be read or grown.
#[derive(Debug)]
#[non_exhaustive]
pub enum AtlasError {
    /// The operating system refused.
    Io(IoError),
    /// The disk was full before a file was written.
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// There will not be enough room.
    NoRoom {
        /// The folder.
        path: PathBuf,
        /// How many bytes are needed.
        need: u64,
        /// How many bytes are free.
        free: u64,
    },
    /// The atlas lacks something, and its folder cannot be written to.
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// The plies of the first layer that lacks something.
        ply: u32,
        /// Why it cannot be written.
        source: IoError,
    },
    /// A range file cannot be read or written as Parquet.
    Parquet {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ParquetError,
    },
    /// A manifest cannot be understood.
    Manifest {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// A manifest says something else than it must.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is about.
        what: Mismatch,
    },
    /// The content of a file is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that is known.
        damage: Damage,
    },
    /// Another process grows the atlas.
    Locked {
        /// The file that is locked.
        path: PathBuf,
    },
    /// A layer is not there.
    Missing {
        /// Its plies.
        ply: u32,
    },
    /// A layer has no such file.
    NoFile {
        /// Its plies.
        ply: u32,
        /// The place of the file, from 0.
        file: usize,
    },
    /// A file has no such row group.
    NoGroup {
        /// The plies of its layer.
        ply: u32,
        /// The place of the file, from 0.
        file: usize,
        /// The place of the row group, from 0.
        group: usize,
    },
    /// Files that were to be written elsewhere are missing, or others are there.
    Undelivered {
        /// The plies of their layer.
        ply: u32,
        /// How many are wanted.
        wanted: usize,
        /// How many were written.
        delivered: usize,
    },
    /// A stream of positions is not as it must be.
    Stream(StreamError),
    /// The start has no 24 bytes.
    Start(PackedError),
    /// More games lead to a position than a signed number of 64 bits holds.
    TooManyGames {
        /// The plies.
        ply: u32,
    },
    /// The memory does not suffice.
    Memory {
        /// How many bytes are needed.
        need: u64,
        /// How many may be taken.
        given: u64,
    },
    /// A layer is not as it must be: something is wrong with the program or the machine.
    Wrong {
        /// The plies.
        ply: u32,
        /// What was counted.
        what: Quantity,
        /// The number that is known.
        expected: u128,
        /// The number that was counted.
        actual: u128,
    },
    /// The work was asked to stop.
    Stopped,
}

/// What a manifest differs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// It is no manifest of a layer.
    Format,
    /// It is of another version.
    Version {
        /// The version that is read and written here.
        expected: u32,
        /// The version that it has.
        actual: u32,
    },
    /// It belongs to another start.
    Start,
    /// It belongs to another ply.
    Ply,
    /// Its ranges do not follow each other.
    Ranges,
    /// Its numbers contradict each other, or a file has another name than it must.
    Numbers,
    /// It is not as it was written.
    Hash,
}

/// How it is known that a file is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// It is gone.
    Missing,
    /// It has another length.
    Length {
        /// Bytes when it was written.
        expected: u64,
        /// Bytes now.
        actual: u64,
    },
    /// Its BLAKE3 is another one.
    Hash,
    /// It has another number of rows.
    Rows {
        /// Rows when it was written.
        expected: u64,
        /// Rows now.
        actual: u64,
    },
    /// Its rows are not in the order of their keys, or not in its range.
    Order,
    /// Its games are not so many as they were.
    Games,
    /// It cannot be decoded.
    Content,
    /// It was made anew, and comes out differently.
    Anew,
}

/// What is counted of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// Edges from the layer before.
    Edges,
    /// Distinct positions.
    Positions,
    /// Positions with one game.
    UniquePositions,
    /// Games.
    Games,
    /// Games that end in mate.
    Mates,
    /// Games that end in a check that is no mate.
    OtherChecks,
}

impl AtlasError {
    /// The error of an operation; a full disk is told from others.
    pub(crate) fn io(path: &Path, operation: Operation, source: io::Error) -> AtlasError {
        IoError::new(path, operation, &source).into()
    }

    /// The error of the library, which may be that the disk is full.
    pub(crate) fn parquet(path: &Path, source: ParquetError) -> AtlasError {
        match &source {
            ParquetError::External(error)
                if error
                    .downcast_ref()
                    .is_some_and(|error: &io::Error| is_disk_full(error.kind())) =>
            {
                AtlasError::DiskFull { path: path.to_owned() }
            }
            _ => AtlasError::Parquet { path: path.to_owned(), source },
        }
    }

    /// Whether a manifest of this version is not as it was written, so that
    /// [`check`](crate::check) makes its layer anew.
    pub fn is_damaged_manifest(&self) -> bool {
        match self {
            AtlasError::Foreign {
                path,
                what: Mismatch::Hash | Mismatch::Ranges | Mismatch::Numbers,
            }
            | AtlasError::Manifest { path, .. } => path.ends_with(MANIFEST),
            _ => false,
        }
    }

    /// The same, if it is why the folder of an atlas cannot be written to that lacks something.
    pub(crate) fn since_wanted(self, folder: &Path, ply: u32) -> AtlasError {
        match self {
            AtlasError::Io(source) => {
                AtlasError::Unwritable { folder: folder.to_owned(), ply, source }
            }
            other => other,
        }
    }

    pub(crate) fn damaged(path: &Path, damage: Damage) -> AtlasError {
        AtlasError::Damaged { path: path.to_owned(), damage }
    }
}

impl From<IoError> for AtlasError {
    fn from(error: IoError) -> AtlasError {
        match error.is_disk_full() {
            true => AtlasError::DiskFull { path: error.path },
            false => AtlasError::Io(error),
        }
    }
}

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtlasError::Io(error) => error.fmt(f),
            AtlasError::DiskFull { path } => {
                write!(f, "{} could not be written: the disk is full", path.display())
            }
            AtlasError::NoRoom { path, need, free } => {
                write!(f, "{need} bytes are needed in {}, {free} are free", path.display())
            }
            AtlasError::Unwritable { folder, ply, source } => write!(
                f,
                "the layer after {ply} plies is missing or damaged, and {} cannot be written: {}",
                folder.display(),
                source.reason()
            ),
            AtlasError::Parquet { path, source } => write!(f, "{}: {source}", path.display()),
            AtlasError::Manifest { path, source } => write!(f, "{}: {source}", path.display()),
            AtlasError::Foreign { path, what } => write!(f, "{}: {what}", path.display()),
            AtlasError::Damaged { path, damage } => {
                write!(f, "{} is damaged: {damage}", path.display())
            }
            AtlasError::Locked { path } => {
                write!(f, "another process grows this atlas, it has locked {}", path.display())
            }
            AtlasError::Missing { ply } => write!(f, "the layer after {ply} plies is not there"),
            AtlasError::NoFile { ply, file } => {
                write!(f, "the layer after {ply} plies has no file {file}")
            }
            AtlasError::NoGroup { ply, file, group } => {
                write!(f, "file {file} of the layer after {ply} plies has no row group {group}")
            }
            AtlasError::Undelivered { ply, wanted, delivered } => write!(
                f,
                "{delivered} files of the layer after {ply} plies were written, {wanted} are wanted"
            ),
            AtlasError::Stream(error) => write!(f, "{error}"),
            AtlasError::Start(error) => write!(f, "this start has no place in an atlas: {error}"),
            AtlasError::TooManyGames { ply } => {
                write!(f, "more than 2^63 games of {ply} plies lead to one position")
            }
            AtlasError::Memory { need, given } => {
                write!(f, "{need} bytes of memory are needed, {given} are given")
            }
            AtlasError::Wrong { ply, what, expected, actual } => {
                write!(
                    f,
                    "after {ply} plies {actual} {what} were counted, there must be {expected}"
                )
            }
            AtlasError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for AtlasError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            AtlasError::Io(source) | AtlasError::Unwritable { source, .. } => Some(source),
            AtlasError::Parquet { source, .. } => Some(source),
            AtlasError::Manifest { source, .. } => Some(source),
            AtlasError::Stream(error) => Some(error),
            AtlasError::Start(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mismatch::Version { expected, actual } => {
                return write!(
                    f,
                    "a layer in version {actual} of the format, only {expected} is known here"
                );
            }
            Mismatch::Format => "not the manifest of a layer",
            Mismatch::Start => "the manifest of an atlas from another start",
            Mismatch::Ply => "the manifest of another layer",
            Mismatch::Ranges => "ranges that do not follow each other",
            Mismatch::Numbers => "numbers that contradict each other",
            Mismatch::Hash => "not as it was written",
        })
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Missing => f.write_str("it is gone"),
            Damage::Length { expected, actual } => {
                write!(f, "{actual} bytes, when written it had {expected}")
            }
            Damage::Hash => f.write_str("its BLAKE3 is not that of the manifest"),
            Damage::Rows { expected, actual } => {
                write!(f, "{actual} rows, when written it had {expected}")
            }
            Damage::Order => f.write_str("its rows are not in order"),
            Damage::Games => f.write_str("its games do not add up"),
            Damage::Content => f.write_str("it cannot be decoded"),
            Damage::Anew => f.write_str("made anew it is not what the manifest says"),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::Edges => "edges",
            Quantity::Positions => "positions",
            Quantity::UniquePositions => "positions with one game",
            Quantity::Games => "games",
            Quantity::Mates => "games that end in mate",
            Quantity::OtherChecks => "games that end in another check",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_by_whomever_it_stops() {
        let path = Path::new("0000.parquet");
        let cases = [
            (io::ErrorKind::StorageFull, true),
            (io::ErrorKind::QuotaExceeded, true),
            (io::ErrorKind::UnexpectedEof, false),
        ];
        for (kind, full) in cases {
            let by_library = ParquetError::External(Box::new(io::Error::from(kind)));
            let by_library = AtlasError::parquet(path, by_library);
            assert_eq!(matches!(by_library, AtlasError::DiskFull { .. }), full, "{kind}");
            let by_us = AtlasError::io(path, Operation::Write, kind.into());
            assert_eq!(matches!(by_us, AtlasError::DiskFull { .. }), full, "{kind}");
        }
    }
}
