//! Where sudokus come from: arguments, a file or standard input, in any format.

use crate::args::sudoku::Grids;
use crate::complain::{Complaint, Kind};
use crate::input::{self, Whole};
use crate::render::visible;
use sole_sudoku::formats::{self, Format, Piece, ReadError, Sudoku, WriteError};
use sole_sudoku::{Puzzle, Shape};
use std::path::Path;

/// All that was given, not cut into sudokus yet.
pub(super) struct Book {
    texts: Vec<Whole>,
    from: Option<Format>,
    /// What the name of the file says.
    hint: Option<Format>,
    boxes: Option<Shape>,
}

/// One sudoku as it was given.
pub(super) struct Question<'a> {
    whole: &'a Whole,
    piece: Piece<'a>,
    boxes: Option<Shape>,
}

impl Book {
    /// Reads all that is asked about.
    pub(super) fn open(flags: Grids) -> Result<Book, Complaint> {
        let hint = flags.file.as_deref().and_then(format_of);
        let texts = input::texts(flags.grid, flags.file)?;
        Ok(Book { texts, from: flags.from, hint, boxes: flags.boxes })
    }

    /// The sudokus, at least one.
    pub(super) fn questions(&self) -> Result<Vec<Question<'_>>, Complaint> {
        let mut questions = Vec::new();
        for whole in &self.texts {
            let pieces = match self.from {
                Some(format) => formats::pieces_of(&whole.text, format),
                None => formats::pieces(&whole.text, self.hint),
            };
            let boxes = self.boxes;
            questions.extend(pieces.into_iter().map(|piece| Question { whole, piece, boxes }));
        }
        if questions.is_empty() {
            let message = "there is no sudoku in the input".to_owned();
            return Err(Complaint::new(Kind::Unreadable, message));
        }
        Ok(questions)
    }
}

/// The format that the name of a file tells.
pub(super) fn format_of(path: &Path) -> Option<Format> {
    Format::of_extension(path.extension()?.to_str()?)
}

impl Question<'_> {
    /// Reads the sudoku.
    pub(super) fn read(&self) -> Result<Sudoku, Complaint> {
        self.try_read().map_err(|error| self.complaint(&error))
    }

    /// The same, for those who look at what is wrong.
    pub(super) fn try_read(&self) -> Result<Sudoku, ReadError> {
        self.piece.read(self.boxes)
    }

    /// What is wrong, and where.
    pub(super) fn complaint(&self, error: &ReadError) -> Complaint {
        let text = self.piece.text.lines().nth(error.line).unwrap_or_default();
        let input = self.whole.input(self.piece.line + error.line, text);
        let complaint = Complaint::new(Kind::BadGrid, error.to_string()).about(&input);
        let complaint = error.places.iter().cloned().fold(complaint, Complaint::at);
        match self.whole.is_argument() && Path::new(&self.whole.text).is_file() {
            true => complaint.helped(format!("to read that file, add --file {}", visible(text))),
            false => complaint,
        }
    }

    /// Reads the values as a puzzle, for those who have no use for candidates.
    pub(super) fn read_values(&self) -> Result<Puzzle, Complaint> {
        match self.read()? {
            Sudoku::Puzzle(puzzle) => Ok(puzzle),
            marked if marked.has_exclusions() => {
                Err(self.objection("candidates are excluded, and only values can be used here"))
            }
            marked => Ok(Puzzle::new(marked.values().clone()).expect("they stand in one grid")),
        }
    }

    /// Why it does not suit.
    pub(super) fn objection(&self, message: &str) -> Complaint {
        let text = self.piece.text.lines().next().unwrap_or_default();
        let input = self.whole.input(self.piece.line, text);
        Complaint::new(Kind::BadGrid, message.to_owned()).about(&input)
    }

    /// Why it cannot be written.
    pub(super) fn refusal(&self, error: &WriteError) -> Complaint {
        let complaint = self.objection(&error.to_string());
        match error {
            WriteError::NoCandidates { .. } => {
                complaint.helped("to write the givens alone, add --givens")
            }
            _ => complaint,
        }
    }
}
