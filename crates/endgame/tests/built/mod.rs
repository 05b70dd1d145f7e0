//! Tables built for the occasion.

#![allow(dead_code, reason = "each test file is compiled with all of it and uses some")]

use sole_board::{Material, Position};
use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Stats, Tables, Value};
use sole_puzzle::task::Task;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// A folder of tables.
pub(crate) struct Built {
    pub(crate) tables: Tables,
    building: Mutex<()>,
    path: PathBuf,
    /// Removed with everything in it, unless the folder was named.
    _folder: Option<TempDir>,
}

impl Built {
    /// An empty folder that goes away in the end.
    pub(crate) fn nothing() -> Built {
        let folder = tempfile::tempdir().expect("a folder for tables");
        Built::at(folder.path().to_owned(), Some(folder))
    }

    /// The folder that `SOLE_TABLES` names, for what takes long to build, or an empty one.
    pub(crate) fn kept() -> Built {
        let named = std::env::var_os("SOLE_TABLES").map(PathBuf::from);
        named.map_or_else(Built::nothing, |path| Built::at(path, None))
    }

    /// What is in a folder that stays.
    pub(crate) fn at_path(path: &Path) -> Built {
        Built::at(path.to_owned(), None)
    }

    fn at(path: PathBuf, folder: Option<TempDir>) -> Built {
        let tables = Tables::at(&path, 256 << 20);
        Built { tables, building: Mutex::default(), path, _folder: folder }
    }

    /// Whole tables of some endings, and of all that they lead to.
    pub(crate) fn with(names: &[&str]) -> Built {
        let built = Built::nothing();
        built.add(&Plan::for_endings(names.iter().map(|name| material(name))));
        built
    }

    /// Builds what is missing of a plan.
    pub(crate) fn add(&self, plan: &Plan) {
        let _alone = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = plan.missing(&self.tables).expect("the folder can be read");
        let options = Options { memory: 2 << 30, effort: Effort::FAST };
        let built = missing.build(&self.tables, options, &Task::unlimited());
        built.unwrap_or_else(|error| panic!("{error}"));
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The value of a position, whose tables are built if they are missing.
    pub(crate) fn value(&self, position: &Position) -> Value {
        self.add(&Plan::for_position(position).expect("at most five men"));
        self.tables.probe(position).expect("it was built")
    }

    pub(crate) fn stats(&self, name: &str) -> Stats {
        Stats::of(&material(name), &self.tables).expect(name)
    }
}

pub(crate) fn material(name: &str) -> Material {
    name.parse().expect(name)
}
