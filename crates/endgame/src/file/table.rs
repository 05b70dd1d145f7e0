//! All slices of a table that are on disk, open for reading.

use std::sync::{Arc, OnceLock};

use super::cache::{BlockId, Cache};
use super::format::{BLOCK_LEN, Block, Directory, Slice};
use super::name::Kind;
use super::new_file::NewFile;
use super::source::{Place, Source};
use super::{FileError, Part, Side, SliceKey, TableName};

/// The slices of one material and metric, as they were when the table was opened.
///
/// Threads may share it. Slices that are built later are in the table that
/// [`Folder::table`](super::Folder::table) then opens.
#[derive(Debug)]
pub struct Table {
    name: TableName,
    kind: Kind,
    files: Vec<Source>,
    keys: Vec<SliceKey>,
    /// In the order of the keys.
    slices: Vec<[OpenSection; 2]>,
    number: u64,
    cache: Arc<Cache>,
}

#[derive(Debug)]
struct OpenSection {
    file: usize,
    place: Place,
    /// Read when it is first needed.
    blocks: OnceLock<Box<[Block]>>,
}

impl Table {
    /// Puts files together; of slices that are in several, the first is taken.
    pub(super) fn new(
        name: TableName,
        kind: Kind,
        files: Vec<(Source, Directory)>,
        cache: Arc<Cache>,
    ) -> Table {
        let mut found: Vec<_> = files
            .iter()
            .enumerate()
            .flat_map(|(file, (_, directory))| {
                directory.slices().iter().zip(directory.starts()).map(move |at| (file, at))
            })
            .collect();
        found.sort_by_key(|(file, (slice, _))| (slice.key, *file));
        found.dedup_by_key(|(_, (slice, _))| slice.key);
        let keys = found.iter().map(|(_, (slice, _))| slice.key).collect();
        let slices = found.iter().map(|(file, at)| open_sections(*file, *at)).collect();
        let number = cache.next_table();
        let files = files.into_iter().map(|(source, _)| source).collect();
        Table { name, kind, files, keys, slices, number, cache }
    }

    /// Its name.
    pub const fn name(&self) -> TableName {
        self.name
    }

    /// Whether it was finished, so that nothing will be added.
    pub fn is_complete(&self) -> bool {
        self.kind == Kind::Complete
    }

    /// The length of its files in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(Source::bytes).sum()
    }

    /// The keys of all slices, ascending.
    pub fn keys(&self) -> &[SliceKey] {
        &self.keys
    }

    /// Whether there is such a slice.
    pub fn contains(&self, key: SliceKey) -> bool {
        self.find(key).is_ok()
    }

    /// How many values a side of a slice has.
    ///
    /// # Errors
    /// [`FileError::NoSuchSlice`].
    pub fn len(&self, key: SliceKey, side: Side) -> Result<u64, FileError> {
        Ok(self.slices[self.find(key)?][side.index()].place.section.values)
    }

    /// The byte that says how the values of a side are ordered.
    ///
    /// # Errors
    /// [`FileError::NoSuchSlice`].
    pub fn order(&self, key: SliceKey, side: Side) -> Result<u8, FileError> {
        Ok(self.slices[self.find(key)?][side.index()].place.section.order)
    }

    /// What to say of a file whose directory cannot be true of a slice that is in it.
    pub(crate) fn damaged(&self, key: SliceKey, part: Part) -> FileError {
        match self.find(key) {
            Ok(slice) => self.files[self.slices[slice][0].file].damaged(part),
            Err(missing) => missing,
        }
    }

    /// The order and all values of a side, past the cache.
    ///
    /// # Errors
    /// [`FileError::NoSuchSlice`], or whatever is wrong with the file.
    pub fn read(&self, key: SliceKey, side: Side) -> Result<(u8, Vec<u8>), FileError> {
        let open = &self.slices[self.find(key)?][side.index()];
        let (source, blocks) = (&self.files[open.file], self.blocks(open)?);
        let mut values = vec![0; blocks.len() * BLOCK_LEN];
        values.truncate(open.place.section.values as usize);
        for (block, values) in (0..).zip(blocks.iter().copied()).zip(values.chunks_mut(BLOCK_LEN)) {
            source.decode(&open.place, block, values)?;
        }
        Ok((open.place.section.order, values))
    }

    /// BLAKE3 of all that the table says, in hexadecimal digits, however it is compressed.
    ///
    /// That is its name with a zero byte, then for each slice the key and for each side the
    /// order, the number of values as eight bytes, lowest first, and the values.
    ///
    /// # Errors
    /// Whatever is wrong with the file; every checksum is checked.
    pub fn hash(&self) -> Result<String, FileError> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.name.to_string().as_bytes()).update(&[0]);
        for &key in &self.keys {
            hasher.update(&key.0);
            for side in Side::BOTH {
                let (order, values) = self.read(key, side)?;
                hasher.update(&[order]).update(&(values.len() as u64).to_le_bytes());
                hasher.update(&values);
            }
        }
        Ok(hasher.finalize().to_hex().to_string())
    }

    /// One value, through the cache of decoded blocks.
    ///
    /// # Errors
    /// [`FileError::NoSuchSlice`], [`FileError::NoSuchIndex`], or whatever is
    /// wrong with the file.
    pub fn value(&self, key: SliceKey, side: Side, index: u64) -> Result<u8, FileError> {
        let slice = self.find(key)?;
        let open = &self.slices[slice][side.index()];
        let len = open.place.section.values;
        if index >= len {
            return Err(FileError::NoSuchIndex { name: self.name, slice: key, side, index, len });
        }
        let (number, index) = (index / BLOCK_LEN as u64, index as usize % BLOCK_LEN);
        let block = match self.blocks(open)?[number as usize] {
            Block::Constant(value) => return Ok(value),
            stored @ Block::Stored(_) => (number, stored),
        };
        let section = (2 * slice + side.index()) as u64;
        let id = BlockId { table: self.number, section, block: number };
        self.cache.value(id, index).map_or_else(|| self.fetch(open, id, block, index), Ok)
    }

    /// Copies a section into a file that is being written.
    pub(super) fn copy(
        &self,
        slice: usize,
        side: Side,
        file: &mut NewFile,
    ) -> Result<(), FileError> {
        let open = &self.slices[slice][side.index()];
        self.files[open.file].copy(&open.place, file)
    }

    /// A slice as the directory of a file tells of it.
    pub(super) fn slice(&self, slice: usize) -> Slice {
        let [first, second] = &self.slices[slice];
        let sections = [first.place.section, second.place.section];
        Slice { key: self.keys[slice], sections }
    }

    /// The place of a slice among the keys.
    pub(super) fn find(&self, key: SliceKey) -> Result<usize, FileError> {
        let missing = |_| FileError::NoSuchSlice { name: self.name, slice: key };
        self.keys.binary_search(&key).map_err(missing)
    }

    fn blocks<'a>(&self, open: &'a OpenSection) -> Result<&'a [Block], FileError> {
        if let Some(blocks) = open.blocks.get() {
            return Ok(blocks);
        }
        let blocks = self.files[open.file].blocks(&open.place)?;
        Ok(open.blocks.get_or_init(|| blocks))
    }

    /// One value of a block that is not in the cache yet.
    #[cold]
    fn fetch(
        &self,
        open: &OpenSection,
        id: BlockId,
        block: (u64, Block),
        index: usize,
    ) -> Result<u8, FileError> {
        let mut values = vec![0; open.place.section.block_len(id.block)].into_boxed_slice();
        self.files[open.file].decode(&open.place, block, &mut values)?;
        let value = values[index];
        self.cache.keep(id, values);
        Ok(value)
    }
}

fn open_sections(file: usize, (slice, starts): (&Slice, [u64; 2])) -> [OpenSection; 2] {
    Side::BOTH.map(|side| {
        let (section, start) = (slice.sections[side.index()], starts[side.index()]);
        let place = Place { slice: slice.key, side, section, start };
        OpenSection { file, place, blocks: OnceLock::new() }
    })
}
