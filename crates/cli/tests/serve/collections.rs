//! Collections of puzzles, and books of them, are those of the command line.

use crate::workshop::{Server, command, shared};
use serde_json::{Value, json};

#[test]
fn collections_are_listed_filtered_and_sent() {
    let data = tempfile::tempdir().expect("a folder");
    let shelf = data.path().join("collections");
    std::fs::create_dir(&shelf).expect("a folder");
    let server = Server::start(data.path(), &["--rate", "10000"]);
    let made = server.get("/api/sudoku/gen?count=3&order=2&seed=1&rating=se").json();
    let records: Vec<String> = made
        .as_array()
        .expect("a list")
        .iter()
        .map(|envelope| envelope["result"].to_string())
        .collect();
    std::fs::write(shelf.join("mine.jsonl"), records.join("\n")).expect("writable");
    std::fs::write(shelf.join("broken.jsonl"), "nonsense\n").expect("writable");
    std::fs::write(data.path().join("secret.jsonl"), "x").expect("writable");

    let list = server.get("/api/collection").json();
    let all = list["collections"].as_array().expect("a list");
    let mine = all.iter().find(|entry| entry["name"] == "mine").expect("mine");
    assert_eq!((&mine["count"], &mine["kinds"]["sudoku"]), (&json!(3), &json!(3)));
    assert!(all.iter().any(|entry| entry["name"] == "broken" && entry["error"].is_string()));

    let page = server.get("/api/collection/mine?kind=sudoku&offset=1&limit=1").json();
    assert_eq!(
        (&page["total"], &page["matching"], &page["offset"]),
        (&json!(3), &json!(3), &json!(1))
    );
    assert_eq!(page["puzzles"].as_array().map(Vec::len), Some(1));
    assert_eq!(page["puzzles"][0]["id"], 2);
    assert_eq!(page["facets"]["lengths"], json!({}), "a sudoku takes no number of moves");
    assert_eq!(server.get("/api/collection/mine?kind=mate").json()["matching"], 0);

    let one = server.get("/api/collection/mine/2").json();
    assert_eq!(one, page["puzzles"][0]);
    let expected: Value = serde_json::from_str(&records[1]).expect("a record");
    assert_eq!(one["puzzle"], expected);
    let file = server.get("/api/collection/mine/file?to=jsonl");
    let sent = file.text();
    let sent = sent.lines().map(|line| serde_json::from_str::<Value>(line).expect("a record"));
    let all = records.iter().map(|record| serde_json::from_str::<Value>(record).expect("a record"));
    assert!(sent.eq(all), "{}", file.text());
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"mine.jsonl\""));

    let sudokus = server.get("/api/collection/mine/file?to=sdm&kind=sudoku").text();
    assert_eq!(sudokus.lines().next(), expected_position(&records[0]).as_deref());
    assert_eq!(sudokus.lines().count(), 3);
    let starter = server.get("/api/collection/starter?kind=mate&limit=1").json();
    assert!(starter["matching"].as_u64().is_some_and(|count| count > 5), "{starter}");
    let games = server.get("/api/collection/starter/file?to=pgn&kind=mate").text();
    assert!(games.contains("[FEN "), "{games}");

    for target in [
        "/api/collection/none",
        "/api/collection/..",
        "/api/collection/..%2Fsecret",
        "/api/collection/%2e%2e%2fsecret",
        "/api/collection/..%5Csecret",
        "/api/collection/mine/4",
        "/api/collection/mine/0",
        "/api/collection/mine/x",
    ] {
        let reply = server.get(target);
        assert_eq!((reply.status, reply.kind().as_str()), (404, "not-found"), "{target}");
    }
    assert_eq!(server.get("/api/collection/mine?colour=red").status, 400);
    assert_eq!(server.get("/api/collection/mine/file?to=exe").status, 400);
}

/// What the command line chooses of the starter collection.
fn converted(flags: &[&str]) -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/collections/starter.jsonl");
    let (_, line) = command(&[&["puzzle", "convert", "--json", file], flags].concat());
    serde_json::from_str::<Value>(&line).expect("an envelope")["result"].take()
}

#[test]
fn a_length_means_the_same_as_on_the_command_line() {
    let server = shared();
    for kind in ["mate", "proof", "endgame", "sudoku"] {
        let page = server.get(&format!("/api/collection/starter?kind={kind}&limit=1")).json();
        let lengths = page["facets"]["lengths"].as_object().expect("lengths");
        assert_eq!(lengths.is_empty(), kind == "sudoku", "{kind}: {lengths:?}");
        for (length, count) in lengths {
            let target = format!("/api/collection/starter?kind={kind}&length={length}&limit=500");
            let chosen = server.get(&target).json();
            assert_eq!(&chosen["matching"], count, "{target}");
            let same = converted(&["--to=jsonl", "--kind", kind, "--length", length]);
            assert_eq!(&same["count"], count, "{target}");
            let lines = same["text"].as_str().expect("records").lines();
            let lines = lines.map(|line| serde_json::from_str::<Value>(line).expect("a record"));
            let puzzles = chosen["puzzles"].as_array().expect("puzzles").iter();
            assert!(lines.eq(puzzles.map(|item| item["puzzle"].clone())), "{target}");
        }
    }
    let written = |length: &str| {
        server.get(&format!("/api/collection/starter?kind=proof&length={length}")).json()
    };
    assert_eq!(written("2")["matching"], written("2.0")["matching"]);
    assert_eq!(server.get("/api/collection/starter?length=x").status, 400);
}

#[test]
fn what_a_format_does_not_keep_is_told() {
    let server = shared();
    for (to, query) in [("sdm", ""), ("pgn", "&kind=mate"), ("epd", "&kind=mate")] {
        let reply = server.get(&format!("/api/collection/starter/file?to={to}{query}"));
        let total = server.get(&format!("/api/collection/starter?limit=1{query}")).json();
        let flags: &[&str] = if query.is_empty() { &[] } else { &["--kind=mate"] };
        let same = converted(&[&["--to", to], flags].concat());
        assert_eq!(reply.text(), same["text"].as_str().expect("a text"), "{to}");
        let left_out = total["matching"].as_u64().expect("a number")
            - same["count"].as_u64().expect("a number");
        let told = reply.header("sole-left-out");
        assert_eq!(told, Some(left_out.to_string().as_str()), "{to}");
        let losses = reply.header("sole-losses").expect("a list");
        assert_eq!(serde_json::from_str::<Value>(losses).expect("JSON"), same["losses"], "{to}");
        assert!(to != "sdm" || left_out > 0, "most are no sudoku");
    }
}

const MATE: &str = r##"{"schema":"sole-puzzle/1","kind":"mate","position":"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1","stipulation":"#1","verdict":"one","solutions":["a1a8"]}"##;
const SUDOKU: &str = r#"{"schema":"sole-puzzle/1","kind":"sudoku","position":"1...2.......4...","stipulation":"4x4","verdict":"none","solutions":[]}"#;

/// Bytes of the same book as the command line prints it.
fn printed(records: &str, name: &str, flags: &[&str]) -> Vec<u8> {
    let data = tempfile::tempdir().expect("a folder");
    let path = |name: &str| data.path().join(name).to_str().expect("text").to_owned();
    std::fs::write(path("puzzles.jsonl"), records).expect("writable");
    let (puzzles, book) = (path("puzzles.jsonl"), path(name));
    let (code, line) = command(&[&["puzzle", "book", &puzzles, "-o", &book], flags].concat());
    assert_eq!(code, 0, "{line}");
    std::fs::read(book).expect("a book")
}

#[test]
fn books_are_those_of_the_command_line() {
    let server = shared();
    let both = format!("{MATE}\n{SUDOKU}\n");
    let cases = [
        (json!({}), "book.pdf", "application/pdf", vec![]),
        (json!({"to": "pdf", "kind": "mate"}), "book.pdf", "application/pdf", vec!["--kind=mate"]),
        (
            json!({"to": "html", "title": "<b> & \"x\"", "letters": true, "rows": 1}),
            "book.html",
            "text/html; charset=utf-8",
            vec!["--title=<b> & \"x\"", "--letters", "--rows=1"],
        ),
    ];
    for (mut order, name, content_type, flags) in cases {
        order["puzzles"] = json!(both);
        let reply = server.post("/api/puzzle/book", &order.to_string());
        assert_eq!(reply.status, 200, "{name} {flags:?}: {:.300}", reply.text());
        assert_eq!(reply.header("content-type"), Some(content_type), "{name}");
        let saved = format!("attachment; filename=\"{name}\"");
        assert_eq!(reply.header("content-disposition"), Some(saved.as_str()));
        assert!(reply.body == printed(&both, name, &flags), "{name} {flags:?}");
    }
}

#[test]
fn a_book_that_cannot_be_printed_is_refused_in_an_envelope() {
    let server = shared();
    let bad = json!({"puzzles": format!("{MATE}\nnonsense\n")});
    let cases = [
        (json!({}), 400, "usage"),
        (json!({"puzzles": ""}), 400, "unreadable"),
        (bad, 400, "bad-entry"),
        (json!({"puzzles": MATE, "to": "exe"}), 400, "usage"),
        (json!({"puzzles": MATE, "to": "../x.pdf"}), 400, "usage"),
        (json!({"puzzles": MATE, "to": ["pdf", "html"]}), 400, "usage"),
        (json!({"puzzles": MATE, "columns": 5}), 400, "usage"),
        (json!({"puzzles": MATE, "fresh": true}), 400, "usage"),
        (json!({"puzzles": MATE, "output": "x.pdf"}), 400, "usage"),
        (json!({"puzzles": MATE, "kind": "sudoku"}), 404, "not-found"),
    ];
    for (order, status, kind) in cases {
        let reply = server.post("/api/puzzle/book", &order.to_string());
        let expected = (status, kind.to_owned(), Some("application/json"));
        let envelope = reply.json();
        let envelope = envelope.get(0).unwrap_or(&envelope);
        assert_eq!(envelope["command"], "puzzle book", "{order}");
        let found = envelope["error"]["kind"].as_str().unwrap_or_default().to_owned();
        assert_eq!((reply.status, found, reply.header("content-type")), expected, "{order}");
        assert!(reply.header("content-disposition").is_none(), "{order}");
        let folder = std::env::temp_dir();
        assert!(!reply.text().contains(folder.to_str().expect("text")), "{}", reply.text());
    }
    let order = json!({"command": "puzzle book", "arguments": {"puzzles": MATE}});
    let job = server.post("/api/jobs", &order.to_string());
    assert_eq!((job.status, job.kind().as_str()), (400, "usage"), "{}", job.text());
}

#[test]
fn collections_are_printed_as_books() {
    let data = tempfile::tempdir().expect("a folder");
    let shelf = data.path().join("collections");
    std::fs::create_dir(&shelf).expect("a folder");
    std::fs::write(shelf.join("mine.jsonl"), format!("{MATE}\n{SUDOKU}\n")).expect("writable");
    let broken = MATE.replace("6k1", "9k");
    std::fs::write(shelf.join("broken.jsonl"), format!("{MATE}\n{broken}\n")).expect("writable");
    let server = Server::start(data.path(), &["--rate", "10000"]);
    for (to, start) in [("pdf", "%PDF-"), ("html", "<!DOCTYPE html>")] {
        let reply = server.get(&format!("/api/collection/mine/file?to={to}&kind=mate"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert!(reply.body.starts_with(start.as_bytes()), "{to}: {:.100}", reply.text());
        let saved = format!("attachment; filename=\"mine.{to}\"");
        assert_eq!(reply.header("content-disposition"), Some(saved.as_str()));
        assert!(reply.body == printed(&format!("{MATE}\n"), &format!("mine.{to}"), &[]), "{to}");
    }
    for (target, status, kind) in [
        ("mine/file?to=pdf&kind=endgame", 404, "not-found"),
        ("mine/file?to=jsonl&kind=endgame", 404, "not-found"),
        ("mine/file?to=pgn&kind=endgame", 404, "not-found"),
        ("mine/file?to=sdm&kind=mate", 404, "not-found"),
        ("mine/file?to=exe", 400, "usage"),
        ("none/file?to=pdf", 404, "not-found"),
        ("broken/file?to=pdf", 400, ""),
        ("broken/file?to=pgn", 400, ""),
    ] {
        let reply = server.get(&format!("/api/collection/{target}"));
        assert_eq!(reply.status, status, "{target}: {}", reply.text());
        assert!(reply.text().contains(r#""status":"error""#), "{target}: {}", reply.text());
        assert!(kind.is_empty() || reply.kind() == kind, "{target}: {}", reply.text());
    }
}

fn expected_position(record: &str) -> Option<String> {
    let record: Value = serde_json::from_str(record).ok()?;
    Some(record["position"].as_str()?.to_owned())
}
