//! What holds for any content of the files of a layer: each law panics where it is broken. They
//! are called by the tests beside this file, and by the fuzz targets `layer` and `manifest`.
//!
//! Hashes only show that a file is as it was written. Here they are computed after the content
//! was changed, so that what lies behind them is read.

use std::cell::OnceCell;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use serde_json::Value;
use sole_atlas::{
    Atlas, AtlasError, Filter, Manifest, Outcome, SampleBy, SampleSpec, Settings, check, estimate,
    grow,
};
use sole_board::{PackedPosition, Position, Setup};
use sole_puzzle::task::Task;
use tempfile::TempDir;

/// An ending with castling, en passant and promotion near.
const START: &str = "4k3/3p4/8/2P5/8/8/8/4K2R w K - 0 1";

/// The layer that is forged, the last one.
const PLY: u32 = 2;

const SETTINGS: Settings = Settings { threads: 1, memory: 1 << 26 };

/// How many of 256 layers are grown from and checked, which costs much more than reading them.
#[derive(Clone, Copy)]
pub(crate) struct Share(u8);

/// For millions of layers.
#[allow(dead_code, reason = "the fuzz targets use it")]
pub(crate) const SELDOM: Share = Share(1);

/// For hundreds of layers.
#[allow(dead_code, reason = "the tests use it")]
pub(crate) const OFTEN: Share = Share(16);

/// A small atlas of its own for each thread, and what its last layer truly has.
pub(crate) struct Truth {
    _folder: TempDir,
    pub(crate) atlas: Atlas,
    pub(crate) layer: Manifest,
    pub(crate) file: Vec<u8>,
    /// The four numbers of every row.
    pub(crate) rows: Vec<[u64; 4]>,
}

impl Truth {
    fn new() -> Truth {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let start = Position::try_from(START.parse::<Setup>().expect(START)).expect(START);
        let atlas = Atlas::new(folder.path(), start).expect("it packs");
        grow(&atlas, PLY, SETTINGS, &|_| ControlFlow::Continue(())).expect("it grows");
        let layer = atlas.layer(PLY).expect("it is complete");
        assert_eq!(layer.files.len(), 1, "a small layer has one file");
        let file = fs::read(atlas.file_path(PLY, &layer.files[0])).expect("it was written");
        let rows = rows_of(&atlas);
        Truth { _folder: folder, atlas, layer, file, rows }
    }

    /// The atlas with another file and another manifest of its last layer, until they are forged
    /// again.
    pub(crate) fn forge(&self, file: &[u8], manifest: &[u8]) -> &Atlas {
        let path = self.atlas.file_path(PLY, &self.layer.files[0]);
        fs::write(path.with_file_name("manifest.json"), manifest).expect("room");
        fs::write(path, file).expect("room");
        &self.atlas
    }

    /// Removes what growing has written from a forged layer.
    pub(crate) fn prune(&self) {
        let folder = |ply: u32| self.atlas.folder().join(format!("layer-{ply:02}"));
        let _ = fs::remove_dir_all(folder(PLY + 1));
        let _ = fs::remove_dir_all(folder(PLY).join("runs"));
        let _ = fs::remove_file(folder(PLY).join("manifest.damaged"));
    }

    /// The manifest for another file, with this number of rows.
    pub(crate) fn manifest_for(&self, file: &[u8], rows: u64) -> Manifest {
        let mut manifest = self.layer.clone();
        let content = manifest.files[0].content.as_mut().expect("it is written");
        content.bytes = file.len() as u64;
        content.blake3 = blake3::hash(file).to_hex().to_string();
        content.rows = rows;
        content.tallies.all.positions = rows;
        manifest
    }
}

fn rows_of(atlas: &Atlas) -> Vec<[u64; 4]> {
    let mut rows = Vec::new();
    let visited = atlas.for_each(PLY, |record| {
        let bytes = record.key.to_bytes();
        let word = |at: usize| u64::from_be_bytes(bytes[at..at + 8].try_into().expect("eight"));
        rows.push([word(0), word(8), word(16), record.games]);
    });
    visited.expect("nothing is forged");
    rows
}

/// Works with the atlas of this thread.
pub(crate) fn with_truth<T>(work: impl FnOnce(&Truth) -> T) -> T {
    thread_local! {
        static TRUTH: OnceCell<Truth> = const { OnceCell::new() };
    }
    TRUTH.with(|truth| work(truth.get_or_init(Truth::new)))
}

/// A manifest as it is written, with the right hash.
pub(crate) fn sealed(manifest: &Manifest) -> Vec<u8> {
    let text = serde_json::to_string(manifest).expect("it was read as JSON");
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let open = text.strip_suffix('}').expect("an object");
    format!("{open},\"blake3\":\"{hash}\"}}").into_bytes()
}

/// Keeps panics of the decoder, which are caught, from being printed.
pub(crate) fn hush_decoder() {
    std::panic::set_hook(Box::new(|panic| {
        if !sole_atlas::is_decoding() {
            eprintln!("{panic}");
        }
    }));
}

/// Any bytes: the first chooses what the others change, the bytes of the file or its rows.
#[allow(dead_code, reason = "a fuzz target calls it")]
pub(crate) fn any_layer(bytes: &[u8]) {
    match bytes {
        [choice, edits @ ..] if choice % 2 == 0 => file_edited(edits, SELDOM),
        [_, edits @ ..] => rows_edited(edits, SELDOM),
        [] => {}
    }
}

/// A file with edits of four bytes each: what is done, with which value, and where, from the end,
/// since that is where a reader begins.
pub(crate) fn edited(mut file: Vec<u8>, edits: &[u8]) -> Vec<u8> {
    for edit in edits.chunks_exact(4) {
        let from_end = usize::from(u16::from_le_bytes([edit[2], edit[3]]));
        let Some(at) = (file.len()).checked_sub(1 + from_end % file.len().max(1)) else {
            break;
        };
        match edit[0] % 5 {
            0 => file[at] = edit[1],
            1 => file[at] ^= 1 << (edit[1] % 8),
            2 => file[at] = file[at].wrapping_add(edit[1]),
            3 => drop(file.remove(at)),
            _ => file.insert(at, edit[1]),
        }
    }
    file
}

/// A true file with edits.
pub(crate) fn file_edited(edits: &[u8], grown: Share) {
    with_truth(|truth| {
        let file = edited(truth.file.clone(), edits);
        let rows = truth.rows.len() as u64;
        forged(truth, &file, &sealed(&truth.manifest_for(&file, rows)), grown);
    });
}

/// A file that was written of rows with edits of four bytes each: what is done, with which value,
/// and where.
pub(crate) fn rows_edited(edits: &[u8], grown: Share) {
    with_truth(|truth| {
        let mut rows = truth.rows.clone();
        for edit in edits.chunks_exact(4) {
            let at = usize::from(u16::from_le_bytes([edit[2], edit[3]]));
            let Some(row) = (at / 4).checked_rem(rows.len()) else { break };
            let word = &mut rows[row][at % 4];
            match edit[0] % 6 {
                0 => *word ^= 1 << (edit[1] % 64),
                1 => *word = word.rotate_left(u32::from(edit[1]) % 64),
                2 => *word = u64::from(edit[1]).wrapping_sub(1),
                3 => *word = word.wrapping_add(u64::from(edit[1]) << 56),
                4 => drop(rows.remove(row)),
                _ => rows.insert(row, rows[usize::from(edit[1]) % rows.len()]),
            }
        }
        let file = written(&truth.file, &rows);
        forged(truth, &file, &sealed(&truth.manifest_for(&file, rows.len() as u64)), grown);
    });
}

/// A file like another with these rows, in one row group, as anyone can write it.
pub(crate) fn written(like: &[u8], rows: &[[u64; 4]]) -> Vec<u8> {
    let like = SerializedFileReader::new(bytes::Bytes::copy_from_slice(like)).expect("Parquet");
    let schema = like.metadata().file_metadata().schema_descr().root_schema_ptr();
    let mut bytes = Vec::new();
    let properties = Arc::new(WriterProperties::default());
    let mut file = SerializedFileWriter::new(&mut bytes, schema, properties).expect("begun");
    let mut group = file.next_row_group().expect("a group");
    let mut number = 0;
    while let Some(mut column) = group.next_column().expect("a column") {
        let words = || rows.iter().map(|row| row[number] as i64).collect::<Vec<i64>>();
        let some = rows.len();
        let done = match number {
            0..=3 => column.typed::<Int64Type>().write_batch(&words(), None, None),
            4 | 8 | 11 => column.typed::<Int32Type>().write_batch(&vec![1; some], None, None),
            7 => column.typed::<BoolType>().write_batch(&vec![false; some], None, None),
            _ => column.typed::<ByteArrayType>().write_batch(&vec!["x".into(); some], None, None),
        };
        assert_eq!(done.expect("written"), some);
        column.close().expect("closed");
        number += 1;
    }
    group.close().expect("closed");
    file.close().expect("closed");
    bytes
}

/// A true manifest with edits of four bytes each: which of its numbers and texts, what is done,
/// and with which value.
pub(crate) fn manifest_edited(edits: &[u8], grown: Share) {
    with_truth(|truth| {
        let mut value = serde_json::to_value(&truth.layer).expect("a manifest is JSON");
        for edit in edits.chunks_exact(4) {
            let mut leaves = Vec::new();
            collect(&mut value, &mut leaves);
            let count = leaves.len().max(1);
            if let Some(leaf) = leaves.into_iter().nth(usize::from(edit[0]) % count) {
                change(leaf, edit[1], u16::from_le_bytes([edit[2], edit[3]]));
            }
        }
        let manifest = match serde_json::from_value::<Manifest>(value.clone()) {
            Ok(manifest) => sealed(&manifest),
            Err(_) => value.to_string().into_bytes(),
        };
        sum_up(truth.forge(&truth.file, &manifest));
        forged(truth, &truth.file, &manifest, grown);
    });
}

/// What manifests count that are accepted can be summed up.
fn sum_up(atlas: &Atlas) {
    let Some(layers) = judged(atlas.layers()) else { return };
    let bytes: u64 = layers.iter().map(Manifest::bytes).sum();
    let edges: u64 = layers.iter().map(|layer| layer.tallies().edges).sum();
    assert!(bytes < u64::MAX && edges < u64::MAX, "sums stay in range");
}

/// All numbers, texts and truth values of a value.
fn collect<'a>(value: &'a mut Value, leaves: &mut Vec<&'a mut Value>) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|field| collect(field, leaves)),
        Value::Array(items) => items.iter_mut().for_each(|item| collect(item, leaves)),
        leaf => leaves.push(leaf),
    }
}

fn change(leaf: &mut Value, what: u8, by: u16) {
    let number = |value: &Value| match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let is_text = leaf.is_string();
    let changed = match (what % 6, number(leaf)) {
        (0, Some(number)) => number.wrapping_add(by.into()),
        (1, Some(number)) => number.wrapping_sub(by.into()),
        (2, Some(_)) => 1 << (by % 64),
        (3, Some(_)) => u64::MAX - u64::from(by),
        (4, _) => by.into(),
        _ => {
            *leaf = match (by % 4, leaf.as_str()) {
                (0, _) => Value::Null,
                (1, Some(text)) => format!("{text}0").into(),
                (2, Some(text)) => text.chars().rev().collect::<String>().into(),
                _ => Value::Bool(by > 100),
            };
            return;
        }
    };
    *leaf = if is_text { changed.to_string().into() } else { changed.into() };
}

/// Whatever the last layer holds, it is read, or said to be damaged; so are layers after it.
fn forged(truth: &Truth, file: &[u8], manifest: &[u8], grown: Share) {
    let atlas = truth.forge(file, manifest);
    let mut hasher = blake3::Hasher::new();
    let hash = hasher.update(file).update(manifest).finalize();
    let [question, growth, ..] = *hash.as_bytes();
    read_all(atlas, question);
    // Growing and checking write files, so that only some have it.
    if growth < grown.0 {
        judged(estimate(atlas, PLY + 2, SETTINGS));
        judged(grow(atlas, PLY + 1, SETTINGS, &|_| ControlFlow::Continue(())));
        judged(check(atlas, PLY, SETTINGS, &|_| ControlFlow::Continue(())));
        truth.prune();
    }
}

/// Reads all rows, and asks one of three questions about them, which read them again.
fn read_all(atlas: &Atlas, question: u8) {
    let visited = atlas.for_each(PLY, |record| {
        let position: PackedPosition = record.key.position();
        assert!(position.men() <= atlas.packed_start().men());
        position.facts();
        position.for_each_child(|_| ());
    });
    judged(visited);
    match question % 3 {
        0 => drop(judged(atlas.find(PLY, atlas.packed_start()))),
        1 => {
            let filter = Filter { outcome: Some(Outcome::None), ..Filter::ALL };
            let draw = SampleSpec { count: 3, seed: 1, by: SampleBy::Games };
            judged(atlas.sample(PLY, &filter, draw, &Task::unlimited()));
        }
        _ => drop(judged(atlas.damages(PLY))),
    }
}

/// The answer, if it is one.
///
/// # Panics
/// If there is none for a reason that no file should give.
pub(crate) fn judged<T>(answer: Result<T, AtlasError>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(
            AtlasError::Damaged { .. }
            | AtlasError::Parquet { .. }
            | AtlasError::Manifest { .. }
            | AtlasError::Foreign { .. }
            | AtlasError::Missing { .. }
            | AtlasError::Wrong { .. }
            | AtlasError::TooManyGames { .. }
            | AtlasError::Memory { .. }
            | AtlasError::NoRoom { .. },
        ) => None,
        Err(error) => panic!("{error}"),
    }
}
