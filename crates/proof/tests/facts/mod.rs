//! Published counts of games, positions and diagrams.

use std::collections::BTreeMap;

const COUNTS: &str = include_str!("../../../../data/chess-counts.csv");
const DELAYS: &str = include_str!("../../../../data/proof-delays.csv");

/// What is published about a ply.
pub(crate) struct Counts {
    pub(crate) positions: u64,
    pub(crate) unique_positions: u64,
    pub(crate) diagrams: u64,
    pub(crate) unique_diagrams: u64,
    pub(crate) new_diagrams: u64,
    pub(crate) shortest_unique: u64,
}

fn rows(text: &str, separator: char) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| line.split(separator).collect())
}

/// The published counts of a ply.
pub(crate) fn counts(ply: usize) -> Counts {
    let row = rows(COUNTS, ',').find(|row| row[0] == ply.to_string()).expect("a row for the ply");
    let number = |column: usize| row[column].parse().expect("a number");
    Counts {
        positions: number(4),
        unique_positions: number(5),
        diagrams: number(6),
        unique_diagrams: number(7),
        new_diagrams: number(8),
        shortest_unique: number(9),
    }
}

/// How many diagrams that are unique at a ply can be reached at which earlier plies, too,
/// if that is published.
pub(crate) fn delays(ply: usize) -> Option<BTreeMap<String, u64>> {
    let of_ply = rows(DELAYS, ';').filter(|row| row[0] == ply.to_string());
    let delays: BTreeMap<String, u64> =
        of_ply.map(|row| (row[1].to_owned(), row[2].parse().expect("a number"))).collect();
    (!delays.is_empty()).then_some(delays)
}
