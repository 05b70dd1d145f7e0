//! `sole mate gen`, `sole gen mate` and `sole gen random`: problems made to order.

use super::sheet::Sheet;
use super::themes;
use super::watch::Watch;
use crate::args::choice::Choice;
use crate::args::sudoku_make::Span;
use crate::args::{self, KeyChoice};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::endgame::supply;
use crate::exit::Exit;
use crate::input::Input;
use crate::records;
use crate::render::plural;
use clap::ValueEnum;
use sole_board::{Material, Position};
use sole_collection::Arguments;
use sole_endgame::{Plan, ProbeError, Tables, Value};
use sole_mate::make::{
    Constraints, Duals, Economy, ExhaustiveSearch, Find, KeyConstraint, Men, Promoted, RandomMates,
    RandomProblems, Tally,
};
use sole_mate::rate::Difficulty;
use sole_mate::{Budget, Problem, Stipulation};
use sole_puzzle::{Name, Puzzle};
use std::num::NonZeroU8;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Runs `sole gen mate`.
pub(super) fn survey(flags: &args::GenMate, console: &mut Console) -> Result<Exit, Stop> {
    let material = Input::argument(&flags.material).material()?;
    let survey = ExhaustiveSearch { material, constraints: demand(flags.moves, flags.any) };
    let source = surveyed(survey, flags)?;
    let words = Arguments::new(["gen", "mate", &flags.moves.to_string()])
        .with("--material", [material])
        .with_switches([("--any", flags.any)]);
    let what = direct(flags.moves);
    let (count, limits) = (flags.count, flags.limits);
    let order = Order { what, count, words, seed: None, themes: Vec::new(), rating: None, limits };
    let exit = order.run(&source, &flags.sheet, console)?;
    if exit == Exit::No && !flags.any {
        let any = ExhaustiveSearch { constraints: demand(flags.moves, true), ..survey };
        if order.finds_one(&surveyed(any, flags)?, console)? {
            console.notes().say("with --any, which allows several keys, there is one");
        }
    }
    Ok(exit)
}

/// All positions of a material, by tables if they are there.
fn surveyed(survey: ExhaustiveSearch, flags: &args::GenMate) -> Result<Source, Complaint> {
    Ok(match whole_tables(&survey.material, flags)? {
        Some(tables) => Source::Told(survey, tables),
        None => Source::Survey(survey),
    })
}

/// Runs `sole gen random`.
pub(super) fn random(flags: &args::GenRandom, console: &mut Console) -> Result<Exit, Stop> {
    let seed = records::seed(flags.chance.seed);
    let recipe = RandomMates {
        men: Men::Exactly(flags.pieces),
        constraints: demand(flags.moves, flags.any),
        seed,
        attempts: flags.chance.tries,
    };
    let (pieces, moves) = (flags.pieces.get().to_string(), flags.moves.to_string());
    let words = Arguments::new(["gen", "random", &pieces, &moves]);
    let words = words.with_switches([("--any", flags.any)]);
    let what = direct(flags.moves);
    let (count, limits) = (flags.count, flags.limits);
    let order =
        Order { what, count, words, seed: Some(seed), themes: Vec::new(), rating: None, limits };
    order.run(&Source::Recipe(recipe), &flags.sheet, console)
}

/// Runs `sole mate gen`.
pub(super) fn compose(flags: &args::MateGen, console: &mut Console) -> Result<Exit, Stop> {
    if flags.theme.contains(&Choice::List) {
        return themes::list(console);
    }
    let (what, seed) = (flags.stipulation()?, records::seed(flags.chance.seed));
    let source = source(flags, what, seed)?;
    let (words, limits) = (words(flags, what), flags.limits);
    let themes = flags.themes().map(|theme| theme.name().parse().expect("one word")).collect();
    let order = Order {
        what,
        count: flags.count,
        words,
        seed: Some(seed),
        themes,
        rating: flags.rating,
        limits,
    };
    order.run(&source, &flags.sheet, console)
}

fn direct(moves: NonZeroU8) -> Stipulation {
    Stipulation::direct_mate(moves.get()).expect("not zero")
}

/// Mates in so many moves, with one key unless any will do.
fn demand(moves: NonZeroU8, any: bool) -> Constraints {
    let key = if any { KeyConstraint::Any } else { KeyConstraint::Unique };
    Constraints { key, ..Constraints::new(moves) }
}

/// What makes problems.
enum Source {
    Survey(ExhaustiveSearch),
    Told(ExhaustiveSearch, Tables),
    Recipe(RandomMates),
    Draw(RandomProblems),
}

/// The source that the flags of `sole mate gen` mean.
fn source(flags: &args::MateGen, stipulation: Stipulation, seed: u64) -> Result<Source, Complaint> {
    let attempts = flags.chance.tries;
    let economy = if flags.idle { Economy::Any } else { Economy::EveryMan };
    let material = flags.material.as_ref().map(|text| Input::argument(text).material());
    let material = material.transpose()?;
    // Whoever names the material means it.
    let promoted = match flags.promoted || material.is_some() {
        true => Promoted::Allowed,
        false => Promoted::Forbidden,
    };
    if stipulation.is_direct_mate() {
        let men = material.map_or(Men::AtMost(flags.men), Men::Material);
        let constraints = Constraints { economy, promoted, ..strict(flags, stipulation) };
        return Ok(Source::Recipe(RandomMates { men, constraints, seed, attempts }));
    }
    if flags.key.is_some() || flags.duals || flags.defences.is_some() {
        let message = format!("--key, --duals and --defences are for direct mates: {stipulation}");
        return Err(Complaint::new(Kind::Usage, message));
    }
    let men = material.map_or(Men::Exactly(flags.men), Men::Material);
    Ok(Source::Draw(RandomProblems { stipulation, men, economy, promoted, seed, attempts }))
}

/// What composers ask for, less what the flags do without. A mate in one is a check and has no
/// defences.
fn strict(flags: &args::MateGen, stipulation: Stipulation) -> Constraints {
    let moves = NonZeroU8::new(stipulation.moves()).expect("stipulations have moves");
    let strict = Constraints::strict(moves);
    let at_once = moves == NonZeroU8::MIN;
    let key = match flags.key {
        Some(KeyChoice::Any) => KeyConstraint::Any,
        Some(KeyChoice::Unique) => KeyConstraint::Unique,
        Some(KeyChoice::Quiet) => KeyConstraint::Quiet,
        None if at_once => KeyConstraint::Unique,
        None => strict.key,
    };
    let defences = flags.defences.unwrap_or(if at_once { 0 } else { strict.defences });
    let duals = if flags.duals { Duals::Allowed } else { strict.duals };
    Constraints { key, defences, duals, ..strict }
}

/// The words that make the same problems again, but for count and seed.
fn words(flags: &args::MateGen, stipulation: Stipulation) -> Arguments {
    let words = Arguments::new(["mate", "gen", &stipulation.to_string()]);
    let words = match &flags.material {
        Some(material) => words.with("--material", [material]),
        None => words.with("--men", [flags.men.get()]),
    };
    let key = flags.key.map(|key| key.to_possible_value().expect("every choice has a name"));
    let range = |Span { least, most }: Span<f64>| match most.is_finite() {
        true => format!("{least}-{most}"),
        false => format!("{least}-"),
    };
    words
        .with("--key", key.iter().map(|key| key.get_name()))
        .with("--defences", flags.defences)
        .with("--theme", flags.themes().map(|theme| theme.name()))
        .with("--rating", flags.rating.map(range))
        .with_switches([
            ("--duals", flags.duals),
            ("--idle", flags.idle),
            ("--promoted", flags.promoted),
        ])
}

/// The tables of the material and of all that follow, if every one of them is there.
fn whole_tables(material: &Material, flags: &args::GenMate) -> Result<Option<Tables>, Complaint> {
    if material.men() > sole_endgame::MOST_MEN {
        return Ok(None);
    }
    let tables = supply::tables(&flags.data)?;
    let missing = Plan::for_endings([*material]).missing(&tables);
    let missing = missing.map_err(|error| supply::bad_table(&error))?;
    Ok(missing.slices().is_empty().then_some(tables))
}

impl Source {
    /// Whether it goes through all there is, so that what it does not find does not exist.
    fn is_exhaustive(&self) -> bool {
        matches!(self, Source::Survey(_) | Source::Told(..))
    }

    /// Hands over problems until it is told to stop, each with what makes its record, which may take
    /// longer than to find it. What goes through all there is tells `progress` its share of that.
    fn run(
        &self,
        budget: &Budget<'_>,
        progress: impl FnMut(f64),
        mut found: impl FnMut(&Problem, &dyn Fn() -> Puzzle) -> ControlFlow<()>,
    ) -> Result<Tally, Complaint> {
        match self {
            Source::Survey(survey) => {
                let found = |find: Find| found(&find.problem(), &|| find.to_puzzle());
                Ok(survey.run(budget, progress, found))
            }
            Source::Told(survey, tables) => {
                let oracle = Oracle { tables, error: Mutex::new(None) };
                let stop = || oracle.has_failed() || (budget.stop)();
                let budget = Budget { stop: &stop, ..*budget };
                let length = |position: &Position| oracle.length(position);
                let tally = survey.run_with_oracle(&length, &budget, progress, |find| {
                    if oracle.has_failed() {
                        return ControlFlow::Break(());
                    }
                    found(&find.problem(), &|| find.to_puzzle())
                });
                oracle.finish(tally)
            }
            Source::Recipe(recipe) => {
                Ok(recipe.run(budget, |find| found(&find.problem(), &|| find.to_puzzle())))
            }
            Source::Draw(draw) => {
                Ok(draw.run(budget, |drawn| found(drawn.problem(), &|| drawn.to_puzzle())))
            }
        }
    }
}

/// Tables that tell how long mates take, until one of them cannot be read.
struct Oracle<'a> {
    tables: &'a Tables,
    error: Mutex<Option<ProbeError>>,
}

impl Oracle<'_> {
    fn length(&self, position: &Position) -> Option<u16> {
        match self.tables.probe(position) {
            Ok(Value::Win(moves)) => Some(moves.into()),
            Ok(Value::Draw | Value::Loss(_)) => None,
            Err(error) => {
                self.error.lock().expect("no thread panics with it").get_or_insert(error);
                None
            }
        }
    }

    fn has_failed(&self) -> bool {
        self.error.lock().expect("no thread panics with it").is_some()
    }

    fn finish(self, tally: Tally) -> Result<Tally, Complaint> {
        let error = self.error.into_inner().expect("no thread panicked");
        error.map_or(Ok(tally), |error| Err(supply::unanswered(&error)))
    }
}

/// What is wanted of a source.
struct Order {
    what: Stipulation,
    count: u64,
    words: Arguments,
    seed: Option<u64>,
    /// What every problem must show.
    themes: Vec<Name>,
    /// How hard every problem must be.
    rating: Option<Span<f64>>,
    limits: args::Limits,
}

impl Order {
    /// Whether a problem shows what is asked for and is as hard.
    fn accepts(&self, puzzle: &Puzzle) -> bool {
        let points = puzzle.rating(Difficulty::SCALE);
        let is_as_hard = self.rating.is_none_or(|Span { least, most }| {
            points.is_some_and(|rating| (least..=most).contains(&rating.value()))
        });
        is_as_hard && self.themes.iter().all(|theme| puzzle.tags().contains(theme))
    }

    fn run(
        &self,
        source: &Source,
        sheet: &args::Sheet,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let mut sheet = Sheet::new(sheet)?;
        let label = format!("making {}", self.what);
        let watch = Watch::new(self.limits.patience(), console.progress(), label).over(self.count);
        let stop = || watch.is_to_stop();
        let threads = self.limits.threads.get();
        let budget = Budget { threads, stop: &stop, ..Budget::UNLIMITED };
        let generator = self.words.clone().generator(self.seed);
        let mut trouble = None;
        let surveyed = |share| watch.note_surveyed(share);
        let tally = source.run(&budget, surveyed, |problem, record| {
            let puzzle = record();
            if !self.accepts(&puzzle) {
                return ControlFlow::Continue(());
            }
            watch.note();
            let puzzle = puzzle.with_generator(generator.clone());
            match sheet.add(problem, &puzzle, console) {
                Ok(()) if sheet.count < self.count => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(stop) => {
                    trouble = Some(stop);
                    ControlFlow::Break(())
                }
            }
        })?;
        let (interrupted, elapsed) = (watch.is_interrupted(), watch.elapsed());
        drop(watch);
        trouble.map_or(Ok(()), Err)?;
        let found = sheet.finish(console)?;
        let again = self.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let (problems, seconds) = (plural(found, "problem"), elapsed.as_secs_f64());
        console.remark(&format!("{problems} in {seconds:.2} s{again}"))?;
        if interrupted {
            return Err(Stop::Interrupted);
        }
        Ok(self.conclude(source, found, tally, console))
    }

    /// Whether a source has any problem, as far as the limits allow to see.
    fn finds_one(&self, source: &Source, console: &Console) -> Result<bool, Stop> {
        let label = "looking for several keys".to_owned();
        let watch = Watch::new(self.limits.patience(), console.progress(), label).over(1);
        let stop = || watch.is_to_stop();
        let threads = self.limits.threads.get();
        let budget = Budget { threads, stop: &stop, ..Budget::UNLIMITED };
        let surveyed = |share| watch.note_surveyed(share);
        let tally = source.run(&budget, surveyed, |_, _| ControlFlow::Break(()))?;
        match tally.finds {
            0 if watch.is_interrupted() => Err(Stop::Interrupted),
            finds => Ok(finds > 0),
        }
    }

    /// Says why there are fewer problems than were asked for.
    fn conclude(&self, source: &Source, found: u64, tally: Tally, console: &Console) -> Exit {
        if found == self.count || (self.count == u64::MAX && tally.is_complete && found > 0) {
            return Exit::Yes;
        }
        let unconfirmed = match tally.unconfirmed {
            0 => String::new(),
            n => format!("; {n} more were not confirmed by the second engine"),
        };
        if source.is_exhaustive() && tally.is_complete {
            let text = if found == 0 { "there is no such position" } else { "there are no others" };
            console.notes().say(&format!("{text}{unconfirmed}"));
            return if found > 0 { Exit::Yes } else { Exit::No };
        }
        let reason = if tally.is_complete { "all tries are used up" } else { "the time is up" };
        console.notes().say(&format!("{reason}: {}{unconfirmed}", plural(found, "problem")));
        Exit::Open
    }
}
