//! The worked examples of `docs/puzzle-format.md` are what the code reads and
//! writes.

use sole_puzzle::rng::Rng;
use sole_puzzle::{
    Answer, Details, MainLine, Name, Puzzle, Rating, SCHEMA, SCHEMA_2, SetupMove, Status, Verdict,
};

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

fn lichess() -> Puzzle {
    let text = |text: &str| Some(text.to_owned());
    let list = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let rating = |scale, value| Rating::new(name(scale), value).expect("finite");
    let answer = Answer::new(Status::Open, list(&["e2e6"])).expect("any number");
    let position = "r1bq3r/pp1nbkp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 w - - 0 20";
    let before = "r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19";
    let setup_move = SetupMove { position: before.to_owned(), played: "e8f7".to_owned() };
    Puzzle::new(name("mate"), position, "#2", answer)
        .expect("nothing is blank")
        .with_san(list(&["Qxe6+"]))
        .expect("one for each")
        .with_rating(rating("lichess", 1562.0))
        .with_rating(rating("lichess.deviation", 77.0))
        .with_rating(rating("lichess.popularity", 92.0))
        .with_rating(rating("lichess.plays", 200.0))
        .with_details(Details {
            id: text("000hf"),
            url: text("https://lichess.org/71ygsFeE/black#38"),
            keywords: list(&["mate", "mateIn2", "middlegame", "short"]),
            openings: list(&["Horwitz_Defense"]),
            setup_move: Some(setup_move),
            line: Some(MainLine { uci: "e2e6 f7f8 e6f7".to_owned(), san: text("Qxe6+ Kf8 Qf7#") }),
            ..Details::default()
        })
}

#[test]
fn the_worked_examples_decode_and_encode_exactly() {
    let expected = [proof_game(), sudoku(), lichess()];
    let examples = examples();
    assert_eq!(examples.len(), expected.len(), "one line for each example");
    for (line, expected) in examples.into_iter().zip(expected) {
        assert_eq!(Puzzle::parse(line).expect(line), expected);
        assert_eq!(expected.to_line(), line);
    }
}

#[test]
fn the_specification_is_of_the_version_that_is_written() {
    for schema in [SCHEMA, SCHEMA_2] {
        let tag = format!("`\"{schema}\"`");
        assert!(SPECIFICATION.contains(&tag), "{tag} is not specified");
    }
}

/// The worked examples with a few letters changed.
#[test]
fn changed_records_are_read_or_refused() {
    let letters = ['"', '{', '}', '[', ':', ',', '\\', 'e', '9', '-', ' ', '\n', '\u{0}', 'é'];
    let text = examples().join("\n");
    laws::records(&text);
    for seed in 0..5000 {
        let mut rng = Rng::new(seed, 0);
        let mut changed: Vec<char> = text.chars().collect();
        for _ in 0..=rng.below(4) {
            let (at, letter) = (rng.below(changed.len()), letters[rng.below(letters.len())]);
            match rng.below(3) {
                0 => changed[at] = letter,
                1 => changed.insert(at, letter),
                _ => drop(changed.remove(at)),
            }
        }
        laws::records(&changed.into_iter().collect::<String>());
    }
}
