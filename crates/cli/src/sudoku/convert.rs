//! `sole sudoku convert`: sudokus in another format.

use super::batch;
use super::picture;
use super::source::{Batch, Book, Question};
use crate::args::sudoku::{Convert, Target};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft;
use crate::drawing::{self, Medium};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records::Written;
use serde::Serialize;
use sole_collection::GridDrawing;
use sole_picture::{Style, svg};
use sole_sudoku::formats::{Format, Sudoku};
use std::path::Path;

/// What scripts see of a sudoku that does not go to a file.
#[derive(Serialize)]
struct Converted {
    format: &'static str,
    text: String,
}

/// Runs the command.
pub(super) fn run(flags: Convert, console: &mut Console) -> Result<Exit, Stop> {
    let output = flags.output.as_deref();
    let target = flags.to.or_else(|| Target::of_path(output?)).ok_or_else(|| {
        let message = "the name of the file does not tell its format".to_owned();
        Complaint::new(Kind::Usage, message).helped("add --to FORMAT")
    })?;
    let read = |question: &Question| {
        question.read().map(|sudoku| match flags.givens {
            true => Sudoku::Puzzle(sudoku.start()),
            false => sudoku,
        })
    };
    match target {
        Target::Text(format) => {
            let book = Book::begin(flags.grids)?;
            Job { format, output }.write(book.batch()?, read, console)
        }
        Target::Picture(medium) => {
            let book = Book::open(flags.grids)?;
            let questions = book.questions()?;
            let [question] = &questions[..] else { return Err(picture::crowded().into()) };
            draw(&read(question)?, medium, output, console)
        }
    }
}

/// A conversion to text.
struct Job<'a> {
    format: Format,
    output: Option<&'a Path>,
}

impl Job<'_> {
    /// Writes sudokus as they come, or all of them to the file.
    fn write(
        &self,
        batch: Batch<'_>,
        read: impl Fn(&Question) -> Result<Sudoku, Complaint>,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let format = self.format;
        let (mut sheet, mut file) = (Sheet { format, n_written: 0 }, String::new());
        let exit = batch::answer_in_turn(batch, console, &|| false, |question, console| {
            let text = format.render(&read(question)?);
            let text = text.map_err(|error| question.refusal(&error))?;
            if self.output.is_some() {
                file.push_str(&sheet.entry(&text));
            } else if console.is_json() {
                let result = Converted { format: format.name(), text };
                console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            } else {
                console.out().write_all(sheet.entry(&text).as_bytes())?;
            }
            Ok(Exit::Yes)
        })?;
        match self.output {
            Some(path) => {
                draft::write_file(path, &(file + &sheet.end()))?;
                Written::new(sheet.n_written, path).tell("sudoku", console)?;
            }
            None if console.is_json() => {}
            None => console.out().write_all(sheet.end().as_bytes())?,
        }
        Ok(exit)
    }
}

/// A picture, in a file or, as SVG, for whoever reads on.
fn draw(
    sudoku: &Sudoku,
    medium: Medium,
    output: Option<&Path>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let picture = GridDrawing::default().view(&sudoku.marks(), Style::Screen).render();
    match (output, medium) {
        (Some(path), _) => {
            drawing::save(picture, medium, path)?;
            Written::new(1, path).tell("sudoku", console)?;
        }
        (None, Medium::Svg) if console.is_json() => {
            let text = svg::write(&picture).trim_end().to_owned();
            let result = Converted { format: medium.name(), text };
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        }
        (None, Medium::Svg) => console.out().write_all(svg::write(&picture).as_bytes())?,
        (None, Medium::Png | Medium::Pdf) => {
            let message = format!("a picture as {} goes to a file", medium.name());
            return Err(Complaint::new(Kind::Usage, message).helped("add -o FILE").into());
        }
    }
    Ok(Exit::Yes)
}

/// A whole file.
pub(super) fn whole(format: Format, texts: &[String]) -> String {
    let mut sheet = Sheet { format, n_written: 0 };
    let entries: String = texts.iter().map(|text| sheet.entry(text)).collect();
    entries + &sheet.end()
}

/// A file that is written sudoku by sudoku.
struct Sheet {
    format: Format,
    n_written: u64,
}

impl Sheet {
    /// A sudoku, with what stands before it.
    fn entry(&mut self, text: &str) -> String {
        let before = match self.n_written {
            0 => self.format.opening(),
            _ if self.format.has_rows() => "\n",
            _ => "",
        };
        self.n_written += 1;
        format!("{before}{text}\n")
    }

    /// What stands after all sudokus.
    fn end(&self) -> String {
        let opening = if self.n_written == 0 { self.format.opening() } else { "" };
        format!("{opening}{}", self.format.closing())
    }
}
