//! The time that a process has had of the processors, which others on the machine hardly change.

use std::time::Duration;

/// What this process has used so far; zero where the system does not tell.
pub(crate) fn time_used() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks =
        |field: usize| after_name.split_whitespace().nth(field).and_then(|n| n.parse().ok());
    Duration::from_millis(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
}
