//! `sole sudoku` from outside: what Ctrl-C leaves, the order of answers, closed pipes.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

fn sole(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.arg("sudoku").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run_with_input(args: &[&str], input: &str) -> Output {
    let mut child = sole(args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn an_interrupted_count_says_how_far_it_came() {
    let empty = ".".repeat(81);
    let args = ["solve", &empty, "--count", "all", "--progress", "always"];
    let mut child = sole(&args).spawn().expect("the binary runs");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line of progress");
    assert!(line.starts_with("solving: ") && line.contains(" solutions"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    errors.read_to_string(&mut line).expect("more errors");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{line}");
    assert!(line.contains("interrupted; what was finished is kept"), "{line}");
    let told = text(output.stdout);
    assert!(told.starts_with("At least ") && told.contains(" solutions: not all"), "{told}");
}

#[test]
fn experiments_refuse_sudokus_without_one_solution() {
    let empty = ".".repeat(81);
    let none = format!("12345678.........9{}", ".".repeat(63));
    let cases =
        [(empty, "this sudoku has more than one solution"), (none, "this sudoku has no solution")];
    for (grid, expected) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("list.sdm");
        std::fs::write(&path, format!("{grid}\n")).expect("written");
        let file = path.to_str().expect("a path in UTF-8");
        let args = ["experiment", "layout", "--sample", "1", "--file", file];
        let output = sole(&args).output().expect("the binary runs");
        let told = text(output.stderr);
        assert_eq!(output.status.code(), Some(3), "{grid}: {told}");
        assert!(told.contains(expected), "{grid}: {told}");
    }
}

/// All grids of four by four with two givens in the first row, with a bad line now and then.
fn list() -> String {
    let lines = (0..2000).map(|n| match n % 97 {
        7 => "1..\n".to_owned(),
        _ => format!("{}{}..{}...........\n", 1 + n % 4, 1 + (n / 4 + n + 1) % 4, n % 5),
    });
    lines.collect()
}

#[test]
fn answers_do_not_depend_on_the_threads() {
    for verb in [&["solve"][..], &["solve", "--count", "all"], &["check", "--quiet"]] {
        let outputs = ["1", "2", "7"].map(|threads| {
            let args: Vec<&str> = verb.iter().copied().chain(["-", "--threads", threads]).collect();
            let output = run_with_input(&args, &list());
            assert_eq!(output.status.code(), Some(3), "{verb:?}");
            (text(output.stdout), text(output.stderr))
        });
        assert!(outputs.iter().all(|output| *output == outputs[0]), "{verb:?}");
        assert_eq!(outputs[0].1.matches("no sudoku has 3 cells").count(), 21, "{verb:?}");
    }
}

/// Every line is answered as it comes, the first one too.
#[test]
fn answers_come_before_the_input_ends() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let headed = format!("id,puzzle\n1,{puzzle}");
    for (args, first, next) in [
        (&["solve", "-"][..], puzzle, puzzle),
        (&["check", "-"], puzzle, puzzle),
        (&["rate", "-", "--scale", "se"], puzzle, puzzle),
        (&["canon", "-"], puzzle, puzzle),
        (&["hint", "-", "--json"], puzzle, puzzle),
        (&["explain", "-", "--json"], puzzle, puzzle),
        (&["solve", "-", "--json"], headed.as_str(), &headed["id,puzzle\n".len()..]),
    ] {
        let mut child = sole(args).stdin(Stdio::piped()).spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("its input");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        for (number, written) in [first, next, next].into_iter().enumerate() {
            input.write_all(written.as_bytes()).expect("it reads");
            let line = lines.next().expect("an answer while the input is open").expect("UTF-8");
            assert!(line.contains("53..7") || args[0] == "canon", "{args:?} {number}: {line}");
        }
        drop(input);
        assert_eq!(lines.count(), 0, "{args:?}");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{args:?}");
    }
}

/// What comes in parts is read as if it came at once.
#[test]
fn drawn_grids_are_read_whole_from_standard_input() {
    let rows = "1...|..3.\n..2.|....\n".replace('|', "\n");
    let whole = run_with_input(&["solve", "-", "--count", "all", "-q"], &rows);
    let mut child = sole(&["solve", "-", "--count", "all", "-q"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("its input");
    for line in rows.lines() {
        writeln!(input, "{line}").expect("it reads");
        input.flush().expect("it reads");
    }
    drop(input);
    let parts = child.wait_with_output().expect("it ends");
    assert_eq!(text(parts.stdout), text(whole.stdout));
    assert_eq!(parts.status.code(), whole.status.code());
}

#[test]
fn a_reader_that_has_seen_enough_is_content() {
    let mut child = sole(&["solve", &".".repeat(81), "--all"]).spawn().expect("the binary runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let first = lines.next().expect("a line").expect("UTF-8");
    assert_eq!(first.len(), 81);
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(output.stderr)), (Some(0), String::new()));
}

/// Nor does anyone go on with what nobody will read: all of it would take minutes.
#[test]
fn a_reader_that_has_seen_enough_ends_a_batch() {
    let hard =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n";
    let args = ["rate", "-", "--scale", "search", "--threads", "2"];
    let mut child = sole(&args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("its input");
    // It answers before it has read everything, and ends before that, too.
    let writer = std::thread::spawn(move || {
        let _ = input.write_all(hard.repeat(20_000).as_bytes());
    });
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    assert!(lines.next().is_some_and(|line| line.is_ok()));
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(output.stderr)), (Some(0), String::new()));
    writer.join().expect("it does not panic");
}

/// There are more puzzles, and more solutions, than any memory holds.
#[test]
fn what_is_kept_has_an_end() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let output = run_with_input(&["unavoidable", solution, "--check", "40", "--quiet"], "");
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(text(output.stdout).lines().count(), 100_000);
    let output = run_with_input(&["solve", &".".repeat(81), "--all", "--json"], "");
    assert_eq!(output.status.code(), Some(4));
    assert!(text(output.stdout).contains("\"count\":1000000,\"complete\":false"));
}

/// One message, not one for each of its lines.
#[test]
fn what_is_no_text_is_said_once() {
    let binary = "\u{1}\u{2}\0\n".repeat(100);
    for verb in ["solve", "check", "hint", "rate", "convert"] {
        let args = match verb {
            "convert" => &[verb, "-", "--to", "line"][..],
            _ => &[verb, "-"],
        };
        let output = run_with_input(args, &binary);
        let told = "error: standard input is not a text file: line 1 has a control character\n";
        let expected = (Some(3), String::new(), told.to_owned());
        let actual = (output.status.code(), text(output.stdout), text(output.stderr));
        assert_eq!(actual, expected, "{verb}");
    }
}

/// What is written is read again as it was, whatever the format.
#[test]
fn conversions_come_back() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let formats = ["sdm", "sdk", "ss", "text", "hodoku", "opensudoku", "numbers", "sudokuwiki"];
    for format in formats.into_iter().chain(["csv", "record"]) {
        let there = run_with_input(&["convert", puzzle, puzzle, "--to", format], "");
        let back = run_with_input(&["convert", "-", "--to", "line"], &text(there.stdout));
        assert_eq!(text(back.stdout), format!("{puzzle}\n{puzzle}\n"), "{format}");
    }
    let there = run_with_input(&["convert", puzzle, "--to", "pencilmarks"], "");
    let args = ["solve", "-", "--quiet"];
    assert_eq!(
        text(run_with_input(&args, &text(there.stdout)).stdout),
        text(run_with_input(&args, puzzle).stdout)
    );
}

#[test]
fn what_is_made_does_not_depend_on_the_threads() {
    for flags in [&["20"][..], &["3", "--rating", "se:2-7"], &["5", "--boxes", "3x2", "--easy"]] {
        let made = ["1", "2", "7"].map(|threads| {
            let args = [&["gen", "--seed", "5", "--threads", threads][..], flags].concat();
            let output = run_with_input(&args, "");
            assert_eq!(output.status.code(), Some(0), "{flags:?}");
            text(output.stdout)
        });
        assert!(made.iter().all(|lines| *lines == made[0]), "{flags:?}");
        let check = run_with_input(&["check", "-", "--quiet"], &made[0]);
        let n_minimal = text(check.stdout).matches("proper and minimal").count();
        let expected = if flags.contains(&"--easy") { 0 } else { made[0].lines().count() };
        assert!(n_minimal >= expected && made[0].lines().count().to_string() == flags[0]);
    }
}

#[test]
fn an_interrupted_maker_keeps_what_it_found() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/interrupted.sdm");
    let args = ["gen", "all", "-o", file, "--progress", "always"];
    let mut child = sole(&args).spawn().expect("the binary runs");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line of progress");
    assert!(line.starts_with("making: ") && line.contains(" a second"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    errors.read_to_string(&mut line).expect("more errors");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{line}");
    let lines = std::fs::read_to_string(file).expect("the file is there");
    assert!(lines.lines().count() > 0 && lines.lines().all(|line| line.len() == 81), "{lines}");
}

#[test]
fn hunts_go_on_from_their_archives() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let (archive, seeds) = (format!("{folder}/hunt.txt"), format!("{folder}/seeds.sdm"));
    let _ = std::fs::remove_file(&archive);
    std::fs::write(&seeds, "1..4.........32.\n").expect("the folder can be written");
    let args = ["gen", "--hunt", &archive, "--rating", "search"];
    let first = [&args[..], &["--hard", &seeds, "--count", "2"]].concat();
    let told = text(run_with_input(&first, "").stdout);
    assert!(told.contains("2 found now"), "{told}");
    let told = text(run_with_input(&args, "").stdout);
    assert!(told.contains("nothing is left to search"), "{told}");
    let kept = std::fs::read_to_string(&archive).expect("the archive is there");
    assert!(kept.starts_with("# rated by search.effort\n") && !kept.contains("open"), "{kept}");
    let other = run_with_input(&["gen", "--hunt", &archive], "");
    assert_eq!(other.status.code(), Some(2), "another scale is refused");
}
