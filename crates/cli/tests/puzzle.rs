//! Collections as a whole: the starter collection is proven, and other formats lose what they say.

use serde_json::Value;
use sole_puzzle::{Collection, Puzzle};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

mod tables;

fn starter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/collections/starter.jsonl")
}

fn sole(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.args(arguments).env("SOLE_DATA", folder).env("NO_COLOR", "1");
    command.output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("answers are text")
}

fn puzzles(path: &Path) -> Vec<Puzzle> {
    let file = fs::read(path).expect("a file");
    Collection::read(&file[..]).expect("records").puzzles().to_vec()
}

#[test]
fn the_starter_collection_is_proven() {
    let folder = tables::three_men("starter-tables");
    let path = starter();
    let out = sole(&folder, &["puzzle", "check", &path.display().to_string()]);
    let told = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{told}{}", text(&out.stderr));
    assert!(told.starts_with("61 puzzles: 61 proven"), "{told}");
}

#[test]
fn the_starter_collection_has_all_kinds_and_says_how_it_was_made() {
    let all = puzzles(&starter());
    for kind in ["mate", "proof", "endgame", "sudoku"] {
        let count = all.iter().filter(|puzzle| puzzle.kind().as_str() == kind).count();
        assert!(count >= 8, "{kind}: {count}");
    }
    for puzzle in &all {
        let Some(generator) = puzzle.generator() else { panic!("{}", puzzle.position()) };
        assert_eq!(generator.program, "sole", "{}", puzzle.position());
        assert!(!generator.arguments.is_empty(), "{}", puzzle.position());
    }
}

#[test]
fn the_starter_collection_has_long_proof_games_and_no_sudoku_twice() {
    let all = puzzles(&starter());
    let of_kind = |kind| all.iter().filter(move |puzzle| puzzle.kind().as_str() == kind);
    let long = of_kind("proof").filter(|puzzle| puzzle.stipulation() == "PG 3.5").count();
    assert!(long >= 4, "{long} proof games of more than three moves");
    let sudokus: Vec<&str> = of_kind("sudoku").map(|puzzle| puzzle.position()).collect();
    for (at, one) in sudokus.iter().enumerate() {
        for other in sudokus[..at].iter().filter(|other| other.len() == one.len()) {
            let givens = one.chars().filter(|&cell| cell != '.').count();
            let pairs = one.chars().zip(other.chars());
            let shared = pairs.filter(|&(a, b)| a == b && a != '.').count();
            assert!(shared * 2 < givens, "{shared} of {givens} givens: {one} {other}");
        }
    }
}

/// The script makes the whole collection again, byte for byte.
#[cfg(unix)]
#[test]
#[ignore = "takes minutes"]
fn the_starter_collection_is_made_again() {
    let script = starter().with_file_name("make-starter");
    let mut command = Command::new(script);
    let out = command.arg(env!("CARGO_BIN_EXE_sole")).output().expect("it runs");
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let expected = fs::read_to_string(starter()).expect("a file");
    for (number, (made, kept)) in text(&out.stdout).lines().zip(expected.lines()).enumerate() {
        assert_eq!(made, kept, "line {}", number + 1);
    }
    assert_eq!(out.stdout, expected.as_bytes());
}

/// The command and the seed of a record make the same puzzle again.
#[test]
fn the_sudokus_of_the_starter_collection_are_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let sudokus =
        puzzles(&starter()).into_iter().filter(|puzzle| puzzle.kind().as_str() == "sudoku");
    let mut by_command = BTreeMap::<(Vec<String>, u64), Vec<Puzzle>>::new();
    for puzzle in sudokus {
        let generator = puzzle.generator().expect("it says how it was made");
        let seed = generator.seed.expect("sudokus are made from a seed");
        by_command.entry((generator.arguments.clone(), seed)).or_default().push(puzzle);
    }
    for ((arguments, seed), expected) in by_command {
        let path = folder.path().join("again.jsonl").display().to_string();
        let (count, seed) = (expected.len().to_string(), seed.to_string());
        let words = arguments.iter().map(String::as_str);
        let words: Vec<&str> =
            words.chain([count.as_str(), "--seed", &seed, "-o", &path]).collect();
        let out = sole(folder.path(), &words);
        assert_eq!(out.status.code(), Some(0), "{words:?}: {}", text(&out.stderr));
        assert_eq!(puzzles(Path::new(&path)), expected, "{words:?}");
    }
}

/// What the question of a puzzle is, however its position is written.
fn question(puzzle: &Puzzle) -> (String, String) {
    let fields: Vec<&str> = puzzle.position().split(' ').take(4).collect();
    (fields.join(" "), puzzle.stipulation().to_owned())
}

#[test]
fn what_other_formats_keep_comes_back_the_same() {
    let folder = tables::three_men("convert-tables");
    let home = tempfile::tempdir().expect("a folder");
    let path = starter().display().to_string();
    let cases: [(&str, &[&str]); 6] = [
        ("epd", &["mate", "endgame", "proof"]),
        ("pgn", &["mate", "endgame", "proof"]),
        ("csv", &["mate"]),
        ("olv", &["mate"]),
        ("popeye", &["mate"]),
        ("sdm", &["sudoku"]),
    ];
    for (form, kinds) in cases {
        let there = home.path().join(format!("there.{form}")).display().to_string();
        let back = home.path().join(format!("{form}.jsonl"));
        let kind = format!("--kind={}", kinds.join(","));
        let out = sole(&folder, &["puzzle", "convert", &path, "-o", &there, &kind]);
        assert_eq!(out.status.code(), Some(0), "{form}: {}", text(&out.stderr));
        let back_name = back.display().to_string();
        let solve = ["--solve", "--nodes", "1000000000"];
        let arguments = [&["puzzle", "convert", &there, "-o", &back_name], &solve[..]].concat();
        let out = sole(&folder, &arguments);
        assert_eq!(out.status.code(), Some(0), "{form}: {}", text(&out.stderr));
        let before: Vec<Puzzle> = puzzles(&starter())
            .into_iter()
            .filter(|puzzle| kinds.contains(&puzzle.kind().as_str()))
            .collect();
        let after = puzzles(&back);
        // Lichess has no help play, and no problems with a choice on the way.
        let is_whole = form != "csv" && form != "sdm";
        assert!(!after.is_empty() && (!is_whole || after.len() == before.len()), "{form}");
        for puzzle in &after {
            let same = before.iter().find(|other| question(other) == question(puzzle));
            let same = same.unwrap_or_else(|| panic!("{form}: {}", puzzle.position()));
            assert_eq!(puzzle.answer(), same.answer(), "{form}: {}", puzzle.position());
        }
    }
}

/// A mate in two with clocks, tags and a source of two lines; the same as a mate in three; and a helpmate
/// with two solutions.
const ODD: [&str; 3] = [
    r##"{"schema":"sole-puzzle/1","kind":"mate","position":"5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 5 20","stipulation":"#2","verdict":"one","solutions":["d4g4"],"tags":["mateIn2","mine"],"source":"one\ntwo"}"##,
    r##"{"schema":"sole-puzzle/1","kind":"mate","position":"5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1","stipulation":"#3","verdict":"many","solutions":["d4g4","d4e4"]}"##,
    r##"{"schema":"sole-puzzle/1","kind":"mate","position":"k7/8/1K6/8/8/8/8/6RR b - - 0 1","stipulation":"h#1","verdict":"many","solutions":["a8b8 g1g8","a8b8 h1h8"]}"##,
];

#[test]
fn what_formats_lose_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("odd.jsonl");
    fs::write(&path, ODD.join("\n")).expect("a file");
    let cases: [(&str, &[&str]); 4] = [
        ("epd", &["solutions are changed", "sources are not kept"]),
        ("pgn", &["sources are changed"]),
        ("csv", &["clocks are changed", "sources are not kept"]),
        ("olv", &["clocks are not kept", "tags are not kept"]),
    ];
    for (form, expected) in cases {
        let path = path.display().to_string();
        let out = sole(home.path(), &["puzzle", "convert", &path, "--to", form, "--json"]);
        let answer: Value = serde_json::from_slice(&out.stdout).expect("an envelope");
        let losses = answer["result"]["losses"].as_array().expect("a list");
        let lost: Vec<&str> = losses
            .iter()
            .filter_map(|sentence| Some(sentence.as_str()?.split_once(" by ")?.0))
            .filter(|&part| part != "verdicts are not kept")
            .collect();
        assert_eq!(lost, expected, "{form}: {answer}");
    }
}

/// A mate in three with a shorter one is asked for as such, and stays it.
#[test]
fn stipulations_come_back_the_same() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("odd.jsonl");
    fs::write(&path, ODD[1]).expect("a file");
    for form in ["epd", "pgn", "olv", "popeye"] {
        let there = home.path().join(format!("there.{form}")).display().to_string();
        let path = path.display().to_string();
        let out = sole(home.path(), &["puzzle", "convert", &path, "-o", &there]);
        assert_eq!(out.status.code(), Some(0), "{form}: {}", text(&out.stderr));
        let out = sole(home.path(), &["puzzle", "convert", &there, "--to", "jsonl"]);
        let back = text(&out.stdout);
        let puzzle = Puzzle::parse(back.trim_end()).expect(&back);
        assert_eq!(puzzle.stipulation(), "#3", "{form}");
        let solve = ["puzzle", "convert", &there, "--to", "jsonl", "--solve", "--nodes", "1"];
        let out = sole(home.path(), &solve);
        assert_eq!(out.status.code(), Some(4), "{form}: {}", text(&out.stdout));
    }
}

/// A record's key and main line are written without solving: nothing else is known of its play.
#[test]
fn solutions_go_to_olive_without_solving() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("odd.jsonl");
    let line = r#""line":{"uci":"d4g4 e6d5 g4e4"}"#;
    let led = ODD[0].replace("puzzle/1", "puzzle/2").replace("}", &format!(",{line}}}"));
    let cases = [
        (ODD[0], "1.Qd4-g4 + !"),
        (&led, "1.Qd4-g4 + !\n        1...Ke6-d5\n            2.Qg4-e4 #"),
        (ODD[1], "1.Qd4-g4 + !\n     1.Qd4-e4 + !"),
        (ODD[2], "1.Ka8-b8 Rg1-g8 #\n    1.Ka8-b8 Rh1-h8 #"),
    ];
    for (record, expected) in cases {
        fs::write(&path, record).expect("a file");
        let (olive, notes, code) = converted(&[&path.display().to_string(), "--to", "olv"]);
        assert_eq!(code, Some(0), "{notes}");
        assert!(olive.contains(expected), "{record}: {olive}");
        assert!(!olive.contains("threat") && !notes.contains("solutions"), "{olive}{notes}");
    }
}

/// Helpmates with as many solutions as rooks, of which two are intended.
fn of_two_intended(rooks: usize) -> String {
    let (fen, names) = match rooks {
        1 => ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "h"),
        2 => ("k7/8/1K6/8/8/8/8/6RR b - - 0 1", "gh"),
        _ => ("k7/8/1K6/8/8/8/8/5RRR b - - 0 1", "fgh"),
    };
    let solutions: Vec<String> =
        names.chars().map(|file| format!(r#""a8b8 {file}1{file}8""#)).collect();
    let verdict = if rooks == 1 { "one" } else { "many" };
    format!(
        r##"{{"schema":"sole-puzzle/2","kind":"mate","position":"{fen}","stipulation":"h#1","verdict":"{verdict}","solutions":[{}],"intended_solutions":"2"}}"##,
        solutions.join(",")
    )
}

#[test]
fn as_many_solutions_as_intended_are_sound() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("intended.jsonl").display().to_string();
    // Rooks, the word and the sentence of mate solve, the status and the reasons of puzzle check.
    let cases = [
        (1, "fewer", "1 solution, 2 intended.", "refuted", "1 solution, 2 intended"),
        (2, "sound", "Sound: 2 solutions, as intended.", "proven", "2 solutions, as intended"),
        (3, "cooked", "Cooked: 3 solutions, 2 intended.", "refuted", "3 solutions, 2 intended"),
    ];
    for (rooks, word, sentence, status, reason) in cases {
        fs::write(&path, of_two_intended(rooks)).expect("a file");
        let out = sole(home.path(), &["mate", "solve", "--file", &path, "--json", "--sound"]);
        let answer: Value = serde_json::from_slice(&out.stdout).expect("an envelope");
        assert_eq!(answer["result"]["soundness"], word, "{answer}");
        assert_eq!(answer["result"]["sentence"], sentence, "{answer}");
        assert_eq!(answer["result"]["intended"], 2, "{answer}");
        assert_eq!(out.status.code(), Some(i32::from(word != "sound")), "{answer}");
        let out = sole(home.path(), &["puzzle", "check", &path, "--json"]);
        let checked = text(&out.stdout);
        let answer: Value = serde_json::from_str(checked.lines().next().expect("a line"))
            .unwrap_or_else(|error| panic!("{error}: {checked}"));
        assert_eq!(answer["status"], status, "{answer}");
        let field = if word == "sound" { "intended" } else { "failures" };
        assert!(answer["result"][field].to_string().contains(reason), "{answer}");
    }
}

/// A position whose rights are left out, in every format that has positions.
fn without_rights(board: &str) -> [(&'static str, String); 3] {
    let record = format!(
        r##"{{"schema":"sole-puzzle/1","kind":"mate","position":"{board} w","stipulation":"#2","verdict":"open","solutions":[]}}"##
    );
    let game = format!("[FEN \"{board} w\"]\n[SetUp \"1\"]\n[Stipulation \"#2\"]\n\n*\n");
    [("a.jsonl", record), ("a.epd", format!("{board} w dm 2;\n")), ("a.pgn", game)]
}

#[test]
fn rights_that_are_left_out_are_warned_of_if_the_board_allows_them() {
    let home = tempfile::tempdir().expect("a folder");
    let boards = [
        ("4k3/8/8/3pP3/8/8/8/R3K3", 2),
        ("4k3/8/8/3pP3/8/8/8/3RK3", 1),
        ("4k3/8/8/3p4/8/8/8/3RK3", 0),
    ];
    for (board, count) in boards {
        for (name, content) in without_rights(board) {
            let path = home.path().join(name).display().to_string();
            fs::write(&path, content).expect("a file");
            for arguments in [
                &["puzzle", "convert", &path, "--to", "epd"][..],
                &["puzzle", "show", &path],
                &["mate", "solve", "--file", &path],
            ] {
                let out = sole(home.path(), arguments);
                let notes = text(&out.stderr);
                assert!(!notes.contains("error"), "{arguments:?} {board}: {notes}");
                let warnings = notes.lines().filter(|line| line.starts_with("warning: no "));
                assert_eq!(warnings.count(), count, "{arguments:?} {board}: {notes}");
            }
            let (_, notes, _) = converted(&[&path, "--to", "epd", "--quiet"]);
            assert!(!notes.contains("warning"), "{notes}");
            let out = sole(home.path(), &["puzzle", "convert", &path, "--to", "epd", "--json"]);
            let answer: Value = serde_json::from_slice(&out.stdout).expect("an envelope");
            let told = answer["warnings"].as_array().map_or(0, Vec::len);
            assert_eq!(told, count, "{answer}");
        }
    }
}

/// Rows as Lichess has them: a mate, one that is none, and one whose theme says that it is one.
const ROWS: [&str; 3] = [
    "000hf,r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19,e8f7 e2e6 f7f8 e6f7,1562,77,92,200,mate mateIn2 middlegame short,https://lichess.org/71ygsFeE/black#38,Horwitz_Defense",
    "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1852,76,95,5836,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,",
    "0009B,r2qr1k1/b1p2ppp/pp4n1/P1P1p3/4P1n1/B2P2Pb/3NBP1P/RN1QR1K1 b - - 1 16,b6c5 e2g4 h3g4 d1g4,1090,74,87,571,mateIn3,https://lichess.org/4MWQCxQ6/black#32,",
];

/// What a conversion prints, its notes, and its exit code.
fn converted(arguments: &[&str]) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = sole(folder.path(), &[&["puzzle", "convert"], arguments].concat());
    (text(&out.stdout), text(&out.stderr), out.status.code())
}

#[test]
fn rows_of_lichess_come_back_as_they_were() {
    let home = tempfile::tempdir().expect("a folder");
    let [rows, records] =
        ["rows.csv", "rows.jsonl"].map(|name| home.path().join(name).display().to_string());
    fs::write(&rows, ROWS.join("\n")).expect("a file");
    let header =
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
    let mates = format!("{header}\n{}\n{}\n", ROWS[0], ROWS[2]);
    let note = "1 of 3 rows is not a mate and was left out (--verbose lists them)\n";
    assert_eq!(converted(&[&rows, "--to", "csv"]), (mates.clone(), note.to_owned(), Some(0)));
    let (_, notes, code) = converted(&[&rows, "-o", &records]);
    assert_eq!((notes.as_str(), code), (note, Some(0)));
    assert_eq!(converted(&[&records, "--to", "csv"]), (mates, String::new(), Some(0)));
    for puzzle in puzzles(Path::new(&records)) {
        assert_eq!(puzzle.answer().status(), sole_puzzle::Status::Open, "nothing was proved");
    }
    let rated = ["--scale", "lichess", "--min", "1200", "--max", "1600"];
    let (some, ..) = converted(&[&[rows.as_str(), "--to", "csv"], &rated[..]].concat());
    assert_eq!(some, format!("{header}\n{}\n", ROWS[0]));
    let (some, ..) = converted(&[&records, "--to", "csv", "--tag", "mateIn3"]);
    assert_eq!(some, format!("{header}\n{}\n", ROWS[2]));
    let (_, notes, _) = converted(&[&rows, "--to", "epd"]);
    assert!(notes.contains("opening tags are not kept by EPD: 1 puzzle\n"), "{notes}");
    let (_, notes, _) = converted(&[&rows, "--to", "csv", "--verbose"]);
    assert!(notes.contains("line 2 of") && notes.contains("does not end in mate"), "{notes}");
}

/// Files from Windows come back as they were, and so do rows without a header, but for the header.
#[test]
fn line_ends_are_kept_in_the_same_format() {
    let home = tempfile::tempdir().expect("a folder");
    let header =
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"*\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n[SetUp \"1\"]\n\
                [Stipulation \"#1\"]\n\n1. Qg7# *\n";
    let cases = [
        ("a.csv", format!("{header}\n{}\n{}\n", ROWS[0], ROWS[2])),
        ("a.epd", "7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7#; dm 1; Foo 3;\n".to_owned()),
        ("a.pgn", game.to_owned()),
        ("a.jsonl", format!("{}\n{}\n", ODD[0], ODD[1])),
        ("a.olv", "---\nalgebraic:\n  white: [Kf6, Qg1]\n  black: [Kh8]\nstipulation: '#1'\nversion: 0.9\n".to_owned()),
        ("a.popeye", "BeginProblem\nStipulation h#2\nPieces\n  White Kh6 Rg4 Se2\n  Black Kc6 Pd5b6\nEndProblem\n".to_owned()),
        ("a.sdm", "1.....2..3.....4\n".to_owned()),
    ];
    for (name, unix) in cases {
        let path = home.path().join(name).display().to_string();
        let to = name.split_once('.').expect("an ending").1;
        for content in [unix.clone(), unix.replace('\n', "\r\n")] {
            fs::write(&path, &content).expect("a file");
            assert_eq!(
                converted(&[&path, "--to", to]),
                (content, String::new(), Some(0)),
                "{name}"
            );
        }
        let (records, ..) = converted(&[&path, "--to", "jsonl"]);
        assert!(to == "jsonl" || !records.contains('\r') && !records.contains("\\r"), "{records}");
    }
    let rows = home.path().join("bare.csv").display().to_string();
    fs::write(&rows, format!("{}\r\n", ROWS[0])).expect("a file");
    let expected = format!("{header}\r\n{}\r\n", ROWS[0]);
    assert_eq!(converted(&[&rows, "--to", "csv"]), (expected, String::new(), Some(0)));
    let out = sole(home.path(), &["mate", "solve", "--file", &rows, "--quiet"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
}

/// A file of which nothing can be read does not lack the puzzles that were asked for.
#[test]
fn what_cannot_be_read_is_not_said_to_be_missing() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("a.jsonl").display().to_string();
    fs::write(&path, "{\"schema\":5}\n").expect("a file");
    let (_, notes, code) = converted(&[&path, "--to", "epd"]);
    assert_eq!(code, Some(3), "{notes}");
    assert!(notes.starts_with("error: the field \"schema\" should be a text"), "{notes}");
    assert!(!notes.contains("there is no such puzzle"), "{notes}");
}

/// Popeye's options are named if they are not kept.
#[test]
fn what_popeye_is_told_is_named_if_it_gets_lost() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("a.inp").display().to_string();
    let problem = "BeginProblem\nStipulation #1\nOption SetPlay Variation\nPieces\n  White Kf6 Qg1\n  Black Kh8\nEndProblem\n";
    fs::write(&path, problem).expect("a file");
    let (_, notes, code) = converted(&[&path, "--to", "jsonl"]);
    let expected = "the Popeye option SetPlay is not kept by JSON lines: 1 puzzle\n";
    assert_eq!((notes.as_str(), code), (expected, Some(0)));
}

/// A search that reaches its limit proves nothing, and takes nothing away.
#[test]
fn what_is_not_solved_in_time_stays_as_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    let rows = home.path().join("rows.csv").display().to_string();
    fs::write(&rows, ROWS[0]).expect("a file");
    let (some, notes, code) = converted(&[&rows, "--to", "csv", "--solve", "--nodes", "1"]);
    assert!(some.ends_with(&format!("{}\n", ROWS[0])), "{some}{notes}");
    assert_eq!(code, Some(4), "{notes}");
}

/// Control characters are replaced: files that have them are not text, and are not read.
#[test]
fn what_is_written_can_be_read() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("odd.jsonl").display().to_string();
    let record = r##"{"schema":"sole-puzzle/2","kind":"mate","position":"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1","stipulation":"#1","verdict":"one","solutions":["a1a8"],"id":"a\u0001b","keywords":["p\u0002q"],"comments":["one\u0001two"]}"##;
    fs::write(&path, record).expect("a file");
    for format in ["csv", "epd", "pgn", "olv", "popeye"] {
        let file = home.path().join(format!("odd.{format}")).display().to_string();
        assert_eq!(converted(&[&path, "-o", &file]).2, Some(0), "{format}");
        let (_, notes, code) = converted(&[&file, "--to", "jsonl"]);
        assert_eq!(code, Some(0), "{format}: {notes}");
    }
}

#[test]
fn solving_keeps_private_tags() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("mine.jsonl").display().to_string();
    let record = r##"{"schema":"sole-puzzle/1","kind":"mate","position":"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1","stipulation":"#1","verdict":"open","solutions":[],"tags":["mateIn3","x-mine"]}"##;
    fs::write(&path, record).expect("a file");
    let (line, notes, _) = converted(&[&path, "--to", "jsonl", "--solve"]);
    let puzzle = Puzzle::parse(line.trim_end()).expect(&notes);
    let tags: Vec<&str> = puzzle.tags().iter().map(|tag| tag.as_str()).collect();
    assert!(tags.contains(&"x-mine") && !tags.contains(&"mateIn3"), "{tags:?}");
}

#[test]
fn inputs_without_puzzles_are_the_same_error_everywhere() {
    let home = tempfile::tempdir().expect("a folder");
    for form in ["csv", "jsonl", "epd", "pgn", "olv", "popeye", "sdm"] {
        let path = home.path().join(format!("empty.{form}"));
        fs::write(&path, "").expect("a file");
        let path = path.display().to_string();
        for command in [&["convert", "--to", "jsonl"][..], &["check"], &["show"]] {
            let arguments = [&["puzzle"], command, &[path.as_str()]].concat();
            let out = sole(home.path(), &arguments);
            let told = text(&out.stderr);
            assert_eq!(out.status.code(), Some(3), "{arguments:?}: {told}");
            assert!(told.contains("there is no puzzle in the input"), "{arguments:?}: {told}");
        }
    }
}

/// Misspelt names, bytes that are no text and lines that are no records, each with what is said.
#[test]
fn records_that_are_wrong_are_refused() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("p.txt");
    let record = |tag: &str, scale: &str| {
        format!(
            r##"{{"schema":"sole-puzzle/2","kind":"mate","position":"5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -","stipulation":"#2","verdict":"one","solutions":["d4g4"],"tags":["{tag}"],"ratings":[{{"scale":"{scale}","value":1562}}],"keywords":["zugzwajg"]}}"##
        )
    };
    let mut odd = record("mateIn2", "lichess").into_bytes();
    let at = odd.len() - 5;
    odd[at] = 0xff;
    let cases: [(Vec<u8>, i32, &str); 6] = [
        (record("mateIn2", "lichess").into_bytes(), 0, "1 puzzle: 1 proven"),
        (record("zugzwajg", "lichess").into_bytes(), 3, "unknown tag zugzwajg"),
        (record("mateIn2", "mate.qwality").into_bytes(), 3, "unknown scale mate.qwality"),
        (record("x-mine", "x-stars").into_bytes(), 0, "1 puzzle: 1 proven"),
        (odd, 3, "not UTF-8 text in column "),
        (b"5\n".to_vec(), 3, "p.txt is not a puzzle record (a JSON object)"),
    ];
    for (bytes, code, expected) in cases {
        fs::write(&path, &bytes).expect("a file");
        let out = sole(home.path(), &["puzzle", "check", &path.display().to_string()]);
        let told = text(&out.stdout) + &text(&out.stderr);
        assert_eq!(out.status.code(), Some(code), "{expected}: {told}");
        assert!(told.contains(expected), "{expected}: {told}");
    }
}

/// The name of the file tells the format of what is made, or is refused before the work.
#[test]
fn what_is_made_is_written_as_the_name_tells() {
    let home = tempfile::tempdir().expect("a folder");
    let make = |name: &str| {
        let path = home.path().join(name).display().to_string();
        let make = ["mate", "gen", "1", "1", "--seed", "1", "-o"];
        let out = sole(home.path(), &[&make[..], &[path.as_str()]].concat());
        (out.status.code(), fs::read(&path).unwrap_or_default(), text(&out.stderr))
    };
    let cases: [(&str, &[u8]); 6] = [
        ("m.jsonl", b"{\"schema\""),
        ("m.pgn", b"[Event "),
        ("m.olv", b"---\n"),
        ("m.popeye", b"BeginProblem\n"),
        ("m.svg", b"<svg"),
        ("m.png", b"\x89PNG"),
    ];
    for (name, begin) in cases {
        let (code, bytes, notes) = make(name);
        assert_eq!(code, Some(0), "{name}: {notes}");
        assert!(bytes.starts_with(begin), "{name}: {:?}", &bytes[..bytes.len().min(40)]);
    }
    let (code, bytes, notes) = make("m.epd");
    let line = String::from_utf8(bytes).expect("text");
    assert_eq!(code, Some(0), "{notes}");
    assert!(line.contains(" bm ") && line.contains(" dm 1;") && line.contains("tags: "), "{line}");
    let (code, _, notes) = make("m.docx");
    assert_eq!(code, Some(2), "{notes}");
    assert!(notes.contains(".jsonl, .epd, .pgn"), "{notes}");
}

#[test]
fn a_choice_leaves_what_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = starter().display().to_string();
    type Case = (&'static [&'static str], fn(&Puzzle) -> bool);
    let cases: [Case; 4] = [
        (&["--kind", "sudoku"], |puzzle| puzzle.kind().as_str() == "sudoku"),
        (&["--tag", "mateIn3"], |puzzle| puzzle.stipulation() == "#3"),
        (&["--length", "3", "--kind", "proof"], |puzzle| puzzle.stipulation() == "PG 3.0"),
        (&["--scale", "se.er", "--min", "3", "--max", "7"], |puzzle| {
            puzzle.rating("se.er").is_some_and(|er| (3.0..=7.0).contains(&er.value()))
        }),
    ];
    for (flags, expected) in cases {
        let arguments = [&["puzzle", "convert", &path, "--to", "jsonl"], flags].concat();
        let out = sole(folder.path(), &arguments);
        let chosen = Collection::read(&out.stdout[..]).expect("records");
        let wanted: Vec<Puzzle> = puzzles(&starter()).into_iter().filter(expected).collect();
        assert!(!wanted.is_empty(), "{flags:?}");
        assert_eq!(chosen.puzzles(), wanted, "{flags:?}");
        let paged = [&arguments[..], &["--offset", "1", "--limit", "1"]].concat();
        let out = sole(folder.path(), &paged);
        let page = Collection::read(&out.stdout[..]).expect("records");
        assert_eq!(page.puzzles(), &wanted[1..2], "{flags:?}");
    }
}

/// A record with some field changed, as text.
fn changed(
    puzzle: &Puzzle,
    change: impl Fn(&mut serde_json::Map<String, Value>),
) -> Option<String> {
    let mut record = serde_json::to_value(puzzle).expect("a record");
    let before = record.clone();
    change(record.as_object_mut().expect("an object"));
    (record != before).then(|| record.to_string())
}

/// Ways in which a record can be false: no solution, a wrong one, wrong ratings, a wrong tag.
fn falsified(puzzle: &Puzzle, other: &Puzzle) -> Vec<String> {
    let tag = match puzzle.kind().as_str() {
        "mate" => "mateIn5",
        "proof" => "enPassant",
        "endgame" => "castles",
        _ => "",
    };
    // Nothing but the solutions says that they are wrong.
    let claiming = |verdict: &str, solutions: Vec<String>| {
        changed(puzzle, |record| {
            record.remove("san");
            record.remove("line");
            record.insert("verdict".to_owned(), verdict.into());
            record.insert("solutions".to_owned(), solutions.clone().into());
        })
    };
    let [own, foreign] = [puzzle, other].map(|puzzle| puzzle.answer().solutions());
    let none = claiming("none", Vec::new());
    let wrong = claiming(&other.answer().status().to_string(), foreign.to_vec());
    let many = claiming("many", [own, foreign].concat());
    let rated = (0..puzzle.ratings().len()).filter_map(|index| {
        changed(puzzle, |record| {
            let value = &mut record["ratings"][index]["value"];
            *value = (value.as_f64().expect("a number") + 1.0).into();
        })
    });
    let tagged = (!tag.is_empty()).then(|| {
        changed(puzzle, |record| {
            let tags = record.entry("tags").or_insert(Value::Array(Vec::new()));
            tags.as_array_mut().expect("a list").push(tag.into());
        })
    });
    let others = [none, wrong, many, tagged.flatten()];
    others.into_iter().flatten().chain(rated).collect()
}

#[test]
fn what_is_false_is_refuted() {
    let folder = tables::three_men("false-tables");
    let home = tempfile::tempdir().expect("a folder");
    let all = puzzles(&starter());
    let mut lines = Vec::new();
    for puzzle in &all {
        let is_other = |other: &&Puzzle| {
            other.kind() == puzzle.kind()
                && other.stipulation() == puzzle.stipulation()
                && other.answer() != puzzle.answer()
        };
        let other = all.iter().find(is_other);
        // Of the very large sudokus and of some others there is one only.
        let Some(other) = other else { continue };
        lines.extend(falsified(puzzle, other));
    }
    assert!(lines.len() > 3 * all.len(), "{}", lines.len());
    let path = home.path().join("false.jsonl");
    fs::write(&path, lines.join("\n")).expect("a file");
    let out = sole(&folder, &["puzzle", "check", &path.display().to_string(), "--json"]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stdout));
    let told = text(&out.stdout);
    let mut answers = told.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    for line in &lines {
        let answer = answers.next().expect("an answer for each");
        assert_eq!(answer["status"], "refuted", "{line}\n{answer}");
    }
    assert_eq!(answers.next().expect("the sum")["result"]["refuted"], lines.len());
}

/// A rating that nobody found out again leaves a record open.
#[test]
fn what_is_not_found_out_again_is_open() {
    let home = tempfile::tempdir().expect("a folder");
    let large = puzzles(&starter()).into_iter().find(|puzzle| puzzle.stipulation() == "16x16");
    let record = changed(&large.expect("a large sudoku"), |record| {
        let rating = serde_json::json!({"scale": "se.er", "value": 9.0});
        record.insert("ratings".to_owned(), Value::Array(vec![rating]));
    });
    let path = home.path().join("large.jsonl");
    fs::write(&path, record.expect("a change")).expect("a file");
    let out = sole(home.path(), &["puzzle", "check", &path.display().to_string()]);
    assert_eq!(out.status.code(), Some(4), "{}", text(&out.stdout));
    assert!(text(&out.stdout).contains("se.er was not found out again"), "{}", text(&out.stdout));
}
