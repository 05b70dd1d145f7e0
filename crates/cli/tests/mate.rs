//! `sole mate solve` from outside: what Ctrl-C leaves, and what others can read again.
#![cfg(unix)]

use sole_board::{Epd, Position, SanMode, pgn};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_interrupted_search_says_what_is_open() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sole"))
        .args(["mate", "solve", START, "--moves", "20", "--progress", "always"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line of progress");
    assert!(line.starts_with("solving #20: "), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    line.clear();
    errors.read_to_string(&mut line).expect("more errors");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{line}");
    assert!(line.contains("interrupted; what was finished is kept"), "{line}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("Interrupted: 20 of 20 first moves are undecided."), "{text}");
}

#[test]
fn soundness_is_decided_whatever_is_written() {
    let sound = "8/8/8/8/8/5K2/3Q4/7k w - -";
    for format in ["text", "pgn", "epd", "olv", "popeye", "play", "lichess", "jsonl"] {
        let args = ["mate", "solve", sound, "-m", "1", "--sound", "--format", format];
        let output = Command::new(env!("CARGO_BIN_EXE_sole")).args(args).output();
        let output = output.expect("the binary runs");
        let notes = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{format}: {notes}");
    }
}

/// A file of solved problems is in the format that its name tells, with what was solved.
#[test]
fn solved_problems_go_to_a_file_in_the_format_of_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -";
    let cases = [
        ("x.epd", "dm 2;"),
        ("x.pgn", "[FEN \"5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w"),
        ("x.olv", "2.Qd4-e4 #"),
        ("x.popeye", "Stipulation #2"),
        ("x.csv", "mateIn2"),
        ("x.jsonl", "\"verdict\":\"one\",\"solutions\":[\"d4g4\"]"),
        ("y.jsonl", "\"line\":{\"uci\":\"d4g4 "),
        ("x.svg", "<svg "),
        ("x.pdf", "%PDF-"),
    ];
    for (name, expected) in cases {
        let path = folder.path().join(name);
        let path = path.to_str().expect("UTF-8");
        let said = solve(&[problem, "-m", "2", "-o", path]);
        assert_eq!(said, format!("1 problem in {path}\n"), "{name}");
        let written = std::fs::read(path).expect("the file");
        let written = String::from_utf8_lossy(&written);
        assert!(written.contains(expected), "{name}: {written:.1000}");
        if ["x.epd", "x.pgn", "x.olv", "x.jsonl"].contains(&name) {
            let again = solve(&["--file", path, "-q", "--sound"]);
            assert!(again.contains("Sound: one key, 1.Qg4+"), "{name}: {again}");
        }
    }
    assert_eq!(solve(&[problem, "-m", "2", "-o", "x.docx"]), "", "another ending is refused");
}

/// What `sole mate solve` writes.
fn solve(args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_sole")).args(["mate", "solve"]).args(args).output();
    String::from_utf8(output.expect("the binary runs").stdout).expect("UTF-8")
}

const PROBLEMS: [&str; 5] = [
    "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -;2",
    "k7/1p4Rr/7Q/3p4/K2P4/8/2N5/8 w - -;3",
    "4R3/8/2p1Q2B/8/8/1p6/5krR/7K w - -;s#2",
    "8/8/7p/8/1R2p3/1k6/4N3/K7 b - -;h#2",
    "8/3K4/R7/1n1kp3/1Pp1p1p1/2B1P1P1/b7/8 w - -;2",
];

#[test]
fn games_are_read_again_as_they_were_written() {
    for problem in PROBLEMS {
        let text = solve(&[problem, "--format", "pgn", "--tries", "2"]);
        let games: Vec<_> = pgn::games(&text, SanMode::Strict).collect();
        let [Ok(game)] = games.as_slice() else { panic!("{problem}: {games:?}") };
        assert!(!game.line.moves.is_empty(), "{problem}");
        assert_eq!(game.to_string().trim_end(), text.trim_end(), "{problem}");
    }
}

#[test]
fn positions_with_operations_are_solved_alike_again() {
    for problem in PROBLEMS {
        let text = solve(&[problem, "--format", "epd"]);
        let epd: Epd = text.parse().expect(problem);
        let position = Position::try_from(epd.setup).expect(problem);
        assert!(epd.moves("bm", &position, SanMode::Strict).is_ok(), "{text}");
        assert!(epd.line("pv", &position, SanMode::Strict).is_ok(), "{text}");
        assert_eq!(solve(&[text.trim_end(), "--format", "epd"]), text, "{problem}");
    }
}

/// What `sole mate solve --quiet` says of a text in a format, without clocks.
fn told(text: &str, form: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sole"))
        .args(["mate", "solve", "-", "--quiet", "--from", form])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("its input").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let (fen, rest) = text.trim_end().split_once("  ").unwrap_or_else(|| panic!("{form}: {text}"));
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!("{}  {rest}", fields.join(" "))
}

#[test]
fn every_format_is_read_again_and_solved_alike() {
    let more = [
        "8/7p/5P1k/4PKpP/8/8/8/7R w - g6;1",
        "7k/8/5K2/8/8/8/8/6R1 w - -;ser-#2",
        "k7/2P5/1K6/8/8/8/8/8 w - -;1",
        "8/8/1pk4K/3p4/6R1/8/4N3/8 w - -;h#2.5",
        "2k1K2R/8/8/8/8/8/8/Q7 b - -;h#2",
        "8/Q7/8/8/8/8/8/2k1K2R w K -;2",
    ];
    for problem in PROBLEMS.iter().chain(&more) {
        let expected = told(problem, "lines");
        for form in ["olv", "popeye", "pgn", "epd", "jsonl"] {
            let text = solve(&[problem, "--format", form]);
            assert_eq!(told(&text, form), expected, "{text}");
        }
    }
    for problem in [PROBLEMS[0], more[0], more[2], more[5]] {
        let text = solve(&[problem, "--format", "lichess"]);
        assert_eq!(told(&text, "lichess"), told(problem, "lines"), "{text}");
    }
}

/// The output of `sole mate solve -` that reads these bytes.
fn solve_bytes(args: &[&str], bytes: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sole"))
        .args(["mate", "solve", "-"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("its input").write_all(bytes).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn older_files_have_their_letters() {
    let problem = "BeginProblem\nAuthor M\u{fc}ller\nRemark \u{17d}\nStipulation #1\n\
                   Forsyth 6k1/5ppp/////K2R\nEndProblem\n";
    let older: Vec<u8> = problem.chars().map(|c| u8::try_from(c).unwrap_or(b'Z')).collect();
    for bytes in [problem.as_bytes(), &older] {
        let output = solve_bytes(&["--from", "popeye", "--format", "jsonl"], bytes);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains(r#""authors":["Müller"]"#), "{text}");
    }
}

#[test]
fn complaints_are_short_and_show_what_is_hidden() {
    let long = "x".repeat(1 << 20);
    let entry = format!("BeginProblem\nStipulation {long}\nEndProblem\n");
    for (form, text) in [("popeye", &long), ("popeye", &entry), ("olv", &long), ("pgn", &long)] {
        for more in [&["--from", form][..], &["--from", form, "--json"]] {
            let output = solve_bytes(more, text.as_bytes());
            assert_eq!(output.status.code(), Some(3), "{more:?}");
            let told = output.stdout.len() + output.stderr.len();
            assert!(0 < told && told < 2000, "{more:?}: {told} bytes");
        }
    }
    let hidden = ("popeye", "BeginProblem\nStipulation \u{1b}[31mx\nEndProblem\n");
    for (form, text) in [hidden, ("lines", "6k1/5ppp/8/8/8/8/8/K2R4 w - -;\u{1b}[31m\n")] {
        let output = solve_bytes(&["--from", form], text.as_bytes());
        assert!(!output.stderr.is_empty() && !output.stderr.contains(&0x1b), "{form}");
    }
}
