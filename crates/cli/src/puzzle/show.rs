//! `sole puzzle show`: puzzles drawn in the terminal, or one of them into a file.

use super::source::{self, Item};
use crate::args::Picture;
use crate::args::puzzle::{Drawing, Show};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::drawing::{self, Medium};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records::Written;
use crate::render::board::{BoardStyle, Marks};
use crate::render::plural;
use crate::sudoku::picture;
use serde::Serialize;
use sole_board::{Diagram, Position, Role, SquareSet};
use sole_collection::book::DiagramStyle;
use sole_collection::description::{credit, merits, task};
use sole_collection::{TypedPuzzle, solution_paragraphs};
use sole_puzzle::Puzzle;
use std::io;
use std::path::Path;

/// What scripts see.
#[derive(Serialize)]
struct Report<'a> {
    number: usize,
    puzzle: &'a Puzzle,
    /// As people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

/// Runs the command.
pub(super) fn run(flags: &Show, console: &mut Console) -> Result<Exit, Stop> {
    if let Some((path, medium)) = file(flags) {
        let items = chosen(flags, console)?;
        return save(items, path, medium, console);
    }
    let (mut exit, mut gap) = (Exit::Yes, "");
    let mut take = |item: Result<Item, Complaint>, console: &mut Console| {
        match item {
            Ok(item) => {
                if !console.is_json() {
                    write!(console.out(), "{gap}")?;
                }
                gap = "\n";
                show(&item, flags, console)?;
            }
            Err(complaint) => {
                exit = exit.and(complaint.exit());
                console.complain(&complaint)?;
            }
        }
        Ok(())
    };
    match flags.numbers.is_empty() {
        true => source::visit(&flags.file, console, take)?,
        false => {
            let mut items = chosen(flags, console)?.into_iter();
            items.try_for_each(|item| take(item, console))?;
        }
    }
    Ok(exit)
}

/// The file for a picture, if there is to be one.
fn file(flags: &Show) -> Option<(&Path, Medium)> {
    let Drawing { svg, png } = &flags.drawing;
    let files = [(svg, Medium::Svg), (png, Medium::Png)];
    files.into_iter().find_map(|(path, medium)| Some((path.as_deref()?, medium)))
}

/// Draws the one puzzle that is asked for into a file.
fn save(
    items: Vec<Result<Item, Complaint>>,
    path: &Path,
    medium: Medium,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let count = items.len();
    let mut items = items.into_iter();
    let (Some(item), 1) = (items.next(), count) else {
        let message = format!("a picture shows one puzzle, and there are {count}");
        return Err(Complaint::new(Kind::Usage, message).helped("say which: FILE N").into());
    };
    drawing::save(DiagramStyle::SCREEN.draw(&item?.typed), medium, path)?;
    Written::new(1, path).tell("puzzle", console)?;
    Ok(Exit::Yes)
}

/// The puzzles that are asked for, in that order.
fn chosen(flags: &Show, console: &mut Console) -> Result<Vec<Result<Item, Complaint>>, Stop> {
    let all = source::read(&flags.file, console)?;
    if flags.numbers.is_empty() {
        return Ok(all);
    }
    let count = all.len();
    let mut all: Vec<Option<_>> = all.into_iter().map(Some).collect();
    let take = |number: &std::num::NonZeroUsize| {
        let slot = all.get_mut(number.get() - 1);
        slot.and_then(Option::take).ok_or_else(|| {
            let message = match number.get() > count {
                true => format!("there is no puzzle {number}: {}", plural(count as u64, "puzzle")),
                false => format!("puzzle {number} is asked for twice"),
            };
            Complaint::new(Kind::Usage, message)
        })
    };
    Ok(flags.numbers.iter().map(take).collect::<Result<_, Complaint>>()?)
}

fn show(item: &Item, flags: &Show, console: &mut Console) -> Result<(), Stop> {
    let Item { number, puzzle, typed, .. } = item;
    let told = flags.solution.then(|| solution_paragraphs(puzzle, typed));
    if console.is_json() {
        let result = Report { number: *number, puzzle, solution: told };
        return Ok(console.answer(&Answer { status: Status::Ok, result, stats: None })?);
    }
    if !console.is_quiet() {
        let heading = console.paint().bold(&format!("{number}. {}", task(puzzle, typed)));
        console.print_line(&format!("{heading}\n"))?;
    }
    draw(typed, flags.picture, console)?;
    if !console.is_quiet() {
        writeln!(console.out())?;
        let details = [puzzle.position().to_owned(), merits(puzzle)];
        let credits = credit(puzzle);
        for line in details.into_iter().chain(credits).filter(|line| !line.is_empty()) {
            let line = console.paint().dim(&crate::render::visible(&line));
            console.print_line(&line)?;
        }
    }
    for paragraph in told.iter().flatten() {
        console.print_line(&format!("\n{paragraph}"))?;
    }
    Ok(())
}

fn draw(typed: &TypedPuzzle, flags: Picture, console: &mut Console) -> io::Result<()> {
    match typed {
        TypedPuzzle::Mate { setup, problem } => {
            board(&setup.diagram, Some(problem.position()), flags, console)
        }
        TypedPuzzle::Endgame { setup, position } => {
            board(&setup.diagram, Some(position), flags, console)
        }
        TypedPuzzle::Proof(reach) => board(&reach.target, None, flags, console),
        TypedPuzzle::Sudoku(sudoku) => {
            let grid = picture::drawn(sudoku.values(), sudoku.givens(), console.paint());
            writeln!(console.out(), "{grid}")
        }
    }
}

fn board(
    diagram: &Diagram,
    position: Option<&Position>,
    flags: Picture,
    console: &mut Console,
) -> io::Result<()> {
    let style = BoardStyle::choose(flags, console.paint(), console.is_terminal());
    let checked = position.filter(|position| position.is_check());
    let check = checked.map(|position| diagram.men(position.turn(), Role::King));
    let marks = Marks { check: check.unwrap_or(SquareSet::EMPTY), ..Marks::default() };
    write!(console.out(), "{}", style.render(diagram, marks))
}
