//! The library of collections: those built in, and the files in the data folder.

use crate::error::{ApiError, ErrorKind};
use sole_puzzle::{Collection, Puzzle};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::sync::Semaphore;

/// A collection of the repository: its file name, the hash of its content, and the content.
type BuiltIn = (&'static str, &'static str, &'static [u8]);

static BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/collections.rs"));

const EXTENSION: &str = ".jsonl";

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// How many threads read collections at once, few enough that tables need not wait for one.
const MOST_READERS: usize = 2;

/// How many moves the solution of a puzzle takes; nothing if that has no meaning.
pub type SolutionLength = fn(&Puzzle) -> Option<f64>;

/// The library of collections.
#[derive(Debug)]
pub(crate) struct Library {
    folder: PathBuf,
    length: SolutionLength,
    /// Each has a lock of its own, so that nobody waits while another one is read.
    read: Mutex<HashMap<String, Arc<Slot>>>,
    pub(super) readers: Semaphore,
}

/// What was read of a file, with the state of the file then.
type Slot = Mutex<Option<(Stamp, Arc<LoadedCollection>)>>;

/// Whether a file is the one that was read.
type Stamp = Option<(SystemTime, u64)>;

/// A collection that was read, with the lengths of its solutions.
#[derive(Debug)]
pub(super) struct LoadedCollection {
    collection: Collection,
    /// The length of each puzzle.
    lengths: Vec<Option<f64>>,
}

/// A puzzle of a collection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    /// Its place, from 0 on.
    pub(super) at: usize,
    pub(super) puzzle: &'a Puzzle,
    pub(super) length: Option<f64>,
}

impl LoadedCollection {
    /// A collection whose puzzles have these lengths.
    pub(super) fn new(collection: Collection, length: SolutionLength) -> LoadedCollection {
        let lengths = collection.puzzles().iter().map(length).collect();
        LoadedCollection { collection, lengths }
    }

    /// How many puzzles there are.
    pub(super) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// The puzzle at a place.
    pub(super) fn entry(&self, at: usize) -> Option<Entry<'_>> {
        let puzzle = self.collection.puzzles().get(at)?;
        Some(Entry { at, puzzle, length: self.lengths[at] })
    }

    /// All puzzles, in their order.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        (0..self.len()).map_while(|at| self.entry(at))
    }
}

impl Library {
    /// The collections of a folder beside those built in.
    pub(crate) fn at(folder: PathBuf, length: SolutionLength) -> Library {
        Library { folder, length, read: Mutex::default(), readers: Semaphore::new(MOST_READERS) }
    }

    /// The names of all collections, sorted.
    pub(super) fn names(&self) -> Vec<String> {
        let built_in = BUILT_IN.iter().map(|(name, ..)| (*name).to_owned());
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let names = built_in.chain(files);
        let names = names.filter_map(|name| Some(name.strip_suffix(EXTENSION)?.to_owned()));
        let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
        names.sort();
        names.dedup();
        self.lock().retain(|name, _| names.contains(name));
        names
    }

    /// A collection by its name; a file in the folder overrides what is built in.
    pub(super) fn open(&self, name: &str) -> Result<Arc<LoadedCollection>, ApiError> {
        if !is_name(name) {
            return Err(missing());
        }
        let slot = Arc::clone(self.lock().entry(name.to_owned()).or_default());
        let opened = self.read(name, &mut slot.lock().unwrap_or_else(PoisonError::into_inner));
        if opened.is_err() {
            self.lock().retain(|other, found| other != name || !Arc::ptr_eq(found, &slot));
        }
        opened
    }

    /// What was read before, if the file is still the same, or what is there now.
    fn read(
        &self,
        name: &str,
        kept: &mut Option<(Stamp, Arc<LoadedCollection>)>,
    ) -> Result<Arc<LoadedCollection>, ApiError> {
        let path = self.folder.join(format!("{name}{EXTENSION}"));
        let stamp = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let stamp = stamp.and_then(|data| Some((data.modified().ok()?, data.len())));
        if let Some((_, collection)) = kept.as_ref().filter(|(then, _)| *then == stamp) {
            return Ok(Arc::clone(collection));
        }
        // What was read of it is out of date.
        *kept = None;
        let content = match stamp {
            Some((_, bytes)) if bytes > MOST_BYTES => {
                let message = format!("{name}{EXTENSION} is larger than {MOST_BYTES} bytes");
                return Err(ApiError::new(ErrorKind::Unreadable, message));
            }
            Some(_) => fs::read(&path).map_err(|error| unreadable(name, &error))?,
            None => built_in(name).ok_or_else(missing)?.to_vec(),
        };
        let collection =
            Collection::read(&content[..]).map_err(|error| unreadable(name, &error))?;
        let collection = Arc::new(LoadedCollection::new(collection, self.length));
        *kept = Some((stamp, Arc::clone(&collection)));
        Ok(collection)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Slot>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn missing() -> ApiError {
    ApiError::new(ErrorKind::NotFound, "there is no such collection")
}

fn built_in(name: &str) -> Option<&'static [u8]> {
    let found = BUILT_IN.iter().find(|(file, ..)| file.strip_suffix(EXTENSION) == Some(name));
    found.map(|(_, _, content)| *content)
}

fn unreadable(name: &str, error: &dyn std::fmt::Display) -> ApiError {
    ApiError::new(ErrorKind::Unreadable, format!("{name}{EXTENSION}: {error}"))
}

/// Names of collections are names of files, and lead nowhere else.
fn is_name(name: &str) -> bool {
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    first && name.len() <= 64 && name.bytes().all(rest) && !name.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        for name in ["starter", "my-mates", "2026.v2", "A_b"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(65);
        for name in
            ["", "..", ".", ".hidden", "a/b", "a\\b", "../x", "a..b", "x\0", "é", "-x", &long]
        {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn files_are_read_again_when_they_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().to_owned(), |_| None);
        let record = r##"{"schema":"sole-puzzle/1","kind":"mate","position":"8/8","stipulation":"#2","verdict":"none","solutions":[]}"##;
        let path = folder.path().join("mine.jsonl");
        fs::write(&path, format!("{record}\n")).expect("writable");
        assert_eq!(library.open("mine").expect("a collection").len(), 1);
        fs::write(&path, format!("{record}\n{record}\n")).expect("writable");
        assert_eq!(library.open("mine").expect("a collection").len(), 2);
        assert!(library.names().contains(&"mine".to_owned()));
        fs::write(&path, "nonsense\n").expect("writable");
        assert!(library.open("mine").is_err_and(|error| error.message().contains("line 1")));
        assert!(library.open("other").is_err());
        assert!(library.lock().is_empty(), "nothing is kept of what is not there");
    }

    #[test]
    fn files_that_are_gone_are_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().to_owned(), |_| None);
        let path = folder.path().join("mine.jsonl");
        fs::write(&path, "").expect("writable");
        library.open("mine").expect("a collection");
        fs::remove_file(&path).expect("it was there");
        assert_eq!(library.lock().len(), 1);
        assert!(!library.names().contains(&"mine".to_owned()));
        assert!(library.lock().is_empty());
    }

    /// A collection that is being read keeps nobody from another one.
    #[test]
    fn collections_are_read_beside_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().to_owned(), |_| None);
        fs::write(folder.path().join("mine.jsonl"), "").expect("writable");
        fs::write(folder.path().join("slow.jsonl"), "").expect("writable");
        library.open("slow").expect("a collection");
        let slow = Arc::clone(&library.lock()["slow"]);
        let _reading = slow.lock().expect("nobody panicked");
        assert_eq!(library.open("mine").expect("a collection").len(), 0);
        assert!(library.names().contains(&"slow".to_owned()));
    }
}
