//! Tables that were built, written and read again, held to independent answers.

mod bytes;
mod castling;
#[path = "../plain/mod.rs"]
mod plain;
#[path = "../support/mod.rs"]
mod support;
mod verified;
mod zeroing;

use sole_board::{Material, Position};
use sole_endgame::file::Effort;
use sole_endgame::verify::Men;
use sole_endgame::{Options, Plan, ProbeError, Tables, Value};
use std::ops::ControlFlow;
use std::path::Path;

/// A folder of tables that is removed in the end.
pub(crate) struct Built {
    pub(crate) tables: Tables,
    folder: tempfile::TempDir,
}

impl Built {
    pub(crate) fn nothing() -> Built {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Built { tables: Tables::at(folder.path(), 256 << 20), folder }
    }

    /// Whole tables of some endings, and all that they lead to.
    pub(crate) fn with(endings: &[&str]) -> Built {
        let built = Built::nothing();
        built.add(&Plan::for_endings(materials(endings)));
        built
    }

    pub(crate) fn add(&self, plan: &Plan) {
        let missing = plan.missing(&self.tables).expect("the folder can be read");
        let options = Options { memory: 2 << 30, effort: Effort::FAST };
        let built = missing.build(&self.tables, options, &|_| ControlFlow::Continue(()));
        built.unwrap_or_else(|error| panic!("{error}"));
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn value(&self, men: &Men) -> Result<Value, ProbeError> {
        self.tables.probe(&Position::from(men))
    }
}

pub(crate) fn materials(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| support::material(name)).collect()
}
