//! Beginning and end of the server, and how it fares in the long run.

use crate::workshop::{PATIENCE, Reply, Server, command, folder, quoted};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn it_says_where_it_is() {
    let server = Server::start(folder(), &[]);
    assert_eq!(server.greeting["command"], "serve");
    assert!(server.greeting["result"]["page"].is_boolean());
    assert!(server.address.ip().is_loopback(), "unless told otherwise");
}

#[test]
fn a_port_in_use_is_told_with_a_way_forward() {
    let server = Server::start(folder(), &[]);
    let port = server.address.port().to_string();
    let (code, line) = command(&["serve", "--json", "--port", &port]);
    let complaint: serde_json::Value = serde_json::from_str(&line).expect("an envelope");
    assert_eq!((code, &complaint["error"]["kind"]), (3, &serde_json::json!("address")));
    assert_eq!(complaint["error"]["message"], format!("port {port} is in use"));
    assert!(complaint["error"]["help"][1].as_str().is_some_and(|help| help.contains("--port 0")));
    let (code, line) = command(&["serve", "--json", "--host", "nowhere.example"]);
    assert_eq!(code, 3, "{line}");
}

/// Asks a server to end by closing its standard input, which stands for Ctrl-C here, and tells how
/// it ended and what a client that had asked before was told.
fn farewell() -> (Option<i32>, Reply) {
    let mut server = Server::start(folder(), &[]);
    let mut open = server.connect();
    open.write_all(b"GET /monitor HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    server.wait_until("it is answered", |server| server.counter("answers_2xx") > 0);
    drop(server.process.stdin.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = server.process.try_wait().expect("a status") {
            break status;
        }
        assert!(start.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    (status.code(), Reply::read(&mut open))
}

/// On a busy machine an end in order may be cut short after two seconds, but hardly three times.
#[test]
fn it_ends_in_order() {
    let ends: Vec<_> =
        (0..3).map(|_| farewell()).take_while(|(code, _)| *code != Some(0)).collect();
    assert!(ends.len() < 3, "it never ends in order: {ends:?}");
    assert!(ends.iter().all(|(code, _)| *code == Some(130)), "{ends:?}");
}

#[test]
fn who_was_answered_before_the_end_has_the_answer() {
    let (_, reply) = farewell();
    assert!(reply.status == 200 && reply.text().contains("answers_2xx"), "{reply:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_order() {
    let mut server = Server::start(folder(), &[]);
    // To wait closes standard input, which would press Ctrl-C again.
    let _input = server.process.stdin.take();
    let sent = Command::new("kill").args(["-INT", &server.process.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let status = server.process.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

/// A file that cannot be written is a fault of the server, which it notes for whoever runs it.
#[cfg(unix)]
#[test]
fn faults_are_answered_even_if_nobody_reads_the_notes() {
    let mut server = Server::start_with(folder(), &[], |command| {
        command.env("TMPDIR", "/nowhere").stderr(Stdio::piped());
    });
    drop(server.process.stderr.take());
    for _ in 0..3 {
        let reply = server.post("/api/puzzle/show", r#"{"puzzles": "x"}"#);
        assert_eq!((reply.status, reply.kind().as_str()), (500, "internal"));
        assert!(!reply.text().contains("nowhere"), "{}", reply.text());
    }
    assert_eq!(server.get("/monitor").status, 200);
}

/// What a server that was killed has left, the next one removes.
#[cfg(unix)]
#[test]
fn folders_of_a_server_that_was_killed_are_swept() {
    let place = tempfile::tempdir().expect("a folder");
    let start = || {
        Server::start_with(folder(), &[], |command| {
            command.env("TMPDIR", place.path());
        })
    };
    let count = || std::fs::read_dir(place.path()).expect("a folder").count();
    let upload = |server: &Server| {
        let reply = server.post("/api/puzzle/show", r#"{"puzzles": "x"}"#);
        assert_eq!(reply.status, 400, "{}", reply.text());
    };
    let (mut killed, alive) = (start(), start());
    upload(&killed);
    upload(&alive);
    assert_eq!(count(), 2);
    killed.process.kill().expect("it can be killed");
    killed.process.wait().expect("it ends");
    assert_eq!(count(), 2, "nobody was there to tidy up");
    let next = start();
    assert_eq!(count(), 1, "that of the server that lives on");
    upload(&alive);
    upload(&next);
    assert_eq!(count(), 2);
}

/// The memory of its own that a process holds in bytes; files that are mapped are not.
#[cfg(target_os = "linux")]
pub(crate) fn memory(server: &Server) -> u64 {
    let path = format!("/proc/{}/status", server.process.id());
    let text = std::fs::read_to_string(path).expect("a system that tells");
    let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("its size");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Some of everything.
#[cfg(target_os = "linux")]
fn round(server: &Server, n: u64) {
    let rank = ["R3K3", "1R2K3", "2R1K3", "4K1R1", "4K2R"][n as usize % 5];
    let fen = quoted(&format!("8/8/8/4k3/8/8/8/{rank} w - - {} 1", n % 40));
    assert_eq!(server.get(&format!("/standard?fen={fen}")).status, 200);
    assert_eq!(server.get(&format!("/standard/mainline?fen={fen}")).status, 200);
    assert_eq!(server.get(&format!("/api/board/moves?fen={fen}")).status, 200);
    assert_eq!(server.get("/api/sudoku/gen?order=2&count=2").status, 200);
    assert_eq!(server.get("/api").status, 200);
    assert_eq!(server.get("/api/board/show?fen=nonsense").status, 400);
    let body = r#"{"command": "board show", "arguments": {"fen": "startpos"}}"#;
    let started = server.post("/api/jobs", body).json();
    let events = started["events"].as_str().expect("an address");
    assert!(server.get(events).text().contains("event: done"));
}

/// How long the soak is, in seconds, unless `SOLE_SOAK_SECONDS` says otherwise.
#[cfg(target_os = "linux")]
const SOAK: u64 = 300;

/// The memory at the end of each of six parts of the soak: in the first two what is remembered
/// fills up, in the last two there is next to no growth. A leak goes on growing.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow tier: make test-slow"]
fn five_minutes_of_everything_leave_no_trace() {
    const PARTS: u32 = 6;
    const ROOM_AFTER_WARM_UP: u64 = 1 << 20;
    const ROOM_AT_THE_END: u64 = 512 << 10;
    let asked = std::env::var("SOLE_SOAK_SECONDS").ok();
    let seconds = asked.map_or(SOAK, |text| text.parse().expect("a number of seconds"));
    let server = Server::start(folder(), &["--rate", "100000"]);
    let (start, all) = (Instant::now(), Duration::from_secs(seconds));
    let (mut n, mut held) = (0, Vec::new());
    for part in 1..=PARTS {
        while start.elapsed() < all * part / PARTS {
            round(&server, n);
            n += 1;
        }
        held.push(memory(&server));
        println!("{n} rounds: {} bytes", memory(&server));
    }
    let [_, warm, _, late, _, end] = held[..] else { panic!("{held:?}") };
    assert!(end <= warm + ROOM_AFTER_WARM_UP, "{held:?} bytes in {n} rounds");
    assert!(end <= late + ROOM_AT_THE_END, "{held:?} bytes in {n} rounds");
}
