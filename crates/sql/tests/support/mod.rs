//! Small atlases and their answers as text.

#![allow(dead_code, reason = "no test uses all of it")]

use sole_atlas::{Atlas, grow};
use sole_board::Position;
use sole_sql::{Session, Settings, Sink, SqlError};
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::TempDir;

pub(crate) const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub(crate) const PAWN: &str = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
pub(crate) const SETTINGS: Settings = Settings { threads: 2, memory: 1 << 30 };

/// An atlas in a folder that goes with it.
pub(crate) struct TestAtlas {
    pub(crate) folder: TempDir,
    pub(crate) atlas: Atlas,
}

impl TestAtlas {
    /// All layers up to so many plies.
    pub(crate) fn new(start: &str, plies: u32) -> TestAtlas {
        let folder = tempfile::tempdir().expect("a folder");
        let atlas = atlas(folder.path(), start);
        let settings = sole_atlas::Settings { threads: 2, memory: 1 << 30 };
        grow(&atlas, plies, settings, &|_| ControlFlow::Continue(())).expect("it grows");
        TestAtlas { folder, atlas }
    }

    pub(crate) fn session(&self) -> Session {
        Session::new(self.atlas.clone(), SETTINGS).expect("a session")
    }
}

pub(crate) fn atlas(folder: &Path, start: &str) -> Atlas {
    let setup: sole_board::Setup = start.parse().expect("a FEN");
    Atlas::new(folder, Position::try_from(setup).expect("playable")).expect("a start")
}

/// The rows without the names of their columns, as CSV.
pub(crate) fn rows(session: &Session, query: &str) -> Vec<String> {
    let text = csv(session, query).unwrap_or_else(|error| panic!("{query}: {error}"));
    text.lines().skip(1).map(str::to_owned).collect()
}

/// The only value of an answer.
pub(crate) fn number(session: &Session, query: &str) -> u128 {
    let rows = rows(session, query);
    let [row] = rows.as_slice() else { panic!("{query}: {rows:?}") };
    row.parse().unwrap_or_else(|_| panic!("{query}: {row}"))
}

pub(crate) fn csv(session: &Session, query: &str) -> Result<String, SqlError> {
    let mut text = Vec::new();
    session.answer(query, &mut Sink::Csv(&mut text), &|| ControlFlow::Continue(()))?;
    Ok(String::from_utf8(text).expect("text"))
}
