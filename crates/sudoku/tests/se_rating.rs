//! Ratings on the scale of Sudoku Explainer against those that the world knows.

mod reference;

use sole_sudoku::formats::line;
use sole_sudoku::rate::se::{self, Outcome, Tenths};
use sole_sudoku::{Budget, Puzzle};
use std::sync::atomic::{AtomicU32, Ordering};

/// A puzzle and its ratings by others.
struct Row {
    text: String,
    puzzle: Puzzle,
    er: Tenths,
    ep: Tenths,
    ed: Tenths,
}

fn row(text: &str, ratings: [&str; 3]) -> Row {
    let puzzle = line::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let [er, ep, ed] = ratings.map(|rating| {
        let (whole, tenths) = rating.split_once('.').unwrap_or((rating, "0"));
        let number = |digits: &str| digits.parse::<u16>().unwrap_or_else(|e| panic!("{text}: {e}"));
        Tenths(10 * number(whole) + number(tenths))
    });
    Row { text: text.to_owned(), puzzle, er, ep, ed }
}

fn solved(row: &Row) -> se::Rating {
    match se::rate(&row.puzzle, &Budget::UNLIMITED) {
        Outcome::Solved(rating) => rating,
        outcome => panic!("{}: {outcome:?}", row.text),
    }
}

/// Own puzzles with the ratings of SukakuExplainer.
fn own_rows() -> Vec<Row> {
    let lines = include_str!("data/se-ratings.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [text, er, ep, ed] = words[..] else { panic!("{line}") };
        row(text, [er, ep, ed])
    });
    rows.collect()
}

/// Rows of the shared list, up to a rating.
fn shared_rows(most: Tenths) -> Vec<Row> {
    let lines = reference::lines("facts/sudoku-ratings.csv");
    let rows = lines.iter().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(';').collect();
        row(fields[0], [fields[1], fields[2], fields[3]])
    });
    rows.filter(|row| row.er <= most).collect()
}

#[test]
fn own_puzzles_are_rated_as_the_original_rates_them() {
    let rows = own_rows();
    assert!(rows.len() >= 100, "{} rows", rows.len());
    for row in rows.iter().filter(|row| row.er < Tenths(95)) {
        let rating = solved(row);
        assert_eq!((rating.er, rating.ep, rating.ed), (row.er, row.ep, row.ed), "{}", row.text);
    }
}

/// What was asked for: 95 % equal up to 7.0. All rows up to 9.1 are.
#[test]
fn known_ratings_up_to_dynamic_chains_are_met() {
    for row in shared_rows(Tenths(91)) {
        let rating = solved(&row);
        assert_eq!((rating.er, rating.ep, rating.ed), (row.er, row.ep, row.ed), "{}", row.text);
    }
}

/// What was asked for: 90 % within 0.1, nested chains included.
#[test]
#[ignore = "slow tier: make test-slow"]
fn known_ratings_are_met_on_the_whole_scale() {
    let rows = shared_rows(Tenths(u16::MAX));
    let is_near = |row: &&Row| solved(row).er.0.abs_diff(row.er.0) <= 1;
    let near = rows.iter().filter(is_near).count();
    assert!(near * 10 >= rows.len() * 9, "{near} of {}", rows.len());
}

#[test]
fn only_puzzles_with_one_solution_are_rated() {
    let cases = [
        ("1...............", Outcome::Improper),
        ("1234341221434321", Outcome::Solved(nothing())),
        // The last cell of the first row can be 4 only, and sees one.
        ("123....4........", Outcome::Improper),
        (&".".repeat(81), Outcome::Improper),
        (&".".repeat(36 * 36), Outcome::TooLarge),
    ];
    for (text, expected) in cases {
        let puzzle = line::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(se::rate(&puzzle, &Budget::UNLIMITED), expected, "{text}");
    }
}

/// A puzzle of 7.0 and more is left wherever it is asked whether to stop.
#[test]
fn ratings_end_when_they_are_told_to() {
    let puzzle = line::parse(
        "100000002003400050060000700000030040000806000009540000020000100700000006005090080",
    )
    .expect("a puzzle");
    for patience in [0, 1, 10, 100] {
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
        let budget = Budget { stop: &stop, ..Budget::UNLIMITED };
        assert_eq!(se::rate(&puzzle, &budget), Outcome::Stopped, "{patience}");
    }
    assert!(matches!(se::rate(&puzzle, &Budget::UNLIMITED), Outcome::Solved(_)));
    assert_eq!(se::rate(&puzzle, &Budget::nodes(0)), Outcome::Stopped);
}

/// The rating of a puzzle without steps.
fn nothing() -> se::Rating {
    let [er, ep, ed] = [Tenths(0); 3];
    se::Rating { er, ep, ed }
}
