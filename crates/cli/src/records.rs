//! Puzzles written to a file, one record a line, and who made them.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::render::{plural, visible};
use serde::Serialize;
use sole_puzzle::{Generator, Name, Puzzle, Rating};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
pub(crate) struct Records {
    path: PathBuf,
    file: BufWriter<File>,
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

/// Writes a whole file.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Complaint> {
    write_bytes(path, text.as_bytes())
}

/// The same of any bytes.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    std::fs::write(path, bytes).map_err(|error| unwritable(path, &error))
}

impl Records {
    /// An empty file.
    pub(crate) fn create(path: &Path) -> Result<Records, Complaint> {
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Records { path: path.to_owned(), file: BufWriter::new(file), count: 0 })
    }

    /// Adds a puzzle.
    pub(crate) fn add(&mut self, puzzle: &Puzzle) -> Result<(), Complaint> {
        self.count += 1;
        writeln!(self.file, "{}", puzzle.to_line()).map_err(|error| unwritable(&self.path, &error))
    }

    /// Closes the file and says how many are in it; `noun` is what one of them is called.
    pub(crate) fn finish(self, noun: &str, console: &mut Console) -> Result<(), Stop> {
        Ok(self.close()?.tell(noun, console)?)
    }

    /// Closes the file.
    pub(crate) fn close(mut self) -> Result<Written, Complaint> {
        self.file.flush().map_err(|error| unwritable(&self.path, &error))?;
        Ok(Written::new(self.count, &self.path))
    }
}

/// Why a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Complaint {
    let name = visible(&path.display().to_string());
    Complaint::new(Kind::Output, format!("cannot write {name}: {error}"))
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
