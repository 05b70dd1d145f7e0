//! Every technique that a puzzle can be made for is the hardest one of some puzzle.

use sole_sudoku::formats::line;
use sole_sudoku::make::{Generator, Worker};
use sole_sudoku::reason::need::{Choice, Need, techniques};
use sole_sudoku::reason::{Board, Technique, path};
use sole_sudoku::{Budget, Puzzle, Shape};
use std::collections::HashSet;

/// A puzzle for each technique: its name as it is typed, and the puzzle.
const EXAMPLES: &str = include_str!("data/by-technique.txt");

fn examples() -> Vec<(Technique, Puzzle)> {
    let lines = EXAMPLES.lines().filter(|line| !line.starts_with('#'));
    let example = |line: &str| {
        let (name, puzzle) = line.split_once(' ').expect("a name and a puzzle");
        let technique = techniques().into_iter().find(|technique| technique.key() == name);
        let Some(technique) = technique else { panic!("no technique is called {name}") };
        (technique, line::parse(puzzle).expect("a puzzle"))
    };
    lines.map(example).collect()
}

#[test]
fn every_technique_is_needed_by_its_example() {
    let examples = examples();
    for technique in techniques() {
        let example = examples.iter().find(|example| example.0 == technique);
        let Some((_, puzzle)) = example else { panic!("no example for {technique}") };
        let need = |techniques| Need::new(techniques, Choice::AnyOf);
        assert!(need(vec![technique]).is_met(puzzle), "{technique}");
        let others = techniques().into_iter().filter(|&other| other != technique).collect();
        assert!(!need(others).is_met(puzzle), "{technique} is the only one");
        assert!(Need::new(vec![technique], Choice::AllOf).is_met(puzzle), "{technique}");
    }
}

/// Puzzles by chance, until there was one for every technique.
#[test]
#[ignore = "slow tier: make test-slow"]
fn a_puzzle_can_be_made_for_every_technique() {
    const MOST_PUZZLES: usize = 400_000;
    let order = path::extended();
    let place =
        |technique| order.iter().position(|&other| other == technique).expect("one of them");
    let mut missing: HashSet<Technique> = techniques().into_iter().collect();
    let generator = Generator::minimal(Shape::CLASSIC, 1);
    let mut worker = Worker::new(&generator);
    let made = (0..).filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED));
    for made in made.take(MOST_PUZZLES) {
        if missing.is_empty() {
            break;
        }
        let mut board = Board::new(&made.puzzle).expect("a side of nine");
        let steps = path::follow(&mut board, &order);
        let hardest = steps.iter().map(|step| step.technique).max_by_key(|&one| place(one));
        if let Some(hardest) = hardest.filter(|_| board.is_solved()) {
            missing.remove(&hardest);
        }
    }
    assert!(missing.is_empty(), "no puzzle for {missing:?}");
}
