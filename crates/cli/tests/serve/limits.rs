//! What is too much, too long, too often, too slow, or from somewhere else.

#[cfg(target_os = "linux")]
use crate::life::memory;
use crate::workshop::{PATIENCE, Reply, Server, folder, quoted, shared};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

const PROBE: &str = "/standard?fen=8/8/8/4k3/8/8/8/R3K3_w_-_-_0_1";

#[test]
fn bodies_have_a_limit() {
    let server = shared();
    let body = |bytes: usize| format!("{{\"fen\": \"{}\"}}", "x".repeat(bytes - 11));
    let fits = server.post("/api/board/show", &body(64 << 10));
    assert_eq!((fits.status, fits.kind().as_str()), (400, "bad-fen"));
    let too_large = server.post("/api/board/show", &body((64 << 10) + 1));
    assert_eq!((too_large.status, too_large.kind().as_str()), (413, "too-large"));

    let huge = format!(
        "POST /api/jobs HTTP/1.0\r\nHost: {}\r\nContent-Length: 104857600\r\n\r\n",
        server.address
    );
    let mut stream = server.connect();
    stream.write_all(huge.as_bytes()).expect("sent");
    // The refusal comes before the body is there.
    assert_eq!(Reply::read(&mut stream).status, 413);
    println!("a body of 100 MB: 413 before any of it");

    let mut stream = server.connect();
    let head = format!(
        "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    let sent = (0..100_000).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    println!("a body without an end: cut off after {} MB", sent * 0x1000 / 1_000_000);
    assert!(sent < 25_600, "100 MB were taken");
    assert_eq!(server.get(PROBE).status, 200);
}

#[test]
fn a_malformed_chunk_is_a_bad_request() {
    let server = shared();
    let head = format!(
        "POST /api/board/show HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    for chunk in ["ZZ\r\n", "5\r\n{\"a\":1}\r\n0\r\n\r\n", "-1\r\n\r\n"] {
        let reply = server.say(format!("{head}{chunk}").as_bytes());
        assert_eq!((reply.status, reply.kind().as_str()), (400, "usage"), "{chunk:?}");
    }
    let twice = format!(
        "GET {PROBE} HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\nConnection: close\r\n\r\n",
        server.address
    );
    let reply = server.say(twice.as_bytes());
    assert_eq!((reply.status, reply.kind().as_str()), (400, "usage"), "two Host headers");
}

/// Tables are not added to a folder that holds more than it may, and a command that fills it is
/// stopped.
#[test]
fn the_data_folder_has_a_limit() {
    let data = tempfile::tempdir().expect("a folder");
    let build = |server: &Server, material: &str| {
        server.post("/api/endgame/build", &format!("{{\"material\": \"{material}\"}}"))
    };
    let filled = build(&Server::start(data.path(), &["--disk", "1000"]), "KQRvKR");
    assert_eq!((filled.status, filled.kind().as_str()), (507, "disk"), "{}", filled.text());
    let server = Server::start(data.path(), &["--disk", "1000"]);
    let refused = build(&server, "KRvK");
    assert_eq!((refused.status, refused.kind().as_str()), (507, "disk"), "{}", refused.text());
    let body = r#"{"command": "endgame build", "arguments": {"material": "KRvK"}}"#;
    assert_eq!(server.post("/api/jobs", body).status, 507);
    let counters = server.get("/monitor").text();
    assert!(
        counters.contains("disk_limit 1000\n") && !counters.contains("disk_used 0\n"),
        "{counters}"
    );
}

/// What every child of a server is told beside its own flags for memory, which not all commands
/// have.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_takes_more_memory_than_it_may_have_ends() {
    let empty = ".".repeat(256);
    let flags = ["sudoku", "solve", "--json", "--all", "--count=1000000"];
    let output = Command::new(env!("CARGO_BIN_EXE_sole"))
        .args(flags)
        .args(["--most-data=67108864", &empty])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("memory allocation of "), "{} {said}", output.status);
    assert!(output.status.code().is_none() && output.stdout.is_empty(), "{}", output.status);
}

/// All solutions are held until they are told.
#[test]
fn not_all_solutions_of_everything_can_be_asked_for() {
    let server = shared();
    let ask = |count: u64| {
        let body = serde_json::json!({"grid": ".".repeat(625), "all": true, "count": count});
        server.post("/api/sudoku/solve", &body.to_string())
    };
    let refused = ask(1_000_000);
    assert_eq!((refused.status, refused.kind().as_str()), (400, "usage"), "{}", refused.text());
    assert_eq!(ask(100).json()["result"]["solutions"].as_array().map(Vec::len), Some(100));
}

#[test]
fn addresses_have_a_limit() {
    let server = shared();
    let query = |bytes: usize| format!("/api/board/show?fen={}", "8".repeat(bytes - 4));
    let fits = server.get(&query(4096));
    assert_eq!((fits.status, fits.kind().as_str()), (400, "bad-fen"));
    let too_long = server.get(&query(4097));
    assert_eq!((too_long.status, too_long.kind().as_str()), (414, "too-long"));
    assert_eq!(server.get(&format!("/{}", "x".repeat(5000))).status, 414);
    // What is far too long is refused before it is read, or cut off.
    let megabyte = server.get(&query(1 << 20)).status;
    println!("an address of 1 MB: {megabyte}");
    assert!([0, 400, 414, 431].contains(&megabyte), "{megabyte}");
    let heads = server.get_with("/", &format!("X-Long: {}\r\n", "x".repeat(1 << 20))).status;
    assert!([0, 400, 431].contains(&heads), "{heads}");
    assert_eq!(server.get(PROBE).status, 200);
}

#[test]
fn a_client_that_asks_too_often_is_told_to_wait() {
    let server = Server::start(folder(), &["--rate", "1"]);
    let ask = || server.get("/api/endgame/list");
    let replies: Vec<Reply> = (0..30).map(|_| ask()).collect();
    let refused = replies.iter().find(|reply| reply.status == 429).expect("too often");
    assert_eq!((refused.kind().as_str(), refused.header("retry-after")), ("rate", Some("1")));
    assert!(replies.iter().filter(|reply| reply.status == 200).count() >= 5);
    // What costs nothing can be had all the same.
    for _ in 0..100 {
        assert_eq!(server.get(PROBE).status, 200);
        assert_eq!(server.get("/").status, 200);
    }
    server.wait_until("the bucket fills", |server| server.get("/api/endgame/list").status == 200);
}

#[test]
fn other_names_and_other_sites_are_refused() {
    let server = Server::start(
        folder(),
        &["--allow-origin", "https://friend.example", "--allow-host", "sole.example"],
    );
    let host =
        |host: &str| server.say(format!("GET {PROBE} HTTP/1.0\r\nHost: {host}\r\n\r\n").as_bytes());
    for (name, expected) in
        [("localhost:1", 200), ("127.0.0.1", 200), ("sole.example", 200), ("evil.example", 421)]
    {
        assert_eq!(host(name).status, expected, "{name}");
    }
    assert_eq!(host("evil.example").kind(), "host");
    assert_eq!(server.say(format!("GET {PROBE} HTTP/1.0\r\n\r\n").as_bytes()).status, 421);

    let own = format!("Origin: http://{}\r\n", server.address);
    assert_eq!(server.get_with(PROBE, &own).status, 200);
    let evil = server.get_with(PROBE, "Origin: https://evil.example\r\n");
    assert_eq!((evil.status, evil.kind().as_str()), (403, "origin"));
    let image = server.get_with(PROBE, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n");
    assert_eq!(image.status, 403);
    let friend = server.get_with(PROBE, "Origin: https://friend.example\r\n");
    assert_eq!(friend.status, 200);
    assert_eq!(friend.header("access-control-allow-origin"), Some("https://friend.example"));
    let preflight = server.say(
        format!(
            "OPTIONS /api/jobs HTTP/1.0\r\nHost: {}\r\nOrigin: https://friend.example\r\n\
             Access-Control-Request-Method: POST\r\n\r\n",
            server.address
        )
        .as_bytes(),
    );
    assert_eq!(preflight.status, 204);
    assert!(
        preflight.header("access-control-allow-methods").is_some_and(|all| all.contains("POST"))
    );
    let plain = server.get(PROBE);
    assert!(plain.header("access-control-allow-origin").is_none());
    assert!(plain.head.contains("vary: origin"), "caches are told that others get more");
}

#[test]
fn long_texts_are_compressed_for_clients_that_accept_it() {
    let target = "/api/openapi.json";
    let plain = shared().get(target);
    let packed = shared().get_with(target, "Accept-Encoding: gzip, br\r\n");
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.starts_with(b"\x1f\x8b"), "{}", packed.head);
    assert!(packed.body.len() < plain.body.len() / 4, "{} bytes", packed.body.len());
    for reply in [plain, packed] {
        assert!(reply.head.contains("vary: accept-encoding"), "{}", reply.head);
    }
}

#[test]
fn addresses_name_the_methods_that_they_take() {
    let server = shared();
    let cases = [
        ("DELETE", "/", "GET,HEAD"),
        ("POST", "/play", "GET,HEAD"),
        ("GET", "/api/endgame/build", "POST"),
        ("GET", "/api/atlas/grow?plies=1", "POST"),
        ("DELETE", "/api/board/show", "GET,HEAD,POST"),
        ("POST", "/standard", "GET,HEAD"),
        ("PUT", "/api/jobs", "POST"),
        ("GET", "/api/jobs/1", "DELETE"),
    ];
    for (method, target, expected) in cases {
        let ask = |method: &str| {
            let host = server.address;
            server.say(format!("{method} {target} HTTP/1.0\r\nHost: {host}\r\n\r\n").as_bytes())
        };
        let refused = ask(method);
        assert_eq!((refused.status, refused.kind().as_str()), (405, "method"), "{method} {target}");
        assert_eq!(refused.header("allow"), Some(expected), "{method} {target}");
        let asked = ask("OPTIONS");
        assert_eq!((asked.status, asked.header("allow")), (204, Some(expected)), "{target}");
        assert_eq!(asked.header("access-control-allow-methods"), Some(expected), "{target}");
    }
}

#[test]
fn wild_requests_are_refused_and_harm_nobody() {
    let server = shared();
    let host = server.address;
    let get = |target: &str| format!("GET {target} HTTP/1.0\r\nHost: {host}\r\n\r\n").into_bytes();
    let deep = "[".repeat(30_000);
    let nested = format!("{{\"fen\": {}{}}}", "[".repeat(100), "]".repeat(100));
    let cases: Vec<(Vec<u8>, &[u16])> = vec![
        (get("/../../etc/passwd"), &[400, 404]),
        (get("/%2e%2e/%2e%2e/etc/passwd"), &[400, 404]),
        (get("/assets/../../etc/passwd"), &[400, 404]),
        (get("/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), &[400, 404]),
        (get("/api/board/show?fen=%ff%fe"), &[400]),
        (get("/api/board/show?fen=%00"), &[400]),
        (get("/api/board/show?fen=x&fen=y"), &[400]),
        (get("/api/nonsense/show"), &[404]),
        (get("/api/board/nonsense"), &[404]),
        (get("/api/board"), &[404]),
        (get("/api/%ff/show"), &[400]),
        (get("/api/%ff"), &[400]),
        (get("/api/collection/%ff"), &[400]),
        (get("/api/jobs/%ff/events"), &[400]),
        (get("/standard"), &[400]),
        (get("/standard/nonsense"), &[404]),
        (b"GET /\xff HTTP/1.0\r\nHost: localhost\r\n\r\n".to_vec(), &[0, 400, 404]),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n".to_vec(), &[0, 400, 505]),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc".to_vec(), &[0, 400]),
        (b"\r\n\r\n\r\n\r\n".to_vec(), &[0, 400]),
        (b"NONSENSE\r\n\r\n".to_vec(), &[0, 400]),
        (format!("PATCH / HTTP/1.0\r\nHost: {host}\r\n\r\n").into_bytes(), &[405]),
        (format!("DELETE /api/jobs/ HTTP/1.0\r\nHost: {host}\r\n\r\n").into_bytes(), &[405]),
        (format!("DELETE /api/board/show HTTP/1.0\r\nHost: {host}\r\n\r\n").into_bytes(), &[405]),
        (format!("GET / HTTP/1.0\r\nHost: {host}\r\nX: a\rb\r\n\r\n").into_bytes(), &[0, 200, 400]),
    ];
    for (request, expected) in cases {
        let reply = server.say(&request);
        let shown = String::from_utf8_lossy(&request).into_owned();
        assert!(expected.contains(&reply.status), "{shown}: {} {}", reply.status, reply.text());
        // What is no HTTP has no envelope: it never reaches those who write them.
        let is_http = expected.iter().all(|status| ![0, 505].contains(status));
        assert!(!is_http || !reply.kind().is_empty(), "{shown}: {}", reply.text());
        assert!(!reply.text().contains("root:"), "{shown}");
    }
    for body in [deep.as_str(), &nested, "{\"fen\": ", "nonsense", "\u{feff}{}", "{\"fen\": {}}"] {
        let reply = server.post("/api/board/show", body);
        assert_eq!((reply.status, reply.kind().as_str()), (400, "usage"), "{:.40}", body);
    }
    let both = server.post("/api/board/show?fen=x", "{}");
    assert_eq!((both.status, both.kind().as_str()), (400, "usage"), "{}", both.text());
    let split =
        server.get(&format!("/api/board/show?fen={}", quoted("x\r\nX-Injected: yes\r\n\r\n")));
    assert!(split.header("x-injected").is_none());
    assert_eq!(server.get(PROBE).status, 200);
}

/// The body of each of so many answers over one connection.
fn ask_again_and_again(server: &Server, target: &str, count: usize) -> Vec<Vec<u8>> {
    let mut stream = BufReader::new(server.connect());
    let request = format!("GET {target} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut answer = || {
        stream.get_mut().write_all(request.as_bytes()).expect("sent");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(stream.read_line(&mut head).expect("a head") > 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.and_then(|text| text.parse().ok()).expect("a length")];
        stream.read_exact(&mut body).expect("a body");
        body
    };
    (0..count).map(|_| answer()).collect()
}

#[test]
fn many_clients_at_once_are_all_answered_right() {
    const CLIENTS: usize = 32;
    const EACH: usize = 250;
    let server = Server::start(folder(), &[]);
    let expected = server.get(PROBE).body;
    std::thread::scope(|scope| {
        let ask = || ask_again_and_again(&server, PROBE, EACH);
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(ask)).collect();
        for client in clients {
            let answers = client.join().expect("no panic");
            assert!(answers.len() == EACH && answers.iter().all(|answer| *answer == expected));
        }
    });
    assert_eq!(server.counter("answers_5xx"), 0);
    assert_eq!(server.counter("standard_probed"), 1, "all but the first are remembered");
    assert_eq!(server.counter("standard_remembered"), (CLIENTS * EACH) as u64);
}

/// Connections that begin a request and do not end it.
fn slow(server: &Server, count: usize) -> Vec<TcpStream> {
    let begin = |_| {
        let mut stream = server.connect();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("sent");
        stream
    };
    (0..count).map(begin).collect()
}

/// How long a probe takes that must be answered.
fn time_of_probe(server: &Server) -> Duration {
    let start = Instant::now();
    assert_eq!(server.get(PROBE).status, 200);
    start.elapsed()
}

fn slow_clients_keep_nobody_out(count: usize) {
    let server = Server::start(folder(), &[]);
    let mut slow = slow(&server, count);
    let mut times: Vec<_> = (0..200).map(|_| time_of_probe(&server)).collect();
    times.sort();
    println!("{count} slow: half of 200 within {:?}, 99 % within {:?}", times[99], times[197]);
    assert_eq!(server.get("/api/endgame/list").status, 200);
    // Their time is up after some seconds.
    let start = Instant::now();
    for stream in &mut slow {
        let mut byte = [0];
        let closed = loop {
            match stream.read(&mut byte) {
                Ok(0) => break true,
                Ok(_) => {}
                Err(error) => break error.kind() == std::io::ErrorKind::ConnectionReset,
            }
        };
        assert!(closed, "a slow connection is still open");
    }
    println!("{count} slow: all closed after {:?}", start.elapsed());
    assert!(start.elapsed() < PATIENCE, "their time was not up");
    assert_eq!(server.get(PROBE).status, 200);
}

/// A request of which the first bytes of the answer are read, and no more.
#[cfg(target_os = "linux")]
fn glance(server: &Server, target: &str) -> (TcpStream, u16) {
    let mut stream = server.connect();
    let request = format!("GET {target} HTTP/1.0\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).expect("sent");
    let mut start = [0; 12];
    stream.read_exact(&mut start).expect("an answer");
    let status = String::from_utf8_lossy(&start[9..]).parse().expect("a status");
    (stream, status)
}

/// A collection of six megabytes: what is sent of it as it is read is not held, and of answers
/// that are held there are so many and no more.
#[cfg(target_os = "linux")]
#[test]
fn clients_that_read_nothing_do_not_fill_the_memory() {
    const RECORDS: usize = 300;
    const HELD: u64 = 128 << 20;
    let data = tempfile::tempdir().expect("a folder");
    let shelf = data.path().join("collections");
    std::fs::create_dir(&shelf).expect("a folder");
    let record = |n: usize| {
        let position = n.to_string().repeat((20 << 10) / n.to_string().len());
        format!(
            r##"{{"schema":"sole-puzzle/1","kind":"mate","position":"{position}","stipulation":"#2","verdict":"none","solutions":[]}}"##
        ) + "\n"
    };
    let records: String = (0..RECORDS).map(record).collect();
    std::fs::write(shelf.join("big.jsonl"), &records).expect("writable");
    let server = Server::start(data.path(), &["--rate", "10000"]);
    let whole = server.get("/api/collection/big/file");
    assert!(whole.body == records.as_bytes(), "{}", whole.status);

    let before = memory(&server);
    let files: Vec<_> = (0..60).map(|_| glance(&server, "/api/collection/big/file")).collect();
    assert!(files.iter().all(|(_, status)| *status == 200));
    assert_eq!(server.counter("bytes_unread"), 0, "nothing is held of them");
    let room = 16 << 20;
    assert!(memory(&server) < before + room, "{before} became {}", memory(&server));

    let target = "/api/collection/big?limit=500";
    let answers: Vec<_> = (0..40).map(|_| glance(&server, target)).collect();
    let count = |wanted: u16| answers.iter().filter(|(_, status)| *status == wanted).count();
    assert!(count(200) > 5 && count(503) > 5 && count(200) + count(503) == answers.len());
    let held = server.counter("bytes_unread");
    assert!(held > HELD / 2 && held <= HELD, "{held}");
    assert!(memory(&server) < before + 2 * HELD, "{before} became {}", memory(&server));
    assert_eq!(server.get("/monitor").status, 200);
    drop((files, answers));
    server.wait_until("all is gone", |server| server.counter("bytes_unread") == 0);
    assert_eq!(server.get(target).status, 200);
}

#[test]
fn two_hundred_slow_clients_keep_nobody_out() {
    slow_clients_keep_nobody_out(200);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn a_thousand_slow_clients_keep_nobody_out() {
    slow_clients_keep_nobody_out(1000);
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = shared();
    let mut stream = server.connect();
    let head = format!(
        "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n{{",
        server.address
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let reply = Reply::read(&mut stream);
    assert_eq!((reply.status, reply.kind().as_str()), (408, "slow-body"));
}
