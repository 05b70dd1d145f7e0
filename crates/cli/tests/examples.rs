//! The examples in `--help` answer as they stand there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sole(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sole")).args(args).output().expect("sole runs")
}

/// An empty folder to run in.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}

#[test]
#[cfg(unix)]
fn examples_of_proof_find_something() {
    let folder = folder();
    let mut count = 0;
    for verb in ["solve", "count", "gen", "endings", "ending"] {
        let help = sole(&["proof", verb, "--help"]);
        let help = String::from_utf8(help.stdout).expect("help is UTF-8");
        for example in help.lines().filter_map(|line| line.strip_prefix("  sole ")) {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("\"$0\" {example}")).arg(env!("CARGO_BIN_EXE_sole"));
            shell.current_dir(&folder).env("SOLE_DATA", &folder);
            let output = shell.output().expect("a shell runs");
            assert_eq!(output.status.code(), Some(0), "sole {example}: {output:?}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

#[test]
fn a_last_move_needs_no_quotes() {
    let quoted = sole(&["proof", "ending", "3... Qd4#"]);
    let unquoted = sole(&["proof", "ending", "3...", "Qd4#"]);
    assert_eq!(quoted.status.code(), Some(0));
    assert_eq!(quoted.stdout, unquoted.stdout);
}
