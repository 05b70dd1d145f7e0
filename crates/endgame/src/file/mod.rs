//! Tables on disk.

/// The name of a slice in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceKey(pub [u8; 8]);
