//! `sole puzzle book`: puzzles printed, with their solutions at the back.

use super::source::{self, Item, Kinds, bad_puzzle};
use crate::args::puzzle as args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft::Draft;
use crate::endgame::supply::{self, Missing, Supply};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::Input;
use crate::lookout::Lookout;
use crate::records::{self, Records};
use crate::render::{plural, visible};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_collection::book::{BookEntry, DiagramStyle, TitlePage, compose};
use sole_collection::description::credit;
use sole_collection::{Format, Generation, GenerationError, TypedPuzzle};
use sole_picture::Style;
use sole_picture::book::{Book, Chapter, Layout, Notation, missing_letters};
use sole_puzzle::{Puzzle, parallel};
use std::path::Path;
use std::time::Instant;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    count: usize,
    chapters: Vec<Part>,
    /// How many pages a PDF has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<String>,
}

#[derive(Serialize)]
struct Part {
    title: String,
    count: usize,
}

/// Runs the command.
pub(super) fn run(flags: &args::Book, console: &mut Console) -> Result<Exit, Stop> {
    let format = format(&flags.output)?;
    // What cannot be written shall be known before the work.
    let draft = Draft::create(&flags.output)?;
    let supply = flags.tables.supply()?;
    let seed = flags.fresh.is_fresh.then(|| records::seed(flags.fresh.seed));
    let start = Instant::now();
    let (cases, exit) = match seed {
        Some(seed) => (made(flags, seed, &supply, console)?, Exit::Yes),
        None => read(flags, console)?,
    };
    let kinds = Kinds::of(cases.iter().map(|item| &item.puzzle));
    let mut cases = flags.choice.chosen(cases, |item| &item.puzzle);
    let scale = flags.choice.scale.as_ref();
    flags.sort.sort(&mut cases, scale, |item| (&item.puzzle, &item.typed));
    if cases.is_empty() {
        console.notes().say(&kinds.nothing(&flags.choice));
        return Ok(Exit::No);
    }
    provide(flags, &cases, &supply, console)?;
    if format == Format::Pdf {
        say_what_is_missing(flags, &cases, console);
    }
    let lookout = Lookout::new(console.progress(), "printing".to_owned());
    let book = book(flags, &cases, &supply, &lookout, seed)?;
    let layout = layout(&flags.looks);
    drop(lookout);
    let pages = if format == Format::Html {
        draft.finish(book.html(layout).as_bytes())?;
        None
    } else {
        let document = book.pages(layout);
        draft.finish(&document.write())?;
        Some(document.pages.len())
    };
    tell(&Report::new(&book, pages, seed, flags), Stats::new(0, start.elapsed()), console)?;
    Ok(exit)
}

fn format(path: &Path) -> Result<Format, Complaint> {
    let format = Format::of_path(path).filter(|format| Format::BOOKS.contains(format));
    format.ok_or_else(|| {
        let name = visible(&path.display().to_string());
        let message = format!("{name} is neither a .pdf nor a .html");
        Complaint::new(Kind::Usage, message)
    })
}

fn layout(looks: &args::Looks) -> Layout {
    let layout = Layout::new(looks.columns, looks.rows).unwrap_or_default();
    let notation = if looks.letters { Notation::Letters } else { Notation::Figurines };
    layout.on(looks.paper).with(notation)
}

/// How many puzzles are named whose letters the fonts have not.
const MOST_NAMED: usize = 5;

/// Says which letters are printed as `?`, and where.
fn say_what_is_missing(flags: &args::Book, cases: &[Item], console: &Console) {
    let headings = [("the title", &flags.title), ("the subtitle", &flags.subtitle)];
    let headings = headings
        .into_iter()
        .filter_map(|(place, text)| Some((place.to_owned(), missing_letters(text.as_deref()?))));
    let sources = cases.iter().map(|item| {
        let place = item.input.origin().unwrap_or_else(|| format!("puzzle {}", item.number));
        (place, missing_letters(&credit(&item.puzzle).unwrap_or_default()))
    });
    let all: Vec<_> = headings.chain(sources).filter(|(_, letters)| !letters.is_empty()).collect();
    for (place, letters) in all.iter().take(MOST_NAMED) {
        let letters: String = letters.iter().collect();
        let text = format!("{place}: the fonts have no {letters}, printed as ?");
        console.notes().say(&visible(&text));
    }
    if let Some(more) = all.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
        console.notes().say(&format!("and {} more", plural(more as u64, "place")));
    }
}

/// The puzzles of the files. Those that cannot be read are complained about and left out.
fn read(flags: &args::Book, console: &mut Console) -> Result<(Vec<Item>, Exit), Stop> {
    let (mut cases, mut exit, mut last) = (Vec::new(), Exit::Yes, None);
    for file in &flags.files {
        for item in source::read(file, console)? {
            match item {
                Ok(item) => cases.push(item),
                Err(complaint) => {
                    exit = exit.and(complaint.exit());
                    if let Some(before) = last.replace(complaint) {
                        console.complain(&before)?;
                    }
                }
            }
        }
    }
    match (last, cases.is_empty()) {
        (Some(complaint), true) => return Err(complaint.into()),
        (Some(complaint), false) => console.complain(&complaint)?,
        (None, _) => {}
    }
    Ok((cases, exit))
}

/// Builds the tables that know how won endgames go on, unless that is not wanted.
fn provide(
    flags: &args::Book,
    cases: &[Item],
    supply: &Supply,
    console: &mut Console,
) -> Result<(), Stop> {
    if flags.tables.missing() != Missing::Build {
        return Ok(());
    }
    let won = cases.iter().filter(|item| item.puzzle.stipulation() == "win");
    for position in won.filter_map(|item| item.typed.ending()) {
        match supply.provide(position, flags.tables.missing(), console) {
            Ok(()) => {}
            Err(Stop::Failure(complaint))
                if is_out_of_reach(&complaint) || flags.tables.missing() == Missing::Refuse => {}
            Err(Stop::Failure(complaint)) => {
                let help = "without best play in endgames a book needs no tables: --no-build";
                return Err(complaint.helped(help).into());
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}

/// Whether there can be no table here, so that the good move is printed alone.
fn is_out_of_reach(complaint: &Complaint) -> bool {
    matches!(complaint.kind(), Kind::NoTable | Kind::MissingTable | Kind::Memory)
}

/// New puzzles, written to a file as well if that is asked for.
fn made(
    flags: &args::Book,
    seed: u64,
    supply: &Supply,
    console: &mut Console,
) -> Result<Vec<Item>, Stop> {
    let mut file = flags.fresh.records.as_deref().map(Records::create).transpose()?;
    let puzzles = generated(flags, seed, supply, console)?;
    let mut cases = Vec::new();
    for (puzzle, number) in puzzles.into_iter().zip(1..) {
        if let Some(file) = &mut file {
            file.add(&puzzle)?;
        }
        let input = Input::argument(puzzle.to_line());
        let typed = TypedPuzzle::of(&puzzle).map_err(|error| bad_puzzle(&error, &input))?;
        let (warnings, ignored) = (Vec::new(), Vec::new());
        cases.push(Item { number, input, puzzle, typed, warnings, ignored });
    }
    if let Some(file) = file {
        file.close()?.tell_losses(console);
    }
    Ok(cases)
}

/// New puzzles of all kinds, for which tables are built first.
fn generated(
    flags: &args::Book,
    seed: u64,
    supply: &Supply,
    console: &mut Console,
) -> Result<Vec<Puzzle>, Stop> {
    supply.build_aloud(&Generation::tables(), console)?;
    let threads = flags.tables.construction.threads.number();
    let generation = Generation { count: flags.fresh.count, seed, threads };
    let task = WatchedTask::begin("making", console);
    let made = supply.on_threads(|| generation.run(&supply.tables, &task))?;
    made.map_err(|error| match error {
        GenerationError::Tables(error) => supply::unanswered(&error).into(),
        _ => Stop::Interrupted,
    })
}

/// The book: chapters by what is to be done, puzzles in their order.
fn book(
    flags: &args::Book,
    cases: &[Item],
    supply: &Supply,
    lookout: &Lookout,
    seed: Option<u64>,
) -> Result<Book, Stop> {
    let style = if flags.looks.hatched { Style::Print } else { Style::Grey };
    let style = DiagramStyle { style, coordinates: !flags.looks.no_coordinates };
    let count = cases.len();
    let work = |(): &mut (), item: &Item| match lookout.is_interrupted() {
        true => None,
        false => Some(BookEntry::new(&item.puzzle, &item.typed, style, &supply.tables)),
    };
    let mut entries = Vec::with_capacity(count);
    let threads = flags.tables.construction.threads.number();
    parallel::for_each(
        cases,
        threads,
        || (),
        work,
        |entry| {
            entries.push(entry.ok_or(Stop::Interrupted)?);
            let share = entries.len() as f64 / count as f64;
            let done = || format!("{} of {}", entries.len(), plural(count as u64, "puzzle"));
            lookout.show(Some(share), done);
            Ok::<_, Stop>(())
        },
    )?;
    let (title, subtitle) = (flags.title.clone(), flags.subtitle.clone());
    Ok(compose(entries, TitlePage { title, subtitle, seed }))
}

impl Report {
    fn new(book: &Book, pages: Option<usize>, seed: Option<u64>, flags: &args::Book) -> Report {
        let part =
            |chapter: &Chapter| Part { title: chapter.title.clone(), count: chapter.entries.len() };
        let records = flags.fresh.records.as_ref();
        Report {
            count: book.chapters.iter().map(|chapter| chapter.entries.len()).sum(),
            chapters: book.chapters.iter().map(part).collect(),
            pages,
            seed,
            file: flags.output.display().to_string(),
            records: records.map(|path| path.display().to_string()),
        }
    }
}

fn tell(report: &Report, stats: Stats, console: &mut Console) -> Result<(), Stop> {
    if console.is_json() {
        let status = if report.seed.is_some() { Status::Proven } else { Status::Ok };
        return Ok(console.answer(&Answer { status, result: report, stats: Some(stats) })?);
    }
    if !console.is_quiet() {
        let (count, file) = (plural(report.count as u64, "puzzle"), visible(&report.file));
        let pages = report.pages.map(|pages| format!(" on {}", plural(pages as u64, "page")));
        let seed = report.seed.map(|seed| format!(", seed {seed}"));
        let [pages, seed] = [pages, seed].map(Option::unwrap_or_default);
        writeln!(console.out(), "{count}{pages} in {file}{seed}")?;
    }
    Ok(())
}
