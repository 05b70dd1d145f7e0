//! Estimates against what sweeps count and write.

use std::fs;
use std::path::{Path, PathBuf};

use sole_board::{Position, Setup};
use sole_proof::sweep::{
    Estimate, Finds, Plan, PlyOptions, Retain, Scratch, ScratchError, Sweep, Writes, check_room,
    estimate,
};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Starts, how many plies to count, and the factor within which rows and bytes are foreseen.
const STARTS: [(&str, usize, f64); 5] = [
    (ARRAY, 6, 1.2),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 2.0),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 6, 2.0),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 2.0),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 8, 2.0),
];

fn position(fen: &str) -> Position {
    Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen)
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("estimate").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn plan(plies: usize, memory: u64, writes: Writes) -> Plan {
    Plan { plies, threads: 2, memory, writes, finds: Finds::Few }
}

/// What a sweep does: the positions of each ply, and the bytes of its files.
fn done(start: &Position, plan: &Plan, folder: &Path) -> (Vec<u64>, u64) {
    let mut sweep = Sweep::within(start, Scratch::new(folder, plan.memory, plan.writes));
    let positions = (1..=plan.plies).map(|ply| {
        let retain = match plan.plies - ply {
            0 => Retain::Counts,
            1 => Retain::LastLayer,
            _ => Retain::Layer,
        };
        let options = PlyOptions { threads: plan.threads, retain, ..PlyOptions::default() };
        sweep.advance(&options).expect("there is room").counts.positions
    });
    let positions = positions.collect();
    let entries = fs::read_dir(folder).into_iter().flatten();
    let bytes = entries.map(|entry| entry.expect("an entry").metadata().expect("a file").len());
    let bytes = bytes.sum();
    sweep.clean_up().expect("the folder can be removed");
    (positions, bytes)
}

fn bytes(plies: &[Estimate]) -> u64 {
    plies.iter().map(|ply| ply.bytes).sum()
}

fn assert_near(estimated: u64, actual: u64, factor: f64, what: &str) {
    let ratio = estimated as f64 / actual.max(1) as f64;
    let range = 1.0 / factor..=factor;
    assert!(range.contains(&ratio), "{what}: {estimated} foreseen, {actual} in fact");
}

#[test]
fn rows_and_bytes_are_estimated() {
    for (fen, most, factor) in STARTS {
        let start = position(fen);
        for plies in 2..=most {
            let plan = plan(plies, 1 << 40, Writes::Everything);
            let estimated = estimate(&start, &plan);
            let (positions, written) = done(&start, &plan, &folder("ample"));
            let what = format!("{fen}, {plies} plies");
            for (estimated, &actual) in estimated.iter().zip(&positions) {
                assert_near(estimated.positions, actual, factor, &what);
            }
            // Headings count where there is next to nothing.
            if written > 100_000 {
                assert_near(bytes(&estimated), written, factor, &what);
            }
        }
    }
}

#[test]
fn files_for_lack_of_memory_are_estimated() {
    let start = position(ARRAY);
    for (memory, writes) in [
        (20 << 20, Writes::Everything),
        (20 << 20, Writes::WhatIsTooMuch),
        (40 << 20, Writes::Everything),
        (1 << 40, Writes::WhatIsTooMuch),
    ] {
        let plan = plan(6, memory, writes);
        let (_, written) = done(&start, &plan, &folder("little"));
        let estimated = bytes(&estimate(&start, &plan));
        match written {
            0 => assert_eq!(estimated, 0, "{plan:?}"),
            _ => assert_near(estimated, written, 2.0, &format!("{plan:?}")),
        }
    }
}

#[test]
fn what_there_is_no_room_for_is_refused() {
    let start = position(ARRAY);
    let at = |plies, memory| estimate(&start, &plan(plies, memory, Writes::Everything));
    let folder = folder("refused");
    assert_eq!(check_room(&folder, 1 << 30, &at(6, 1 << 30)), Ok(()));
    let memory = check_room(&folder, 1 << 30, &at(10, 1 << 30));
    assert!(matches!(memory, Err(ScratchError::Memory { needs }) if needs > 1 << 30), "{memory:?}");
    let disk = check_room(&folder, u64::MAX, &at(16, u64::MAX));
    assert!(matches!(disk, Err(ScratchError::NoRoom { need, .. }) if need > 1 << 40), "{disk:?}");
}

#[test]
fn files_that_are_there_need_no_room() {
    let folder = folder("there");
    fs::create_dir_all(&folder).expect("it can be made");
    let need = |bytes| [Estimate { ply: 1, positions: 1, bytes, memory: 0, seconds: 0.0 }];
    let refused = check_room(&folder, 1, &need(u64::MAX));
    let Err(ScratchError::NoRoom { need: all, .. }) = refused else { panic!("{refused:?}") };
    fs::write(folder.join("ply-1-layer"), [0; 1000]).expect("it can be written");
    let refused = check_room(&folder, 1, &need(u64::MAX));
    let Err(ScratchError::NoRoom { need: rest, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(all - rest, 1000);
}
