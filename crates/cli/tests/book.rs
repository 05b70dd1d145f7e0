//! Books and pictures of puzzles, from outside.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn sole() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sole"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Puzzles of all kinds, one of each.
fn collection() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/puzzle.in/good.jsonl")
}

fn print(book: &Path, flags: &[&str]) -> Output {
    let mut command = sole();
    command.args(["puzzle", "book"]).arg(collection()).arg("-o").arg(book).args(flags);
    command.output().expect("the binary runs")
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("the file is there")
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["book.pdf", "book.html"] {
        let made = ["1", "2"].map(|threads| {
            let book = folder.path().join(name);
            let output = print(&book, &["--threads", threads]);
            assert!(output.status.success(), "{}", text(&output.stderr));
            assert!(text(&output.stdout).starts_with("5 puzzles"), "{}", text(&output.stdout));
            read(&book)
        });
        assert!(made[0].len() > 3000 && made[0] == made[1], "{name}");
    }
}

/// The title, the contents, five chapters of one page each, the solutions.
#[test]
fn scripts_are_told_what_was_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let output =
        print(&folder.path().join("book.pdf"), &["--json", "--kind", "mate,proof,sudoku,endgame"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("an envelope");
    assert_eq!(answer["status"], "ok");
    let result = &answer["result"];
    assert_eq!((&result["count"], &result["pages"]), (&Value::from(5), &Value::from(8)));
    let titles: Vec<&str> = result["chapters"]
        .as_array()
        .expect("chapters")
        .iter()
        .filter_map(|chapter| chapter["title"].as_str())
        .collect();
    let expected = ["Mate in two", "Helpmates", "Proof games", "Endgames", "Sudoku"];
    assert_eq!(titles, expected);
}

#[test]
fn a_book_holds_questions_and_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.html");
    let output = print(&book, &["--letters", "--title", "Five <puzzles>"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let html = String::from_utf8(read(&book)).expect("UTF-8");
    for expected in [
        "<title>Five &lt;puzzles&gt;</title>",
        "White mates in 2",
        "<b>1.Qg4+!</b> 1...Kd5, Ke5 2.Qe4#;",
        "Helpmate in 2 (h#2), Black moves first",
        "1.Kb5 Nc3+ 2.Ka5 Ra4#",
        "After Black’s 4th move",
        "Tibor Orban",
        "1.e4 e6 2.Bb5 Ke7 3.Bxd7 c6 4.Be8 Kxe8",
        "Black moves and draws?",
        "There is none.",
        "Sudoku of 4 by 4 cells, 4 given, 12 placed.",
    ] {
        assert!(html.contains(expected), "{expected} is not in\n{html}");
    }
}

#[test]
fn what_cannot_be_printed_is_complained_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puzzles.jsonl");
    let good = text(&read(&collection())).lines().next().expect("a puzzle").to_owned();
    std::fs::write(&file, format!("{good}\n{{\n")).expect("the folder is writable");
    let book = folder.path().join("book.pdf");
    let run = |output: &Path| {
        let mut command = sole();
        command.args(["puzzle", "book"]).arg(&file).arg("-o").arg(output);
        command.output().expect("the binary runs")
    };
    let printed = run(&book);
    assert_eq!(printed.status.code(), Some(3));
    assert!(text(&printed.stdout).starts_with("1 puzzle on 4 pages"), "{}", text(&printed.stdout));
    let refused = run(&folder.path().join("book.txt"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("neither a .pdf nor a .html"));
    for (flags, expected) in [
        (&["--kind", "sudoku", "--length", "3"][..], "there is no such puzzle"),
        (&["--kind", "nope"], "of kind nope; kinds there are: endgame, mate, proof, sudoku"),
    ] {
        let nothing = print(&book, flags);
        assert_eq!(nothing.status.code(), Some(1), "{flags:?}");
        assert!(text(&nothing.stderr).contains(expected), "{}", text(&nothing.stderr));
    }
    let mut command = sole();
    command.args(["puzzle", "book", "games.pgn", "-o"]).arg(&book);
    let games = command.output().expect("the binary runs");
    assert_eq!(games.status.code(), Some(3));
    assert!(text(&games.stderr).contains("cannot read games.pgn"));
    let unwritable = run(&folder.path().join("no/book.pdf"));
    assert!(text(&unwritable.stderr).contains("cannot write"), "{}", text(&unwritable.stderr));
}

/// What is said of a chapter holds of its puzzles, and letters that cannot be printed are named.
#[test]
fn a_book_says_what_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let [book, pdf, file] =
        ["book.html", "book.pdf", "odd.jsonl"].map(|name| folder.path().join(name));
    let record = |verdict: &str, solutions: &str, source: &str| {
        format!(
            r#"{{"schema":"sole-puzzle/1","kind":"sudoku","position":"1...............","stipulation":"4x4","verdict":"{verdict}","solutions":[{solutions}],"source":"{source}"}}"#
        )
    };
    let two = r#""1234341221434321","1234341223414123""#;
    let lines =
        [record("many", two, "А. Гурвич"), record("open", "", "漢字"), record("none", "", "")];
    std::fs::write(&file, lines.join("\n")).expect("written");
    let run = |output: &Path| {
        let mut command = sole();
        command.args(["puzzle", "book"]).arg(&file).arg("-o").arg(output);
        command.output().expect("the binary runs")
    };
    let printed = run(&book);
    assert!(printed.status.success(), "{}", text(&printed.stderr));
    let html = String::from_utf8(read(&book)).expect("UTF-8");
    for (expected, is_there) in [
        ("<title>Puzzles</title>", true),
        ("Of these puzzles 1 has no solution, 1 has several, 1 is not proved.", true),
        ("There are several.", true),
        ("It is not known.", true),
        ("There is none.", true),
        ("exactly one", false),
        ("one solution", false),
    ] {
        assert_eq!(html.contains(expected), is_there, "{expected}");
    }
    let told = run(&pdf);
    let notes = text(&told.stderr);
    assert!(notes.contains("odd.jsonl: the fonts have no 漢字, printed as ?"), "{notes}");
    assert!(told.status.success() && !notes.contains("Г"), "{notes}");
}

#[test]
fn a_folder_that_cannot_have_tables_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, no_folder, book] =
        ["win.jsonl", "file", "book.pdf"].map(|name| folder.path().join(name));
    let won = r#"{"schema":"sole-puzzle/1","kind":"endgame","position":"8/8/8/8/8/2k5/8/KQ6 w - -","stipulation":"win","verdict":"one","solutions":["b1h7"]}"#;
    std::fs::write(&file, won).expect("written");
    std::fs::write(&no_folder, "").expect("written");
    let run = |flags: &[&str]| {
        let mut command = sole();
        command.args(["puzzle", "book"]).arg(&file).arg("-o").arg(&book);
        command.arg("--data-dir").arg(&no_folder).args(flags).output().expect("the binary runs")
    };
    let refused = run(&[]);
    assert_eq!(refused.status.code(), Some(3), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("--no-build"), "{}", text(&refused.stderr));
    assert!(!book.exists());
    let printed = run(&["--no-build"]);
    assert!(printed.status.success(), "{}", text(&printed.stderr));
}

/// Three mates in two, the hardest first.
const BY_DIFFICULTY: [(&str, &str, f64); 3] = [
    ("Q5rk/R7/8/7K/8/8/8/8 w - - 0 1", "h5h6", 1373.0),
    ("8/1R3R2/8/8/8/8/7q/5K1k w - - 0 1", "f7h7", 1199.0),
    ("8/8/8/8/1b3R2/8/1R6/k1K5 w - - 0 1", "c1c2", 1306.0),
];

#[test]
fn a_book_is_in_the_order_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let [book, file] = ["book.html", "mates.jsonl"].map(|name| folder.path().join(name));
    let record = |(fen, key, difficulty): (&str, &str, f64)| {
        format!(
            r##"{{"schema":"sole-puzzle/1","kind":"mate","position":"{fen}","stipulation":"#2","verdict":"one","solutions":["{key}"],"ratings":[{{"scale":"mate.difficulty","value":{difficulty}}}],"source":"Rated {difficulty}"}}"##
        )
    };
    std::fs::write(&file, BY_DIFFICULTY.map(record).join("\n")).expect("written");
    let cases: [(&[&str], [u32; 3]); 2] =
        [(&[], [1373, 1199, 1306]), (&["--sort", "difficulty"], [1199, 1306, 1373])];
    for (flags, expected) in cases {
        let mut command = sole();
        command.args(["puzzle", "book"]).arg(&file).arg("-o").arg(&book).args(flags);
        let printed = command.output().expect("the binary runs");
        assert!(printed.status.success(), "{}", text(&printed.stderr));
        let html = String::from_utf8(read(&book)).expect("UTF-8");
        let places =
            expected.map(|rating| html.find(&format!("Rated {rating}")).expect("in the book"));
        assert!(places.is_sorted(), "{flags:?}: {places:?}");
    }
}

#[test]
fn puzzles_are_drawn_into_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for (flag, name, start) in
        [("--svg", "one.svg", &b"<svg "[..]), ("--png", "one.png", b"\x89PNG")]
    {
        for number in ["1", "5"] {
            let file = folder.path().join(name);
            let mut command = sole();
            command.args(["puzzle", "show"]).arg(collection()).args([number, flag]).arg(&file);
            assert!(command.status().expect("the binary runs").success());
            assert!(read(&file).starts_with(start), "{flag} {number}");
            let is_svg = flag == "--svg";
            assert_eq!(read(&file).ends_with(b"</svg>\n"), is_svg, "{flag} {number}");
        }
        let mut command = sole();
        command.args(["puzzle", "show"]).arg(collection()).arg(flag).arg(folder.path().join(name));
        let crowded = command.output().expect("the binary runs");
        assert_eq!(crowded.status.code(), Some(2));
        assert!(text(&crowded.stderr).contains("a picture shows one puzzle, and there are 5"));
    }
    for name in ["one.svg", "one.png", "one.pdf"] {
        let file = folder.path().join(name);
        let mut command = sole();
        command.args(["sudoku", "convert", "1...2.......4...", "-o"]).arg(&file);
        assert!(command.status().expect("the binary runs").success());
        assert!(read(&file).len() > 500, "{name}");
    }
}

/// A book from nothing: every puzzle is proven again, in two ways where there are two.
#[test]
fn fresh_puzzles_are_proven() {
    let folder = tempfile::tempdir().expect("a folder");
    let [book, records, data] =
        ["book.pdf", "book.jsonl", "data"].map(|name| folder.path().join(name));
    let mut command = sole();
    command.args(["puzzle", "book", "--fresh", "--seed", "3", "--count", "1", "--json", "-o"]);
    command.arg(&book).arg("--records").arg(&records).arg("--data-dir").arg(&data);
    let output = command.output().expect("the binary runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("an envelope");
    assert_eq!((&answer["status"], &answer["result"]["count"]), (&"proven".into(), &9.into()));
    let mut command = sole();
    command.args(["puzzle", "check"]).arg(&records).arg("--data-dir").arg(&data);
    let checked = command.output().expect("the binary runs");
    let told = text(&checked.stdout);
    assert!(checked.status.success() && told.starts_with("9 puzzles: 9 proven"), "{told}");
}

/// What was there stays as it was until there is something to put in its place.
#[cfg(unix)]
#[test]
fn an_interrupted_book_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let [book, records] = ["book.pdf", "book.jsonl"].map(|name| folder.path().join(name));
    for path in [&book, &records] {
        std::fs::write(path, "old").expect("written");
    }
    let mut command = sole();
    command.args(["puzzle", "book", "--fresh", "--count", "100", "--progress", "always", "-o"]);
    command.arg(&book).arg("--records").arg(&records);
    command.arg("--data-dir").arg(folder.path().join("data"));
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line of progress");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    errors.read_to_string(&mut line).expect("more errors");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{line}");
    let files = std::fs::read_dir(folder.path()).expect("a folder").filter_map(Result::ok);
    let mut files: Vec<_> = files.filter(|file| file.path().is_file()).collect();
    files.sort_by_key(std::fs::DirEntry::path);
    let names: Vec<_> = files.iter().map(std::fs::DirEntry::path).collect();
    assert_eq!(names, [&records, &book].map(Clone::clone));
    assert!(names.iter().all(|path| read(path) == b"old"), "{line}");
}

/// The book that is made if nothing else is asked for: every puzzle of it is proven again.
#[test]
#[ignore = "slow tier: make test-slow"]
fn the_usual_book_is_proven() {
    let folder = tempfile::tempdir().expect("a folder");
    let [book, records, data] =
        ["book.pdf", "book.jsonl", "data"].map(|name| folder.path().join(name));
    let mut command = sole();
    command.args(["puzzle", "book", "--fresh", "--seed", "5", "--json", "-o"]).arg(&book);
    command.arg("--records").arg(&records).arg("--data-dir").arg(&data);
    let output = command.output().expect("the binary runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("an envelope");
    assert_eq!(answer["result"]["count"], 72);
    let mut command = sole();
    command.args(["puzzle", "check"]).arg(&records).arg("--data-dir").arg(&data);
    let checked = command.output().expect("the binary runs");
    let told = text(&checked.stdout);
    assert!(checked.status.success() && told.starts_with("72 puzzles: 72 proven"), "{told}");
}

/// The same seed gives the same book, byte by byte, on any number of threads; another seed does not.
#[test]
#[ignore = "slow tier: make test-slow"]
fn a_seed_is_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let books = [("1", "1"), ("1", "2"), ("2", "2")].map(|(seed, threads)| {
        let book = folder.path().join(format!("{seed}-{threads}.pdf"));
        let mut command = sole();
        command.args(["puzzle", "book", "--fresh", "--count", "2", "--seed", seed]);
        command.args(["--threads", threads, "-o"]).arg(&book);
        command.arg("--data-dir").arg(folder.path().join("data"));
        assert!(command.status().expect("the binary runs").success());
        read(&book)
    });
    assert!(books[0] == books[1] && books[1] != books[2]);
}
