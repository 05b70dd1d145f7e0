//! Growing in small ranges, so that layers of few plies have many files.

use super::*;
use crate::error::Damage;
use crate::store::State;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

pub(super) const LARGE_MEMORY: Settings = Settings { threads: 1, memory: 1 << 30 };
/// Too little for layer 4 in memory, if each record takes three bytes.
pub(super) const SMALL_MEMORY: Settings = Settings { threads: 1, memory: 1_350_000 };
pub(super) const PLIES: u32 = 4;

pub(super) fn never_stop(_: GrowEvent) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn atlas() -> (TempDir, Atlas) {
    let folder = tempfile::tempdir().expect("a folder");
    let atlas = Atlas::new(folder.path(), sole_board::Position::initial()).expect("packs");
    (folder, atlas.with_geometry(Geometry::SMALL))
}

/// Every file of an atlas and its bytes.
pub(super) fn files(atlas: &Atlas) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![atlas.folder().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(atlas.folder()).expect("inside").to_owned();
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

pub(super) fn grown(settings: Settings) -> BTreeMap<PathBuf, Vec<u8>> {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, settings, &never_stop).expect("grows");
    files(&atlas)
}

#[test]
fn threads_and_memory_change_no_byte() {
    let expected = grown(LARGE_MEMORY);
    assert!(expected.len() > 20, "many files");
    for threads in [1, 2] {
        for memory in [LARGE_MEMORY.memory, 3_000_000, SMALL_MEMORY.memory] {
            let settings = Settings { threads, memory };
            assert!(grown(settings) == expected, "{settings:?}");
        }
    }
}

#[test]
fn interrupted_work_is_resumed() {
    for settings in [LARGE_MEMORY, SMALL_MEMORY] {
        let expected = grown(settings);
        let (_folder, atlas) = atlas();
        let mut stops = 0;
        loop {
            let steps = AtomicUsize::new(0);
            // Each time one step farther than the last, so that each step is the last once.
            let observer = |_| match steps.fetch_add(1, Ordering::Relaxed) < stops {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
            match grow(&atlas, PLIES, settings, &observer) {
                Err(AtlasError::Stopped) => stops += 1,
                outcome => break outcome.expect("grows"),
            }
        }
        assert!(stops > 5, "{stops} stops");
        assert!(files(&atlas) == expected, "{settings:?}");
    }
}

#[test]
fn a_fresh_start_after_each_stop_gives_the_same() {
    let expected = grown(SMALL_MEMORY);
    let mut stop = 0;
    loop {
        let (_folder, atlas) = atlas();
        let steps = AtomicUsize::new(0);
        let observer = |_| match steps.fetch_add(1, Ordering::Relaxed) < stop {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let stopped = grow(&atlas, PLIES, SMALL_MEMORY, &observer).is_err();
        grow(&atlas, PLIES, SMALL_MEMORY, &never_stop).expect("grows");
        assert!(files(&atlas) == expected, "stopped at step {stop}");
        if !stopped {
            break;
        }
        stop += 7;
    }
}

#[test]
fn states_record_which_files_are_resolved() {
    let (_folder, atlas) = atlas();
    grow(&atlas, 3, SMALL_MEMORY, &never_stop).expect("grows");
    let states = |ply| -> Vec<State> {
        atlas.layer(ply).expect("a layer").files.iter().map(|file| file.state).collect()
    };
    assert!(states(2).iter().all(|&state| state == State::Resolved));
    assert!(states(3).iter().all(|&state| state == State::Unresolved));
    let files = states(3).len();
    assert!(files > 2, "{files} files");
    let expanded = AtomicUsize::new(0);
    let observer = |step| match step {
        GrowEvent::Expanded { .. } if expanded.fetch_add(1, Ordering::Relaxed) >= 2 => {
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    };
    assert!(matches!(grow(&atlas, 4, SMALL_MEMORY, &observer), Err(AtlasError::Stopped)));
    let mut seen = states(3);
    seen.dedup();
    assert_eq!(seen, [State::Resolved, State::InProgress, State::Unresolved]);
}

/// What was rebuilt, by `grow` or by `check`.
fn repaired(
    work: impl Fn(&Atlas, u32, Settings, &Observer<'_>) -> Result<(), AtlasError>,
    atlas: &Atlas,
) -> Vec<(u32, Defect)> {
    let told = Mutex::new(Vec::new());
    let observer = |step| {
        if let GrowEvent::Repaired { ply, defect } = step {
            told.lock().expect("no thread has panicked").push((ply, defect));
        }
        ControlFlow::Continue(())
    };
    work(atlas, PLIES, LARGE_MEMORY, &observer).expect("repaired");
    told.into_inner().expect("no thread has panicked")
}

#[test]
fn a_damaged_file_is_named_and_rebuilt_alone() {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    let expected = files(&atlas);
    let layer = atlas.layer(PLIES).expect("a layer");
    let path = atlas.file_path(PLIES, &layer.files[2]);
    let whole = fs::read(&path).expect("a file");
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 16;
        Some(bytes)
    };
    let cut = whole.len() - 1;
    let cases = [
        (None, Damage::Missing),
        (
            Some(whole[..cut].to_vec()),
            Damage::Length { expected: cut as u64 + 1, actual: cut as u64 },
        ),
        (flipped(100), Damage::Hash),
        (flipped(cut / 2), Damage::Hash),
        (flipped(cut), Damage::Hash),
    ];
    for (content, damage) in cases {
        let harm = || {
            match &content {
                None => fs::remove_file(&path).expect("removed"),
                Some(bytes) => fs::write(&path, bytes).expect("written"),
            }
            assert_eq!(atlas.damages(PLIES).expect("readable"), [(2, damage)]);
        };
        harm();
        if damage == Damage::Hash {
            match grow(&atlas, PLIES + 1, LARGE_MEMORY, &never_stop) {
                Err(AtlasError::Damaged { path: named, .. }) => assert_eq!(named, path),
                other => panic!("{other:?}"),
            }
            assert!(!atlas.layer_folder(PLIES + 1).exists(), "nothing was begun");
        } else {
            // A look at names and lengths suffices.
            assert_eq!(repaired(grow, &atlas), [(PLIES, Defect::File(2))], "{damage:?}");
            assert!(files(&atlas) == expected, "{damage:?}");
            harm();
        }
        assert_eq!(repaired(check, &atlas), [(PLIES, Defect::File(2))], "{damage:?}");
        let mut actual = files(&atlas);
        // Growing the next layer may have been begun, so that the states may differ.
        let manifest = PathBuf::from("layer-04/manifest.json");
        actual.insert(manifest.clone(), expected[&manifest].clone());
        assert!(actual == expected, "{damage:?}");
    }
    assert_eq!(repaired(check, &atlas), []);
}

#[test]
fn a_layer_with_a_damaged_manifest_is_rebuilt_by_a_check() {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    let expected = files(&atlas);
    for ply in [0, 2, PLIES] {
        let path = atlas.layer_folder(ply).join("manifest.json");
        let whole = fs::read_to_string(&path).expect("a manifest");
        let flipped = whole.replace("\"complete\": true", "\"complete\": false");
        for damaged in [&whole[..whole.len() / 2], &flipped] {
            fs::write(&path, damaged).expect("written");
            let refused = grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect_err("damaged");
            assert!(refused.to_string().contains("manifest.json"), "{refused}");
            assert_eq!(repaired(check, &atlas), [(ply, Defect::Manifest)], "{ply}");
            assert!(files(&atlas) == expected, "{ply}");
        }
        // What another version has written stays.
        let foreign = whole.replace("\"version\": 2", "\"version\": 1");
        assert_ne!(foreign, whole);
        fs::write(&path, &foreign).expect("written");
        assert!(check(&atlas, PLIES, LARGE_MEMORY, &never_stop).is_err(), "{ply}");
        assert_eq!(fs::read_to_string(&path).expect("a manifest"), foreign);
        fs::write(&path, whole).expect("written");
    }
}

/// Rebuilds what was damaged, stopped after each step once; a check then finds what is
/// still to be done, and the end is that of an atlas that nobody has harmed.
fn repair_with_stops(settings: Settings, ply: u32, harm: impl Fn(&Atlas)) {
    let expected = grown(settings);
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, settings, &never_stop).expect("grows");
    harm(&atlas);
    let mut stops = 0;
    loop {
        let steps = AtomicUsize::new(0);
        let observer = |step| match steps.fetch_add(1, Ordering::Relaxed) < stops {
            false if !matches!(step, GrowEvent::Repaired { .. }) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        match check(&atlas, 0, settings, &observer) {
            Err(AtlasError::Stopped) => {
                let incomplete_layers =
                    CheckLevel::Full.incomplete_layers(&atlas, 0).expect("readable");
                assert_eq!(incomplete_layers, [ply], "{stops} stops");
                stops += 1;
            }
            outcome => break outcome.expect("mended"),
        }
    }
    assert!(stops > 2, "{stops} stops");
    assert!(files(&atlas) == expected, "{settings:?}");
}

#[test]
fn rebuilt_files_are_wanted_until_all_are_there() {
    for (settings, ply) in [(LARGE_MEMORY, 3), (SMALL_MEMORY, PLIES)] {
        repair_with_stops(settings, ply, |atlas| {
            let folder = atlas.layer_folder(ply);
            fs::remove_file(folder.join("0000.parquet")).expect("removed");
            fs::write(folder.join("0002.parquet"), "damaged").expect("written");
        });
    }
}

#[test]
fn a_rebuilt_layer_is_wanted_until_it_is_there() {
    for ply in [3, PLIES] {
        repair_with_stops(SMALL_MEMORY, ply, |atlas| {
            fs::write(atlas.layer_folder(ply).join("manifest.json"), "{").expect("written");
        });
    }
}

#[test]
fn a_rebuilt_file_that_differs_is_rejected() {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    let mut layer = atlas.layer(PLIES).expect("a layer");
    let content = layer.files[1].content.as_mut().expect("written");
    content.blake3 = "0".repeat(64);
    layer.write(&atlas.layer_folder(PLIES)).expect("written");
    let path = atlas.file_path(PLIES, &layer.files[1]);
    let before = fs::read(&path).expect("a file");
    for _ in 0..2 {
        let error = check(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect_err("another hash");
        assert!(matches!(error, AtlasError::Damaged { damage: Damage::Anew, .. }), "{error:?}");
        assert!(fs::read(&path).expect("a file") == before);
        assert_eq!(atlas.layer(PLIES).expect("still complete"), layer);
    }
}

#[test]
fn cuts_that_are_gone_or_damaged_are_found_again() {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    let expected = files(&atlas);
    for ply in [0, 2, PLIES] {
        let folder = atlas.layer_folder(ply);
        let path = folder.join("cuts.json");
        let whole = fs::read(&path).expect("cuts");
        let mut torn = whole.clone();
        torn[0] = 0xff;
        let other = b"[\"0000000000000001\"]\n".to_vec();
        for damaged in [None, Some(torn), Some(other)] {
            let harm = || match &damaged {
                None => fs::remove_file(&path).expect("removed"),
                Some(bytes) => fs::write(&path, bytes).expect("written"),
            };
            harm();
            assert_eq!(repaired(check, &atlas), [(ply, Defect::Cuts)], "{damaged:?}");
            assert!(files(&atlas) == expected, "{ply}: {damaged:?}");
            // Rebuilding files needs them.
            harm();
            fs::remove_file(folder.join("0000.parquet")).expect("removed");
            assert_eq!(repaired(grow, &atlas), [(ply, Defect::File(0))], "{damaged:?}");
            assert!(files(&atlas) == expected, "{ply}: {damaged:?}");
        }
    }
}

#[test]
fn an_unwritable_folder_is_reported_with_what_is_wanted() {
    let (_folder, atlas) = atlas();
    fs::create_dir_all(atlas.folder().join("atlas.lock")).expect("a folder in its place");
    let error = grow(&atlas, 2, LARGE_MEMORY, &never_stop).expect_err("nothing can be locked");
    assert!(matches!(error, AtlasError::Unwritable { ply: 0, .. }), "{error:?}");
    assert!(error.to_string().contains("the layer after 0 plies is missing"), "{error}");
}

#[test]
fn a_complete_atlas_is_not_written_to() {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    fs::remove_file(atlas.folder().join("atlas.lock")).expect("removed");
    let before = files(&atlas);
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("complete");
    check(&atlas, PLIES - 1, LARGE_MEMORY, &never_stop).expect("sound");
    assert!(files(&atlas) == before, "not even locked");
}

#[test]
fn a_missing_layer_between_others_is_rebuilt() {
    let (_folder, atlas) = atlas();
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    assert_eq!(atlas.gap().expect("readable"), None);
    let expected = files(&atlas);
    fs::remove_dir_all(atlas.layer_folder(2)).expect("removed");
    assert_eq!(atlas.gap().expect("readable"), Some(2));
    let missing = estimate(&atlas, PLIES + 1, LARGE_MEMORY).expect("readable");
    let plies: Vec<u32> = missing.iter().map(|estimate| estimate.ply).collect();
    assert_eq!(plies, [2, PLIES + 1]);
    grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
    assert_eq!(atlas.gap().expect("readable"), None);
    assert!(files(&atlas) == expected);
    // A full check needs the layers that later layers depend on.
    fs::remove_dir_all(atlas.layer_folder(2)).expect("removed");
    check(&atlas, 0, LARGE_MEMORY, &never_stop).expect("grows");
    assert!(files(&atlas) == expected);
}

#[test]
fn a_damaged_run_is_rebuilt() {
    let expected = grown(SMALL_MEMORY);
    let (_folder, atlas) = atlas();
    let observer = |step| match step {
        GrowEvent::Written { ply: PLIES, .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(matches!(grow(&atlas, PLIES, SMALL_MEMORY, &observer), Err(AtlasError::Stopped)));
    let runs = atlas.runs_folder(PLIES - 1);
    let run = runs.join("0001.run");
    let whole = fs::read(&run).expect("a run file");
    for at in [whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&run, bytes).expect("written");
        match grow(&atlas, PLIES, SMALL_MEMORY, &observer) {
            Err(AtlasError::Damaged { path, damage: Damage::Content }) => assert_eq!(path, run),
            Err(AtlasError::Stopped) => {}
            other => panic!("{other:?}"),
        }
    }
    grow(&atlas, PLIES, SMALL_MEMORY, &never_stop).expect("grows");
    assert!(files(&atlas) == expected);
}

#[test]
fn a_file_that_is_lost_before_its_layer_is_complete_is_written_again() {
    for settings in [LARGE_MEMORY, SMALL_MEMORY] {
        let expected = grown(settings);
        for torn in [None, Some("torn")] {
            let (_folder, atlas) = atlas();
            let written = AtomicUsize::new(0);
            let observer = |step| match step {
                GrowEvent::Written { ply: PLIES, .. }
                    if written.fetch_add(1, Ordering::Relaxed) == 1 =>
                {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            };
            assert!(matches!(grow(&atlas, PLIES, settings, &observer), Err(AtlasError::Stopped)));
            let path = atlas.layer_folder(PLIES).join("0000.parquet");
            match torn {
                None => fs::remove_file(path).expect("removed"),
                Some(torn) => fs::write(path, torn).expect("written"),
            }
            grow(&atlas, PLIES, settings, &never_stop).expect("grows");
            assert!(files(&atlas) == expected, "{settings:?} {torn:?}");
        }
    }
}

#[test]
fn one_process_at_a_time() {
    let (_folder, atlas) = atlas();
    let observer = |_| {
        let second = grow(&atlas, 2, LARGE_MEMORY, &never_stop);
        assert!(matches!(second, Err(AtlasError::Locked { .. })), "{second:?}");
        ControlFlow::Continue(())
    };
    grow(&atlas, 1, LARGE_MEMORY, &observer).expect("grows");
    grow(&atlas, 2, LARGE_MEMORY, &never_stop).expect("the lock is free again");
}

#[test]
fn too_little_memory_is_an_error() {
    let (_folder, atlas) = atlas();
    let settings = Settings { threads: 1, memory: 1000 };
    match grow(&atlas, 1, settings, &never_stop) {
        Err(AtlasError::Memory { need, given: 1000 }) => {
            let settings = Settings { threads: 1, memory: need };
            grow(&atlas, 1, settings, &never_stop).expect("that is enough");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn insufficient_memory_is_predicted() {
    let cases = [
        (1, 400, 20_000_000, None),
        (1, 399, 20_000_000, Some(400)),
        (2, 799, 20_000_000, Some(800)),
        (2, 800, 20_000_000, None),
        // A small layer needs little.
        (2, 12, 100_000, None),
        (2, 12, 1_000_000, Some(800)),
    ];
    for (threads, memory, edges, least) in cases {
        let settings = Settings { threads, memory: memory << 20 };
        assert_eq!(settings.least(edges), least.map(|least: u64| least << 20), "{settings:?}");
    }
}

#[test]
fn estimates_are_exact_where_numbers_are_known() {
    let (_folder, atlas) = atlas();
    let estimates = estimate(&atlas, 8, LARGE_MEMORY).expect("readable");
    assert_eq!(estimates.len(), 9);
    let numbers = |estimate: &Estimate| (estimate.ply, estimate.positions);
    assert_eq!(numbers(&estimates[8]), (8, 988_187_354));
    assert_eq!(estimates[3].edges, 8902);
    grow(&atlas, 3, LARGE_MEMORY, &never_stop).expect("grows");
    let estimates = estimate(&atlas, 4, LARGE_MEMORY).expect("readable");
    let [next] = estimates.as_slice() else { panic!("{estimates:?}") };
    assert_eq!((next.ply, next.positions, next.edges), (4, 72_078, 118_522));
}

/// An atlas from another start.
fn atlas_from(fen: &str) -> (TempDir, Atlas) {
    let folder = tempfile::tempdir().expect("a folder");
    let setup: sole_board::Setup = fen.parse().expect("a FEN");
    let start = sole_board::Position::try_from(setup).expect("playable");
    let atlas = Atlas::new(folder.path(), start).expect("packs").with_geometry(Geometry::SMALL);
    (folder, atlas)
}

#[test]
fn estimates_of_an_ending_do_not_outgrow_it() {
    let cases = [
        ("8/8/8/4k3/8/8/3QK3/8 w - - 0 1", 227_556, 30),
        ("8/8/8/8/8/k7/8/4K3 w - - 0 1", 3612, 9),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 1, 1),
    ];
    for (fen, positions, moves) in cases {
        let (_folder, atlas) = atlas_from(fen);
        let estimates = estimate(&atlas, 99, LARGE_MEMORY).expect("readable");
        assert_eq!(estimates.len(), 100);
        for estimate in &estimates {
            assert!(estimate.positions <= positions, "{fen}: {estimate:?}");
            assert!(estimate.edges <= positions * moves, "{fen}: {estimate:?}");
        }
        let most = estimates.iter().map(|estimate| estimate.positions).max();
        assert!(most >= Some(positions / 2), "{fen}: {most:?}");
    }
}

#[test]
fn overflowing_numbers_of_games_are_predicted() {
    let cases = [
        // Layer 22 is refused.
        ("8/8/8/4k3/8/8/3QK3/8 w - - 0 1", Some(20..=24)),
        ("8/8/8/8/8/k7/8/4K3 w - - 0 1", Some(20..=30)),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", None),
    ];
    for (fen, plies) in cases {
        let (_folder, atlas) = atlas_from(fen);
        let estimates = estimate(&atlas, 40, LARGE_MEMORY).expect("readable");
        let first = estimates.iter().find(|estimate| estimate.has_too_many_games());
        let first = first.map(|estimate| estimate.ply);
        assert_eq!(first.is_some(), plies.is_some(), "{fen}: {first:?}");
        assert!(
            plies.is_none_or(|plies| first.is_some_and(|first| plies.contains(&first))),
            "{fen}: {first:?}"
        );
    }
}

#[test]
fn estimates_follow_layers_that_are_there() {
    let fen = "8/8/8/8/8/k7/8/4K3 w - - 0 1";
    let (_folder, atlas) = atlas_from(fen);
    grow(&atlas, 20, LARGE_MEMORY, &never_stop).expect("grows");
    let positions = |ply| atlas.layer(ply).expect("a layer").tallies().all.positions;
    for estimate in estimate(&atlas, 24, LARGE_MEMORY).expect("readable") {
        let last = positions(20).min(positions(19));
        assert!((last / 2..=3612).contains(&estimate.positions), "{estimate:?} after {last}");
    }
}

#[test]
fn a_disk_that_is_too_small_is_reported_before_any_work() {
    let (_folder, atlas) = atlas();
    let plan = estimate(&atlas, 14, LARGE_MEMORY).expect("readable");
    let Err(AtlasError::NoRoom { need, free, .. }) = check_disk_space(&atlas, &plan) else {
        panic!("a disk for {plan:?}")
    };
    let bytes: u64 = plan.iter().map(|estimate| estimate.bytes).sum();
    let spill = plan.last().map_or(0, |estimate| estimate.spill);
    assert!(need == bytes + spill && need > free, "{need} of {free}");
    let refused = grow(&atlas, 14, LARGE_MEMORY, &never_stop);
    assert!(matches!(refused, Err(AtlasError::NoRoom { .. })), "{refused:?}");
    assert_eq!(atlas.layers().expect("readable").len(), 0);
    check_disk_space(&atlas, &plan[..5]).expect("some megabytes");
}
