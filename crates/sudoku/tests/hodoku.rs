//! Ratings as HoDoKu 2.2.0 gives them.

mod made;
mod reference;

use sole_sudoku::Shape;
use sole_sudoku::formats::line;
use sole_sudoku::rate::hodoku::{self, Level, Rating};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn rate(text: &str) -> Rating {
    let puzzle = line::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    hodoku::rate(&puzzle).unwrap_or_else(|| panic!("{text} has a rating"))
}

/// Every row of the published ratings that has a level and a score.
#[test]
fn ratings_are_as_published() {
    let lines = reference::lines("facts/sudoku-ratings.csv");
    for text in lines.iter().skip(1) {
        let fields: Vec<&str> = text.split(';').collect();
        let (puzzle, level, score) = (fields[0], fields[5], fields[6]);
        if !score.is_empty() {
            let rating = rate(puzzle);
            let found = (rating.level.to_string(), rating.score.to_string());
            assert_eq!(found, (level.to_lowercase(), score.to_owned()), "{puzzle}");
        }
    }
    assert!(lines.is_empty() || lines.len() == 79, "{} lines", lines.len());
}

/// Generated puzzles, rated by HoDoKu 2.2.0 once.
#[test]
fn made_puzzles_have_their_ratings() {
    let cases = [
        (
            ".62..1.......2.......85.7..3....8.47.4.....2.8.......159.....1..165..2.8....7.5..",
            Level::Easy,
            454,
        ),
        (
            ".7.......2.4...5..1.9.46..8..1.....6.4.....7....7.3.2...39.8...6...5...48.....69.",
            Level::Easy,
            364,
        ),
        (
            ".19..65..6....3.........87.2...8.3.7.35...6......5....5.....4...9....7...2..4..1.",
            Level::Medium,
            442,
        ),
        (
            "....982......21.59........4..2...9487...3............66.8379..............9.5.1.3",
            Level::Medium,
            438,
        ),
        (
            ".3.86....7....9.53...7..19..8.4....7..69..5......3..6...7...6..3.......5....5..8.",
            Level::Hard,
            1218,
        ),
        (
            ".9..6....4.2...3...8.7..5.15....3.........96.7....5.2.6......4..5.4....9..4.2....",
            Level::Hard,
            612,
        ),
        (
            "..2..4...36..2...8.89.......3.18..7..4.......9...6.5...2.9..3.....2...5.6...3.18.",
            Level::Hard,
            634,
        ),
        (
            "......5..58.49....7.6....9......6.7.8..1....2..527.....4..8.921.......37.72..1...",
            Level::Unfair,
            1410,
        ),
        (
            "....1..9.4..9....78..2.4.....5.6.8....87..91.21..........4...6..3..91...5.7..3...",
            Level::Unfair,
            1154,
        ),
        (
            "7.1............7.4....39.8...256...7......59..4......65......71.9...54.....6.43..",
            Level::Unfair,
            1428,
        ),
        (
            "78..56.2.6.3....71...9.........3.1...2..49...5..7......4.....9..562..7........28.",
            Level::Extreme,
            2134,
        ),
        (
            "....46...9..7..1.3..2...4.5.....56.1.2..6.........3.....593.7..1....4.3..8...2..9",
            Level::Extreme,
            2864,
        ),
        (
            "...58..6..3....54..8...6.....34.....2...1...5....98..1.......9..6.32....7.5...2..",
            Level::Extreme,
            3492,
        ),
        (
            "...1...2.....238.7....58...7......6....8754.3.34......9.6.8...5......694..14.....",
            Level::Extreme,
            3360,
        ),
    ];
    for (puzzle, level, score) in cases {
        let rating = rate(puzzle);
        assert_eq!((rating.level, rating.score), (level, score), "{puzzle}");
    }
}

#[test]
fn only_proper_puzzles_of_nine_rows_are_rated() {
    let small = line::parse("1...2.......4...").expect("a puzzle of order two");
    assert_ne!(small.shape(), Shape::CLASSIC);
    let open = line::parse(&".".repeat(81)).expect("an empty grid");
    assert!(hodoku::rate(&small).is_none() && hodoku::rate(&open).is_none());
}

/// Prints how many puzzles are rated in a second, by level. Every path must end in the
/// solution.
#[test]
#[ignore = "slow tier: make test-slow"]
fn made_puzzles_are_rated_in_time() {
    let mut times: BTreeMap<Level, (u32, Duration)> = BTreeMap::new();
    for made in made::puzzles(Shape::CLASSIC, 6, 81).take(500) {
        let start = Instant::now();
        let rating = hodoku::rate(&made.puzzle).expect("made puzzles are proper");
        let entry = times.entry(rating.level).or_default();
        *entry = (entry.0 + 1, entry.1 + start.elapsed());
        let wrong =
            |it: &&sole_sudoku::reason::Candidate| made.solution.get(it.cell) != Some(it.value);
        let mut placed = rating.steps.iter().flat_map(|step| &step.placed);
        assert_eq!(placed.find(wrong), None, "{:?}", made.puzzle);
    }
    for (level, (n, time)) in &times {
        println!("{level}: {n} puzzles, {:.0} a second", f64::from(*n) / time.as_secs_f64());
    }
    assert_eq!(times.len(), 5, "every level is there");
}
