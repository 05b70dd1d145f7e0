//! Portions of a ply in a file, one after the other as they are done.
//!
//! A portion is written in one go and has a checksum. What a run leaves behind, however it
//! ends, are whole portions and at most one that is cut off, which is dropped.
//!
//! The format, in words of four bytes, least significant byte first: `SOLEPLY1` (two words),
//! the length of the title in bytes, the title filled up with zeros to whole words; then for
//! each portion its number, the number of its words, these words, and the XXH3 of all that in
//! four words.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::scratch::ScratchError;
use sole_storage::{Content, Operation, open_work_file};

const MAGIC: &[u8; 8] = b"SOLEPLY1";

/// Words before those of a portion, and after them.
const HEAD: usize = 2;
const CHECKSUM: usize = 4;

/// A file of portions that is being written.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: Arc<File>,
    /// Where the next portion will begin, in words.
    end: u64,
}

impl Log {
    /// Opens a file, shows each portion in it with its number and the place of its first word
    /// in the file, and makes ready for more. What is there under another title is dropped.
    pub(super) fn open(
        path: PathBuf,
        title: &str,
        mut show: impl FnMut(usize, Vec<u32>, u64),
    ) -> Result<Log, ScratchError> {
        let file = open_work_file(&path, Content::Kept)?;
        let mut log = Log { path, file: Arc::new(file), end: 0 };
        let title = heading(title);
        let end =
            log.scan(&title, &mut show).map_err(|error| log.error(Operation::Read, &error))?;
        let begun = log.begin(&title, end);
        begun.map_err(|error| log.error(Operation::Write, &error))?;
        Ok(log)
    }

    /// Adds a portion and says where its first word is in the file.
    pub(super) fn append(&mut self, portion: usize, words: &[u32]) -> Result<u64, ScratchError> {
        let head = [portion as u32, words.len() as u32];
        let mut bytes = Vec::with_capacity((HEAD + words.len() + CHECKSUM) * 4);
        head.iter().chain(words).for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes.extend(xxh3_128(&bytes).to_le_bytes());
        let first = self.end + HEAD as u64;
        match (&*self.file).write_all(&bytes) {
            Ok(()) => self.end += bytes.len() as u64 / 4,
            Err(error) => {
                // Half a portion would be dropped by the next run anyway.
                let _ = self.file.set_len(self.end * 4);
                return Err(self.error(Operation::Write, &error));
            }
        }
        Ok(first)
    }

    /// The file, to read from.
    pub(super) fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads all whole portions; the place after the last, in words, or nothing if the
    /// heading is another.
    fn scan(
        &self,
        heading: &[u8],
        show: &mut impl FnMut(usize, Vec<u32>, u64),
    ) -> io::Result<Option<u64>> {
        let length = self.file.metadata()?.len() / 4;
        let mut reader = BufReader::with_capacity(1 << 20, &*self.file);
        if !matches!(read(&mut reader, heading.len())?, Some(found) if found == heading) {
            return Ok(None);
        }
        let mut end = heading.len() as u64 / 4;
        while let Some((portion, words)) = next(&mut reader, length.saturating_sub(end))? {
            let first = end + HEAD as u64;
            end = first + (words.len() + CHECKSUM) as u64;
            show(portion, words, first);
        }
        Ok(Some(end))
    }

    /// Goes to the end of what is of use, and cuts off the rest.
    fn begin(&mut self, heading: &[u8], end: Option<u64>) -> io::Result<()> {
        let mut file = &*self.file;
        file.set_len(end.unwrap_or(0) * 4)?;
        file.seek(SeekFrom::End(0))?;
        if end.is_none() {
            file.write_all(heading)?;
        }
        self.end = end.unwrap_or(heading.len() as u64 / 4);
        Ok(())
    }

    fn error(&self, operation: Operation, error: &io::Error) -> ScratchError {
        ScratchError::io(&self.path, operation, error)
    }
}

/// What a file with this title begins with.
fn heading(title: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((title.len() as u32).to_le_bytes());
    bytes.extend(title.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// The next portion of a file with a given number of words left, if it is whole.
fn next(reader: &mut impl Read, left: u64) -> io::Result<Option<(usize, Vec<u32>)>> {
    let Some(head) = read(reader, HEAD * 4)? else { return Ok(None) };
    let [portion, length] = [&head[..4], &head[4..]].map(word);
    if (HEAD + CHECKSUM) as u64 + u64::from(length) > left {
        return Ok(None);
    }
    let Some(rest) = read(reader, (length as usize + CHECKSUM) * 4)? else { return Ok(None) };
    let (body, checksum) = rest.split_at(length as usize * 4);
    let whole = [&head[..], body].concat();
    if xxh3_128(&whole).to_le_bytes() != checksum {
        return Ok(None);
    }
    Ok(Some((portion as usize, body.chunks_exact(4).map(word).collect())))
}

/// So many bytes, or nothing if there are fewer.
fn read(reader: &mut impl Read, bytes: usize) -> io::Result<Option<Vec<u8>>> {
    let mut buffer = vec![0; bytes];
    match reader.read_exact(&mut buffer) {
        Ok(()) => Ok(Some(buffer)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("a word has four bytes"))
}
