//! Tables through the command line: damage is named, Ctrl-C loses nothing, games are played to mate.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn sole(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.arg("endgame").args(args).env("SOLE_DATA", folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    sole(folder, args).output().expect("sole runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[test]
fn damaged_tables_are_named_and_give_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(folder.path(), &["build", "KQvK"]).status.success());
    let file = folder.path().join("KQvK.dtm");
    let mut bytes = fs::read(&file).expect("the table");
    bytes.truncate(bytes.len() / 2);
    fs::write(&file, bytes).expect("the folder is writable");

    let list = run(folder.path(), &["list"]);
    assert_eq!(list.status.code(), Some(3));
    assert!(text(&list.stdout).contains("KQvK.dtm has "), "{}", text(&list.stdout));
    let json = text(&run(folder.path(), &["list", "--json"]).stdout);
    assert!(json.contains(r#""ending":"KQvK","error":""#), "{json}");

    let probe = run(folder.path(), &["probe", "7k/8/5K2/8/8/8/8/6Q1 w - -"]);
    assert_eq!(probe.status.code(), Some(3));
    assert_eq!(text(&probe.stdout), "");
    assert!(text(&probe.stderr).contains("KQvK.dtm"), "{}", text(&probe.stderr));
}

/// A script plays the defence; the program mates as soon as it promised.
#[test]
fn the_program_mates_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = ["play", "8/8/8/4k3/8/8/8/3QK3 w - -", "--side", "black", "--json"];
    let mut moves = Vec::new();
    while moves.len() < 20 {
        let mut child = sole(folder.path(), &start).stdin(Stdio::piped()).spawn().expect("runs");
        let words = format!("{} moves\n", moves.join(" "));
        child.stdin.take().expect("its input").write_all(words.as_bytes()).expect("it reads");
        let answer = text(&child.wait_with_output().expect("ends").stdout);
        let events: Vec<serde_json::Value> =
            answer.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let last = &events[events.len() - 1]["result"];
        let Some(best) = last["moves"][0]["uci"].as_str() else {
            assert!(answer.contains(r#""ending":"checkmate""#), "{answer}");
            assert_eq!(events[0]["result"]["mate_in"], moves.len() + 1, "{answer}");
            return;
        };
        moves.push(best.to_owned());
    }
    panic!("no mate after {moves:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_keeps_what_is_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = sole(folder.path(), &["build", "--men", "4"]).spawn().expect("sole runs");
    while !folder.path().join("KQvK.dtm").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = build.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    assert!(killed.success());
    let output = build.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("interrupted; what was finished is kept"));

    let list = run(folder.path(), &["list"]);
    assert_eq!(list.status.code(), Some(0), "{}", text(&list.stdout));
    let parts = fs::read_dir(folder.path()).expect("the folder").filter_map(Result::ok);
    let parts = parts.filter(|entry| entry.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0);
    let probe = run(folder.path(), &["probe", "7k/8/5K2/8/8/8/8/6Q1 w - -", "--no-build", "-q"]);
    assert_eq!(text(&probe.stdout), "White mates in 1 move (1 ply), distance to mate\n");
}
