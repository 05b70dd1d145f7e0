//! A panic in a handler is an answer of its own, and the server lives on.

use sole_web::{Ceilings, Probed, Settings, Tablebase, serve};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Tables that panic when they are asked about what they do not like.
struct Touchy;

impl Tablebase for Touchy {
    fn position(&self, fen: &str) -> Result<String, Vec<u8>> {
        assert_ne!(fen, "early", "panics where requests are read");
        Ok(fen.to_owned())
    }

    fn probe(&self, fen: &str) -> Probed {
        assert_ne!(fen, "late", "panics where tables are read");
        Probed::Found(b"{}".to_vec())
    }

    fn mainline(&self, _: &str) -> Probed {
        Probed::Missing(b"{}".to_vec())
    }
}

fn settings() -> Settings {
    let ceilings = Ceilings {
        time: Duration::from_secs(1),
        memory: 1 << 20,
        threads: 1,
        folder: std::env::temp_dir(),
    };
    Settings {
        program: "no-such-program".into(),
        request: ceilings.clone(),
        job: ceilings,
        workers: 1,
        jobs: 1,
        rate: 1000,
        origins: Vec::new(),
        hosts: Vec::new(),
    }
}

fn get(address: SocketAddr, target: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("it accepts");
    let request = format!("GET {target} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("an answer");
    let status = reply.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
    let body = reply.split_once("\r\n\r\n").expect("a body").1.to_owned();
    (status, body)
}

#[test]
fn a_panic_answers_500_and_the_server_lives_on() {
    let (tell, told) = mpsc::channel();
    let end = Arc::new(AtomicBool::new(false));
    let is_to_end = Arc::clone(&end);
    let server = std::thread::spawn(move || {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let ready = |address| {
            tell.send(address).expect("someone waits");
            Ok(())
        };
        serve(address, settings(), Arc::new(Touchy), ready, || is_to_end.load(Ordering::SeqCst))
    });
    let address = told.recv().expect("an address");
    for _ in 0..3 {
        for fen in ["early", "late"] {
            let (status, body) = get(address, &format!("/standard?fen={fen}"));
            assert_eq!(status, 500, "{fen}");
            assert!(
                body.contains("\"kind\":\"internal\"") && !body.contains("panics where"),
                "{body}"
            );
        }
        assert_eq!(get(address, "/standard?fen=fine"), (200, "{}".to_owned()));
        assert_eq!(get(address, "/standard/mainline?fen=fine").0, 404);
    }
    let (status, body) = get(address, "/api/board/show?fen=x");
    assert_eq!(status, 500, "a program that cannot be started: {body}");
    assert!(!body.contains("no-such-program"), "{body}");
    end.store(true, Ordering::SeqCst);
    server.join().expect("no panic").expect("no error");
    assert!(TcpStream::connect(address).is_err(), "nobody is there any more");
}
