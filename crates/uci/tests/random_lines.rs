//! Conversations of changed and odd lines: whatever is said, every search has one legal answer.

#[path = "support/laws.rs"]
mod laws;

use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Tables, endings};
use sole_puzzle::rng::Rng;
use sole_puzzle::task::Task;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The tables of all endings of three men.
static TABLES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options { memory: 1 << 30, effort: Effort::FAST };
    let plan = Plan::for_endings(endings(3));
    let built = plan.build(&Tables::at(folder.path(), 1 << 20), options, &Task::unlimited());
    built.expect("small tables are built");
    folder
});

/// Lines from which others are made by changing a few letters.
const SEEDS: [&str; 21] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption name Hash value 1",
    "setoption name Threads value 2",
    "setoption name UCI_Chess960 value true",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 150 moves e2e4 f4e3",
    "position fen 8/8/8/8/4k3/8/3BN3/4K3 w - - 0 1",
    "position fen 8/8/8/3k4/8/8/P7/K7 w - - 90 150 moves a2a3",
    "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "go depth 1",
    "go nodes 50",
    "go mate 1",
    "go perft 1",
    "go wtime 1 btime 1 winc 1 binc 1 movestogo 40 searchmoves e2e4",
    "stop",
    "ponderhit",
    "d",
];

/// What the changes draw from.
const LETTERS: &[u8] = b"abcdefgh12345678KQRBNPkqrbnp/ -wW0x\t\x00\xc3\xa9\xff.";

fn mutated(rng: &mut Rng) -> Vec<u8> {
    let seed = SEEDS[rng.below(SEEDS.len())];
    let mut bytes = seed.as_bytes().to_vec();
    for _ in 0..rng.below(6) {
        let letter = LETTERS[rng.below(LETTERS.len())];
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 => bytes.insert(at, letter),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] = letter,
            3 => {
                let more = SEEDS[rng.below(SEEDS.len())].as_bytes();
                bytes.extend_from_slice(&more[..more.len().min(at)]);
            }
            _ => {}
        }
    }
    bytes
}

/// Says at least so many changed lines in conversations of a few hundred.
fn survive(n_lines: usize, seed: u64) {
    const AT_ONCE: usize = 250;
    let mut said = 0;
    for number in 0.. {
        let mut rng = Rng::new(seed, number);
        let lines: Vec<Vec<u8>> = (0..AT_ONCE).map(|_| mutated(&mut rng)).collect();
        said += laws::conversation(&lines.join(&b'\n'), TABLES.path());
        if said >= n_lines {
            break;
        }
    }
}

#[test]
fn changed_lines_do_no_harm() {
    survive(50_000, 1);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn a_million_changed_lines_do_no_harm() {
    survive(1_000_000, 2);
}

#[test]
fn odd_lines_do_no_harm() {
    let long = "position startpos moves ".to_owned() + &"g1f3 g8f6 f3g1 f6g8 ".repeat(60_000);
    let words = "go ".to_owned() + &"what ".repeat(300_000);
    let conversations = [
        "stop\nponderhit\nponderhit\nstop",
        "go depth 3\ngo depth 3\ngo infinite\nisready\nposition startpos moves e2e4\ngo ponder",
        "go perft 4000000000\ngo perft 99999\ngo perft -1\ngo perft 0\ngo perft",
        "go mate 255\ngo mate 0\ngo mate -3\ngo depth 0\ngo nodes 0\ngo movetime -1\ngo depth 99999",
        "go searchmoves e2e5 e7e5\ngo searchmoves\ngo wtime 9223372036854775807 winc 9223372036854775807",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\ngo ponder\ngo mate 3",
        "setoption name UCI_Chess960 value true\nposition fen \
         4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1\ngo searchmoves d1h1\ngo searchmoves d1b1",
        "isready\r\ngo depth 1\r\n\0go\0 depth 1\r\n\u{feff}uci\ngo\0",
        "quit\ngo",
        &long,
        &words,
    ];
    for text in conversations {
        laws::conversation(text.as_bytes(), TABLES.path());
    }
}
