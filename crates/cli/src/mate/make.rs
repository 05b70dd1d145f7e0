//! `sole mate gen`, `sole gen mate` and `sole gen random`: problems made to order.

use super::sheet::Sheet;
use super::themes;
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
use crate::watched::WatchedTask;
use clap::ValueEnum;
use sole_board::{Material, Position};
use sole_collection::Arguments;
use sole_endgame::{Plan, ProbeError, Tables, Value};
use sole_mate::make::{
    Constraints, Duals, Economy, ExhaustiveSearch, KeyConstraint, Men, Promoted, RandomMates,
    RandomProblems, Tally, Wanted,
};
use sole_mate::{Budget, Problem, Stipulation};
use sole_puzzle::{Puzzle, Task};
use std::num::NonZeroU8;
use std::ops::ControlFlow;

/// What makes problems, perhaps with the help of tables.
type Source<'a> = sole_mate::make::Source<'a, ProbeError>;

/// Runs `sole gen mate`.
pub(super) fn survey(flags: &args::GenMate, console: &mut Console) -> Result<Exit, Stop> {
    let material = Input::argument(&flags.material).material()?;
    let survey = ExhaustiveSearch { material, constraints: demand(flags.moves, flags.any) };
    let tables = whole_tables(&material, flags)?;
    let length = |position: &Position| {
        tables.as_ref().map_or(Ok(None), |tables| mate_length(tables, position))
    };
    let source = |survey| match tables {
        Some(_) => Source::WithOracle(survey, &length),
        None => Source::Exhaustive(survey),
    };
    let words = Arguments::new(["gen", "mate", &flags.moves.to_string()])
        .with("--material", [material])
        .with_switches([("--any", flags.any)]);
    let what = direct(flags.moves);
    let (wanted, limits) = (Wanted::any(flags.count), flags.limits);
    let order = Order { what, wanted, words, seed: None, limits };
    let exit = order.run(&source(survey), &flags.sheet, console)?;
    if exit == Exit::No && !flags.any {
        let any = ExhaustiveSearch { constraints: demand(flags.moves, true), ..survey };
        if order.finds_one(&source(any), console)? {
            console.notes().say("with --any, which allows several keys, there is one");
        }
    }
    Ok(exit)
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
    let (wanted, limits) = (Wanted::any(flags.count), flags.limits);
    let order = Order { what, wanted, words, seed: Some(seed), limits };
    order.run(&Source::RandomMates(recipe), &flags.sheet, console)
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
    let difficulty = flags.rating.map(|Span { least, most }| least..=most);
    let wanted = Wanted { count: flags.count, themes, difficulty };
    let order = Order { what, wanted, words, seed: Some(seed), limits };
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

/// The source that the flags of `sole mate gen` mean.
fn source(
    flags: &args::MateGen,
    stipulation: Stipulation,
    seed: u64,
) -> Result<Source<'static>, Complaint> {
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
        return Ok(Source::RandomMates(RandomMates { men, constraints, seed, attempts }));
    }
    if flags.key.is_some() || flags.duals || flags.defences.is_some() {
        let message = format!("--key, --duals and --defences are for direct mates: {stipulation}");
        return Err(Complaint::new(Kind::Usage, message));
    }
    let men = material.map_or(Men::Exactly(flags.men), Men::Material);
    Ok(Source::RandomProblems(RandomProblems {
        stipulation,
        men,
        economy,
        promoted,
        seed,
        attempts,
    }))
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

/// In how many moves the side to move mates, as tables tell.
fn mate_length(tables: &Tables, position: &Position) -> Result<Option<u16>, ProbeError> {
    Ok(match tables.probe(position)? {
        Value::Win(moves) => Some(moves.into()),
        Value::Draw | Value::Loss(_) => None,
    })
}

/// What is wanted of a source.
struct Order {
    what: Stipulation,
    wanted: Wanted,
    words: Arguments,
    seed: Option<u64>,
    limits: args::Limits,
}

impl Order {
    fn run(
        &self,
        source: &Source<'_>,
        sheet: &args::Sheet,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let mut sheet = Sheet::new(sheet)?;
        let task = self.task(format!("making {}", self.what), console);
        let generator = self.words.clone().generator(self.seed);
        let mut trouble = None;
        let mut hand_out = |problem: &Problem, puzzle: Puzzle| {
            task.clear();
            let added = sheet.add(problem, &puzzle.with_generator(generator.clone()), console);
            match added {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => {
                    trouble = Some(stop);
                    ControlFlow::Break(())
                }
            }
        };
        let tally = source.run(&self.wanted, &self.budget(&task), &mut hand_out);
        let tally = tally.map_err(|error| supply::unanswered(&error))?;
        let (interrupted, elapsed) = (task.is_cancelled(), task.elapsed());
        drop(task);
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
    fn finds_one(&self, source: &Source<'_>, console: &Console) -> Result<bool, Stop> {
        let task = self.task("looking for several keys".to_owned(), console);
        let found = source.makes_any(&self.budget(&task));
        match found.map_err(|error| supply::unanswered(&error))? {
            false if task.is_cancelled() => Err(Stop::Interrupted),
            found => Ok(found),
        }
    }

    fn task(&self, label: String, console: &Console) -> WatchedTask {
        WatchedTask::limited(label, self.limits.patience().limits(), console)
    }

    fn budget<'a>(&self, task: &'a Task) -> Budget<'a> {
        Budget { threads: self.limits.threads.get(), ..Budget::of(task) }
    }

    /// Says why there are fewer problems than were asked for.
    fn conclude(&self, source: &Source<'_>, found: u64, tally: Tally, console: &Console) -> Exit {
        let wanted = self.wanted.count;
        if found == wanted || (wanted == u64::MAX && tally.is_complete && found > 0) {
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
