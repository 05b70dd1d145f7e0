//! Sudokus that were made, one after the other: drawings, lines, records or a file.

use super::convert;
use super::picture;
use crate::args::sudoku::Target;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft::Draft;
use crate::drawing::Medium;
use crate::envelope::{Answer, Status};
use crate::records::{Records, Written};
use crate::render::plural;
use sole_collection::GridDrawing;
use sole_picture::Style;
use sole_puzzle::{self as puzzle, Generator, Rating, Verdict};
use sole_sudoku::formats::{Format, Sudoku, WriteError, in_one_line, record};
use sole_sudoku::{Grid, Puzzle};
use std::io;
use std::path::Path;

/// A sudoku to hand out. A full grid is its own solution.
pub(super) struct Product {
    pub(super) puzzle: Puzzle,
    pub(super) solution: Grid,
    pub(super) ratings: Vec<Rating>,
}

/// Where sudokus are handed out.
pub(super) struct Sheet {
    place: Place,
    generator: Generator,
    pub(super) count: u64,
}

enum Place {
    Json,
    Lines,
    Drawings,
    Records(Records),
    /// Drawn when there is one, written at the end.
    Picture {
        draft: Draft,
        medium: Medium,
        bytes: Option<Vec<u8>>,
    },
    /// Written as a whole at the end.
    File {
        draft: Draft,
        format: Format,
        texts: Vec<String>,
    },
}

impl Sheet {
    /// An empty one for so many sudokus.
    pub(super) fn new(
        output: Option<&Path>,
        wanted: u64,
        generator: Generator,
        console: &Console,
    ) -> Result<Sheet, Complaint> {
        let place = match (output, output.and_then(Target::of_path)) {
            (Some(path), None | Some(Target::Text(Format::Record))) => {
                Place::Records(Records::create(path)?)
            }
            (Some(_), Some(Target::Picture(_))) if wanted > 1 => return Err(picture::crowded()),
            // What cannot be written shall be known before the search.
            (Some(path), Some(Target::Picture(medium))) => {
                Place::Picture { draft: Draft::create(path)?, medium, bytes: None }
            }
            (Some(path), Some(Target::Text(format))) => {
                Place::File { draft: Draft::create(path)?, format, texts: Vec::new() }
            }
            (None, _) if console.is_json() => Place::Json,
            (None, _) if console.is_quiet() => Place::Lines,
            (None, _) if wanted == 1 || console.is_terminal() => Place::Drawings,
            (None, _) => Place::Lines,
        };
        Ok(Sheet { place, generator, count: 0 })
    }

    /// Whether people look at what is handed out.
    pub(super) fn is_drawn(&self) -> bool {
        matches!(self.place, Place::Drawings)
    }

    /// Hands out a sudoku.
    pub(super) fn add(&mut self, product: Product, console: &mut Console) -> Result<(), Stop> {
        self.count += 1;
        match &mut self.place {
            Place::Records(records) => {
                return Ok(records.add(&recorded(product, &self.generator)?)?);
            }
            Place::Picture { medium, bytes, .. } => {
                let sudoku = Sudoku::Puzzle(product.puzzle);
                let picture = GridDrawing::default().view(&sudoku.marks(), Style::Screen).render();
                *bytes = Some(medium.write(picture));
                return Ok(());
            }
            Place::File { format, texts, .. } => {
                let text = format.render(&Sudoku::Puzzle(product.puzzle)).map_err(refusal)?;
                texts.push(text);
                return Ok(());
            }
            Place::Json => {
                let result = recorded(product, &self.generator)?;
                console.answer(&Answer { status: Status::Proven, result, stats: None })?;
            }
            Place::Lines => writeln!(console.out(), "{}", in_one_line(product.puzzle.givens()))?,
            Place::Drawings => {
                let gap = if self.count > 1 { "\n" } else { "" };
                write!(console.out(), "{gap}")?;
                draw(&product, console)?;
            }
        }
        Ok(console.flush()?)
    }

    /// Closes the file, if there is one, and says what is in it.
    pub(super) fn finish(self, console: &mut Console) -> Result<u64, Stop> {
        match self.place {
            Place::Records(records) => records.finish("sudoku", console)?,
            Place::Picture { draft, bytes, .. } => {
                let written = Written::new(self.count, draft.path());
                bytes.map_or(Ok(()), |bytes| draft.finish(&bytes))?;
                written.tell("sudoku", console)?;
            }
            Place::File { draft, format, texts } => {
                let written = Written::new(self.count, draft.path());
                draft.finish(convert::whole(format, &texts).as_bytes())?;
                written.tell("sudoku", console)?;
            }
            Place::Json | Place::Lines | Place::Drawings => {}
        }
        Ok(self.count)
    }
}

fn draw(product: &Product, console: &mut Console) -> io::Result<()> {
    let givens = product.puzzle.givens();
    let grid = picture::drawn(givens, givens, console.paint());
    writeln!(console.out(), "{grid}\n")?;
    if *givens != product.solution {
        let n_givens = plural(givens.n_values() as u64, "given");
        let merits = product.ratings.iter().map(Rating::to_string);
        let merits: Vec<String> = [n_givens].into_iter().chain(merits).collect();
        let merits = console.paint().dim(&merits.join(", "));
        writeln!(console.out(), "{merits}")?;
    }
    writeln!(console.out(), "{}", in_one_line(givens))
}

fn recorded(product: Product, generator: &Generator) -> Result<puzzle::Puzzle, Complaint> {
    let Product { puzzle, solution, ratings } = product;
    let record = record::puzzle(&Sudoku::Puzzle(puzzle), &Verdict::One(solution));
    let record = record.map_err(refusal)?.with_generator(generator.clone());
    Ok(ratings.into_iter().fold(record, puzzle::Puzzle::with_rating))
}

fn refusal(error: WriteError) -> Complaint {
    Complaint::new(Kind::BadGrid, error.to_string())
}
