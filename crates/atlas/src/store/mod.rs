//! An atlas on disk: a folder for each layer, with range files and a manifest.
//!
//! ```text
//! array/                  from the initial array; other starts by their 24 bytes in hexadecimal
//!   atlas.lock            locked by the process that grows the atlas
//!   layer-06/
//!     manifest.json       which files there are, what is in them, how far they are resolved
//!     cuts.json           where the key ranges begin
//!     0000.parquet …
//!     manifest.damaged    while a layer is made anew whose manifest was damaged
//!     runs/               while the next layer is being made, if it does not fit in memory
//! ```

mod hashed_file;
mod lock;
mod manifest;
mod tally;

pub(crate) use hashed_file::{FinishedFile, HashedFile};
pub(crate) use lock::Lock;
pub(crate) use manifest::{CUTS, DAMAGED_MANIFEST, MANIFEST, VERSION as LAYER_VERSION, file_name};
pub use manifest::{Content, Manifest, RangeFile, State};
pub use tally::{Tallies, Tally};

use crate::error::{AtlasError, Damage};
use crate::grow::Geometry;
use crate::layer::{Heading, RangeReader, Source};
use crate::{Key, Record};
use sole_board::{PackedError, PackedPosition, Position};
use sole_storage::{Operation, remove_file, remove_folder};
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the names of the folders of layers begin with.
const LAYER: &str = "layer-";

/// An atlas: all layers from one start, in a folder.
#[derive(Clone, Debug)]
pub struct Atlas {
    folder: PathBuf,
    start: Position,
    packed: PackedPosition,
    geometry: Geometry,
}

impl Atlas {
    /// The atlas from a start, in a folder of atlases.
    ///
    /// # Errors
    /// [`AtlasError::Start`] if the start has no 24 bytes, or no king, without which
    /// its successors have none.
    pub fn new(atlases: &Path, start: Position) -> Result<Atlas, AtlasError> {
        let packed = PackedPosition::new(&start).map_err(AtlasError::Start)?;
        if !packed.has_king() {
            return Err(AtlasError::Start(PackedError::NoKing));
        }
        let name =
            if start == Position::initial() { "array".to_owned() } else { hex(packed.as_bytes()) };
        let geometry = Geometry::DEFAULT;
        Ok(Atlas { folder: atlases.join(name), start, packed, geometry })
    }

    /// The same, cut into parts of other sizes.
    #[cfg(test)]
    pub(crate) fn with_geometry(self, geometry: Geometry) -> Atlas {
        Atlas { geometry, ..self }
    }

    /// How large the parts of its layers are.
    pub(crate) fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where it begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The start in 24 bytes.
    pub fn packed_start(&self) -> PackedPosition {
        self.packed
    }

    /// Whether it begins with the initial array.
    pub fn is_from_array(&self) -> bool {
        self.start == Position::initial()
    }

    /// The layers that are complete, from the start on.
    ///
    /// # Errors
    /// Whatever is wrong with a manifest.
    pub fn layers(&self) -> Result<Vec<Manifest>, AtlasError> {
        let mut layers = Vec::new();
        while let Some(manifest) = self.manifest(layers.len() as u32)? {
            if !manifest.complete {
                break;
            }
            layers.push(manifest);
        }
        Ok(layers)
    }

    /// A layer, which must be complete.
    ///
    /// # Errors
    /// [`AtlasError::Missing`], or whatever is wrong with its manifest.
    pub fn layer(&self, ply: u32) -> Result<Manifest, AtlasError> {
        let layer = self.manifest(ply)?.filter(|layer| layer.complete);
        layer.ok_or(AtlasError::Missing { ply })
    }

    /// The first layer that is missing though a later one is complete, if any is.
    ///
    /// # Errors
    /// Whatever is wrong with a manifest, or with the folder.
    pub fn gap(&self) -> Result<Option<u32>, AtlasError> {
        let missing = self.layers()?.len() as u32;
        for ply in missing + 1..=self.last_begun()?.unwrap_or(0) {
            if self.manifest(ply)?.is_some_and(|layer| layer.complete) {
                return Ok(Some(missing));
            }
        }
        Ok(None)
    }

    /// The plies of the last layer that has a folder.
    pub(crate) fn last_begun(&self) -> Result<Option<u32>, AtlasError> {
        let listed = |error| AtlasError::io(&self.folder, Operation::List, error);
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(listed)?,
        };
        let mut last = None;
        for entry in entries {
            let name = entry.map_err(listed)?.file_name();
            let ply = name.to_str().and_then(|name| name.strip_prefix(LAYER)?.parse().ok());
            last = last.max(ply);
        }
        Ok(last)
    }

    /// The manifest of a layer, complete or not.
    pub(crate) fn manifest(&self, ply: u32) -> Result<Option<Manifest>, AtlasError> {
        Manifest::read(&self.layer_folder(ply), ply, &self.start.to_string())
    }

    /// Where a damaged manifest is kept while its layer is made anew.
    pub(crate) fn damaged_manifest(&self, ply: u32) -> PathBuf {
        self.layer_folder(ply).join(DAMAGED_MANIFEST)
    }

    pub(crate) fn layer_folder(&self, ply: u32) -> PathBuf {
        self.folder.join(format!("{LAYER}{ply:02}"))
    }

    /// Where a file of a layer is.
    pub fn file_path(&self, ply: u32, file: &RangeFile) -> PathBuf {
        self.layer_folder(ply).join(&file.name)
    }

    pub(crate) fn runs_folder(&self, ply: u32) -> PathBuf {
        self.layer_folder(ply).join("runs")
    }

    pub(crate) fn heading(&self, ply: u32) -> Heading {
        let (men, start) = (self.packed.men() as u8, self.start.to_string());
        Heading { ply, men, start }
    }

    /// Opens a file after checking its length and its hash.
    ///
    /// # Errors
    /// [`AtlasError::Damaged`] with the name of the file, or [`AtlasError::Io`].
    pub(crate) fn open_checked(
        &self,
        ply: u32,
        file: &RangeFile,
    ) -> Result<RangeReader<Source>, AtlasError> {
        let path = self.file_path(ply, file);
        let damaged = |damage| Err(AtlasError::damaged(&path, damage));
        let Some(content) = &file.content else { return damaged(Damage::Missing) };
        let (opened, bytes) = match open(&path)? {
            Some(opened) => opened,
            None => return damaged(Damage::Missing),
        };
        if bytes != content.bytes {
            return damaged(Damage::Length { expected: content.bytes, actual: bytes });
        }
        if hash(&opened).map_err(|error| AtlasError::io(&path, Operation::Read, error))?
            != content.blake3
        {
            return damaged(Damage::Hash);
        }
        let reader = self.reader(&path, opened)?;
        let rows = reader.all_rows();
        if rows != content.rows {
            return damaged(Damage::Rows { expected: content.rows, actual: rows });
        }
        Ok(reader)
    }

    /// Where a file of a layer is, once its length, its hash and its number of
    /// rows have been found to be what they were when it was written.
    ///
    /// The headers of its pages are read, too: a decoder that reads from memory skips what a forged
    /// header counts beyond the end of a column, item by item, which takes minutes.
    ///
    /// # Errors
    /// [`AtlasError::Damaged`] with the name of the file, or [`AtlasError::Io`].
    pub fn checked_path(&self, ply: u32, file: &RangeFile) -> Result<PathBuf, AtlasError> {
        let path = self.file_path(ply, file);
        let headers = self.open_checked(ply, file)?.read_page_headers();
        headers.map_err(|error| AtlasError::parquet(&path, error))?;
        Ok(path)
    }

    /// Reads every column of a file of a layer, and checks that its rows can be those of one.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn decode_file(&self, ply: u32, file: &RangeFile) -> Result<(), AtlasError> {
        let decoded = self.open_checked(ply, file)?.decode_all();
        decoded.map_err(|error| AtlasError::parquet(&self.file_path(ply, file), error))?;
        self.for_each_group(ply, file, |_| Ok(()))
    }

    /// Checks all files of a layer, their hashes, their rows, the order of the
    /// rows and the sums of the games, and returns those that are damaged.
    ///
    /// # Errors
    /// What is no damage of a file.
    pub fn damages(&self, ply: u32) -> Result<Vec<(usize, Damage)>, AtlasError> {
        let layer = self.layer(ply)?;
        let mut damages = Vec::new();
        for (index, file) in layer.files.iter().enumerate() {
            match self.check_file(ply, file) {
                Ok(()) => {}
                Err(AtlasError::Damaged { damage, .. }) => damages.push((index, damage)),
                Err(AtlasError::Parquet { .. }) => damages.push((index, Damage::Content)),
                Err(error) => return Err(error),
            }
        }
        Ok(damages)
    }

    /// Whether it is still known where the key ranges of a layer begin.
    pub(crate) fn has_cuts(&self, layer: &Manifest) -> Result<bool, AtlasError> {
        match layer.read_splitters(&self.layer_folder(layer.ply)) {
            Err(AtlasError::Damaged { .. }) => Ok(layer.files.is_empty()),
            other => other.map(|_| true),
        }
    }

    /// The files of a layer that are gone or have another length.
    pub(crate) fn lost(&self, layer: &Manifest) -> Result<Vec<usize>, AtlasError> {
        let mut lost = Vec::new();
        for (index, file) in layer.files.iter().enumerate() {
            let path = self.file_path(layer.ply, file);
            let length = match fs::metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                other => {
                    Some(other.map_err(|error| AtlasError::io(&path, Operation::Read, error))?)
                }
            };
            let expected = file.content.as_ref().map(|content| content.bytes);
            if length.map(|metadata| metadata.len()) != expected {
                lost.push(index);
            }
        }
        Ok(lost)
    }

    /// The length of what is there of a layer that is not complete, run files included.
    pub(crate) fn bytes_begun(&self, ply: u32) -> u64 {
        let written = self.manifest(ply).ok().flatten().map_or(0, |layer| layer.bytes());
        let runs =
            ply.checked_sub(1).and_then(|before| fs::read_dir(self.runs_folder(before)).ok());
        let lengths = runs.into_iter().flatten().filter_map(|run| run.ok()?.metadata().ok());
        written + lengths.map(|metadata| metadata.len()).sum::<u64>()
    }

    /// How many row groups a file has.
    ///
    /// # Errors
    /// [`AtlasError::Damaged`] if it is gone, or what is wrong with it.
    pub fn groups(&self, ply: u32, file: &RangeFile) -> Result<usize, AtlasError> {
        let path = self.file_path(ply, file);
        let opened = open(&path)?.ok_or_else(|| AtlasError::damaged(&path, Damage::Missing))?;
        Ok(self.reader(&path, opened.0)?.groups())
    }

    fn reader(&self, path: &Path, file: File) -> Result<RangeReader<Source>, AtlasError> {
        let reader = RangeReader::new(Source(file), self.packed.men());
        reader.map_err(|error| AtlasError::parquet(path, error))
    }

    /// Reads a file and compares it with what its entry says.
    pub(crate) fn check_file(&self, ply: u32, file: &RangeFile) -> Result<(), AtlasError> {
        let damaged = |damage| Err(AtlasError::damaged(&self.file_path(ply, file), damage));
        let Some(content) = &file.content else { return damaged(Damage::Missing) };
        let (mut last, mut games, mut in_order) = (None, 0u128, true);
        self.for_each_group(ply, file, |records| {
            for record in records {
                in_order &= last < Some(record.key) && content.holds(record.key);
                last = Some(record.key);
                games += u128::from(record.games);
            }
            Ok(())
        })?;
        match (in_order, games == content.tallies.all.games) {
            (false, _) => damaged(Damage::Order),
            (_, false) => damaged(Damage::Games),
            _ => Ok(()),
        }
    }

    /// Calls `visit` with each position of a layer, in order, and its games.
    ///
    /// # Errors
    /// [`AtlasError::Missing`], or what is wrong with a file.
    pub fn for_each(&self, ply: u32, mut visit: impl FnMut(&Record)) -> Result<(), AtlasError> {
        for file in &self.layer(ply)?.files {
            self.for_each_group(ply, file, |records| {
                records.iter().for_each(&mut visit);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Calls `visit` with the rows of each row group of a file that is checked first.
    pub(crate) fn for_each_group(
        &self,
        ply: u32,
        file: &RangeFile,
        mut visit: impl FnMut(&[Record]) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let path = self.file_path(ply, file);
        let reader = self.open_checked(ply, file)?;
        let mut records = Vec::new();
        for group in 0..reader.groups() {
            records.clear();
            let read = reader.read_group(group, &mut records);
            read.map_err(|error| AtlasError::parquet(&path, error))?;
            visit(&records)?;
        }
        Ok(())
    }

    /// The rows of a row group of a file that is checked first, if it has such a group.
    pub(crate) fn read_group(
        &self,
        ply: u32,
        file: &RangeFile,
        group: usize,
    ) -> Result<Option<Vec<Record>>, AtlasError> {
        let reader = self.open_checked(ply, file)?;
        if group >= reader.groups() {
            return Ok(None);
        }
        let mut records = Vec::new();
        let read = reader.read_group(group, &mut records);
        read.map_err(|error| AtlasError::parquet(&self.file_path(ply, file), error))?;
        Ok(Some(records))
    }

    /// In how many games a position comes after so many plies; `None` if in none.
    ///
    /// # Errors
    /// [`AtlasError::Missing`], or what is wrong with the file that would have it.
    pub fn find(&self, ply: u32, position: PackedPosition) -> Result<Option<u64>, AtlasError> {
        let key = Key::of(position);
        let layer = self.layer(ply)?;
        let holds =
            |file: &&RangeFile| file.content.as_ref().is_some_and(|content| content.holds(key));
        let Some(file) = layer.files.iter().find(holds) else { return Ok(None) };
        let reader = self.open_checked(ply, file)?;
        let games = find_in(&reader, key);
        games.map_err(|error| AtlasError::parquet(&self.file_path(ply, file), error))
    }

    /// After which of these plies a position comes, and in how many games.
    ///
    /// # Errors
    /// As [`Atlas::find`].
    pub fn find_all(
        &self,
        plies: Range<u32>,
        position: PackedPosition,
    ) -> Result<Vec<(u32, u64)>, AtlasError> {
        let find = |ply| Ok(self.find(ply, position)?.map(|games| (ply, games)));
        plies.filter_map(|ply| find(ply).transpose()).collect()
    }
}

fn find_in(reader: &RangeReader<Source>, key: Key) -> parquet::errors::Result<Option<u64>> {
    let mut records: Vec<Record> = Vec::new();
    for group in 0..reader.groups() {
        if reader.occupied(group).is_some_and(|occupied| !occupied.contains(&key.occupied())) {
            continue;
        }
        records.clear();
        reader.read_group(group, &mut records)?;
        if let Ok(at) = records.binary_search_by_key(&key, |record| record.key) {
            return Ok(Some(records[at].games));
        }
    }
    Ok(None)
}

/// An open file and its length, if it is there.
fn open(path: &Path) -> Result<Option<(File, u64)>, AtlasError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| AtlasError::io(path, Operation::Open, error))?,
    };
    let metadata = file.metadata().map_err(|error| AtlasError::io(path, Operation::Read, error))?;
    Ok(Some((file, metadata.len())))
}

/// The BLAKE3 of a file in hexadecimal.
fn hash(mut file: &File) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 17];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().to_hex().to_string()),
            read => hasher.update(&buffer[..read]),
        };
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Removes temporary files that killed processes have left in a folder.
pub(crate) fn remove_temporary_files(folder: &Path) -> Result<(), AtlasError> {
    let entries = sole_storage::entries(folder)?;
    let is_temporary = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "part");
    entries.iter().filter(is_temporary).try_for_each(|path| Ok(remove_file(path)?))
}

/// Removes the folders in a folder whose names begin so.
pub(crate) fn remove_folders(folder: &Path, beginning: &str) -> Result<(), AtlasError> {
    let entries = sole_storage::entries(folder)?;
    let is_meant = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default();
        path.is_dir() && name.to_string_lossy().starts_with(beginning)
    };
    entries.iter().filter(is_meant).try_for_each(|path| Ok(remove_folder(path)?))
}
