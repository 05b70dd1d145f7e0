//! Puzzles written to a file, one record a line, and who made them.

use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::draft::Draft;
use crate::envelope::{Answer, Status};
use crate::render::{plural, visible};
use serde::Serialize;
use sole_puzzle::{Generator, Name, Puzzle, Rating};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;

/// A file of puzzles that is being written.
pub(crate) struct Records {
    draft: Draft,
    count: u64,
}

/// What scripts see of puzzles that went to a file.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    count: u64,
    file: String,
}

impl Written {
    /// So many are in this file.
    pub(crate) fn new(count: u64, path: &Path) -> Written {
        Written { count, file: path.display().to_string() }
    }

    /// Says so; `noun` is what one of them is called.
    pub(crate) fn tell(self, noun: &str, console: &mut Console) -> io::Result<()> {
        if console.is_json() {
            return console.answer(&Answer { status: Status::Ok, result: self, stats: None });
        }
        if !console.is_quiet() {
            let (count, file) = (plural(self.count, noun), visible(&self.file));
            writeln!(console.out(), "{count} in {file}")?;
        }
        Ok(())
    }
}

impl Records {
    /// An empty file.
    pub(crate) fn create(path: &Path) -> Result<Records, Complaint> {
        Ok(Records { draft: Draft::create(path)?, count: 0 })
    }

    /// Adds a puzzle.
    pub(crate) fn add(&mut self, puzzle: &Puzzle) -> Result<(), Complaint> {
        self.count += 1;
        self.draft.add(&puzzle.to_line())
    }

    /// Closes the file and says how many are in it; `noun` is what one of them is called.
    pub(crate) fn finish(self, noun: &str, console: &mut Console) -> Result<(), Stop> {
        Ok(self.close()?.tell(noun, console)?)
    }

    /// Closes the file.
    pub(crate) fn close(self) -> Result<Written, Complaint> {
        let written = Written::new(self.count, self.draft.path());
        self.draft.finish(&[])?;
        Ok(written)
    }
}

/// The seed that was asked for, or one that nobody knows before.
pub(crate) fn seed(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32)
}

/// What makes the same puzzles again.
pub(crate) fn generator(arguments: Vec<String>, seed: Option<u64>) -> Generator {
    Generator {
        program: "sole".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        arguments,
        seed,
    }
}

/// What a record says of a puzzle beside its solution: ratings, then tags.
pub(crate) fn merits(puzzle: &Puzzle) -> String {
    let points = |rating: &Rating| {
        let scale = rating.scale().as_str();
        format!("{} {}", scale.rsplit('.').next().unwrap_or(scale), rating.value())
    };
    let tags = puzzle.tags().iter().map(Name::as_str).collect::<Vec<_>>().join(" ");
    let tags = Some(tags).filter(|tags| !tags.is_empty());
    puzzle.ratings().iter().map(points).chain(tags).collect::<Vec<_>>().join(", ")
}
