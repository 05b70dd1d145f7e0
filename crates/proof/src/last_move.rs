//! Last moves in notation, and queries for them: "construct a game that ends with …".
//!
//! The notation does not distinguish pieces of one kind that can go to the same square. It
//! distinguishes captures, promotions, checks and mates, so `5.Rh1` is neither `5.Rxh1` nor
//! `5.Rh1+`. A capturing pawn is written with its file.

use std::fmt;
use std::str::FromStr;

use sole_board::{CastlingSide, File, Rank, Role, Square};

/// A last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastMove {
    /// The piece and its destination.
    pub shape: MoveShape,
    /// Whether it gives check or mate.
    pub check_mark: CheckMark,
}

/// The piece that moves and its destination, as far as the notation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveShape {
    /// A piece goes to a square.
    Piece {
        /// Which one; never a pawn.
        role: Role,
        /// The square.
        to: Square,
        /// Whether it takes something there.
        takes: bool,
    },
    /// A pawn goes to a square.
    Pawn {
        /// The file where it comes from, if it takes.
        from: Option<File>,
        /// The square.
        to: Square,
        /// What it becomes, if it promotes.
        promotion: Option<Role>,
    },
    /// The king castles.
    Castling {
        /// To which side.
        side: CastlingSide,
        /// Where it lands.
        to: Square,
    },
}

/// Whether a move gives check or mate, as its notation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckMark {
    /// Nothing.
    None,
    /// Check that is not mate.
    Check,
    /// Mate.
    Mate,
}

/// A query for last moves; a field that is `None` matches anything.
///
/// ```
/// use sole_proof::last_move::{FinalState, LastMoveQuery};
/// let query: LastMoveQuery = "5.Qxe4#".parse()?;
/// assert_eq!(query.end, Some(FinalState::Mate));
/// assert_eq!(query.takes, Some(true));
/// # Ok::<(), sole_proof::last_move::LastMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoveQuery {
    /// What moves; castling is a move of the king.
    pub role: Option<Role>,
    /// Where it goes; in castling, where the king lands.
    pub to: Option<Square>,
    /// Whether it takes something.
    pub takes: Option<bool>,
    /// What it takes.
    pub captured: Option<Role>,
    /// The file that a pawn that takes comes from.
    pub from: Option<File>,
    /// What a pawn becomes, or that it becomes nothing.
    pub promotion: Option<Option<Role>>,
    /// Castling, or that it is none.
    pub castling: Option<Option<CastlingSide>>,
    /// The state of the game after it.
    pub end: Option<FinalState>,
}

/// The state of a game after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalState {
    /// No check; it may be stalemate.
    NoCheck,
    /// Check that is not mate.
    Check,
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
}

/// Why a text is not a last move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LastMoveError {
    /// Not written as moves are.
    Unreadable {
        /// What was read.
        text: String,
    },
    /// A pawn on the last rank must become something, and no other man can.
    Promotion {
        /// What was read.
        text: String,
    },
}

impl LastMoveQuery {
    /// Whether moves of this shape match, as far as the shape says.
    pub fn accepts(&self, shape: MoveShape) -> bool {
        let (role, to, takes, from, promotion, castling) = match shape {
            MoveShape::Piece { role, to, takes } => (role, to, takes, None, None, None),
            MoveShape::Pawn { from, to, promotion } => {
                (Role::Pawn, to, from.is_some(), from, promotion, None)
            }
            MoveShape::Castling { side, to } => (Role::King, to, false, None, None, Some(side)),
        };
        let takes_demanded = self.captured.map(|_| true).or(self.takes);
        self.role.is_none_or(|demanded| demanded == role)
            && self.to.is_none_or(|demanded| demanded == to)
            && takes_demanded.is_none_or(|demanded| demanded == takes)
            && self.from.is_none_or(|demanded| Some(demanded) == from)
            && self.promotion.is_none_or(|demanded| demanded == promotion)
            && self.castling.is_none_or(|demanded| demanded == castling)
    }

    /// Whether the captured piece matches.
    pub fn accepts_capture(&self, captured: Option<Role>) -> bool {
        self.captured.is_none_or(|demanded| Some(demanded) == captured)
    }

    /// Whether it may end with neither check nor stalemate, in stalemate, in check that is
    /// not mate, in mate.
    pub(crate) fn ends(&self) -> [bool; 4] {
        match self.end {
            None => [true; 4],
            Some(FinalState::NoCheck) => [true, true, false, false],
            Some(FinalState::Stalemate) => [false, true, false, false],
            Some(FinalState::Check) => [false, false, true, false],
            Some(FinalState::Mate) => [false, false, false, true],
        }
    }
}

impl FromStr for LastMoveQuery {
    type Err = LastMoveError;

    /// A last move as it is written, with or without its number.
    fn from_str(text: &str) -> Result<LastMoveQuery, LastMoveError> {
        let unreadable = || LastMoveError::Unreadable { text: text.to_owned() };
        let promotes = || LastMoveError::Promotion { text: text.to_owned() };
        let trimmed = without_number(text.trim());
        let (body, end) = match trimmed.strip_suffix(['+', '#']) {
            Some(body) if trimmed.ends_with('#') => (body, FinalState::Mate),
            Some(body) => (body, FinalState::Check),
            None => (trimmed, FinalState::NoCheck),
        };
        let query =
            LastMoveQuery { end: Some(end), castling: Some(None), ..LastMoveQuery::default() };
        let castles =
            |side| LastMoveQuery { castling: Some(Some(side)), role: Some(Role::King), ..query };
        match body {
            "O-O" | "0-0" => return Ok(castles(CastlingSide::King)),
            "O-O-O" | "0-0-0" => return Ok(castles(CastlingSide::Queen)),
            _ => {}
        }
        let (body, promotion) = match body.split_once('=') {
            Some((body, letter)) => (body, Some(promoted(letter).ok_or_else(promotes)?)),
            None => (body, None),
        };
        let role = body.chars().next().and_then(Role::from_char).filter(|&role| role != Role::Pawn);
        let rest = if role.is_some() { &body[1..] } else { body };
        let (before, square) =
            rest.split_at_checked(rest.len().saturating_sub(2)).ok_or_else(unreadable)?;
        let to: Square = square.parse().map_err(|_| unreadable())?;
        let role = role.unwrap_or(Role::Pawn);
        let takes = before.ends_with('x');
        let file = before.trim_end_matches('x');
        let from = match (role, takes, file) {
            (Role::Pawn, true, file) => Some(one_file(file).ok_or_else(unreadable)?),
            (_, _, "") if before.len() <= 1 => None,
            _ => return Err(unreadable()),
        };
        let last_rank = matches!(to.rank(), Rank::First | Rank::Eighth);
        if promotion.is_some() != (role == Role::Pawn && last_rank) {
            return Err(promotes());
        }
        let (role, to, takes) = (Some(role), Some(to), Some(takes));
        Ok(LastMoveQuery { role, to, takes, from, promotion: Some(promotion), ..query })
    }
}

/// A move without the number before it; the zeros of `0-0` are none.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.').trim() } else { text }
}

fn one_file(text: &str) -> Option<File> {
    let mut letters = text.chars();
    let file = File::from_char(letters.next()?)?;
    letters.next().is_none().then_some(file)
}

fn promoted(letter: &str) -> Option<Role> {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    roles.into_iter().find(|role| role.char().to_string() == letter)
}

impl fmt::Display for LastMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LastMoveError::Unreadable { text } => {
                write!(f, "'{text}' is no last move: expected one such as 5.Qxe4# or gxf8=N")
            }
            LastMoveError::Promotion { text } => write!(
                f,
                "'{text}' cannot be: a pawn on the last rank becomes Q, R, B or N, and no other man does"
            ),
        }
    }
}

impl std::error::Error for LastMoveError {}

impl MoveShape {
    /// The number of indices; see [`MoveShape::index`].
    pub(crate) const COUNT: usize = 64 * (MoveShape::PIECES + MoveShape::PAWNS) + 2;
    /// Five roles, taking or not.
    const PIECES: usize = 10;
    /// From one of eight files or straight ahead, becoming one of four pieces or none.
    const PAWNS: usize = 9 * 5;

    /// A different number for each shape, below [`MoveShape::COUNT`].
    pub(crate) fn index(self) -> usize {
        let at = |kind: usize, to: Square| kind * 64 + to.index();
        match self {
            MoveShape::Piece { role, to, takes } => {
                at((role as usize - Role::Knight as usize) * 2 + usize::from(takes), to)
            }
            MoveShape::Pawn { from, to, promotion } => {
                let from = from.map_or(0, |file| file.index() + 1);
                let becomes = promotion.map_or(0, |role| role as usize);
                at(MoveShape::PIECES + from * 5 + becomes, to)
            }
            MoveShape::Castling { side, .. } => MoveShape::COUNT - 2 + side as usize,
        }
    }
}

impl fmt::Display for LastMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            MoveShape::Piece { role, to, takes } => {
                write!(f, "{}{}{to}", role.char(), if takes { "x" } else { "" })?;
            }
            MoveShape::Pawn { from, to, promotion } => {
                if let Some(file) = from {
                    write!(f, "{}x", file.char())?;
                }
                write!(f, "{to}")?;
                if let Some(role) = promotion {
                    write!(f, "={}", role.char())?;
                }
            }
            MoveShape::Castling { side: CastlingSide::King, .. } => f.write_str("O-O")?,
            MoveShape::Castling { side: CastlingSide::Queen, .. } => f.write_str("O-O-O")?,
        }
        f.write_str(match self.check_mark {
            CheckMark::None => "",
            CheckMark::Check => "+",
            CheckMark::Mate => "#",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Color;

    #[test]
    fn last_moves_are_read() {
        let refused = "is no last move";
        let cases = [
            ("5.Qxe4#", ""),
            ("3...Qd4#", ""),
            ("4...b5#", ""),
            ("6.gxf8=N#", ""),
            ("O-O-O+", ""),
            ("0-0", ""),
            ("9.0-0-0", ""),
            ("5Qe4", refused),
            ("Re2", ""),
            ("e8", "cannot be"),
            ("Re8=Q", "cannot be"),
            ("e8=K", "cannot be"),
            ("Rae2", refused),
            ("ex", refused),
            ("xe4", refused),
            ("e9", refused),
            ("", refused),
            ("Qx#", refused),
            ("♕e4", refused),
            ("e4é", refused),
        ];
        for (text, expected) in cases {
            let error = text.parse::<LastMoveQuery>().err().map(|error| error.to_string());
            assert_eq!(error.is_some(), !expected.is_empty(), "{text}: {error:?}");
            assert!(error.unwrap_or_default().contains(expected), "{text}");
        }
    }

    #[test]
    fn move_shapes_have_different_indices() {
        let mut seen = vec![false; MoveShape::COUNT];
        let mut see = |shape: MoveShape| {
            assert!(!seen[shape.index()], "{shape:?}");
            seen[shape.index()] = true;
        };
        for to in Square::all() {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                see(MoveShape::Piece { role, to, takes: false });
                see(MoveShape::Piece { role, to, takes: true });
            }
            let files = "abcdefgh".chars().map(File::from_char).chain([None]);
            for from in files {
                see(MoveShape::Pawn { from, to, promotion: None });
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    see(MoveShape::Pawn { from, to, promotion: Some(role) });
                }
            }
        }
        for side in [CastlingSide::King, CastlingSide::Queen] {
            see(MoveShape::Castling { side, to: side.king_to(Color::White) });
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
