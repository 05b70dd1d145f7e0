//! A server to test, and a client that says exactly what it is told to.

use crate::tables;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Long enough for anything that is to come at all, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A server in a process of its own, killed when it is dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
    pub(crate) greeting: Value,
}

/// The tables of three men, built once for all tests that only read them.
pub(crate) fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| tables::three_men("serve-tables"))
}

/// The server that tests share unless they need one of their own.
pub(crate) fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| Server::start(folder(), &["--rate", "10000"]))
}

impl Server {
    /// Starts a server over a data folder, with some flags.
    pub(crate) fn start(folder: &Path, flags: &[&str]) -> Server {
        Server::start_with(folder, flags, |_| ())
    }

    /// The same, in other circumstances.
    pub(crate) fn start_with(
        folder: &Path,
        flags: &[&str],
        prepare: impl FnOnce(&mut Command),
    ) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
        command
            .args(["serve", "--json", "--port", "0", "--threads", "1", "--data-dir"])
            .arg(folder)
            .args(flags)
            // The shared server is never dropped, so it must end with this process.
            .arg("--end-with-input")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        prepare(&mut command);
        let mut process = command.spawn().expect("the binary runs");
        let mut line = String::new();
        let output = process.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut line).expect("it says where it is");
        let greeting: Value = serde_json::from_str(&line).expect("an envelope");
        let address = greeting["result"]["address"].as_str().expect("an address");
        let address = address.trim_start_matches("http://").trim_end_matches('/');
        let address = address.parse().expect("an address with a port");
        Server { process, address, greeting }
    }

    /// A connection of which nothing has been said yet.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect_timeout(&self.address, PATIENCE).expect("it accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and reads whatever comes until the connection ends.
    pub(crate) fn say(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses early may not read to the end.
        let _ = stream.write_all(request);
        Reply::read(&mut stream)
    }

    pub(crate) fn get(&self, target: &str) -> Reply {
        self.get_with(target, "")
    }

    /// A request with further headers, each ended by a line break.
    pub(crate) fn get_with(&self, target: &str, headers: &str) -> Reply {
        self.say(
            format!("GET {target} HTTP/1.0\r\nHost: {}\r\n{headers}\r\n", self.address).as_bytes(),
        )
    }

    pub(crate) fn post(&self, target: &str, body: &str) -> Reply {
        self.say(
            format!(
                "POST {target} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                self.address,
                body.len()
            )
            .as_bytes(),
        )
    }

    pub(crate) fn delete(&self, target: &str) -> Reply {
        self.say(format!("DELETE {target} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address).as_bytes())
    }

    /// A counter of `/monitor`.
    pub(crate) fn counter(&self, name: &str) -> u64 {
        let text = self.get("/monitor").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
    }

    /// Waits until something holds.
    pub(crate) fn wait_until(&self, what: &str, mut holds: impl FnMut(&Server) -> bool) {
        let start = Instant::now();
        while !holds(self) {
            assert!(start.elapsed() < PATIENCE, "{what}: not in time");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a server said.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Reads to the end of the connection; a connection that is cut off has the status 0.
    pub(crate) fn read(stream: &mut TcpStream) -> Reply {
        let mut bytes = Vec::new();
        // What came before the connection broke is what counts.
        let _ = stream.read_to_end(&mut bytes);
        let end =
            bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
        Reply { status, head, body: bytes[end..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let matches = |line: &&str| {
            line.split_once(':').is_some_and(|(found, _)| found.eq_ignore_ascii_case(name))
        };
        Some(self.head.lines().skip(1).find(matches)?.split_once(':')?.1.trim())
    }

    /// The type of its content, without parameters.
    pub(crate) fn media_type(&self) -> &str {
        let content_type = self.header("content-type").unwrap_or_default();
        content_type.split(';').next().unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The kind of the error in the envelope.
    pub(crate) fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap_or_default().to_owned()
    }
}

/// What a command line says, as bytes of its standard output.
pub(crate) fn command(arguments: &[&str]) -> (u8, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_sole")).args(arguments).output().expect("it runs");
    let code = output.status.code().and_then(|code| u8::try_from(code).ok()).expect("an exit code");
    (code, String::from_utf8(output.stdout).expect("text"))
}

/// A text as it stands in an address.
pub(crate) fn quoted(text: &str) -> String {
    let quote = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(quote).collect()
}
