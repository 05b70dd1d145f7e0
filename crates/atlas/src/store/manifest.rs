//! The manifest of a layer: its files, what is in them, how far they are resolved.
//!
//! It is replaced as a whole, so that it is always one that was true.

use super::tally::{MOST_BYTES, MOST_POSITIONS};
use super::{HashedFile, Tallies};
use crate::error::{AtlasError, Damage, Mismatch};
use crate::{Key, Splitters};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sole_storage::Operation;
use std::fs;
use std::io;
use std::path::Path;

const FORMAT: &str = "sole-layer";
/// The version of manifests and range files.
pub(crate) const VERSION: u32 = 2;
/// The name of a manifest.
pub(crate) const MANIFEST: &str = "manifest.json";
/// The name of a manifest that was found damaged, while its layer is made anew.
pub(crate) const DAMAGED_MANIFEST: &str = "manifest.damaged";
/// The name of the file that says where key ranges begin.
pub(crate) const CUTS: &str = "cuts.json";

/// What a layer consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: String,
    version: u32,
    /// The start as a FEN.
    pub start: String,
    /// The plies from the start.
    pub ply: u32,
    /// Whether all files are written and the whole was checked.
    pub complete: bool,
    /// The BLAKE3 of where the key ranges begin, in hexadecimal.
    cuts: String,
    /// The files in the order of their keys; none if there are no positions.
    pub files: Vec<RangeFile>,
    /// The BLAKE3 of the rest as JSON without spaces, in hexadecimal; on disk alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    blake3: String,
}

/// A file of a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeFile {
    /// Its name in the folder of the layer.
    pub name: String,
    /// How far its positions are resolved into their successors.
    pub state: State,
    /// The first of its key ranges.
    pub first_range: usize,
    /// The number of its key ranges.
    pub ranges: usize,
    /// What is in it; nothing while it is not yet written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The number of its rows.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// Its BLAKE3, in hexadecimal.
    pub blake3: String,
    /// Its smallest position, in hexadecimal.
    #[serde(with = "as_hex")]
    pub smallest: Key,
    /// Its largest position, in hexadecimal.
    #[serde(with = "as_hex")]
    pub largest: Key,
    /// What is counted of its rows.
    pub tallies: Tallies,
}

/// How far the positions of a file are resolved into their successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Nothing has been done.
    #[serde(rename = "UNRESOLVED")]
    Unresolved,
    /// They are being resolved, or were when a process ended.
    #[serde(rename = "IN PROGRESS")]
    InProgress,
    /// The successors of all are safely on disk.
    #[serde(rename = "RESOLVED")]
    Resolved,
}

impl Content {
    /// Whether a file can have this content.
    fn is_possible(&self) -> bool {
        self.rows == self.tallies.all.positions
            && self.smallest <= self.largest
            && self.tallies.is_possible()
    }

    /// Whether a key is between the smallest and the largest one.
    pub fn holds(&self, key: Key) -> bool {
        self.smallest <= key && key <= self.largest
    }
}

impl Manifest {
    /// The plan of a layer: no file is written yet, and each has so many ranges.
    pub(crate) fn plan(
        start: String,
        ply: u32,
        splitters: &Splitters,
        ranges_of_file: usize,
    ) -> Manifest {
        let ranges = splitters.ranges();
        let file = |(index, first_range): (usize, usize)| RangeFile {
            name: file_name(index),
            state: State::Unresolved,
            first_range,
            ranges: ranges_of_file.min(ranges - first_range),
            content: None,
        };
        let files = (0..ranges).step_by(ranges_of_file).enumerate().map(file).collect();
        let cuts = hash_of_cuts(splitters);
        Manifest { cuts, files, ..Manifest::without_files(start, ply) }
    }

    /// A layer without positions.
    pub(crate) fn without_files(start: String, ply: u32) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            start,
            ply,
            complete: false,
            cuts: String::new(),
            files: Vec::new(),
            blake3: String::new(),
        }
    }

    /// Says that the successors of all positions are safely on disk.
    pub(crate) fn resolve(&mut self) {
        self.files.iter_mut().for_each(|file| file.state = State::Resolved);
    }

    /// Whether all files are written.
    pub(crate) fn is_written(&self) -> bool {
        self.files.iter().all(|file| file.content.is_some())
    }

    /// What is counted of the whole layer.
    pub fn tallies(&self) -> Tallies {
        let mut all = Tallies::default();
        self.contents().for_each(|content| all += &content.tallies);
        all
    }

    /// The length of all files together.
    pub fn bytes(&self) -> u64 {
        self.contents().map(|content| content.bytes).sum()
    }

    /// The contents of the files that are written.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        self.files.iter().filter_map(|file| file.content.as_ref())
    }

    /// Reads a manifest, if there is one, and checks whose it is.
    pub(crate) fn read(
        folder: &Path,
        ply: u32,
        start: &str,
    ) -> Result<Option<Manifest>, AtlasError> {
        let path = folder.join(MANIFEST);
        let Some(value) = read_json::<Value>(&path)? else { return Ok(None) };
        let foreign = |what| Err(AtlasError::Foreign { path: path.clone(), what });
        // What another version says is none of the damages.
        let version = value["version"].as_u64().and_then(|version| u32::try_from(version).ok());
        let Some(actual) = version.filter(|_| value["format"] == FORMAT) else {
            return foreign(Mismatch::Format);
        };
        if actual != VERSION {
            return foreign(Mismatch::Version { expected: VERSION, actual });
        }
        let manifest = serde_json::from_value::<Manifest>(value);
        let mut manifest =
            manifest.map_err(|source| AtlasError::Manifest { path: path.clone(), source })?;
        let blake3 = std::mem::take(&mut manifest.blake3);
        if blake3 != manifest.hash(&path)? {
            return foreign(Mismatch::Hash);
        }
        if manifest.start != start {
            return foreign(Mismatch::Start);
        }
        if manifest.ply != ply {
            return foreign(Mismatch::Ply);
        }
        if manifest.ranges().is_none() {
            return foreign(Mismatch::Ranges);
        }
        match manifest.has_possible_contents() {
            true => Ok(Some(manifest)),
            false => foreign(Mismatch::Numbers),
        }
    }

    /// How many key ranges all files have, if they follow each other.
    fn ranges(&self) -> Option<usize> {
        self.files.iter().try_fold(0usize, |next, file| {
            let follows = file.first_range == next && file.ranges > 0;
            next.checked_add(file.ranges).filter(|_| follows)
        })
    }

    /// Whether files have their names, all contents are there if the layer is complete, and what
    /// they count is possible, alone and together.
    fn has_possible_contents(&self) -> bool {
        let named = self.files.iter().enumerate().all(|(at, file)| file.name == file_name(at));
        let is_at_most = |most: u64, number: fn(&Content) -> u64| {
            let sum = self.contents().map(number).try_fold(0u64, u64::checked_add);
            sum.is_some_and(|sum| sum <= most)
        };
        named
            && (self.is_written() || !self.complete)
            && self.contents().all(Content::is_possible)
            && is_at_most(MOST_POSITIONS, |content| content.rows)
            && is_at_most(MOST_BYTES, |content| content.bytes)
    }

    /// Replaces the manifest in a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), AtlasError> {
        let path = folder.join(MANIFEST);
        let blake3 = self.hash(&path)?;
        write_json(&path, &Manifest { blake3, ..self.clone() })
    }

    fn hash(&self, path: &Path) -> Result<String, AtlasError> {
        let text = serde_json::to_vec(self);
        let text = text.map_err(|source| AtlasError::Manifest { path: path.to_owned(), source })?;
        Ok(blake3::hash(&text).to_hex().to_string())
    }

    /// Reads where the ranges of this layer begin.
    ///
    /// # Errors
    /// [`AtlasError::Damaged`] if that is gone or not as it was written.
    pub(crate) fn read_splitters(&self, folder: &Path) -> Result<Splitters, AtlasError> {
        let path = folder.join(CUTS);
        let damaged = |damage| AtlasError::damaged(&path, damage);
        let cuts = match read_json::<Vec<String>>(&path) {
            Err(AtlasError::Manifest { .. }) => return Err(damaged(Damage::Content)),
            read => read?.ok_or_else(|| damaged(Damage::Missing))?,
        };
        let cuts = cuts.iter().map(|cut| u64::from_str_radix(cut, 16).ok()).collect::<Option<_>>();
        let splitters = cuts.and_then(Splitters::new);
        splitters.filter(|splitters| self.has(splitters)).ok_or_else(|| damaged(Damage::Hash))
    }

    /// Whether the ranges of this layer begin there.
    pub(crate) fn has(&self, splitters: &Splitters) -> bool {
        hash_of_cuts(splitters) == self.cuts && self.ranges() == Some(splitters.ranges())
    }

    /// Writes where the ranges of a layer begin.
    pub(crate) fn write_splitters(folder: &Path, splitters: &Splitters) -> Result<(), AtlasError> {
        let cuts: Vec<String> = splitters.cuts().iter().map(|cut| format!("{cut:016x}")).collect();
        write_json(&folder.join(CUTS), &cuts)
    }
}

/// The name of the file in a place.
pub(crate) fn file_name(index: usize) -> String {
    format!("{index:04}.parquet")
}

/// The BLAKE3 of the cuts, each with its highest byte first.
fn hash_of_cuts(splitters: &Splitters) -> String {
    let mut hasher = blake3::Hasher::new();
    for cut in splitters.cuts() {
        hasher.update(&cut.to_be_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Option<T>, AtlasError> {
    let text = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| AtlasError::io(path, Operation::Read, error))?,
    };
    let value = serde_json::from_slice(&text);
    let value = value.map_err(|source| AtlasError::Manifest { path: path.to_owned(), source })?;
    Ok(Some(value))
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), AtlasError> {
    let manifest = |source| AtlasError::Manifest { path: path.to_owned(), source };
    let mut text = serde_json::to_string_pretty(value).map_err(manifest)?;
    text.push('\n');
    let mut file = HashedFile::create(path)?;
    file.put(text.as_bytes())?;
    file.publish()
}

mod as_hex {
    use crate::Key;
    use crate::store::hex;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(key: &Key, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex(&key.to_bytes()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Key, D::Error> {
        let text = String::deserialize(from)?;
        let mut bytes = [0; 24];
        let digits = text.as_bytes();
        if digits.len() != 48 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(D::Error::custom("expected 48 hexadecimal digits"));
        }
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(D::Error::custom)?;
        }
        Ok(Key::from_bytes(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_others_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(MANIFEST);
        let ours = || Manifest::without_files("a start".to_owned(), 3);
        let cases = [
            (ours(), None),
            (
                Manifest { version: 1, ..ours() },
                Some("a layer in version 1 of the format, only 2 is known here"),
            ),
            (
                Manifest { format: "another".to_owned(), ..ours() },
                Some("not the manifest of a layer"),
            ),
            (
                Manifest { start: "another".to_owned(), ..ours() },
                Some("the manifest of an atlas from another start"),
            ),
            (Manifest { ply: 4, ..ours() }, Some("the manifest of another layer")),
        ];
        for (manifest, told) in cases {
            manifest.write(folder.path()).expect("written");
            let read = Manifest::read(folder.path(), 3, "a start");
            let expected = told.map(|told| format!("{}: {told}", path.display()));
            assert_eq!(read.err().map(|error| error.to_string()), expected);
        }
    }
}
