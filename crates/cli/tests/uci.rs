//! `sole uci` as chess programs see it: a conversation over pipes, told line by line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::LazyLock;

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
