//! Queries and random samples, against plain counts over the whole layer.

use sole_atlas::{Atlas, Filter, Outcome, Record, SampleBy, SampleSpec, Settings, grow};
use sole_board::{Ending, Position, Setup};
use sole_puzzle::task::{Cancellation, Limits, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Continue};

/// Starts with captures, checks and all kinds of ends in their layers, and how far they go.
const STARTS: [(&str, u32); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
    ("8/8/8/8/8/1k1r4/8/K7 b - - 0 1", 4),
    ("7k/8/5K2/8/8/8/6p1/6Q1 w - - 0 1", 5),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", 3),
];

fn grown(fen: &str, plies: u32) -> (tempfile::TempDir, Atlas) {
    let start = Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable");
    let folder = tempfile::tempdir().expect("a folder");
    let atlas = Atlas::new(folder.path(), start).expect("an atlas");
    let settings = Settings { threads: 1, memory: 64 << 20 };
    grow(&atlas, plies, settings, &|_| Continue(())).expect("grows");
    (folder, atlas)
}

fn whole(atlas: &Atlas, ply: u32) -> Vec<Record> {
    let mut records = Vec::new();
    atlas.for_each(ply, |record| records.push(*record)).expect("readable");
    records
}

fn matching(atlas: &Atlas, ply: u32, filter: &Filter) -> Vec<Record> {
    let (mut records, mut last) = (Vec::new(), 0);
    let visit = atlas.for_each_matching(ply, filter, |portion| {
        assert!(last < portion.done && portion.done <= portion.of);
        last = portion.done;
        records.extend_from_slice(portion.records);
        Continue(())
    });
    visit.expect("readable");
    records
}

/// The conditions as they are said.
fn is_wanted(record: &Record, filter: &Filter) -> bool {
    let position = record.key.position().unpack();
    let outcome = match position.ending() {
        None => Outcome::None,
        Some(Ending::Checkmate { .. }) => Outcome::Mate,
        Some(Ending::Stalemate) => Outcome::Stalemate,
        Some(_) => Outcome::Dead,
    };
    filter.men.contains(&(position.diagram().occupied().len() as u8))
        && filter.games.contains(&record.games)
        && filter.outcome.is_none_or(|wanted| wanted == outcome)
        && (!filter.only_checks || position.is_check())
}

fn filters() -> Vec<Filter> {
    let mut filters = Vec::new();
    let outcomes = [Outcome::None, Outcome::Mate, Outcome::Stalemate, Outcome::Dead];
    for outcome in std::iter::once(None).chain(outcomes.map(Some)) {
        for men in [Filter::ALL.men, 31..=31, 0..=3] {
            for games in [Filter::ALL.games, Filter::UNIQUE, 2..=5] {
                for only_checks in [false, true] {
                    let men = men.clone();
                    filters.push(Filter { men, games: games.clone(), outcome, only_checks });
                }
            }
        }
    }
    filters
}

#[test]
fn filters_agree_with_a_plain_scan() {
    let mut sizes = BTreeSet::new();
    for (fen, plies) in STARTS {
        let (_folder, atlas) = grown(fen, plies);
        let all = whole(&atlas, plies);
        assert_eq!(matching(&atlas, plies, &Filter::ALL), all, "{fen}");
        for filter in filters() {
            let expected: Vec<Record> =
                all.iter().filter(|record| is_wanted(record, &filter)).copied().collect();
            assert_eq!(matching(&atlas, plies, &filter), expected, "{fen} {filter:?}");
            sizes.insert(expected.len());
        }
    }
    assert!(sizes.len() > 20, "the filters make a difference: {sizes:?}");
}

fn sample(atlas: &Atlas, ply: u32, filter: &Filter, spec: SampleSpec) -> Vec<Record> {
    atlas.sample(ply, filter, spec, &Task::unlimited()).expect("readable")
}

#[test]
fn samples_match_the_filter_and_are_in_order() {
    for (fen, plies) in STARTS {
        let (_folder, atlas) = grown(fen, plies);
        for filter in filters() {
            let all = matching(&atlas, plies, &filter);
            for by in [SampleBy::Positions, SampleBy::Games] {
                let spec = SampleSpec { count: 40, seed: 11, by };
                let sampled = sample(&atlas, plies, &filter, spec);
                assert_eq!(sampled, sample(&atlas, plies, &filter, spec), "{fen} {filter:?}");
                let expected = match by {
                    _ if all.is_empty() => 0,
                    SampleBy::Positions => all.len().min(40),
                    SampleBy::Games => 40,
                };
                assert_eq!(sampled.len(), expected, "{fen} {filter:?} {by:?}");
                let mut rest = all.iter();
                let mut distinct = sampled.clone();
                distinct.dedup();
                let in_order = distinct.iter().all(|record| rest.any(|other| other == record));
                assert!(in_order, "{fen} {filter:?} {by:?}");
                assert!(
                    by == SampleBy::Games || distinct.len() == sampled.len(),
                    "{fen} {filter:?}"
                );
            }
        }
    }
}

/// How far counts are from what is expected of each, as in Pearson's test.
fn distance(expected: impl Iterator<Item = f64>, counts: impl Iterator<Item = u32>) -> f64 {
    expected.zip(counts).map(|(e, n)| (f64::from(n) - e).powi(2) / e).sum()
}

/// Draws many samples of layer 3, and says how often each position was drawn.
fn frequencies(atlas: &Atlas, by: SampleBy, all: &[Record]) -> Vec<u32> {
    let mut counts: BTreeMap<_, u32> = all.iter().map(|record| (record.key, 0)).collect();
    for seed in 0..200 {
        for record in sample(atlas, 3, &Filter::ALL, SampleSpec { count: 1000, seed, by }) {
            *counts.get_mut(&record.key).expect("a row of the layer") += 1;
        }
    }
    counts.into_values().collect()
}

#[test]
fn samples_are_uniform() {
    let (_folder, atlas) = grown(STARTS[0].0, 3);
    let all = whole(&atlas, 3);
    let (rows, sampled) = (all.len() as f64, 200.0 * 1000.0);
    // With so many degrees of freedom the distance is near rows, give or take √(2·rows) ≈ 104;
    // seeds are fixed, so that it is the same in every run.
    let bound = 5.0 * (2.0 * rows).sqrt();
    let counts = frequencies(&atlas, SampleBy::Games, &all);
    let games: f64 = all.iter().map(|record| record.games as f64).sum();
    let expected = all.iter().map(|record| sampled * record.games as f64 / games);
    let far = distance(expected, counts.into_iter());
    assert!((far - rows).abs() < bound, "games: {far} for {rows} rows");
    let counts = frequencies(&atlas, SampleBy::Positions, &all);
    // Without replacement the counts vary less, by the share that is not drawn.
    let far = distance(all.iter().map(|_| sampled / rows), counts.into_iter());
    let expected = rows * (1.0 - 1000.0 / rows);
    assert!((far - expected).abs() < bound, "positions: {far} for {expected}");
}

#[test]
fn work_can_be_stopped() {
    let (_folder, atlas) = grown(STARTS[0].0, 2);
    let stopped = atlas.for_each_matching(2, &Filter::ALL, |_| ControlFlow::Break(()));
    assert_eq!(stopped.expect_err("stopped").to_string(), "stopped");
    let spec = SampleSpec { count: 1, seed: 1, by: SampleBy::Games };
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let task = Task::new("", Limits::NONE, cancellation);
    let stopped = atlas.sample(2, &Filter::ALL, spec, &task);
    assert_eq!(stopped.expect_err("stopped").to_string(), "stopped");
}
