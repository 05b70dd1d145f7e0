//! `sole sudoku convert`: sudokus in another format.

use super::picture::{self, Drawing};
use super::source::{Book, Question};
use crate::args::sudoku::{Convert, Target};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft;
use crate::drawing::{self, Medium};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records::Written;
use serde::Serialize;
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
    let book = Book::open(flags.grids)?;
    let questions = book.questions()?;
    let read = |question: &Question| {
        question.read().map(|sudoku| match flags.givens {
            true => Sudoku::Puzzle(sudoku.start()),
            false => sudoku,
        })
    };
    let format = match (target, &questions[..]) {
        (Target::Text(format), _) => format,
        (Target::Picture(medium), [question]) => {
            return draw(&read(question)?, medium, output, console);
        }
        (Target::Picture(_), _) => return Err(picture::crowded().into()),
    };
    let (mut texts, mut exit) = (Vec::new(), Exit::Yes);
    for question in &questions {
        let text = read(question)
            .and_then(|sudoku| format.render(&sudoku).map_err(|error| question.refusal(&error)));
        match text {
            Ok(text) => texts.push(text),
            Err(complaint) if questions.len() > 1 => {
                exit = exit.and(complaint.exit());
                console.complain(&complaint)?;
            }
            Err(complaint) => return Err(complaint.into()),
        }
    }
    match output {
        Some(path) => {
            draft::write_file(path, &whole(format, &texts))?;
            Written::new(texts.len() as u64, path).tell("sudoku", console)?;
        }
        None if console.is_json() => {
            for text in texts {
                let result = Converted { format: format.name(), text };
                console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            }
        }
        None => console.out().write_all(whole(format, &texts).as_bytes())?,
    }
    Ok(exit)
}

/// A picture, in a file or, as SVG, for whoever reads on.
fn draw(
    sudoku: &Sudoku,
    medium: Medium,
    output: Option<&Path>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let picture = Drawing::default().view(&sudoku.marks(), Style::Screen).draw();
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
    let between = if format.is_drawn() { "\n\n" } else { "\n" };
    let end = if texts.is_empty() { "" } else { "\n" };
    format!("{}{}{end}{}", format.opening(), texts.join(between), format.closing())
}
