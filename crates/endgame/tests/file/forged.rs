//! Files whose checksums are right and whose content is not.

use crate::built::Built;
use crate::laws::{self, ENDINGS, seal};
use crate::support::Noise;
use rayon::prelude::*;
use sole_board::Position;
use sole_endgame::file::{FileError, Part};
use sole_endgame::{Plan, ProbeError, Tables};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The tables that are changed, by ending.
static FILES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    let built = Built::with(&["KPvK"]);
    ENDINGS.map(|(name, _)| fs::read(built.path().join(format!("{name}.dtm"))).expect(name))
});

/// Where the sections of a table begin: the end of its directory.
fn directory_end(file: &[u8]) -> usize {
    64 + 52 * usize::from(file[16])
}

/// A position of KQvK, and the order of the section with White to move.
const ORDER_AT: usize = 64 + 8;

fn kqvk() -> Position {
    let setup: sole_board::Setup = "8/8/8/4k3/8/8/8/1Q2K3 w - -".parse().expect("a FEN");
    Position::try_from(setup).expect("a legal position")
}

fn probe_forged(folder: &Path, file: &[u8]) -> Result<sole_endgame::Value, ProbeError> {
    let mut file = file.to_vec();
    seal(&mut file);
    fs::write(folder.join("KQvK.dtm"), file).expect("room");
    Tables::at(folder, 0).probe(&kqvk())
}

#[test]
fn sealing_changes_nothing_in_a_sound_file() {
    for (file, (name, _)) in FILES.iter().zip(ENDINGS) {
        let mut sealed = file.clone();
        seal(&mut sealed);
        assert!(sealed == *file, "{name}");
    }
}

#[test]
fn an_order_that_a_slice_cannot_have_is_damage() {
    let home = tempfile::tempdir().expect("a folder");
    let mut file = FILES[0].clone();
    let mut refused = 0;
    for order in 0..=255 {
        file[ORDER_AT] = order;
        // Two components: their numbers must be 0 and 1.
        let possible = matches!(order & 15, 0b01_00 | 0b00_01);
        match probe_forged(home.path(), &file) {
            Ok(_) => assert!(possible, "{order}"),
            Err(ProbeError::File(FileError::Damaged { part: Part::Order { .. }, path })) => {
                assert!(!possible && path.ends_with("KQvK.dtm"), "{order}");
                refused += 1;
            }
            Err(error) => panic!("{order}: {error}"),
        }
    }
    assert_eq!(refused, 224);
}

#[test]
fn a_number_of_values_that_a_slice_cannot_have_is_damage() {
    let home = tempfile::tempdir().expect("a folder");
    let mut file = FILES[0].clone();
    file[ORDER_AT + 2] ^= 1;
    let probed = probe_forged(home.path(), &file);
    let Err(ProbeError::File(FileError::Damaged { part, .. })) = probed else {
        panic!("{probed:?}")
    };
    assert!(matches!(part, Part::Count { .. }), "{part}");
}

#[test]
fn changed_headers_and_directories_are_answered_or_refused() {
    let edges = [0, 1, 2, 3, 5, 63, 64, 127, 128, 254, 255];
    let changes: Vec<(usize, usize, u8)> = (0..ENDINGS.len())
        .flat_map(|ending| (0..directory_end(&FILES[ending]).min(300)).map(move |at| (ending, at)))
        .flat_map(|(ending, at)| edges.map(|value| (ending, at, value)))
        .collect();
    changes.par_iter().for_each(|&(ending, at, value)| {
        let mut file = FILES[ending].clone();
        file[at] = value;
        laws::table(ending, &file);
    });
}

/// One to four changes, most of them where a file says what is in it.
fn changed(ending: usize, noise: &mut Noise) -> Vec<u8> {
    let mut file = FILES[ending].clone();
    let front = directory_end(&file);
    for _ in 0..=noise.below(4) {
        let front = front.min(file.len());
        let at = match noise.below(4) {
            0 => noise.below(file.len()),
            1 => (front + noise.below(64)).min(file.len() - 1),
            _ => noise.below(front),
        };
        match noise.below(8) {
            0 => file.truncate(at + 1),
            1 => file.extend(noise.bytes(at % 300)),
            2 => {
                let number = (1u64 << noise.below(64)).wrapping_sub(noise.below(2) as u64);
                let bytes = number.to_le_bytes();
                let end = (at + 8).min(file.len());
                file[at..end].copy_from_slice(&bytes[..end - at]);
            }
            _ => file[at] = noise.next() as u8,
        }
    }
    file
}

fn change_many(count: u64) {
    (0..count).into_par_iter().for_each(|number| {
        let mut noise = Noise(number << 8);
        let ending = noise.below(ENDINGS.len());
        laws::table(ending, &changed(ending, &mut noise));
    });
}

#[test]
fn files_with_some_changes_are_answered_or_refused() {
    change_many(2_000);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn a_million_files_with_some_changes_are_answered_or_refused() {
    change_many(1_000_000);
}

/// What rests on false values is false, but it is built, as nothing can tell.
#[test]
fn tables_are_built_on_any_values() {
    let built = Built::with(&["KPvK"]);
    let queen = built.path().join("KQvK.dtm");
    let mut noise = Noise(5);
    for round in 0..4 {
        let mut file = FILES[0].clone();
        let sections = directory_end(&file);
        // Constant blocks with any value: no bytes, so that the lengths in the table add up to none.
        for section in [ORDER_AT, ORDER_AT + 22] {
            file[section + 10..section + 18].copy_from_slice(&12u64.to_le_bytes());
        }
        file.truncate(sections);
        let blocks = [noise.next(), noise.next(), noise.next(), noise.next()];
        file.extend(blocks.into_iter().flat_map(|value| [0, 0, value as u8, 0, 0, 0]));
        let length = file.len() as u64;
        file[24..32].copy_from_slice(&length.to_le_bytes());
        seal(&mut file);
        fs::write(&queen, file).expect("room");
        fs::remove_file(built.path().join("KPvK.dtm")).expect("it was built");
        let again = Built::at_path(built.path());
        again.add(&Plan::for_endings([crate::built::material("KPvK")]));
        let value = again.tables.probe(&kqvk()).map(|value| value.code());
        assert!(value.is_ok_and(|code| blocks.iter().any(|b| *b as u8 == code)), "round {round}");
    }
}
