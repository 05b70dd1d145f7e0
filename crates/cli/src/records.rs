//! Puzzles written to a file, one record a line, and who made them.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::render::{plural, visible};
use serde::Serialize;
use sole_puzzle::{Generator, Puzzle};
use std::fs::File;
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
struct Written {
    count: u64,
    file: String,
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
    pub(crate) fn finish(mut self, noun: &str, console: &mut Console) -> Result<(), Stop> {
        self.file.flush().map_err(|error| unwritable(&self.path, &error))?;
        let (count, file) = (self.count, self.path.display().to_string());
        if console.is_json() {
            let result = Written { count, file };
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        } else if !console.is_quiet() {
            writeln!(console.out(), "{} in {}", plural(count, noun), visible(&file))?;
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Complaint {
    let name = visible(&path.display().to_string());
    Complaint::new(Kind::Output, format!("cannot write {name}: {error}"))
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
