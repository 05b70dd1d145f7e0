//! A server in this process, and a client.

use sole_web::{Limits, Settings, Tablebase, serve};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that runs until it is closed.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    end: Arc<AtomicBool>,
    server: JoinHandle<io::Result<()>>,
}

impl Host {
    /// Starts a server over a program and tables.
    pub(crate) fn open(program: impl Into<PathBuf>, tables: impl Tablebase) -> Host {
        let (tell, told) = mpsc::channel();
        let end = Arc::new(AtomicBool::new(false));
        let is_to_end = Arc::clone(&end);
        let (settings, tables) = (settings(program.into()), Arc::new(tables));
        let server = std::thread::spawn(move || {
            let address = SocketAddr::from(([127, 0, 0, 1], 0));
            let ready = |address| {
                tell.send(address).expect("someone waits");
                Ok(())
            };
            serve(address, settings, tables, ready, || is_to_end.load(Ordering::SeqCst))
        });
        Host { address: told.recv().expect("an address"), end, server }
    }

    /// The status and the body of an answer.
    pub(crate) fn get(&self, target: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("it accepts");
        let request = format!("GET {target} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("an answer");
        let status = reply.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
        let body = reply.split_once("\r\n\r\n").expect("a body").1.to_owned();
        (status, body)
    }

    /// Ends it, which must go well.
    pub(crate) fn close(self) {
        self.end.store(true, Ordering::SeqCst);
        self.server.join().expect("no panic").expect("no error");
        assert!(TcpStream::connect(self.address).is_err(), "nobody is there any more");
    }
}

fn settings(program: PathBuf) -> Settings {
    let limits = Limits {
        time: Duration::from_secs(60),
        grace: Duration::from_millis(500),
        memory: 1 << 20,
        threads: 1,
        folder: std::env::temp_dir(),
    };
    Settings {
        program,
        request: limits.clone(),
        job: limits,
        disk: u64::MAX,
        workers: 1,
        jobs: 1,
        rate: 1000,
        length: |_| None,
        origins: Vec::new(),
        hosts: Vec::new(),
    }
}
