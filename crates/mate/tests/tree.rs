//! The play of problems: complete, and right in every move, by plain brute force.

mod support;

use sole_board::{Move, Position};
use sole_mate::{After, Budget, Continuation, Key, Pressure, Problem, Solution, Tree, Variation};
use support::random_positions;

/// A problem and its play, tries with one refutation included.
fn tree(position: &Position, stipulation: &str) -> (Problem, Tree) {
    let problem = Problem::new(*position, stipulation.parse().expect("a stipulation"));
    let problem = problem.expect("a problem");
    let Solution::Keys(keys) = problem.solve(&Budget::UNLIMITED) else { panic!("forced play") };
    let tree = problem.tree(keys.keys(), 1, &Budget::UNLIMITED).expect("no limit");
    (problem, tree)
}

/// All moves that mate in as few moves as possible, if that is within `moves`.
fn quickest(position: &Position, moves: u8) -> Vec<Key> {
    let keys = support::mates_within(position, moves);
    let least = keys.iter().map(|key| key.moves).min();
    keys.into_iter().filter(|key| Some(key.moves) == least).collect()
}

fn keys(continuations: &[Continuation]) -> Vec<Key> {
    continuations.iter().map(|continuation| continuation.key).collect()
}

fn assert_continuation(position: &Position, continuation: &Continuation) {
    let key = continuation.key;
    assert_after(&position.after(key.first), key.moves - 1, &continuation.after, &[]);
}

/// Asserts everything that is said of a position with the defender to move, who has these
/// refutations.
fn assert_after(position: &Position, moves: u8, after: &After, refutations: &[Move]) {
    let mut threats = Vec::new();
    match &after.pressure {
        Pressure::Reached => assert!(position.is_check() && !position.has_moves(), "{position}"),
        Pressure::Check => assert!(position.is_check(), "{position}"),
        Pressure::Zugzwang => {
            let passed = position.passed().expect("no check");
            assert_eq!(quickest(&passed, moves), [], "{position}");
        }
        Pressure::Threat(continuations) => {
            let passed = position.passed().expect("no check");
            threats = keys(continuations);
            assert_eq!(threats, quickest(&passed, moves), "{position}");
            continuations.iter().for_each(|threat| assert_continuation(&passed, threat));
        }
    }
    let mut variations = after.variations.iter();
    for defence in position.moves().into_iter().filter(|defence| !refutations.contains(defence)) {
        let child = position.after(defence);
        let all = support::mates_within(&child, moves);
        let works =
            |threat: &Key, key: &Key| key.first == threat.first && key.moves <= threat.moves;
        let stops = |threat: &Key| !all.iter().any(|key| works(threat, key));
        if threats.iter().all(stops) {
            let Variation { defence: listed, answers } = variations.next().expect("a variation");
            assert_eq!((*listed, keys(answers)), (defence, quickest(&child, moves)), "{position}");
            answers.iter().for_each(|answer| assert_continuation(&child, answer));
        }
    }
    assert_eq!(variations.next(), None, "{position}");
}

fn assert_tree(position: &Position, moves: u8) {
    let (_, tree) = tree(position, &format!("#{moves}"));
    assert_eq!(keys(&tree.keys), support::mates_within(position, moves), "{position}");
    tree.keys.iter().for_each(|key| assert_continuation(position, key));
    for attempt in &tree.tries {
        let child = position.after(attempt.first);
        let refutes = |&&m: &&Move| quickest(&child.after(m), moves - 1).is_empty();
        let replies = child.moves();
        let refutations: Vec<Move> = replies.iter().filter(refutes).copied().collect();
        assert_eq!(attempt.refutations, refutations, "{position}");
        assert_after(&child, moves - 1, &attempt.after, &refutations);
    }
}

#[test]
fn the_play_is_complete_and_right() {
    for (index, position) in random_positions(7, 4..=6).take(60).enumerate() {
        assert_tree(&position, 1 + (index % 2) as u8);
    }
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn the_play_of_longer_problems_is_complete_and_right() {
    for (index, position) in random_positions(8, 4..=7).take(400).enumerate() {
        assert_tree(&position, 2 + (index % 2) as u8);
    }
}
