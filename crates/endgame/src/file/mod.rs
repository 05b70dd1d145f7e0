//! Tables on disk: written once, checked on every read, shared between processes.
//!
//! A table is named by a material and a metric and holds slices; a slice has a
//! key and, for each side to move, an array of bytes. Nothing here knows what
//! keys and bytes mean. Each array is cut into blocks that are compressed one
//! by one, so a single value costs one short read. Every bit of a file is
//! covered by a checksum that is checked before a value that depends on it is
//! returned: a damaged file gives an error that names the place, never a value.
//!
//! While a table is being built it is a set of segments, each with some of the
//! slices; [`Lock::finish`] merges them. Files appear by renaming and never
//! change, so reading needs no lock. The format is specified byte by byte in
//! `docs/table-format.md`.
//!
//! ```
//! use sole_endgame::file::{Effort, Folder, Metric, PackedSlice, Side, SideValues, SliceKey, TableName};
//!
//! # let home = tempfile::tempdir()?;
//! # let path = home.path().join("tables");
//! let folder = Folder::at(&path, 64 << 20);
//! let name = TableName::new("KRvK", Metric::Dtm).expect("letters");
//! assert!(folder.table(name)?.is_none());
//!
//! let key = SliceKey(*b"no pawns");
//! let sides = [SideValues { order: 0, values: &[7; 40_000] }, SideValues { order: 1, values: b"abc" }];
//! let mut lock = folder.lock(name)?;
//! lock.append(&[PackedSlice::pack(key, sides, Effort::DEFAULT)])?;
//! lock.finish(&[key])?;
//!
//! let table = folder.table(name)?.expect("just written");
//! assert_eq!(table.value(key, Side::First, 39_999)?, 7);
//! assert_eq!(table.read(key, Side::Second)?, (1, b"abc".to_vec()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod codec;
mod error;
mod folder;
mod format;
mod lock;
mod name;
mod new_file;
mod pack;
mod source;
mod table;

use std::fmt;

pub use error::{FileError, Part};
pub use folder::{Contents, Folder, Listing};
pub use format::BLOCK_LEN;
pub use lock::Lock;
pub use name::{Metric, TableName};
pub use pack::{Effort, PackedSlice, SideValues};
pub use table::Table;

/// The name of a slice within its table; the order of the keys is the order in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceKey(pub [u8; 8]);

impl fmt::Display for SliceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Who is to move: each slice has the values of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side whose values come first in the file.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both, in the order of the file.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}
