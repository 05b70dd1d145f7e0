//! The three methods at the same ply, from the initial array: time of the processors, work,
//! and answers that must be the same.
//!
//! `cargo bench -p sole-proof --bench methods -- 7` does ply 7; without a number it is 6.

#[path = "../../endgame/benches/processor/mod.rs"]
mod processor;

use std::time::Instant;

use sole_board::Position;
use sole_proof::counting::{Counting, Memory};
use sole_proof::{prefix, sweep};

const THREADS: usize = 2;

/// The last ply at which the slow variants are tried.
const LAST_OF_VARIANTS: usize = 6;

/// The last ply at which all games are walked, which takes minutes there.
const LAST_OF_COUNTING: usize = 7;

fn main() {
    let number = std::env::args().find_map(|argument| argument.parse::<usize>().ok());
    let plies = number.unwrap_or(6).max(1);
    let answer = bench("sweep", || with_work(swept(plies), "positions"));
    let variants = [
        ("unique parents, moves taken back", prefix::Method::UniqueBack),
        ("all parents, moves taken back", prefix::Method::AllBack),
        ("unique parents, all moves played", prefix::Method::UniqueForth),
    ];
    for (name, method) in variants {
        if method == prefix::Method::UniqueBack || plies <= LAST_OF_VARIANTS {
            let found = bench(name, || with_work(prefixed(plies, method), "candidates"));
            assert_eq!(found, answer, "{name}");
        }
    }
    if plies <= LAST_OF_COUNTING {
        for (name, memory) in [
            ("counting, one ply of delay", Memory::Positions),
            ("the same, nothing remembered", Memory::Nothing),
        ] {
            let delayed = bench(name, || with_work(counted(plies, memory), "moves"));
            assert_eq!(delayed[1], answer[1], "{name}");
        }
    }
}

/// Unique diagrams, and those of them that can be reached one ply earlier, too.
type Answer = [u64; 2];

fn with_work((answer, work): (Answer, u64), unit: &str) -> (Answer, String) {
    (answer, format!("{work} {unit}"))
}

fn bench(name: &str, run: impl FnOnce() -> (Answer, String)) -> Answer {
    let (start, used) = (Instant::now(), processor::time_used());
    let (answer, work) = run();
    let (wall, used) = (start.elapsed(), processor::time_used() - used);
    let (used, wall) = (used.as_secs_f64(), wall.as_secs_f64());
    println!("{name:<33} {used:>8.2} s of processors, {wall:>8.2} s, {work:>22}, {answer:?}");
    answer
}

fn swept(plies: usize) -> (Answer, u64) {
    let mut sweep = sweep::Sweep::new(&Position::initial());
    let (mut answer, mut work) = ([0; 2], 0);
    for ply in 1..=plies {
        let retain = if ply == plies { sweep::Retain::Counts } else { sweep::Retain::Layer };
        let options =
            sweep::PlyOptions { threads: THREADS, retain, ..sweep::PlyOptions::default() };
        let counts = sweep.advance(&options).expect("nobody stops it").counts;
        answer = [counts.unique.total(), counts.unique.also_reached_in(ply - 1)];
        work += counts.positions;
    }
    (answer, work)
}

fn prefixed(plies: usize, method: prefix::Method) -> (Answer, u64) {
    let options = prefix::Options { method, ..prefix::Options::default() };
    let mut prefix = prefix::Prefix::new(&Position::initial(), options);
    let (mut answer, mut work) = ([0; 2], 0);
    for ply in 1..=plies {
        let retain = if ply == plies { prefix::Retain::Tally } else { prefix::Retain::Layer };
        let options =
            prefix::PlyOptions { threads: THREADS, retain, ..prefix::PlyOptions::default() };
        let tally = prefix.advance(&options).expect("nobody stops it").tally;
        answer = [tally.unique.total(), tally.unique.also_reached_in(ply - 1)];
        work += tally.candidates;
    }
    (answer, work)
}

fn counted(plies: usize, memory: Memory) -> (Answer, u64) {
    let mut counting = Counting::with_memory(&Position::initial(), plies - 1, memory);
    let delayed = counting.walk(plies) as u64;
    ([0, delayed], counting.work())
}
