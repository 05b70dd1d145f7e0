//! Collections come back as they were written, and bad lines are named.

use std::error::Error;
use std::io::{self, BufReader, Read};

use serde_json::{Value, json};
use sole_puzzle::{
    Answer, Collection, CollectionError, Details, Generator, MainLine, Name, Original, Puzzle,
    Rating, Reader, SCHEMA, SCHEMA_2, SetupMove, Status,
};

fn name(text: &str) -> Name {
    text.parse().expect(text)
}

fn puzzle(status: Status, solutions: &[&str]) -> Puzzle {
    let solutions = solutions.iter().map(|&s| s.to_owned()).collect();
    let answer = Answer::new(status, solutions).expect("they fit");
    Puzzle::new(name("kind"), "position", "stipulation", answer).expect("nothing is blank")
}

/// Every status, with and without each optional part.
fn samples() -> Collection {
    let answers: [(Status, &[&str]); 6] = [
        (Status::None, &[]),
        (Status::One, &["a"]),
        (Status::Many, &["a", "b"]),
        (Status::Many, &["a", "b", "c"]),
        (Status::Open, &[]),
        (Status::Open, &["a"]),
    ];
    let bare = answers.map(|(status, solutions)| puzzle(status, solutions));
    bare.into_iter().flat_map(dressings).collect()
}

/// `puzzle` with every choice of its five optional parts.
fn dressings(puzzle: Puzzle) -> impl Iterator<Item = Puzzle> {
    let parts: [fn(Puzzle) -> Puzzle; 5] = [
        |p| p.with_tag(name("switchback")).with_tag(name("mateIn2")),
        |p| p.with_rating(Rating::new(name("se.er"), 7.2).expect("finite").with_label("\"hard\"")),
        |p| p.with_source("line\nbreak, tab\t, ♔ and \u{0}"),
        |p| p.with_generator(maker(Some(u64::MAX))),
        |p| p.with_details(details()),
    ];
    (0..1u8 << parts.len()).map(move |chosen| {
        let chosen = (0..).zip(parts).filter(|(i, _)| chosen >> i & 1 == 1);
        chosen.fold(puzzle.clone(), |puzzle, (_, dress)| dress(puzzle))
    })
}

/// Details of every sort.
fn details() -> Details {
    let text = |text: &str| Some(text.to_owned());
    let list = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    Details {
        id: text("000hf"),
        title: text("a \"title\""),
        authors: list(&["Ugren, Ljubomir", "Abdurahmanović, Fadil"]),
        url: text("https://lichess.org/71ygsFeE/black#38"),
        date: text("2009-02"),
        award: text("1st Prize"),
        keywords: list(&["Model mates", "middlegame"]),
        comments: list(&["two\nlines"]),
        openings: list(&["Horwitz_Defense"]),
        intended_solutions: text("2.1.1"),
        setup_move: Some(SetupMove { position: "before".to_owned(), played: "e8f7".to_owned() }),
        line: Some(MainLine { uci: "e2e6 f7f8".to_owned(), san: text("Qxe6+ Kf8") }),
        original: Some(Original { format: name("olv"), text: "---\n".to_owned() }),
    }
}

fn maker(seed: Option<u64>) -> Generator {
    let arguments = ["gen", "--any"].map(str::to_owned).to_vec();
    Generator { program: "sole".to_owned(), version: "0.1.0".to_owned(), arguments, seed }
}

fn written(collection: &Collection) -> String {
    let mut bytes = Vec::new();
    collection.write(&mut bytes).expect("memory does not fail");
    String::from_utf8(bytes).expect("JSON is text")
}

#[test]
fn what_is_written_is_read_back_and_written_the_same() {
    let samples = samples();
    assert_eq!(samples.puzzles().len(), 6 * 32);
    let text = written(&samples);
    assert_eq!(text.lines().count(), samples.puzzles().len(), "one puzzle a line");
    let back = Collection::read(text.as_bytes()).expect("it was just written");
    assert_eq!(back, samples);
    assert_eq!(written(&back), text);
}

#[test]
fn a_puzzle_is_the_same_inside_other_json() {
    for puzzle in samples() {
        let value = serde_json::to_value(&puzzle).expect("plain data");
        assert_eq!(serde_json::from_value::<Puzzle>(value).expect("it was just written"), puzzle);
    }
}

#[test]
fn layout_of_lines_does_not_matter() {
    let line = puzzle(Status::One, &["a"]).to_line();
    let cases = [
        ("nothing", String::new(), 0),
        ("empty lines", "\n\n \t\r\n".to_owned(), 0),
        ("no end of line", line.clone(), 1),
        ("Windows ends", format!("{line}\r\n{line}\r\n"), 2),
        ("byte order mark", format!("\u{feff}{line}\n{line}\n"), 2),
        ("byte order mark alone", "\u{feff}\n".to_owned(), 0),
        ("gaps and margins", format!("\n\n  {line}  \n\n{line}\n\n"), 2),
    ];
    for (what, text, expected) in cases {
        let collection = Collection::read(text.as_bytes()).expect(what);
        assert_eq!(collection.puzzles().len(), expected, "{what}");
    }
}

/// A good record with `field` replaced, or removed if `value` is null.
fn with(field: &str, value: Value) -> String {
    let mut record = serde_json::to_value(puzzle(Status::One, &["a"])).expect("plain data");
    let fields = record.as_object_mut().expect("a record is an object");
    match value {
        Value::Null => fields.remove(field),
        value => fields.insert(field.to_owned(), value),
    };
    record.to_string()
}

/// What is wrong with `line`, without its column, which depends on the order
/// in which the test wrote the fields.
fn complaint(line: &str) -> String {
    let message = Puzzle::parse(line).expect_err(line).to_string();
    match message.split_once(" (column ") {
        Some((message, _)) => message.to_owned(),
        None => message,
    }
}

#[test]
fn every_required_field_is_missed_by_name() {
    for field in ["schema", "kind", "position", "stipulation", "verdict", "solutions"] {
        let expected = format!("the field \"{field}\" is missing");
        assert_eq!(complaint(&with(field, Value::Null)), expected);
    }
}

#[test]
fn bad_fields_are_named() {
    let rating = json!({"scale": "se.er", "value": 1.5});
    let cases = [
        (
            "schema",
            json!("sole-puzzle/3"),
            "unknown schema \"sole-puzzle/3\", this program reads \"sole-puzzle/1\" and \"sole-puzzle/2\"",
        ),
        (
            "schema",
            json!("sole/1"),
            "unknown schema \"sole/1\", this program reads \"sole-puzzle/1\" and \"sole-puzzle/2\"",
        ),
        ("schema", json!(1), "the field \"schema\" should be a text"),
        (
            "kind",
            json!("proof game"),
            "in the field \"kind\": ' ' at character 6 of a name, expected a letter, a digit, '-', '_' or '.'",
        ),
        ("position", json!(""), "position must not be blank"),
        ("stipulation", json!(" \n"), "stipulation must not be blank"),
        (
            "verdict",
            json!("maybe"),
            "the field \"verdict\" should be one of \"none\", \"one\", \"many\", \"open\"",
        ),
        ("verdict", json!("none"), "verdict none allows no solution, found 1"),
        ("verdict", json!("many"), "verdict many needs at least two solutions, found 1"),
        ("solutions", json!([]), "verdict one needs exactly one solution, found 0"),
        ("solutions", json!(["a", "b"]), "verdict one needs exactly one solution, found 2"),
        ("solutions", json!([""]), "solutions must not be blank"),
        ("tags", json!([""]), "in the field \"tags\": a name needs at least one letter"),
        ("ratings", json!([rating, rating]), "two ratings on the scale se.er"),
        ("ratings", json!([{"scale": "se.er"}]), "the field \"ratings.value\" is missing"),
        ("ratings", json!([5]), "the field \"ratings\" should be an object"),
        ("ratings", json!({}), "the field \"ratings\" should be a list of objects"),
        ("ratings", json!([{"scale": 3}]), "the field \"ratings.scale\" should be a text"),
        (
            "ratings",
            json!([{"scale": "x", "value": "1"}]),
            "the field \"ratings.value\" should be a number",
        ),
        ("solutions", json!([1]), "the field \"solutions\" should be a list of texts"),
        (
            "line",
            json!({"uci": "a", "moves": 1}),
            "unknown field \"line.moves\", expected one of uci, san",
        ),
        ("original", json!(["x"]), "the field \"original\" should be an object"),
        ("titel", json!("x"), "unknown field \"titel\", did you mean \"title\"?"),
        ("tags", json!("x"), "the field \"tags\" should be a list of texts"),
        ("id", json!("x"), "the record has something that needs the schema \"sole-puzzle/2\""),
        ("san", json!(["x"]), "the record has something that needs the schema \"sole-puzzle/2\""),
        (
            "generator",
            json!({"program": "sole", "version": "1", "seed": -1}),
            "the field \"generator.seed\" should be a whole number from 0 to 18446744073709551615",
        ),
        (
            "theme",
            json!("x"),
            "unknown field \"theme\", expected one of schema, kind, position, stipulation, verdict, solutions, san, line, setup_move, intended_solutions, tags, ratings, id, title, authors, source, url, date, award, keywords, comments, openings, generator, original",
        ),
    ];
    for (field, value, expected) in cases {
        let line = with(field, value);
        assert_eq!(complaint(&line), expected, "{line}");
    }
}

/// What the reader of JSON says is not shown, whatever a value is.
#[test]
fn every_field_with_every_other_value_is_refused_in_plain_words() {
    let line = samples().into_iter().last().expect("there are samples").to_line();
    let Value::Object(fields) = line.parse().expect("JSON") else { panic!("{line}") };
    let values = [json!(null), json!(1), json!(-1.5), json!("a b"), json!([1]), json!({"x": 1})];
    for name in fields.keys() {
        for value in &values {
            let mut fields = fields.clone();
            fields.insert(name.clone(), value.clone());
            let Err(error) = Puzzle::parse(&Value::Object(fields).to_string()) else { continue };
            let message = error.to_string();
            for word in ["invalid", "`", "struct", "sequence", "variant", "twice"] {
                assert!(!message.contains(word), "{name} {value}: {message}");
            }
        }
    }
}

#[test]
fn a_field_that_is_given_twice_is_named() {
    let line = puzzle(Status::One, &["a"]).to_line();
    let again = line.replacen('{', "{\"schema\":\"sole-puzzle/1\",", 1);
    assert_eq!(complaint(&again), "the field \"schema\" is given twice");
    let inner = line.replacen('{', "{\"line\":{\"uci\":\"a\",\"uci\":\"b\"},", 1);
    assert_eq!(complaint(&inner), "a field of an inner object is given twice");
}

#[test]
fn another_version_is_blamed_before_its_fields() {
    let line = r#"{"schema":"sole-puzzle/3","puzzle":{}}"#;
    let expected = "unknown schema \"sole-puzzle/3\", this program reads \"sole-puzzle/1\" and \"sole-puzzle/2\"";
    assert_eq!(complaint(line), expected);
}

/// A record with details is of the second version, one without is of the first.
#[test]
fn records_are_written_in_the_oldest_version_that_has_their_fields() {
    let plain = puzzle(Status::One, &["a"]);
    let mut details = plain.clone();
    details.details_mut().id = Some("000hf".to_owned());
    let cases = [
        ("plain", plain.clone(), SCHEMA),
        ("details", details, SCHEMA_2),
        ("san", plain.clone().with_san(vec!["a".to_owned()]).expect("one"), SCHEMA_2),
        ("open", puzzle(Status::Open, &["a"]), SCHEMA),
        ("given", puzzle(Status::Open, &["a", "b"]), SCHEMA_2),
    ];
    for (name, puzzle, schema) in cases {
        let line = puzzle.to_line();
        assert!(line.starts_with(&format!("{{\"schema\":\"{schema}\"")), "{name}: {line}");
        assert_eq!(Puzzle::parse(&line).expect(name), puzzle, "{name}");
    }
    let wrong = plain.with_san(vec!["a".to_owned(), "b".to_owned()]).expect_err("two");
    let expected = "expected one SAN for each solution (1) or none, found 2";
    assert_eq!(wrong.to_string(), expected);
}

#[test]
fn a_record_cut_anywhere_is_refused() {
    let line = samples().into_iter().last().expect("there are samples").to_line();
    for (end, _) in line.char_indices() {
        assert!(Puzzle::parse(&line[..end]).is_err(), "{}", &line[..end]);
    }
}

#[test]
fn bad_lines_are_numbered_and_the_reader_goes_on() {
    let line = puzzle(Status::One, &["a"]).to_line();
    let mut text = format!("{line}\n\nnot json\n{line}\n{{\"schema\":3}}\n").into_bytes();
    text.extend_from_slice(b"ab\xFFcd\n");
    text.extend_from_slice(line.as_bytes());
    let results = Reader::new(&text[..])
        .map(|item| item.map_or_else(|e| e.to_string(), |_| "ok".to_owned()))
        .collect::<Vec<_>>();
    let expected = [
        "ok",
        "line 3: not a puzzle record (a JSON object)",
        "ok",
        "line 5: the field \"schema\" should be a text (column 11)",
        "line 6: not UTF-8 text in column 3",
        "ok",
    ];
    assert_eq!(results, expected);
    let first = Collection::read(&text[..]).expect_err("line 3 is bad").to_string();
    assert_eq!(first, expected[1]);
}

#[test]
fn errors_name_their_source() {
    let cases = [
        ("no JSON", &b"not json"[..], 1),
        ("another version", b"{\"schema\":\"sole-puzzle/9\"}", 1),
        ("no text", b"ab\xFFcd", 0),
    ];
    for (what, text, depth) in cases {
        let error = Collection::read(text).expect_err(what);
        let sources = std::iter::successors(error.source(), |&error| error.source());
        assert_eq!(sources.count(), depth, "{what}");
    }
    let broken = Collection::read(BufReader::new(Broken)).expect_err("it fails");
    assert!(broken.source().is_some_and(|source| source.is::<io::Error>()));
}

#[test]
fn the_reader_knows_its_line() {
    let line = puzzle(Status::None, &[]).to_line();
    let text = format!("\n{line}\n\n\n{line}\n");
    let mut reader = Reader::new(text.as_bytes());
    let mut lines = vec![reader.line()];
    while reader.next().is_some() {
        lines.push(reader.line());
    }
    assert_eq!(lines, [0, 2, 5]);
}

/// An input that fails whenever it is read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the cable is out"))
    }
}

#[test]
fn a_failing_input_is_reported_once() {
    let line = puzzle(Status::None, &[]).to_line() + "\n";
    let mut reader = Reader::new(BufReader::new(line.as_bytes().chain(Broken)));
    assert!(reader.next().is_some_and(|item| item.is_ok()), "line 1 is good");
    let error = reader.next().expect("the failure").expect_err("the input is broken");
    assert!(matches!(error, CollectionError::Io { line: 2, .. }), "{error:?}");
    assert_eq!(error.to_string(), "line 2: the cable is out");
    assert!(reader.next().is_none(), "it does not fail for ever");
}

#[test]
fn a_new_rating_replaces_the_old_one_on_its_scale() {
    let rating = |scale, value| Rating::new(name(scale), value).expect("finite");
    let rated = puzzle(Status::None, &[])
        .with_rating(rating("first", 1.0))
        .with_rating(rating("second", 2.0))
        .with_rating(rating("first", 3.0));
    assert_eq!(rated.ratings().len(), 2);
    assert_eq!(rated.rating("first").map(Rating::value), Some(3.0));
    assert_eq!(rated.rating("second").map(Rating::value), Some(2.0));
    assert_eq!(rated.rating("third"), None);
}
