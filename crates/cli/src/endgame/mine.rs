//! `sole endgame mine`: positions of an ending as puzzles.

use super::reading::{read_material, tables, unanswered};
use super::supply::on_threads;
use super::watched::watched;
use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Progress, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Input;
use crate::progress::Gauge;
use crate::render::{plural, visible};
use serde::Serialize;
use sole_endgame::{Expression, ExpressionError, Mine, Pace, Selection};
use sole_puzzle::{Generator, Puzzle};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc;

/// Puzzles on their way from the search to where they are written.
const UNDERWAY: usize = 1024;

/// What scripts see of puzzles that went to a file.
#[derive(Debug, Serialize)]
struct Written {
    count: u64,
    file: String,
}

/// Runs the command.
pub(crate) fn run(flags: args::Mine, console: &mut Console) -> Result<Exit, Stop> {
    let material = read_material(&flags.material)?;
    let expression = read_expression(&flags.r#where)?;
    let mine = Mine { material, expression, selection: selection(&flags) };
    let (gauge, pace) = (gauge(&flags, console), Pace::default());
    let count = watched(gauge, &pace, || match &flags.output {
        None => search(&mine, &flags, &pace, &mut |puzzle| write_puzzle(puzzle, console)),
        Some(path) => {
            let count = into_file(&mine, &flags, &pace, path)?;
            tell(count, path, console)?;
            Ok(count)
        }
    })?;
    match count {
        _ if pace.is_stopped() => Err(Stop::Interrupted),
        0 => {
            console.notes().say("there is no such position");
            Ok(Exit::No)
        }
        _ => Ok(Exit::Yes),
    }
}

/// Shows how far the search has come, but not between puzzles on the same terminal.
fn gauge(flags: &args::Mine, console: &Console) -> Gauge {
    let between = flags.output.is_none() && console.is_terminal();
    let mode = if between { Progress::Hidden } else { console.progress() };
    Gauge::new(mode, format!("mining {}", flags.material))
}

fn selection(flags: &args::Mine) -> Selection {
    match (flags.count, flags.seed) {
        (Some(count), Some(seed)) => Selection::Drawn { count, seed },
        (Some(count), None) => Selection::First { count },
        (None, _) => Selection::All,
    }
}

fn read_expression(text: &str) -> Result<Expression, Complaint> {
    text.parse().map_err(|error: ExpressionError| {
        let complaint = Complaint::new(Kind::BadExpression, error.to_string());
        let words: Vec<&str> = Expression::words().collect();
        complaint
            .about(&Input::argument(text))
            .at(error.span)
            .helped(format!("conditions are mate = N, mated = N, {}", words.join(", ")))
    })
}

/// Finds puzzles on other threads and hands each to `write` on this one; says how many.
fn search(
    mine: &Mine,
    flags: &args::Mine,
    pace: &Pace,
    write: &mut dyn FnMut(&Puzzle) -> io::Result<()>,
) -> Result<u64, Stop> {
    let tables = tables(&flags.reading)?;
    let generator = generator(flags);
    let (sender, receiver) = mpsc::sync_channel(UNDERWAY);
    std::thread::scope(|scope| {
        let searched = scope.spawn(move || {
            on_threads(flags.reading.threads, || {
                mine.run(&tables, pace, |puzzle| match sender.send(puzzle) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                })
            })
        });
        let mut count = 0;
        for puzzle in receiver {
            write(&puzzle.with_generator(generator.clone()))?;
            count += 1;
        }
        let searched = searched.join().expect("the search does not panic")?;
        searched.map_err(|error| unanswered(&mine.material, &flags.reading.data, &error))?;
        Ok(count)
    })
}

fn generator(flags: &args::Mine) -> Generator {
    let words = ["endgame", "mine", &flags.material, "--where", &flags.r#where];
    let mut arguments: Vec<String> = words.map(str::to_owned).to_vec();
    if let Some(count) = flags.count {
        arguments.extend(["--count".to_owned(), count.to_string()]);
    }
    Generator {
        program: "sole".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        arguments,
        seed: flags.seed,
    }
}

fn write_puzzle(puzzle: &Puzzle, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status: Status::Ok, result: puzzle, stats: None });
    }
    writeln!(console.out(), "{}", puzzle.to_line())
}

fn into_file(mine: &Mine, flags: &args::Mine, pace: &Pace, path: &Path) -> Result<u64, Stop> {
    let unwritable = |error: io::Error| {
        let name = visible(&path.display().to_string());
        Complaint::new(Kind::Output, format!("cannot write {name}: {error}"))
    };
    let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
    let count = search(mine, flags, pace, &mut |puzzle| writeln!(file, "{}", puzzle.to_line()));
    let count = count.map_err(|stop| match stop {
        Stop::Output(error) => unwritable(error).into(),
        stop => stop,
    })?;
    file.flush().map_err(unwritable)?;
    Ok(count)
}

fn tell(count: u64, path: &Path, console: &mut Console) -> io::Result<()> {
    let file = path.display().to_string();
    if console.is_json() {
        let result = Written { count, file };
        return console.answer(&Answer { status: Status::Ok, result, stats: None });
    }
    if console.is_quiet() {
        return Ok(());
    }
    writeln!(console.out(), "{} in {}", plural(count, "puzzle"), visible(&file))
}
