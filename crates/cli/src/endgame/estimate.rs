//! The estimated cost of a build in words, and whether someone should agree to it first.

use crate::consent;
use crate::render::{grouped, plural, size, span};
use sole_endgame::Estimate;

/// Whether someone should agree to the build first.
pub(super) fn is_large(estimate: &Estimate) -> bool {
    consent::is_large(estimate.bytes, estimate.seconds)
}

/// The time in words, `1 s` at least.
pub(super) fn time(estimate: &Estimate) -> String {
    span(estimate.seconds.ceil().max(1.0))
}

/// `24 slices, 331 776 positions, about 67 kB and 1 s`.
pub(super) fn text(estimate: &Estimate) -> String {
    let slices = plural(estimate.slices as u64, "slice");
    let positions = grouped(estimate.positions);
    format!(
        "{slices}, {positions} positions, about {} and {}",
        size(estimate.bytes),
        time(estimate)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_build_takes_a_second() {
        let (slices, positions, bytes, memory) = (24, 331_776, 66_355, 0);
        let estimate = Estimate { slices, positions, bytes, seconds: 0.02, memory };
        assert_eq!(text(&estimate), "24 slices, 331 776 positions, about 67 kB and 1 s");
        assert!(!is_large(&estimate));
        assert!(is_large(&Estimate { seconds: 60.1, ..estimate }));
    }
}
