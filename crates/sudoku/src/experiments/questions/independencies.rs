//! What is worth looking at again after each kind of deduction.
//!
//! The hypothesis: after a cell has one value left at A, look for values with one place in
//! the houses of A; after a value has one place left at A, look for no cell with one value, but for
//! values of A's box that are left in one line. Puzzles are solved one deduction at a time, and
//! all deductions that were not there before are compared with places that depend on A alone.

use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::make::{Generator, Worker};
use crate::reason::patterns::{Crossing, Single};
use crate::reason::{Board, Candidate, Options as Reading, Step, Technique, Why};
use crate::{Budget, Cell, House, Shape};
use std::collections::HashSet;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "independencies",
    question: "After each kind of deduction, which deductions can be new, and where?",
    run,
};

/// The kinds of deductions, as they are done and as they are looked for.
const KINDS: [Technique; 4] =
    [Technique::NakedSingle, Technique::HiddenSingle, Technique::Pointing, Technique::Claiming];

/// Where a new deduction is, seen from the cell that was decided.
const WHERE: [&str; 4] = [
    "in a house of A, about a value that A lost",
    "at a cell that A sees, or in a house of such a cell, about the value of A",
    "elsewhere in the houses of the cells that lost a value",
    "anywhere else",
];

fn run(options: &Options) -> Vec<Table> {
    let generator = Generator::minimal(Shape::CLASSIC, options.seed);
    let mut worker = Worker::new(&generator);
    let puzzles = (0..).filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED));
    let mut counts = [Counts::default(); 4];
    let n_puzzles = options.count(1000);
    for made in puzzles.take(n_puzzles) {
        let mut board = Board::new(&made.puzzle).expect("a side of nine");
        while let Some((kind, step)) = next(&board) {
            let before = all(&board);
            let lost = apply(&mut board, &step);
            counts[kind].done += 1;
            for new in all(&board).difference(&before) {
                counts[kind].new[new.kind][place(&step, &lost, new)] += 1;
            }
        }
    }
    counts.iter().enumerate().map(|(kind, counts)| tabled(kind, counts, n_puzzles)).collect()
}

/// How often a kind of deduction was done, and by kind and place: how many were new after it.
#[derive(Clone, Copy, Default)]
struct Counts {
    done: u64,
    new: [[u64; 4]; 4],
}

/// A deduction. It stays the same while it removes less because others removed a part of that.
#[derive(PartialEq, Eq, Hash)]
struct Found {
    kind: usize,
    why: Reason,
}

/// What a deduction follows from.
#[derive(PartialEq, Eq, Hash)]
enum Reason {
    /// A cell with one value.
    Cell(Cell),
    /// A value with one place in a house, or with all its places in another house, too.
    House { value: u8, from: House, to: Option<House> },
}

/// The first deduction of the first kind that has one.
fn next(board: &Board) -> Option<(usize, Step)> {
    KINDS.iter().enumerate().find_map(|(kind, &technique)| {
        board.first(technique, Reading::default()).map(|step| (kind, step))
    })
}

fn all(board: &Board) -> HashSet<Found> {
    let of_kind = |(kind, technique): (usize, Technique)| {
        let steps = board.steps(technique, Reading::default()).into_iter();
        steps.map(move |step| Found { kind, why: reason(&step) })
    };
    KINDS.into_iter().enumerate().flat_map(of_kind).collect()
}

fn reason(step: &Step) -> Reason {
    match (&step.why, step.placed.first()) {
        (&Why::Crossing(Crossing { value, from, to }), _) => {
            Reason::House { value, from, to: Some(to) }
        }
        (&Why::Single(Single { house: Some(from) }), Some(placed)) => {
            Reason::House { value: placed.value, from, to: None }
        }
        (_, Some(placed)) => Reason::Cell(placed.cell),
        _ => unreachable!("no other kind is looked for"),
    }
}

/// Does a step, and returns the candidates that went.
fn apply(board: &mut Board, step: &Step) -> Vec<Candidate> {
    let shape = board.shape();
    let cells = (0..shape.n_cells()).map(|index| shape.cell(index));
    let all =
        cells.flat_map(|cell| (1..=shape.side() as u8).map(move |value| Candidate { cell, value }));
    let had: Vec<Candidate> = all.filter(|&candidate| board.has(candidate)).collect();
    board.apply(step);
    had.into_iter().filter(|&candidate| !board.has(candidate)).collect()
}

/// The place in [`WHERE`] of a new deduction.
fn place(step: &Step, lost: &[Candidate], new: &Found) -> usize {
    let decided = step.placed.first();
    let is_in = |cell: Cell, house: House| Shape::CLASSIC.houses_of(cell).contains(&house);
    let is_about = |lost: &Candidate| match new.why {
        Reason::House { value, from, .. } => is_in(lost.cell, from) && lost.value == value,
        Reason::Cell(cell) => lost.cell == cell,
    };
    let of_a = |lost: &Candidate| decided.is_some_and(|a| a.cell == lost.cell);
    let of_value = |lost: &Candidate| decided.is_some_and(|a| a.value == lost.value);
    match () {
        () if lost.iter().any(|it| of_a(it) && is_about(it)) => 0,
        () if lost.iter().any(|it| of_value(it) && is_about(it)) => 1,
        () if lost.iter().any(is_about) => 2,
        () => 3,
    }
}

fn tabled(kind: usize, counts: &Counts, n_puzzles: usize) -> Table {
    let title = format!(
        "New after one of {}: {}. {n_puzzles} minimal 9×9, deduction by deduction.",
        counts.done, KINDS[kind]
    );
    let mut table = Table::new(title, &["new", WHERE[0], WHERE[1], WHERE[2], WHERE[3]]);
    for (new, counts) in KINDS.iter().zip(&counts.new) {
        let counts = counts.iter().map(u64::to_string);
        table.row([new.to_string()].into_iter().chain(counts));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deduction can only become possible where a candidate went.
    #[test]
    fn nothing_is_new_where_nothing_changed() {
        for table in run(&Options { sample: Some(10), seed: 3, lists: Vec::new() }) {
            for row in &table.rows {
                assert_eq!(row[4], "0", "{table}");
            }
        }
    }
}
