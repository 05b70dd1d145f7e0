//! What holds for any bytes that are read as a table file.
//!
//! Checksums only say that a file is as it was written. Here they are put
//! right after the bytes were changed, so that what lies behind them is read.

use sole_board::{Faults, Position, Setup};
use sole_endgame::file::{BLOCK_LEN, FileError, Metric, Side, Table, TableName};
use sole_endgame::{ProbeError, Stats, Tables, play};
use std::cell::OnceCell;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

const HEADER: usize = 64;
const SLICE: usize = 52;
const SECTION: usize = 22;
const CACHE: usize = 1 << 20;

/// Endings with small tables, and positions to ask them about.
pub(crate) const ENDINGS: [(&str, &[&str]); 3] = [
    ("KQvK", &["8/8/8/4k3/8/8/8/1Q2K3 w - -", "7k/5Q2/6K1/8/8/8/8/8 b - -"]),
    ("KRvK", &["8/8/8/4k3/8/8/8/R3K3 b - -", "4k3/8/8/8/8/8/8/R3K3 w Q -"]),
    ("KPvK", &["8/8/8/4k3/8/8/P7/4K3 w - -", "8/4P1k1/8/5K2/8/8/8/8 b - -"]),
];

/// Any bytes; the first chooses the ending.
#[allow(dead_code, reason = "the fuzz target calls it")]
pub(crate) fn any_table(bytes: &[u8]) {
    if let Some((choice, file)) = bytes.split_first() {
        table(usize::from(*choice) % ENDINGS.len(), file);
    }
}

/// Whatever a file holds, opening, probing and walking over it give answers or say that the file
/// is damaged, incomplete or of another kind.
pub(crate) fn table(ending: usize, file: &[u8]) {
    let (name, fens) = ENDINGS[ending];
    let title = TableName::new(name, Metric::Dtm).expect("letters");
    let mut file = file.to_vec();
    seal(&mut file);
    in_own_folder(|folder| {
        let path = folder.join(title.to_string());
        fs::write(&path, &file).expect("room");
        let tables = Tables::at(folder, CACHE);
        if let Some(Some(table)) = judged(tables.folder().table(title).map_err(ProbeError::File)) {
            read_all(&table);
        }
        for fen in fens {
            let position = position(fen);
            judged(tables.probe(&position));
            judged(play::principal_line(&tables, &position));
        }
        // A walk over all positions costs more than all the rest, so only some files have one.
        if xxh3_64(&file).is_multiple_of(64) {
            judged(Stats::of(&name.parse().expect(name), &tables));
        }
        fs::remove_file(&path).expect("it was written");
    });
}

/// Every section, and a value at either end.
fn read_all(table: &Table) {
    for &key in table.keys() {
        for side in Side::BOTH {
            let length = table.len(key, side).expect("a key of the table");
            judged(table.read(key, side).map_err(ProbeError::File));
            for index in [0, length / 2, length.saturating_sub(1)] {
                if index < length {
                    judged(table.value(key, side, index).map_err(ProbeError::File));
                }
            }
        }
    }
}

/// The answer, if it is one.
///
/// # Panics
/// If there is none for a reason that no file should give.
fn judged<T>(answer: Result<T, ProbeError>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(
            ProbeError::Missing { .. }
            | ProbeError::Contradiction { .. }
            | ProbeError::File(
                FileError::Damaged { .. }
                | FileError::NotATable { .. }
                | FileError::Version { .. }
                | FileError::Codec { .. }
                | FileError::Misnamed { .. }
                | FileError::Length { .. },
            ),
        ) => None,
        Err(error) => panic!("{error}"),
    }
}

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().expect(fen);
    Position::new(setup, Faults::NONE).expect(fen)
}

/// A folder for each thread, so that a file costs one write.
fn in_own_folder(work: impl FnOnce(&Path)) {
    thread_local! {
        static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
    }
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| tempfile::tempdir().expect("a temporary folder"));
        work(folder.path());
    });
}

/// Gives every part that a reader would come to the checksum that it expects.
pub(crate) fn seal(file: &mut [u8]) {
    if file.len() < HEADER {
        return;
    }
    let slices = usize::try_from(u64_at(file, 16)).ok();
    let length = slices.and_then(|slices| slices.checked_mul(SLICE)).map(|bytes| HEADER + bytes);
    if let Some(end) = length.filter(|&end| end <= file.len()) {
        let mut start = end;
        for entry in (HEADER..end).step_by(SLICE) {
            for section in [entry + 8, entry + 8 + SECTION] {
                seal_section(file, section, start);
                let bytes = usize::try_from(u64_at(file, section + 10)).unwrap_or(usize::MAX);
                start = start.saturating_add(bytes);
            }
        }
        let checksum = xxh3_64(&file[HEADER..end]);
        file[32..40].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = xxh3_64(&file[..HEADER - 8]);
    file[HEADER - 8..HEADER].copy_from_slice(&checksum.to_le_bytes());
}

/// The checksums of the blocks that begin behind a block table at `start`, and of that table.
fn seal_section(file: &mut [u8], section: usize, start: usize) {
    let blocks = u64_at(file, section + 2).div_ceil(BLOCK_LEN as u64);
    let Some(end) = usize::try_from(blocks)
        .ok()
        .and_then(|blocks| blocks.checked_mul(6)?.checked_add(start))
        .filter(|&end| end <= file.len())
    else {
        return;
    };
    let mut data = end;
    for entry in (start..end).step_by(6) {
        let bytes = usize::from(u16::from_le_bytes([file[entry], file[entry + 1]]));
        if bytes > 0 && data + bytes <= file.len() {
            let checksum = xxh3_64(&file[data..data + bytes]) as u32;
            file[entry + 2..entry + 6].copy_from_slice(&checksum.to_le_bytes());
        }
        data += bytes;
    }
    let checksum = xxh3_64(&file[start..end]) as u32;
    file[section + 18..section + 22].copy_from_slice(&checksum.to_le_bytes());
}

fn u64_at(file: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"))
}
