//! Mined puzzles are what they claim to be, all of them, and each once.

mod built;

use built::{Built, material};
use sole_board::{Color, Position, Setup};
use sole_endgame::{KIND, Mine, Recheck, Selection, Value};
use sole_puzzle::task::Task;
use sole_puzzle::{Puzzle, Status};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn mine(built: &Built, name: &str, text: &str, selection: Selection) -> Vec<Puzzle> {
    let expression = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mine = Mine { material: material(name), expression, selection };
    let mut puzzles = Vec::new();
    let mined = mine.run(&built.tables, &Task::unlimited(), |puzzle| {
        puzzles.push(puzzle);
        ControlFlow::Continue(())
    });
    mined.expect(text);
    puzzles
}

fn position(puzzle: &Puzzle) -> Position {
    let setup: Setup = puzzle.position().parse().expect("a FEN");
    Position::try_from(setup).expect("it can be played on")
}

/// The moves that keep what a position is worth, asked one by one.
fn keys(built: &Built, position: &Position) -> Vec<String> {
    let probe = |position: &Position| built.tables.probe(position).expect("it is built");
    let points = |value| match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let worth = points(probe(position));
    let keeps = |m: &sole_board::Move| worth >= 0 && -points(probe(&position.after(*m))) == worth;
    let mut keys: Vec<String> = position
        .moves()
        .into_iter()
        .filter(keeps)
        .map(|m| m.to_uci(sole_board::UciStyle::Standard))
        .collect();
    keys.sort();
    keys
}

#[test]
fn puzzles_are_as_many_as_known() {
    let built = Built::with(&["KQvK", "KRvK", "KPvK"]);
    let cases = [
        ("KQvK", "mate = 10", 1),
        ("KRvK", "mate = 16", 121),
        ("KRvK", "castling-right and castles", 0),
        ("KPvK", "zugzwang and white-to-move", 80),
        ("KPvK", "zugzwang and black-to-move", 80),
        ("KPvK", "zugzwang and full-point", 0),
        ("KPvK", "underpromotion", 3),
        ("KvKP", "zugzwang and black-to-move and draws", 80),
        ("KQvK", "wins and loses", 0),
        ("KQvK", "mated = 0", 0),
        ("KPvK", "pawn-on-seventh and not P on rank 7", 0),
        ("KPvK", "P on rank 7 and not pawn-on-seventh", 0),
        ("KvKP", "pawn-on-seventh and not p on rank 2", 0),
        ("KRvK", "white-king-cut-off", 0),
        ("KRvK", "king-cut-off and not black-king-cut-off", 0),
    ];
    for (name, text, expected) in cases {
        assert_eq!(mine(&built, name, text, Selection::All).len(), expected, "{name} {text}");
    }
}

#[test]
fn distances_are_as_many_as_counted() {
    let built = Built::with(&["KRvK", "KPvK"]);
    for name in ["KRvK", "KPvK"] {
        let stats = built.stats(name);
        for (value, count) in stats.plain.histogram(Color::White) {
            let Value::Win(moves) = value else { continue };
            let text = format!("mate = {moves} and not castling-right");
            let found = mine(&built, name, &text, Selection::All);
            assert_eq!(found.len() as u64, count, "{name} {text}");
        }
    }
}

#[test]
fn puzzles_claim_what_the_tables_say() {
    let built = Built::with(&["KRvK", "KPvK"]);
    let cases = [
        ("KPvK", "only-move and no-check and mate > 8"),
        ("KPvK", "stalemate-trap"),
        ("KPvK", "draws"),
        ("KRvK", "stalemate-trap and not check"),
        ("KRvK", "only-move or mated > 12"),
    ];
    for (name, text) in cases {
        let puzzles = mine(&built, name, text, Selection::Drawn { count: 200, seed: 7 });
        assert!(!puzzles.is_empty(), "{name} {text}");
        for puzzle in puzzles {
            let position = position(&puzzle);
            let keys = keys(&built, &position);
            assert_eq!(puzzle.kind().as_str(), KIND);
            assert_eq!(puzzle.answer().solutions(), keys, "{}", puzzle.position());
            if text.starts_with("only-move and") {
                assert_eq!(puzzle.answer().status(), Status::One, "{}", puzzle.position());
                let key = position.parse_uci(&keys[0]).expect("a legal move");
                assert!(!position.gives_check(key), "{}", puzzle.position());
            }
        }
    }
}

#[test]
fn a_sample_is_a_part_of_all_and_depends_on_its_seed_alone() {
    let built = Built::with(&["KPvK"]);
    let draw = |count, seed| mine(&built, "KPvK", "zugzwang", Selection::Drawn { count, seed });
    let fens = |puzzles: &[Puzzle]| -> BTreeSet<String> {
        puzzles.iter().map(|puzzle| puzzle.position().to_owned()).collect()
    };
    let all = mine(&built, "KPvK", "zugzwang", Selection::All);
    assert_eq!(fens(&all).len(), all.len(), "each position once");
    assert_eq!(fens(&draw(1000, 1)), fens(&all));
    let (some, again, other) = (draw(10, 1), draw(10, 1), draw(10, 2));
    assert_eq!(some, again);
    assert_ne!(some, other);
    assert!(fens(&some).is_subset(&fens(&all)) && some.len() == 10);
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    assert_eq!(single.install(|| draw(10, 1)), some);
    let first = mine(&built, "KPvK", "zugzwang", Selection::First { count: 10 });
    assert_eq!(first, all[..10]);
}

#[test]
fn a_position_is_seen_again_as_it_was_found() {
    let built = Built::with(&["KPvK", "KRvK"]);
    let cases = [
        ("KPvK", "zugzwang and white-to-move"),
        ("KPvK", "zugzwang and black-to-move"),
        ("KPvK", "only-move and draws and not check"),
        ("KPvK", "underpromotion or stalemate-trap"),
        ("KPvK", "only-move and mate >= 15 and no-check and not-capture"),
        ("KRvK", "only-shortest and mate = 16 or loses and forced"),
        ("KRvK", "castling-right and only-move"),
    ];
    for (name, text) in cases {
        let expression = text.parse().expect(text);
        let found = mine(&built, name, text, Selection::First { count: 200 });
        assert!(!found.is_empty(), "{name} {text}");
        for puzzle in &found {
            let recheck = Recheck::of(&position(puzzle), &built.tables).expect("it is built");
            assert!(recheck.satisfies(&expression), "{name} {text}: {}", puzzle.position());
            let again = recheck.to_puzzle();
            let claim =
                |puzzle: &Puzzle| (puzzle.answer().clone(), puzzle.stipulation().to_owned());
            assert_eq!(claim(&again), claim(puzzle), "{}", puzzle.position());
            assert_eq!(again.ratings(), puzzle.ratings(), "{}", puzzle.position());
            assert!(again.tags().is_superset(puzzle.tags()), "{}", puzzle.position());
        }
    }
}

#[test]
fn what_was_not_looked_for_does_not_satisfy() {
    let built = Built::with(&["KPvK"]);
    let expression = "zugzwang".parse().expect("an expression");
    let not = mine(&built, "KPvK", "not zugzwang", Selection::Drawn { count: 200, seed: 1 });
    for puzzle in &not {
        let recheck = Recheck::of(&position(puzzle), &built.tables).expect("it is built");
        assert!(!recheck.satisfies(&expression), "{}", puzzle.position());
    }
}

/// Squares that are the same under symmetry are found alike, each position once.
#[test]
fn conditions_on_squares_choose_an_image() {
    let built = Built::with(&["KRvK", "KPvK", "KBBvK"]);
    let found = |name, text: &str| mine(&built, name, text, Selection::All);
    let plain = "not castling-right and black-to-move";
    for (name, alike, all) in [
        ("KRvK", ["ka1", "ka8", "k on h1"], "k on corner"),
        ("KPvK", ["Pa7", "P on h7", "P on a7"], "P on rank 7 and P on edge"),
    ] {
        let all = found(name, &format!("{all} and {plain}"));
        assert!(!all.is_empty(), "{name}");
        for text in alike {
            let some = found(name, &format!("{text} and {plain}"));
            assert_eq!(some.len(), all.len(), "{name} {text}");
            let again = some.iter().all(|puzzle| {
                let recheck = Recheck::of(&position(puzzle), &built.tables).expect("it is built");
                recheck.satisfies(&text.parse().expect(text))
            });
            assert!(again, "{name} {text}");
        }
    }
    let wins = |colors: &str| found("KBBvK", &format!("{colors} and wins and mate >= 19")).len();
    assert_eq!(wins("same-coloured-bishops"), 0);
    assert!(wins("opposite-coloured-bishops") > 0);
    assert_eq!(wins("opposite-coloured-bishops"), wins("bishop-pair"));
}
