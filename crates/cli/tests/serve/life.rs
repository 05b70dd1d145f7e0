//! Beginning and end of the server, and how it fares in the long run.

use crate::workshop::{PATIENCE, Server, command, folder, quoted};
use std::io::Write;
use std::process::Command;
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

/// Closing standard input stands for Ctrl-C here; both ask for the same end.
#[test]
fn it_ends_in_order() {
    let mut server = Server::start(folder(), &[]);
    let mut open = server.connect();
    open.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    drop(server.process.stdin.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = server.process.try_wait().expect("a status") {
            break status;
        }
        assert!(start.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    // On a busy machine the end may be cut short.
    assert!([Some(0), Some(130)].contains(&status.code()), "{status}");
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

/// The memory that a process holds in bytes.
#[cfg(target_os = "linux")]
fn memory(server: &Server) -> u64 {
    let path = format!("/proc/{}/status", server.process.id());
    let text = std::fs::read_to_string(path).expect("a system that tells");
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its size");
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

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow tier: make test-slow"]
fn five_minutes_of_everything_leave_no_trace() {
    const WARM_UP: Duration = Duration::from_secs(120);
    const ALL: Duration = Duration::from_secs(300);
    const ROOM: u64 = 4 << 20;
    let server = Server::start(folder(), &["--rate", "100000"]);
    let start = Instant::now();
    let (mut n, mut before) = (0, None);
    while start.elapsed() < ALL {
        round(&server, n);
        n += 1;
        if before.is_none() && start.elapsed() > WARM_UP {
            before = Some(memory(&server));
        }
    }
    let (before, after) = (before.expect("there was time"), memory(&server));
    println!("{n} rounds, {before} bytes after the warm-up, {after} at the end");
    assert!(after <= before + ROOM, "from {before} to {after} bytes in {n} rounds");
}
