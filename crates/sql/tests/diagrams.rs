//! Diagrams counted by SQL, against what is published.

mod support;

use support::{START_FEN, TestAtlas, number};

/// The published numbers of diagrams by ply.
fn published_diagrams() -> Vec<u128> {
    let text = include_str!("../../../data/chess-counts.csv");
    let head = text.lines().rfind(|line| line.starts_with('#')).expect("the names of columns");
    let column = head.split(',').position(|name| name.starts_with("diagrams ")).expect("diagrams");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split(',').nth(column).and_then(|cell| cell.parse().ok()).expect("a number"))
        .collect()
}

fn diagrams_are_as_published(plies: std::ops::RangeInclusive<u32>) {
    let test_atlas = TestAtlas::new(START_FEN, *plies.end());
    let session = test_atlas.session();
    for ply in plies {
        let query =
            format!("select count(*) from (select diagram(position) from layer({ply}) group by 1)");
        assert_eq!(number(&session, &query), published_diagrams()[ply as usize], "{query}");
    }
}

#[test]
fn diagrams_of_four_plies_are_as_published() {
    diagrams_are_as_published(0..=4);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn diagrams_of_six_plies_are_as_published() {
    diagrams_are_as_published(5..=6);
}
