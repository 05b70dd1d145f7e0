//! New puzzles of all kinds for a book, each proved to have one solution.
//!
//! What is made depends on the seed and the number of puzzles alone.

use crate::args::sudoku_make::{Scale, Span, Wanted};
use crate::console::{Console, Stop};
use crate::endgame::supply::{self, Supply};
use crate::lookout::Lookout;
use crate::records;
use crate::sudoku::demand;
use sole_board::{Material, Position};
use sole_endgame::{Expression, Mine, Pace, Plan, Selection};
use sole_mate::make::{Demand, Draw, Economy, Headcount, Men, Recipe};
use sole_mate::rate::{Difficulty, Quality};
use sole_mate::{Budget, Stipulation};
use sole_proof::sweep::{Find, Keep, Orders, Sweep, Tracer};
use sole_proof::{Length, record as proof};
use sole_puzzle::lot::Lot;
use sole_puzzle::{Puzzle, Verdict};
use sole_sudoku::formats::{Sudoku, record as sudoku};
use sole_sudoku::make::{self, Layout, Logic, Symmetry};
use sole_sudoku::{Budget as Guesses, Shape};
use std::num::{NonZeroU8, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Makes so many puzzles of each kind.
pub(super) fn make(
    count: usize,
    seed: u64,
    threads: NonZeroUsize,
    supply: &Supply,
    console: &mut Console,
) -> Result<Vec<Puzzle>, Stop> {
    let plan = Plan::for_endings(ENDINGS.iter().map(|(name, _)| material(name)));
    let missing = supply.missing(&plan)?;
    if !missing.slices().is_empty() {
        supply.build_aloud(&missing, console)?;
    }
    let lookout = Lookout::new(console.progress(), "making".to_owned());
    let maker = Maker { count, seed, threads, lookout, done: AtomicUsize::new(0) };
    let mut puzzles = maker.mates(2, 8);
    puzzles.extend(maker.mates(3, 7));
    puzzles.extend(maker.helpmates());
    puzzles.extend(maker.proof_games());
    puzzles.extend(maker.endgames(supply)?);
    puzzles.extend(maker.sudokus());
    if maker.lookout.is_interrupted() {
        return Err(Stop::Interrupted);
    }
    let generator = records::generator(words(count), Some(seed));
    Ok(puzzles.into_iter().map(|puzzle| puzzle.with_generator(generator.clone())).collect())
}

/// What makes the same puzzles again, but for the seed.
fn words(count: usize) -> Vec<String> {
    ["puzzle", "book", "--fresh", "--count"]
        .map(str::to_owned)
        .into_iter()
        .chain([count.to_string()])
        .collect()
}

/// How many kinds there are.
const KINDS: usize = 6;

/// How many are made of each that is taken.
const CHOICE: usize = 10;

/// The endings from which positions are taken, and what is asked of them.
const ENDINGS: [(&str, &str); 4] = [
    ("KPvKP", "wins and only-move and mate >= 6 and not-capture and no-check and not forced"),
    ("KRvKP", "white-to-move and wins and only-move and mate >= 4 and not-capture and not forced"),
    ("KRvKP", "draws and only-move and not-capture and no-check and not forced"),
    ("KQvKP", "white-to-move and wins and only-move and mate >= 4 and not-capture and not forced"),
];

/// The parts of Sudoku Explainer's scale from which sudokus are taken.
const HARDNESS: [[f64; 2]; 5] = [[1.0, 1.5], [1.6, 2.6], [2.7, 4.4], [4.5, 6.6], [6.7, 7.5]];

fn material(name: &str) -> Material {
    name.parse().expect("the names of the endings are tested")
}

/// Makes puzzles by lot.
struct Maker {
    count: usize,
    seed: u64,
    threads: NonZeroUsize,
    lookout: Lookout,
    /// How many puzzles were made, of which one in [`CHOICE`] is taken.
    done: AtomicUsize,
}

impl Maker {
    fn is_to_stop(&self) -> bool {
        self.show();
        self.lookout.is_interrupted()
    }

    fn show(&self) {
        let all = KINDS * self.count;
        let share = self.done.load(Ordering::Relaxed) as f64 / (CHOICE * all) as f64;
        let done = (share * all as f64) as usize;
        self.lookout.show(Some(share), || format!("{done} of {all} puzzles"));
    }

    /// Adds a puzzle; breaks when there are enough to choose from.
    fn keep(&self, puzzles: &mut Vec<Puzzle>, puzzle: Puzzle) -> ControlFlow<()> {
        puzzles.push(puzzle);
        self.done.fetch_add(1, Ordering::Relaxed);
        let is_enough = puzzles.len() >= CHOICE * self.count;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The best on one scale, in the order of another.
    fn best(&self, puzzles: Vec<Puzzle>, scale: &str, order: &str) -> Vec<Puzzle> {
        let mut puzzles = sorted(puzzles, scale);
        puzzles.drain(..puzzles.len().saturating_sub(self.count));
        sorted(puzzles, order)
    }

    /// Direct mates as composers like them.
    fn mates(&self, moves: u8, men: u8) -> Vec<Puzzle> {
        let moves = NonZeroU8::new(moves).expect("not zero");
        let men = Men::AtMost(Headcount::new(men).expect("a number of men"));
        let recipe =
            Recipe { men, demand: Demand::strict(moves), seed: self.seed, attempts: u64::MAX };
        let mut puzzles = Vec::new();
        let stop = || self.is_to_stop();
        let budget = Budget { threads: self.threads.get(), stop: &stop, ..Budget::UNLIMITED };
        recipe.run(&budget, |find| self.keep(&mut puzzles, find.to_puzzle()));
        self.best(puzzles, Quality::SCALE, Difficulty::SCALE)
    }

    fn helpmates(&self) -> Vec<Puzzle> {
        let stipulation: Stipulation = "h#2".parse().expect("a stipulation");
        let men = Men::Exactly(Headcount::new(6).expect("a number of men"));
        let draw = Draw {
            stipulation,
            men,
            economy: Economy::EveryMan,
            seed: self.seed,
            attempts: u64::MAX,
        };
        let mut puzzles = Vec::new();
        let stop = || self.is_to_stop();
        let budget = Budget { threads: self.threads.get(), stop: &stop, ..Budget::UNLIMITED };
        draw.run(&budget, |drawn| self.keep(&mut puzzles, drawn.to_puzzle()));
        self.best(puzzles, Quality::SCALE, Difficulty::SCALE)
    }

    /// All games of a length are counted; of the diagrams with one game some are drawn, and the
    /// hardest of these are taken.
    fn proof_games(&self) -> Vec<Puzzle> {
        let mut sweep = Sweep::new(&Position::initial());
        let mut finds = Vec::new();
        let watch = |_| match self.is_to_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        for ply in 1..=PLIES {
            let is_last = ply == PLIES;
            let listed = move |earlier: sole_proof::PlySet| is_last && earlier.is_empty();
            let keep = if is_last { Keep::Census } else { Keep::Layer };
            let orders = Orders {
                threads: self.threads.get(),
                keep,
                finds: &listed,
                watch: &watch,
                ..Orders::default()
            };
            let Ok(outcome) = sweep.advance(&orders) else { return Vec::new() };
            finds = outcome.finds;
        }
        let tracer = Tracer::new(&sweep);
        let mut lot = Lot::new(self.seed, 0);
        let n_drawn = (CHOICE * self.count).min(finds.len());
        let drawn = (0..n_drawn).map(|_| finds.swap_remove(lot.below(finds.len())));
        let drawn: Vec<Find> = drawn.collect();
        let puzzles = drawn.iter().filter_map(|find| self.proof_game(&tracer, find)).collect();
        self.best(puzzles, proof::SEARCH, proof::SEARCH)
    }

    /// The record of a diagram, with how hard it is.
    fn proof_game(&self, tracer: &Tracer, find: &Find) -> Option<Puzzle> {
        if self.is_to_stop() {
            return None;
        }
        let (diagram, game) = (tracer.diagram(find), tracer.game(find));
        let start = Position::initial();
        let length = Length::new(PLIES as u16)?;
        let difficulty = proof::difficulty(&start, &diagram, length)?;
        let puzzle = proof::puzzle(&start, &diagram, &game, find.earlier);
        self.done.fetch_add(1, Ordering::Relaxed);
        Some(proof::ratings(&difficulty).into_iter().fold(puzzle, Puzzle::with_rating))
    }

    fn endgames(&self, supply: &Supply) -> Result<Vec<Puzzle>, Stop> {
        let mut puzzles = Vec::new();
        for (number, (name, expression)) in ENDINGS.iter().enumerate() {
            let expression: Expression = expression.parse().expect("the conditions are tested");
            // Puzzles are shared out among the endings, the first of which get what is left over.
            let count = (self.count + ENDINGS.len() - 1 - number) / ENDINGS.len();
            let selection = Selection::Drawn { count: CHOICE * count, seed: self.seed };
            let mine = Mine { material: material(name), expression, selection };
            let pace = Pace::default();
            if self.is_to_stop() {
                break;
            }
            let mined = supply.on_threads(|| {
                let mut puzzles = Vec::new();
                let mined = mine.run(&supply.tables, &pace, |puzzle| {
                    puzzles.push(puzzle);
                    ControlFlow::Continue(())
                });
                mined.map(|()| puzzles)
            })?;
            let mined = mined.map_err(|error| supply::unanswered(&error))?;
            self.done.fetch_add(CHOICE * count, Ordering::Relaxed);
            puzzles.extend(mined.into_iter().filter(|puzzle| !makes_a_queen(puzzle)).take(count));
        }
        Ok(sorted(puzzles, sole_endgame::SCALE))
    }

    fn sudokus(&self) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        for number in 0..self.count {
            let [least, most] = HARDNESS[number * HARDNESS.len() / self.count];
            puzzles.extend(self.sudoku(number as u64, Span { least, most }));
        }
        sorted(puzzles, demand::name(Scale::Se))
    }

    /// A symmetric sudoku that is as hard as is wanted.
    fn sudoku(&self, number: u64, range: Span<f64>) -> Option<Puzzle> {
        let recipe = make::Recipe {
            layout: Layout::Symmetric(Symmetry::Half),
            logic: Logic::Search,
            economy: make::Economy::Any,
            ..make::Recipe::minimal(Shape::CLASSIC, sole_puzzle::lot::mixed(self.seed ^ number))
        };
        let wanted = Wanted { scale: Scale::Se, range };
        let stop = || self.is_to_stop();
        let budget = Guesses { stop: &stop, ..Guesses::UNLIMITED };
        let accept = |puzzle: &sole_sudoku::Puzzle, _: &sole_sudoku::Grid| {
            demand::rating(wanted, puzzle, &budget).is_some()
        };
        let mut found = None;
        recipe.run(self.threads.get(), &budget, &accept, |made| {
            let rating = demand::rating(wanted, &made.puzzle, &budget);
            let puzzle = Sudoku::Puzzle(made.puzzle);
            let record = sudoku::puzzle(&puzzle, &Verdict::One(made.solution)).ok();
            found = record.zip(rating).map(|(record, rating)| record.with_rating(rating));
            ControlFlow::Break(())
        });
        self.done.fetch_add(CHOICE, Ordering::Relaxed);
        found
    }
}

/// The length of proof games.
const PLIES: usize = 7;

/// Puzzles in the order of a scale.
fn sorted(mut puzzles: Vec<Puzzle>, scale: &str) -> Vec<Puzzle> {
    let value = |puzzle: &Puzzle| puzzle.rating(scale).map_or(0.0, |rating| rating.value());
    puzzles.sort_by(|one, other| value(one).total_cmp(&value(other)));
    puzzles
}

/// Whether the solution is what everyone does first.
fn makes_a_queen(puzzle: &Puzzle) -> bool {
    puzzle.answer().solutions().iter().any(|key| key.ends_with('q'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_conditions_are_readable() {
        for (name, expression) in ENDINGS {
            assert_eq!(material(name).to_string(), name);
            assert!(expression.parse::<Expression>().is_ok(), "{expression}");
        }
    }
}
