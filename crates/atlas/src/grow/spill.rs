//! Run files: the sorted edges of one file to all files of the next layer.
//!
//! A file begins with `SOLERUN1`. Then come sections, each the records to one
//! file of the next layer: the 24 bytes of the keys and eight of the games, all
//! first bytes first, as a frame of zstd with a checksum (`encoder.rs`). The end is a directory
//! of the sections, the totals, the number of sections and the BLAKE3 of all
//! that; all numbers with the lowest byte first. Run files are read by the
//! program that wrote them, and removed when the next layer is complete.

use super::expand::{Sink, Totals};
use crate::Record;
use crate::error::{AtlasError, Damage};
use crate::run_codec::{EncodedRun, RunEncoder};
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
    encoder: RunEncoder,
    sections: Vec<Section>,
}

impl RunWriter {
    pub(super) fn create(path: &Path) -> Result<RunWriter, AtlasError> {
        let mut file = HashedFile::create(path)?;
        file.put(MAGIC)?;
        let encoder = RunEncoder::new().map_err(|error| file.error(Operation::Write, &error))?;
        Ok(RunWriter { file, encoder, sections: Vec::new() })
    }

    /// Writes the directory and gives the file its name.
    pub(super) fn publish(mut self, path: &Path, found: Totals) -> Result<RunFile, AtlasError> {
        let end = directory(&self.sections, found);
        let hash = blake3::hash(&end);
        self.file.put(&end)?;
        self.file.put(hash.as_bytes())?;
        self.file.publish()?;
        let (path, origin) = (path.to_owned(), Origin::Written);
        Ok(RunFile { path, sections: self.sections, found, origin })
    }
}

impl Sink for RunWriter {
    fn take(&mut self, target: usize, run: &[Record]) -> Result<(), AtlasError> {
        let at = self.file.bytes();
        let encoded = self.encoder.encode(run);
        let encoded = encoded.map_err(|error| self.file.error(Operation::Write, &error))?;
        self.file.put(&encoded.bytes)?;
        let (target, records) = (target as u64, run.len() as u64);
        self.sections.push(Section { target, records, at, bytes: encoded.bytes.len() as u64 });
        Ok(())
    }
}

/// A run file that is complete.
pub(super) struct RunFile {
    path: PathBuf,
    sections: Vec<Section>,
    pub(super) found: Totals,
    origin: Origin,
}

/// Where a run file comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// This process has written it: the checksums of its sections suffice.
    Written,
    /// It was there before: its records may be anything.
    Found,
}

/// What a run file must have to be used.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    /// The number of files of the next layer.
    pub(super) targets: usize,
    /// The edges and games that the positions of its file have.
    pub(super) found: Totals,
}

impl Expected {
    /// Whether a directory that begins at `end` can be that of such a file.
    fn allows(self, sections: &[Section], found: Totals, end: u64) -> bool {
        let is_inside = |section: &Section| {
            section.target < self.targets as u64
                && section.records <= found.edges
                && section.at.checked_add(section.bytes).is_some_and(|last| last <= end)
        };
        found == self.found && sections.iter().all(is_inside)
    }
}

impl RunFile {
    /// Opens a run file, or returns `None` if it is not there, not whole, or not as expected, so
    /// that it has to be made again.
    pub(super) fn open(path: &Path, expected: Expected) -> Result<Option<RunFile>, AtlasError> {
        let mut file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(|error| AtlasError::io(path, Operation::Open, error))?,
        };
        let read = read_directory(&mut file);
        let read = read.map_err(|error| AtlasError::io(path, Operation::Read, error))?;
        let whole = read.filter(|(sections, found, at)| expected.allows(sections, *found, *at));
        Ok(whole.map(|(sections, found, _)| RunFile {
            path: path.to_owned(),
            sections,
            found,
            origin: Origin::Found,
        }))
    }

    /// The sorted runs to one file of the next layer, which must be such that the file `holds` them.
    pub(super) fn runs(
        &self,
        target: usize,
        holds: impl Fn(&[Record]) -> bool,
    ) -> Result<Vec<Vec<Record>>, AtlasError> {
        let sections = self.sections.iter().filter(|section| section.target == target as u64);
        let read = |section| {
            let run = self.read(section)?;
            match self.origin == Origin::Written || self.is_possible(&run) && holds(&run) {
                true => Ok(run),
                false => Err(AtlasError::damaged(&self.path, Damage::Content)),
            }
        };
        sections.map(read).collect()
    }

    /// Whether records ascend, and have games, but no more than all that were found.
    fn is_possible(&self, run: &[Record]) -> bool {
        let games: u128 = run.iter().map(|record| u128::from(record.games)).sum();
        run.is_sorted_by(|a, b| a.key < b.key)
            && run.iter().all(|record| record.games > 0)
            && games <= self.found.games
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
        let encoded = EncodedRun { records: section.records as usize, bytes };
        encoded.decode().ok_or_else(|| AtlasError::damaged(&self.path, Damage::Content))
    }
}

/// The bytes of a directory, but for their hash.
fn directory(sections: &[Section], found: Totals) -> Vec<u8> {
    let mut bytes: Vec<u8> = sections.iter().flat_map(|section| section.to_bytes()).collect();
    bytes.extend_from_slice(&found.edges.to_le_bytes());
    bytes.extend_from_slice(&found.games.to_le_bytes());
    bytes.extend_from_slice(&(sections.len() as u64).to_le_bytes());
    bytes
}

/// The directory at the end of a run file, and where it begins, or `None` if it is not whole.
fn read_directory(file: &mut File) -> io::Result<Option<(Vec<Section>, Totals, u64)>> {
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
    Ok(Some((sections, Totals { edges: number(0), games }, at)))
}

fn read_at(file: &mut File, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
    let mut buffer = vec![0; bytes];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut buffer)?;
    Ok(buffer)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLIES, SMALL_MEMORY, atlas, files, grown, never_stop};
    use super::super::{GrowEvent, grow};
    use super::*;
    use crate::Key;
    use crate::store::Atlas;
    use std::fs;
    use std::ops::ControlFlow;

    /// Stops before the last layer is written, when its runs are there.
    fn stop(step: GrowEvent) -> ControlFlow<()> {
        match step {
            GrowEvent::Written { ply: PLIES, .. } => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The first run file of an atlas that was stopped, and its content.
    fn stopped(atlas: &Atlas) -> (PathBuf, RunFile) {
        assert!(matches!(grow(atlas, PLIES, SMALL_MEMORY, &stop), Err(AtlasError::Stopped)));
        let path = atlas.runs_folder(PLIES - 1).join("0000.run");
        let mut file = File::open(&path).expect("a run file");
        let (sections, found, _) = read_directory(&mut file).expect("read").expect("whole");
        (path.clone(), RunFile { path, sections, found, origin: Origin::Found })
    }

    /// Writes a run file again, with other records in its last section, whose file is not written yet.
    fn rewrite(run: &RunFile, change: fn(&mut Vec<Record>)) {
        let mut writer = RunWriter::create(&run.path).expect("a draft");
        for (index, section) in run.sections.iter().enumerate() {
            let mut records = run.read(section).expect("whole");
            if index + 1 == run.sections.len() {
                change(&mut records);
            }
            writer.take(section.target as usize, &records).expect("room");
        }
        writer.publish(&run.path, run.found).expect("room");
    }

    #[test]
    fn impossible_records_of_a_run_are_damage() {
        type Case = (&'static str, fn(&mut Vec<Record>));
        let cases: [Case; 6] = [
            ("not a position", |records| records[0].key = Key::MIN),
            ("64 men", |records| records[0].key = Key::from_words([u64::MAX; 3])),
            ("not in order", |records| records.swap(0, 1)),
            ("a row twice", |records| records.insert(0, records[0])),
            ("no games", |records| records[0].games = 0),
            ("too many games", |records| records[0].games = u64::MAX),
        ];
        let expected = grown(SMALL_MEMORY);
        for (name, change) in cases {
            let (_folder, atlas) = atlas();
            let (path, run) = stopped(&atlas);
            rewrite(&run, change);
            match grow(&atlas, PLIES, SMALL_MEMORY, &never_stop) {
                Err(AtlasError::Damaged { path: found, damage: Damage::Content }) => {
                    assert_eq!(found, path, "{name}");
                }
                other => panic!("{name}: {other:?}"),
            }
            grow(&atlas, PLIES, SMALL_MEMORY, &never_stop).expect(name);
            assert!(files(&atlas) == expected, "{name}");
        }
    }

    #[test]
    fn a_run_with_an_impossible_directory_is_made_again() {
        type Case = (&'static str, fn(&mut RunFile));
        let cases: [Case; 6] = [
            ("target", |run| run.sections[0].target = 1000),
            ("records", |run| run.sections[0].records = u64::MAX / 32),
            ("place", |run| run.sections[0].at = u64::MAX),
            ("length", |run| run.sections[0].bytes = 1 << 62),
            ("edges", |run| run.found.edges = u64::MAX),
            ("games", |run| run.found.games = u128::MAX),
        ];
        let expected = grown(SMALL_MEMORY);
        for (name, change) in cases {
            let (_folder, atlas) = atlas();
            let (path, mut run) = stopped(&atlas);
            let whole = fs::read(&path).expect("a run file");
            change(&mut run);
            let end = directory(&run.sections, run.found);
            let hash = blake3::hash(&end);
            let sections = &whole[..whole.len() - end.len() - HASH_BYTES];
            let forged = [sections, &end, hash.as_bytes()].concat();
            fs::write(&path, forged).expect("written");
            grow(&atlas, PLIES, SMALL_MEMORY, &never_stop).expect(name);
            assert!(files(&atlas) == expected, "{name}");
        }
    }
}
