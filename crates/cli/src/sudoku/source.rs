//! Where sudokus come from: arguments, a file or standard input, in any format.

use crate::args::sudoku::Grids;
use crate::complain::{Complaint, Kind};
use crate::input::{self, Blocks, Whole};
use crate::render::visible;
use sole_sudoku::formats::{self, ByLine, Format, Opening, Piece, ReadError, Sudoku, WriteError};
use sole_sudoku::{Puzzle, Shape};
use std::cell::Cell;
use std::path::Path;

/// All that was given, not cut into sudokus yet.
pub(super) struct Book {
    texts: Vec<Whole>,
    from: Option<Format>,
    /// What the name of the file says.
    hint: Option<Format>,
    boxes: Option<Shape>,
    /// What comes later.
    rest: Cell<Option<Rest>>,
}

/// Sudokus that come later, one in each line.
pub(super) struct Rest {
    blocks: Blocks,
    layout: ByLine,
    boxes: Option<Shape>,
}

/// Sudokus that are there, and perhaps some that come later.
pub(super) struct Batch<'a> {
    pub(super) questions: Vec<Question<'a>>,
    pub(super) rest: Option<Rest>,
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
        Ok(Book { texts, from: flags.from, hint, boxes: flags.boxes, rest: Cell::default() })
    }

    /// Reads all that is asked about, or, if standard input has one sudoku in each line, no more
    /// than the first: whoever writes there may wait for its answer before the next.
    pub(super) fn begin(flags: Grids) -> Result<Book, Complaint> {
        if !input::is_stdin(&flags.grid, flags.file.as_deref()) {
            return Book::open(flags);
        }
        let mut blocks = Blocks::of_stdin();
        let mut book = Book {
            texts: Vec::new(),
            from: flags.from,
            hint: None,
            boxes: flags.boxes,
            rest: Cell::default(),
        };
        while let Some(whole) = blocks.next(&|| false)? {
            match book.texts.first_mut() {
                Some(first) => first.append(&whole),
                None => book.texts.push(whole),
            }
            let text = &book.texts[0].text;
            if let Opening::ByLine(layout) = Opening::of(text, flags.from)
                && !layout.pieces(text).is_empty()
            {
                book.rest.set(Some(Rest { blocks, layout, boxes: flags.boxes }));
                break;
            }
        }
        Ok(book)
    }

    /// The sudokus that are there, at least one, and those that come later.
    pub(super) fn batch(&self) -> Result<Batch<'_>, Complaint> {
        match self.rest.take() {
            None => Ok(Batch { questions: self.questions()?, rest: None }),
            Some(mut rest) => {
                let questions = self.texts.iter().flat_map(|whole| rest.questions(whole)).collect();
                rest.layout = rest.layout.after_heading();
                Ok(Batch { questions, rest: Some(rest) })
            }
        }
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

impl Rest {
    /// The lines that have come since; `None` at the end or if `is_over` says so.
    pub(super) fn next(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<Whole>, Complaint> {
        self.blocks.next(is_over)
    }

    /// The sudokus in some lines.
    pub(super) fn questions<'a>(&self, whole: &'a Whole) -> Vec<Question<'a>> {
        let pieces = self.layout.pieces(&whole.text).into_iter();
        pieces.map(|piece| Question { whole, piece, boxes: self.boxes }).collect()
    }
}

impl Batch<'_> {
    /// Whether there is one sudoku and no other can come.
    pub(super) fn is_alone(&self) -> bool {
        self.questions.len() == 1 && self.rest.is_none()
    }

    /// How many sudokus there are, if that is known.
    pub(super) fn total(&self) -> Option<usize> {
        self.rest.is_none().then_some(self.questions.len())
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
        if self.whole.is_argument() && Path::new(&self.whole.text).is_file() {
            complaint.helped(format!("to read that file, add --file {}", visible(text)))
        } else {
            complaint
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
