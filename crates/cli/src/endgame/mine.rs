//! `sole endgame mine`: positions of an ending as puzzles.

use super::reading::{read_material, unanswered};
use super::supply::{Missing, Supply};
use crate::args::{self, Picture};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Progress, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Input;
use crate::records::Records;
use crate::render::board::{BoardStyle, Marks};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::{Faults, Material, Position, Setup};
use sole_collection::Arguments;
use sole_collection::description::merits;
use sole_endgame::{Expression, ExpressionError, ExpressionProblem, Mine, Selection};
use sole_puzzle::task::Task;
use sole_puzzle::{Generator, Puzzle};
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc;

/// Puzzles on their way from the search to where they are written.
const UNDERWAY: usize = 1024;

/// Runs the command.
pub(crate) fn run(flags: args::Mine, console: &mut Console) -> Result<Exit, Stop> {
    if flags.lists_conditions() {
        return list_conditions(console);
    }
    let material = read_material(flags.material()?)?;
    let expression = read_expression(flags.condition())?;
    let mine = Mine { material, expression, selection: selection(&flags) };
    let supply = flags.tables.supply()?;
    if flags.tables.missing() == Missing::Build {
        supply.provide_ending(&material, Missing::Build, console)?;
    }
    let task = begin(&flags, &material, console);
    let source = (&flags, &supply);
    let count = match &flags.output {
        None => search(&mine, source, &task, &mut |puzzle| Ok(write_puzzle(puzzle, console)?))?,
        Some(path) => {
            let mut records = Records::create(path)?;
            let count = search(&mine, source, &task, &mut |puzzle| Ok(records.add(puzzle)?))?;
            records.finish("puzzle", console)?;
            count
        }
    };
    let is_interrupted = task.is_cancelled();
    drop(task);
    match count {
        _ if is_interrupted => Err(Stop::Interrupted),
        0 => {
            console.notes().say("there is no such position");
            Ok(Exit::No)
        }
        _ => Ok(Exit::Yes),
    }
}

/// A search that shows how far it has come, but not between puzzles on the same terminal.
fn begin(flags: &args::Mine, material: &Material, console: &Console) -> WatchedTask {
    let between = flags.output.is_none() && console.is_terminal();
    let mode = if between { Progress::Hidden } else { console.progress() };
    WatchedTask::show(mode, format!("mining {material}"), console)
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
        let meant = match &error.problem {
            ExpressionProblem::Unknown { nearest: Some(nearest), .. } => {
                format!("did you mean {nearest}? ")
            }
            _ => String::new(),
        };
        let list = "sole endgame mine --conditions lists all conditions";
        complaint.about(&Input::argument(text)).at(error.span).helped(format!("{meant}{list}"))
    })
}

/// Lists the conditions, each with what it says.
pub(super) fn list_conditions(console: &mut Console) -> Result<Exit, Stop> {
    if console.is_json() {
        let condition = |(text, meaning)| ConditionRow { text, meaning };
        let result: Vec<ConditionRow> = Expression::conditions().map(condition).collect();
        console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        return Ok(Exit::Yes);
    }
    for (text, meaning) in Expression::conditions() {
        writeln!(console.out(), "{text:25}  {meaning}")?;
    }
    writeln!(console.out(), "\nThey are combined by and, or, not and parentheses.")?;
    Ok(Exit::Yes)
}

/// A condition as scripts see it.
#[derive(Debug, Serialize)]
struct ConditionRow {
    text: &'static str,
    meaning: &'static str,
}

/// Finds puzzles on other threads and hands each to `write` on this one; says how many.
fn search(
    mine: &Mine,
    (flags, supply): (&args::Mine, &Supply),
    task: &Task,
    write: &mut dyn FnMut(&Puzzle) -> Result<(), Stop>,
) -> Result<u64, Stop> {
    let tables = &supply.tables;
    let generator = generator(flags)?;
    let (sender, receiver) = mpsc::sync_channel(UNDERWAY);
    std::thread::scope(|scope| {
        let searched = scope.spawn(move || {
            supply.on_threads(|| {
                mine.run(tables, task, |puzzle| match sender.send(puzzle) {
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
        searched.map_err(|error| unanswered(&mine.material, &flags.tables.data, &error))?;
        Ok(count)
    })
}

fn generator(flags: &args::Mine) -> Result<Generator, Complaint> {
    let words = ["endgame", "mine", flags.material()?, "--where", flags.condition()];
    Ok(Arguments::new(words).with("--count", flags.count).generator(flags.seed))
}

fn write_puzzle(puzzle: &Puzzle, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status: Status::Ok, result: puzzle, stats: None });
    }
    if console.is_terminal() {
        return draw(puzzle, console);
    }
    writeln!(console.out(), "{}", puzzle.to_line())
}

/// The board, what is asked, and the moves that solve it.
fn draw(puzzle: &Puzzle, console: &mut Console) -> io::Result<()> {
    let setup: Setup = puzzle.position().parse().expect("a puzzle found here has a FEN");
    let picture = Picture { ascii: false, flip: false };
    let style = BoardStyle::choose(picture, console.paint(), console.is_terminal());
    let board = style.render(&setup.diagram, Marks::default());
    let fen = console.paint().dim(puzzle.position());
    let merits = console.paint().dim(&merits(puzzle));
    let caption = caption(puzzle, &setup);
    writeln!(console.out(), "{board}\n{caption}\n{fen}\n{merits}\n")
}

/// `White to move wins: Rb8`.
fn caption(puzzle: &Puzzle, setup: &Setup) -> String {
    let position = Position::new(*setup, Faults::WAIVABLE).expect("it was found in a table");
    let name = |text: &String| {
        let played = position.parse_uci(text);
        played.map_or_else(|_| text.clone(), |m| position.san(m).to_string())
    };
    let moves: Vec<String> = puzzle.answer().solutions().iter().map(name).collect();
    let verb = match (puzzle.stipulation(), moves.is_empty()) {
        (_, true) => "loses",
        ("win", false) => "wins",
        _ => "draws",
    };
    let moves = if moves.is_empty() { String::new() } else { format!(": {}", moves.join(", ")) };
    format!("{} to move {verb}{moves}", setup.turn.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::{Answer, Status};

    #[test]
    fn captions_say_what_the_side_to_move_gets_and_how() {
        let cases = [
            ("8/1P6/k7/8/K7/8/8/8 w - - 0 1", "win", vec!["b7b8r"], "White to move wins: b8=R"),
            ("8/8/8/8/8/k7/p7/K7 w - - 0 1", "draw", vec![], "White to move loses"),
            ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "draw", vec!["a1b2"], "White to move draws: Kxb2"),
        ];
        for (fen, stipulation, solutions, expected) in cases {
            let status = if solutions.is_empty() { Status::None } else { Status::One };
            let solutions = solutions.into_iter().map(str::to_owned).collect();
            let answer = Answer::new(status, solutions).expect("the status counts them");
            let kind = sole_endgame::KIND.parse().expect("a word");
            let puzzle = Puzzle::new(kind, fen.to_owned(), stipulation, answer).expect("a puzzle");
            let setup = fen.parse().expect("a FEN");
            assert_eq!(caption(&puzzle, &setup), expected, "{fen}");
        }
    }
}
