//! The worked example of `docs/table-format.md` is what the writer writes.

use std::fs;
use std::path::Path;

use sole_endgame::file::{BLOCK_LEN, SliceKey};

use crate::support::{Truth, audit, empty, krvk, written};

/// The table that the document describes in words.
fn truth() -> Truth {
    let first = [vec![7; BLOCK_LEN], vec![1, 2, 3]].concat();
    let second = [0, 128, 255, 128].repeat(16);
    Truth::from([(SliceKey(*b"no pawns"), [(0, first), (5, second)])])
}

/// The bytes in the document: all hexadecimal pairs between the offset and the remark.
fn dump(document: &str) -> Vec<u8> {
    let (_, example) = document.split_once("```hex\n").expect("a worked example");
    let (example, _) = example.split_once("```").expect("its end");
    let bytes = example.lines().flat_map(|line| {
        let (offset_and_bytes, _) = line.split_once(';').expect("a remark");
        offset_and_bytes.split_whitespace().skip(1)
    });
    bytes.map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect()
}

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/table-format.md");
    fs::read_to_string(path).expect("the document")
}

#[test]
fn the_worked_example_is_what_is_written() {
    let (home, _) = written(&truth());
    let bytes = fs::read(home.path().join("KRvK.dtm")).expect("the file");
    assert_eq!(dump(&document()), bytes, "the document would be right with {bytes:02x?}");
}

#[test]
fn the_worked_example_can_be_read() {
    let (home, folder) = empty();
    fs::write(home.path().join("KRvK.dtm"), dump(&document())).expect("room");
    assert!(folder.table(krvk()).expect("sound").expect("a table").is_complete());
    assert_eq!(audit(&folder, &truth()), Ok(()));
}
