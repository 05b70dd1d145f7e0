//! How hard a puzzle is among those of its kind and length: one mark to five.
//!
//! A mate in four is harder than one in two, and everyone knows that from its caption; marks are to tell
//! mates in four apart. So each kind and length has its own steps, the same in every book:
//! they cut many puzzles into fifths, of which `docs/cli.md` says where they were taken from.

use crate::TypedPuzzle;
use sole_endgame::SCALE as DTM;
use sole_mate::rate::Difficulty as OfMate;
use sole_mate::{Play, Stipulation};
use sole_picture::book::Difficulty;
use sole_puzzle::Puzzle;

/// Where two, three, four and five marks begin.
type Steps = [f64; 4];

/// Chess problems, on the scale `mate.difficulty`.
const PROBLEMS: [(&str, Steps); 8] = [
    ("#1", [715.0, 737.0, 765.0, 850.0]),
    ("#2", [1237.0, 1269.0, 1307.0, 1327.0]),
    ("#3", [1478.0, 1511.0, 1543.0, 1578.0]),
    ("#4", [1705.0, 1725.0, 1743.0, 1772.0]),
    ("s#2", [1187.0, 1192.0, 1207.0, 1232.0]),
    ("h#1.5", [972.0, 979.0, 982.0, 984.0]),
    ("h#2", [1045.0, 1055.0, 1075.0, 1097.0]),
    ("h#2.5", [1231.0, 1236.0, 1243.0, 1248.0]),
];

/// What that scale rises for each further move of either side.
const PER_PLY: f64 = 125.0;

/// Proof games of so many plies, on the scale of their search.
const GAMES: [(u16, Steps); 7] = [
    (4, [2.5, 3.0, 3.5, 4.0]),
    (5, [3.46, 3.81, 4.0, 5.81]),
    (6, [4.25, 4.52, 5.0, 6.02]),
    (7, [6.36, 6.67, 7.41, 8.05]),
    (8, [3.91, 4.91, 5.32, 6.91]),
    (9, [4.32, 5.04, 6.04, 8.06]),
    (10, [5.7, 6.0, 6.91, 10.75]),
];

const SEARCH: &str = "proof.search";

/// Scales that have the same steps for all lengths.
const OTHERS: [(&str, Steps); 3] = [
    ("se.er", [1.6, 2.7, 4.5, 7.0]),
    ("hodoku.score", [800.0, 1000.0, 1600.0, 1800.0]),
    (DTM, [21.0, 25.0, 33.0, 49.0]),
];

/// The marks of a puzzle, if it is rated.
pub fn difficulty(puzzle: &Puzzle, typed: &TypedPuzzle) -> Option<Difficulty> {
    let value = |scale: &str| Some(puzzle.rating(scale)?.value());
    let (value, steps) = match typed {
        TypedPuzzle::Mate { problem, .. } => {
            (value(OfMate::SCALE)?, of_problem(problem.stipulation()))
        }
        TypedPuzzle::Proof(reach) => (value(SEARCH)?, of_game(reach.length.plies())),
        TypedPuzzle::Endgame { .. } | TypedPuzzle::Sudoku(_) => {
            OTHERS.into_iter().find_map(|(scale, steps)| Some((value(scale)?, steps)))?
        }
    };
    let marks = 1 + steps.iter().filter(|&&step| value >= step).count();
    Difficulty::new(marks as u8)
}

/// The steps of a stipulation, or of the nearest of its kind, moved by what the length makes out.
fn of_problem(stipulation: Stipulation) -> Steps {
    let measured = PROBLEMS.map(|(text, steps)| {
        let measured: Stipulation = text.parse().expect("the stipulations are tested");
        (measured, steps)
    });
    let alike = measured.iter().filter(|(other, _)| kind(*other) == kind(stipulation));
    let plies = |stipulation: Stipulation| i32::from(stipulation.plies());
    let nearest = alike.min_by_key(|(other, _)| (plies(*other) - plies(stipulation)).abs());
    let &(other, steps) = nearest.expect("every kind was measured");
    let rise = f64::from(plies(stipulation) - plies(other)) * PER_PLY;
    steps.map(|step| step + rise)
}

/// What is measured by the same steps.
fn kind(stipulation: Stipulation) -> Play {
    match stipulation.play() {
        Play::Direct => Play::Direct,
        Play::SelfMate | Play::Reflex => Play::SelfMate,
        Play::Help | Play::Series | Play::SeriesHelp => Play::Help,
    }
}

/// The steps of proof games of a length, or of the nearest.
fn of_game(plies: u16) -> Steps {
    let nearest = GAMES.iter().min_by_key(|(other, _)| other.abs_diff(plies));
    nearest.expect("some were measured").1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_rise() {
        let problems = PROBLEMS.map(|(_, steps)| steps);
        let games = GAMES.map(|(_, steps)| steps);
        let others = OTHERS.map(|(_, steps)| steps);
        for steps in problems.into_iter().chain(games).chain(others) {
            assert!(steps.is_sorted_by(|one, other| one < other), "{steps:?}");
        }
    }

    #[test]
    fn every_length_has_steps() {
        let cases = [
            ("#2", PROBLEMS[1].1[0]),
            ("#6", PROBLEMS[3].1[0] + 500.0),
            ("=3", PROBLEMS[2].1[0]),
            ("r#3", PROBLEMS[4].1[0] + 250.0),
            ("h#4", PROBLEMS[7].1[0] + 375.0),
            ("ser-#3", PROBLEMS[5].1[0]),
        ];
        for (text, expected) in cases {
            let stipulation = text.parse().expect(text);
            assert_eq!(of_problem(stipulation)[0], expected, "{text}");
        }
        assert_eq!([0, 4, 21].map(of_game), [GAMES[0].1, GAMES[0].1, GAMES[6].1]);
    }
}
