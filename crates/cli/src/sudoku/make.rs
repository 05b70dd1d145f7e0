//! `sole sudoku gen`: full grids and puzzles made to order.

use super::demand::{self, Demand};
use super::hunt;
use super::lists;
use super::sheet::{Product, Sheet};
use super::watch::Watch;
use crate::args::Patience;
use crate::args::choice::Choice;
use crate::args::sudoku::Effort;
use crate::args::sudoku_make::{Gen, Span, Wanted, Wishes};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::records;
use crate::render::{grouped, plural};
use sole_collection::Arguments;
use sole_puzzle::rng::Rng;
use sole_sudoku::make::{Filler, Generator, Layout, Logic, Minimality, Pattern, Symmetry, Tally};
use sole_sudoku::rate::Scale;
use sole_sudoku::reason::Technique;
use sole_sudoku::reason::need::{self, Need};
use sole_sudoku::{Budget, Grid, Puzzle, Shape};
use std::ops::ControlFlow;

/// Runs the command.
pub(super) fn run(flags: &Gen, console: &mut Console) -> Result<Exit, Stop> {
    if lists::are_wanted(&flags.wishes) {
        return lists::tell(&flags.wishes, console);
    }
    if let Some(archive) = &flags.quarry.hunt {
        return hunt::run(flags, archive, console);
    }
    let (shape, seed) = (shape(flags)?, records::seed(flags.seed));
    let source = match flags.full {
        true => Source::Full { shape, seed },
        false => Source::Recipe(recipe(flags, shape, seed)?),
    };
    let demand = Demand::new(flags.wishes.rating, needed(&flags.wishes));
    Order { flags, seed, count: wanted(flags).unwrap_or(1), demand }.run(&source, console)
}

/// The techniques that must be needed.
fn needed(wishes: &Wishes) -> Option<Need> {
    let techniques: Vec<Technique> =
        wishes.technique.iter().filter_map(|choice| choice.named()).collect();
    let choice = if wishes.all_of { need::Choice::AllOf } else { need::Choice::AnyOf };
    (!techniques.is_empty()).then(|| Need::new(techniques, choice))
}

/// How many sudokus are asked for.
pub(super) fn wanted(flags: &Gen) -> Option<u64> {
    flags.count.or(flags.number)
}

/// How much may be used.
pub(super) fn effort(flags: &Gen) -> Effort {
    Effort { threads: flags.threads, patience: Patience { nodes: None, time: flags.time } }
}

/// The largest side of a puzzle.
const MAX_SIDE: usize = 36;

/// From this side on, a minimal puzzle takes minutes. Nobody knows how long it takes if it is larger,
/// or symmetric, or has a pattern.
const SLOW_SIDE: usize = 25;

fn shape(flags: &Gen) -> Result<Shape, Complaint> {
    let of_pattern = || {
        let n_marks = flags.wishes.pattern.as_deref().map(|text| marks(text).chars().count())?;
        Shape::of_side(n_marks.isqrt()).filter(|shape| shape.n_cells() == n_marks)
    };
    let shape = flags.order.or(flags.boxes).or_else(of_pattern).unwrap_or(Shape::CLASSIC);
    if !flags.full && shape.side() > MAX_SIDE {
        let side = shape.side();
        let message = format!("puzzles have at most {MAX_SIDE} rows, and this would have {side}");
        let help = "add --full for full grids";
        return Err(Complaint::new(Kind::Usage, message).helped(help));
    }
    Ok(shape)
}

/// A pattern without what only makes it easier to read.
fn marks(text: &str) -> String {
    text.split_whitespace().collect()
}

fn recipe(flags: &Gen, shape: Shape, seed: u64) -> Result<Generator, Complaint> {
    let wishes = &flags.wishes;
    let layout = match &wishes.pattern {
        Some(text) => {
            let pattern = Pattern::parse(shape, &marks(text));
            let bad = |error| Complaint::new(Kind::BadGrid, format!("the pattern: {error}"));
            Layout::Pattern(pattern.map_err(bad)?)
        }
        None => Layout::Symmetric(wishes.symmetry.and_then(Choice::named).unwrap_or_default()),
    };
    let is_free = layout == Layout::Symmetric(Symmetry::None) && wishes.givens.is_none();
    let most = shape.n_cells();
    let Span { least, most } = match wishes.givens {
        Some(span) if span.least > most => {
            let message = format!("a sudoku of this size has {most} cells");
            return Err(Complaint::new(Kind::Usage, message));
        }
        Some(span) => Span { most: span.most.min(most), ..span },
        None => Span { least: 0, most },
    };
    Ok(Generator {
        layout,
        logic: if wishes.easy { Logic::Singles } else { Logic::Search },
        minimality: if is_free || wishes.minimal { Minimality::Minimal } else { Minimality::Any },
        givens: least..=most,
        attempts: flags.tries.unwrap_or(u64::MAX),
        ..Generator::minimal(shape, seed)
    })
}

/// What makes sudokus.
enum Source {
    Full { shape: Shape, seed: u64 },
    Recipe(Generator),
}

impl Source {
    /// Hands over sudokus until it is told to stop.
    fn run(
        &self,
        threads: usize,
        budget: &Budget<'_>,
        accept: &(dyn Fn(&Puzzle) -> bool + Sync),
        mut found: impl FnMut(Puzzle, Grid) -> ControlFlow<()>,
    ) -> Tally {
        match self {
            Source::Recipe(recipe) => {
                let accept = |puzzle: &Puzzle, _: &Grid| accept(puzzle);
                recipe.run(threads, budget, &accept, |made| found(made.puzzle, made.solution))
            }
            &Source::Full { shape, seed } => {
                let mut filler = Filler::new(shape);
                let mut tally = Tally::default();
                while !(budget.stop)() {
                    let grid = filler.fill(&mut Rng::new(seed, tally.attempts));
                    let puzzle = Puzzle::new(grid.clone()).expect("a solution");
                    tally.attempts += 1;
                    tally.made += 1;
                    if found(puzzle, grid).is_break() {
                        break;
                    }
                }
                tally
            }
        }
    }

    /// How long one puzzle may take, if that is longer than one expects.
    fn patience(&self) -> Option<String> {
        let Source::Recipe(recipe) = self else { return None };
        let side = recipe.shape.side();
        if recipe.logic != Logic::Search || side < SLOW_SIDE {
            return None;
        }
        let is_known = side == SLOW_SIDE && recipe.is_one_by_one();
        let long = if is_known { "takes minutes" } else { "may take very long" };
        Some(format!(
            "a puzzle of {side}×{side} {long}; --easy is quick, and Ctrl-C keeps what was found"
        ))
    }
}

/// What is wanted of a source.
struct Order<'a> {
    flags: &'a Gen,
    seed: u64,
    count: u64,
    demand: Demand,
}

impl Order<'_> {
    fn run(&self, source: &Source, console: &mut Console) -> Result<Exit, Stop> {
        let generator = words(self.flags).generator(Some(self.seed));
        let mut sheet = Sheet::new(self.flags.output.as_deref(), self.count, generator, console)?;
        if let Some(patience) = source.patience() {
            console.notes().say(&patience);
        }
        let effort = effort(self.flags);
        let watch = Watch::new(effort, console.progress(), "making", None).over(self.count);
        let mut trouble = None;
        let tally = watch.within(|budget| {
            let accept = |puzzle: &Puzzle| {
                watch.note_seen(1);
                self.demand.accepts(puzzle, budget)
            };
            source.run(watch.threads().get(), budget, &accept, |puzzle, solution| {
                watch.note_found();
                // What is found is rated even if the time is up, but Ctrl-C does not wait for it.
                let patience = || watch.is_interrupted();
                let budget = Budget { stop: &patience, ..Budget::UNLIMITED };
                let ratings = self.ratings(&puzzle, sheet.is_drawn(), &budget);
                match sheet.add(Product { puzzle, solution, ratings }, console) {
                    Ok(()) if sheet.count < self.count => ControlFlow::Continue(()),
                    Ok(()) => ControlFlow::Break(()),
                    Err(stop) => {
                        trouble = Some(stop);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        let (interrupted, seconds) = (watch.is_interrupted(), watch.elapsed().as_secs_f64());
        drop(watch);
        trouble.map_or(Ok(()), Err)?;
        let found = sheet.finish(console)?;
        let speed = grouped((found as f64 / seconds.max(1e-6)).round() as u64);
        let (sudokus, seed) = (plural(found, "sudoku"), self.seed);
        console.remark(&format!("{sudokus} in {seconds:.2} s, {speed} a second, seed {seed}"))?;
        if interrupted {
            return Err(Stop::Interrupted);
        }
        Ok(self.conclude(found, tally, console))
    }

    /// The rating that was asked for, and if people look at it and it takes no time, the usual ones.
    fn ratings(
        &self,
        puzzle: &Puzzle,
        is_drawn: bool,
        budget: &Budget<'_>,
    ) -> Vec<sole_puzzle::Rating> {
        let asked = self.flags.wishes.rating.map(|wanted| wanted.scale);
        let is_small = puzzle.shape().side() <= Shape::CLASSIC.side();
        let is_usual = is_drawn && is_small && !self.flags.full;
        let usual = if is_usual { &[Scale::Se, Scale::HodokuScore][..] } else { &[] };
        let rated = |scale| demand::rating(Wanted::all(scale), puzzle, budget);
        let mut ratings: Vec<_> = asked.and_then(rated).into_iter().collect();
        for rating in usual.iter().filter_map(|&scale| rated(scale)) {
            if !ratings.contains(&rating) {
                ratings.push(rating);
            }
        }
        ratings
    }

    /// Says why there are fewer sudokus than were asked for.
    fn conclude(&self, found: u64, tally: Tally, console: &Console) -> Exit {
        if found == self.count || (self.count == u64::MAX && found > 0) {
            return Exit::Yes;
        }
        let reason = if tally.is_complete { "all tries are used up" } else { "the time is up" };
        console.notes().say(&format!("{reason}: {}", plural(found, "sudoku")));
        Exit::Open
    }
}

/// The words that make the same sudokus again, but for count and seed.
pub(super) fn words(flags: &Gen) -> Arguments {
    let Wishes { symmetry, pattern, givens, minimal, easy, rating, technique, all_of } =
        &flags.wishes;
    let names = technique.iter().filter_map(|choice| choice.named());
    let names: Vec<String> = names.map(Technique::key).collect();
    let shape = flags.order.or(flags.boxes);
    let symmetry = symmetry.and_then(Choice::named);
    Arguments::new(["sudoku", "gen"])
        .with("--boxes", shape.map(|shape| format!("{}x{}", shape.width(), shape.height())))
        .with("--symmetry", symmetry.map(|symmetry| symmetry.name()))
        .with("--pattern", pattern)
        .with("--givens", *givens)
        .with("--rating", *rating)
        .with("--technique", (!names.is_empty()).then(|| names.join(",")))
        .with_switches([
            ("--all-of", *all_of),
            ("--full", flags.full),
            ("--minimal", *minimal),
            ("--easy", *easy),
        ])
}
