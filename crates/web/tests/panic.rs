//! A panic in a handler is an answer of its own, and the server lives on.

mod host;

use host::Host;
use sole_web::{PositionQuery, Probed, Tablebase};

/// Tables that panic when they are asked about what they do not like.
struct Touchy;

impl Tablebase for Touchy {
    fn position(&self, fen: &str) -> Result<PositionQuery, Vec<u8>> {
        assert_ne!(fen, "early", "panics where requests are read");
        Ok(PositionQuery { fen: fen.to_owned(), ..Default::default() })
    }

    fn probe(&self, query: &PositionQuery) -> Probed {
        assert_ne!(query.fen, "late", "panics where tables are read");
        Probed::Found(b"{}".to_vec())
    }

    fn mainline(&self, _: &PositionQuery) -> Probed {
        Probed::Missing(b"{}".to_vec())
    }
}

#[test]
fn a_panic_answers_500_and_the_server_lives_on() {
    let host = Host::open("no-such-program", Touchy);
    for _ in 0..3 {
        for fen in ["early", "late"] {
            let (status, body) = host.get(&format!("/standard?fen={fen}"));
            assert_eq!(status, 500, "{fen}");
            assert!(
                body.contains("\"kind\":\"internal\"") && !body.contains("panics where"),
                "{body}"
            );
        }
        assert_eq!(host.get("/standard?fen=fine"), (200, "{}".to_owned()));
        assert_eq!(host.get("/standard/mainline?fen=fine").0, 404);
    }
    let (status, body) = host.get("/api/mate/solve?fen=x");
    assert_eq!(status, 500, "a program that cannot be started: {body}");
    assert!(!body.contains("no-such-program"), "{body}");
    host.close();
}
