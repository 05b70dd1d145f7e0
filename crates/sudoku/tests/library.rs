//! Each technique against HoDoKu's library of cases.
//!
//! A case is a state, a technique and what all its steps about certain values place
//! or remove in that state.

mod cases;
mod made;
mod reference;

use sole_sudoku::formats::line;
use sole_sudoku::reason::{Board, Candidate, Options, Step, Technique};
use sole_sudoku::{Cell, Puzzle};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// At least so many cases pass.
const FLOOR: usize = 1111;

/// At least so many techniques have cases of our own.
const TECHNIQUES: usize = 60;

/// One line of the library.
struct Case {
    technique: Technique,
    options: Options,
    /// Whether nothing must be found.
    fails: bool,
    values: Vec<u8>,
    board: Board,
    removed: BTreeSet<Candidate>,
    placed: BTreeSet<Candidate>,
}

impl Case {
    fn parse(text: &str) -> Case {
        let fields: Vec<&str> = text.split(':').collect();
        let [_, code, values, givens, deleted, removed, placed, ..] = fields[..] else {
            panic!("too few fields: {text}");
        };
        let (code, variant) = code.split_once('-').unwrap_or((code, ""));
        let number = code[..4].parse().unwrap_or_else(|e| panic!("{code}: {e}"));
        let technique = Technique::of_code(number).unwrap_or_else(|| panic!("unknown {code}"));
        let mut board = board(givens);
        candidates(deleted).into_iter().for_each(|candidate| board.remove(candidate));
        Case {
            technique,
            options: Options { siamese_fish: code.len() > 4, ..options(technique, variant) },
            fails: variant == "x",
            values: values.bytes().map(|digit| digit - b'0').collect(),
            board,
            removed: candidates(removed),
            placed: candidates(placed),
        }
    }

    /// Whether all steps about the values together do what is expected.
    fn passes(&self) -> bool {
        let steps = self.board.steps(self.technique, self.options);
        let about: Vec<&Step> = steps.iter().filter(|step| step.values() == self.values).collect();
        let removed = about.iter().flat_map(|step| step.removed.iter().copied()).collect();
        let placed = about.iter().flat_map(|step| step.placed.iter().copied()).collect();
        if self.fails {
            about.is_empty()
        } else {
            (&self.removed, &self.placed) == (&removed, &placed)
        }
    }
}

/// What the variant of a technique switches on.
fn options(technique: Technique, variant: &str) -> Options {
    let all = Options {
        small_empty_rectangles: true,
        incomplete_rectangles: true,
        overlapping_sets: true,
        sets_in_chains: true,
        ..Options::default()
    };
    match (technique, variant) {
        (Technique::GroupedDiscontinuousNiceLoop | Technique::GroupedAic, "2") => {
            Options::default()
        }
        (Technique::HiddenRectangle, "x") => all,
        (Technique::EmptyRectangle, "1") | (Technique::DualEmptyRectangle, _) => all,
        (_, "2" | "3" | "4") => all,
        _ => Options::default(),
    }
}

/// The values of a state; those after a `+` are no givens.
fn board(text: &str) -> Board {
    let mut givens = String::new();
    let mut later = Vec::new();
    let mut is_given = true;
    for symbol in text.chars() {
        match symbol {
            '+' => is_given = false,
            digit if is_given => givens.push(digit),
            digit => {
                later.push((givens.len() as u8, digit as u8 - b'0'));
                givens.push('.');
                is_given = true;
            }
        }
    }
    let puzzle: Puzzle = line::parse(&givens).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut board = Board::new(&puzzle).expect("a side of nine");
    for (index, value) in later {
        board.place(Candidate { cell: Cell { row: index / 9, column: index % 9 }, value });
    }
    board
}

/// Candidates as value, row and column.
fn candidates(text: &str) -> BTreeSet<Candidate> {
    let candidate = |word: &str| {
        let [value, row, column] = word.as_bytes() else { panic!("{word} in {text}") };
        let cell = Cell { row: row - b'1', column: column - b'1' };
        Candidate { cell, value: value - b'0' }
    };
    text.split_whitespace().map(candidate).collect()
}

/// How many cases pass and how many there are, by the number of the technique.
fn tally(lines: &[String]) -> BTreeMap<u16, [usize; 2]> {
    let mut tally: BTreeMap<u16, [usize; 2]> = BTreeMap::new();
    for text in lines {
        let case = Case::parse(text);
        let passes = case.passes();
        if !passes {
            println!("fails: {text}");
        }
        let code = case.technique.code().expect("the number of a case");
        let entry = tally.entry(code).or_default();
        entry[0] += usize::from(passes);
        entry[1] += 1;
    }
    tally
}

#[test]
fn the_library_of_cases_is_understood() {
    let lines = reference::lines("oracles/sudoku/reglib-1.3.txt");
    let tally = tally(&lines);
    for (code, [passes, cases]) in &tally {
        let technique = Technique::of_code(*code).expect("the code of a case");
        println!("| {code:04} | {} | {passes} | {cases} |", technique.name());
    }
    let passes: usize = tally.values().map(|entry| entry[0]).sum();
    println!("{passes} of {} cases", lines.len());
    assert!(lines.is_empty() || passes >= FLOOR, "{passes} of {} cases", lines.len());
}

/// Cases of our own, so that no technique changes unnoticed. `BLESS=1` makes them anew.
#[test]
fn our_own_cases_stay_as_they_are() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, cases::make()).expect("the folder can be written to");
    }
    let text = std::fs::read_to_string(&file).expect("it is part of the repository");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    let tally = tally(&lines);
    assert!(tally.len() >= TECHNIQUES, "only {} techniques", tally.len());
    assert!(tally.values().all(|[passes, cases]| passes == cases), "{tally:?}");
}
