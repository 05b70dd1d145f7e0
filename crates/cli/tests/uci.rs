//! `sole uci` as chess programs see it: a conversation over pipes, told line by line.

use sole_puzzle::lot::Lot;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::LazyLock;

#[path = "uci/laws.rs"]
mod laws;
mod tables;

/// The tables of all tests here.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| tables::three_men("uci-tables"));

/// A process and its answers.
struct Engine {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sole"))
            .args(["uci", "--data-dir"])
            .arg(TABLES.as_path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, answers }
    }

    fn say(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
    }

    /// The lines up to one that begins so.
    fn until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("lines are text");
            assert!(read > 0, "it ended before it said {end}: {lines:?}");
            let line = line.trim_end().to_owned();
            let is_end = line.starts_with(end);
            lines.push(line);
            if is_end {
                return lines;
            }
        }
    }
}

/// What takes time is not told.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for name in ["nps", "time"] {
        if let Some(at) = words.iter().position(|&word| word == name) {
            words.drain(at..(at + 2).min(words.len()));
        }
    }
    words.join(" ")
}

/// The word that ends the answer to a line.
fn end_of(line: &str) -> Option<&'static str> {
    match line.split(' ').next()? {
        "uci" => Some("uciok"),
        "isready" => Some("readyok"),
        "d" => Some("Fen:"),
        "go" if line.contains("perft") => Some("Nodes searched:"),
        "go" => Some("bestmove"),
        _ => None,
    }
}

#[test]
fn a_conversation_goes_as_told() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uci/session.txt");
    let told = fs::read_to_string(&path).expect("the conversation");
    let mut engine = Engine::start();
    let mut actual = String::new();
    for line in told.lines().filter_map(|line| line.strip_prefix("> ")) {
        engine.say(line);
        actual += &format!("> {line}\n");
        // What has no end of its own is asked for a sign.
        let lines = match end_of(line) {
            Some(end) => engine.until(end),
            None => {
                engine.say("isready");
                let mut lines = engine.until("readyok");
                lines.pop();
                lines
            }
        };
        for line in lines {
            actual += &format!("< {}\n", without_times(&line));
        }
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &actual).expect("the folder is writable");
    }
    let expected = fs::read_to_string(&path).expect("the conversation");
    assert!(expected == actual, "it differs, BLESS=1 rewrites it:\n{actual}");
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    drop(engine.child.stdin.take());
    assert!(engine.until("bestmove").len() > 1);
    assert!(engine.child.wait().expect("it ends").success());
}

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

fn mutated(lot: &mut Lot) -> Vec<u8> {
    let seed = SEEDS[lot.below(SEEDS.len())];
    let mut bytes = seed.as_bytes().to_vec();
    for _ in 0..lot.below(6) {
        let letter = LETTERS[lot.below(LETTERS.len())];
        let at = lot.below(bytes.len() + 1);
        match lot.below(4) {
            0 => bytes.insert(at, letter),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] = letter,
            3 => {
                let more = SEEDS[lot.below(SEEDS.len())].as_bytes();
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
        let mut lot = Lot::new(seed, number);
        let lines: Vec<Vec<u8>> = (0..AT_ONCE).map(|_| mutated(&mut lot)).collect();
        said += laws::conversation(&lines.join(&b'\n'), &TABLES);
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
        laws::conversation(text.as_bytes(), &TABLES);
    }
}
