//! `sole sudoku gen --hunt`: from hard puzzles to harder ones, kept in a file.

use super::demand;
use super::make::{effort, wanted, words};
use super::sheet::{Product, Sheet};
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::sudoku::Grids;
use crate::args::sudoku_make::{Gen, Wanted};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::{grouped, plural, visible};
use serde::Serialize;
use sole_puzzle::{Rating, Verdict};
use sole_sudoku::formats::{in_one_line, line};
use sole_sudoku::make::{Archive, Hunt, HuntResult};
use sole_sudoku::rate::Scale;
use sole_sudoku::{Budget, Grid, Puzzle, Shape, solve};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What scripts see.
#[derive(Serialize)]
struct Report {
    file: String,
    scale: &'static str,
    /// How many puzzles the archive has, and how many of them are new.
    kept: usize,
    new: u64,
    /// How many vicinities were searched to the end, and how many puzzles rated.
    searched: u64,
    rated: u64,
    /// Whether nothing is left to search.
    complete: bool,
    best: Vec<Best>,
}

/// One of the best.
#[derive(Serialize)]
struct Best {
    puzzle: String,
    rating: f64,
}

/// So many of the best are shown.
const SHOWN: usize = 10;

/// Runs a hunt.
pub(super) fn run(flags: &Gen, path: &Path, console: &mut Console) -> Result<Exit, Stop> {
    let wanted_rating = flags.wishes.rating.unwrap_or(Wanted::all(Scale::Se));
    let seeds = seeds(flags)?;
    let keeper = Keeper { path: path.to_owned(), scale: wanted_rating.scale.name() };
    let text = keeper.read()?;
    let shape = shape(&seeds, &text)?;
    let mut archive = keeper.parse(&text, shape, flags.quarry.keep.get())?;
    let count = wanted(flags).unwrap_or(u64::MAX);
    let watch = Watch::new(effort(flags), console.progress(), "hunting", None).over(count);
    let (mut new, mut trouble, mut saved) = (0, None, Instant::now());
    let hunted = watch.within(|budget| {
        let rate = |puzzle: &Puzzle, _: &Grid| {
            watch.note_seen(1);
            demand::rating(wanted_rating, puzzle, budget).as_ref().map(Rating::value)
        };
        let hunt = Hunt { neighbourhood: flags.quarry.vicinity, rate: &rate, budget: *budget };
        for (seed, solution) in &seeds {
            hunt.seed(&mut archive, seed, solution);
        }
        if archive.is_empty() {
            let is_interrupted = watch.is_interrupted();
            return Err(if is_interrupted { Stop::Interrupted } else { barren(flags).into() });
        }
        Ok(hunt.run(&mut archive, |archive, _| {
            watch.note_found();
            new += 1;
            if saved.elapsed() >= SAVE_EVERY {
                trouble = keeper.save(archive).err();
                saved = Instant::now();
            }
            let is_enough = new >= count || trouble.is_some();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }))
    })?;
    let interrupted = watch.is_interrupted();
    drop(watch);
    trouble.map_or(Ok(()), Err)?;
    keeper.save(&archive)?;
    write_sheet(flags, &archive, console)?;
    keeper.tell(&archive, new, hunted, console)?;
    if interrupted {
        return Err(Stop::Interrupted);
    }
    let is_done = hunted.end.is_continue() || new >= count;
    Ok(if is_done { Exit::Yes } else { Exit::Open })
}

/// The shape of the puzzles that are there.
fn shape(seeds: &[(Puzzle, Grid)], archive: &str) -> Result<Shape, Complaint> {
    let kept = archive.lines().find(|line| !line.starts_with('#'));
    let kept = kept.and_then(|line| line::parse(line.split_whitespace().next()?).ok());
    let there = seeds.first().map(|(seed, _)| seed).or(kept.as_ref()).map(Puzzle::shape);
    let shape = there.unwrap_or(Shape::CLASSIC);
    if Shape::of_side(shape.side()) != Some(shape) {
        let message = format!("archives cannot tell boxes of {shape} from the usual ones");
        return Err(Complaint::new(Kind::Usage, message));
    }
    Ok(shape)
}

/// How often the archive is saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// The puzzles to begin with, all of one shape, and their solutions.
fn seeds(flags: &Gen) -> Result<Vec<(Puzzle, Grid)>, Complaint> {
    let Some(file) = &flags.quarry.hard else { return Ok(Vec::new()) };
    let file = Some(file.clone());
    let book = Book::open(Grids { grid: Vec::new(), file, from: None, boxes: flags.boxes })?;
    let questions = book.questions()?;
    let shape = questions[0].read_values()?.shape();
    let proper = |question: &Question| {
        let puzzle = question.read_values()?;
        if puzzle.shape() != shape {
            return Err(question.objection("this sudoku has another size than the first one"));
        }
        match solve::decide(&puzzle, &Budget::UNLIMITED) {
            Verdict::One(solution) => Ok((puzzle, solution)),
            _ => Err(question.objection("this is no proper sudoku")),
        }
    };
    questions.iter().map(proper).collect()
}

fn barren(flags: &Gen) -> Complaint {
    match flags.quarry.hard {
        Some(_) => {
            let message = "no puzzle of the seeds is in the range of the rating".to_owned();
            Complaint::new(Kind::BadGrid, message)
        }
        None => {
            let message = "there is nothing to begin with".to_owned();
            Complaint::new(Kind::Usage, message).helped("add --hard FILE with some hard puzzles")
        }
    }
}

/// Writes what is kept to a file, if that was asked for.
fn write_sheet(flags: &Gen, archive: &Archive, console: &mut Console) -> Result<(), Stop> {
    let Some(output) = flags.output.as_deref() else { return Ok(()) };
    let generator = words(flags).generator(None);
    let scale = flags.wishes.rating.map_or(Scale::Se, |wanted| wanted.scale);
    let mut sheet = Sheet::new(Some(output), archive.len() as u64, generator, console)?;
    for entry in archive.best() {
        let puzzle = entry.puzzle.clone();
        if let Verdict::One(solution) = solve::decide(&puzzle, &Budget::UNLIMITED) {
            let ratings = demand::rating(Wanted::all(scale), &puzzle, &Budget::UNLIMITED);
            let ratings = ratings.into_iter().collect();
            sheet.add(Product { puzzle, solution, ratings }, console)?;
        }
    }
    sheet.finish(console)?;
    Ok(())
}

/// Keeps an archive in a file.
struct Keeper {
    path: PathBuf,
    scale: &'static str,
}

/// What stands before the name of the scale, in the first line.
const HEAD: &str = "# rated by ";

impl Keeper {
    /// The text of the archive; nothing if there is no such file yet.
    fn read(&self) -> Result<String, Complaint> {
        match std::fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            read => read.map_err(|error| {
                let message = format!("cannot read {}: {error}", self.name());
                Complaint::new(Kind::Unreadable, message)
            }),
        }
    }

    /// What the text says.
    fn parse(&self, text: &str, shape: Shape, capacity: usize) -> Result<Archive, Complaint> {
        let other = text.lines().next().and_then(|line| line.strip_prefix(HEAD));
        if let Some(other) = other.filter(|&other| other != self.scale) {
            let (name, scale) = (self.name(), self.scale);
            let message = format!("{name} is rated by {other}, and not by {scale}");
            return Err(Complaint::new(Kind::Usage, message));
        }
        let archive = Archive::parse(shape, capacity, text);
        archive
            .map_err(|error| Complaint::new(Kind::Unreadable, format!("{}: {error}", self.name())))
    }

    fn save(&self, archive: &Archive) -> Result<(), Complaint> {
        draft::write_file(&self.path, &format!("{HEAD}{}\n{}", self.scale, archive.render()))
    }

    fn name(&self) -> String {
        visible(&self.path.display().to_string())
    }

    /// Says what came of it.
    fn tell(
        &self,
        archive: &Archive,
        new: u64,
        hunted: HuntResult,
        console: &mut Console,
    ) -> io::Result<()> {
        let best = archive.best();
        let best = best
            .iter()
            .take(SHOWN)
            .map(|entry| Best { puzzle: in_one_line(entry.puzzle.givens()), rating: entry.rating });
        let report = Report {
            file: self.path.display().to_string(),
            scale: self.scale,
            kept: archive.len(),
            new,
            searched: hunted.searched,
            rated: hunted.rated,
            complete: hunted.end.is_continue(),
            best: best.collect(),
        };
        if console.is_json() {
            return console.answer(&Answer { status: Status::Ok, result: report, stats: None });
        }
        for Best { puzzle, rating } in &report.best {
            writeln!(console.out(), "{puzzle}  {} {rating}", self.scale)?;
        }
        if console.is_quiet() {
            return Ok(());
        }
        let (kept, rated) = (plural(report.kept as u64, "puzzle"), plural(report.rated, "puzzle"));
        let left = if report.complete { "; nothing is left to search" } else { "" };
        let vicinities = match report.searched {
            1 => "1 vicinity".to_owned(),
            n => format!("{} vicinities", grouped(n)),
        };
        writeln!(
            console.out(),
            "{kept} in {}, {} found now; {rated} rated, {vicinities} searched to the end{left}",
            self.name(),
            grouped(new),
        )
    }
}
