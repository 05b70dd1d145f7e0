//! The fifty-move rule: brute force with a clock says the same.

mod support;

use sole_board::{Clocks, Position};
use sole_mate::{Budget, Key, Problem, Solution};
use support::{position, random_positions};

/// Whether the side to move mates in at most `moves` under the rule, word by word.
fn forces(position: &Position, clocks: Clocks, moves: u8) -> bool {
    let mates = |m| forced(&position.after(m), clocks.after(position, m), moves - 1);
    clocks.halfmoves < 100 && moves > 0 && position.moves().into_iter().any(mates)
}

fn forced(position: &Position, clocks: Clocks, moves: u8) -> bool {
    let replies = position.moves();
    if replies.is_empty() {
        return position.is_check();
    }
    let loses = |m| forces(&position.after(m), clocks.after(position, m), moves);
    clocks.halfmoves < 100 && replies.into_iter().all(loses)
}

fn brute_force_keys(position: &Position, clock: u16, most: u8) -> Vec<Key> {
    let clocks = Clocks { halfmoves: clock, ..Clocks::default() };
    let moves = if clock < 100 { position.moves() } else { Vec::new() };
    let key = |first| {
        let (child, clocks) = (position.after(first), clocks.after(position, first));
        let moves = (1..=most).find(|&moves| forced(&child, clocks, moves - 1))?;
        Some(Key { first, moves })
    };
    moves.into_iter().filter_map(key).collect()
}

fn keys(problem: &Problem) -> Vec<Key> {
    match problem.solve(&Budget::UNLIMITED) {
        Solution::Keys(keys) => keys.keys().to_vec(),
        Solution::Lines(_) => panic!("direct play has keys"),
    }
}

#[test]
fn brute_force_agrees() {
    let mut changed = 0;
    for (index, position) in random_positions(11, 3..=6).take(3_000).enumerate() {
        let (moves, clock) = (1 + (index % 3) as u8, 94 + (index / 3 % 8) as u16);
        let free = Problem::new(position, format!("#{moves}").parse().expect("a stipulation"));
        let free = free.expect("a problem");
        let ruled = free.under_fifty_moves(clock).expect("direct play");
        let found = keys(&ruled);
        assert_eq!(found, brute_force_keys(&position, clock, moves), "#{moves} {position} {clock}");
        let first = ruled.first(&Budget::UNLIMITED).expect("no limit").key;
        assert_eq!(first.map(|key| key.moves), found.iter().map(|key| key.moves).min());
        changed += usize::from(found != keys(&free));
    }
    assert!(changed > 40, "the rule mattered only {changed} times");
}

#[test]
fn the_hundredth_half_move_may_mate_and_no_later_one() {
    let cases = [
        ("7k/8/5K2/8/8/8/8/R7 w - -", 0, 2),
        ("7k/8/5K2/8/8/8/8/R7 w - -", 97, 2),
        ("7k/8/5K2/8/8/8/8/R7 w - -", 98, 0),
        ("7k/8/6K1/8/8/8/8/R7 w - -", 99, 1),
        ("7k/8/6K1/8/8/8/8/R7 w - -", 100, 0),
        // A pawn move sets the clock back: 1.d7 Ka8 2.d8=Q#.
        ("1k6/8/1K1P4/8/8/8/8/8 w - -", 99, 2),
    ];
    for (fen, clock, expected) in cases {
        let problem = Problem::new(position(fen), "#2".parse().expect("a stipulation"));
        let problem = problem.expect(fen).under_fifty_moves(clock).expect("direct play");
        let first = problem.first(&Budget::UNLIMITED).expect("no limit").key;
        assert_eq!(first.map_or(0, |key| key.moves), expected, "{fen} {clock}");
    }
}

#[test]
fn other_play_has_no_clock() {
    let problem = Problem::new(position("7k/8/5K2/8/8/8/8/R7 w - -"), "s#2".parse().expect("s#2"));
    let error = problem.expect("a problem").under_fifty_moves(0).expect_err("a selfmate");
    let expected = "the fifty-move rule is applied to direct play alone, not to s#2";
    assert_eq!(error.to_string(), expected);
}
