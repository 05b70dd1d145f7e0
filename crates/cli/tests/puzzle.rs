//! Collections as a whole: the starter collection is proven, and other formats lose what they say.

use serde_json::Value;
use sole_puzzle::{Collection, Puzzle};
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
        ("epd", &["mate", "endgame"]),
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
        let out = sole(&folder, &["puzzle", "convert", &there, "-o", &back.display().to_string()]);
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
        ("epd", &["solutions after the first are", "tags are", "the source is"]),
        ("pgn", &["line breaks of the source are", "tags are"]),
        ("csv", &["tags are", "the source is"]),
        ("olv", &["clocks are", "tags are"]),
    ];
    for (form, expected) in cases {
        let path = path.display().to_string();
        let out = sole(home.path(), &["puzzle", "convert", &path, "--to", form, "--json"]);
        let answer: Value = serde_json::from_slice(&out.stdout).expect("an envelope");
        let losses = answer["result"]["losses"].as_array().expect("a list");
        let losses = losses.iter().filter_map(Value::as_str);
        let lost: Vec<&str> = losses
            .filter_map(|sentence| Some(sentence.split_once(" not kept by ")?.0))
            .filter(|&part| part != "what was proved is")
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
        let out =
            sole(home.path(), &["puzzle", "convert", &there, "--to", "jsonl", "--nodes", "1"]);
        assert_eq!(out.status.code(), Some(4), "{form}: {}", text(&out.stdout));
    }
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
    let none = changed(puzzle, |record| {
        record.insert("verdict".to_owned(), "none".into());
        record.insert("solutions".to_owned(), Value::Array(Vec::new()));
    });
    let wrong = changed(puzzle, |record| {
        record.insert("solutions".to_owned(), other.answer().solutions().into());
    });
    let many = changed(puzzle, |record| {
        let both = [puzzle.answer().solutions(), other.answer().solutions()].concat();
        record.insert("verdict".to_owned(), "many".into());
        record.insert("solutions".to_owned(), both.into());
    });
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
