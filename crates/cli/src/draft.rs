//! Files that take the place of older ones only when they are whole.

use crate::complain::{Complaint, Kind};
use crate::console::Stop;
use crate::interrupt;
use crate::render::visible;
use sole_storage::{IoError, OutputFile};
#[cfg(feature = "sql")]
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A file that takes the place of an older one only when it is whole.
pub(crate) struct Draft(OutputFile);

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
        interrupt::watch();
        OutputFile::create(path).map(Draft).map_err(|error| refused(&error))
    }

    /// Where it will be.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Adds a line.
    pub(crate) fn add(&mut self, line: &str) -> Result<(), Complaint> {
        writeln!(self.0, "{line}").map_err(|error| unwritable(self.path(), &error))
    }

    /// The file itself, for those who keep bytes back on their own.
    #[cfg(feature = "sql")]
    pub(crate) fn file(&self) -> &File {
        self.0.file()
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
        self.0.finish(bytes).map_err(|error| refused(&error))
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Why a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Complaint {
    cannot_write(path, &sole_storage::plain(error))
}

fn refused(error: &IoError) -> Complaint {
    cannot_write(&error.path, error.reason())
}

fn cannot_write(path: &Path, reason: &str) -> Complaint {
    let name = visible(&path.display().to_string());
    Complaint::new(Kind::Output, format!("cannot write {name}: {reason}"))
}
