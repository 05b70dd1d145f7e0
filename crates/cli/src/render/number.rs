//! Numbers for people.

/// Digits in groups of three: `4 865 609`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 move`, `20 moves`.
pub(crate) fn plural(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number))
}

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
    fn digits_come_in_threes() {
        let cases = [(0, "0"), (999, "999"), (1000, "1 000"), (4_865_609, "4 865 609")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u64::MAX), "18 446 744 073 709 551 615");
    }

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!(plural(1, "move"), "1 move");
        assert_eq!(plural(0, "move"), "0 moves");
    }

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
