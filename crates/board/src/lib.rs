//! The rules of chess: positions, moves, exact identity, notations.
//!
//! Three words for three things: a [`Setup`] is anything that parsed, a
//! [`Position`] can be played on, a [`Diagram`] is the 64 squares alone.
//!
//! ```
//! use sole_board::{Position, Setup};
//! let setup: Setup = "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1".parse()?;
//! let position = Position::try_from(setup)?;
//! assert!(!position.has_moves() && !position.is_check());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
mod dead_position;
mod diagram;
mod epd;
pub mod fen;
mod game;
mod generate;
mod illegal_move;
mod key;
mod make_move;
mod material;
mod material_limits;
mod move_line;
mod move_text;
mod moves;
mod nibbles;
mod outcome;
mod packed;
#[cfg(feature = "parallel")]
pub mod parallel_perft;
mod perft;
pub mod pgn;
mod piece;
pub mod piece_list;
mod position;
mod position_text;
mod pseudo;
mod rights;
mod san;
mod setup;
mod square;
mod square_set;
mod uci;
mod unmove;

pub use diagram::Diagram;
pub use epd::{Epd, EpdError, EpdProblem, Operand, Operation};
pub use fen::{CastlingStyle, FenChange, FenError, FenField, FenProblem, FenRepair};
pub use game::{Game, IllegalMove};
pub use generate::PositionFacts;
pub use illegal_move::IllegalMoveReason;
pub use material::{Material, MaterialError};
pub use move_line::{MoveNumber, Notation, numbered, numbered_game, uci_line};
pub use move_text::{MoveTextError, ReadMove};
pub use moves::{Move, MoveKind};
pub use outcome::{Claim, DeadMaterial, Ending, Score};
pub use packed::{PackedError, PackedPosition};
pub use pgn::{Pgn, PgnError, PgnProblem};
pub use piece::{Color, Piece, Role, RoleSet};
pub use piece_list::{PieceList, PieceListError, PieceListProblem};
pub use position::{CastlingSide, Position};
pub use position_text::{AddressProblem, PositionForm, PositionText, PositionTextError, STARTPOS};
pub use rights::OpenRights;
pub use san::{ReadSan, Repair, Repairs, San, SanError, SanMode, SanProblem};
pub use setup::{Clocks, Fault, Faults, Setup};
pub use square::{File, Rank, Square, SquareError};
pub use square_set::{SquareSet, Squares};
pub use uci::{UciError, UciProblem, UciStyle};
pub use unmove::{CastlingLaw, Retraction, Unmove};
