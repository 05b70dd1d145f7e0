//! Questions in SQL from standard input, and questions that are interrupted.

#![cfg(feature = "sql")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

fn sole(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.arg("atlas").args(arguments).arg("--data-dir").arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn grown(plies: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let status = sole(folder.path(), &["grow", plies, "--quiet"]).status();
    assert!(status.expect("the binary runs").success());
    folder
}

#[test]
fn a_question_comes_from_standard_input() {
    let folder = grown("2");
    for typed in [&["sql", "-"][..], &["sql", "--file", "-"]] {
        let mut child = sole(folder.path(), typed).spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"select count(*) as number\nfrom layer(2)\n").expect("it is read");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "number\n   400\n", "{typed:?}");
        assert_eq!(output.status.code(), Some(0), "{typed:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_question_can_be_interrupted() {
    let folder = grown("3");
    let endless = "select a.games as a, b.games as b, c.games as c, d.games as d from layer(3) as a, layer(3) as b, \
                   layer(3) as c, layer(3) as d";
    let typed = ["sql", endless, "--format", "csv"];
    let mut child = sole(folder.path(), &typed).spawn().expect("the binary runs");
    let mut rows = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut names = String::new();
    rows.read_line(&mut names).expect("a line");
    assert_eq!(names, "a,b,c,d\n");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    std::io::copy(&mut rows, &mut std::io::sink()).expect("it ends");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("interrupted"), "{told}");
}

#[test]
fn a_wrong_question_leaves_the_file_of_the_last_answer() {
    let folder = grown("1");
    let path = folder.path().join("answer.csv");
    let file = path.to_str().expect("a name in UTF-8");
    for (question, code, expected) in [
        ("select count(*) as number from layer(1)", 0, "number\n20\n"),
        ("select nothing from layer(1)", 3, "number\n20\n"),
        ("select men from layer(1) where false", 1, "men\n"),
    ] {
        let output = sole(folder.path(), &["sql", question, "-o", file]).output();
        assert_eq!(output.expect("the binary runs").status.code(), Some(code), "{question}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), expected, "{question}");
        assert!(!path.with_added_extension("part").exists(), "{question}");
    }
}
