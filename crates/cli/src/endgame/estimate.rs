//! What a build will cost, told before it starts.

use crate::consent;
use crate::render::{grouped, plural, size, span};
use serde::Serialize;
use sole_endgame::Plan;
use std::fmt;
use std::num::NonZeroUsize;

/// Positions that one thread solves, compresses and writes in a second.
///
/// Measured in a release build: 17 to 18 million on one thread, 14 to 17 on each of two.
const POSITIONS_PER_SECOND: f64 = 14e6;

/// Bytes on disk for each position; most endings need less.
const BYTES_PER_POSITION: f64 = 0.2;

/// What building a plan will cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Estimate {
    /// How many slices are solved.
    pub(crate) slices: usize,
    /// How many positions they have, counting both sides to move.
    pub(crate) positions: u64,
    /// About so many bytes on disk.
    pub(crate) bytes: u64,
    /// About so much time.
    pub(crate) seconds: f64,
    /// The memory that is needed at least, in bytes.
    pub(crate) memory: u64,
}

impl Estimate {
    /// The cost of a plan.
    pub(crate) fn of(plan: &Plan, threads: NonZeroUsize) -> Estimate {
        let positions = plan.positions();
        let seconds = positions as f64 / POSITIONS_PER_SECOND / threads.get() as f64;
        Estimate {
            slices: plan.slices().len(),
            positions,
            bytes: (positions as f64 * BYTES_PER_POSITION) as u64,
            seconds: (seconds * 1000.0).round() / 1000.0,
            memory: plan.memory().map_or(0, |(bytes, _)| bytes),
        }
    }

    /// The cost of one thing and another after it.
    pub(crate) fn and(self, other: Estimate) -> Estimate {
        Estimate {
            slices: self.slices + other.slices,
            positions: self.positions + other.positions,
            bytes: self.bytes + other.bytes,
            seconds: self.seconds + other.seconds,
            memory: self.memory.max(other.memory),
        }
    }

    /// Whether someone should agree to it first.
    pub(crate) fn is_large(&self) -> bool {
        consent::is_large(self.bytes, self.seconds)
    }

    /// The time in words, `1 s` at least.
    pub(crate) fn time(&self) -> String {
        span(self.seconds.ceil().max(1.0))
    }
}

impl fmt::Display for Estimate {
    /// `24 slices, 331 776 positions, about 67 kB and 1 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slices = plural(self.slices as u64, "slice");
        let positions = grouped(self.positions);
        let (bytes, time) = (size(self.bytes), self.time());
        write!(f, "{slices}, {positions} positions, about {bytes} and {time}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_or_half_a_gigabyte_is_large() {
        let cases = [
            (0.0, 0, false),
            (60.0, 500_000_000, false),
            (60.1, 0, true),
            (1.0, 500_000_001, true),
        ];
        for (seconds, bytes, expected) in cases {
            let estimate = Estimate { slices: 1, positions: 1, bytes, seconds, memory: 0 };
            assert_eq!(estimate.is_large(), expected, "{estimate:?}");
        }
    }

    #[test]
    fn estimates_add_up() {
        let plan = Plan::for_endings(["KPvK".parse().expect("an ending")]);
        let all = Estimate::of(&plan, NonZeroUsize::MIN);
        let parts = plan.by_ending();
        let slices: usize = parts.iter().map(|(_, part)| part.slices().len()).sum();
        let positions: u64 = parts.iter().map(|(_, part)| part.positions()).sum();
        assert_eq!((all.slices, all.positions), (slices, positions));
        assert!(all.to_string().ends_with(" and 1 s"), "{all}");
    }
}
