//! What a record is about: its texts read in the notation of its kind.

use super::source::Item;
use crate::complain::{Complaint, Kind};
use crate::input::Input;
use crate::render::{excerpt, visible};
use sole_board::{Diagram, Faults, Move, Position, Setup, UciError};
use sole_endgame as endgame;
use sole_mate::{Problem, Stipulation};
use sole_proof::{Length, LengthError, record as proof};
use sole_puzzle::Puzzle;
use sole_sudoku::formats::{self, Format, Sudoku, record as sudoku};
use sole_sudoku::{Grid, Shape};

/// The question of a record.
#[derive(Debug)]
pub(super) enum Subject {
    /// A chess problem, and the setup that it was read from.
    Mate { setup: Setup, problem: Problem },
    /// A diagram that is to be reached.
    Proof(Reach),
    /// A position that is to be won or drawn.
    Endgame { setup: Setup, position: Position },
    /// A sudoku.
    Sudoku(Sudoku),
}

/// A diagram that is to be reached from somewhere in so many plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) start: Position,
    pub(super) target: Diagram,
    pub(super) length: Length,
}

impl Subject {
    /// Reads the texts of a record.
    pub(super) fn of(item: &Item) -> Result<Subject, Complaint> {
        let Item { puzzle, input, .. } = item;
        match puzzle.kind().as_str() {
            sole_mate::make::KIND => problem(puzzle, input),
            proof::KIND => reach(puzzle, input).map(Subject::Proof),
            endgame::KIND => ending(puzzle, input),
            sudoku::KIND => match sudoku::read(&puzzle.to_line()) {
                Ok(sudoku) => Ok(Subject::Sudoku(sudoku)),
                Err(error) => Err(Complaint::new(Kind::BadGrid, error.to_string()).about(input)),
            },
            kind => {
                let message = format!("a puzzle of kind {}, which nobody knows", visible(kind));
                Err(Complaint::new(Kind::BadEntry, message).about(input))
            }
        }
    }
}

impl Subject {
    /// The position of an endgame.
    pub(super) fn ending(&self) -> Option<&Position> {
        match self {
            Subject::Endgame { position, .. } => Some(position),
            _ => None,
        }
    }
}

impl Reach {
    /// The moves of a game from the start, played one after the other, or why they cannot be.
    pub(super) fn game(&self, text: &str) -> Result<Vec<Move>, UciError> {
        let mut position = self.start;
        let step = |word: &str| {
            let m = position.parse_uci(word)?;
            position = position.after(m);
            Ok(m)
        };
        text.split_whitespace().map(step).collect()
    }
}

/// The grid of a shape that one line means.
pub(super) fn grid(text: &str, shape: Shape) -> Option<Grid> {
    let pieces = formats::pieces(text, Some(Format::Line));
    let sudoku = pieces.first()?.read(Some(shape)).ok()?;
    (pieces.len() == 1 && sudoku.shape() == shape).then(|| sudoku.values().clone())
}

/// What a composer may overlook in a position.
fn composed(text: &str, input: &Input) -> Result<(Setup, Position), Complaint> {
    let playable = input.word(text).position(Faults::WAIVABLE)?;
    Ok((playable.setup, playable.position))
}

fn problem(puzzle: &Puzzle, input: &Input) -> Result<Subject, Complaint> {
    let (setup, position) = composed(puzzle.position(), input)?;
    let stipulation: Stipulation = puzzle.stipulation().parse().map_err(|error| {
        let error: sole_mate::StipulationError = error;
        Complaint::new(Kind::BadStipulation, excerpt(&error.to_string())).about(input)
    })?;
    let problem = Problem::new(position, stipulation)
        .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()).about(input))?;
    Ok(Subject::Mate { setup, problem })
}

fn ending(puzzle: &Puzzle, input: &Input) -> Result<Subject, Complaint> {
    let playable = input.word(puzzle.position()).position(Faults::NONE)?;
    match puzzle.stipulation() {
        "win" | "draw" => {
            Ok(Subject::Endgame { setup: playable.setup, position: playable.position })
        }
        other => {
            let message = format!("an ending asks for win or draw, not for {}", visible(other));
            Err(Complaint::new(Kind::BadStipulation, excerpt(&message)).about(input))
        }
    }
}

/// What stands between the length of a proof game and the position where it starts.
const FROM: &str = " from ";

/// `PG 4.0` or `8 plies`.
pub(super) fn read_length(text: &str) -> Result<Length, LengthError> {
    text.strip_suffix(" plies").unwrap_or(text).parse()
}

/// What a stipulation says of a proof game, without the position where it starts.
pub(super) fn length_of(stipulation: &str) -> &str {
    stipulation.split(FROM).next().unwrap_or(stipulation)
}

/// `PG 4.0`, `8 plies`, or either with a start, as `PG 4.0 from FEN`.
fn reach(puzzle: &Puzzle, input: &Input) -> Result<Reach, Complaint> {
    let target = puzzle.position().parse();
    let target: Diagram =
        target.map_err(|error| Complaint::bad_fen(&input.word(puzzle.position()), &error))?;
    let stipulation = puzzle.stipulation();
    let (length, start) = match stipulation.split_once(FROM) {
        Some((length, fen)) => (length, input.word(fen).position(Faults::NONE)?.position),
        None => (stipulation, Position::initial()),
    };
    let length = read_length(length).map_err(|error| {
        Complaint::new(Kind::BadStipulation, excerpt(&error.to_string())).about(input)
    })?;
    Ok(Reach { start, target, length })
}
