//! Puzzles of others, where they are at hand.
//!
//! They are read from a folder `shared` beside the checkout, or from the folder
//! that `SOLE_SHARED` names; a test says on the terminal when it had to do without.

use sole_sudoku::Puzzle;
use sole_sudoku::formats::line;
use std::io::Write;
use std::path::Path;

/// The puzzles of a list in the shared folder, none if that is not there.
#[allow(dead_code, reason = "not every test wants puzzles")]
pub(crate) fn puzzles(list: &str) -> Vec<Puzzle> {
    lines(&format!("oracles/sudoku/{list}")).iter().map(|line| puzzle(line)).collect()
}

/// The lines of a file in the shared folder without remarks, none if that is not there.
pub(crate) fn lines(file: &str) -> Vec<String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("SOLE_SHARED").map_or_else(beside, Into::into);
    if !folder.is_dir() {
        let text = format!("WITHOUT {file}: there is no shared folder; see CONTRIBUTING.md");
        writeln!(std::io::stderr(), "{text}").expect("the terminal can be written to");
        return Vec::new();
    }
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// The first word of a line; what follows are remarks.
fn puzzle(line: &str) -> Puzzle {
    let text = line.split_whitespace().next().unwrap_or_default();
    line::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}
