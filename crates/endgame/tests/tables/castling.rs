//! Positions with castling rights: no other program has them, so brute force must do.

use crate::built::{Built, material};
use crate::plain::Plain;
use crate::value;

/// Compares every position with a right with a plain solver that asks the
/// tables only for positions without; says how often a right matters.
fn compare(name: &str) {
    let built = Built::with(&[name]);
    for material in [material(name), material(name).flipped()] {
        let plain = Plain::with_rights(&material, |men| value(&built, men));
        let plain = plain.unwrap_or_else(|error| panic!("{material}: {error}"));
        let mut compared = 0;
        for (men, expected) in plain.iter() {
            let found = value(&built, men).unwrap_or_else(|error| panic!("{men}: {error}"));
            assert_eq!(found, expected, "{men}");
            compared += 1;
        }
        println!("{material}: {compared} positions with castling rights");
        assert!(compared > 0, "{material}");
    }
}

#[test]
fn castling_is_worth_what_brute_force_says() {
    let names = [
        "KRvK", "KRvKR", "KQvKR", "KRRvK", "KRPvK", "KRvKB", "KRvKN", "KRvKP", "KQRvK", "KRBvK",
        "KRNvK",
    ];
    for name in names {
        compare(name);
    }
}
