//! `sole proof gen`: diagrams that exactly one game leads to, as puzzles.

use super::count::{Delayed, delayed, sentence};
use super::survey::{self, Outcome, Quest};
use super::text;
use crate::args::Picture;
use crate::args::choice::{Choice, lacking};
use crate::args::proof::{Method, ProofGen, Wish};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::listing;
use crate::records::{Records, Written};
use crate::render::board::{BoardStyle, Marks};
use crate::render::{grouped, plural, visible, wrapped};
use crate::watched::WatchedTask;
use clap::ValueEnum;
use serde::Serialize;
use sole_board::Position;
use sole_collection::Arguments;
use sole_proof::enumeration::Found;
use sole_proof::solve::Difficulty;
use sole_proof::sweep::Finds;
use sole_proof::{Length, PlySet, Profile, Stopped, Theme, Unique, record};
use sole_puzzle::task::Limits;
use sole_puzzle::{Generator, Name, Puzzle, Task, parallel};
use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

/// How many puzzles are rated before they are written.
const RATED_AT_ONCE: usize = 1 << 14;

/// What is asked for.
struct Job<'a> {
    start: Position,
    /// The length of the one game.
    plies: usize,
    /// The earlier ply at which diagrams can be reached, if that is asked for.
    earlier: Option<usize>,
    wish: &'a Wish,
    is_rated: bool,
    generator: Generator,
}

/// What the filters leave.
struct Sifted {
    selected: Vec<Found>,
    /// The first of them, if they are asked for as records.
    puzzles: Vec<Puzzle>,
    /// What the file did not keep.
    written: Option<Written>,
}

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<usize>,
    plies: usize,
    /// All diagrams that are unique after so many plies, filters aside.
    unique: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_earlier: Vec<Delayed>,
    /// Those that the filters let through.
    selected: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    puzzles: Vec<Puzzle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Runs the command.
pub(super) fn run(flags: &ProofGen, console: &mut Console) -> Result<Exit, Stop> {
    if flags.wish.theme.contains(&Choice::List) {
        return listing::tags(
            Theme::ALL.iter().map(|theme| (theme.name(), theme.meaning())),
            console,
        );
    }
    let job = Job::new(flags, console)?;
    // Whether it can be written is better known before the work than after it.
    let records = flags.output.as_deref().map(Records::create).transpose()?;
    let quest = Quest {
        start: &job.start,
        plies: job.plies,
        earlier: job.earlier,
        method: flags.method,
        wanted: &|earlier| job.wants(earlier),
        finds: if job.earlier.is_none() { Finds::Most } else { Finds::Few },
        name: &job.name(),
    };
    let (survey, cost) = match survey::run(&flags.survey, &quest, console)? {
        Outcome::Surveyed(survey, cost) => (survey, cost),
        Outcome::Over(exit) => return Ok(exit),
    };
    let Some(counts) = survey.plies.last().filter(|_| survey.is_complete()) else {
        return survey::undecided(job.plies, cost, console);
    };
    let found = survey.found(job.earlier.filter(|_| flags.wish.primitive));
    let found = found.map_err(|error| survey::refused(&error))?;
    let most = match (console.is_json(), &records) {
        (true, None) => usize::try_from(flags.count).unwrap_or(usize::MAX),
        _ => 0,
    };
    let task = WatchedTask::limited("sifting", left(flags, cost), console);
    let rounds = Rounds { task: &task, threads: flags.survey.threads.number() };
    let sifted = job.sift(found, records, most, &rounds)?;
    if task.is_cancelled() {
        return Err(survey::interrupted(&flags.survey));
    }
    drop(task);
    let Some(Sifted { selected, puzzles, written }) = sifted else {
        return survey::undecided(job.plies, cost, console);
    };
    written.iter().for_each(|written| written.tell_losses(console));
    let mut report = job.report(&counts.unique, selected.len() as u64);
    report.puzzles = puzzles;
    report.file = flags.output.as_ref().map(|path| path.display().to_string());
    let shown = &selected[..selected.len().min(usize::try_from(flags.count).unwrap_or(usize::MAX))];
    if console.is_json() {
        let stats = Some(cost);
        console.answer(&Answer { status: Status::Proven, result: &report, stats })?;
    } else {
        job.write(&report, shown, flags, console)?;
        console.remark(&format!("{} in {:.2} s", diagrams(report.unique), cost.seconds))?;
    }
    survey.clean_up().map_err(|error| survey::refused(&error))?;
    Ok(if selected.is_empty() { Exit::No } else { Exit::Yes })
}

/// As much time as the search has left.
fn left(flags: &ProofGen, spent: Stats) -> Limits {
    let spent = Duration::from_secs_f64(spent.seconds);
    Limits { nodes: None, time: flags.survey.time.map(|time| time.saturating_sub(spent)) }
}

/// Work on each of many finds, as a task.
struct Rounds<'a> {
    task: &'a Task,
    threads: NonZeroUsize,
}

impl Rounds<'_> {
    /// So many are to be worked on.
    fn begin(&self, finds: usize) {
        self.task.begin_phase("sifting", "diagrams", finds as u64);
    }

    /// What comes of each, in their order; nothing if it was to stop.
    fn each<I: Sync, T: Send>(&self, items: &[I], work: impl Fn(&I) -> T + Sync) -> Option<Vec<T>> {
        let one = |(): &mut (), item: &I| {
            self.task.advance(1);
            if self.task.should_stop() { Err(Stopped) } else { Ok(work(item)) }
        };
        parallel::try_map(items, self.threads, || (), one).ok()
    }
}

impl<'a> Job<'a> {
    fn new(flags: &'a ProofGen, console: &mut Console) -> Result<Job<'a>, Stop> {
        let delay = flags.delay.unwrap_or(0);
        let plies = flags.plies.or(flags.earlier.map(|earlier| earlier + delay));
        let plies = plies.ok_or_else(|| lacking("N"))?;
        if plies > PlySet::MAX {
            let message = format!("N+K is at most {} plies, not {plies}", PlySet::MAX);
            return Err(Complaint::new(Kind::Usage, message).into());
        }
        Ok(Job {
            start: survey::start(&flags.survey, console)?,
            plies,
            earlier: flags.earlier,
            wish: &flags.wish,
            is_rated: !flags.unrated,
            generator: words(flags).generator(None),
        })
    }

    /// Whether diagrams that can be reached at these earlier plies are asked for.
    fn is_asked_for(&self, earlier: PlySet) -> bool {
        self.earlier.is_none_or(|ply| earlier.contains(ply))
    }

    /// The same, and whether the filters let them through.
    fn wants(&self, earlier: PlySet) -> bool {
        let only = self.earlier.map(|ply| PlySet::EMPTY.with(ply));
        self.is_asked_for(earlier)
            && (!self.wish.shortest || earlier.is_empty())
            && (!self.wish.only || Some(earlier) == only)
    }

    /// What the survey knows the same wishes by when it goes on.
    fn name(&self) -> String {
        let earlier = self.earlier.map_or("all".to_owned(), |ply| format!("from-{ply}"));
        let Wish { shortest, only, .. } = self.wish;
        let wishes = [(*shortest, "-shortest"), (*only, "-only")];
        let wishes = wishes.iter().filter(|(is_wished, _)| *is_wished).map(|(_, name)| *name);
        format!("gen-{earlier}{}", wishes.collect::<String>())
    }

    /// Those that the filters let through, all written to the records if there are any, and
    /// the first of them as puzzles; nothing if it was to stop.
    fn sift(
        &self,
        found: Vec<Found>,
        records: Option<Records>,
        most: usize,
        rounds: &Rounds<'_>,
    ) -> Result<Option<Sifted>, Stop> {
        let Some(selected) = self.select(found, rounds) else { return Ok(None) };
        let mut written = None;
        rounds.begin(selected.len());
        if let Some(mut records) = records {
            for items in selected.chunks(RATED_AT_ONCE) {
                let Some(puzzles) = rounds.each(items, |item| self.puzzle(item)) else {
                    return Ok(None);
                };
                puzzles.iter().try_for_each(|puzzle| records.add(puzzle))?;
            }
            written = Some(records.close()?);
        }
        let first = &selected[..selected.len().min(most)];
        rounds.begin(first.len());
        let puzzles = rounds.each(first, |item| self.puzzle(item));
        Ok(puzzles.map(|puzzles| Sifted { selected, puzzles, written }))
    }

    /// Those that the filters let through; nothing if it was to stop.
    fn select(&self, found: Vec<Found>, rounds: &Rounds<'_>) -> Option<Vec<Found>> {
        let Wish { theme, men_moved, rating, .. } = self.wish;
        if theme.is_empty() && men_moved.is_none() && rating.is_none() {
            return Some(found);
        }
        rounds.begin(found.len());
        let shows = rounds.each(&found, |item| self.shows(item))?;
        let shown = found.into_iter().zip(shows).filter(|(_, shows)| *shows);
        Some(shown.map(|(item, _)| item).collect())
    }

    fn shows(&self, item: &Found) -> bool {
        let Wish { men_moved, rating, .. } = self.wish;
        let profile = Profile::of(&self.start, &item.game);
        self.wish.themes().all(|theme| profile.themes.contains(&theme))
            && men_moved.is_none_or(|most| profile.men_moved <= most)
            && rating.is_none_or(|span| {
                self.difficulty(item).is_some_and(|it| span.contains(it.search()))
            })
    }

    fn difficulty(&self, item: &Found) -> Option<Difficulty> {
        record::difficulty(&self.start, &item.diagram, Length::new(self.plies as u16)?)
    }

    fn report(&self, unique: &Unique, selected: u64) -> Report {
        let count = match self.earlier {
            Some(ply) => unique.also_reached_in(ply),
            None => unique.total(),
        };
        Report {
            n: self.earlier,
            k: self.earlier.map(|ply| self.plies - ply),
            plies: self.plies,
            unique: count,
            by_earlier: delayed(unique, |earlier| self.is_asked_for(earlier)),
            selected,
            puzzles: Vec::new(),
            file: None,
        }
    }

    fn puzzle(&self, item: &Found) -> Puzzle {
        let puzzle = record::puzzle(&self.start, &item.diagram, &item.game, item.earlier);
        let difficulty = if self.is_rated { self.difficulty(item) } else { None };
        let ratings = difficulty.iter().flat_map(record::ratings);
        ratings.fold(puzzle, Puzzle::with_rating).with_generator(self.generator.clone())
    }

    fn write(
        &self,
        report: &Report,
        shown: &[Found],
        flags: &ProofGen,
        console: &mut Console,
    ) -> io::Result<()> {
        if !console.is_quiet() {
            self.write_summary(report, console)?;
        }
        if let Some(file) = &report.file {
            let count = plural(report.selected, "puzzle");
            return match console.is_quiet() {
                true => Ok(()),
                false => writeln!(console.out(), "{count} in {}", visible(file)),
            };
        }
        for item in shown {
            self.draw(item, flags.picture, console)?;
        }
        let more = report.selected - shown.len() as u64;
        if more > 0 {
            console.remark(&format!("{} more: --count all shows them", grouped(more)))?;
        }
        Ok(())
    }

    fn write_summary(&self, report: &Report, console: &mut Console) -> io::Result<()> {
        let (unique, plies) = (diagrams(report.unique), self.plies);
        match self.earlier.map(text::plies) {
            Some(earlier) => {
                writeln!(console.out(), "{unique} reached in {earlier} and unique in {plies}:")?
            }
            None => writeln!(console.out(), "{unique} unique in {}:", text::plies(plies))?,
        }
        if self.earlier.is_none() {
            let shortest = report.unique - total(&report.by_earlier);
            writeln!(console.out(), "  not reached in fewer: {}", grouped(shortest))?;
        }
        for delayed in &report.by_earlier {
            writeln!(console.out(), "{}", sentence(plies, delayed))?;
        }
        if report.selected != report.unique {
            let selected = grouped(report.selected);
            writeln!(console.out(), "  of these as asked for: {selected}")?;
        }
        Ok(())
    }

    fn draw(&self, item: &Found, picture: Picture, console: &mut Console) -> io::Result<()> {
        let puzzle = self.puzzle(item);
        let game = sole_board::numbered_game(&self.start, &item.game);
        if console.is_quiet() {
            let (position, what) = (puzzle.position(), puzzle.stipulation());
            return writeln!(console.out(), "{position}  {what}  {game}");
        }
        let style = BoardStyle::choose(picture, console.paint(), console.is_terminal());
        let board = style.render(&item.diagram, Marks::default());
        let position = console.paint().dim(puzzle.position());
        writeln!(console.out(), "\n{board}\n{}, {}", puzzle.stipulation(), reached(item.earlier))?;
        writeln!(console.out(), "{position}")?;
        text::write_ratings(puzzle.ratings(), console)?;
        let tags: Vec<&str> = puzzle.tags().iter().map(Name::as_str).collect();
        if !tags.is_empty() {
            let tags = console.paint().dim(&tags.join(" "));
            writeln!(console.out(), "{tags}")?;
        }
        write!(console.out(), "{}", wrapped(game.split(' ')))
    }
}

/// The words that make the same puzzles again, in the same order, but for their count.
fn words(flags: &ProofGen) -> Arguments {
    let plies = flags.earlier.iter().chain(&flags.delay).map(ToString::to_string);
    let words = ["proof", "gen"].map(str::to_owned).into_iter().chain(plies);
    let method = (flags.method != Method::Sweep).then(|| flags.method.to_possible_value());
    let method = method.map(|method| method.expect("no method is hidden"));
    let wish = &flags.wish;
    Arguments::new(words)
        .with("--plies", flags.plies)
        .with("--theme", wish.themes().map(|theme| theme.name()))
        .with("--men-moved", wish.men_moved)
        .with("--rating", wish.rating)
        .with("--from", &flags.survey.from)
        .with("--method", method.iter().map(|method| method.get_name()))
        .with_switches([
            ("--shortest", wish.shortest),
            ("--only", wish.only),
            ("--primitive", wish.primitive),
            ("--unrated", flags.unrated),
        ])
}

fn diagrams(count: u64) -> String {
    plural(count, "diagram")
}

fn total(delayed: &[Delayed]) -> u64 {
    delayed.iter().map(|delayed| delayed.diagrams).sum()
}

fn reached(earlier: PlySet) -> String {
    match earlier.is_empty() {
        true => "not reached in fewer plies".to_owned(),
        false => format!("also reached in {earlier} plies"),
    }
}
