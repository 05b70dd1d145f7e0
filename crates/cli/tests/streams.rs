//! Commands that answer each line of standard input before the next one is there.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const GRID: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const EPD: &str = "8/8/8/8/8/5K2/4Q3/7k w - - dm 1; bm Qh2#;";
const RECORD: &str = r#"{"schema":"sole-puzzle/1","kind":"sudoku","position":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","stipulation":"9x9","verdict":"open","solutions":[]}"#;

/// The arguments, a line of the input, and what the line of each answer contains.
const CASES: [(&[&str], &str, &str); 8] = [
    (&["sudoku", "convert", "-", "--to", "line"], GRID, GRID),
    (&["sudoku", "convert", "-", "--to", "hodoku", "--json"], GRID, GRID),
    (&["sudoku", "show", "-", "--json"], GRID, GRID),
    (&["sudoku", "unavoidable", "-", "--size", "4", "--json"], SOLUTION, SOLUTION),
    (&["puzzle", "convert", "-", "--to", "jsonl"], RECORD, GRID),
    (&["puzzle", "convert", "-", "--to", "epd"], EPD, "dm 1;"),
    (&["puzzle", "show", "-", "--json"], RECORD, GRID),
    (&["puzzle", "show", "-", "--json"], EPD, "8/8/8/8/8/5K2/4Q3/7k w - -"),
];

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    for (arguments, line, expected) in CASES {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("its input");
        let mut answers = BufReader::new(child.stdout.take().expect("its output")).lines();
        for number in 1..=3 {
            writeln!(input, "{line}").expect("it reads");
            let answer = answers.next().expect("an answer while the input is open").expect("UTF-8");
            assert!(answer.contains(expected), "{arguments:?}, answer {number}: {answer}");
        }
        drop(input);
        assert_eq!(answers.count(), 0, "{arguments:?}");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{arguments:?}");
    }
}

/// A bad line is complained about by its number, wherever it was in the stream.
#[test]
fn lines_are_counted_over_the_whole_stream() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.args(["puzzle", "convert", "-", "--to", "jsonl"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("its input");
    let mut answers = BufReader::new(child.stdout.take().expect("its output")).lines();
    for _ in 0..2 {
        writeln!(input, "{RECORD}").expect("it reads");
        assert!(answers.next().is_some_and(|answer| answer.is_ok()));
    }
    writeln!(input, "{{").expect("it reads");
    drop(input);
    assert_eq!(answers.count(), 0);
    let output = child.wait_with_output().expect("it ends");
    let complaint = String::from_utf8(output.stderr).expect("complaints are text");
    assert!(complaint.contains("<stdin>:3") || complaint.contains("line 3"), "{complaint}");
}
