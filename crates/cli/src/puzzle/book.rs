//! `sole puzzle book`: puzzles printed, with their solutions at the back.

use super::filter::length;
use super::fresh;
use super::marks;
use super::page::{Claims, Class, entry};
use super::plate::Plate;
use super::show::credit;
use super::source::{self, Item, Kinds, bad_subject};
use crate::args::puzzle::{self as args, Order, PaperSize};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::crew;
use crate::draft::Draft;
use crate::endgame::supply::{Missing, Supply};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::Input;
use crate::lookout::Lookout;
use crate::records::{self, Records};
use crate::render::{plural, visible};
use serde::Serialize;
use sole_collection::Subject;
use sole_picture::Style;
use sole_picture::book::{Book, Chapter, Entry, Layout, Notation, Paper, missing_letters};
use std::collections::BTreeMap;
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

/// How a book is written.
#[derive(Clone, Copy)]
enum Form {
    Pdf,
    Html,
}

/// Runs the command.
pub(super) fn run(flags: &args::Book, console: &mut Console) -> Result<Exit, Stop> {
    let form = form(&flags.output)?;
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
    sort(&mut cases, flags);
    if cases.is_empty() {
        console.notes().say(&kinds.nothing(&flags.choice));
        return Ok(Exit::No);
    }
    provide(flags, &cases, &supply, console)?;
    if let Form::Pdf = form {
        say_what_is_missing(flags, &cases, console);
    }
    let lookout = Lookout::new(console.progress(), "printing".to_owned());
    let book = book(flags, cases, &supply, &lookout, seed)?;
    let layout = layout(&flags.looks);
    drop(lookout);
    let pages = match form {
        Form::Html => {
            draft.finish(book.html(layout).as_bytes())?;
            None
        }
        Form::Pdf => {
            let document = book.pages(layout);
            draft.finish(&document.write())?;
            Some(document.pages.len())
        }
    };
    tell(&Report::new(&book, pages, seed, flags), Stats::new(0, start.elapsed()), console)?;
    Ok(exit)
}

fn form(path: &Path) -> Result<Form, Complaint> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("pdf") => Ok(Form::Pdf),
        Some("html" | "htm") => Ok(Form::Html),
        _ => {
            let name = visible(&path.display().to_string());
            let message = format!("{name} is neither a .pdf nor a .html");
            Err(Complaint::new(Kind::Usage, message))
        }
    }
}

fn layout(looks: &args::Looks) -> Layout {
    let layout = Layout::new(looks.columns, looks.rows).unwrap_or_default();
    let paper = match looks.paper {
        PaperSize::A4 => Paper::A4,
        PaperSize::Letter => Paper::Letter,
    };
    let notation = if looks.letters { Notation::Letters } else { Notation::Figurines };
    layout.on(paper).with(notation)
}

/// Puts puzzles into the order that is asked for; those that have no such number come last.
fn sort(cases: &mut [Item], flags: &args::Book) {
    let scale = flags.choice.scale.as_ref();
    let key = |Item { puzzle, subject, .. }: &Item| {
        let rating = match scale {
            Some(scale) => puzzle.rating(scale.as_str()),
            None => puzzle.ratings().first(),
        };
        let rating = rating.map(|rating| rating.value());
        match flags.sort {
            Order::AsIs => None,
            Order::Length => length(puzzle),
            Order::Rating => rating,
            Order::Difficulty => {
                let marks = marks::difficulty(puzzle, subject)?;
                // Marks first; among the same marks the rating, which stays below the next mark.
                let share = 1.0 - 1.0 / (1.0 + rating.unwrap_or_default().max(0.0));
                Some(f64::from(marks.marks()) + share)
            }
        }
    };
    let number = |item: &Item| key(item).unwrap_or(f64::INFINITY);
    cases.sort_by(|one, other| number(one).total_cmp(&number(other)));
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
    for position in won.filter_map(|item| item.subject.ending()) {
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
    let puzzles = fresh::make(
        flags.fresh.count,
        seed,
        flags.tables.construction.threads.number(),
        supply,
        console,
    )?;
    let mut cases = Vec::new();
    for (puzzle, number) in puzzles.into_iter().zip(1..) {
        if let Some(file) = &mut file {
            file.add(&puzzle)?;
        }
        let input = Input::argument(puzzle.to_line());
        let subject = Subject::of(&puzzle).map_err(|error| bad_subject(&error, &input))?;
        let (warnings, ignored) = (Vec::new(), Vec::new());
        cases.push(Item { number, input, puzzle, subject, warnings, ignored });
    }
    if let Some(file) = file {
        file.close()?.tell_losses(console);
    }
    Ok(cases)
}

/// The book: chapters by what is to be done, puzzles in their order.
fn book(
    flags: &args::Book,
    cases: Vec<Item>,
    supply: &Supply,
    lookout: &Lookout,
    seed: Option<u64>,
) -> Result<Book, Stop> {
    let style = if flags.looks.hatched { Style::Print } else { Style::Grey };
    let plate = Plate { style, coordinates: !flags.looks.no_coordinates };
    let mut chapters: BTreeMap<Class, (Vec<Entry>, Claims)> = BTreeMap::new();
    let count = cases.len();
    let work = |item: &Item| match lookout.is_interrupted() {
        true => None,
        false => Some(entry(item, &item.subject, plate, &supply.tables)),
    };
    crew::in_order(&cases, flags.tables.construction.threads.number(), work, |number, entry| {
        let entry = entry.ok_or(Stop::Interrupted)?;
        let item = &cases[number];
        let (entries, claims) = chapters.entry(Class::of(&item.subject)).or_default();
        entries.push(entry);
        claims.add(item.puzzle.answer().status());
        let share = (number + 1) as f64 / count as f64;
        lookout
            .show(Some(share), || format!("{} of {}", number + 1, plural(count as u64, "puzzle")));
        Ok::<_, Stop>(())
    })?;
    let subtitle = || {
        let proved = if seed.is_some() { ", each with one solution" } else { "" };
        format!("{}{proved}", plural(count as u64, "puzzle"))
    };
    let again = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    let title = match chapters.values().all(|(_, claims)| claims.are_all_one()) {
        true => "Puzzles with one solution",
        false => "Puzzles",
    };
    let chapters = chapters.into_iter().map(|(class, (entries, claims))| Chapter {
        title: class.title(),
        note: class.note(claims),
        entries,
    });
    Ok(Book {
        title: flags.title.clone().unwrap_or_else(|| title.to_owned()),
        subtitle: flags.subtitle.clone().unwrap_or_else(subtitle),
        imprint: format!("Printed by sole {}{again}", env!("CARGO_PKG_VERSION")),
        chapters: chapters.collect(),
    })
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
