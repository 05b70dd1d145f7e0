//! Files that people name as the place for an answer.

use crate::{AtomicFile, IoError, Operation};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that takes the place of an older one only when it is whole.
///
/// Neither a full disk nor an interruption costs what was there, and a file that cannot be written is
/// refused when it is begun. A link stays a link, permissions stay, and what is no ordinary file, such
/// as a pipe, or is open already, such as standard output, is written in place.
#[derive(Debug)]
pub struct OutputFile {
    /// As it was named.
    path: PathBuf,
    destination: Destination,
}

#[derive(Debug)]
enum Destination {
    Replaced(AtomicFile),
    InPlace(BufWriter<File>),
}

impl OutputFile {
    /// Begins an empty file.
    ///
    /// # Errors
    /// The file cannot be written, or what is there may not be replaced.
    pub fn create(path: &Path) -> Result<OutputFile, IoError> {
        let destination = match replaceable(path) {
            Ok(true) => Destination::Replaced(replacement(path)?),
            Ok(false) => File::create(path)
                .map(|file| Destination::InPlace(BufWriter::new(file)))
                .map_err(|error| IoError::new(path, Operation::Write, &error))?,
            Err(error) => return Err(IoError::new(path, Operation::Write, &error)),
        };
        Ok(OutputFile { path: path.to_owned(), destination })
    }

    /// The path as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, for writers that have a buffer of their own.
    pub fn file(&self) -> &File {
        match &self.destination {
            Destination::Replaced(file) => file.file(),
            Destination::InPlace(file) => file.get_ref(),
        }
    }

    /// Writes the last bytes and puts the file in its place.
    ///
    /// # Errors
    /// The file cannot be written; what was there stays as it was.
    pub fn finish(mut self, bytes: &[u8]) -> Result<(), IoError> {
        let failed = |path: &Path, error: &io::Error| IoError::new(path, Operation::Write, error);
        self.write_all(bytes).map_err(|error| failed(&self.path, &error))?;
        match self.destination {
            Destination::Replaced(file) => file.publish().map_err(|error| error.about(&self.path)),
            Destination::InPlace(mut file) => {
                file.flush().map_err(|error| failed(&self.path, &error))
            }
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.destination {
            Destination::Replaced(file) => file.write(bytes),
            Destination::InPlace(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.destination {
            Destination::Replaced(file) => file.flush(),
            Destination::InPlace(file) => file.flush(),
        }
    }
}

/// Whether a path leads to a character device, or to what is open already, such as `/dev/stdout`.
///
/// The ending of such a name tells no format.
pub fn is_device(path: &Path) -> bool {
    is_descriptor(path) || fs::metadata(path).is_ok_and(|there| is_character_device(&there))
}

/// Whether a path, or the link that it is, names an open file by its number.
fn is_descriptor(path: &Path) -> bool {
    let is_number = |path: &Path| path.starts_with("/dev/fd") || path.starts_with("/proc");
    let linked = || fs::read_link(path).map(|target| path.with_file_name(target));
    is_number(path) || linked().is_ok_and(|target| is_number(&target))
}

#[cfg(unix)]
fn is_character_device(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_character_device(_metadata: &fs::Metadata) -> bool {
    false
}

/// Whether a path names an ordinary file that can be written, or none.
fn replaceable(path: &Path) -> io::Result<bool> {
    if path.file_name().is_none() || is_descriptor(path) {
        return Ok(false);
    }
    match fs::metadata(path) {
        Ok(old) if !old.is_file() => return Ok(false),
        Ok(_) => drop(OpenOptions::new().append(true).open(path)?),
        Err(_) => {}
    }
    Ok(true)
}

/// A file that will replace what a path leads to, with the same permissions.
fn replacement(path: &Path) -> Result<AtomicFile, IoError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let file = AtomicFile::create(&target).map_err(|error| error.about(path))?;
    if let Ok(old) = fs::metadata(&target) {
        let set = file.file().set_permissions(old.permissions());
        set.map_err(|error| IoError::new(path, Operation::Write, &error))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder, and the text of one file.
    fn seen(folder: &Path, file: &str) -> (Vec<String>, Option<String>) {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort_unstable();
        (names, fs::read_to_string(folder.join(file)).ok())
    }

    fn write(path: &Path, text: &str) -> Result<(), IoError> {
        OutputFile::create(path)?.finish(text.as_bytes())
    }

    #[test]
    fn a_file_is_replaced_only_by_a_whole_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book");
        let alone = |text: &str| (vec!["book".to_owned()], Some(text.to_owned()));
        write(&path, "old").expect("written");
        let file = OutputFile::create(&path).expect("begun");
        assert_eq!(seen(folder.path(), "book").1.as_deref(), Some("old"));
        drop(file);
        assert_eq!(seen(folder.path(), "book"), alone("old"));
        write(&path, "new").expect("written");
        assert_eq!(seen(folder.path(), "book"), alone("new"));
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in ["no/book", "."] {
            let path = folder.path().join(path);
            assert!(OutputFile::create(&path).is_err(), "{}", path.display());
        }
        assert_eq!(seen(folder.path(), "book"), (Vec::new(), None));
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("ours");
        symlink("file", &link).expect("linked");
        write(&link, "new").expect("written");
        assert_eq!(seen(folder.path(), "file").1.as_deref(), Some("new"));
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        write(Path::new("/dev/null"), "gone").expect("written");
        let full = write(Path::new("/dev/full"), "too much").expect_err("full");
        assert_eq!(full.operation, Operation::Write);
        assert!(full.is_disk_full(), "{full}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_and_open_files_are_no_ordinary_files() {
        use std::os::fd::AsRawFd;
        let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
        let book = folder.path().join("book");
        write(&book, "old").expect("written");
        let file = OutputFile::create(&book).expect("begun");
        assert_eq!(seen(folder.path(), "book").1.as_deref(), Some("old"), "it is replaced at last");
        drop(file);
        let open = File::options().append(true).open(&book).expect("it is there");
        let number = open.as_raw_fd();
        let names = [format!("/dev/fd/{number}"), format!("/proc/self/fd/{number}")];
        let cases = [
            ("/dev/null", true),
            ("/dev/stdout", true),
            (&names[0], true),
            (&names[1], true),
            (book.to_str().expect("UTF-8"), false),
            ("/dev/shm/none.pdf", false),
            ("/dev", false),
            ("book", false),
        ];
        for (path, expected) in cases {
            assert_eq!(is_device(Path::new(path)), expected, "{path}");
        }
        write(Path::new(&names[0]), "new").expect("written");
        (&open).write_all(b" and more").expect("the same file is still open");
        assert_eq!(seen(folder.path(), "book").1.as_deref(), Some("new and more"));
    }
}
