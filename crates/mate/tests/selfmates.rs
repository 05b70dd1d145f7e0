//! Small selfmates and reflexmates with one key each, by the solver and by brute force.

mod support;

use sole_board::{Position, UciStyle};
use sole_mate::{
    Budget, Continuation, Key, Pressure, Problem, Solution, Stipulation, Variation, brute_force,
};
use support::position;

/// Positions with their stipulations and keys. They were found by lot.
const PROBLEMS: [(&str, &str, &str); 30] = [
    ("8/5R2/6q1/3Q4/7p/7k/8/6K1 w - -", "s#1", "d5g2"),
    ("7Q/8/B7/1q6/2R5/k5P1/8/1K6 w - -", "s#1", "h8b2"),
    ("8/8/8/8/4BQ2/7k/2q5/7K w - -", "s#1", "e4g2"),
    ("8/6R1/8/7N/p5P1/5k2/Q5q1/4K3 w - -", "s#1", "a2e2"),
    ("4R3/8/8/7N/2p5/7R/7B/3q1k1K w - -", "s#1", "h3f3"),
    ("6r1/8/7P/4N3/R7/2p1kB2/8/4K2Q w - -", "s#1", "h1g1"),
    ("8/8/8/8/2Q2R2/k3N3/3q4/K6R w - -", "s#1", "c4a2"),
    ("8/8/8/8/2Q5/k1q2Pp1/8/BK6 w - -", "s#1", "a1b2"),
    ("8/2q5/8/7Q/4R2p/7k/P7/6K1 w - -", "s#2", "h5f3"),
    ("q7/8/8/1R1Q4/6k1/2P5/8/6K1 w - -", "s#2", "b5b4"),
    ("8/3r4/8/8/p7/3R4/2Q4P/4k2K w - -", "s#2", "d3d1"),
    ("R7/1P6/B7/7p/6k1/8/q4Q2/NR5K w - -", "s#2", "b1g1"),
    ("8/5R2/6R1/8/p3N3/1k6/1p4P1/1K4Q1 w - -", "s#2", "g1c5"),
    ("8/q7/1Q4B1/8/4R1R1/5N1k/8/5K2 w - -", "s#2", "g4h4"),
    ("3R4/8/1R4q1/8/3Q4/8/2kP4/K7 w - -", "s#2", "d4a4"),
    ("1NQ5/P3B3/8/8/k7/8/5qp1/K1R5 w - -", "s#2", "c8a6"),
    ("8/2R5/2NR1Q2/8/p7/8/2k3q1/K7 w - -", "s#2", "c6b4"),
    ("8/8/8/4q3/4R3/1P4Q1/8/4RK1k w - -", "s#2", "g3h3"),
    ("8/8/4N2r/7R/8/4k3/1p6/2K5 w - -", "r#1", "c1d1"),
    ("2q5/8/7R/8/8/6k1/8/3Q2K1 w - -", "r#1", "d1c1"),
    ("1B5R/1P6/8/3k4/6N1/8/5q2/7K w - -", "r#1", "h8h2"),
    ("8/4q3/8/8/8/1R3B2/3k4/5K2 w - -", "r#1", "f3g2"),
    ("1N1R4/8/3B4/8/3R1rP1/7k/4pQ2/7K w - -", "r#1", "f2f1"),
    ("4Q3/8/2B5/8/2R5/7k/2r2p2/1K6 w - -", "r#2", "e8c8"),
    ("5r2/8/3RQ3/8/8/k7/8/K7 w - -", "r#2", "e6b3"),
    ("8/8/p5b1/8/2R3R1/7k/2N5/6BK w - -", "r#2", "g4g3"),
    ("4N3/8/Q7/8/4k3/4B3/2P4p/1R3K2 w - -", "r#2", "a6e6"),
    ("8/7k/8/1P2B3/3R4/8/1p4r1/3RK3 w - -", "r#2", "d4h4"),
    ("8/8/2q4B/5P2/2k5/Q3p3/4R3/K7 w - -", "r#2", "a3c1"),
    ("8/4r3/3p4/3N4/2R5/8/k7/2K5 w - -", "r#2", "c4a4"),
];

fn problem(fen: &str, stipulation: &str) -> Problem {
    let stipulation: Stipulation = stipulation.parse().expect(stipulation);
    Problem::new(position(fen), stipulation).expect(fen)
}

fn keys(problem: &Problem) -> Vec<Key> {
    let Solution::Keys(keys) = problem.solve(&Budget::UNLIMITED) else { panic!("forced play") };
    keys.keys().to_vec()
}

#[test]
fn each_has_its_key_and_no_other() {
    for (fen, stipulation, expected) in PROBLEMS {
        let problem = problem(fen, stipulation);
        let (position, stipulation) = (problem.position(), problem.stipulation());
        let found = keys(&problem);
        let names: Vec<String> =
            found.iter().map(|key| key.first.to_uci(UciStyle::Standard)).collect();
        assert_eq!(names, [expected], "{fen} {stipulation}");
        let plain = brute_force::keys(position, stipulation, &Budget::UNLIMITED);
        assert_eq!(Ok(&found), plain.as_ref(), "{fen} {stipulation} by brute force");
        assert_eq!(found[0].moves, stipulation.moves(), "{fen} {stipulation}");
    }
}

/// Asserts that every line ends with a mate of the side that moved first.
fn assert_ends(before: &Position, attack: &Continuation) {
    let after = before.after(attack.key.first);
    if let Pressure::Threat(threats) = &attack.after.pressure {
        let passed = after.passed().expect("no check");
        threats.iter().for_each(|threat| assert_ends(&passed, threat));
    }
    for Variation { defence, answers } in &attack.after.variations {
        let child = after.after(*defence);
        let is_mate = child.is_check() && !child.has_moves();
        assert_eq!(answers.is_empty(), is_mate, "{child}");
        answers.iter().for_each(|answer| assert_ends(&child, answer));
    }
}

#[test]
fn their_play_ends_with_mates() {
    for (fen, stipulation, _) in PROBLEMS {
        let problem = problem(fen, stipulation);
        let tree = problem.tree(&keys(&problem), 0, &Budget::UNLIMITED).expect("no limit");
        tree.keys.iter().for_each(|key| assert_ends(problem.position(), key));
    }
}
