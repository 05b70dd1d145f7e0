//! What building a plan costs, estimated before it starts.

use crate::Plan;
use serde::Serialize;
use std::num::NonZeroUsize;

/// Positions that one thread solves, compresses and writes in a second.
///
/// Measured in a release build: 17 to 18 million on one thread, 14 to 17 on each of two.
const POSITIONS_PER_SECOND: f64 = 14e6;

/// Bytes on disk for each position; most endings need less.
const BYTES_PER_POSITION: f64 = 0.2;

/// What building a plan costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// How many slices are solved.
    pub slices: usize,
    /// How many positions they have, counting both sides to move.
    pub positions: u64,
    /// Bytes on disk, estimated.
    pub bytes: u64,
    /// Time in seconds, estimated.
    pub seconds: f64,
    /// The least memory that the build needs, in bytes.
    pub memory: u64,
}

impl Plan {
    /// What building this plan costs on a given number of threads.
    pub fn estimate(&self, threads: NonZeroUsize) -> Estimate {
        let positions = self.positions();
        let seconds = positions as f64 / POSITIONS_PER_SECOND / threads.get() as f64;
        Estimate {
            slices: self.slices().len(),
            positions,
            bytes: (positions as f64 * BYTES_PER_POSITION) as u64,
            seconds: (seconds * 1000.0).round() / 1000.0,
            memory: self.memory().map_or(0, |(bytes, _)| bytes),
        }
    }
}

impl Estimate {
    /// The cost of this build and of another one after it.
    pub fn and(self, other: Estimate) -> Estimate {
        Estimate {
            slices: self.slices + other.slices,
            positions: self.positions + other.positions,
            bytes: self.bytes + other.bytes,
            seconds: self.seconds + other.seconds,
            memory: self.memory.max(other.memory),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_add_up() {
        let plan = Plan::for_endings(["KPvK".parse().expect("an ending")]);
        let all = plan.estimate(NonZeroUsize::MIN);
        let parts = plan.by_ending();
        let parts = parts.iter().map(|(_, part)| part.estimate(NonZeroUsize::MIN));
        let sum = parts.reduce(Estimate::and).expect("some endings");
        assert_eq!((all.slices, all.positions), (sum.slices, sum.positions));
        assert_eq!(all.memory, sum.memory);
    }
}
