//! FEN: what is read, what is refused and why, and what is written.
//!
//! Beside the project's own table, twenty thousand lines on which cozy-chess is
//! known to decide are compared where they are at hand. They are Shredder-FENs.

mod reference;

use reference::{lines, own, shared};
use sole_board::{CastlingStyle, Clocks, Fault, Faults, Position, Setup};
use std::collections::BTreeMap;

/// `ok`, the names of all faults that are not waived, or the error in the text.
fn outcome(fen: &str, waived: Faults) -> String {
    let setup: Setup = match fen.parse() {
        Ok(setup) => setup,
        Err(error) => return error.to_string(),
    };
    match Position::new(setup, waived) {
        Ok(_) => "ok".to_owned(),
        Err(faults) => names(faults),
    }
}

fn names(faults: Faults) -> String {
    faults.iter().map(Fault::name).collect::<Vec<_>>().join(",")
}

#[test]
fn every_fen_is_taken_or_refused_for_all_its_faults() {
    let table = own("fen.csv");
    let mut rows = 0;
    for row in lines(&table) {
        let (expected, fen) = row.split_once(';').unwrap_or_else(|| panic!("no outcome: {row}"));
        assert_eq!(outcome(fen, Faults::NONE), expected, "{fen}");
        rows += 1;
    }
    assert!(rows >= 70, "only {rows} rows");
}

#[test]
fn what_was_read_is_written_and_read_again() {
    let table = own("fen.csv");
    for (expected, fen) in lines(&table).filter_map(|row| row.split_once(';')) {
        let Ok(setup) = fen.parse::<Setup>() else { continue };
        for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let written = setup.to_fen(style);
            let again: Setup = written.parse().unwrap_or_else(|e| panic!("{written}: {e}"));
            // Rights of rooks that are not there have no sure way to be written.
            if !expected.contains(Fault::CastlingRight.name()) {
                assert_eq!(again, setup, "{fen} written as {written}");
                assert_eq!(again.to_fen(style), written, "{fen}");
            }
        }
    }
}

#[test]
fn castling_letters_name_the_rooks() {
    // Both styles of one setup; the first of each pair is the default.
    let cases = [
        ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", "HAha"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", "HAha"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBgq - 0 1", "HBga"),
        ("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "Ah"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-"),
    ];
    for (fen, shredder) in cases {
        let setup: Setup = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        let written = setup.to_fen(CastlingStyle::Shredder);
        assert_eq!(setup.to_string(), fen);
        assert_eq!(written.split(' ').nth(2), Some(shredder), "{fen}");
        assert_eq!(written.parse(), Ok(setup), "{written}");
    }
}

/// The white back rank of each Chess960 array, from the rules that make one: two
/// bishops on unlike colours, the king between the rooks.
fn arrays() -> Vec<String> {
    let mut arrays: Vec<String> = Vec::new();
    let mut men = *b"BBKNNQRR";
    permute(&mut men, 0, &mut |men| {
        let at = |man: u8| (0..8).filter(|&file| men[file] == man).collect::<Vec<_>>();
        let (bishops, rooks, king) = (at(b'B'), at(b'R'), at(b'K')[0]);
        if (bishops[0] + bishops[1]) % 2 == 1 && rooks[0] < king && king < rooks[1] {
            arrays.push(String::from_utf8_lossy(men).into_owned());
        }
    });
    arrays.sort();
    arrays.dedup();
    arrays
}

fn permute(men: &mut [u8; 8], fixed: usize, visit: &mut impl FnMut(&[u8; 8])) {
    if fixed == men.len() {
        return visit(men);
    }
    for next in fixed..men.len() {
        men.swap(fixed, next);
        permute(men, fixed + 1, visit);
        men.swap(fixed, next);
    }
}

#[test]
fn chess960_arrays_are_written_in_both_styles() {
    let arrays = arrays();
    assert_eq!(arrays.len(), 960);
    let mut all_shredder: Vec<String> = Vec::new();
    for white in arrays {
        let black = white.to_lowercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        let setup: Setup = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        let position = Position::try_from(setup).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(position.to_string(), fen);
        let shredder = position.to_setup(Clocks::default()).to_fen(CastlingStyle::Shredder);
        assert_eq!(shredder.parse(), Ok(setup), "{shredder}");
        all_shredder.push(shredder);
    }
    if let Some(text) = shared("oracles/fen/chess960_start_positions.sfens") {
        let mut expected: Vec<&str> = lines(&text).collect();
        expected.sort_unstable();
        all_shredder.sort_unstable();
        assert_eq!(all_shredder, expected);
    }
}

#[test]
fn all_ten_thousand_valid_lines_are_playable_and_written_as_read() {
    let text = shared("oracles/fen/valid.sfens").unwrap_or_default();
    for fen in lines(&text) {
        assert_eq!(outcome(fen, Faults::NONE), "ok", "{fen}");
        let setup = fen.parse::<Setup>().map(|setup| setup.to_fen(CastlingStyle::Shredder));
        assert_eq!(setup.as_deref(), Ok(fen));
    }
}

/// The lines that cozy-chess refuses and a composer may have here by waiving
/// faults by name, with their number. No line is taken without a waiver.
const WAIVED: [(&str, usize); 6] = [
    // A side without a king is never in check; tasks without kings are composed.
    ("missing-king", 1317),
    // Both of these, and both of those below.
    ("missing-king,impossible-check", 1),
    ("missing-king,too-much-material", 150),
    // Composers use more men than a game leaves: promoted men, or a full board.
    ("too-much-material", 1618),
    ("too-much-material,impossible-check", 16),
    // Three checkers, or two that no one move brings: legal moves are still clear.
    ("impossible-check", 37),
];

#[test]
fn invalid_lines_are_refused_but_for_named_waivers() {
    if let Some(text) = shared("oracles/fen/invalid.sfens") {
        assert_eq!(taken_when_waived(&text), WAIVED.map(|(c, n)| (c.to_owned(), n)).into());
    }
}

/// How many lines of each class of faults are playable once these are waived.
fn taken_when_waived(text: &str) -> BTreeMap<String, usize> {
    let mut taken = BTreeMap::new();
    for fen in lines(text) {
        let strict = outcome(fen, Faults::NONE);
        assert_ne!(strict, "ok", "{fen}");
        if outcome(fen, Faults::WAIVABLE) == "ok" {
            *taken.entry(strict).or_default() += 1;
        }
    }
    taken
}
