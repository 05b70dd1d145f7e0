//! What must hold for any bytes that are sent to the server.

use crate::host::Host;
use sole_web::{PositionQuery, Probed, Tablebase};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// Tables that know every position.
struct Known;

impl Tablebase for Known {
    fn position(&self, fen: &str) -> Result<PositionQuery, Vec<u8>> {
        Ok(PositionQuery { fen: fen.to_owned(), ..Default::default() })
    }

    fn probe(&self, _: &PositionQuery) -> Probed {
        Probed::Found(b"{}".to_vec())
    }

    fn mainline(&self, _: &PositionQuery) -> Probed {
        Probed::Found(b"{}".to_vec())
    }
}

/// A server whose commands end at once and say nothing.
pub(crate) fn host() -> Host {
    Host::open("true", Known)
}

/// Whatever is sent, the server closes the connection, and all that it says is HTTP without an
/// internal error.
pub(crate) fn raw_request(host: &Host, bytes: &[u8]) {
    let mut stream = TcpStream::connect(host.address).expect("it accepts");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    // A server that refuses early may not read to the end.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut reply = Vec::new();
    // A reset connection is a closed one, too; only silence is wrong.
    if let Err(error) = stream.read_to_end(&mut reply) {
        let silent = [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut];
        assert!(!silent.contains(&error.kind()), "no end of the answer to {}", shown(bytes));
    }
    if reply.is_empty() {
        return;
    }
    let status = reply.strip_prefix(b"HTTP/1.").and_then(|rest| rest.get(2..5));
    let status = status.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u16>().ok());
    let fine = status.is_some_and(|status| status < 500 || status == 503);
    assert!(fine, "{} to {}", shown(&reply), shown(bytes));
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).escape_debug().to_string()
}
