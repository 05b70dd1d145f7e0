//! What is wrong with a diagram or a length before any move is looked for.

use super::ProofGame;
use sole_board::{Color, Diagram, Position, Role, Square, SquareSet};
use std::fmt;

/// Why no game can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// A side has no king, or several.
    Kings {
        /// The side.
        color: Color,
        /// How many kings it has in the diagram.
        kings: usize,
    },
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank {
        /// Where it stands.
        square: Square,
    },
    /// A side has more men than at the start.
    TooManyMen {
        /// The side.
        color: Color,
        /// How many men it has in the diagram.
        men: usize,
        /// How many it has at the start.
        at_most: usize,
    },
    /// A side has more pawns than at the start.
    TooManyPawns {
        /// The side.
        color: Color,
        /// How many pawns it has in the diagram.
        pawns: usize,
        /// How many it has at the start.
        at_most: usize,
    },
    /// A side has more promoted men than pawns that are gone.
    TooManyPromoted {
        /// The side.
        color: Color,
        /// How many men must have been pawns.
        promoted: usize,
        /// How many pawns are gone.
        pawns: usize,
    },
    /// The start is not one that games are looked for from.
    Start {
        /// The side that has no king or more than sixteen men there.
        color: Color,
    },
    /// The game is longer than games are looked for.
    TooLong {
        /// How many plies were asked for.
        plies: u16,
        /// How many there may be.
        at_most: u16,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Impossible::Kings { color, kings } => {
                write!(f, "{} has {kings} kings in the diagram, not one", color.name())
            }
            Impossible::PawnOnBackRank { square } => write!(f, "no pawn can stand on {square}"),
            Impossible::TooManyMen { color, men, at_most } => {
                write!(
                    f,
                    "{} has {men} men in the diagram and {at_most} at the start",
                    color.name()
                )
            }
            Impossible::TooManyPawns { color, pawns, at_most } => {
                let color = color.name();
                write!(f, "{color} has {pawns} pawns in the diagram and {at_most} at the start")
            }
            Impossible::TooManyPromoted { color, promoted, pawns } => {
                let color = color.name();
                write!(f, "{color} has {promoted} promoted men, but only {pawns} pawns are gone")
            }
            Impossible::Start { color } => {
                let color = color.name();
                write!(f, "at the start {color} must have one king and at most sixteen men")
            }
            Impossible::TooLong { plies, at_most } => {
                write!(f, "{plies} plies are too many, {at_most} is the most")
            }
        }
    }
}

impl std::error::Error for Impossible {}

/// Finds the first thing that is wrong.
pub(super) fn check(start: &Position, target: &Diagram, plies: u16) -> Result<(), Impossible> {
    if plies > ProofGame::MOST_PLIES {
        return Err(Impossible::TooLong { plies, at_most: ProofGame::MOST_PLIES });
    }
    if let Some(square) = (target.role(Role::Pawn) & SquareSet::BACK_RANKS).first() {
        return Err(Impossible::PawnOnBackRank { square });
    }
    Color::ALL.into_iter().try_for_each(|color| check_side(start.diagram(), target, color))
}

fn check_side(start: &Diagram, target: &Diagram, color: Color) -> Result<(), Impossible> {
    let count = |diagram: &Diagram, role| diagram.men(color, role).len();
    if count(start, Role::King) != 1 || start.color(color).len() > 16 {
        return Err(Impossible::Start { color });
    }
    let kings = count(target, Role::King);
    if kings != 1 {
        return Err(Impossible::Kings { color, kings });
    }
    let (men, at_most) = (target.color(color).len(), start.color(color).len());
    if men > at_most {
        return Err(Impossible::TooManyMen { color, men, at_most });
    }
    let (pawns, at_most) = (count(target, Role::Pawn), count(start, Role::Pawn));
    if pawns > at_most {
        return Err(Impossible::TooManyPawns { color, pawns, at_most });
    }
    let extra = |role| count(target, role).saturating_sub(count(start, role));
    let promoted = Role::PROMOTIONS.into_iter().map(extra).sum();
    if promoted > at_most - pawns {
        return Err(Impossible::TooManyPromoted { color, promoted, pawns: at_most - pawns });
    }
    Ok(())
}
