//! One open file: positioned reads, each followed by its checksum.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sole_storage::Operation;

use super::codec::decode_block;
use super::format::{
    Block, Directory, Fault, HEADER_BYTES, Header, Section, Span, checksum, parse_block_table,
};
use super::name::Kind;
use super::new_file::NewFile;
use super::{FileError, Part, Side, SliceKey, TableName};

/// A section and where to find it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) slice: SliceKey,
    pub(super) side: Side,
    pub(super) section: Section,
    /// Where it begins in its file.
    pub(super) start: u64,
}

impl Place {
    fn block_table(&self) -> Part {
        Part::BlockTable { slice: self.slice, side: self.side }
    }

    fn block(&self, block: u64) -> Part {
        Part::Block { slice: self.slice, side: self.side, block }
    }
}

/// A file that is open; its header was found to be sound.
#[derive(Debug)]
pub(super) struct Source {
    path: PathBuf,
    file: File,
    header: Header,
}

impl Source {
    /// Opens a file that should hold this table, or a segment of it, and reads its directory.
    pub(super) fn open(
        path: PathBuf,
        name: TableName,
        kind: Kind,
    ) -> Result<(Source, Directory), FileError> {
        let file = File::open(&path).map_err(|e| FileError::io(&path, Operation::Open, &e))?;
        let header = read_header(&path, &file)?;
        if (header.name, header.kind) != (name, kind) {
            return Err(FileError::Misnamed { path, holds: header.name });
        }
        let source = Source { path, file, header };
        source.check_length()?;
        let directory = source.read_directory()?;
        Ok((source, directory))
    }

    /// The length of the file.
    pub(super) const fn bytes(&self) -> u64 {
        self.header.file_bytes
    }

    /// The block table of a section.
    pub(super) fn blocks(&self, place: &Place) -> Result<Box<[Block]>, FileError> {
        let damaged = || self.damaged(place.block_table());
        let mut table = vec![0; place.section.table_bytes().ok_or_else(damaged)?];
        self.read_at(&mut table, place.start)?;
        parse_block_table(&place.section, &table).ok_or_else(damaged)
    }

    /// Fills in the values of the block with this number.
    pub(super) fn decode(
        &self,
        place: &Place,
        (number, block): (u64, Block),
        values: &mut [u8],
    ) -> Result<(), FileError> {
        let span = match block {
            Block::Constant(value) => {
                values.fill(value);
                return Ok(());
            }
            Block::Stored(span) => span,
        };
        let coded = self.stored(place, number, span)?;
        if coded.len() == values.len() {
            values.copy_from_slice(&coded);
            return Ok(());
        }
        decode_block(place.section.codec, &coded, values)
            .ok_or_else(|| self.damaged(place.block(number)))
    }

    /// Copies a section as it is, checking every checksum on the way.
    pub(super) fn copy(&self, place: &Place, file: &mut NewFile) -> Result<(), FileError> {
        let blocks = self.blocks(place)?;
        let mut table = Vec::new();
        blocks.iter().for_each(|block| block.push(&mut table));
        file.write(&table)?;
        for (number, &block) in (0..).zip(&blocks) {
            if let Block::Stored(span) = block {
                file.write(&self.stored(place, number, span)?)?;
            }
        }
        Ok(())
    }

    /// The bytes of a block, checked.
    fn stored(&self, place: &Place, number: u64, span: Span) -> Result<Vec<u8>, FileError> {
        let mut bytes = vec![0; usize::from(span.bytes)];
        self.read_at(&mut bytes, place.start + span.start)?;
        if checksum(&bytes) == span.checksum {
            Ok(bytes)
        } else {
            Err(self.damaged(place.block(number)))
        }
    }

    fn read_directory(&self) -> Result<Directory, FileError> {
        let damaged = || self.damaged(Part::Directory);
        let mut bytes = vec![0; self.header.directory_bytes().ok_or_else(damaged)?];
        self.read_at(&mut bytes, HEADER_BYTES as u64)?;
        Directory::parse(&self.header, &bytes)
            .map_err(|fault| fault_at(&self.path, Part::Directory, fault))
    }

    fn check_length(&self) -> Result<(), FileError> {
        let (expected, actual) = (self.header.file_bytes, length(&self.path, &self.file)?);
        if expected == actual {
            return Ok(());
        }
        Err(FileError::Length { path: self.path.clone(), expected, actual })
    }

    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), FileError> {
        read_exact_at(&self.file, bytes, at).or_else(|error| {
            // A file that was cut off after it was opened.
            self.check_length()?;
            Err(FileError::io(&self.path, Operation::Read, &error))
        })
    }

    pub(super) fn damaged(&self, part: Part) -> FileError {
        FileError::Damaged { path: self.path.clone(), part }
    }
}

fn read_header(path: &Path, file: &File) -> Result<Header, FileError> {
    let actual = length(path, file)?;
    if actual < HEADER_BYTES as u64 {
        let expected = HEADER_BYTES as u64;
        return Err(FileError::Length { path: path.to_owned(), expected, actual });
    }
    let mut bytes = [0; HEADER_BYTES];
    read_exact_at(file, &mut bytes, 0).map_err(|e| FileError::io(path, Operation::Read, &e))?;
    Header::parse(&bytes).map_err(|fault| fault_at(path, Part::Header, fault))
}

fn length(path: &Path, file: &File) -> Result<u64, FileError> {
    let metadata = file.metadata().map_err(|e| FileError::io(path, Operation::Read, &e))?;
    Ok(metadata.len())
}

fn fault_at(path: &Path, part: Part, fault: Fault) -> FileError {
    let path = path.to_owned();
    match fault {
        Fault::NotATable => FileError::NotATable { path },
        Fault::Version(version) => FileError::Version { path, version },
        Fault::Codec(codec) => FileError::Codec { path, codec },
        Fault::Damaged => FileError::Damaged { path, part },
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                at += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
