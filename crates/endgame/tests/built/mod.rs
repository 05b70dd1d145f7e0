//! Tables built for the occasion.

#![allow(dead_code, reason = "each test file is compiled with all of it and uses some")]

use sole_board::Material;
use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Stats, Tables};
use std::ops::ControlFlow;

/// Tables in a folder that goes away with them.
pub(crate) struct Built {
    pub(crate) tables: Tables,
    _folder: tempfile::TempDir,
}

/// Tables of some endings and of all that they lead to.
pub(crate) fn build(list: impl IntoIterator<Item = Material>) -> Built {
    let folder = tempfile::tempdir().expect("a folder for tables");
    let tables = Tables::at(folder.path(), 64 << 20);
    let options = Options { memory: 1 << 30, effort: Effort::new(1).expect("a low one") };
    let built = Plan::for_endings(list).build(&tables, options, &|_| ControlFlow::Continue(()));
    built.expect("tables are built");
    Built { tables, _folder: folder }
}

pub(crate) fn material(name: &str) -> Material {
    name.parse().expect(name)
}

impl Built {
    pub(crate) fn stats(&self, name: &str) -> Stats {
        Stats::of(&material(name), &self.tables).expect(name)
    }
}
