//! Jobs: what they say, how they end, and that nothing outlives them.

use crate::workshop::{PATIENCE, Server, folder, shared};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// Someone who listens to a job.
struct Listener {
    reader: BufReader<TcpStream>,
}

/// The name of an event, and its data.
type Event = (String, Value);

impl Listener {
    fn new(server: &Server, events: &str) -> Listener {
        let mut stream = server.connect();
        let request = format!("GET {events} HTTP/1.0\r\nHost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).expect("a head") > 0, "{head}");
        }
        assert!(head.contains(" 200 ") && head.contains("text/event-stream"), "{head}");
        Listener { reader }
    }

    /// The next event; nothing at the end.
    fn next(&mut self) -> Option<Event> {
        let mut name = None;
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("in time") == 0 {
                return None;
            }
            if let Some(text) = line.strip_prefix("event: ") {
                name = Some(text.trim().to_owned());
            } else if let (Some(name), Some(data)) = (&name, line.strip_prefix("data: ")) {
                return Some((name.clone(), serde_json::from_str(data).expect("JSON")));
            }
        }
    }

    /// All events up to the end of the job.
    fn rest(mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// Waits for the first event of a name.
    fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let (found, data) = self.next().unwrap_or_else(|| panic!("no {name} came"));
            if found == name {
                return data;
            }
        }
    }
}

fn start(server: &Server, order: &Value) -> (String, String) {
    let reply = server.post("/api/jobs", &order.to_string());
    assert_eq!(reply.status, 202, "{}", reply.text());
    let started = reply.json();
    let text = |name: &str| started[name].as_str().expect("a text").to_owned();
    (text("id"), text("events"))
}

/// Work without an end in sight.
fn endless() -> Value {
    json!({"command": "mate solve", "arguments": {"fen": "startpos", "moves": 12}})
}

#[test]
fn a_job_tells_its_progress_its_lines_and_its_end() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path(), &[]);
    let (id, events) = start(
        &server,
        &json!({"command": "endgame build", "arguments": {"material": "KQvK KRvK"}}),
    );
    let told = Listener::new(&server, &events).rest();
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.iter().filter(|name| **name == "line").count(), 1, "{names:?}");
    assert_eq!(told.last(), Some(&("done".to_owned(), json!({"exit": 0, "cancelled": false}))));
    let (_, line) = told.iter().find(|(name, _)| name == "line").expect("a line");
    assert_eq!((&line["command"], &line["status"]), (&json!("endgame build"), &json!("ok")));
    assert_eq!(server.get("/standard?fen=8/8/8/4k3/8/8/8/R3K3_w_-_-_0_1").status, 200);
    let again = Listener::new(&server, &events).rest();
    assert_eq!(again.last(), told.last(), "what was said can be heard again");
    assert_eq!(server.delete(&format!("/api/jobs/{id}")).status, 200);
    let none = server.get("/api/jobs/0123/events");
    assert_eq!((none.status, none.kind().as_str()), (404, "not-found"));
}

#[test]
fn progress_comes_at_once_and_cancelling_ends_the_child() {
    let server = Server::start(folder(), &[]);
    let (id, events) = start(&server, &endless());
    let mut listener = Listener::new(&server, &events);
    let progress = listener.wait_for("progress");
    assert!(progress["label"].is_string() && progress.get("share").is_some(), "{progress}");
    server.wait_until("a child", |server| !children(server).is_empty());
    assert_eq!(server.delete(&format!("/api/jobs/{id}")).status, 200);
    let told = listener.rest();
    let (name, end) = told.last().expect("an end");
    assert_eq!((name.as_str(), &end["cancelled"]), ("done", &json!(true)), "{told:?}");
    assert_eq!(end["exit"], 130, "{told:?}");
    server.wait_until("no child", |server| children(server).is_empty());
}

/// Empty grids of 9x9, each of which has far more solutions than are counted.
fn empty_grids(count: usize) -> String {
    vec![".".repeat(81); count].join("\n")
}

/// The kinds of the complaints among the lines of a job.
fn complaints(told: &[Event]) -> Vec<&str> {
    let lines = told.iter().filter(|(name, _)| name == "line");
    lines.filter_map(|(_, line)| line["error"]["kind"].as_str()).collect()
}

#[test]
fn a_job_that_says_too_much_says_so() {
    let server = shared();
    let order = json!({"command": "sudoku solve", "arguments": {
        "grid": empty_grids(30), "all": true, "count": 10_000}});
    let told = Listener::new(server, &start(server, &order).1).rest();
    assert_eq!(complaints(&told), ["too-large"]);
    assert_eq!(told.last(), Some(&("done".to_owned(), json!({"exit": 4, "cancelled": false}))));
}

#[test]
fn a_job_whose_time_is_up_says_what_it_knows() {
    let server = Server::start(folder(), &["--job-time", "2"]);
    let told = Listener::new(&server, &start(&server, &endless()).1).rest();
    let lines: Vec<&Value> =
        told.iter().filter(|(name, _)| name == "line").map(|(_, line)| line).collect();
    assert_eq!(lines.len(), 1, "{told:?}");
    assert_eq!((&lines[0]["status"], &lines[0]["command"]), (&json!("open"), &json!("mate solve")));
    assert_eq!(told.last(), Some(&("done".to_owned(), json!({"exit": 4, "cancelled": false}))));
}

/// Nothing limits a build of tables but the server.
#[test]
fn a_job_that_does_not_mind_its_time_is_ended_and_says_so() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path(), &["--job-time", "0.1"]);
    let order = json!({"command": "endgame build", "arguments": {"men": 5}});
    let told = Listener::new(&server, &start(&server, &order).1).rest();
    assert_eq!(complaints(&told).last(), Some(&"timeout"), "{told:?}");
    assert_eq!(told.last(), Some(&("done".to_owned(), json!({"exit": 4, "cancelled": false}))));
}

#[test]
fn a_job_ends_when_nobody_listens_any_more() {
    let server = Server::start(folder(), &[]);
    let (_, events) = start(&server, &endless());
    let mut listener = Listener::new(&server, &events);
    listener.wait_for("progress");
    assert_eq!(server.counter("jobs_running"), 1);
    drop(listener);
    server.wait_until("the job is over", |server| server.counter("jobs_running") == 0);
    server.wait_until("no child", |server| children(server).is_empty());
    let told = Listener::new(&server, &events).rest();
    assert_eq!(told.last().expect("an end").1["cancelled"], true);
}

#[test]
fn asking_for_the_head_of_events_is_not_listening() {
    let server = Server::start(folder(), &[]);
    let (_, events) = start(&server, &endless());
    let head = format!("HEAD {events} HTTP/1.0\r\nHost: {}\r\n\r\n", server.address);
    assert_eq!(server.say(head.as_bytes()).status, 200);
    // Had someone listened and left, the job would be cancelled.
    Listener::new(&server, &events).wait_for("progress");
}

#[test]
fn a_job_that_nobody_ever_listens_to_ends() {
    let server = Server::start(folder(), &[]);
    start(&server, &endless());
    server.wait_until("a child", |server| !children(server).is_empty());
    server.wait_until("no child", |server| children(server).is_empty());
    server.wait_until("the job is over", |server| server.counter("jobs_running") == 0);
}

#[test]
fn jobs_wait_in_line_and_there_is_an_end_to_the_line() {
    let server = Server::start(folder(), &["--jobs", "1"]);
    let (first, events) = start(&server, &endless());
    let mut running = Listener::new(&server, &events);
    running.wait_for("progress");
    let waiting: Vec<(String, Listener)> = (1..=8)
        .map(|place| {
            let (id, events) = start(&server, &endless());
            let mut listener = Listener::new(&server, &events);
            assert_eq!(listener.wait_for("queued"), json!({ "place": place }));
            (id, listener)
        })
        .collect();
    let refused = server.post("/api/jobs", &endless().to_string());
    assert_eq!((refused.status, refused.kind().as_str()), (503, "busy"));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(server.counter("jobs_waiting"), 8);

    let mut waiting = waiting.into_iter();
    let (_, mut next) = waiting.next().expect("one who waits");
    let (_, mut second) = waiting.next().expect("another");
    server.delete(&format!("/api/jobs/{first}"));
    next.wait_for("progress");
    assert_eq!(second.wait_for("queued"), json!({ "place": 1 }));
    let (third, last) = waiting.next().expect("a third");
    server.delete(&format!("/api/jobs/{third}"));
    let told = last.rest();
    assert_eq!(told.last().expect("an end").1["cancelled"], true, "cancelled before its turn");
}

#[test]
fn puzzles_come_one_by_one_as_they_are_made() {
    let server = shared();
    let order = json!({"command": "sudoku gen", "arguments": {"count": 3, "seed": 1}});
    let told = Listener::new(server, &start(server, &order).1).rest();
    let lines = told.iter().filter(|(name, _)| name == "line");
    let kinds: Vec<&Value> = lines.map(|(_, line)| &line["result"]["kind"]).collect();
    assert_eq!(kinds, ["sudoku", "sudoku", "sudoku"]);
}

#[test]
fn orders_that_make_no_sense_are_refused() {
    let server = shared();
    let cases = [
        ("", "expected"),
        ("[]", "expected"),
        ("{}", "expected"),
        (r#"{"command": 1}"#, "expected"),
        (r#"{"command": "serve"}"#, "no such command"),
        (r#"{"command": "endgame play"}"#, "no such command"),
        (r#"{"command": "board show --file /etc/passwd"}"#, "no such command"),
        (
            r#"{"command": "board show", "arguments": {"file": "/etc/passwd"}}"#,
            "unexpected parameter",
        ),
        (r#"{"command": "board show", "arguments": []}"#, "expected an object"),
        (r#"{"command": "board show", "extra": 1}"#, "unexpected field"),
    ];
    for (body, expected) in cases {
        let reply = server.post("/api/jobs", body);
        assert_eq!((reply.status, reply.kind().as_str()), (400, "usage"), "{body}");
        assert!(reply.text().contains(expected), "{body}: {}", reply.text());
    }
}

#[test]
fn a_request_whose_client_leaves_is_worked_on_no_more() {
    let server = Server::start(folder(), &["--time", "3600"]);
    let mut stream = server.connect();
    let order = endless();
    let arguments = order["arguments"].as_object().expect("an object");
    let body = json!(arguments).to_string();
    let request = format!(
        "POST /api/mate/solve HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("sent");
    server.wait_until("a child", |server| !children(server).is_empty());
    drop(stream);
    server.wait_until("no child", |server| children(server).is_empty());
    server.wait_until("the work is over", |server| server.counter("requests_running") == 0);
}

#[test]
fn a_request_that_takes_too_long_is_open_or_told_to_be_a_job() {
    let server = Server::start(folder(), &["--time", "1"]);
    let reply = server.post("/api/mate/solve", &endless()["arguments"].to_string());
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.json()["status"], "open");
    // Nothing limits this one but the server.
    let reply = server.post("/api/endgame/build", r#"{"men": 5}"#);
    assert_eq!((reply.status, reply.kind().as_str()), (504, "timeout"), "{}", reply.text());
    server.wait_until("no child", |server| children(server).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn children_do_not_outlive_a_server_that_is_killed() {
    let mut server = Server::start(folder(), &[]);
    let (_, events) = start(&server, &endless());
    let mut listener = Listener::new(&server, &events);
    listener.wait_for("progress");
    let children = children(&server);
    assert!(!children.is_empty());
    server.process.kill().expect("it can be killed");
    server.process.wait().expect("it ends");
    let start = Instant::now();
    while children.iter().any(|id| is_alive(*id)) {
        assert!(start.elapsed() < PATIENCE, "a child lives on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The processes that a server has started and that have not ended.
fn children(server: &Server) -> Vec<u32> {
    let parent = server.process.id();
    let entries = std::fs::read_dir("/proc").expect("a system that lists its processes").flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| parent_of(*id) == Some(parent)).collect()
}

/// Whose child a process is, unless it has ended.
fn parent_of(id: u32) -> Option<u32> {
    let mut text = String::new();
    std::fs::File::open(Path::new("/proc").join(id.to_string()).join("stat"))
        .ok()?
        .read_to_string(&mut text)
        .ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    (state != "Z").then_some(parent)
}

fn is_alive(id: u32) -> bool {
    parent_of(id).is_some()
}
