//! Numbers for people.

pub(crate) use sole_puzzle::text::{grouped, plural};

/// A time in the unit people would use: `60 s`, `9 min`.
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

/// A number of bytes in the unit people would use, rounded up: `66 kB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..=9_999 => plural(bytes, "byte"),
        10_000..=9_999_999 => format!("{} kB", grouped(bytes.div_ceil(1000))),
        10_000_000..=9_999_999_999 => format!("{} MB", grouped(bytes.div_ceil(1_000_000))),
        _ => format!("{} GB", grouped(bytes.div_ceil(1_000_000_000))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_their_unit() {
        let cases = [
            (1, "1 byte"),
            (9999, "9 999 bytes"),
            (10_001, "11 kB"),
            (66_355, "67 kB"),
            (314_572_800, "315 MB"),
            (7_170_000_000, "7 170 MB"),
            (17_170_000_000, "18 GB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(size(bytes), text);
        }
    }
}
