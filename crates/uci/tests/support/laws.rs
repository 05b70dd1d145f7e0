//! What holds in every conversation with the engine, whatever is said to it.

#[path = "captured_output.rs"]
mod captured_output;

use captured_output::CapturedOutput;
use sole_board::{Faults, Position, Setup};
use sole_uci::Settings;
use std::ops::ControlFlow;
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

/// Says any bytes with the tables of a folder at hand, and stops every search at once. Each search has
/// exactly one answer, which is legal in the position that was shown before, or none where there is no
/// move; and nothing fails. Returns how many lines were said.
pub(crate) fn conversation(bytes: &[u8], folder: &Path) -> usize {
    let Script { input, n_lines, n_searches } = Script::of(bytes);
    let output = CapturedOutput::default();
    let settings = Settings { data_dir: Some(folder.to_owned()), build_memory: 1 << 30 };
    sole_uci::run(&input[..], output.clone(), settings).expect("bytes can be read");
    let heard = output.take();
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
    n_lines
}

/// The lines that are said up to the end.
struct Script {
    input: Vec<u8>,
    /// How many of them were asked to be said.
    n_lines: usize,
    /// How many searches they ask for.
    n_searches: usize,
}

impl Script {
    fn of(bytes: &[u8]) -> Script {
        let input = b"setoption name BuildTables value false\nsetoption name Hash value 1\n";
        let mut script = Script { input: input.to_vec(), n_lines: 0, n_searches: 0 };
        let _ = bytes.split(|&byte| byte == b'\n').try_for_each(|line| script.add(line));
        script
    }

    /// Adds a line, unless it is not to be said; breaks after the last one.
    fn add(&mut self, line: &[u8]) -> ControlFlow<()> {
        let text = String::from_utf8_lossy(line);
        let lower = text.to_lowercase();
        if UNSAID.iter().any(|word| lower.contains(word)) {
            return ControlFlow::Continue(());
        }
        let mut words = text.split_whitespace().skip_while(|word| !COMMANDS.contains(word));
        let command = words.next();
        if command == Some("go") {
            self.input.extend(b"d\n");
            self.n_searches += usize::from(!is_count(&words.collect::<Vec<_>>()));
        }
        self.n_lines += 1;
        self.input.extend(line);
        self.input.extend(if command == Some("go") { &b"\nstop\n"[..] } else { b"\n" });
        if command == Some("quit") { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
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
