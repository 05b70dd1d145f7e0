//! Layers and manifests whose hashes are right and whose content is not.

mod laws;
mod survey;

use std::ops::ControlFlow;

use laws::{sealed, with_truth, written};
use sole_atlas::{AtlasError, Manifest, Settings, check, grow};
use sole_board::{PackedPosition, Position, Setup};

/// What growing on from a layer with this file and manifest comes to.
fn grown(file: &[u8], manifest: &Manifest) -> Result<(), AtlasError> {
    with_truth(|truth| {
        let settings = Settings { threads: 1, memory: 1 << 26 };
        let atlas = truth.forge(file, &sealed(manifest));
        let grown = grow(atlas, 3, settings, &|_| ControlFlow::Continue(()));
        truth.prune();
        grown
    })
}

#[test]
fn a_layer_that_is_written_again_is_taken() {
    with_truth(|truth| {
        let rows = truth.rows.len() as u64;
        let manifest = truth.manifest_for(&truth.file, rows);
        assert_eq!(manifest, truth.layer);
        grown(&truth.file, &manifest).expect("nothing is forged");
        let file = written(&truth.file, &truth.rows);
        grown(&file, &truth.manifest_for(&file, rows)).expect("the same rows");
    });
}

#[test]
fn impossible_rows_are_damage() {
    /// What is wrong, a change of a row, and what is said of it.
    type Case = (&'static str, fn(&mut [u64; 4]), &'static str);
    let cases: [Case; 6] = [
        ("no man", |row| row[..3].fill(0), "a row has no king"),
        ("64 men", |row| row[0] = u64::MAX, "a row is not a position"),
        ("a pawn more", |row| row[0] |= 1 << 24, "more men than the start"),
        ("other men", |row| row[1] = !row[1], "a row is not a position"),
        ("seven men", |row| row[..3].copy_from_slice(&seven_men()), "more men than the start"),
        ("a negative number of games", |row| row[3] = u64::MAX, "a negative number of games"),
    ];
    for (name, change, expected) in cases {
        with_truth(|truth| {
            let mut rows = truth.rows.clone();
            change(&mut rows[0]);
            let file = written(&truth.file, &rows);
            let manifest = truth.manifest_for(&file, rows.len() as u64);
            let error = grown(&file, &manifest).expect_err(name).to_string();
            assert!(
                error.contains("0000.parquet: ") && error.contains(expected),
                "{name}: {error}"
            );
        });
    }
}

/// The numbers of a position with more men than the start.
fn seven_men() -> [u64; 3] {
    let setup: Setup = "7k/8/8/8/8/8/8/KBBBBB2 w - - 0 1".parse().expect("a FEN");
    let packed = PackedPosition::new(&Position::try_from(setup).expect("playable"));
    let packed = packed.expect("it has kings");
    let (words, _) = packed.as_bytes().as_chunks();
    [0, 1, 2].map(|at: usize| u64::from_be_bytes(words[at]))
}

#[test]
fn impossible_manifests_are_refused() {
    type Case = (&'static str, fn(&mut Manifest), &'static str);
    let numbers = "numbers that contradict each other";
    let ranges = "ranges that do not follow each other";
    let cases: [Case; 14] = [
        ("rows", |layer| content(layer).rows += 1, numbers),
        ("positions", |layer| content(layer).tallies.all.positions = u64::MAX, numbers),
        ("games", |layer| content(layer).tallies.all.games = u128::MAX, numbers),
        ("unique positions", |layer| content(layer).tallies.unique = u64::MAX, numbers),
        ("edges", |layer| content(layer).tallies.edges = u64::MAX, numbers),
        ("games of the next layer", |layer| content(layer).tallies.next_games = u128::MAX, numbers),
        ("checks", |layer| content(layer).tallies.checks.positions = u64::MAX, numbers),
        ("mates", |layer| content(layer).tallies.mates.games = u128::MAX, numbers),
        ("men", |layer| content(layer).tallies.men = [(1, tally())].into(), numbers),
        ("keys", |layer| content(layer).largest = sole_atlas::Key::MIN, numbers),
        ("a name", |layer| layer.files[0].name = "../../x".to_owned(), numbers),
        ("no content", |layer| layer.files[0].content = None, numbers),
        ("ranges", |layer| layer.files[0].ranges = 0, ranges),
        ("the first range", |layer| layer.files[0].first_range = usize::MAX, ranges),
    ];
    for (name, change, expected) in cases {
        with_truth(|truth| {
            let mut manifest = truth.layer.clone();
            change(&mut manifest);
            let error = grown(&truth.file, &manifest).expect_err(name);
            assert!(error.is_damaged_manifest(), "{name}: {error}");
            assert!(error.to_string().contains(expected), "{name}: {error}");
        });
    }
}

fn content(layer: &mut Manifest) -> &mut sole_atlas::Content {
    layer.files[0].content.as_mut().expect("it is written")
}

fn tally() -> sole_atlas::Tally {
    sole_atlas::Tally { positions: u64::MAX, games: 1 }
}

#[test]
fn ranges_that_the_cuts_do_not_have_are_damage() {
    with_truth(|truth| {
        let mut manifest = truth.layer.clone();
        manifest.files[0].ranges += 1;
        let settings = Settings { threads: 1, memory: 1 << 26 };
        let atlas = truth.forge(&truth.file, &sealed(&manifest));
        let checked = check(atlas, 2, settings, &|_| ControlFlow::Continue(()));
        truth.prune();
        let error = checked.expect_err("a range too much").to_string();
        assert!(error.contains("cuts.json is damaged"), "{error}");
    });
}

/// Edits that give a page header a list that is longer than the file: it was skipped item by item.
const ENDLESS: &[u8] =
    b"b\nJ\xd1)||||||||||`\x01\x00\x06l|velkifrses||||\x96\x96\x85||\x96|\x96\x96";

#[test]
fn what_is_beyond_the_end_of_a_file_is_not_skipped() {
    laws::hush_decoder();
    laws::file_edited(ENDLESS, laws::OFTEN);
}

/// Other decoders get the paths of files, and may skip such a list in any case.
#[test]
fn the_path_of_a_file_that_cannot_be_decoded_is_not_handed_out() {
    laws::hush_decoder();
    with_truth(|truth| {
        let path = |file: &[u8]| {
            let layer = truth.manifest_for(file, truth.rows.len() as u64);
            truth.forge(file, &sealed(&layer)).checked_path(2, &layer.files[0])
        };
        let expected = truth.atlas.file_path(2, &truth.layer.files[0]);
        for file in [&truth.file, &written(&truth.file, &truth.rows)] {
            assert_eq!(path(file).expect("nothing is forged"), expected);
        }
        let error = path(&laws::edited(truth.file.clone(), ENDLESS)).expect_err("an endless list");
        let error = error.to_string();
        assert!(error.contains("0000.parquet: ") && error.contains("ends too early"), "{error}");
    });
}

/// Edits that are the same every time.
fn edits(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    let count = 1 + usize::from(next()) % 3;
    (0..4 * count).map(|_| next()).collect()
}

#[test]
fn any_edits_leave_an_answer_or_a_damaged_file() {
    /// What is edited, and the law.
    type Law = (&'static str, fn(&[u8], laws::Share));
    let laws: [Law; 3] = [
        ("file", laws::file_edited),
        ("rows", laws::rows_edited),
        ("manifest", laws::manifest_edited),
    ];
    laws::hush_decoder();
    for (name, law) in laws {
        for seed in 0..200 {
            let edits = edits(seed);
            let done = std::panic::catch_unwind(|| law(&edits, laws::OFTEN));
            assert!(done.is_ok(), "{name}, seed {seed}: {edits:?}");
        }
    }
}
