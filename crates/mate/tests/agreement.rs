//! Random positions: two engines and plain brute force say the same.

mod support;

use sole_board::{Move, Position};
use sole_mate::{
    Budget, Goal, Key, Keys, Lines, Play, Problem, Solution, Stipulation, best_move, brute_force,
    mate_in_exactly, mate_within, mate_within_plies, proof_number,
};
use support::random_positions;

fn solve(position: &Position, stipulation: &str) -> Solution {
    let stipulation: Stipulation = stipulation.parse().expect("a stipulation");
    Problem::new(*position, stipulation).expect("a problem").solve(&Budget::UNLIMITED)
}

fn keys(position: &Position, stipulation: &str) -> Keys {
    match solve(position, stipulation) {
        Solution::Keys(keys) => keys,
        Solution::Lines(_) => panic!("{stipulation} is forced"),
    }
}

fn lines(position: &Position, stipulation: &str) -> Lines {
    match solve(position, stipulation) {
        Solution::Lines(lines) => lines,
        Solution::Keys(_) => panic!("{stipulation} is not forced"),
    }
}

/// The keys by the definition.
fn brute_force_keys(position: &Position, stipulation: &str) -> Vec<Key> {
    let stipulation = stipulation.parse().expect("a stipulation");
    brute_force::keys(position, stipulation, &Budget::UNLIMITED).expect("no end of budget")
}

fn firsts(keys: &Keys) -> Vec<Move> {
    keys.keys().iter().map(|key| key.first).collect()
}

/// The two engines on so many positions; how many of them have a key.
fn compare_engines(seed: u64, positions: usize) -> usize {
    let mut solvable = 0;
    for (index, position) in random_positions(seed, 4..=10).take(positions).enumerate() {
        let moves = 1 + (index % 3) as u8;
        let all = keys(&position, &format!("#{moves}"));
        let other = proof_number::keys(&position, Goal::Mate, moves, &Budget::UNLIMITED);
        assert_eq!(Ok(firsts(&all)), other, "#{moves} {position} (seed {seed})");
        solvable += usize::from(!all.keys().is_empty());
    }
    solvable
}

/// Keys and their lengths by brute force.
fn compare_with_brute_force(seed: u64, positions: usize, men: usize) {
    for (index, position) in random_positions(seed, 4..=men).take(positions).enumerate() {
        let moves = 1 + (index % 3) as u8;
        let all = keys(&position, &format!("#{moves}"));
        let plain: Vec<Key> = support::mates_within(&position, moves);
        assert_eq!(all.keys(), plain, "#{moves} {position} (seed {seed})");
    }
}

#[test]
fn two_engines_agree() {
    let solvable = compare_engines(1, 1_500);
    assert!(solvable > 100, "only {solvable} positions have a key");
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn two_engines_agree_on_ten_thousand_positions() {
    let solvable = compare_engines(2, 10_000);
    assert!(solvable > 700, "only {solvable} positions have a key");
}

#[test]
fn brute_force_agrees() {
    compare_with_brute_force(3, 150, 7);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn brute_force_agrees_on_two_thousand_positions() {
    compare_with_brute_force(4, 2_000, 10);
}

#[test]
fn stalemates_are_forced_as_brute_force_says() {
    let mut solvable = 0;
    for position in random_positions(5, 3..=5).take(400) {
        let plain = brute_force_keys(&position, "=2");
        let all = keys(&position, "=2");
        assert_eq!(all.keys(), plain, "{position}");
        let other = proof_number::keys(&position, Goal::Stalemate, 2, &Budget::UNLIMITED);
        assert_eq!(other, Ok(firsts(&all)), "{position}");
        solvable += usize::from(!plain.is_empty());
    }
    assert!(solvable > 3, "only {solvable} positions have a key");
}

/// Positions in which the king of the side to move stands on the edge and the
/// other side has few moves, so that selfmates occur.
fn cornered(seed: u64) -> impl Iterator<Item = Position> {
    random_positions(seed, 5..=8).filter(|position| {
        let king = position.diagram().king(position.turn()).expect("a king");
        let replies = position.passed().map_or(u64::MAX, |passed| passed.count_moves());
        king.index() < 8 && replies < 5
    })
}

/// White's bishop checks on f2, and the knight must take it and mate.
const SELFMATE: &str = "8/8/1k1N4/8/8/7n/6PP/R1R1B1RK w - - 0 1";

#[test]
fn selfmates_and_reflexmates_are_forced_as_brute_force_says() {
    for (stipulation, positions) in [("s#1", 1000), ("s#2", 120), ("r#1", 1000), ("r#2", 120)] {
        let mut solvable = 0;
        let composed = std::iter::once(support::position(SELFMATE));
        for position in composed.chain(cornered(6).take(positions)) {
            let plain = brute_force_keys(&position, stipulation);
            assert_eq!(keys(&position, stipulation).keys(), plain, "{stipulation} {position}");
            check_self_line(&position, stipulation, &plain);
            solvable += usize::from(!plain.is_empty());
        }
        assert!(solvable > 0, "no position has a key of {stipulation}");
    }
}

/// The main line of a selfmate is legal, mates on time, and begins with a shortest key.
fn check_self_line(position: &Position, stipulation: &str, keys: &[Key]) {
    let stipulation: Stipulation = stipulation.parse().expect("a stipulation");
    let problem = Problem::new(*position, stipulation).expect("a problem");
    let line = problem.line(stipulation.moves(), &Budget::UNLIMITED).expect("no end of budget");
    let shortest = keys.iter().min_by_key(|key| key.moves);
    assert_eq!(line.is_some(), shortest.is_some(), "{stipulation} {position}");
    let (Some(line), Some(shortest)) = (line, shortest) else { return };
    let end = line.iter().fold(*position, |at, &m| at.play(m).expect("a legal move"));
    assert!(end.is_check() && !end.has_moves(), "{stipulation} {position}");
    assert_eq!(end.turn(), position.turn(), "{stipulation} {position}");
    assert_eq!(line.len(), 2 * usize::from(shortest.moves), "{stipulation} {position}");
    assert!(keys.contains(&Key { first: line[0], ..*shortest }), "{stipulation} {position}");
}

#[test]
fn lines_are_those_of_brute_force() {
    let cases = [
        ("h#1", 300, 1),
        ("h#1.5", 60, 1),
        ("h#2", 8, 1),
        ("h=1", 200, 0),
        ("h=1.5", 40, 0),
        ("ser-#1", 200, 1),
        ("ser-#2", 100, 1),
        ("ser-#3", 25, 1),
        ("ser-h#1", 300, 1),
        ("ser-h#2", 60, 1),
        ("ser-h#3", 8, 1),
        ("ser-=1", 300, 0),
        ("ser-=2", 100, 1),
        ("ser-=3", 12, 1),
    ];
    for (text, positions, least) in cases {
        let stipulation: Stipulation = text.parse().expect("a stipulation");
        let mut solvable = 0;
        let weak_moves = matches!(stipulation.play(), Play::Help | Play::SeriesHelp);
        let drawn = random_positions(7, 4..=6).filter_map(|position| {
            if weak_moves { position.passed().filter(|p| p.has_moves()) } else { Some(position) }
        });
        for position in drawn.take(positions) {
            let plain = brute_force::lines(&position, stipulation, &Budget::UNLIMITED)
                .expect("no end of budget");
            let found = lines(&position, text);
            assert!(found.is_complete());
            assert_eq!(found.count(), plain.len() as u64, "{text} {position}");
            let kept = &plain[..plain.len().min(Lines::KEPT)];
            assert_eq!(found.lines(), kept, "{text} {position}");
            solvable += usize::from(!plain.is_empty());
        }
        assert!(solvable >= least, "only {solvable} positions solve {text}");
    }
}

#[test]
fn lines_do_not_depend_on_the_number_of_threads() {
    for position in random_positions(8, 3..=6).take(12) {
        let problem = Problem::new(position, "h#2".parse().expect("a stipulation"));
        let problem = problem.expect("a problem");
        let solve = |threads| match problem.solve(&Budget { threads, ..Budget::UNLIMITED }) {
            Solution::Lines(lines) => (lines.lines().to_vec(), lines.count()),
            Solution::Keys(_) => panic!("h#2 is not forced"),
        };
        assert_eq!(solve(1), solve(3), "{position}");
    }
}

#[test]
fn principal_variations_are_legal_and_end_in_mate_on_time() {
    let mut mates = 0;
    for position in random_positions(9, 4..=8).take(150) {
        let budget = Budget::UNLIMITED;
        let length = mate_within(&position, 3, &budget).expect("no end of budget");
        let expected = support::mates_within(&position, 3);
        assert_eq!(length, expected.iter().map(|key| key.moves).min(), "{position}");
        let line = mate_within_plies(&position, 5, &budget).expect("no end of budget");
        let best = best_move(&position, 3, &budget).expect("no end of budget");
        for moves in 1..=3 {
            let exactly = mate_in_exactly(&position, moves, &budget);
            assert_eq!(exactly, Ok(length == Some(moves)), "{position}");
        }
        let Some(length) = length else {
            assert_eq!((line, best), (None, None), "{position}");
            continue;
        };
        let line = line.expect("a line");
        assert_eq!(line.len(), usize::from(2 * length - 1), "{position}");
        let (key, rest) = best.expect("a best move");
        assert_eq!((key.first, &rest[..]), (line[0], &line[1..]), "{position}");
        assert!(expected.contains(&key), "{position}");
        let end = line.iter().fold(position, |at, &m| at.play(m).expect("a legal move"));
        assert!(end.is_check() && !end.has_moves(), "{position}");
        mates += 1;
    }
    assert!(mates > 10, "only {mates} mates");
}
