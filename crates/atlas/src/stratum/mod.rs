//! Strata: positions by what can never be undone.
//!
//! Captures, pawn moves and promotions cannot be taken back by playing on; all
//! other moves can. So chess falls into strata, each with its [`Material`] and
//! its pawns on their squares, and no game returns to a stratum that it has
//! left. [`traverse`] closes a stratum: from its entries it finds every position
//! that moves inside it lead to, counts them with their moves and their ends,
//! and hands the positions outside to the strata they belong to.
//!
//! A position of a stratum is a pair of armies, one of each side, and all pairs
//! are bits of a table: exact, and small enough to keep. `docs/strata.md` has
//! the method, the conventions and the figures.
//!
//! ```
//! use sole_atlas::stratum::{Options, traverse};
//! use sole_board::{Position, Setup};
//! let setup: Setup = "8/8/8/8/8/2k5/8/K1R5 b - - 0 1".parse().unwrap();
//! let start = Position::try_from(setup).unwrap();
//! let options = Options { strata: None, ..Options::default() };
//! let strata = traverse(&start, &options, |_| Ok(())).unwrap();
//! let names: Vec<String> = strata.iter().map(|census| census.stratum.to_string()).collect();
//! assert_eq!(names, ["KRvK", "KvK"]);
//! ```

mod army;
mod census;
mod closure;
mod entry;
mod exits;
mod pawn_structure;
mod store;
mod table;
mod traversal;

pub use census::{Census, Counts, Dead, ExitCount, is_closed};
pub use traversal::{Closed, DeadPositions, Options, Progress, traverse};

use army::{Army, PIECES};
use pawn_structure::PawnStructure;
use sole_board::{Color, Fault, Material, Piece, Position, Role, Setup, Square, SquareSet};
use sole_storage::IoError;
use std::cmp::Reverse;
use std::fmt;
use std::path::PathBuf;

/// Material, and the squares of its pawns.
///
/// The order is one in which strata can be closed: no move leads to an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stratum {
    material: Material,
    structure: PawnStructure,
}

impl Stratum {
    /// The stratum of a position.
    pub fn of(position: &Position) -> Stratum {
        let diagram = position.diagram();
        let pawns = Color::ALL.map(|color| diagram.men(color, Role::Pawn));
        Stratum { material: Material::of(diagram), structure: PawnStructure { pawns } }
    }

    /// The men.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The squares of a side's pawns.
    pub fn pawns(&self, color: Color) -> SquareSet {
        self.structure.pawns[color.index()]
    }

    /// Whether the pawns are those of the material and stand where pawns can, with a king a side
    /// at most.
    fn is_possible(&self) -> bool {
        let [white, black] = self.structure.pawns;
        let is_alike = |color: Color| {
            let count = |role| self.material.count(Piece { color, role });
            count(Role::Pawn) == self.pawns(color).len() && count(Role::King) <= 1
        };
        (white & black).is_empty()
            && (self.structure.all() & SquareSet::BACK_RANKS).is_empty()
            && Color::ALL.into_iter().all(is_alike)
    }

    /// Whether a side can have such an army here.
    fn holds(&self, color: Color, army: &Army) -> bool {
        let count = |role| self.material.count(Piece { color, role });
        let mut setup = Setup { castling: army.castling(), ..Setup::EMPTY };
        army.put_on(&mut setup.diagram, color);
        PIECES.into_iter().all(|role| army.men(role).len() == count(role))
            && (army.occupied() & self.structure.all()).is_empty()
            && !setup.faults().contains(Fault::CastlingRight)
    }

    /// How many single steps the pawns can still go; every pawn move makes it less.
    fn steps_left(&self) -> usize {
        let left = |color: Color, pawn: Square| match color {
            Color::White => 7 - pawn.rank().index(),
            Color::Black => pawn.rank().index(),
        };
        let of_side =
            |color: Color| self.pawns(color).into_iter().map(|p| left(color, p)).sum::<usize>();
        Color::ALL.into_iter().map(of_side).sum()
    }
}

impl Ord for Stratum {
    fn cmp(&self, other: &Stratum) -> std::cmp::Ordering {
        let key = |stratum: &Stratum| {
            let (men, quiet_moves) = (stratum.material.men(), stratum.steps_left());
            (Reverse(men), Reverse(quiet_moves), stratum.material, stratum.structure)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Stratum {
    fn partial_cmp(&self, other: &Stratum) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// `KRvK`, or with pawns `KPvKP e4/d5`.
impl fmt::Display for Stratum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.material)?;
        if self.material.has_pawns() {
            let squares = |color| {
                let squares: Vec<String> =
                    self.pawns(color).into_iter().map(|pawn| pawn.to_string()).collect();
                if squares.is_empty() { "-".to_owned() } else { squares.join(",") }
            };
            write!(f, " {}/{}", squares(Color::White), squares(Color::Black))?;
        }
        Ok(())
    }
}

/// A way out of a stratum: what a side does that cannot be undone.
///
/// Each leads to one other stratum, and no two to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Exit {
    /// A man that is no pawn captures another that is no pawn.
    Officer {
        /// What is captured.
        taken: Role,
    },
    /// A man that is no pawn captures a pawn.
    Pawn {
        /// Where the pawn stands.
        on: Square,
    },
    /// A pawn goes ahead.
    Push {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A pawn captures.
    PawnCapture {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What it captures.
        taken: Role,
    },
    /// A pawn captures one that has just passed it.
    EnPassant {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        over: Square,
    },
    /// A pawn is promoted.
    Promotion {
        /// Where it comes from.
        from: Square,
        /// What it becomes.
        role: Role,
        /// What it captures on its way.
        taken: Option<Role>,
    },
}

impl Exit {
    /// Whether a man is captured.
    pub fn is_capture(self) -> bool {
        match self {
            Exit::Push { .. } => false,
            Exit::Promotion { taken, .. } => taken.is_some(),
            _ => true,
        }
    }

    /// Whether it is a pawn that moves.
    pub fn is_pawn_move(self) -> bool {
        !matches!(self, Exit::Officer { .. } | Exit::Pawn { .. })
    }

    /// Its kind.
    pub fn family(self) -> ExitFamily {
        match self {
            Exit::Promotion { .. } => ExitFamily::Promotion,
            _ if !self.is_pawn_move() => ExitFamily::Capture,
            _ if self.is_capture() => ExitFamily::PawnCapture,
            _ => ExitFamily::PawnMove,
        }
    }
}

/// The kinds of ways out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitFamily {
    /// A pawn moves, and neither captures nor promotes.
    PawnMove,
    /// A pawn captures, and does not promote.
    PawnCapture,
    /// A man that is no pawn captures.
    Capture,
    /// A pawn promotes, with a capture or without.
    Promotion,
}

impl ExitFamily {
    /// All of them.
    pub const ALL: [ExitFamily; 4] =
        [ExitFamily::PawnMove, ExitFamily::PawnCapture, ExitFamily::Capture, ExitFamily::Promotion];

    /// What such moves are called.
    pub const fn name(self) -> &'static str {
        match self {
            ExitFamily::PawnMove => "pawn moves",
            ExitFamily::PawnCapture => "captures by pawns",
            ExitFamily::Capture => "captures by others",
            ExitFamily::Promotion => "promotions",
        }
    }
}

/// `xN`, `xe5`, `e2-e4`, `e4xd5 N`, `e5xd6 e.p.`, `e7=Q`, `e7=QxR`.
impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Officer { taken } => write!(f, "x{}", taken.char()),
            Exit::Pawn { on } => write!(f, "x{on}"),
            Exit::Push { from, to } => write!(f, "{from}-{to}"),
            Exit::PawnCapture { from, to, taken } => write!(f, "{from}x{to} {}", taken.char()),
            Exit::EnPassant { from, over } => write!(f, "{from}x{over} e.p."),
            Exit::Promotion { from, role, taken: None } => write!(f, "{from}={}", role.char()),
            Exit::Promotion { from, role, taken: Some(taken) } => {
                write!(f, "{from}={}x{}", role.char(), taken.char())
            }
        }
    }
}

/// Why strata were not closed.
#[derive(Debug)]
#[non_exhaustive]
pub enum StratumError {
    /// A stratum does not fit into the memory that is allowed.
    Memory {
        /// How many bytes it takes, if that could be found out within the memory.
        needed: Option<u64>,
        /// How many are allowed.
        allowed: u64,
    },
    /// The observer stopped the work.
    Stopped,
    /// Another process does the same work.
    Busy {
        /// The file of the survey.
        path: PathBuf,
    },
    /// A file is not what was written there.
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A file or folder could not be read or written.
    File(IoError),
}

impl From<IoError> for StratumError {
    fn from(error: IoError) -> StratumError {
        StratumError::File(error)
    }
}

impl fmt::Display for StratumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StratumError::Memory { needed: Some(needed), allowed } => {
                write!(f, "a stratum needs {needed} bytes of memory, {allowed} are allowed")
            }
            StratumError::Memory { needed: None, allowed } => {
                write!(f, "a side has more armies than fit into {allowed} bytes of memory")
            }
            StratumError::Stopped => f.write_str("stopped"),
            StratumError::Busy { path } => {
                write!(f, "another process works on {}", path.display())
            }
            StratumError::Damaged { path } => write!(f, "{} is damaged", path.display()),
            StratumError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StratumError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StratumError::File(error) => Some(error),
            _ => None,
        }
    }
}
