//! What a record is about: its texts read in the notation of its kind.

use sole_board::{Diagram, Faults, FenError, FenField, Move, Position, Setup, UciError, fen};
use sole_endgame as endgame;
use sole_mate::{Problem, ProblemError, Stipulation, StipulationError};
use sole_proof::{Length, LengthError, record as proof};
use sole_puzzle::Puzzle;
use sole_sudoku::formats::{self, Format, ReadError as GridError, Sudoku, record as sudoku};
use sole_sudoku::{Grid, Shape};
use std::fmt;

/// The question of a record.
#[derive(Debug)]
pub enum TypedPuzzle {
    /// A chess problem, and the setup that it was read from.
    Mate {
        /// The position with its clocks.
        setup: Setup,
        /// The position with its stipulation.
        problem: Problem,
    },
    /// A diagram that is to be reached.
    Proof(Reach),
    /// A position that is to be won or drawn.
    Endgame {
        /// The position with its clocks.
        setup: Setup,
        /// The position.
        position: Position,
    },
    /// A sudoku.
    Sudoku(Sudoku),
}

/// A diagram that is to be reached from a position in a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Where the game starts.
    pub start: Position,
    /// Where it ends.
    pub target: Diagram,
    /// How long it is.
    pub length: Length,
}

/// Why the texts of a record mean nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum TypedPuzzleError {
    /// A text that is not a FEN.
    Fen {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A position that is illegal.
    Position {
        /// The FEN as written.
        text: String,
        /// What it says.
        setup: Setup,
        /// What is wrong with it.
        faults: Faults,
    },
    /// An unknown stipulation of a problem.
    Stipulation(StipulationError),
    /// A stipulation that does not fit the position.
    Problem(ProblemError),
    /// An unknown length of a proof game.
    Length(LengthError),
    /// A stipulation of an endgame that is neither win nor draw.
    Ending {
        /// As written.
        stipulation: String,
    },
    /// A grid that is not a sudoku.
    Grid(GridError),
    /// A kind that does not exist.
    Kind {
        /// As written.
        kind: String,
    },
}

impl TypedPuzzle {
    /// Reads the texts of a record.
    ///
    /// # Errors
    /// A text that is not in the notation of the kind, or an unknown kind.
    pub fn of(puzzle: &Puzzle) -> Result<TypedPuzzle, TypedPuzzleError> {
        match puzzle.kind().as_str() {
            sole_mate::make::KIND => problem(puzzle),
            proof::KIND => reach(puzzle).map(TypedPuzzle::Proof),
            endgame::KIND => ending(puzzle),
            sudoku::KIND => sudoku::read(&puzzle.to_line())
                .map(TypedPuzzle::Sudoku)
                .map_err(TypedPuzzleError::Grid),
            kind => Err(TypedPuzzleError::Kind { kind: kind.to_owned() }),
        }
    }

    /// The position of an endgame.
    pub fn ending(&self) -> Option<&Position> {
        match self {
            TypedPuzzle::Endgame { position, .. } => Some(position),
            _ => None,
        }
    }
}

impl Reach {
    /// The moves of a game from the start, in UCI notation.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn game(&self, text: &str) -> Result<Vec<Move>, UciError> {
        let line = self.start.parse_uci_line(text)?;
        Ok(line.into_iter().map(|(_, m)| m).collect())
    }
}

/// The grid of a shape that one line means.
pub fn grid(text: &str, shape: Shape) -> Option<Grid> {
    let pieces = formats::pieces(text, Some(Format::Line));
    let sudoku = pieces.first()?.read(Some(shape)).ok()?;
    (pieces.len() == 1 && sudoku.shape() == shape).then(|| sudoku.values().clone())
}

/// A legal position, but for the faults that are waived. Castling rights and an en passant square
/// that the text leaves out are none.
fn position(text: &str, waived: Faults) -> Result<(Setup, Position), TypedPuzzleError> {
    let setup = match fen::parse_with_defaults(text) {
        Ok((setup, missing)) if !missing.contains(&FenField::Turn) => setup,
        _ => {
            text.parse().map_err(|error| TypedPuzzleError::Fen { text: text.to_owned(), error })?
        }
    };
    let illegal = |faults| TypedPuzzleError::Position { text: text.to_owned(), setup, faults };
    Ok((setup, Position::new(setup, waived).map_err(illegal)?))
}

fn problem(puzzle: &Puzzle) -> Result<TypedPuzzle, TypedPuzzleError> {
    // Composers do not mind how a position came about.
    let (setup, position) = position(puzzle.position(), Faults::WAIVABLE)?;
    let stipulation: Stipulation =
        puzzle.stipulation().parse().map_err(TypedPuzzleError::Stipulation)?;
    let problem = Problem::new(position, stipulation).map_err(TypedPuzzleError::Problem)?;
    Ok(TypedPuzzle::Mate { setup, problem })
}

fn ending(puzzle: &Puzzle) -> Result<TypedPuzzle, TypedPuzzleError> {
    let (setup, position) = position(puzzle.position(), Faults::NONE)?;
    match puzzle.stipulation() {
        "win" | "draw" => Ok(TypedPuzzle::Endgame { setup, position }),
        other => Err(TypedPuzzleError::Ending { stipulation: other.to_owned() }),
    }
}

/// What stands between the length of a proof game and the position where it starts.
const FROM: &str = " from ";

/// Reads `PG 4.0` or `8 plies`.
///
/// # Errors
/// The text is no length.
pub fn read_length(text: &str) -> Result<Length, LengthError> {
    text.strip_suffix(" plies").unwrap_or(text).parse()
}

/// The length that a stipulation of a proof game names, without the position where it starts.
pub fn length_of(stipulation: &str) -> &str {
    stipulation.split(FROM).next().unwrap_or(stipulation)
}

/// `PG 4.0`, `8 plies`, or either with a start, as `PG 4.0 from FEN`.
fn reach(puzzle: &Puzzle) -> Result<Reach, TypedPuzzleError> {
    let text = puzzle.position();
    let target: Diagram =
        text.parse().map_err(|error| TypedPuzzleError::Fen { text: text.to_owned(), error })?;
    let (length, start) = match puzzle.stipulation().split_once(FROM) {
        Some((length, fen)) => (length, position(fen, Faults::NONE)?.1),
        None => (puzzle.stipulation(), Position::initial()),
    };
    let length = read_length(length).map_err(TypedPuzzleError::Length)?;
    Ok(Reach { start, target, length })
}

impl fmt::Display for TypedPuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypedPuzzleError::Fen { error, .. } => error.fmt(f),
            TypedPuzzleError::Position { faults, .. } => write!(f, "illegal position: {faults}"),
            TypedPuzzleError::Stipulation(error) => error.fmt(f),
            TypedPuzzleError::Problem(error) => error.fmt(f),
            TypedPuzzleError::Length(error) => error.fmt(f),
            TypedPuzzleError::Ending { stipulation } => {
                write!(f, "an endgame asks for win or draw, not for {stipulation}")
            }
            TypedPuzzleError::Grid(error) => error.fmt(f),
            TypedPuzzleError::Kind { kind } => write!(f, "unknown puzzle kind {kind}"),
        }
    }
}

impl std::error::Error for TypedPuzzleError {}
