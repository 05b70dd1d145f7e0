//! Every address of the OpenAPI document answers as it says.

use crate::workshop::{Reply, Server, command, folder, quoted, shared};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const ROOK: &str = "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1";

/// A path with names in braces, and values for them and for a query, as they stand in an address.
pub(crate) struct Query {
    path: String,
    values: BTreeMap<String, String>,
}

impl Query {
    /// The examples of an operation's parameters.
    pub(crate) fn example(path: &str, operation: &Value) -> Query {
        let mut query = Query { path: path.to_owned(), values: BTreeMap::new() };
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().expect("a name");
            match &parameter["example"] {
                Value::Null => {}
                Value::String(text) => query.set(name, quoted(text)),
                other => query.set(name, quoted(&other.to_string())),
            }
        }
        query
    }

    pub(crate) fn set(&mut self, name: &str, value: String) {
        self.values.insert(name.to_owned(), value);
    }

    pub(crate) fn target(&self) -> String {
        let (mut path, mut query) = (self.path.clone(), Vec::new());
        for (name, value) in &self.values {
            let place = format!("{{{name}}}");
            match path.contains(&place) {
                true => path = path.replace(&place, value),
                false => query.push(format!("{name}={value}")),
            }
        }
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }
}

fn check_envelope(envelope: &Value, command: &str) {
    assert_eq!(envelope["schema"], "sole/1", "{command}: {envelope}");
    assert_eq!(envelope["command"], command, "{envelope}");
    let status = envelope["status"].as_str().expect("a status");
    assert!(["ok", "proven", "refuted", "open"].contains(&status), "{command}: {envelope}");
    assert!(envelope["result"].is_object(), "{command}: {envelope}");
}

#[test]
fn every_command_answers_its_example() {
    let data = tempfile::tempdir().expect("a folder");
    copy(folder(), data.path());
    let server = Server::start(data.path(), &["--rate", "10000"]);
    let grown = server.post("/api/atlas/grow", r#"{"plies": 2}"#);
    assert_eq!(grown.status, 200, "{}", grown.text());
    let document = server.get("/api/openapi.json").json();
    let paths = document["paths"].as_object().expect("paths");
    let mut called = 0;
    for (path, item) in paths {
        let Some((noun, verb)) = path.strip_prefix("/api/").and_then(|rest| rest.split_once('/'))
        else {
            continue;
        };
        if ["jobs", "collection"].contains(&noun) {
            continue;
        }
        let command = format!("{noun} {verb}");
        if item["get"].is_object() {
            check_reply(
                &server.get(&Query::example(path, &item["get"]).target()),
                &command,
                &item["get"],
            );
            called += 1;
        }
        let content = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
        let reply = server.post(path, &content["examples"][0].to_string());
        check_reply(&reply, &command, &item["post"]);
        called += 1;
    }
    assert!(called > 50, "{called}");
}

fn check_reply(reply: &Reply, command: &str, operation: &Value) {
    assert_eq!(reply.status, 200, "{command}: {}", reply.text());
    let content = &operation["responses"]["200"]["content"];
    let kind = reply.media_type();
    assert!(content[kind].is_object(), "{command} answers with {kind}, not with {content}");
    if kind != "application/json" {
        check_file(reply, command);
        return;
    }
    let (body, content) = (&reply.json(), &content[kind]["schema"]);
    if content["type"] == "array" {
        let all =
            body.as_array().unwrap_or_else(|| panic!("{command} answers with a list: {body}"));
        assert!(!all.is_empty(), "{command}");
        all.iter().for_each(|envelope| check_envelope(envelope, command));
    } else {
        // Questions that are declared in `api` have the schema of their result beside the envelope.
        let envelope = content.get("allOf").map_or(content, |parts| &parts[0]);
        assert_eq!(envelope["$ref"], "#/components/schemas/Envelope", "{command}");
        check_envelope(body, command);
    }
}

fn check_file(reply: &Reply, command: &str) {
    assert_eq!(reply.header("sole-exit"), Some("0"), "{command}");
    let disposition = reply.header("content-disposition").expect("a name to save it under");
    assert!(disposition.starts_with("attachment; filename=\""), "{command}: {disposition}");
    assert!(!reply.body.is_empty(), "{command}");
}

/// Copies the files of a folder.
pub(crate) fn copy(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

#[test]
fn answers_and_complaints_are_those_of_the_command_line() {
    let server = shared();
    let cases: [(&str, &str, &[&str]); 6] = [
        ("/api/board/moves", ROOK, &["board", "moves"]),
        ("/api/board/moves", "8/8/8/9k/8/8/8/8 w - - 0 1", &["board", "moves"]),
        ("/api/board/moves", "", &["board", "moves"]),
        ("/api/board/moves", "4k3/8/8/8/8/8/8/4K1R1 w KQ e3 0 1", &["board", "moves"]),
        ("/api/board/moves", "--file=/etc/passwd", &["board", "moves"]),
        ("/api/board/check", "4k3/8/8/8/8/8/8/8 w - - 0 1", &["board", "check"]),
    ];
    for (path, fen, words) in cases {
        let reply = server.get(&format!("{path}?fen={}", quoted(fen)));
        let (code, line) = command(&[words, &["--json", "--", fen]].concat());
        assert_eq!(reply.text(), line.trim_end(), "{path} {fen}");
        assert_eq!(reply.status, if code > 1 { 400 } else { 200 }, "{path} {fen}");
        assert_eq!(reply.header("sole-exit"), Some(code.to_string().as_str()), "{path} {fen}");
        let posted = server.post(path, &json!({ "fen": fen }).to_string());
        assert_eq!((posted.status, posted.text()), (reply.status, reply.text()), "{path} {fen}");
    }
}

#[test]
fn a_missing_parameter_is_told_as_on_the_command_line() {
    let reply = shared().get("/api/mate/solve");
    assert_eq!(reply.status, 400);
    assert_eq!(reply.kind(), "usage");
    assert!(reply.text().contains("required arguments were not provided"), "{}", reply.text());
}

#[test]
fn nothing_that_is_asked_becomes_a_flag() {
    let server = shared();
    let secret = "root:";
    let values = [
        "--file=/etc/passwd",
        "--file",
        "-f/etc/passwd",
        "--",
        "-",
        "@/etc/passwd",
        "x\ny",
        "x\r\nSet-Cookie: y",
        "\u{202e}",
        "--json=false",
        "--data-dir=/",
        "$(id)",
        "; id",
    ];
    for value in values {
        let value = quoted(value);
        let targets = [
            format!("/api/board/show?fen={value}"),
            format!("/api/mate/solve?fen={}&moves={value}", quoted(ROOK)),
            format!("/api/mate/solve?fen={}&stipulation={value}", quoted(ROOK)),
            format!("/api/sudoku/solve?grid={value}"),
            format!("/api/sudoku/convert?grid=................&to={value}"),
            format!("/api/endgame/stats?material={value}"),
            format!("/api/proof/solve?fen={value}&plies=4"),
            format!("/standard?fen={value}"),
        ];
        for target in targets {
            let reply = server.get(&target);
            assert!(reply.status == 400, "{target}: {} {}", reply.status, reply.text());
            assert!(reply.text().contains(r#""status":"error""#), "{target}: {}", reply.text());
            assert!(!reply.text().contains(secret), "{target}");
            assert!(reply.header("set-cookie").is_none(), "{target}");
        }
    }
    for name in
        ["file", "output", "data-dir", "json", "threads", "memory", "--file", "end-with-input"]
    {
        let reply = server.get(&format!("/api/board/show?fen={}&{name}=1", quoted(ROOK)));
        assert_eq!((reply.status, reply.kind().as_str()), (400, "usage"), "{name}");
    }
}

#[test]
fn nothing_found_is_an_empty_list() {
    let reply = shared().get("/api/endgame/mine?material=KRvK&where=mate+%3D+99");
    assert_eq!((reply.status, reply.text().as_str()), (200, "[]"));
    assert_eq!(reply.header("sole-exit"), Some("1"));
}

#[test]
fn random_positions_satisfy_the_condition_and_depend_on_the_seed() {
    let wins = "/api/endgame/random?material=KRvK&where=white-to-move+and+wins";
    let get = |more: &str| shared().get(&format!("{wins}&{more}"));
    let reply = get("seed=7");
    let result = &reply.json()["result"];
    assert_eq!((reply.status, &result["category"]), (200, &json!("win")), "{}", reply.text());
    assert_eq!((&result["quiet"], &result["seed"]), (&json!(true), &json!(7)));
    assert!(result["fen"].as_str().is_some_and(|fen| fen.contains(" w ")), "{}", reply.text());
    assert_eq!(get("seed=7").text(), reply.text());
    assert_ne!(get("seed=8").text(), reply.text());
    assert_eq!(get("seed=7&count=3").json().as_array().map(Vec::len), Some(3));

    let none = shared().get("/api/endgame/random?material=KRvK&where=mate+%3D+99");
    assert_eq!((none.status, none.header("sole-exit")), (200, Some("4")), "{}", none.text());
    assert_eq!(none.json()["status"], "open");
}

#[test]
fn the_short_addresses_mean_their_main_verb() {
    let server = shared();
    let query = format!("fen={}&moves=1", quoted("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    let (short, long) = (
        server.get(&format!("/api/mate?{query}")),
        server.get(&format!("/api/mate/solve?{query}")),
    );
    assert_eq!(short.status, 200);
    assert_eq!(short.json()["result"], long.json()["result"]);
    assert_eq!(short.json()["result"]["keys"], json!(["a1a8"]));
}

/// The fields that the README of lila-tablebase has, all of which must be there.
#[derive(Deserialize)]
#[expect(dead_code, reason = "that they can be read is what is tested")]
struct Situation {
    #[serde(deserialize_with = "Option::deserialize")]
    dtz: Option<i32>,
    #[serde(deserialize_with = "Option::deserialize")]
    precise_dtz: Option<i32>,
    #[serde(deserialize_with = "Option::deserialize")]
    dtm: Option<i32>,
    #[serde(deserialize_with = "Option::deserialize")]
    dtw: Option<i32>,
    #[serde(deserialize_with = "Option::deserialize")]
    dtc: Option<i32>,
    checkmate: bool,
    stalemate: bool,
    variant_win: bool,
    variant_loss: bool,
    insufficient_material: bool,
    category: String,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "that they can be read is what is tested")]
struct Peer {
    #[serde(flatten)]
    situation: Situation,
    moves: Vec<PeerMove>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "that they can be read is what is tested")]
struct PeerMove {
    uci: String,
    san: String,
    zeroing: bool,
    #[serde(flatten)]
    situation: Situation,
}

/// Takes out what the command line leaves out.
fn without_absent(situation: &mut Value) {
    let fields = situation.as_object_mut().expect("an object");
    for name in ["precise_dtz", "dtc", "dtw"] {
        assert_eq!(fields.remove(name), Some(Value::Null), "{name}");
    }
    for name in ["variant_win", "variant_loss"] {
        assert_eq!(fields.remove(name), Some(json!(false)), "{name}");
    }
}

#[test]
fn tables_answer_in_the_shape_of_others() {
    let server = shared();
    let fen = ROOK.replace(' ', "_");
    let reply = server.get(&format!("/standard?fen={fen}"));
    serde_json::from_slice::<Peer>(&reply.body).expect("every field of lila-tablebase");
    let mut answer = reply.json();
    let (_, line) = command(&[
        "endgame",
        "probe",
        "--no-build",
        "--json",
        "--data-dir",
        folder().to_str().expect("text"),
        ROOK,
    ]);
    let same: Value = serde_json::from_str(&line).expect("an envelope");
    let remembered = server.get(&format!("/standard?fen={fen}")).json();
    assert_eq!(remembered, answer, "from memory");
    let moves = answer["moves"].as_array().map_or(0, Vec::len);
    (0..moves).for_each(|at| without_absent(&mut answer["moves"][at]));
    without_absent(&mut answer);
    assert_eq!(answer, same["result"], "the same code answers");
    assert_eq!(answer["category"], "win");
    let moves = answer["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|m| m["san"] == "O-O-O"));

    let line = server.get(&format!("/standard/mainline?fen={fen}")).json();
    assert_eq!(line["winner"], "w");
    let steps = line["mainline"].as_array().expect("a line");
    assert_eq!(steps.len() as i64, answer["dtm"].as_i64().expect("a distance"));
    assert!(
        steps.last().is_some_and(|step| step["san"].as_str().is_some_and(|san| san.ends_with('#')))
    );
    let uci: Vec<&Value> = steps.iter().map(|step| &step["uci"]).collect();
    assert_eq!(json!(uci), answer["pv"]);

    let draw = server.get("/standard/mainline?fen=8/8/8/4k3/8/8/8/4K3_w_-_-_0_1").json();
    assert_eq!((&draw["winner"], &draw["mainline"]), (&Value::Null, &json!([])));
}

#[test]
fn rights_that_a_position_leaves_out_are_warned_about() {
    let castling = "no castling rights given: castling is not allowed";
    let cases = [
        ("8/8/8/4k3/8/8/8/R3K3_w_Q_-_0_1", Value::Null),
        ("8/8/8/4k3/8/8/8/R3K3_w_Q_-", Value::Null),
        ("8/8/8/4k3/8/8/8/R3K3_w_Q", Value::Null),
        ("8/8/8/4k3/8/8/8/R3K3_w", json!([castling])),
        ("8/8/8/4k3/8/8/8/3RK3_w", Value::Null),
    ];
    for (fen, expected) in cases {
        // The second answer is remembered.
        for address in ["/standard", "/standard", "/standard/mainline"] {
            let answer = shared().get(&format!("{address}?fen={fen}")).json();
            assert_eq!(answer["warnings"], expected, "{address} {fen}: {answer}");
        }
    }
}

#[test]
fn missing_tables_are_named_and_not_built() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path(), &[]);
    let fen = quoted("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let cases = [
        (format!("/standard?fen={fen}"), json!(["KRvK"]), None),
        (format!("/standard/mainline?fen={fen}"), json!(["KRvK"]), None),
        (format!("/api/endgame/probe?fen={fen}"), json!(["KRvK"]), Some("4")),
        ("/api/endgame/stats?material=KRvK".to_owned(), Value::Null, Some("4")),
        ("/api/endgame/mine?material=KRvK&where=wins".to_owned(), Value::Null, Some("4")),
        ("/api/endgame/random?material=KRvK".to_owned(), json!(["KRvK"]), Some("4")),
    ];
    let folder_of_server = data.path().to_str().expect("text");
    for (target, build, exit) in cases {
        let reply = server.get(&target);
        let body = reply.json();
        let error = &body.get(0).unwrap_or(&body)["error"];
        assert_eq!((reply.status, &error["kind"]), (404, &json!("missing-table")), "{target}");
        assert_eq!((&error["build"], reply.header("sole-exit")), (&build, exit), "{target}");
        let help = error["help"][0].as_str().unwrap_or_default();
        assert!(help.contains("sole endgame build"), "{target}: {}", reply.text());
        assert!(!reply.text().contains(folder_of_server), "{target}: {}", reply.text());
    }
    assert!(
        std::fs::read_dir(data.path()).expect("a folder").next().is_none(),
        "nothing was built"
    );
    let refused = server.get("/api/endgame/build?material=KRvK");
    assert_eq!((refused.status, refused.kind().as_str()), (405, "method"));
    let built = server.post("/api/endgame/build", r#"{"material": "KRvK"}"#);
    assert_eq!(built.status, 200, "{}", built.text());
    assert_eq!(server.get("/standard?fen=8/8/8/4k3/8/8/8/R3K3_w_-_-_0_1").status, 200);
    let six = server.get("/standard?fen=4k3/ppp5/8/8/8/8/PPP5/4K3_w_-_-_0_1");
    assert_eq!((six.status, six.kind().as_str()), (404, "no-table"));
}

/// Addresses that ask about a rook on each square, some with impossible positions.
fn rook_everywhere() -> Vec<String> {
    let target = |n: usize| {
        let (file, rank) = (n % 8, n / 8);
        let empty = |squares: usize| match squares {
            0 => String::new(),
            squares => squares.to_string(),
        };
        let mut rows = vec!["8".to_owned(); 8];
        rows[rank] = format!("{}R{}", empty(file), empty(7 - file));
        rows[(rank + 3) % 8] = "4k3".to_owned();
        rows[(rank + 5) % 8] = "K7".to_owned();
        format!("/standard?fen={}_w_-_-_0_1", rows.join("/"))
    };
    (0..64).map(target).collect()
}

/// Overwrites a part of a table in place, as a bad disk would: in its middle, or where it begins.
fn damage(table: &Path, share: f64) {
    let mut bytes = std::fs::read(table).expect("a table");
    let begin = (bytes.len() as f64 * share) as usize;
    bytes[begin..begin + 64].fill(0x5a);
    std::fs::write(table, bytes).expect("writable");
}

/// The complaint of the first answer about a damaged table.
fn complaint(server: &Server) -> Option<Value> {
    let replies = rook_everywhere().into_iter().map(|target| server.get(&target));
    let replies: Vec<_> = replies.filter(|reply| reply.status != 400).collect();
    let broken = replies.iter().find(|reply| reply.status == 500);
    assert!(broken.is_some() || replies.iter().all(|reply| reply.status == 200));
    broken.map(|reply| reply.json()["error"].clone())
}

#[test]
fn a_damaged_table_is_reported_and_rebuilt_while_the_server_runs() {
    let data = tempfile::tempdir().expect("a folder");
    copy(folder(), data.path());
    for share in [0.5, 0.0] {
        let server = Server::start(data.path(), &[]);
        damage(&data.path().join("KRvK.dtm"), share);

        let error = complaint(&server).expect("the damage is noticed");
        assert_eq!(error["kind"], "bad-table", "{error}");
        assert_eq!(error["message"], "the table KRvK.dtm is damaged", "{error}");
        assert_eq!(error["damaged"], json!({"ending": "KRvK", "metric": "dtm"}), "{error}");
        let help = "rebuild it with: sole endgame build KRvK --check";
        assert_eq!(error["help"], json!([help]), "{error}");
        let stats = server.get("/api/endgame/stats?material=KRvK");
        assert_eq!((stats.status, stats.kind().as_str()), (500, "bad-table"));
        assert_eq!(stats.json()["error"]["damaged"]["ending"], "KRvK", "{}", stats.text());

        let built = server.post("/api/endgame/build", r#"{"material": "KRvK", "check": true}"#);
        assert_eq!(built.status, 200, "{}", built.text());
        assert_eq!(built.json()["result"]["repaired"][0]["ending"], "KRvK", "{}", built.text());
        assert_eq!(complaint(&server), None);
        assert_eq!(server.get("/api/endgame/stats?material=KRvK").status, 200);
    }
}

#[test]
fn diagrams_are_drawn() {
    let server = shared();
    let grid = "1...2.......4...";
    let cases: [(String, u16, &[u8]); 7] = [
        ("/men.svg".to_owned(), 200, b"<svg "),
        (format!("/api/picture?fen={}", quoted(ROOK)), 200, b"<svg "),
        (format!("/api/picture?fen={}&format=png&below=black", quoted(ROOK)), 200, b"\x89PNG"),
        (format!("/api/picture?grid={grid}&format=pdf&style=print"), 200, b"%PDF-"),
        (format!("/api/picture?grid={grid}"), 200, b"<svg "),
        ("/api/picture?grid=nonsense".to_owned(), 400, b"{\"schema\""),
        ("/api/picture?fen=9/9".to_owned(), 400, b"{\"schema\""),
    ];
    for (target, status, start) in cases {
        let reply = server.get(&target);
        assert_eq!(reply.status, status, "{target}: {:.200}", reply.text());
        assert!(reply.body.starts_with(start), "{target}: {:.100}", reply.text());
    }
    assert!(server.get("/men.svg").text().contains("id=\"wK\""));
    assert_eq!(server.get("/api/picture").status, 400);
    assert_eq!(server.get(&format!("/api/picture?fen={}&format=exe", quoted(ROOK))).status, 400);
}

#[test]
fn people_find_a_page_about_the_api() {
    let server = shared();
    let page = server.get("/api");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("/api/mate/solve"));
    assert_eq!(server.get("/api/style.css").status, 200);
    let home = server.get("/");
    assert_eq!(home.status, 200);
    let policy = home.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(home.header("x-content-type-options"), Some("nosniff"));
    assert!(home.header("access-control-allow-origin").is_none());
}
