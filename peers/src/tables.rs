//! Our tables and other projects' reference data.

use sole_board::Material;
use sole_endgame::file::Effort;
use sole_endgame::{BuildError, Options, Plan, Tables};
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Enough for all values of three and four men.
const CACHE_BYTES: usize = 1 << 28;

/// A path in the folder `shared` beside the checkout, or in the one that `SOLE_SHARED` names.
pub fn shared(path: &str) -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    std::env::var_os("SOLE_SHARED").map_or_else(beside, PathBuf::from).join(path)
}

/// Tables of up to four men in a folder, built as far as they are missing: moves to mate, and
/// half-moves to a capture or pawn move.
pub fn built(folder: OsString, endings: impl IntoIterator<Item = Material>) -> Tables {
    let tables = Tables::at(folder, CACHE_BYTES);
    let mates = Plan::for_endings(endings);
    for plan in [&mates, &mates.zeroing()] {
        build(&tables, plan)
            .unwrap_or_else(|e| panic!("{}: {e}", tables.folder().path().display()));
    }
    tables
}

fn build(tables: &Tables, plan: &Plan) -> Result<(), BuildError> {
    let options = Options { memory: 1 << 30, effort: Effort::FAST };
    plan.missing(tables)?.build(tables, options, &|_| ControlFlow::Continue(()))
}
