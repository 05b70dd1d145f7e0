//! Identity: which positions and diagrams are the same, and how many there are.
//!
//! Every layer of the tree from the initial array is expanded from the distinct
//! positions of the layer before, each with the number of games that end in it.
//! Its sums are published sequences, found in two ways: exactly, from positions
//! that were made, and from the keys of children that were not.

mod reference;

use reference::{lines, own, shared};
use sole_board::{Diagram, Position};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::ControlFlow;

/// What is counted after a ply; the order is that of `data/chess-counts.csv`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    games: u64,
    mates: u64,
    other_checks: u64,
    positions: u64,
    unique_positions: u64,
    diagrams: u64,
    unique_diagrams: u64,
    new_diagrams: u64,
    unique_new_diagrams: u64,
}

/// The distinct positions after a ply, with the number of games that end in each.
type Layer = HashMap<Position, u64>;

fn published() -> Vec<Counts> {
    let text = own("chess-counts.csv");
    let rows = lines(&text).enumerate();
    rows.map(|(ply, row)| counts_of(ply, row, ',')).collect()
}

fn counts_of(ply: usize, row: &str, separator: char) -> Counts {
    let numbers: Result<Vec<u64>, _> = row.split(separator).map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[at, games, mates, other_checks, positions, unique_positions, ref rest @ ..])
            if at == ply as u64 =>
        {
            let &[diagrams, unique_diagrams, new_diagrams, unique_new_diagrams] = rest else {
                panic!("ply {ply} has another number of columns than ten: {row}");
            };
            Counts {
                games,
                mates,
                other_checks,
                positions,
                unique_positions,
                diagrams,
                unique_diagrams,
                new_diagrams,
                unique_new_diagrams,
            }
        }
        _ => panic!("not the numbers of ply {ply}: {row}"),
    }
}

fn expand(layer: &Layer) -> Layer {
    let mut next = Layer::new();
    for (position, games) in layer {
        position.for_each_child(|_, child| *next.entry(*child).or_default() += games);
    }
    next
}

/// The sums of a layer, with all diagrams of earlier plies in `seen`.
fn count(layer: &Layer, seen: &mut HashSet<Diagram>) -> Counts {
    let mut counts = Counts::default();
    let mut diagrams: HashMap<Diagram, u64> = HashMap::new();
    for (position, games) in layer {
        counts.games += games;
        *diagrams.entry(*position.diagram()).or_default() += games;
        match (position.is_check(), position.has_moves()) {
            (true, false) => counts.mates += games,
            (true, true) => counts.other_checks += games,
            (false, _) => {}
        }
    }
    [counts.positions, counts.unique_positions] = all_and_unique(layer.values());
    count_diagrams(&mut counts, &diagrams, seen);
    counts
}

/// The sums of the layer after this one, from the keys of its positions alone.
fn count_ahead(layer: &Layer, seen: &mut HashSet<u64>) -> Counts {
    let mut counts = Counts::default();
    let (mut positions, mut diagrams) = (Vec::new(), Vec::new());
    for (position, &games) in layer {
        counts.games += games * position.count_moves();
        position.for_each_child_key(|_, key| positions.push((key, games)));
        position.for_each_child_diagram_key(|_, key| diagrams.push((key, games)));
        let flow = position.try_for_each_checking_child(|_, child| {
            let kind = if child.has_moves() { &mut counts.other_checks } else { &mut counts.mates };
            *kind += games;
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_continue());
    }
    let positions = merged(positions);
    [counts.positions, counts.unique_positions] =
        all_and_unique(positions.iter().map(|(_, games)| games));
    count_diagrams(&mut counts, &merged(diagrams).into_iter().collect(), seen);
    counts
}

/// Adds up the games of equal keys.
fn merged(mut keys: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    keys.sort_unstable();
    keys.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    keys
}

fn all_and_unique<'a>(games: impl Iterator<Item = &'a u64>) -> [u64; 2] {
    games.fold([0, 0], |[all, unique], &games| [all + 1, unique + u64::from(games == 1)])
}

fn count_diagrams<D: Copy + Eq + Hash>(
    counts: &mut Counts,
    diagrams: &HashMap<D, u64>,
    seen: &mut HashSet<D>,
) {
    [counts.diagrams, counts.unique_diagrams] = all_and_unique(diagrams.values());
    let new = diagrams.iter().filter(|(diagram, _)| seen.insert(**diagram));
    let new: Vec<&u64> = new.map(|(_, games)| games).collect();
    [counts.new_diagrams, counts.unique_new_diagrams] = all_and_unique(new.into_iter());
}

/// Both ways to each ply up to `exact`, and to the next one by keys alone.
fn check_plies(exact: usize) {
    let published = published();
    let mut layer = Layer::from([(Position::initial(), 1)]);
    let (mut diagrams, mut keys) = (HashSet::new(), HashSet::new());
    keys.insert(Position::initial().diagram_key());
    for (ply, expected) in published.iter().enumerate().take(exact + 1) {
        assert_eq!(count(&layer, &mut diagrams), *expected, "ply {ply}");
        if ply < exact {
            assert_eq!(
                count_ahead(&layer, &mut keys),
                published[ply + 1],
                "ply {} by keys",
                ply + 1
            );
            layer = expand(&layer);
        }
    }
}

#[test]
fn games_positions_and_diagrams_to_ply_five() {
    check_plies(5);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn slow_games_positions_and_diagrams_to_ply_six() {
    check_plies(6);
}

#[test]
fn own_counts_are_those_of_the_shared_table() {
    let text = shared("facts/chess-counts.csv").unwrap_or_default();
    for (ply, (ours, row)) in published().iter().zip(lines(&text)).enumerate() {
        assert_eq!(*ours, counts_of(ply, row, ';'), "ply {ply}");
    }
}
