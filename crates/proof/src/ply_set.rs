//! Sets of plies: at which lengths of game a diagram can be reached.

use std::fmt;

/// Some of the plies from 0 to [`PlySet::MAX`].
///
/// ```
/// use sole_proof::PlySet;
/// let plies = PlySet::EMPTY.with(4).with(5);
/// assert!(plies.contains(4) && !plies.contains(6));
/// assert_eq!(plies.to_string(), "4,5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlySet(u32);

impl PlySet {
    /// No ply.
    pub const EMPTY: PlySet = PlySet(0);

    /// The highest ply that a set has room for.
    pub const MAX: usize = 31;

    /// One bit for each ply.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u32) -> PlySet {
        PlySet(bits)
    }

    /// These plies and one more.
    #[must_use]
    #[inline(always)]
    pub const fn with(self, ply: usize) -> PlySet {
        PlySet(self.0 | 1 << ply)
    }

    /// Whether it has this ply.
    pub const fn contains(self, ply: usize) -> bool {
        ply <= PlySet::MAX && self.0 >> ply & 1 == 1
    }

    /// Whether it has no ply.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its plies from the lowest on.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..=PlySet::MAX).filter(move |&ply| self.contains(ply))
    }
}

/// The plies with commas between them.
impl fmt::Display for PlySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ply) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{ply}")?;
        }
        Ok(())
    }
}
