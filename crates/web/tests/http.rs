//! Malformed HTTP: requests that were damaged at random, from a seed.

#![cfg(unix)]

mod host;
#[path = "http/laws.rs"]
mod laws;

use sole_puzzle::rng::Rng;

/// Requests as clients send them; `HOST` stands for the address.
const REQUESTS: [&str; 8] = [
    "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /standard?fen=8/8/8/4k3/8/8/8/R3K3_w_-_-_0_1 HTTP/1.1\r\nHost: HOST\r\nAccept: */*\r\n\r\n",
    "GET /api/board/show?fen=8/8/8/8/8/8/8/K1k5+w HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n\r\n",
    "HEAD /api/openapi.json HTTP/1.0\r\nHost: HOST\r\n\r\n",
    "POST /api/board/show HTTP/1.1\r\nHost: HOST\r\nContent-Length: 14\r\n\r\n{\"fen\": \"8/8\"}",
    "POST /api/mate HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"fen\":\r\n5\r\n \"x\"}\r\n0\r\n\r\n",
    "OPTIONS /api/jobs HTTP/1.1\r\nHost: HOST\r\nAccess-Control-Request-Method: POST\r\n\r\n",
    "GET /api/collection HTTP/1.1\r\nHost: HOST\r\nConnection: keep-alive\r\nRange: bytes=0-1\r\n\r\n",
];

/// What is put into requests beside random bytes.
const PIECES: [&[u8]; 12] = [
    b"\r\n",
    b"\0",
    b"Host: HOST\r\n",
    b"Content-Length: 99999999999999999999\r\n",
    b"Content-Length: -1\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Expect: 100-continue\r\n",
    b"Upgrade: h2c\r\n",
    b"ffffffffffffffff\r\n",
    b"%00%ff%",
    b" HTTP/9.9\r\n",
];

/// A request with up to six damages.
fn damaged(random: &mut Rng) -> Vec<u8> {
    let mut request = REQUESTS[random.below(REQUESTS.len())].as_bytes().to_vec();
    for _ in 0..random.below(7) {
        let at = random.below(request.len() + 1);
        match random.below(5) {
            0 => request.truncate(at.max(1)),
            1 => request.insert(at, random.below(256) as u8),
            2 => {
                let piece = PIECES[random.below(PIECES.len())];
                request.splice(at..at, piece.iter().copied());
            }
            3 => {
                let end = (at + random.below(20)).min(request.len());
                let part = request[at..end].to_vec();
                request.splice(end..end, part);
            }
            _ => {
                if let Some(byte) = request.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    request
}

fn send(number: u64, seed: u64) {
    let host = laws::host();
    let address = host.address.to_string();
    let mut random = Rng::new(seed, 0);
    for _ in 0..number {
        let request = damaged(&mut random);
        let parts = String::from_utf8_lossy(&request).replace("HOST", &address);
        laws::raw_request(&host, parts.as_bytes());
    }
    assert_eq!(host.get("/standard?fen=x").0, 200, "it lives on");
    host.close();
}

#[test]
fn damaged_requests_are_refused_and_the_server_lives_on() {
    send(2000, 20);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn a_million_damaged_requests_are_refused() {
    send(1_000_000, 21);
}
