//! The commands that make problems, from outside: files, Ctrl-C, and tables as an oracle.

mod tables;

use sole_puzzle::Puzzle;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output, Stdio};

fn sole() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sole"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The problems of a file, one record a line.
fn read(path: &Path) -> Vec<Puzzle> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let record = |line: &str| Puzzle::parse(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    text.lines().map(record).collect()
}

#[test]
fn problems_go_to_a_file_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = ["1", "2"].map(|threads| {
        let file = folder.path().join(threads);
        let output = sole()
            .args(["gen", "random", "5", "2", "4", "--seed", "2", "--threads", threads, "-o"])
            .arg(&file)
            .output()
            .expect("the binary runs");
        assert!(output.status.success());
        assert!(text(&output.stdout).starts_with("4 problems in "));
        read(&file)
    });
    assert_eq!(made[0].len(), 4);
    assert_eq!(made[0], made[1]);
}

#[test]
fn tables_tell_what_the_solver_finds() {
    let survey = |folder: &Path| -> Output {
        let output = sole()
            .args(["gen", "mate", "2", "200", "-q", "--material", "KRvK", "--data-dir"])
            .arg(folder)
            .output();
        output.expect("the binary runs")
    };
    let told = survey(&tables::three_men("make-tables"));
    let solved = survey(tempfile::tempdir().expect("a folder").path());
    assert_eq!(text(&told.stdout).lines().count(), 200);
    assert_eq!(text(&told.stdout), text(&solved.stdout));
}

/// Values that nobody can guess are listed by the flag that takes them, whatever else is missing.
#[test]
fn flags_list_their_values() {
    let cases: [(&[&str], &str); 7] = [
        (&["mate", "gen", "--theme", "list"], "modelMate"),
        (&["mate", "gen", "2", "--theme=list"], "modelMate"),
        (&["proof", "gen", "--theme", "list"], "switchback"),
        (&["sudoku", "gen", "--technique", "list"], "x-wing"),
        (&["sudoku", "gen", "--symmetry", "list"], "half"),
        (&["endgame", "mine", "--where", "list"], "only-move"),
        (&["endgame", "random", "--where", "list"], "only-move"),
    ];
    for (args, name) in cases {
        let output = sole().args(args).output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        let listed = text(&output.stdout).lines().find(|line| line.starts_with(name));
        let words = listed.unwrap_or_else(|| panic!("{args:?} does not list {name}"));
        assert!(words.split_whitespace().count() > 2, "{args:?}: {words}");
        let json = sole().args(args).arg("--json").output().expect("the binary runs").stdout;
        assert!(text(&json).contains(&format!("\"{name}\"")), "{args:?}: {}", text(&json));
    }
}

/// A flag that can list its values does not make up for what else is required.
#[test]
fn only_a_list_does_without_what_is_required() {
    let cases: [(&[&str], &str); 4] = [
        (&["mate", "gen", "--theme", "modelMate"], "<WHAT>"),
        (&["proof", "gen", "--theme", "mate"], "<N>"),
        (&["endgame", "mine", "--where", "wins"], "<MATERIAL>"),
        (&["endgame", "random", "--where", "wins"], "<MATERIAL>"),
    ];
    for (args, lacking) in cases {
        let output = sole().args(args).output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let expected = format!("the following required arguments were not provided: {lacking}");
        assert!(text(&output.stderr).contains(&expected), "{args:?}: {}", text(&output.stderr));
    }
}

/// The longest mates of queen against king have several keys each.
#[test]
fn a_maker_that_finds_nothing_names_the_flag_that_would() {
    let folder = tables::three_men("make-any-tables");
    let mut command = sole();
    command.args(["gen", "mate", "10", "1", "--material", "KQvK", "--data-dir"]).arg(&folder);
    let nothing = command.output().expect("the binary runs");
    assert_eq!(nothing.status.code(), Some(1), "{}", text(&nothing.stdout));
    let expected =
        "there is no such position\nwith --any, which allows several keys, there is one\n";
    assert_eq!(text(&nothing.stderr), expected);
}

/// Presses Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
}

/// A bishop alone never mates, which takes a second to see with one key and again with any.
#[cfg(unix)]
#[test]
fn the_search_for_several_keys_can_be_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = sole()
        .args(["gen", "mate", "6", "1", "--material", "KBvK", "--progress", "json", "--data-dir"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut lines = errors.lines().map(|line| line.expect("UTF-8"));
    let several = lines.find(|line| line.contains("looking for several keys"));
    assert!(several.is_some(), "there is no second search");
    interrupt(&child);
    let last = lines.last().expect("it says that it was interrupted");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{last}");
    assert!(last.contains("interrupted"), "{last}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_maker_keeps_what_it_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mates.jsonl");
    let mut child = sole()
        .args(["gen", "random", "6", "2", "all", "--progress", "always", "-o"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line of progress");
    assert!(line.starts_with("making #2: ") && line.contains(" found, "), "{line}");
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let found = read(&file).len();
    assert!(found > 0);
    // A thousand and more are told in groups of digits.
    let told = text(&output.stdout);
    let told: String = told
        .chars()
        .take_while(|char| !char.is_alphabetic())
        .filter(char::is_ascii_digit)
        .collect();
    assert_eq!(told, found.to_string());
}
