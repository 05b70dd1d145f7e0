//! `sole mate solve` from outside: what Ctrl-C leaves, and what others can read again.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_interrupted_search_says_what_is_open() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sole"))
        .args(["mate", "solve", START, "--moves", "9", "--progress", "always"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line of progress");
    assert!(line.starts_with("solving #9: "), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    line.clear();
    errors.read_to_string(&mut line).expect("more errors");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{line}");
    assert!(line.contains("interrupted; what was finished is kept"), "{line}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("Not decided: the limit was reached. 20 first moves of 20 left open."));
}
