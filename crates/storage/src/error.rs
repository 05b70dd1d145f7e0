//! What the operating system refused, about which file.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// An operation on a file or folder that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IoError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was tried.
    pub operation: Operation,
    /// Why it failed.
    pub kind: io::ErrorKind,
    /// The same in the words of the system.
    message: String,
}

/// What was tried with a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// Creating it.
    Create,
    /// Listing a folder.
    List,
    /// Taking a lock.
    Lock,
    /// Opening it.
    Open,
    /// Reading it.
    Read,
    /// Removing it.
    Remove,
    /// Giving it its final name.
    Rename,
    /// Writing it through to the disk.
    Sync,
    /// Writing it.
    Write,
}

impl IoError {
    /// The error of an operation on this file or folder.
    pub fn new(path: &Path, operation: Operation, error: &io::Error) -> IoError {
        IoError { path: path.to_owned(), operation, kind: error.kind(), message: plain(error) }
    }

    /// Why it failed, in the words of the system.
    pub fn reason(&self) -> &str {
        &self.message
    }

    /// The same error, told of the file that was named instead of the one that was tried.
    pub fn about(self, path: &Path) -> IoError {
        IoError { path: path.to_owned(), ..self }
    }

    /// Whether there is no more room on the disk, or for this user or process.
    pub fn is_disk_full(&self) -> bool {
        is_disk_full(self.kind)
    }
}

/// Whether an error of this kind means that there is no more room.
pub fn is_disk_full(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(kind, StorageFull | QuotaExceeded | FileTooLarge)
}

/// The words of an error as they fit into a sentence: `permission denied`, without the number that the
/// standard library adds.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(2);
/// assert!(!sole_storage::plain(&error).contains("os error"));
/// ```
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    if error.raw_os_error().is_none() {
        return text;
    }
    let words = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.operation, self.path.display(), self.message)
    }
}

impl std::error::Error for IoError {}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Create => "create",
            Operation::List => "list",
            Operation::Lock => "lock",
            Operation::Open => "open",
            Operation::Read => "read",
            Operation::Remove => "remove",
            Operation::Rename => "rename",
            Operation::Sync => "sync",
            Operation::Write => "write",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_operation_the_path_and_the_reason() {
        let cases = [
            (io::Error::from(io::ErrorKind::PermissionDenied), "permission denied"),
            (io::Error::other("A reason of its own"), "A reason of its own"),
        ];
        for (error, reason) in cases {
            let error = IoError::new(Path::new("KRvK.dtm"), Operation::Open, &error);
            assert_eq!(error.to_string(), format!("cannot open KRvK.dtm: {reason}"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn errors_of_the_system_are_in_plain_words() {
        let cases = [(2, "no such file or directory"), (13, "permission denied")];
        for (number, expected) in cases {
            assert_eq!(plain(&io::Error::from_raw_os_error(number)), expected);
        }
    }

    #[test]
    fn a_full_disk_is_told_from_other_errors() {
        let cases = [
            (io::ErrorKind::StorageFull, true),
            (io::ErrorKind::QuotaExceeded, true),
            (io::ErrorKind::FileTooLarge, true),
            (io::ErrorKind::PermissionDenied, false),
            (io::ErrorKind::Interrupted, false),
        ];
        for (kind, expected) in cases {
            let error = IoError::new(Path::new("x"), Operation::Write, &kind.into());
            assert_eq!(error.is_disk_full(), expected, "{kind}");
        }
    }
}
