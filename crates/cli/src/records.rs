//! Puzzles written to a file, one record a line, and who made them; and how any file is written.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::render::{plural, visible};
use serde::Serialize;
use sole_puzzle::{Generator, Name, Puzzle, Rating};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file of puzzles that is being written.
pub(crate) struct Records {
    draft: Draft,
    count: u64,
}

/// A file that takes the place of an older one only when it is whole.
///
/// It is written beside the other, so that neither a full disk nor an interruption costs what
/// was there, and what cannot be written is known when it is begun. What is no ordinary file, such as a pipe,
/// is written where it is.
pub(crate) struct Draft {
    /// As it was asked for, for complaints.
    path: PathBuf,
    /// Where it is written, and what takes its place in the end.
    beside: Option<Beside>,
    file: BufWriter<File>,
}

/// A file until it is whole, and the place where it is to be; it is removed unless it gets there.
struct Beside {
    part: PathBuf,
    target: PathBuf,
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
    Draft::create(path)?.finish(bytes)
}

impl Draft {
    /// An empty file, beside what is there.
    pub(crate) fn create(path: &Path) -> Result<Draft, Complaint> {
        Draft::open(path).map_err(|error| unwritable(path, &error))
    }

    fn open(path: &Path) -> io::Result<Draft> {
        let beside = Beside::of(path)?;
        let file = File::create(beside.as_ref().map_or(path, |beside| &beside.part))?;
        if let Some(Beside { target, .. }) = &beside
            && let Ok(old) = fs::metadata(target)
        {
            file.set_permissions(old.permissions())?;
        }
        Ok(Draft { path: path.to_owned(), beside, file: BufWriter::new(file) })
    }

    /// Where it will be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line.
    fn add(&mut self, line: &str) -> Result<(), Complaint> {
        writeln!(self.file, "{line}").map_err(|error| unwritable(&self.path, &error))
    }

    /// Adds the last bytes and puts the file in its place.
    pub(crate) fn finish(self, bytes: &[u8]) -> Result<(), Complaint> {
        let Draft { path, beside, mut file } = self;
        let written = file.write_all(bytes).and_then(|()| file.flush());
        let placed =
            written.and_then(|()| beside.map_or(Ok(()), |beside| beside.put(file.get_ref())));
        placed.map_err(|error| unwritable(&path, &error))
    }
}

impl Beside {
    /// Beside an ordinary file that can be written, or where there is none.
    fn of(path: &Path) -> io::Result<Option<Beside>> {
        let (Some(name), false) = (path.file_name(), path.starts_with("/dev")) else {
            return Ok(None);
        };
        match fs::metadata(path) {
            Ok(old) if !old.is_file() => return Ok(None),
            Ok(_) => drop(OpenOptions::new().append(true).open(path)?),
            Err(_) => {}
        }
        // A link stays one.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut part = target.file_name().unwrap_or(name).to_owned();
        part.push(format!(".{}.part", std::process::id()));
        Ok(Some(Beside { part: target.with_file_name(part), target }))
    }

    /// Puts the file in its place. A disk may say only when all is on it that it is full.
    fn put(self, file: &File) -> io::Result<()> {
        file.sync_data()?;
        fs::rename(&self.part, &self.target)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // In its place it is no longer here; what was never made cannot be removed.
        let _ = fs::remove_file(&self.part);
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
        let written = Written::new(self.count, &self.draft.path);
        self.draft.finish(&[])?;
        Ok(written)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder, and the text of the one file.
    fn seen(folder: &Path, file: &str) -> (Vec<String>, Option<String>) {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort_unstable();
        (names, fs::read_to_string(folder.join(file)).ok())
    }

    #[test]
    fn a_file_is_replaced_only_by_a_whole_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book");
        let alone = |text: &str| (vec!["book".to_owned()], Some(text.to_owned()));
        write_file(&path, "old").expect("written");
        let draft = Draft::create(&path).expect("begun");
        assert_eq!(seen(folder.path(), "book").1.as_deref(), Some("old"));
        drop(draft);
        assert_eq!(seen(folder.path(), "book"), alone("old"));
        Draft::create(&path).expect("begun").finish(b"new").expect("written");
        assert_eq!(seen(folder.path(), "book"), alone("new"));
    }

    #[test]
    fn what_cannot_be_written_is_known_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in ["no/book", "."] {
            let path = folder.path().join(path);
            assert!(Draft::create(&path).is_err(), "{}", path.display());
        }
        assert_eq!(seen(folder.path(), "book"), (Vec::new(), None));
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_and_rights_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("ours");
        symlink("file", &link).expect("linked");
        write_file(&link, "new").expect("written");
        assert_eq!(seen(folder.path(), "file").1.as_deref(), Some("new"));
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        write_file(Path::new("/dev/null"), "gone").expect("written");
        let full = write_file(Path::new("/dev/full"), "too much").expect_err("full");
        assert!(full.message().contains("cannot write /dev/full"), "{full:?}");
    }
}
