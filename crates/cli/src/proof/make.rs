//! `sole proof gen`: diagrams that exactly one game leads to, as puzzles.

use super::count::{Delayed, delayed, sentence};
use super::survey::{self, Survey};
use super::text;
use crate::args::Picture;
use crate::args::proof::{ProofGen, Wish};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::endgame::supply::on_threads;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records::{self, Records};
use crate::render::board::{BoardStyle, Marks};
use crate::render::{grouped, plural, visible, wrapped};
use rayon::prelude::*;
use serde::Serialize;
use sole_board::{Diagram, Move, Position};
use sole_proof::sweep::{Census, Find, Tracer};
use sole_proof::{Length, PlySet, Profile, record};
use sole_puzzle::{Generator, Name, Puzzle};
use std::io;

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
    generator: Generator,
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

/// A diagram with the one game that leads to it.
struct Selected {
    diagram: Diagram,
    game: Vec<Move>,
    earlier: PlySet,
}

/// Runs the command.
pub(super) fn run(flags: &ProofGen, console: &mut Console) -> Result<Exit, Stop> {
    let job = Job::new(flags)?;
    let survey = survey::run(&flags.survey, job.plies, &|earlier| job.wants(earlier), console)?;
    let Survey { sweep, plies, finds, cost, is_complete } = survey;
    if !is_complete {
        return survey::undecided(job.plies, cost, console);
    }
    let census = &plies[job.plies - 1];
    let tracer = Tracer::new(&sweep);
    let selected = job.select(&tracer, census, finds);
    let mut report = job.report(census, selected.len() as u64);
    if let Some(path) = &flags.output {
        let mut records = Records::create(path)?;
        for items in selected.chunks(RATED_AT_ONCE) {
            let puzzles = || items.par_iter().map(|item| job.puzzle(item)).collect::<Vec<_>>();
            let puzzles = on_threads(flags.survey.threads, puzzles)?;
            puzzles.iter().try_for_each(|puzzle| records.add(puzzle))?;
        }
        records.close()?;
        report.file = Some(path.display().to_string());
    }
    let shown = &selected[..selected.len().min(usize::try_from(flags.count).unwrap_or(usize::MAX))];
    if console.is_json() {
        if flags.output.is_none() {
            report.puzzles = shown.iter().map(|item| job.puzzle(item)).collect();
        }
        let stats = Some(cost);
        console.answer(&Answer { status: Status::Proven, result: &report, stats })?;
    } else {
        job.write(&report, shown, flags, console)?;
        console.remark(&format!("{} in {:.2} s", diagrams(report.unique), cost.seconds))?;
    }
    Ok(if selected.is_empty() { Exit::No } else { Exit::Yes })
}

impl<'a> Job<'a> {
    fn new(flags: &'a ProofGen) -> Result<Job<'a>, Stop> {
        let delay = flags.delay.unwrap_or(0);
        let plies = flags.plies.or(flags.earlier.map(|earlier| earlier + delay));
        let plies = plies.expect("either is required");
        if plies > PlySet::MAX {
            let message = format!("N+K is at most {} plies, not {plies}", PlySet::MAX);
            return Err(Complaint::new(Kind::Usage, message).into());
        }
        Ok(Job {
            start: survey::start(&flags.survey)?,
            plies,
            earlier: flags.earlier,
            wish: &flags.wish,
            generator: records::generator(words(flags), None),
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

    /// The finds that all filters let through, with their games, the rarest first.
    fn select(&self, tracer: &Tracer<'_>, census: &Census, mut finds: Vec<Find>) -> Vec<Selected> {
        finds.sort_by_key(|find| (census.unique.reached_in(find.earlier), find.earlier));
        let is_own = |find: &Find| match self.earlier {
            Some(ply) if self.wish.primitive => tracer.is_primitive(find, ply),
            _ => true,
        };
        let own = finds.into_iter().filter(is_own);
        let traced = own.map(|find| Selected {
            diagram: tracer.diagram(&find),
            game: tracer.game(&find),
            earlier: find.earlier,
        });
        traced.filter(|item| self.shows(item)).collect()
    }

    fn shows(&self, item: &Selected) -> bool {
        let Wish { theme, men_moved, rating, .. } = self.wish;
        if theme.is_empty() && men_moved.is_none() && rating.is_none() {
            return true;
        }
        let profile = Profile::of(&self.start, &item.game);
        theme.iter().all(|theme| profile.themes.contains(theme))
            && men_moved.is_none_or(|most| profile.men_moved <= most)
            && rating.is_none_or(|span| self.search(item).is_some_and(|it| span.contains(it)))
    }

    /// How hard it is to find a game, on the scale `proof.search`.
    fn search(&self, item: &Selected) -> Option<f64> {
        let length = Length::new(self.plies as u16)?;
        let difficulty = record::difficulty(&self.start, &item.diagram, length);
        difficulty.map(|difficulty| difficulty.search())
    }

    fn report(&self, census: &Census, selected: u64) -> Report {
        let unique = match self.earlier {
            Some(ply) => census.unique.also_reached_in(ply),
            None => census.unique.total(),
        };
        Report {
            n: self.earlier,
            k: self.earlier.map(|ply| self.plies - ply),
            plies: self.plies,
            unique,
            by_earlier: delayed(census, |earlier| self.is_asked_for(earlier)),
            selected,
            puzzles: Vec::new(),
            file: None,
        }
    }

    fn puzzle(&self, item: &Selected) -> Puzzle {
        let puzzle = record::puzzle(&self.start, &item.diagram, &item.game, item.earlier);
        puzzle.with_generator(self.generator.clone())
    }

    fn write(
        &self,
        report: &Report,
        shown: &[Selected],
        flags: &ProofGen,
        console: &mut Console,
    ) -> io::Result<()> {
        if !console.is_quiet() {
            self.write_summary(report, console)?;
        }
        if let Some(file) = &report.file {
            let count = plural(report.selected, "puzzle");
            return writeln!(console.out(), "{count} in {}", visible(file));
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

    fn draw(&self, item: &Selected, picture: Picture, console: &mut Console) -> io::Result<()> {
        let puzzle = self.puzzle(item);
        let game = text::game(&self.start, &item.game);
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

/// The words that make the same puzzles again, but for their count.
fn words(flags: &ProofGen) -> Vec<String> {
    let mut words = vec!["proof".to_owned(), "gen".to_owned()];
    words.extend(flags.earlier.iter().chain(&flags.delay).map(ToString::to_string));
    let mut valued = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    if let Some(plies) = flags.plies {
        valued("--plies", plies.to_string());
    }
    for theme in &flags.wish.theme {
        valued("--theme", theme.name().to_owned());
    }
    if let Some(men) = flags.wish.men_moved {
        valued("--men-moved", men.to_string());
    }
    if let Some(rating) = flags.wish.rating {
        valued("--rating", rating.to_string());
    }
    if let Some(fen) = &flags.survey.from {
        valued("--from", fen.clone());
    }
    let wish = &flags.wish;
    let switches =
        [("--shortest", wish.shortest), ("--only", wish.only), ("--primitive", wish.primitive)];
    words.extend(switches.iter().filter(|(_, on)| *on).map(|(word, _)| (*word).to_owned()));
    words
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
