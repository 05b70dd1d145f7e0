//! `sole sudoku show`: a sudoku drawn in the terminal or as a picture.

use super::batch;
use super::picture;
use super::source::{Book, Question};
use crate::args::sudoku::Show;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::drawing::{self, Medium};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records::Written;
use crate::render::{Charset, plural};
use serde::Serialize;
use sole_collection::GridDrawing;
use sole_picture::Style;
use sole_sudoku::formats::{Sudoku, in_one_line, pencilmarks};

/// What scripts see.
#[derive(Serialize)]
struct Report {
    puzzle: String,
    /// The givens alone.
    given: String,
    side: usize,
    /// Width and height.
    boxes: [usize; 2],
    givens: usize,
    placed: usize,
    /// The candidates of each cell, row by row, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<u8>>>,
}

/// Runs the command.
pub(super) fn run(flags: Show, console: &mut Console) -> Result<Exit, Stop> {
    let drawing = GridDrawing { candidates: flags.candidates, highlighted: flags.highlight };
    let files = [(flags.svg, Medium::Svg), (flags.png, Medium::Png)];
    if let Some((path, medium)) = files.into_iter().find_map(|(path, medium)| Some((path?, medium)))
    {
        let book = Book::open(flags.grids)?;
        let questions = book.questions()?;
        let [question] = &questions[..] else {
            return Err(picture::crowded().into());
        };
        let picture = drawing.view(&question.read()?.marks(), Style::Screen).render();
        drawing::save(picture, medium, &path)?;
        Written::new(1, &path).tell("sudoku", console)?;
        return Ok(Exit::Yes);
    }
    let book = Book::begin(flags.grids)?;
    let mut gap = "";
    batch::answer_in_turn(book.batch()?, console, &|| false, |question, console| {
        match show(question, &drawing, console)? {
            Shown::Json(result) => {
                console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            }
            Shown::Text(text) => writeln!(console.out(), "{gap}{text}")?,
        }
        gap = "\n";
        Ok(Exit::Yes)
    })
}

/// What is written of a sudoku.
enum Shown {
    Json(Report),
    Text(String),
}

fn show(question: &Question, drawing: &GridDrawing, console: &Console) -> Result<Shown, Complaint> {
    let sudoku = &question.read()?;
    if console.is_json() {
        return Ok(Shown::Json(Report::new(sudoku, drawing)));
    }
    let (paint, givens) = (console.paint(), sudoku.givens());
    let is_marked = |cell| drawing.highlighted.contains(&cell);
    let adorned = |cell, text: String| match is_marked(cell) {
        true => paint.green(&text),
        false => picture::bold_given(cell, text, givens, paint),
    };
    let grid = match drawing.candidates || sudoku.has_exclusions() {
        true => pencilmarks::render_with(&sudoku.marks(), adorned)
            .map_err(|error| question.refusal(&error))?,
        false => picture::adorned(sudoku.values(), adorned),
    };
    if console.is_quiet() {
        return Ok(Shown::Text(grid));
    }
    let (description, line) = (description(sudoku), in_one_line(sudoku.values()));
    Ok(Shown::Text(format!("{grid}\n\n{description}\n{line}")))
}

/// The size, and how much is there.
fn description(sudoku: &Sudoku) -> String {
    let shape = sudoku.shape();
    let side = shape.side();
    let n_givens = sudoku.givens().n_values();
    let n_placed = sudoku.values().n_values() - n_givens;
    let placed = if n_placed > 0 { format!(", {n_placed} placed") } else { String::new() };
    let excluded = if sudoku.has_exclusions() { ", candidates excluded" } else { "" };
    let givens = plural(n_givens as u64, "given");
    let text = format!("{side}×{side} in boxes of {shape}, {givens}{placed}{excluded}");
    Charset::of_environment().text(&text).into_owned()
}

impl Report {
    fn new(sudoku: &Sudoku, drawing: &GridDrawing) -> Report {
        let shape = sudoku.shape();
        let values = |&set: &u128| {
            (1..=shape.side() as u8).filter(|value| set >> (value - 1) & 1 != 0).collect()
        };
        let n_givens = sudoku.givens().n_values();
        let marks = sudoku.marks();
        let sets = || marks.all_candidates().iter().map(values).collect();
        Report {
            puzzle: in_one_line(sudoku.values()),
            given: in_one_line(sudoku.givens()),
            side: shape.side(),
            boxes: [shape.width(), shape.height()],
            givens: n_givens,
            placed: sudoku.values().n_values() - n_givens,
            candidates: drawing.candidates.then(sets),
        }
    }
}
