//! A chain of implications by numbers, every member after those from which it follows.

/// A member of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) cell: usize,
    pub(crate) value: u8,
    pub(crate) is_on: bool,
    /// The members from which it follows.
    pub(crate) from: Vec<usize>,
}

/// The assumption first, the conclusion last.
pub(crate) type Tree = Vec<Member>;
