//! Reference data: the project's own, and other projects' where they are at hand.
//!
//! The own tables are in `data/` and always there. Larger ones of other projects
//! are read from a folder `shared` beside the checkout, or from the folder that
//! `SOLE_SHARED` names; a test says on the terminal when it had to do without.

#![allow(dead_code, reason = "each test file is compiled with all of it and uses some")]

use std::io::Write;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file in the project's `data/`.
pub(crate) fn own(path: &str) -> String {
    let file = root().join("data").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// The text of a file in the shared folder, if that is there.
pub(crate) fn shared(path: &str) -> Option<String> {
    let folder =
        std::env::var_os("SOLE_SHARED").map_or_else(|| root().join("../shared"), Into::into);
    if !folder.is_dir() {
        say(&format!("NOT COMPARED with {path}: there is no shared folder; see CONTRIBUTING.md"));
        return None;
    }
    let file = folder.join(path);
    Some(std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display())))
}

/// Writes past the test runner, which would swallow what `eprintln` prints.
fn say(text: &str) {
    writeln!(std::io::stderr(), "{text}").expect("the terminal can be written to");
}

/// The lines that hold something: neither empty nor a comment.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
