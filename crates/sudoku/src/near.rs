//! Names that are nearly what was typed.

use std::collections::BTreeSet;

/// The names that are most like a word, the nearest first: those that contain it, or else those
/// that share most pairs of letters with it.
pub(crate) fn nearest(asked: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    const MOST: usize = 5;
    let asked = letters(asked);
    let mut near: Vec<(u32, String)> = names
        .map(|name| (likeness(&asked, &letters(&name)), name))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .collect();
    near.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// How alike names are that are named, in percent.
const LEAST_LIKENESS: u32 = 45;

/// A name without what people leave out or write in other ways.
pub(crate) fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// In percent: whether one contains the other, or how many pairs of letters they share.
fn likeness(asked: &str, name: &str) -> u32 {
    if asked.len() > 2 && name.contains(asked) {
        return 100;
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
        let names = ["X-wing", "swordfish", "skyscraper", "naked pair", "hidden pair"];
        for (asked, expected) in [
            ("xwings", &["X-wing"][..]),
            ("sword-fish", &["swordfish"]),
            ("skyscrapper", &["skyscraper"]),
            ("pair", &["naked pair", "hidden pair"]),
            ("nothing", &[]),
            ("", &[]),
        ] {
            let found = nearest(asked, names.iter().map(|&name| name.to_owned()));
            assert_eq!(found, expected, "{asked}");
        }
    }
}
