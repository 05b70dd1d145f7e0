//! A plain position of at most five men.
//!
//! It is the same notion of a position as [`Position`], held in a form that has
//! nothing in common with it: a short list of men instead of sets of squares.
//!
//! ```
//! use sole_board::{Position, Setup};
//! use sole_endgame::verify::Men;
//! let setup: Setup = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
//! let position = Position::try_from(setup)?;
//! let men = Men::try_from(&position)?;
//! assert_eq!(men.iter().count(), 3);
//! assert_eq!(Position::from(&men), position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::MOST_MEN;
use super::placement::{Man, Placement, ahead};
use super::rights::{Right, Rights};
use sole_board::{Clocks, Color, Diagram, Faults, Piece, Position, Rank, Role, Setup, Square};
use std::fmt;

/// At most five men, the side to move, castling rights of standard chess and a
/// legal en passant capture.
///
/// Both sides have their king, no pawn stands on a back rank, the side that has
/// just moved is not in check, and who may castle has king and rook at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Men {
    pub(super) placement: Placement,
    pub(super) turn: Color,
    pub(super) rights: Rights,
    pub(super) en_passant: Option<Square>,
}

impl Men {
    /// Each man with its square: White's first, pawns first, kings last, then
    /// by squares.
    pub fn iter(&self) -> impl Iterator<Item = Man> + '_ {
        self.placement.iter()
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.placement.at(square)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Who may still castle.
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// The square on which a pawn can legally capture en passant.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.placement.is_check(self.turn)
    }

    /// The same just after a double step over this square, if there can have
    /// been one and a pawn can legally capture it.
    pub(super) fn after_double_step(&self, over: Square) -> Option<Men> {
        let pawn = Piece { color: !self.turn, role: Role::Pawn };
        let from = over.offset(0, ahead(self.turn))?;
        let to = over.offset(0, ahead(!self.turn))?;
        let stepped = over.rank() == Rank::Third.seen_by(!self.turn)
            && self.at(to) == Some(pawn)
            && self.at(over).is_none()
            && self.at(from).is_none();
        let legal = stepped && self.can_capture_passing(over);
        legal.then_some(Men { en_passant: Some(over), ..*self })
    }

    fn to_setup(self) -> Setup {
        let mut diagram = Diagram::EMPTY;
        self.iter().for_each(|man| diagram.put(man.square, man.piece));
        Setup {
            diagram,
            turn: self.turn,
            castling: self.rights.iter().map(|right| right.rook().square).collect(),
            en_passant: self.en_passant,
            clocks: Clocks::default(),
        }
    }
}

/// Why something is not a position, or not the material, of at most five men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MenError {
    /// More men than there is room for.
    TooMany {
        /// How many there are.
        men: usize,
    },
    /// A side with no king, or with more than one.
    Kings {
        /// Which side.
        color: Color,
        /// How many kings it has.
        kings: usize,
    },
    /// A castling right that standard chess does not have.
    Castling {
        /// The rook that may castle.
        rook: Square,
    },
}

impl fmt::Display for MenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MenError::TooMany { men } => write!(f, "{men} men, expected at most {MOST_MEN}"),
            MenError::Kings { color, kings } => {
                write!(f, "{} has {kings} kings, needs exactly one", color.name())
            }
            MenError::Castling { rook } => {
                write!(f, "castling with the rook on {rook} is not standard chess")
            }
        }
    }
}

impl std::error::Error for MenError {}

impl TryFrom<&Position> for Men {
    type Error = MenError;

    fn try_from(position: &Position) -> Result<Men, MenError> {
        let placement = placement_of(position.diagram())?;
        let rights = position.castling().into_iter().map(|rook| {
            let right = Right::of_rook(rook).ok_or(MenError::Castling { rook })?;
            let king = right.king();
            let at_home = placement.king(king.piece.color) == Some(king.square);
            if at_home { Ok(right) } else { Err(MenError::Castling { rook }) }
        });
        Ok(Men {
            placement,
            turn: position.turn(),
            rights: rights.collect::<Result<Rights, MenError>>()?,
            en_passant: position.en_passant(),
        })
    }
}

fn placement_of(diagram: &Diagram) -> Result<Placement, MenError> {
    let men = diagram.occupied().len();
    if men > MOST_MEN {
        return Err(MenError::TooMany { men });
    }
    for color in Color::ALL {
        let kings = diagram.men(color, Role::King).len();
        if kings != 1 {
            return Err(MenError::Kings { color, kings });
        }
    }
    let mut placement = Placement::default();
    diagram.iter().for_each(|(square, piece)| placement.put(Man { piece, square }));
    Ok(placement)
}

impl From<&Men> for Position {
    fn from(men: &Men) -> Position {
        Position::new(men.to_setup(), Faults::WAIVABLE).expect("men are a playable setup")
    }
}

/// A FEN with fresh clocks.
impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_setup(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The FEN that comes back, or what is wrong.
    fn reread(fen: &str) -> String {
        let setup: Setup = fen.parse().expect("a FEN");
        let position = Position::new(setup, Faults::WAIVABLE).expect("playable");
        Men::try_from(&position).map_or_else(|error| error.to_string(), |men| men.to_string())
    }

    #[test]
    fn positions_come_back_or_say_what_is_wrong() {
        let same = [
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K3 b Q - 0 1",
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
            "4k3/8/8/2NN4/8/8/8/4K3 b - - 0 1",
        ];
        for fen in same {
            assert_eq!(reread(fen), fen);
        }
        let wrong = [
            ("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", "6 men, expected at most 5"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, needs exactly one"),
            (
                "4k3/8/8/8/8/8/8/3K3R w H - 0 1",
                "castling with the rook on h1 is not standard chess",
            ),
            (
                "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
                "castling with the rook on b1 is not standard chess",
            ),
        ];
        for (fen, message) in wrong {
            assert_eq!(reread(fen), message, "{fen}");
        }
    }
}
