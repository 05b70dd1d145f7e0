//! What is known about a proof game before any move is tried, for people.

use super::analysis::{Analysis, Side};
use sole_board::{CastlingSide, Color, Piece, Role, Square, SquareSet};
use std::fmt;

/// A man of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose and what it is.
    pub piece: Piece,
    /// Where it stands at the start.
    pub square: Square,
}

/// Something that holds in every game of a [`Case`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Deduction {
    /// A side makes `made` moves and needs at least `needed` of them.
    Moves {
        /// The side.
        color: Color,
        /// How many moves it makes.
        made: u16,
        /// How many it needs at least to get its men where they belong.
        needed: u16,
    },
    /// A side captures `captures` pieces, at least `with_pawns` of them with pawns.
    Captures {
        /// The side.
        color: Color,
        /// How many men it captures.
        captures: u16,
        /// How many of them at least by captures that change a pawn's file.
        with_pawns: u16,
    },
    /// A man stays where it is and is not captured.
    NeverMoves {
        /// The man.
        man: Man,
    },
    /// A man ends on one of these squares, unless it may also be captured.
    Ends {
        /// The man.
        man: Man,
        /// What it is in the end, and where.
        on: Vec<(Role, Square)>,
        /// Whether it may be captured instead.
        or_captured: bool,
    },
    /// A man is captured on one of these squares.
    IsCaptured {
        /// The man.
        man: Man,
        /// Where, whatever it is by then.
        on: SquareSet,
    },
}

/// What holds in every game in which both sides castle like that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// How White and Black castle, if they do.
    pub castling: [Option<CastlingSide>; 2],
    /// What holds then.
    pub deductions: Vec<Deduction>,
}

/// Everything that is known, by the castlings that are possible.
///
/// No case at all means that the target cannot be reached. Cases are not claimed to be
/// possible: they are those that were not refuted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deductions {
    /// One for each way to castle or not to castle.
    pub cases: Vec<Case>,
}

impl Case {
    pub(super) fn of(analysis: &Analysis, castling: [Option<CastlingSide>; 2]) -> Case {
        let mut deductions = Vec::new();
        for side in &analysis.sides {
            let (color, made, needed) = (side.color, side.moves as u16, side.needed as u16);
            deductions.push(Deduction::Moves { color, made, needed });
        }
        for side in analysis.sides.iter().filter(|side| side.captures > 0) {
            deductions.push(Deduction::Captures {
                color: side.color,
                captures: side.captures as u16,
                with_pawns: side.pawn_captures as u16,
            });
        }
        for side in &analysis.sides {
            deductions.extend((0..side.men.len()).map(|man| fate(side, man)));
        }
        Case { castling, deductions }
    }
}

/// What becomes of a man.
fn fate(side: &Side, index: usize) -> Deduction {
    let of = &side.men[index];
    let man = Man { piece: Piece { color: side.color, role: of.role }, square: of.square };
    if side.never_moves(index) {
        return Deduction::NeverMoves { man };
    }
    let on: Vec<(Role, Square)> =
        side.ends_of(index).filter_map(|end| side.targets.get(end).copied()).collect();
    if on.is_empty() {
        let on =
            side.capture_squares[index].into_iter().fold(SquareSet::EMPTY, |all, set| all | set);
        return Deduction::IsCaptured { man, on };
    }
    Deduction::Ends { man, on, or_captured: side.may_be_captured(index) }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s {} {}", self.piece.color.name(), self.piece.role.name(), self.square)
    }
}

impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deduction::Moves { color, made, needed } => {
                let (color, spare) = (color.name(), made - needed);
                write!(f, "{color} has {made} moves and needs {needed}: {spare} to spare")
            }
            Deduction::Captures { color, captures, with_pawns } => {
                write!(f, "{} captures {captures}, at least {with_pawns} with pawns", color.name())
            }
            Deduction::NeverMoves { man } => write!(f, "{man} never moves"),
            Deduction::Ends { man, on, or_captured } => write_ends(f, man, on, *or_captured),
            Deduction::IsCaptured { man, on } => {
                write!(f, "{man} is captured on ")?;
                if on.len() > 8 {
                    return write!(f, "one of {} squares", on.len());
                }
                write_list(f, *on)
            }
        }
    }
}

fn write_ends(
    f: &mut fmt::Formatter<'_>,
    man: &Man,
    on: &[(Role, Square)],
    or_captured: bool,
) -> fmt::Result {
    write!(f, "{man} ")?;
    match on {
        [(role, square)] if *role == man.piece.role && *square == man.square => {
            write!(f, "ends where it began")?;
        }
        _ => {
            write!(f, "ends ")?;
            let promoted = man.piece.role == Role::Pawn;
            write_list(f, on.iter().map(|&(role, square)| Goal { role, square, promoted }))?;
        }
    }
    if or_captured { f.write_str(" or is captured") } else { Ok(()) }
}

/// Where a man ends, and as what if it was a pawn.
struct Goal {
    role: Role,
    square: Square,
    promoted: bool,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.promoted && self.role != Role::Pawn {
            write!(f, "as {} ", self.role.name())?;
        }
        write!(f, "on {}", self.square)
    }
}

fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { " or " })?;
    }
    Ok(())
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let castles = |color: Color| match self.castling[color.index()] {
            None => "does not castle",
            Some(CastlingSide::King) => "castles on the king's side",
            Some(CastlingSide::Queen) => "castles on the queen's side",
        };
        let (white, black) = (castles(Color::White), castles(Color::Black));
        writeln!(f, "If White {white} and Black {black}:")?;
        self.deductions.iter().try_for_each(|deduction| writeln!(f, "  {deduction}"))
    }
}

impl fmt::Display for Deductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cases.is_empty() {
            return writeln!(f, "There is no such game: the moves do not suffice.");
        }
        self.cases.iter().try_for_each(|case| write!(f, "{case}"))
    }
}
