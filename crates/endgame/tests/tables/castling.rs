//! Positions with castling rights: no other program has them, so brute force must do.

use crate::built::{Built, material};
use crate::plain::Plain;
use crate::support::{men, without_rights};
use crate::value;
use sole_board::Position;
use sole_endgame::verify::Men;
use sole_endgame::{Plan, Value};

/// A position, its value, and its value if castling were not allowed.
type Study = (&'static str, Value, Value);

/// Found by asking the tables with the right and without it. Castling is always the only key.
const STUDIES: [Study; 5] = [
    // Castling checks the king and attacks the rook.
    ("3k4/8/8/8/8/8/1r6/R3K3 w Q -", Value::Win(16), Value::Draw),
    // The rook is attacked, and attacks both king and bishop, or king and knight.
    ("8/8/8/8/8/5b2/8/k3K2R w K -", Value::Win(12), Value::Draw),
    ("8/8/8/8/5n2/8/8/k3K2R w K -", Value::Win(12), Value::Draw),
    // The king comes before the pawn in one move.
    ("8/8/8/8/8/pk6/8/R3K3 w Q -", Value::Win(18), Value::Draw),
    // The king escapes with check.
    ("1K2k2r/2Q5/8/8/8/8/8/8 b k -", Value::Draw, Value::Loss(23)),
];

/// The same with five men; the first comes of `2k5/3P4/8/8/8/8/1r5p/R3K3 b Q -` by 1... Kxd7.
const STUDIES_OF_FIVE: [Study; 4] = [
    ("8/3k4/8/8/8/8/1r5p/R3K3 w Q -", Value::Win(18), Value::Loss(16)),
    ("3k4/8/8/8/8/8/1r5p/R3K3 w Q -", Value::Win(18), Value::Loss(17)),
    ("8/8/8/3k4/8/8/1r5p/R3K3 w Q -", Value::Draw, Value::Loss(14)),
    ("3k4/8/8/8/8/7r/7p/R3K3 w Q -", Value::Draw, Value::Loss(16)),
];

/// Compares a study, and every position with its pawns and rights, with the plain solver.
fn examine(built: &Built, &(fen, with, without): &Study) {
    let men = men(fen);
    built.add(&Plan::for_position(&Position::from(&men)).expect("at most five men"));
    let found = |men: &Men| value(built, men).unwrap_or_else(|error| panic!("{men}: {error}"));
    assert_eq!((found(&men), found(&without_rights(&men))), (with, without), "{fen}");
    let plain = Plain::around(&men, |men| value(built, men));
    let plain = plain.unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(plain.value(&men), Some(with), "{fen}");
    for (men, expected) in plain.iter() {
        assert_eq!(found(men), expected, "{men}");
    }
}

#[test]
fn studies_turn_on_castling() {
    let built = Built::with(&["KRvKR", "KRvKB", "KRvKN", "KRvKP", "KQvKR"]);
    STUDIES.iter().for_each(|study| examine(&built, study));
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn studies_of_five_men_turn_on_castling() {
    let built = Built::kept();
    STUDIES_OF_FIVE.iter().for_each(|study| examine(&built, study));
}

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
