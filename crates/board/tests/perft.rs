//! Perft: our counts of games equal published ones.
//!
//! A table names a position (`id`), gives it (`epd`) and says how many games of
//! some lengths start there (`perft PLIES GAMES`). The normal tier takes each line
//! up to a number of games, the slow tier goes a hundred times further.

mod reference;

use reference::{lines, own, shared};
use sole_board::{Faults, Position, Setup};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many games a line may have to be counted in the normal tier.
const NORMAL: u64 = 1_000_000;
/// The same in the slow tier.
const SLOW: u64 = 100_000_000;
/// Everything in our own tables.
const ALL: u64 = u64::MAX;

struct Case<'a> {
    id: &'a str,
    epd: &'a str,
    /// Plies and games.
    counts: Vec<(u32, u64)>,
}

impl Case<'_> {
    fn check(&self, limit: u64) {
        let setup: Setup = self.epd.parse().unwrap_or_else(|e| panic!("{}: {e}", self.id));
        let position = Position::new(setup, Faults::WAIVABLE);
        let position = position.unwrap_or_else(|e| panic!("{}: {e}", self.id));
        for &(plies, games) in self.counts.iter().filter(|&&(_, games)| games <= limit) {
            assert_eq!(position.perft(plies), games, "{}: {plies} plies of {}", self.id, self.epd);
        }
    }
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in lines(text) {
        let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("no value: {line}"));
        match (word, cases.last_mut()) {
            ("id", _) => cases.push(Case { id: rest, epd: "", counts: Vec::new() }),
            ("epd", Some(case)) => case.epd = rest,
            ("perft", Some(case)) => case.counts.push(count(rest)),
            _ => panic!("unknown line: {line}"),
        }
    }
    cases
}

fn count(text: &str) -> (u32, u64) {
    let parsed = text
        .split_once(' ')
        .and_then(|(plies, games)| Some((plies.parse().ok()?, games.trim().parse().ok()?)));
    parsed.unwrap_or_else(|| panic!("expected plies and games, not {text}"))
}

/// Checks every case of a table on all cores; returns how many there were.
fn check(text: &str, limit: u64) -> usize {
    let cases = cases(text);
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    case.check(limit);
                }
            });
        }
    });
    cases.len()
}

fn check_shared(file: &str, expected: usize, limit: u64) {
    if let Some(text) = shared(&format!("oracles/perft/{file}")) {
        assert_eq!(check(&text, limit), expected, "cases in {file}");
    }
}

#[test]
fn six_classic_positions_to_ply_five() {
    let deepest = 193_690_690;
    assert_eq!(check(&own("perft/classic.perft"), deepest), 6);
}

#[test]
fn named_positions() {
    assert!(check(&own("perft/named.perft"), ALL) >= 30);
}

#[test]
fn chess960_arrays() {
    assert!(check(&own("perft/chess960.perft"), NORMAL) >= 20);
}

#[test]
fn tricky_positions() {
    check_shared("tricky.perft", 19, ALL);
}

#[test]
fn chess960_positions() {
    check_shared("chess960.perft", 960, NORMAL);
}

#[test]
fn random_positions() {
    check_shared("random.perft", 6838, NORMAL);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn six_classic_positions_deep() {
    assert_eq!(check(&own("perft/classic.perft"), ALL), 6);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn chess960_arrays_deep() {
    check(&own("perft/chess960.perft"), ALL);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn chess960_positions_deep() {
    check_shared("chess960.perft", 960, SLOW);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn random_positions_deep() {
    check_shared("random.perft", 6838, SLOW);
}
