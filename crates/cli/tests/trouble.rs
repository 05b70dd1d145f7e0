//! What goes wrong gives one clear message and the right exit code, never a panic.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn sole(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("NO_COLOR").env("TERM", "xterm");
    command
}

fn run(args: &[&str]) -> Output {
    sole(args).output().expect("sole runs")
}

fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = sole(args).stdin(Stdio::piped()).spawn().expect("sole runs");
    // A child that does not read to the end is fine.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("sole ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn temporary(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for temporary files is writable");
    path
}

#[test]
fn each_trouble_has_its_message_and_code() {
    let missing = "no-such-folder/positions.txt";
    let cases: [(&[&str], i32, &str); 31] = [
        (&["sudoku", "solve", "1..1............"], 3, "1 twice in row 1: r1c1 and r1c4"),
        (&["sudoku", "solve", "-"], 3, "there is no sudoku in the input"),
        (&["sudoku", "check", "--file", "."], 3, "cannot read"),
        (&["sudoku", "convert", "1...", "-o", "x.y"], 2, "the name of the file does not tell"),
        (&["mate", "solve", START, "--moves", "0"], 2, "a problem takes at least one move"),
        (&["mate", "solve", START, "--moves", "300"], 2, "at most 255 can be asked for"),
        (&["mate", "solve", START, "--stipulation", "x#2"], 2, "unknown stipulation 'x#'"),
        (&["mate", "solve", START, "--stipulation", "h#2", "--first"], 3, "nothing is forced"),
        (&["mate", "solve", "7k/6Q1/6K1/8/8/8/8/8 b - -", "-m", "2"], 3, "is mated already"),
        (&["perft", "3", "8/8/8 w - -"], 3, "there are 3 ranks, needs 8"),
        (&["board", "show", "8/8/8/8/8/8/8/9 w - -"], 3, "unknown letter '9'"),
        (&["board", "moves", "8/8/8/8/8/8/8/8 w - -"], 3, "this position cannot be played on"),
        (&["perft", "x"], 2, "expected a whole number of plies from 0 to 64"),
        (&["perft", "-1"], 2, "expected a whole number of plies from 0 to 64"),
        (&["perft", "65"], 2, "expected a whole number of plies from 0 to 64"),
        (&["perft", "99999999999999999999"], 2, "expected a whole number of plies from 0 to 64"),
        (&["perft", "3", "--threads", "0"], 2, "expected a whole number from 1 to 1024"),
        (&["perft", "1", "--file", missing], 3, "cannot read no-such-folder/positions.txt"),
        (&["board", "check", "--file", "."], 3, "cannot read"),
        (&["board", "check", "-"], 3, "there is no position in the input"),
        (&["board", "moves"], 2, "required arguments were not provided"),
        (&["board", "check", "--waive", "many-kings", START], 2, "possible values: missing-king, "),
        (&["man", "--dir", "/dev/null/folder"], 3, "cannot write /dev/null/folder"),
        (&["proof", "count", "13", "--memory", "1G"], 4, "of memory are needed at least"),
        (&["proof", "count", "16", "--memory", "9000000G"], 4, "are needed in"),
        (&["proof", "count", "3", "--dry-run", "--method", "prefix"], 2, "for --method sweep"),
        (&["nonsense"], 2, "unrecognized subcommand"),
        (&["board", "check", START, "8/8", "w", "-", "-"], 2, "quote each FEN"),
        (&["board", "check", START, "-"], 2, "'-' stands for standard input"),
        (&["board", "check", "--file", "/"], 3, "cannot read /: "),
        (&["board", "check", "--file", "a\nb"], 3, "cannot read a\\nb: "),
    ];
    for (args, expected, message) in cases {
        let output = run(args);
        let complaint = text(&output.stderr);
        assert_eq!(code(&output), Some(expected), "{args:?}: {complaint}");
        assert!(complaint.contains(message), "{args:?}: {complaint}");
        assert_eq!(complaint.matches("error:").count(), 1, "{args:?}: {complaint}");
        assert!(!complaint.contains("panicked"), "{args:?}: {complaint}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
    }
}

#[test]
fn under_json_trouble_is_an_answer() {
    let cases: [(&[&str], i32, &str, &str); 7] = [
        (&["perft", "3", "8/8/8 w - -", "--json"], 3, "perft", "bad-fen"),
        (&["board", "moves", "--json", "8/8/8/8/8/8/8/8 w - -"], 3, "board moves", "bad-position"),
        (&["board", "show", "--json", "--file", "no-such-file"], 3, "board show", "unreadable"),
        (&["perft", "x", "--json"], 2, "perft", "usage"),
        (&["--json", "--color", "never", "board", "moves"], 2, "board moves", "usage"),
        (&["nonsense", "--json"], 2, "sole", "usage"),
        (&["simulate", "--json", "8/8/8 w - -"], 3, "simulate", "bad-fen"),
    ];
    for (args, expected, command, kind) in cases {
        let output = run(args);
        assert_eq!(code(&output), Some(expected), "{args:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
        let line = text(&output.stdout);
        let answer: serde_json::Value = serde_json::from_str(&line).expect(&line);
        assert_eq!(answer["schema"], "sole/1", "{args:?}");
        assert_eq!(answer["status"], "error", "{args:?}");
        assert_eq!(answer["command"], command, "{args:?}");
        assert_eq!(answer["error"]["kind"], kind, "{args:?}");
        assert!(answer["error"]["message"].is_string(), "{args:?}");
    }
}

#[test]
fn under_json_usage_errors_say_everything() {
    let cases: [(&[&str], &str); 4] = [
        (&["completions", "--json"], "the following required arguments were not provided: <SHELL>"),
        (&["--json", "board"], "a command is missing, one of show, check, moves, unmoves, unperft"),
        (&["--json", "perf"], "unrecognized subcommand 'perf'"),
        (&["perft", "x", "--json"], "invalid value 'x' for '<DEPTH>': expected a whole number"),
    ];
    for (args, message) in cases {
        let line = text(&run(args).stdout);
        let answer: serde_json::Value = serde_json::from_str(&line).expect(&line);
        assert!(
            answer["error"]["message"].as_str().is_some_and(|m| m.starts_with(message)),
            "{line}"
        );
    }
}

#[test]
fn under_json_texts_are_wrapped() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let folder = folder.to_str().expect("a path in UTF-8");
    let cases: [(&[&str], &str); 3] = [
        (&["man", "--json"], "text"),
        (&["completions", "bash", "--json"], "text"),
        (&["man", "--json", "--dir", folder], "files"),
    ];
    for (args, field) in cases {
        let line = text(&run(args).stdout);
        assert_eq!(line.lines().count(), 1, "{args:?}");
        let answer: serde_json::Value = serde_json::from_str(&line).expect(&line);
        assert_eq!(answer["status"], "ok", "{args:?}");
        assert!(!answer["result"][field].is_null(), "{args:?}");
    }
}

#[test]
fn a_line_that_is_no_text_does_not_stop_a_batch() {
    let long = vec![b'x'; 70_000];
    for bad in [&b"\xff\xfe"[..], &long] {
        let input = [START.as_bytes(), b"\n", bad, b"\n", START.as_bytes()].concat();
        let output = run_with_input(&["board", "check", "-"], &input);
        assert_eq!(code(&output), Some(3));
        assert_eq!(text(&output.stdout).lines().count(), 2, "{output:?}");
        assert!(text(&output.stderr).contains("in line 2 of standard input"), "{output:?}");
        let output = run_with_input(&["board", "check", "-", "--json"], &input);
        let lines = text(&output.stdout);
        assert_eq!(lines.lines().count(), 3, "{lines}");
        let line = lines.lines().nth(1).expect("the second answer");
        let answer: serde_json::Value = serde_json::from_str(line).expect(line);
        assert_eq!(answer["error"]["kind"], "unreadable");
        assert_eq!(answer["error"]["file"], "standard input");
        assert_eq!(answer["error"]["line"], 2);
    }
}

/// The rest of a line is ignored after a word that is refused.
#[test]
fn a_session_goes_on_after_anything_that_is_refused() {
    let input = b"e4 e9 e5\n\xff\nundo undo undo fen\n";
    let output = run_with_input(&["simulate", "--json"], input);
    assert_eq!(code(&output), Some(3));
    let lines = text(&output.stdout);
    let answers = lines.lines().map(|line| serde_json::from_str(line).expect(line));
    let told: Vec<(String, Option<u64>)> = answers
        .map(|answer: serde_json::Value| {
            let event = answer["result"]["event"].as_str().or(answer["error"]["kind"].as_str());
            (event.expect("one or the other").to_owned(), answer["error"]["line"].as_u64())
        })
        .collect();
    let expected = [
        ("start", None),
        ("move", None),
        ("bad-move", Some(1)),
        ("unreadable", Some(2)),
        ("undo", None),
        ("bad-move", Some(3)),
    ];
    assert_eq!(told, expected.map(|(event, line)| (event.to_owned(), line)));
}

#[test]
fn a_bad_move_is_refused_and_the_game_goes_on() {
    let output = run_with_input(&["simulate", "--ascii"], b"e5\nKe2\ne4\nfen\n");
    assert_eq!(code(&output), Some(3));
    let complaint = text(&output.stderr);
    assert_eq!(complaint.matches("error:").count(), 2, "{complaint}");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    assert!(text(&output.stdout).ends_with(fen));
}

#[test]
fn the_end_of_the_input_ends_a_session() {
    for input in ["", "e4", "e4\n", "e4\nquit\nhello\n"] {
        let output = run_with_input(&["simulate"], input.as_bytes());
        assert_eq!(code(&output), Some(0), "{input:?}: {}", text(&output.stderr));
    }
    let output = run_with_input(&["simulate"], b"\xff\xff\n");
    assert_eq!(code(&output), Some(3));
    assert!(text(&output.stderr).contains("the line is not UTF-8 text"));
}

#[test]
fn a_batch_answers_every_line() {
    let lines = format!("# positions\n{START}\n\nnonsense\n8/8/8/8/8/8/8/K1k5 w - - 0 1\r\n");
    let path = temporary("batch.txt", lines.as_bytes());
    let path = path.to_str().expect("a path in UTF-8");
    let output = run(&["perft", "1", "--file", path]);
    assert_eq!(code(&output), Some(3));
    let expected = format!("20  {START}\n1  8/8/8/8/8/8/8/K1k5 w - - 0 1\n");
    assert_eq!(text(&output.stdout), expected);
    assert!(text(&output.stderr).contains("in line 4 of "));
    let output = run_with_input(&["perft", "1", "-", "--json"], lines.as_bytes());
    let statuses: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect(line))
        .map(|answer| answer["status"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(statuses, ["ok", "error", "ok"]);
}

#[test]
fn files_that_are_no_text_are_refused() {
    let lines = [&[0xff, 0xfe, 0, 1, 2, b'\n'][..]; 100].concat();
    let path = temporary("binary", &lines);
    let output = run(&["board", "check", "--file", path.to_str().expect("a path in UTF-8")]);
    assert_eq!(code(&output), Some(3));
    let complaint = text(&output.stderr);
    let expected = "is not a text file: line 1 has a control character\n";
    assert!(complaint.ends_with(expected), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "one complaint for all lines: {complaint}");
}

/// A reader that has seen enough closes the pipe, before or while we write.
#[test]
fn a_closed_pipe_ends_silently() {
    let many = temporary("many.txt", format!("{START}\n").repeat(5000).as_bytes());
    let many = many.to_str().expect("a path in UTF-8");
    let cases: [&[&str]; 6] = [
        &["board", "moves", "--file", many],
        &["board", "moves", "--json", "--file", many],
        &["board", "show", START],
        &["perft", "2", "--divide"],
        &["completions", "bash"],
        &["man"],
    ];
    for args in cases {
        let mut child = sole(args).spawn().expect("sole runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("sole ends");
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert_eq!(code(&output), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    for args in [&["perft", "1"][..], &["--help"], &["--version"]] {
        let full = full.try_clone().expect("another handle");
        let output = sole(args).stdout(full).output().expect("sole runs");
        assert_eq!(code(&output), Some(3), "{args:?}");
        assert!(text(&output.stderr).starts_with("error: cannot write: "), "{:?}", output.stderr);
    }
}

/// `ulimit -f` bounds the length of a file, so that writing fails in the middle of the work.
#[test]
#[cfg(unix)]
fn a_count_goes_on_after_a_full_disk() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("full-disk");
    let _ = fs::remove_dir_all(&folder);
    let folder = folder.to_str().expect("a path in UTF-8");
    let count = ["proof", "count", "6", "--data-dir", folder];
    let bounded = "ulimit -f 2000; trap '' XFSZ; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", bounded, env!("CARGO_BIN_EXE_sole")]).args(count);
    let full = command.output().expect("a shell runs");
    let complaint = text(&full.stderr);
    assert_eq!(code(&full), Some(4), "{complaint}");
    assert!(complaint.contains("error: cannot write "), "{complaint}");
    assert!(complaint.contains("help: make room and give the same command again"), "{complaint}");
    assert!(fs::exists(format!("{folder}/proof/array/ply-4-layer")).expect("a folder"));
    let resumed = run(&count);
    assert_eq!(code(&resumed), Some(0), "{}", text(&resumed.stderr));
    assert_eq!(text(&resumed.stdout), text(&run(&count[..3]).stdout));
    assert!(!fs::exists(format!("{folder}/proof/array")).expect("a folder"), "it is cleaned up");
}

#[test]
fn colours_follow_the_flag() {
    let coloured = |args: &[&str]| text(&run(args).stdout).contains('\x1b');
    assert!(!coloured(&["board", "show", START]));
    assert!(coloured(&["board", "show", START, "--color", "always"]));
    assert!(!coloured(&["board", "show", START, "--color", "always", "--ascii", "--quiet"]));
    assert!(!coloured(&["board", "show", START, "--color", "never"]));
}

#[test]
fn exit_codes_answer_questions() {
    let cases: [(&[&str], i32); 6] = [
        (&["board", "check", START], 0),
        (&["board", "check", "8/8/8/8/8/8/8/8 w - - 0 1"], 1),
        (&["board", "check", "8/8/8/8/8/8/8/8 w - - 0 1", "--waive", "missing-king"], 0),
        (&["board", "check", "8/8"], 3),
        (&["board", "moves", START], 0),
        (&["board", "moves", "--checks", START], 1),
    ];
    for (args, expected) in cases {
        assert_eq!(code(&run(args)), Some(expected), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_count() {
    let child = sole(&["perft", "12"]).spawn().expect("sole runs");
    std::thread::sleep(std::time::Duration::from_millis(200));
    let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("sole ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(text(&output.stdout), "", "no limit was reached");
    assert!(text(&output.stderr).contains("interrupted"), "{output:?}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_of_orderly_work_is_answered_at_once() {
    let count = ["proof", "count", "9", "--yes", "--progress", "always"];
    let mut child = sole(&count).spawn().expect("sole runs");
    let mut lines = BufReader::new(child.stderr.take().expect("its errors")).lines();
    let progress = lines.next().expect("progress").expect("a line");
    assert!(progress.contains(", ply "), "{progress}");
    let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let told: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(told.iter().any(|line| line.starts_with("stopping")), "{told:?}");
    assert_eq!(child.wait().expect("sole ends").code(), Some(130));
}

#[test]
fn progress_is_told_in_lines_where_there_is_no_terminal() {
    let output = run(&["perft", "4", "--progress", "always"]);
    assert_eq!(text(&output.stdout), "197281\n");
    assert!(text(&output.stderr).starts_with("perft 4: 100 %, 197 281 nodes, "), "{output:?}");
    assert_eq!(text(&run(&["perft", "4"]).stderr), "");
}

#[test]
fn progress_is_json_for_programs() {
    let output = run(&["perft", "4", "--progress", "json", "--quiet"]);
    assert_eq!(text(&output.stdout), "197281\n");
    let lines = text(&output.stderr);
    let first = r#"{"label":"perft 4","share":null,"details":""}"#;
    assert_eq!(lines.lines().next(), Some(first), "the first one comes at once");
    for line in lines.lines() {
        let report: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(report["label"].is_string() && report["details"].is_string(), "{line}");
        assert!(report["share"].is_null() || report["share"].is_number(), "{line}");
    }
}

#[test]
fn a_command_can_be_made_to_end_with_its_input() {
    let output = run_with_input(&["perft", "14", "--end-with-input"], b"this is not read\n");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let output = run_with_input(&["perft", "3"], b"");
    assert_eq!(text(&output.stdout), "8902\n", "others do not listen to it");
}

/// A sudoku with one solution, and one with very many.
const SUDOKUS: [&str; 2] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..............................................................................9",
];

#[test]
fn text_is_ascii_if_the_locale_is() {
    let [sudoku, several] = SUDOKUS;
    let long = format!("{START} {}", "x".repeat(500));
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/collections/starter.jsonl");
    let cases: [&[&str]; 21] = [
        &["board", "show", START, "--color", "always"],
        &["board", "moves", START, "--attacks", "e2"],
        &["board", "show", &long],
        &["board", "show", "\u{e9}/\u{2654} w"],
        &["board", "show", "--file", "M\u{fc}ller.fen"],
        &["mate", "solve", START, "--stipulation", "\u{d7}2"],
        &["mate", "solve", "--help"],
        &["perft", "3", "--divide"],
        &["perft", "3", "--progress", "always"],
        &["puzzle", "show", starter],
        &["puzzle", "book", "--help"],
        &["sudoku", "show", sudoku],
        &["sudoku", "rate", sudoku, "--scale", "search"],
        &["sudoku", "check", several],
        &["sudoku", "solve", sudoku],
        &["sudoku", "explain", sudoku],
        &["sudoku", "solve", "123"],
        &["sudoku", "gen", "--help"],
        &["sudoku", "gen", "--symmetry", "nothing"],
        &["sudoku", "rate", "--help"],
        &["sudoku", "\u{2654}"],
    ];
    for args in cases {
        for (name, value) in [("LC_ALL", "C"), ("LC_CTYPE", "POSIX"), ("LANG", "C")] {
            let mut command = sole(args);
            command.env_remove("LC_ALL").env_remove("LC_CTYPE").env_remove("LANG");
            let Output { stdout, stderr, .. } =
                command.env(name, value).output().expect("sole runs");
            assert!(stdout.is_ascii(), "{name} {args:?}: {}", text(&stdout));
            assert!(stderr.is_ascii(), "{name} {args:?}: {}", text(&stderr));
            assert!(!(stdout.is_empty() && stderr.is_empty()), "{name} {args:?}");
        }
    }
}

/// A folder below a file can never be made, not even by the administrator.
#[test]
fn a_folder_for_data_that_cannot_be_used_is_told_with_help() {
    let folder = temporary("a-file", b"").join("data");
    let folder = folder.to_str().expect("a path in UTF-8");
    let cases: [&[&str]; 4] = [
        &["endgame", "build", "KRvK"],
        &["endgame", "probe", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"],
        &["atlas", "grow", "2"],
        &["proof", "count", "2"],
    ];
    for args in cases {
        let output = run(&[args, &["--data-dir", folder]].concat());
        let told = text(&output.stderr);
        assert!(matches!(code(&output), Some(3 | 4)), "{args:?}: {output:?}");
        assert!(told.contains("not a directory"), "{args:?}: {told}");
        assert!(told.contains("help: ") && told.contains("--data-dir"), "{args:?}: {told}");
        assert!(!told.contains("os error"), "{args:?}: {told}");
    }
}

/// The search for the shortest mate has a limit of nodes, so that its progress has a share.
#[test]
fn a_search_for_the_shortest_mate_shows_its_progress() {
    let args = ["mate", "solve", START, "--nodes", "3000000", "--progress", "json", "--quiet"];
    let output = run(&args);
    assert_eq!(code(&output), Some(4), "{output:?}");
    let told = text(&output.stderr);
    let reports: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(reports[0]["label"] == "looking for the shortest mate", "{told}");
    let shares: Vec<f64> = reports.iter().filter_map(|report| report["share"].as_f64()).collect();
    assert!(shares.is_sorted() && shares.iter().all(|share| *share <= 1.0), "{told}");
}
