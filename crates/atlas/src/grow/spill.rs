//! Run files: the sorted edges of one file to all files of the next layer.
//!
//! A file begins with `SOLERUN1`. Then come sections, each the records to one
//! file of the next layer: the 24 bytes of the keys and eight of the games, all
//! first bytes first, as a frame of zstd with a checksum (`press.rs`). The end is a directory
//! of the sections, the totals, the number of sections and the BLAKE3 of all
//! that; all numbers with the lowest byte first. Run files are read by the
//! program that wrote them, and removed when the next layer is complete.

use super::expand::{Sink, Totals};
use crate::Record;
use crate::error::{AtlasError, Damage};
use crate::press::{Press, Pressed};
use crate::store::HashedFile;
use sole_storage::Operation;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"SOLERUN1";
const HASH_BYTES: usize = 32;

/// The place of the records to one file of the next layer.
#[derive(Clone, Copy, Debug)]
struct Section {
    target: u64,
    records: u64,
    at: u64,
    bytes: u64,
}

impl Section {
    const BYTES: usize = 4 * 8;

    fn to_bytes(self) -> [u8; Section::BYTES] {
        let mut bytes = [0; Section::BYTES];
        let numbers = [self.target, self.records, self.at, self.bytes];
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; Section::BYTES]) -> Section {
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
        Section { target: number(0), records: number(8), at: number(16), bytes: number(24) }
    }
}

/// A run file that is being written.
pub(super) struct RunWriter {
    file: HashedFile,
    press: Press,
    sections: Vec<Section>,
}

impl RunWriter {
    pub(super) fn create(path: &Path) -> Result<RunWriter, AtlasError> {
        let mut file = HashedFile::create(path)?;
        file.put(MAGIC)?;
        let press = Press::new().map_err(|error| file.error(Operation::Write, &error))?;
        Ok(RunWriter { file, press, sections: Vec::new() })
    }

    /// Writes the directory and gives the file its name.
    pub(super) fn publish(mut self, path: &Path, found: Totals) -> Result<RunFile, AtlasError> {
        let mut end: Vec<u8> =
            self.sections.iter().flat_map(|section| section.to_bytes()).collect();
        end.extend_from_slice(&found.edges.to_le_bytes());
        end.extend_from_slice(&found.games.to_le_bytes());
        end.extend_from_slice(&(self.sections.len() as u64).to_le_bytes());
        let hash = blake3::hash(&end);
        self.file.put(&end)?;
        self.file.put(hash.as_bytes())?;
        self.file.publish()?;
        Ok(RunFile { path: path.to_owned(), sections: self.sections, found })
    }
}

impl Sink for RunWriter {
    fn take(&mut self, target: usize, run: &[Record]) -> Result<(), AtlasError> {
        let at = self.file.bytes();
        let pressed = self.press.press(run);
        let pressed = pressed.map_err(|error| self.file.error(Operation::Write, &error))?;
        self.file.put(&pressed.bytes)?;
        let (target, records) = (target as u64, run.len() as u64);
        self.sections.push(Section { target, records, at, bytes: pressed.bytes.len() as u64 });
        Ok(())
    }
}

/// A run file that is complete.
pub(super) struct RunFile {
    path: PathBuf,
    sections: Vec<Section>,
    pub(super) found: Totals,
}

impl RunFile {
    /// Opens a run file to a layer of so many files, or returns `None` if it is
    /// not there or not whole, so that it has to be made anew.
    pub(super) fn open(path: &Path, targets: usize) -> Result<Option<RunFile>, AtlasError> {
        let mut file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(|error| AtlasError::io(path, Operation::Open, error))?,
        };
        let read = read_directory(&mut file);
        let read = read.map_err(|error| AtlasError::io(path, Operation::Read, error))?;
        let whole = read
            .filter(|(sections, _)| sections.iter().all(|section| section.target < targets as u64));
        Ok(whole.map(|(sections, found)| RunFile { path: path.to_owned(), sections, found }))
    }

    /// The sorted runs to one file of the next layer.
    pub(super) fn runs(&self, target: usize) -> Result<Vec<Vec<Record>>, AtlasError> {
        let sections = self.sections.iter().filter(|section| section.target == target as u64);
        sections.map(|section| self.read(section)).collect()
    }

    /// Takes the file away, since it is damaged.
    pub(super) fn discard(&self) {
        // If it stays, the next process will find it damaged as this one has.
        let _ = std::fs::remove_file(&self.path);
    }

    fn read(&self, section: &Section) -> Result<Vec<Record>, AtlasError> {
        let failed = |error| AtlasError::io(&self.path, Operation::Read, error);
        let mut file = File::open(&self.path).map_err(failed)?;
        file.seek(SeekFrom::Start(section.at)).map_err(failed)?;
        let mut bytes = vec![0; section.bytes as usize];
        file.read_exact(&mut bytes).map_err(failed)?;
        let pressed = Pressed { records: section.records as usize, bytes };
        pressed.release().ok_or_else(|| AtlasError::damaged(&self.path, Damage::Content))
    }
}

/// The directory at the end of a run file, or `None` if it is not whole.
fn read_directory(file: &mut File) -> io::Result<Option<(Vec<Section>, Totals)>> {
    const TAIL: usize = 8 + 16 + 8 + HASH_BYTES;
    let length = file.metadata()?.len();
    let Some(tail_at) = length.checked_sub(TAIL as u64) else { return Ok(None) };
    let tail = read_at(file, tail_at, TAIL)?;
    let number = |at: usize| u64::from_le_bytes(tail[at..at + 8].try_into().expect("eight"));
    let directory_bytes = number(24).checked_mul(Section::BYTES as u64);
    let Some(at) = directory_bytes.and_then(|bytes| tail_at.checked_sub(bytes)) else {
        return Ok(None);
    };
    let end = read_at(file, at, (length - at) as usize)?;
    let (hashed, hash) = end.split_at(end.len() - HASH_BYTES);
    if blake3::hash(hashed).as_bytes() != hash || read_at(file, 0, MAGIC.len())? != MAGIC {
        return Ok(None);
    }
    let (chunks, _) = hashed[..hashed.len() - (TAIL - HASH_BYTES)].as_chunks();
    let sections = chunks.iter().map(Section::from_bytes).collect();
    let games = u128::from_le_bytes(tail[8..24].try_into().expect("sixteen"));
    Ok(Some((sections, Totals { edges: number(0), games })))
}

fn read_at(file: &mut File, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
    let mut buffer = vec![0; bytes];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut buffer)?;
    Ok(buffer)
}
