//! Which work is so large that someone at a terminal is asked before it starts.

/// Work that takes longer, in seconds, is large.
const LARGE_SECONDS: f64 = 60.0;

/// Work that writes more bytes is large.
const LARGE_BYTES: u64 = 500_000_000;

/// Said where someone answers no; the exit code is that of "not decided".
pub(crate) const NOT_STARTED: &str = "not started";

/// Whether work of this estimated size needs consent.
pub(crate) fn is_large(bytes: u64, seconds: f64) -> bool {
    bytes > LARGE_BYTES || seconds > LARGE_SECONDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_or_500_megabytes_are_not_large_yet() {
        let cases = [
            (0, 0.0, false),
            (500_000_000, 60.0, false),
            (500_000_001, 0.0, true),
            (0, 60.1, true),
        ];
        for (bytes, seconds, expected) in cases {
            assert_eq!(is_large(bytes, seconds), expected, "{bytes} bytes, {seconds} s");
        }
    }
}
