//! Prompts at a terminal: lines are edited and repeated, every question can be left.
#![cfg(unix)]

mod tables;

use nix::pty::{OpenptyResult, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Longer than any answer takes; a test that waits for what never comes ends then.
const PATIENCE: Duration = Duration::from_secs(120);

const UP: &str = "\x1b[A";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// What is waited for, and the keys that are pressed then.
type Steps<'a> = &'a [(&'a str, &'a str)];

/// A command at a terminal.
struct Terminal {
    child: Child,
    keys: File,
    shown: String,
    news: Receiver<Vec<u8>>,
}

impl Terminal {
    fn open(folder: &Path, args: &[&str]) -> Terminal {
        let OpenptyResult { master, slave } = openpty(None, None).expect("a terminal");
        let end = || Stdio::from(slave.try_clone().expect("another handle"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
        command.args(args).env("SOLE_DATA", folder).env("NO_COLOR", "1").env("TERM", "xterm");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("sole runs");
        drop((command, slave));
        let mut output = File::from(master.try_clone().expect("another handle"));
        let (sender, news) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal that nobody holds any more is an error on some systems, not an end.
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                let _ = sender.send(buffer[..length].to_vec());
            }
        });
        Terminal { child, keys: File::from(master), shown: String::new(), news }
    }

    /// Waits until a text is shown that was not there before, and forgets all up to it.
    fn wait_for(&mut self, text: &str) -> &mut Terminal {
        while !self.shown.contains(text) {
            match self.news.recv_timeout(PATIENCE) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("{text:?} is not shown: {:?}", self.shown)
                }
            }
        }
        let end = self.shown.find(text).map_or(0, |at| at + text.len());
        self.shown.drain(..end);
        self
    }

    fn press(&mut self, keys: &str) -> &mut Terminal {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self
    }

    /// The exit code, and what was shown since the last wait.
    fn end(&mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("it ends");
        while let Ok(bytes) = self.news.recv_timeout(Duration::from_millis(200)) {
            self.shown.push_str(&String::from_utf8_lossy(&bytes));
        }
        (status.code(), std::mem::take(&mut self.shown))
    }
}

#[test]
fn the_arrow_keys_bring_lines_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::open(folder.path(), &["simulate"]);
    terminal.wait_for("1. ").press("fen\r").wait_for("RNBQKBNR w KQkq - 0 1");
    terminal.wait_for("1. ").press(UP).press("\r").wait_for("RNBQKBNR w KQkq - 0 1");
    terminal.wait_for("1. ").press("fex\x7fn\r").wait_for("RNBQKBNR w KQkq - 0 1");
    terminal.wait_for("1. ").press(CTRL_D);
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn every_question_can_be_left_and_explained() {
    let folder = tables::three_men("prompts-tables");
    let castling = "(yes or no)";
    let cases: [(&[&str], Steps<'_>); 4] = [
        (&[], &[("Position", "help\r"), ("an empty line", ""), ("Position", "quit\r")]),
        (&["Ke1,", "Ra1", "/", "ke8"], &[("Who is to move", "?\r"), ("Who is to move", "q\r")]),
        (
            &["Ke1, Ra1 / ke8 w"],
            &[(castling, "help\r"), ("Answer yes or no", ""), (castling, "exit\r")],
        ),
        (
            &["KQvK", "--seed", "1"],
            &[("Which side", "help\r"), ("winner or loser", ""), ("Which side", "quit\r")],
        ),
    ];
    for (args, steps) in cases {
        let args = [&["endgame", "play"], args].concat();
        let mut terminal = Terminal::open(&folder, &args);
        for (shown, keys) in steps {
            terminal.wait_for(shown).press(keys);
        }
        let (code, rest) = terminal.end();
        assert_eq!(code, Some(0), "{args:?}: {rest}");
    }
}

#[test]
fn the_user_gives_the_mate_unless_another_side_is_chosen() {
    let folder = tables::three_men("prompts-side-tables");
    let cases = [
        ("KQvK", "\r", "White"),
        ("KvKQ", "\r", "Black"),
        ("KQvK", "loser\r", "Black"),
        ("KQvK", "b\r", "Black"),
    ];
    for (ending, answer, side) in cases {
        let mut terminal = Terminal::open(&folder, &["endgame", "play", ending]);
        terminal.wait_for("Which side").press(answer).wait_for(&format!("You play {side}."));
        terminal.press("quit\r");
        assert_eq!(terminal.end().0, Some(0), "{ending}");
    }
}

#[test]
fn what_is_answered_about_castling_holds_for_the_game() {
    let folder = tables::three_men("prompts-castling-tables");
    let mut terminal = Terminal::open(&folder, &["endgame", "play", "Ke1, Ra1 / ke8 w"]);
    terminal.wait_for("(O-O-O)? The result is the same either way. (yes or no)").press("yes\r");
    terminal.wait_for("Which side").press("\r").wait_for("You play White.");
    terminal.wait_for("1. ").press("O-O-O\r").wait_for("1. O-O-O").press("quit\r");
    assert_eq!(terminal.end().0, Some(0));
}

/// Rights that one position leaves open are asked for by every command that reads it.
#[test]
fn rights_are_asked_for_where_the_board_allows_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rook, no_rook) = ("4k3/8/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/8/3RK3 w");
    let cases: [(&[&str], &str); 4] = [
        (&["board", "check"], "R3K3 w Q - 0 1"),
        (&["board", "moves"], "e1c1"),
        (&["perft", "1"], "16"),
        (&["mate", "solve", "-m", "1", "--format", "epd"], "R3K3 w Q -"),
    ];
    let question = "May White still castle with the rook on a1 (O-O-O)? (yes or no)";
    for (command, shown) in cases {
        let args = [command, &[rook][..]].concat();
        let mut terminal = Terminal::open(folder.path(), &args);
        terminal.wait_for(question).press("yes\r").wait_for(shown);
        terminal.end();
        let args = [command, &[no_rook][..]].concat();
        let (_, shown) = Terminal::open(folder.path(), &args).end();
        assert!(!shown.contains("castle") && !shown.contains("warning"), "{args:?}: {shown}");
    }
    let mut terminal = Terminal::open(folder.path(), &["simulate", "4k3/8/8/3pP3/8/8/8/4K3 w"]);
    terminal.wait_for("Has Black just played d7-d5").press("no\r");
    terminal.wait_for("1. ").press("fen\r").wait_for("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    terminal.wait_for("1. ").press(CTRL_D);
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn large_work_waits_for_a_yes() {
    let position = "7k/8/8/2pPp3/8/8/8/7K w - - 0 1";
    let cases: [(&[&str], &str); 3] = [
        (&["endgame", "probe", position], "--yes"),
        (&["endgame", "build", "--men", "5"], "not started"),
        (&["proof", "count", "9"], "not started"),
    ];
    for (args, told) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let mut terminal = Terminal::open(folder.path(), args);
        terminal.wait_for("(yes or no)").press("no\r");
        let (code, rest) = terminal.end();
        assert_eq!(code, Some(4), "{args:?}: {rest}");
        assert!(rest.contains(told), "{args:?}: {rest}");
    }
}

#[test]
fn ctrl_c_at_a_prompt_ends_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::open(folder.path(), &["simulate"]);
    terminal.wait_for("1. ").press("e").press(CTRL_C);
    let (code, rest) = terminal.end();
    assert_eq!(code, Some(130), "{rest}");
    assert!(rest.ends_with('\n'), "{rest:?}");
}
