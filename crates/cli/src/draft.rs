//! Files that take the place of older ones only when they are whole.

use crate::complain::{Complaint, Kind};
use crate::console::Stop;
use crate::interrupt;
use crate::render::visible;
use sole_storage::sync_folder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    pub(crate) fn add(&mut self, line: &str) -> Result<(), Complaint> {
        writeln!(self.file, "{line}").map_err(|error| unwritable(&self.path, &error))
    }

    /// The file itself, for those who keep bytes back on their own.
    #[cfg(feature = "sql")]
    pub(crate) fn file(&self) -> &File {
        self.file.get_ref()
    }

    /// Why work that was to fill it came to nothing: it is not kept in part.
    pub(crate) fn undone(path: &Path, stop: Stop) -> Stop {
        match stop {
            Stop::Interrupted => {
                let name = visible(&path.display().to_string());
                let message = format!("interrupted; {name} is as it was before");
                Complaint::new(Kind::Interrupted, message).into()
            }
            Stop::Output(error) => unwritable(path, &error).into(),
            stop => stop,
        }
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

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
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
        let part = target.with_file_name(part);
        interrupt::watch();
        parts().push(part.clone());
        Ok(Some(Beside { part, target }))
    }

    /// Puts the file in its place, for good. A disk may say only when all is on it that it is full.
    fn put(self, file: &File) -> io::Result<()> {
        file.sync_data()?;
        fs::rename(&self.part, &self.target)?;
        sync_folder(self.target.parent().unwrap_or(Path::new("")))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // In its place it is no longer here; what was never made cannot be removed.
        let _ = fs::remove_file(&self.part);
        parts().retain(|part| *part != self.part);
    }
}

/// The files that are not whole yet.
fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes them before the process ends without an end of its own.
pub(crate) fn remove_parts() {
    for part in parts().iter() {
        let _ = fs::remove_file(part);
    }
}

/// Why a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Complaint {
    let name = visible(&path.display().to_string());
    Complaint::new(Kind::Output, format!("cannot write {name}: {error}"))
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
