//! What `sole endgame` writes to files, and what scripts read.

mod tables;

use serde_json::Value;
use sole_puzzle::Collection;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sole(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.args(args).env("SOLE_DATA", folder).output().expect("sole runs")
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn result(output: &Output) -> Value {
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    answer["result"].clone()
}

#[test]
fn files_hold_what_was_asked_for() {
    let folder = tables::three_men("endgame-tables");
    let (svg, puzzles) = (temporary("histogram.svg"), temporary("puzzles.jsonl"));
    let paths = [&svg, &puzzles].map(|path| path.to_str().expect("a path in UTF-8"));
    let stats = sole(&folder, &["endgame", "stats", "KRvK", "--json", "-o", paths[0]]);
    assert_eq!(stats.status.code(), Some(0), "{stats:?}");
    let text = fs::read_to_string(&svg).expect("the histogram");
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
    assert_eq!(text.matches("<title>").count(), 16 + 17, "a bar for each distance");

    let args = ["endgame", "mine", "KPvK", "--where", "zugzwang", "-n", "7", "--seed", "3"];
    let mined = sole(&folder, &[&args[..], &["-o", paths[1]]].concat());
    assert_eq!(mined.status.code(), Some(0), "{mined:?}");
    let file = fs::read(&puzzles).expect("the puzzles");
    let collection = Collection::read(&file[..]).expect("a collection");
    assert_eq!(collection.puzzles().len(), 7);
    for puzzle in collection.puzzles() {
        assert_eq!(puzzle.san().len(), puzzle.answer().solutions().len(), "{}", puzzle.to_line());
    }
    let again = sole(&folder, &args);
    assert!(again.stdout == file, "the same records, wherever they are written");
    let one_thread = sole(&folder, &[&args[..], &["--threads", "1"]].concat());
    assert_eq!(one_thread.stdout, again.stdout, "the same puzzles on any number of threads");
}

#[test]
fn scripts_read_the_fields_they_rely_on() {
    let folder = tables::three_men("endgame-json-tables");
    let result = result(&sole(&folder, &["endgame", "stats", "KRvK", "--json"]));
    let cases = [
        ("/white_to_move/win", Value::from(21_959)),
        ("/black_to_move/draw", Value::from(2_796)),
        ("/black_to_move/loss", Value::from(25_260)),
        ("/distinct/white_to_move/win", Value::from(21_959)),
        ("/raw/white_to_move/win", Value::from(175_168)),
        ("/kings/white_to_move/white/a1/win", Value::from(2_892)),
        ("/kings/black_to_move/black/e4/loss", Value::from(3_002)),
        ("/longest/white_to_move/moves", Value::from(16)),
        ("/longest/white_to_move/fen", Value::from("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")),
        ("/longest/black_to_move", Value::Null),
        ("/longest_loss/black_to_move/moves", Value::from(16)),
        ("/mates/black_to_move", Value::from(27)),
        ("/stalemates/black_to_move", Value::from(9)),
        ("/zugzwangs/full_point", Value::from(0)),
        ("/histogram/white_to_move/15/positions", Value::from(121)),
        ("/conclusion/in_reply/captures", Value::from(2_787)),
        ("/castling/white_to_move/win", Value::from(97)),
    ];
    for (pointer, expected) in cases {
        assert_eq!(result.pointer(pointer), Some(&expected), "{pointer}");
    }
}

#[test]
fn each_trouble_has_its_message_and_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = |text| ["endgame", "mine", "KRvK", "--where", text];
    let unbuilt = ["endgame", "mine", "KRvK", "--where", "wins", "--no-build"];
    let cases: [(&[&str], i32, &str); 8] = [
        (
            &["endgame", "stats", "KRvK", "--no-build"],
            4,
            "help: build it with: sole endgame build KRvK",
        ),
        (&unbuilt, 4, "help: build it with: sole endgame build KRvK"),
        (&["endgame", "stats", "KXvK"], 3, "unknown piece 'X' in column 2"),
        (&["endgame", "stats", "KvK"], 3, "two kings alone are always a draw"),
        (&["endgame", "stats", "KQRvKQR"], 3, "6 men, but tables have at most 5"),
        (&mine("win"), 3, "unknown condition 'win' in column 1"),
        (&mine("mate = "), 3, "expected a number of moves from 0 to 127 in column 8"),
        (&["endgame", "mine", "KRvK", "--where", "wins", "--seed", "1"], 2, "--count <N>"),
    ];
    for (args, code, message) in cases {
        let output = sole(folder.path(), args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
        assert!(text.contains(message), "{args:?}: {text}");
    }
}

#[test]
fn missing_tables_are_built() {
    for args in [
        ["endgame", "stats", "KRvK", "--quiet"].as_slice(),
        &["endgame", "mine", "KRvK", "--where", "mate = 16", "-n", "1"],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = sole(folder.path(), args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {text}");
        assert!(folder.path().join("KRvK.dtm").exists(), "{args:?}: {text}");
    }
}
