//! `sole endgame mine`: positions of an ending as puzzles.

use super::reading::{read_material, tables, unanswered};
use super::watched::watched;
use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Progress, Stop};
use crate::crew::on_threads;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Input;
use crate::progress::Gauge;
use crate::records::{self, Records};
use sole_endgame::{Expression, ExpressionError, Mine, Pace, Selection};
use sole_puzzle::{Generator, Puzzle};
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc;

/// Puzzles on their way from the search to where they are written.
const UNDERWAY: usize = 1024;

/// Runs the command.
pub(crate) fn run(flags: args::Mine, console: &mut Console) -> Result<Exit, Stop> {
    let material = read_material(&flags.material)?;
    let expression = read_expression(&flags.r#where)?;
    let mine = Mine { material, expression, selection: selection(&flags) };
    let (gauge, pace) = (gauge(&flags, console), Pace::default());
    let count = watched(gauge, &pace, || match &flags.output {
        None => search(&mine, &flags, &pace, &mut |puzzle| Ok(write_puzzle(puzzle, console)?)),
        Some(path) => {
            let mut records = Records::create(path)?;
            let count = search(&mine, &flags, &pace, &mut |puzzle| Ok(records.add(puzzle)?))?;
            records.finish("puzzle", console)?;
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

pub(super) fn read_expression(text: &str) -> Result<Expression, Complaint> {
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
    write: &mut dyn FnMut(&Puzzle) -> Result<(), Stop>,
) -> Result<u64, Stop> {
    let tables = tables(&flags.reading)?;
    let generator = generator(flags);
    let (sender, receiver) = mpsc::sync_channel(UNDERWAY);
    std::thread::scope(|scope| {
        let searched = scope.spawn(move || {
            on_threads(flags.reading.threads.number(), || {
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
    records::generator(arguments, flags.seed)
}

fn write_puzzle(puzzle: &Puzzle, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status: Status::Ok, result: puzzle, stats: None });
    }
    writeln!(console.out(), "{}", puzzle.to_line())
}
