//! The worked example of `docs/layer-format.md`, decoded.

use parquet::file::reader::{FileReader, SerializedFileReader};
use sole_atlas::{Atlas, Settings, grow};
use sole_board::{Position, Setup};
use std::fs::File;
use std::ops::ControlFlow;

#[test]
fn the_worked_example_is_what_is_written() {
    let document = include_str!("../../../docs/layer-format.md");
    let example = document.split("## Worked example").nth(1).expect("an example");
    let fen = example.split('`').nth(1).expect("a FEN");
    let lines: Vec<&str> = example.split("```").nth(1).expect("a block").lines().skip(1).collect();

    let start = Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable");
    let folder = tempfile::tempdir().expect("a folder");
    let atlas = Atlas::new(folder.path(), start).expect("packs");
    let settings = Settings { threads: 1, memory: 1 << 26 };
    grow(&atlas, 1, settings, &|_| ControlFlow::Continue(())).expect("grows");
    let layer = atlas.layer(1).expect("a layer");
    let file = File::open(atlas.file_path(1, &layer.files[0])).expect("a file");
    let file = SerializedFileReader::new(file).expect("Parquet");
    let group = file.get_row_group(0).expect("a row group");
    assert_eq!(lines.len(), group.num_columns());
    for (column, line) in lines.iter().enumerate() {
        let (name, expected) = line.split_once(' ').expect("a name and bytes");
        assert_eq!(group.metadata().column(column).column_descr().name(), name);
        let pages = group.get_column_page_reader(column).expect("pages");
        let bytes = pages.flat_map(|page| page.expect("a page").buffer().to_vec());
        let actual: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(actual, expected.split(' ').map(written_out).collect::<String>(), "{name}");
    }
}

/// Bytes in hexadecimal, of which `00*8` are eight.
fn written_out(bytes: &str) -> String {
    match bytes.split_once('*') {
        Some((byte, times)) => byte.repeat(times.parse().expect("a number")),
        None => bytes.to_owned(),
    }
}
