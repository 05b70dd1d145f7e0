//! What holds in every conversation with the engine, whatever is said to it.

#[path = "ear.rs"]
mod ear;

use ear::Ear;
use sole_board::{Faults, Position, Setup};
use std::path::Path;

/// The words that begin a command.
const COMMANDS: [&str; 12] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "d",
    "quit",
    "debug",
    "register",
];

/// What is not said: it would touch the disk, or take memory and time.
const UNSAID: [&str; 4] = ["datadir", "buildtables", "hash", "threads"];

/// Says any bytes, and stops every search at once. Each search has exactly one answer, which is legal
/// in the position that was shown before, or none where there is no move; and nothing fails.
pub(crate) fn conversation(bytes: &[u8]) {
    let (input, n_searches) = script(bytes);
    let ear = Ear::default();
    let folder = Path::new("no such folder");
    sole::converse(&input[..], ear.clone(), Some(folder)).expect("bytes can be read");
    let heard = ear.heard();
    let answers = answers(&heard);
    assert_eq!(answers.len(), n_searches, "{heard}");
    for (fen, answer) in answers {
        let setup: Setup = fen.parse().expect(fen);
        let position = Position::new(setup, Faults::NONE).expect(fen);
        match answer {
            "0000" => assert!(!position.has_moves(), "{fen} has moves"),
            m => assert!(position.parse_uci(m).is_ok(), "{fen}: {m}"),
        }
    }
    assert!(!heard.contains("the search failed"), "{heard}");
}

/// The lines that are said up to the end, and how many searches they ask for.
fn script(bytes: &[u8]) -> (Vec<u8>, usize) {
    let mut input =
        b"setoption name BuildTables value false\nsetoption name Hash value 1\n".to_vec();
    let mut n_searches = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let lower = text.to_lowercase();
        if UNSAID.iter().any(|word| lower.contains(word)) {
            continue;
        }
        let mut words = text.split_whitespace().skip_while(|word| !COMMANDS.contains(word));
        let command = words.next();
        if command == Some("go") {
            input.extend(b"d\n");
            n_searches += usize::from(!is_count(&words.collect::<Vec<_>>()));
        }
        input.extend(line);
        input.extend(if command == Some("go") { &b"\nstop\n"[..] } else { b"\n" });
        if command == Some("quit") {
            break;
        }
    }
    (input, n_searches)
}

/// Whether games are counted, which has no best move.
fn is_count(words: &[&str]) -> bool {
    words.windows(2).any(|pair| pair[0] == "perft" && pair[1].parse::<i64>().is_ok())
}

/// The moves that were answered, each with the position that was shown last.
fn answers(heard: &str) -> Vec<(&str, &str)> {
    let mut fen = "";
    let mut answers = Vec::new();
    for line in heard.lines() {
        if let Some(shown) = line.strip_prefix("Fen: ") {
            fen = shown;
        } else if let Some(answer) = line.strip_prefix("bestmove ") {
            answers.push((fen, answer.split(' ').next().unwrap_or_default()));
        }
    }
    answers
}
