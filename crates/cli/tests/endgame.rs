//! Tables through the command line: damage is named, Ctrl-C loses nothing, games are played to mate.

use sole_endgame::file::{Folder, Metric, TableName};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

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
    assert!(json.contains(r#""ending":"KQvK","metric":"dtm","error":""#), "{json}");

    let probe = run(folder.path(), &["probe", "7k/8/5K2/8/8/8/8/6Q1 w - -"]);
    assert_eq!(probe.status.code(), Some(3));
    assert_eq!(text(&probe.stdout), "");
    assert!(text(&probe.stderr).contains("KQvK.dtm"), "{}", text(&probe.stderr));
}

#[test]
fn checking_finds_damage_and_builds_again() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(folder.path(), &["build", "KQvK"]).status.success());
    let file = folder.path().join("KQvK.dtm");
    let sound = fs::read(&file).expect("the table");
    let middle = sound.len() / 2;
    let cases = [(middle..middle + 512, "is damaged in slice"), (0..64, "is not a table")];
    for (zeros, damage) in cases {
        let mut bytes = sound.clone();
        bytes[zeros].fill(0);
        fs::write(&file, bytes).expect("the folder is writable");
        let probe = run(folder.path(), &["probe", "7k/8/5K2/8/8/8/8/6Q1 w - -"]);
        let help = "rebuild it with: sole endgame build KQvK --check";
        assert!(text(&probe.stderr).contains(help), "{}", text(&probe.stderr));

        let check = run(folder.path(), &["build", "KQvK", "--check"]);
        let (told, answer) = (text(&check.stderr), text(&check.stdout));
        assert_eq!(check.status.code(), Some(0), "{told}");
        assert!(told.contains(&format!("KQvK.dtm {damage}")), "{told}");
        let sentence = "1 table read in full, 1 matches the published hash; built again: KQvK\n";
        assert!(answer.ends_with(sentence), "{answer}");
        assert!(fs::read(&file).expect("the table") == sound);
    }

    let again = text(&run(folder.path(), &["build", "KQvK", "--check", "--json"]).stdout);
    assert!(again.contains(r#""published":"matches""#), "{again}");
    assert!(again.contains(r#""repaired":[]"#), "{again}");
    let verified = text(&run(folder.path(), &["verify", "KQvK"]).stdout);
    assert!(verified.ends_with("positions agree, matches the published hash\n"), "{verified}");
}

/// The rows of `data/endgame/hashes.csv` of tables with so many men, from the command in its first
/// line.
fn assert_hashes_reproduced(men: &str, is_wanted: impl Fn(&str) -> bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let build = ["build", "--men", men, "--dtz", "--yes"];
    assert!(run(folder.path(), &build).status.success());
    let checked = run(folder.path(), &[&build[..], &["--check", "--json"]].concat());
    let checked: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    let field = |row: &serde_json::Value, name: &str| row[name].as_str().expect(name).to_owned();
    let row = |row| {
        let [ending, metric, hash] = ["ending", "metric", "hash"].map(|name| field(row, name));
        format!("{ending}.{metric},{hash}\n")
    };
    let rows = checked["result"]["checked"].as_array().expect("rows").iter().map(row);
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgame/hashes.csv");
    let published = fs::read_to_string(published).expect("the published hashes");
    let wanted = |line: &&str| !line.starts_with('#') && is_wanted(line);
    let published: String = published.split_inclusive('\n').filter(wanted).collect();
    assert_eq!(rows.collect::<String>(), published);
}

#[test]
fn published_hashes_of_three_men_are_reproduced() {
    assert_hashes_reproduced("3", |row| row.find('.') == Some("KQvK".len()));
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn published_hashes_are_reproduced() {
    assert_hashes_reproduced("4", |_| true);
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

/// What is answered about castling and en passant is granted in the game.
#[test]
#[ignore = "slow tier: make test-slow"]
fn rights_that_are_answered_can_be_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("Kf6, e5 / Kh8, d5 w", "yes\nexd6\n", "1. exd6"),
        ("Kf6, e5 / Kh8, d5 w", "no\nexd6\n", "nothing for the pawn to capture on d6"),
        ("Ke1, Ra1, Rh1 / Kd8, rb2 w", "yes\nyes\nO-O\n", "1. O-O\n"),
        ("Ke1, Ra1, Rh1 / Kd8, rb2 w", "no\nyes\nO-O-O\n", "1. O-O-O+"),
        ("Ke1, Ra1, Rh1 / Kd8, rb2 w", "no\nno\nO-O\n", "there is no right to castle"),
    ];
    for (position, words, expected) in cases {
        let mut play = sole(folder.path(), &["play", position, "--quiet"]);
        let mut child = play.stdin(Stdio::piped()).spawn().expect("runs");
        child.stdin.take().expect("its input").write_all(words.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("ends");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(said.contains(expected), "{position} {words:?}: {said}");
    }
}

/// Presses Ctrl-C, which must end the command in order.
#[cfg(unix)]
fn interrupt(child: Child) {
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("interrupted; what was finished is kept"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_writes_what_it_found() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(folder.path(), &["build", "KRvKR"]).status.success());
    let file = folder.path().join("found");
    let name = file.to_str().expect("a plain name");
    let mine = ["mine", "KRvKR", "--where", "only-move", "--threads", "1", "-o", name];
    let search = sole(folder.path(), &mine).spawn().expect("sole runs");
    // Until it is whole it is written beside its place.
    let is_begun = |path: &Path| path.extension().is_some_and(|end| end == "part");
    let begun = || fs::read_dir(folder.path()).expect("a folder").flatten().map(|file| file.path());
    while !begun()
        .any(|path| is_begun(&path) && fs::metadata(path).is_ok_and(|file| file.len() > 0))
    {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(search);
    let found = fs::read_to_string(&file).expect("puzzles are text");
    assert!(found.ends_with("}\n"), "the last line is whole");
    for line in found.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("every line is a puzzle");
    }
}

#[cfg(unix)]
#[test]
fn a_build_that_waits_for_another_can_be_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = TableName::new("KQvK", Metric::Dtm).expect("letters");
    let _lock = Folder::at(folder.path(), 1 << 20).lock(name).expect("a lock");
    let mut build = sole(folder.path(), &["build", "KQvK"]).spawn().expect("sole runs");
    let mut said = [0; 7];
    let stderr = build.stderr.as_mut().expect("its notes");
    stderr.read_exact(&mut said).expect("it says something");
    assert_eq!(text(&said), "waiting");
    interrupt(build);
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_keeps_what_is_finished() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = sole(folder.path(), &["build", "--men", "4"]).spawn().expect("sole runs");
    while !folder.path().join("KQvK.dtm").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(build);

    let list = run(folder.path(), &["list"]);
    assert_eq!(list.status.code(), Some(0), "{}", text(&list.stdout));
    let parts = fs::read_dir(folder.path()).expect("the folder").filter_map(Result::ok);
    let parts = parts.filter(|entry| entry.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0);
    let probe = run(folder.path(), &["probe", "7k/8/5K2/8/8/8/8/6Q1 w - -", "--no-build", "-q"]);
    assert_eq!(text(&probe.stdout), "White mates in 1 move (1 ply), distance to mate\n");
}
