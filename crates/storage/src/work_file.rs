//! Files of work that is going on, which nobody but that work reads.

use crate::{IoError, Operation};
use std::fs::File;
use std::path::Path;

/// What happens to what is in a work file already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// It stays, to go on from.
    Kept,
    /// It is dropped.
    Dropped,
}

/// Opens a file to read and to write, and creates it if it is not there.
///
/// # Errors
/// The file cannot be opened.
pub fn open_work_file(path: &Path, content: Content) -> Result<File, IoError> {
    let is_dropped = content == Content::Dropped;
    let file = File::options().read(true).write(true).create(true).truncate(is_dropped).open(path);
    file.map_err(|error| IoError::new(path, Operation::Create, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn what_is_in_a_file_is_kept_or_dropped() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("work");
        let cases = [
            (Content::Kept, ""),
            (Content::Kept, "1"),
            (Content::Dropped, ""),
            (Content::Kept, "1"),
        ];
        for (content, expected) in cases {
            let mut file = open_work_file(&path, content).expect("opened");
            let mut text = String::new();
            file.read_to_string(&mut text).expect("read");
            assert_eq!(text, expected, "{content:?}");
            file.write_all(b"1").expect("written");
        }
        assert!(open_work_file(&path.join("below"), Content::Kept).is_err());
    }
}
