//! A chain of implications by numbers, every member after those from which it follows.

/// A member of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) cell: usize,
    pub(super) value: u8,
    pub(super) is_on: bool,
    /// The members from which it follows.
    pub(super) from: Vec<usize>,
}

/// The assumption first, the conclusion last.
pub(super) type Tree = Vec<Member>;
