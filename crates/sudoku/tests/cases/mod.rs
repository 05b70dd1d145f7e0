//! Cases of our own: states of made puzzles in which a technique strikes.

use crate::made::{self, Generated};
use sole_sudoku::reason::{Board, Candidate, Form, Technique, path};
use sole_sudoku::{Cell, Puzzle, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many cases each variant of a technique gets.
const CASES: usize = 2;

/// How many puzzles are looked at.
const PUZZLES: usize = 3000;

/// Makes the file of cases, in the format of HoDoKu's library.
pub(crate) fn make() -> String {
    let mut cases: BTreeMap<(u16, &str), Vec<String>> = BTreeMap::new();
    let variants: Vec<(Technique, &str)> = Technique::all().flat_map(variants).collect();
    for made in made::puzzles(Shape::CLASSIC, 5, 81).take(PUZZLES) {
        let mut board = Board::new(&made.puzzle).expect("a side of nine");
        while let Some(step) = path::next(&board, &path::usual()) {
            for &(technique, variant) in &variants {
                let list = cases.entry((code(technique), variant)).or_default();
                let is_wanted =
                    list.len() < CASES && (step.placed.is_empty() || !is_slow(technique));
                if let Some(case) =
                    is_wanted.then(|| case(&made, &board, technique, variant)).flatten()
                {
                    list.push(case);
                }
            }
            board.apply(&step);
        }
    }
    let head = "# States of puzzles made by tests/made, and what a technique does in them.\n";
    let lines: String = cases.into_values().flatten().map(|case| case + "\n").collect();
    head.to_owned() + &lines
}

/// The ways to understand a technique, by the variant in the library.
fn variants(technique: Technique) -> Vec<(Technique, &'static str)> {
    let wider = match technique {
        Technique::EmptyRectangle => "-1",
        Technique::GroupedDiscontinuousNiceLoop | Technique::GroupedAic => "-3",
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle4
        | Technique::HiddenRectangle
        | Technique::GroupedContinuousNiceLoop
        | Technique::AlsXyWing
        | Technique::AlsChain
        | Technique::DeathBlossom => "-2",
        _ => return vec![(technique, "")],
    };
    vec![(technique, ""), (technique, wider)]
}

/// Whether looking for it takes long, so that it is not done everywhere.
fn is_slow(technique: Technique) -> bool {
    match technique {
        Technique::Fish(fish) => fish.size() > 3 || fish.form() != Form::Basic,
        other => code(other) >= 700,
    }
}

/// The number in the library.
fn code(technique: Technique) -> u16 {
    technique.code().expect("those of the library have numbers")
}

/// The line of a case, if the technique does something.
fn case(made: &Generated, board: &Board, technique: Technique, variant: &str) -> Option<String> {
    let options = crate::options(technique, variant.trim_start_matches('-'));
    let steps = board.steps(technique, options);
    let values = steps.first()?.values();
    let about: Vec<_> = steps.iter().filter(|step| step.values() == values).collect();
    let removed: BTreeSet<Candidate> =
        about.iter().flat_map(|step| step.removed.iter().copied()).collect();
    let placed: BTreeSet<Candidate> =
        about.iter().flat_map(|step| step.placed.iter().copied()).collect();
    let is_right = removed.iter().all(|it| made.solution.get(it.cell) != Some(it.value))
        && placed.iter().all(|it| made.solution.get(it.cell) == Some(it.value));
    assert!(is_right, "{technique} in {:?}", made.puzzle);
    let digits: String = values.iter().map(u8::to_string).collect();
    let mut line = format!(":{:04}{variant}:{digits}:", code(technique));
    let mut deleted = BTreeSet::new();
    let plain = placed_only(&made.puzzle, board);
    for cell in cells() {
        match (made.puzzle.givens().get(cell), board.value(cell)) {
            (Some(value), _) => line.push((b'0' + value) as char),
            (None, Some(value)) => write!(line, "+{value}").expect("a string can be written"),
            (None, None) => line.push('.'),
        }
        let candidates = (1..=9).map(|value| Candidate { cell, value });
        deleted.extend(candidates.filter(|&it| plain.has(it) && !board.has(it)));
    }
    write!(line, ":{}:{}:{}:", written(&deleted), written(&removed), written(&placed))
        .expect("a string can be written");
    Some(line)
}

/// The same values with every candidate that they leave.
fn placed_only(puzzle: &Puzzle, board: &Board) -> Board {
    let mut plain = Board::new(puzzle).expect("a side of nine");
    for cell in cells() {
        if let Some(value) = board.value(cell) {
            plain.place(Candidate { cell, value });
        }
    }
    plain
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..81).map(|index| Shape::CLASSIC.cell(index))
}

fn written(candidates: &BTreeSet<Candidate>) -> String {
    let word = |it: &Candidate| format!("{}{}{}", it.value, it.cell.row + 1, it.cell.column + 1);
    candidates.iter().map(word).collect::<Vec<String>>().join(" ")
}
