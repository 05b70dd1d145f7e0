//! The worked examples of `docs/puzzle-format.md` are what the code reads and
//! writes.

use sole_puzzle::lot::Lot;
use sole_puzzle::{Answer, Name, Puzzle, Rating, SCHEMA, Verdict};

#[path = "format/laws.rs"]
mod laws;

const SPECIFICATION: &str = include_str!("../../../docs/puzzle-format.md");

/// The lines inside the fenced blocks marked `json`.
fn examples() -> Vec<&'static str> {
    let blocks = SPECIFICATION.split("```json\n").skip(1);
    let bodies = blocks.map(|block| block.split("```").next().unwrap_or_default());
    bodies.flat_map(str::lines).collect()
}

fn name(text: &str) -> Name {
    text.parse().expect(text)
}

fn only(solution: &str) -> Answer {
    Answer::try_from(Verdict::One(solution.to_owned())).expect("one solution")
}

fn proof_game() -> Puzzle {
    let diagram = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";
    let game = only("e2e4 e7e6 f1b5 e8e7 b5d7 c7c6 d7e8 e7e8");
    Puzzle::new(name("proof"), diagram, "8 plies", game)
        .expect("nothing is blank")
        .with_tag(name("switchback"))
        .with_source("Tibor Orban")
}

fn sudoku() -> Puzzle {
    let givens =
        "..3.198.26.8.7.......38.5.7....56....92......8....7..3.36..29............1......8";
    let grid = "753619842648275319129384567371956284492138756865427193536842971284791635917563428";
    let rating = |scale, value| Rating::new(name(scale), value).expect("finite");
    Puzzle::new(name("sudoku"), givens, "9x9", only(grid))
        .expect("nothing is blank")
        .with_rating(rating("se.er", 1.5))
        .with_rating(rating("hodoku.score", 224.0).with_label("Easy"))
}

#[test]
fn the_worked_examples_decode_and_encode_exactly() {
    let expected = [proof_game(), sudoku()];
    let examples = examples();
    assert_eq!(examples.len(), expected.len(), "one line for each example");
    for (line, expected) in examples.into_iter().zip(expected) {
        assert_eq!(Puzzle::parse(line).expect(line), expected);
        assert_eq!(expected.to_line(), line);
    }
}

#[test]
fn the_specification_is_of_the_version_that_is_written() {
    let tag = format!("`\"{SCHEMA}\"`");
    assert!(SPECIFICATION.contains(&tag), "{tag} is not specified");
}

/// The worked examples with a few letters changed.
#[test]
fn changed_records_are_read_or_refused() {
    let letters = ['"', '{', '}', '[', ':', ',', '\\', 'e', '9', '-', ' ', '\n', '\u{0}', 'é'];
    let text = examples().join("\n");
    laws::records(&text);
    for seed in 0..5000 {
        let mut lot = Lot::new(seed, 0);
        let mut changed: Vec<char> = text.chars().collect();
        for _ in 0..=lot.below(4) {
            let (at, letter) = (lot.below(changed.len()), letters[lot.below(letters.len())]);
            match lot.below(3) {
                0 => changed[at] = letter,
                1 => changed.insert(at, letter),
                _ => drop(changed.remove(at)),
            }
        }
        laws::records(&changed.into_iter().collect::<String>());
    }
}
