//! The counting method against known numbers, and against the unique-prefix method.

mod starts;

use std::collections::BTreeSet;

use sole_board::{Diagram, Position};
use sole_proof::counting::{Counting, Memory, confirm};
use sole_proof::prefix::{Options, PlyOptions, Prefix, Retain};

/// Plies in which a diagram is reached, plies of the one game, and how many there are.
const KNOWN: [(usize, usize, usize); 6] =
    [(2, 3, 160), (3, 4, 714), (2, 4, 64), (4, 5, 1908), (3, 5, 136), (4, 6, 418)];

#[test]
fn counts_are_the_known_ones() {
    for (reached, plies, unique) in KNOWN {
        let mut counting = Counting::new(&Position::initial(), reached);
        assert_eq!(counting.walk(plies), unique, "reached in {reached}, unique in {plies}");
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn deeper_counts_are_the_known_ones() {
    for (reached, plies, unique) in [(5, 6, 11_079), (6, 7, 30_017)] {
        let mut counting = Counting::new(&Position::initial(), reached);
        assert_eq!(counting.walk(plies), unique, "reached in {reached}, unique in {plies}");
    }
}

#[test]
fn deepening_gives_every_length() {
    let mut counting = Counting::new(&Position::initial(), 2);
    assert_eq!(counting.targets(), 400);
    assert_eq!(counting.deepen(4), [(3, 160), (4, 64)]);
    assert_eq!(counting.deepen(2), []);
    assert_eq!(counting.deepen(3), [(3, 160)], "shorter ones again");
}

/// The diagrams of every length up to `last`, in order, and the moves that were played.
fn deepened(start: &Position, reached: usize, last: usize, memory: Memory) -> (Vec<String>, u64) {
    let mut counting = Counting::with_memory(start, reached, memory);
    let mut lines = Vec::new();
    for plies in reached + 1..=last {
        counting.walk(plies);
        let mut unique: Vec<String> = counting.unique().map(|it| format!("{plies} {it}")).collect();
        unique.sort();
        lines.append(&mut unique);
    }
    (lines, counting.work())
}

#[test]
fn memory_changes_no_answer_and_saves_moves() {
    for (start, last) in starts::all() {
        for reached in 0..last {
            let (with, moves) = deepened(&start, reached, last, Memory::Positions);
            let (without, more_moves) = deepened(&start, reached, last, Memory::Nothing);
            assert_eq!(with, without, "{start}, from {reached} to {last}");
            assert!(moves <= more_moves, "{start}, from {reached} to {last}");
        }
    }
    let moves = |memory| deepened(&Position::initial(), 3, 4, memory).1;
    assert_eq!((moves(Memory::Positions), moves(Memory::Nothing)), (127_844, 215_035));
}

#[test]
fn the_solver_confirms_what_was_counted() {
    let start = Position::initial();
    let mut counting = Counting::new(&start, 2);
    counting.walk(4);
    for diagram in counting.unique() {
        let find = confirm(&start, diagram, 4).expect("one game");
        assert_eq!(find.game.len(), 4);
        assert!(find.earlier.contains(2), "{diagram}");
    }
    let many = Diagram::clone(start.diagram());
    let refused = confirm(&start, &many, 4).expect_err("knights go out and back in several ways");
    assert_eq!(refused.games, 2, "{refused}");
}

#[test]
fn the_diagrams_are_those_of_the_unique_prefix_method() {
    for (start, plies) in starts::all() {
        let mut prefix = Prefix::new(&start, Options::default());
        let mut finds = Vec::new();
        for ply in 1..=plies {
            let retain = if ply == plies { Retain::Tally } else { Retain::Layer };
            let options = PlyOptions { retain, finds: &|_| ply == plies, ..PlyOptions::default() };
            finds = prefix.advance(&options).expect("nobody stops it").finds;
        }
        for reached in 0..plies {
            let mut counting = Counting::new(&start, reached);
            counting.walk(plies);
            let counted: BTreeSet<String> = counting.unique().map(|d| d.to_string()).collect();
            let delayed = finds.iter().filter(|find| find.earlier.contains(reached));
            let found: BTreeSet<String> = delayed.map(|find| find.diagram.to_string()).collect();
            assert_eq!(counted, found, "{start}, {reached} and {plies}");
        }
    }
}
