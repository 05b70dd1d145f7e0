//! Names that are nearly what was typed.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many names are offered at most.
const MOST: usize = 5;

/// How alike a name must be to be offered, in percent.
const LEAST_LIKENESS: u32 = 45;

/// The likeness of names that differ in one slip of the keyboard, in percent.
const ONE_SLIP: u32 = 90;

/// The names that are most like a word, the nearest first: those that contain it, those in which one
/// letter is wrong, missing, too much or exchanged with its neighbour, and those that share most
/// pairs of letters with it. Case, spaces and punctuation do not count.
///
/// ```
/// let names = ["X-wing", "swordfish", "skyscraper"];
/// assert_eq!(sole_puzzle::nearest("xwings", names), ["X-wing"]);
/// ```
pub fn nearest<N: AsRef<str>>(asked: &str, names: impl IntoIterator<Item = N>) -> Vec<N> {
    let asked = letters(asked);
    let liken = |name: N| (likeness(&asked, &letters(name.as_ref())), name);
    let mut near: Vec<(u32, N)> =
        names.into_iter().map(liken).filter(|(likeness, _)| *likeness >= LEAST_LIKENESS).collect();
    near.sort_by_key(|(likeness, _)| Reverse(*likeness));
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// A name without what people leave out or write in other ways.
pub fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// In percent.
fn likeness(asked: &str, name: &str) -> u32 {
    if asked.is_empty() {
        return 0;
    }
    if asked == name || asked.len() > 2 && name.contains(asked) {
        return 100;
    }
    if strsim::osa_distance(asked, name) == 1 {
        return ONE_SLIP;
    }
    let pairs =
        |word: &str| -> BTreeSet<(char, char)> { word.chars().zip(word.chars().skip(1)).collect() };
    let (one, other) = (pairs(asked), pairs(name));
    let shared = one.intersection(&other).count() as u32;
    200 * shared / (one.len() + other.len()).max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_told_from_others() {
        let names = ["X-wing", "swordfish", "skyscraper", "naked pair", "hidden pair", "time"];
        for (asked, expected) in [
            ("xwings", &["X-wing"][..]),
            ("sword-fish", &["swordfish"]),
            ("skyscrapper", &["skyscraper"]),
            ("pair", &["naked pair", "hidden pair"]),
            ("tiem", &["time"]),
            ("Time", &["time"]),
            ("nothing", &[]),
            ("", &[]),
        ] {
            assert_eq!(nearest(asked, names), expected, "{asked}");
        }
    }
}
