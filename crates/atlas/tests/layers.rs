//! Layers against what is published, and against plain breadth-first search.

use parquet::file::reader::SerializedFileReader;
use parquet::record::{Field, Row};
use sole_atlas::{Atlas, AtlasError, GrowEvent, Published, Settings, estimate, grow};
use sole_board::{Ending, Material, PackedPosition, Position, Setup};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::ControlFlow;
use std::sync::Mutex;
use tempfile::TempDir;

const SETTINGS: Settings = Settings { threads: 2, memory: 1 << 30 };

fn go_on(_: GrowEvent) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn grown(start: &Position, plies: u32) -> (TempDir, Atlas) {
    let folder = tempfile::tempdir().expect("a folder");
    let atlas = Atlas::new(folder.path(), *start).expect("packs");
    grow(&atlas, plies, SETTINGS, &go_on).expect("grows");
    (folder, atlas)
}

fn assert_published(atlas: &Atlas, ply: u32) {
    let tallies = atlas.layer(ply).expect("a layer").tallies();
    let published = Published::at(ply).expect("published");
    assert_eq!(tallies.all.games, published.games, "{ply}");
    assert_eq!(tallies.all.positions, published.positions, "{ply}");
    assert_eq!(tallies.unique, published.unique, "{ply}");
    assert_eq!(tallies.mates.games, published.mates, "{ply}");
    assert_eq!(tallies.checks.games - tallies.mates.games, published.other_checks, "{ply}");
}

#[test]
fn layers_from_the_array_are_as_published() {
    let (_folder, atlas) = grown(&Position::initial(), 5);
    for ply in 0..=5 {
        assert_published(&atlas, ply);
        assert_eq!(atlas.damages(ply).expect("readable"), [], "{ply}");
    }
    assert!(matches!(atlas.layer(6), Err(AtlasError::Missing { ply: 6 })));
}

/// The length of all files in a folder.
fn length(folder: &std::path::Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").metadata().expect("a file").len()).sum()
}

/// Files and run files must not be smaller than estimated by more than this factor.
fn assert_estimated(start: &Position, plies: u32, settings: Settings, [least, most]: [f64; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let atlas = Atlas::new(folder.path(), *start).expect("packs");
    let estimates = estimate(&atlas, plies, settings).expect("readable");
    let spilled = Mutex::new(vec![0; plies as usize + 1]);
    let watch = |step| {
        if let GrowEvent::Written { ply: ply @ 1.., .. } = step {
            let runs = atlas.folder().join(format!("layer-{:02}/runs", ply - 1));
            let spilled = &mut spilled.lock().expect("no thread has panicked")[ply as usize];
            *spilled = length(&runs).max(*spilled);
        }
        ControlFlow::Continue(())
    };
    grow(&atlas, plies, settings, &watch).expect("grows");
    let spilled = spilled.into_inner().expect("no thread has panicked");
    for (estimate, spilled) in estimates.iter().zip(spilled) {
        let layer = atlas.layer(estimate.ply).expect("a layer");
        let within = |what, estimate: u64, actual: u64| {
            let times = estimate as f64 / actual.max(1) as f64;
            assert!((least..=most).contains(&times), "{start}: {what}: {estimate} for {actual}");
        };
        within("bytes", estimate.bytes, layer.bytes());
        assert_eq!(estimate.spill > 0, spilled > 0, "{start}: {estimate:?}");
        if spilled > 0 {
            within("spill", estimate.spill, spilled);
        }
    }
    assert!(estimates.iter().any(|estimate| estimate.spill > 0), "{start}: nothing was spilled");
}

#[test]
fn estimates_are_near_what_layers_take() {
    let settings = Settings { threads: 2, memory: 12 << 20 };
    assert_estimated(&Position::initial(), 5, settings, [1.0, 2.5]);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn the_estimate_of_layer_6_is_near_what_it_takes() {
    let settings = Settings { threads: 2, memory: 100 << 20 };
    assert_estimated(&Position::initial(), 6, settings, [1.0, 2.5]);
}

/// Every position of the layer packs to its own bytes again, and files of one
/// and of two threads are the same.
#[test]
#[ignore = "slow tier: make test-slow"]
fn layer_6_is_as_published_and_packs_again() {
    let (_folder, atlas) = grown(&Position::initial(), 6);
    assert_published(&atlas, 6);
    let mut positions = 0u64;
    atlas
        .for_each(6, |record| {
            let packed = PackedPosition::from_bytes(record.key.to_bytes()).expect("a position");
            assert_eq!(PackedPosition::new(&packed.unpack()), Ok(packed));
            positions += 1;
        })
        .expect("readable");
    assert_eq!(positions, 9_417_681);
    let folder = tempfile::tempdir().expect("a folder");
    let other = Atlas::new(folder.path(), Position::initial()).expect("packs");
    let settings = Settings { threads: 1, memory: 100 << 20 };
    grow(&other, 6, settings, &go_on).expect("grows");
    for ply in 0..=6 {
        assert_eq!(other.layer(ply).expect("a layer"), atlas.layer(ply).expect("a layer"));
    }
}

/// Starts with castling, en passant, promotions, mates, stalemates and dead positions.
const STARTS: [(&str, u32); 8] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 2),
    ("8/8/8/8/8/1k6/2p5/K2B4 b - - 0 1", 5),
    ("4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", 5),
    ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 5),
    ("4k3/8/8/p1p1p1p1/P1P3P1/4P3/8/4K3 w - - 0 1", 3),
];

/// Positions and games by a search that knows nothing of layers.
fn search(start: &Position, plies: u32) -> BTreeMap<[u8; 24], u64> {
    let bytes = |position: &Position| *PackedPosition::new(position).expect("packs").as_bytes();
    let mut layer = BTreeMap::from([(bytes(start), (*start, 1))]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (position, games) in layer.values() {
            position.for_each_child(|_, child| {
                next.entry(bytes(child)).or_insert((*child, 0)).1 += games;
            });
        }
        layer = next;
    }
    layer.into_iter().map(|(bytes, (_, games))| (bytes, games)).collect()
}

#[test]
fn layers_from_other_starts_are_those_of_a_search() {
    for (fen, plies) in STARTS {
        let start = Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable");
        let (_folder, atlas) = grown(&start, plies);
        for ply in 0..=plies {
            let expected = search(&start, ply);
            let mut actual = Vec::new();
            let visit = |record: &sole_atlas::Record| {
                actual.push((record.key.to_bytes(), record.games));
            };
            atlas.for_each(ply, visit).expect("readable");
            assert_eq!(actual, expected.into_iter().collect::<Vec<_>>(), "{fen} {ply}");
        }
    }
}

/// The rows of a layer, read by a library that knows nothing of ours.
fn rows(atlas: &Atlas, ply: u32) -> Vec<Row> {
    let layer = atlas.layer(ply).expect("a layer");
    let read = |path| {
        let file = File::open(path).expect("a file");
        SerializedFileReader::new(file).expect("Parquet").into_iter().map(|row| row.expect("a row"))
    };
    layer.files.iter().flat_map(|file| read(atlas.file_path(ply, file))).collect()
}

#[test]
fn every_column_says_what_the_rules_say() {
    let mut endings = BTreeMap::new();
    for (fen, plies) in STARTS {
        let start = Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable");
        let (_folder, atlas) = grown(&start, plies);
        for row in rows(&atlas, plies) {
            let columns: BTreeMap<&str, Field> =
                row.get_column_iter().map(|(name, field)| (name.as_str(), field.clone())).collect();
            let words = ["occupied", "men_1_16", "men_17_32"].map(|name| match columns[name] {
                Field::ULong(word) => word.to_be_bytes(),
                _ => panic!("{row}"),
            });
            let bytes = words.concat().try_into().expect("24 bytes");
            let position = PackedPosition::from_bytes(bytes).expect("a position").unpack();
            let men = position.diagram().occupied().len();
            let text = |text: &str| Field::Str(text.to_owned());
            let turn = if position.turn() == sole_board::Color::White { "w" } else { "b" };
            let outcome = match position.ending() {
                None => "none",
                Some(Ending::Checkmate { .. }) => "mate",
                Some(Ending::Stalemate) => "stalemate",
                Some(_) => "dead",
            };
            let captures = start.diagram().occupied().len() - men;
            let expected = [
                ("men", Field::UByte(men as u8)),
                ("material", text(&Material::of(position.diagram()).to_string())),
                ("turn", text(turn)),
                ("in_check", Field::Bool(position.is_check())),
                ("moves", Field::UShort(position.count_moves() as u16)),
                ("outcome", text(outcome)),
                ("captures", Field::UByte(captures as u8)),
            ];
            for (name, field) in expected {
                assert_eq!(columns[name], field, "{name} of {position}");
            }
            let Field::Str(reason) = &columns["reason"] else { panic!("{row}") };
            assert_eq!(reason.is_empty(), outcome != "dead", "{position}");
            *endings.entry((outcome, reason.clone())).or_insert(0) += 1;
        }
    }
    let seen: Vec<(&str, &str)> =
        endings.keys().map(|(outcome, reason)| (*outcome, reason.as_str())).collect();
    let expected = [
        ("dead", "bishops of one colour"),
        ("dead", "lone kings"),
        ("dead", "lone minor"),
        ("dead", "no mate can come"),
        ("mate", ""),
        ("none", ""),
        ("stalemate", ""),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn positions_are_found_with_their_games() {
    let (_folder, atlas) = grown(&Position::initial(), 4);
    let cases = [
        (sole_board::fen::INITIAL, [Some(1), None, None, None, Some(16)]),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            [None, Some(1), None, None, None],
        ),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            [None, None, None, None, Some(2)],
        ),
    ];
    for (fen, expected) in cases {
        let position = Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable");
        let packed = PackedPosition::new(&position).expect("packs");
        let found = [0, 1, 2, 3, 4].map(|ply| atlas.find(ply, packed).expect("readable"));
        let counted = [0, 1, 2, 3, 4]
            .map(|ply| search(&Position::initial(), ply).get(packed.as_bytes()).copied());
        assert_eq!(found, counted, "{fen}");
        assert_eq!(found, expected, "{fen}");
    }
}

#[test]
fn layers_are_empty_when_all_games_have_ended() {
    let cases = [
        ("mate", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", [1, 0, 0, 0]),
        ("stalemate", "k1K5/p1p5/P1P5/8/8/8/8/8 b - - 0 1", [1, 0, 0, 0]),
        ("stalemates in one", "kb6/p1p5/P1P5/8/8/8/8/1K6 w - - 0 1", [1, 5, 0, 0]),
    ];
    for (name, fen, expected) in cases {
        let start = Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable");
        let (_folder, atlas) = grown(&start, 3);
        let positions = |ply| atlas.layer(ply).expect("a layer").tallies().all.positions;
        assert_eq!([0, 1, 2, 3].map(positions), expected, "{name}");
        assert_eq!(atlas.find(3, atlas.packed_start()).expect("readable"), None, "{name}");
        assert_eq!(atlas.damages(3).expect("readable"), [], "{name}");
    }
}

/// One bit after the other is changed in a file, and what is asked then is either told to be
/// wrong or answered as before.
fn assert_no_flip_is_believed<T: PartialEq + std::fmt::Debug>(
    path: &std::path::Path,
    ask: impl Fn() -> Result<T, AtlasError>,
) {
    let whole = std::fs::read(path).expect("a file");
    let expected = ask().expect("sound");
    for place in (0..whole.len()).step_by(whole.len() / 97 + 1) {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        std::fs::write(path, &flipped).expect("written");
        if let Ok(answer) = ask() {
            assert_eq!(answer, expected, "byte {place} of {}", path.display());
        }
    }
    std::fs::write(path, whole).expect("written");
}

#[test]
fn nothing_is_said_by_files_that_are_not_as_they_were_written() {
    let (_folder, atlas) = grown(&Position::initial(), 3);
    let mut last = atlas.packed_start();
    atlas.for_each(3, |record| last = record.key.position()).expect("readable");
    let layer = atlas.layer(3).expect("a layer");
    let find = || atlas.find(3, last);
    assert_no_flip_is_believed(&atlas.file_path(3, &layer.files[0]), find);
    let folder = atlas.folder().join("layer-03");
    let manifest = folder.join("manifest.json");
    assert_no_flip_is_believed(&manifest, || atlas.layer(3).map(|layer| layer.tallies()));
    assert_no_flip_is_believed(&manifest, find);
}
