//! Deductions ranked by what they take to compute in the best representation.
//!
//! Candidates can be kept by cell (its values), or by house and value (its places). A deduction
//! then takes as many entries as its pattern has cells, or houses times values, whichever is less; kept
//! by cell alone, a house and a value take all cells of the house. A puzzle's rank is the
//! largest of its deductions, or the sum of all, and is compared with other scales.

use crate::experiments::statistics::{Mean, rank_correlation};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::make::{Generator, Worker};
use crate::rate::{hodoku, search};
use crate::reason::{Board, Step, path};
use crate::{Budget, Puzzle, Shape};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "representation",
    question: "Does the computation in the best representation rank deductions as other scales do?",
    run,
};

/// How many shuffles the effort of a search is the mean of.
const SHUFFLES: u32 = 8;

/// Correlations are the means of this many parts of the sample.
const PARTS: usize = 10;

/// The scales that are compared. The last two do not depend on a representation: a scale of
/// computation should do better than the number of deductions.
const SCALES: [&str; 6] = [
    "largest deduction, best representation",
    "sum of deductions, best representation",
    "largest deduction, by cell alone",
    "sum of deductions, by cell alone",
    "number of deductions",
    "HoDoKu's score",
];

fn run(options: &Options) -> Vec<Table> {
    let generator = Generator::minimal(Shape::CLASSIC, options.seed);
    let mut worker = Worker::new(&generator);
    let made = (0..).filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED));
    let ranked: Vec<Ranked> =
        made.filter_map(|made| Ranked::of(&made.puzzle)).take(options.count(2000)).collect();
    let title = format!(
        "Spearman's correlation over {} minimal 9×9 that the usual techniques solve, mean of {PARTS} parts.",
        ranked.len()
    );
    let head = ["rank of a puzzle", "with HoDoKu's score", "with log₂(1 + guesses)"];
    let mut table = Table::new(title, &head);
    for (which, name) in SCALES.into_iter().enumerate() {
        let with = |scale: fn(&Ranked) -> f64| {
            let size = ranked.len().div_ceil(PARTS);
            let parts = ranked.chunks(size).map(|part| {
                let pairs = part.iter().map(|ranked| (ranked.by_scale[which], scale(ranked)));
                rank_correlation(&pairs.collect::<Vec<_>>())
            });
            Mean::of(&parts.collect::<Vec<f64>>()).text()
        };
        table.row([name.to_owned(), with(|ranked| ranked.score), with(|ranked| ranked.effort)]);
    }
    vec![table]
}

/// A puzzle on several scales.
struct Ranked {
    /// What [`SCALES`] names.
    by_scale: [f64; 6],
    score: f64,
    effort: f64,
}

impl Ranked {
    /// `None` if the usual techniques do not solve the puzzle.
    fn of(puzzle: &Puzzle) -> Option<Ranked> {
        let mut board = Board::new(puzzle)?;
        let steps = path::follow(&mut board, &path::usual());
        if !board.is_solved() {
            return None;
        }
        let [best, by_cell] = [best, by_cell].map(|entries: fn(&Step) -> usize| {
            let entries: Vec<usize> = steps.iter().map(entries).collect();
            let largest = entries.iter().copied().max().unwrap_or(0);
            [largest as f64, entries.iter().sum::<usize>() as f64]
        });
        let score = hodoku::rate(puzzle)?.score.into();
        let n_steps = steps.len() as f64;
        Some(Ranked {
            by_scale: [best[0], best[1], by_cell[0], by_cell[1], n_steps, score],
            score,
            effort: search::rate(puzzle, SHUFFLES, 1, &Budget::UNLIMITED)?.mean,
        })
    }
}

/// How many entries a deduction takes in the better of both representations.
fn best(step: &Step) -> usize {
    let marks = step.highlights();
    let cells = marks.cells.len() + marks.others.len();
    match (cells, marks.houses.len() * step.values().len()) {
        (cells, 0) => cells,
        (0, places) => places,
        (cells, places) => cells.min(places),
    }
}

/// How many entries it takes if candidates are kept by cell.
fn by_cell(step: &Step) -> usize {
    let marks = step.highlights();
    let side = Shape::CLASSIC.side();
    (marks.cells.len() + marks.others.len()).max(marks.houses.len() * side)
}
