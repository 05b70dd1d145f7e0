//! Small tables for the commands that read them.

#![allow(dead_code, reason = "each test file takes what it needs")]

use sole_board::Material;
use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Tables};
use sole_puzzle::task::Task;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of that name with the tables of all endings of three men, built anew.
pub(crate) fn three_men(name: &str) -> PathBuf {
    of(sole_endgame::endings(3), name)
}

/// A folder of that name with the tables of endings and of all that follow, built anew.
pub(crate) fn of(endings: impl IntoIterator<Item = Material>, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("tables of an earlier run can be removed");
    }
    let plan = Plan::for_endings(endings);
    let options = Options { memory: 1 << 30, effort: Effort::new(1).expect("a low one") };
    let tables = Tables::at(&folder, 1 << 20);
    let built = plan.build(&tables, options, &Task::unlimited());
    built.expect("small tables are built");
    folder
}
