//! What SQL says about layers is what their manifests say, and what the rules of chess say.

mod support;

use sole_board::{Ending, Material, PackedPosition, Position};
use std::collections::BTreeMap;
use support::{PAWN, START_FEN, TestAtlas, number, rows};

#[test]
fn sums_are_the_tallies_of_the_manifests() {
    for (start, plies) in [(START_FEN, 4), (PAWN, 6)] {
        let test_atlas = TestAtlas::new(start, plies);
        let session = test_atlas.session();
        for layer in test_atlas.atlas.layers().expect("layers") {
            let tallies = layer.tallies();
            let cases = [
                ("count(*)", "true", u128::from(tallies.all.positions)),
                ("sum(games)", "true", tallies.all.games),
                ("sum(moves)", "true", u128::from(tallies.edges)),
                ("sum(games * moves)", "true", tallies.next_games),
                ("count(*)", "games = 1", u128::from(tallies.unique)),
                ("count(*)", "in_check", u128::from(tallies.checks.positions)),
                ("count(*)", "outcome = 'mate'", u128::from(tallies.mates.positions)),
                ("count(*)", "outcome = 'stalemate'", u128::from(tallies.stalemates.positions)),
                ("count(*)", "outcome = 'dead'", u128::from(tallies.dead.positions)),
            ];
            for (what, which, expected) in cases {
                let query =
                    format!("select coalesce({what}, 0) from layer({}) where {which}", layer.ply);
                assert_eq!(number(&session, &query), expected, "{start}: {query}");
            }
            let query = format!(
                "select men, count(*), sum(games) from layer({}) group by men order by men",
                layer.ply
            );
            let men = tallies.men.iter();
            let men = men.map(|(men, tally)| format!("{men},{},{}", tally.positions, tally.games));
            assert_eq!(rows(&session, &query), men.collect::<Vec<_>>(), "{start}: {query}");
        }
    }
}

/// After 19 plies there are 246 million million million games, more than 64 bits hold.
#[test]
fn sums_beyond_64_bits_are_exact() {
    let test_atlas = TestAtlas::new("8/8/8/4k3/8/8/3QK3/8 w - - 0 1", 19);
    let session = test_atlas.session();
    let games = test_atlas.atlas.layer(19).expect("it is there").tallies().all.games;
    assert!(games > u128::from(u64::MAX), "{games}");
    let sums = [
        "select sum(games) from layer(19)",
        "select sum(games) from (select turn, sum(games) as games from layer(19) group by turn)",
        "select sum(games) from (select sum(games) as games from layer(19) group by outcome)",
        "select max(s) from (select sum(games) over (order by position rows unbounded preceding) as s from layer(19))",
        "select games from layers where ply = 19",
    ];
    for query in sums {
        assert_eq!(number(&session, query), games, "{query}");
    }
    assert_eq!(number(&session, "select sum(men) from layer(0)"), 3);
    assert_eq!(rows(&session, "select sum(0.5) from layer(0)"), ["0.5"]);
}

#[test]
fn the_table_of_layers_is_that_of_the_manifests() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let query = "select ply, positions, games, one_game, edges, next_games, checks, mates, \
                 mate_games, stalemates, dead, files, bytes from layers order by ply";
    let layers = test_atlas.atlas.layers().expect("layers");
    let expected = layers.iter().map(|layer| {
        let tallies = layer.tallies();
        format!(
            "{},{},{},{},{},{},{},{},{},{},{},{},{}",
            layer.ply,
            tallies.all.positions,
            tallies.all.games,
            tallies.unique,
            tallies.edges,
            tallies.next_games,
            tallies.checks.positions,
            tallies.mates.positions,
            tallies.mates.games,
            tallies.stalemates.positions,
            tallies.dead.positions,
            layer.files.len(),
            layer.bytes(),
        )
    });
    assert_eq!(rows(&session, query), expected.collect::<Vec<_>>());
    assert_eq!(rows(&session, "select ply, positions from layers where games = 8902"), ["3,5362"]);
}

/// All positions after so many plies with their games, by the rules of chess alone.
fn walked(start: &str, plies: u32) -> BTreeMap<PackedPosition, u64> {
    let setup: sole_board::Setup = start.parse().expect("a FEN");
    let start = Position::try_from(setup).expect("playable");
    let mut layer = BTreeMap::from([(PackedPosition::new(&start).expect("packs"), 1)]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (packed, games) in layer {
            packed.unpack().for_each_child(|_, child| {
                *next.entry(PackedPosition::new(child).expect("packs")).or_insert(0) += games;
            });
        }
        layer = next;
    }
    layer
}

/// A row as the rules of chess have it.
fn expected_row(packed: PackedPosition, games: u64, men_at_start: usize) -> String {
    let position = packed.unpack();
    let mut moves = 0;
    position.for_each_child(|_, _| moves += 1);
    let outcome = match position.ending() {
        None => "none",
        Some(Ending::Checkmate { .. }) => "mate",
        Some(Ending::Stalemate) => "stalemate",
        Some(_) => "dead",
    };
    let turn = position.to_string().split(' ').nth(1).expect("a side").to_owned();
    format!(
        "{position},{games},{},{},{turn},{},{moves},{outcome},{}",
        packed.men(),
        Material::of(position.diagram()),
        position.is_check(),
        men_at_start - packed.men(),
    )
}

#[test]
fn every_row_agrees_with_the_rules_of_chess() {
    let mates = "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1";
    for (start, plies, men) in [(START_FEN, 3, 32), (PAWN, 5, 3), (mates, 4, 3)] {
        let test_atlas = TestAtlas::new(start, plies);
        let session = test_atlas.session();
        for ply in 0..=plies {
            let query = format!(
                "select position, games, men, material, turn, in_check, moves, outcome, captures \
                 from layer({ply}) order by position"
            );
            let expected = walked(start, ply);
            let expected =
                expected.iter().map(|(&packed, &games)| expected_row(packed, games, men));
            assert_eq!(rows(&session, &query), expected.collect::<Vec<_>>(), "{start}: {query}");
        }
    }
}

#[test]
fn positions_are_grouped_by_men_and_outcome() {
    let test_atlas = TestAtlas::new(START_FEN, 4);
    let session = test_atlas.session();
    let query =
        "select men, outcome, count(*), sum(games) from layer(4) group by 1, 2 order by 1, 2";
    let mut groups: BTreeMap<(usize, &str), (u64, u64)> = BTreeMap::new();
    for (packed, games) in walked(START_FEN, 4) {
        let outcome = if packed.unpack().ending().is_some() { "mate" } else { "none" };
        let group = groups.entry((packed.men(), outcome)).or_default();
        *group = (group.0 + 1, group.1 + games);
    }
    let expected = groups
        .into_iter()
        .map(|((men, outcome), (positions, games))| format!("{men},{outcome},{positions},{games}"));
    let expected: Vec<String> = expected.collect();
    assert_eq!(expected.len(), 4, "{expected:?}");
    assert_eq!(rows(&session, query), expected);
}
