//! What methods that list unique diagrams have in common: how they count them, and how they
//! are stopped.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use crate::PlySet;

/// Diagrams that exactly one game of a length leads to, counted by the earlier plies at which
/// they can be reached, too.
///
/// ```
/// use sole_proof::{PlySet, Unique};
/// let mut unique = Unique::default();
/// unique.add(PlySet::EMPTY, 7);
/// unique.add(PlySet::EMPTY.with(3).with(4), 2);
/// unique.add(PlySet::EMPTY.with(4), 1);
/// assert_eq!((unique.total(), unique.shortest(), unique.also_reached_in(4)), (10, 7, 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unique(BTreeMap<PlySet, u64>);

impl Unique {
    /// So many more that can be reached at these earlier plies.
    pub fn add(&mut self, earlier: PlySet, diagrams: u64) {
        *self.0.entry(earlier).or_default() += diagrams;
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Those that can be reached at exactly these earlier plies.
    pub fn reached_in(&self, earlier: PlySet) -> u64 {
        self.0.get(&earlier).copied().unwrap_or(0)
    }

    /// Those that cannot be reached in fewer plies.
    pub fn shortest(&self) -> u64 {
        self.reached_in(PlySet::EMPTY)
    }

    /// Those that can be reached in `ply` plies, and perhaps in others.
    pub fn also_reached_in(&self, ply: usize) -> u64 {
        self.iter().filter(|(earlier, _)| earlier.contains(ply)).map(|(_, count)| count).sum()
    }

    /// Every set of earlier plies that there is, with its diagrams.
    pub fn iter(&self) -> impl Iterator<Item = (PlySet, u64)> + '_ {
        self.0.iter().map(|(&earlier, &count)| (earlier, count))
    }

    /// The same without those that cannot be reached in fewer plies.
    pub fn delayed(&self) -> impl Iterator<Item = (PlySet, u64)> + '_ {
        self.iter().filter(|(earlier, _)| !earlier.is_empty())
    }
}

impl AddAssign<&Unique> for Unique {
    fn add_assign(&mut self, other: &Unique) {
        other.iter().for_each(|(earlier, count)| self.add(earlier, count));
    }
}

/// Whoever watched the work told it to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was stopped before its end")
    }
}

impl std::error::Error for Stopped {}
