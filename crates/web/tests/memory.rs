//! A program that gets no more memory is answered for.

#![cfg(unix)]

mod host;

use host::Host;
use sole_web::{PositionQuery, Probed, Tablebase};
use std::fs;
use std::os::unix::fs::PermissionsExt;

struct NoTables;

impl Tablebase for NoTables {
    fn position(&self, fen: &str) -> Result<PositionQuery, Vec<u8>> {
        Ok(PositionQuery { fen: fen.to_owned(), ..Default::default() })
    }

    fn probe(&self, _: &PositionQuery) -> Probed {
        Probed::Missing(b"{}".to_vec())
    }

    fn mainline(&self, _: &PositionQuery) -> Probed {
        Probed::Missing(b"{}".to_vec())
    }
}

/// It ends as every program in Rust does, and only if it was told how much it may have.
const PROGRAM: &str = "#!/bin/sh
case \"$*\" in
  *--most-data=143654912*) echo 'memory allocation of 8 bytes failed' >&2; kill -ABRT $$;;
esac
";

#[test]
fn a_program_that_gets_no_memory_is_refused_as_such() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    fs::write(&program, PROGRAM).expect("writable");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let host = Host::open(program, NoTables);
    let (status, body) = host.get("/api/sudoku/solve?grid=x");
    assert!(status == 413 && body.contains("\"kind\":\"memory\""), "{status} {body}");
    assert!(body.contains("\"command\":\"sudoku solve\""), "{body}");
    host.close();
}
