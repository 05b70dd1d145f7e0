//! Into how large parts layers are cut.

/// How large the parts of layers are. Of an atlas it never changes, as layers would be cut into
/// other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// The number of edges sorted at once: few enough for the caches, and three times as many for a
    /// row group of some hundred thousand rows.
    pub(crate) edges_of_range: u64,
    /// Row groups in a file.
    pub(crate) groups_of_file: usize,
    /// Records in a chunk of the arena in which edges are kept; it changes no file.
    pub(crate) records_of_chunk: usize,
}

impl Geometry {
    /// That of all atlases.
    pub(crate) const DEFAULT: Geometry =
        Geometry { edges_of_range: 80_000, groups_of_file: 16, records_of_chunk: 128 };

    /// Layers of few plies have many files, in little memory.
    #[cfg(test)]
    pub(crate) const SMALL: Geometry =
        Geometry { edges_of_range: 500, groups_of_file: 2, records_of_chunk: 4 };
}
