//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! Moves are written strictly: an origin only where another man of the kind could
//! *legally* go to the same square, always `=` and `+` or `#`. They are read
//! strictly or leniently; a lenient reading tells what it had to overlook, and a
//! text that may mean several moves is never guessed.
//!
//! ```
//! use sole_board::{Position, Repair, SanMode};
//! let start = Position::initial();
//! let read = start.parse_san("Pe2-e4!", SanMode::Lenient)?;
//! assert_eq!(read.san.to_string(), "e4");
//! assert!(read.repairs.contains(Repair::PawnLetter));
//! let error = start.parse_san("e2e4", SanMode::Strict).unwrap_err();
//! assert_eq!(error.to_string(), "not strict SAN (both squares given), expected e4");
//! # Ok::<(), sole_board::SanError>(())
//! ```

mod repair;
mod text;

use crate::{
    CastlingSide, File, IllegalMoveReason, Move, MoveKind, Position, Rank, Role, Square, attacks,
};
pub use repair::{Repair, Repairs};
use std::fmt;
use std::ops::Range;
use text::{Check, Sign, Written, WrittenBody, WrittenMan};

/// A move in strict notation; `to_string` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    body: Body,
    check: Option<Check>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Body {
    Castling(CastlingSide),
    Man(Man),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Man {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
}

/// How much a reader overlooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SanMode {
    /// Only what [`Position::san`] would write.
    Strict,
    /// Whatever can mean only one legal move, and the repairs are reported.
    #[default]
    Lenient,
}

/// A move that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadSan {
    /// The legal move.
    pub played: Move,
    /// How it is written strictly.
    pub san: San,
    /// How the text differed from that; empty in strict mode.
    pub repairs: Repairs,
}

/// What is wrong with a move in algebraic notation, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: SanProblem,
}

/// What can be wrong with a move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanProblem {
    /// There is no target square.
    Square,
    /// What stands before the target square names no man.
    Man,
    /// A text that passes the turn.
    NullMove,
    /// The one man that can be meant may not go there.
    Illegal(IllegalMoveReason),
    /// No man of this role can go there.
    Unreachable {
        /// The role.
        role: Role,
        /// The target square.
        to: Square,
    },
    /// Several legal moves fit.
    Ambiguous {
        /// Those moves.
        candidates: Vec<San>,
    },
    /// One legal move is meant, but it is not written strictly.
    NotStrict {
        /// How it is written strictly.
        strict: San,
        /// How the text differs.
        repairs: Repairs,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for SanError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            SanProblem::Illegal(reason) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for SanProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanProblem::Square => f.write_str("expected a move such as Nf3, exd5, e8=Q or O-O"),
            SanProblem::Man => f.write_str("expected a piece, a file or a rank before the square"),
            SanProblem::NullMove => f.write_str("passing the turn is not a legal move"),
            SanProblem::Illegal(reason) => reason.fmt(f),
            SanProblem::Unreachable { role, to } => {
                write!(f, "no {} can go to {to}", role.name())
            }
            SanProblem::Ambiguous { candidates } => {
                f.write_str("ambiguous, could be ")?;
                for (index, san) in candidates.iter().enumerate() {
                    write!(f, "{}{san}", if index == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            SanProblem::NotStrict { strict, repairs } => {
                write!(f, "not strict SAN ({repairs}), expected {strict}")
            }
        }
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let check = match self.check {
            None => "",
            Some(Check::Check) => "+",
            Some(Check::Mate) => "#",
        };
        let body = match self.body {
            Body::Castling(CastlingSide::King) => "O-O".to_owned(),
            Body::Castling(CastlingSide::Queen) => "O-O-O".to_owned(),
            Body::Man(man) => man.to_string(),
        };
        f.pad(&(body + check))
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |letter: Option<char>| letter.map_or(Ok(()), |c| write!(f, "{c}"));
        write((self.role != Role::Pawn).then_some(self.role.char()))?;
        write(self.file.map(File::char))?;
        write(self.rank.map(Rank::char))?;
        write(self.captures.then_some('x'))?;
        write!(f, "{}", self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "={}", role.char()))
    }
}

impl Position {
    /// A legal move in strict notation.
    ///
    /// # Panics
    /// May panic for a move that is not legal.
    ///
    /// ```
    /// use sole_board::{Move, Position, Square};
    /// let start = Position::initial();
    /// assert_eq!(start.san(Move::ordinary(Square::G1, Square::F3)).to_string(), "Nf3");
    /// ```
    pub fn san(&self, m: Move) -> San {
        let body = match m.kind() {
            MoveKind::Castling => Body::Castling(CastlingSide::of(m.from(), m.to())),
            _ => Body::Man(self.man(m)),
        };
        let child = self.after(m);
        let check = child.is_check().then(|| match child.has_moves() {
            true => Check::Check,
            false => Check::Mate,
        });
        San { body, check }
    }

    fn man(&self, m: Move) -> Man {
        let role = self.diagram().known_role_at(m.from());
        let captures = self.is_capture(m);
        let (file, rank) = match role {
            Role::Pawn => (captures.then_some(m.from().file()), None),
            _ => self.origin(m, role),
        };
        Man { role, file, rank, captures, to: m.to(), promotion: m.promoted() }
    }

    /// The file and rank that tell an officer from others that can go there.
    fn origin(&self, m: Move, role: Role) -> (Option<File>, Option<Rank>) {
        let twins = self.diagram().men(self.turn(), role).without(m.from());
        let reach = attacks::of(role, self.turn(), m.to(), self.diagram().occupied());
        if (twins & reach).is_empty() {
            return (None, None);
        }
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        self.for_each_move(|other| {
            let twin = other.to() == m.to() && twins.contains(other.from());
            any |= twin;
            same_file |= twin && other.from().file() == m.from().file();
            same_rank |= twin && other.from().rank() == m.from().rank();
        });
        let file = (any && (!same_file || same_rank)).then_some(m.from().file());
        (file, same_file.then_some(m.from().rank()))
    }

    /// Reads a move in algebraic notation.
    ///
    /// # Errors
    /// The place and the reason, if it is no such text, no legal move, more than
    /// one, or not written as `mode` asks.
    pub fn parse_san(&self, text: &str, mode: SanMode) -> Result<ReadSan, SanError> {
        let start = text.len() - text.trim_start().len();
        let span = start..start + text.trim().len();
        let written = Written::parse(text)?;
        let found = match &written.body {
            WrittenBody::Castling(side) => {
                self.resolve_castling(*side).map_err(SanProblem::Illegal)
            }
            WrittenBody::Man(man) => self.find(man),
        };
        let played = found.map_err(|problem| SanError { span: span.clone(), problem })?;
        let san = self.san(played);
        let repairs = written.repairs_towards(&san);
        debug_assert_eq!(repairs.is_empty(), san.to_string() == text.trim(), "{text}");
        if mode == SanMode::Strict && !repairs.is_empty() {
            return Err(SanError { span, problem: SanProblem::NotStrict { strict: san, repairs } });
        }
        Ok(ReadSan { played, san, repairs })
    }

    /// The one legal move that fits what was written.
    fn find(&self, written: &WrittenMan) -> Result<Move, SanProblem> {
        if let Some(from) = written.from() {
            return self.find_from(written, from);
        }
        let fitting = self.fitting(written);
        match fitting[..] {
            [m] => Ok(m),
            [] => Err(self.explain(written)),
            [first, ..] if written.promotion.is_none() && first.promoted().is_some() => {
                Err(SanProblem::Illegal(IllegalMoveReason::PromotionMissing { square: written.to }))
            }
            _ => {
                let candidates = fitting.iter().map(|&m| self.san(m)).collect();
                Err(SanProblem::Ambiguous { candidates })
            }
        }
    }

    /// The move of the man on a square that was given in full.
    fn find_from(&self, written: &WrittenMan, from: Square) -> Result<Move, SanProblem> {
        let role = self.diagram().role_at(from);
        match written.letter {
            Some(letter) if role != Some(letter) => {
                Err(SanProblem::Unreachable { role: letter, to: written.to })
            }
            _ => self.resolve(from, written.to, written.promotion).map_err(SanProblem::Illegal),
        }
    }

    /// The legal moves that fit; the ones that fit more strictly hide others.
    fn fitting(&self, written: &WrittenMan) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(|m| {
            let promotion = written.promotion.is_none() || written.promotion == m.promoted();
            let there = m.to() == written.to && m.kind() != MoveKind::Castling;
            if there && promotion && written.may_come_from(m.from()) {
                moves.push(m);
            }
        });
        moves.sort_unstable();
        let of = |role: Role| {
            let has_role = move |m: &&Move| self.diagram().role_at(m.from()) == Some(role);
            moves.iter().filter(has_role).copied().collect::<Vec<Move>>()
        };
        match written.letter {
            Some(Role::Pawn) => self.pawns_fitting(written, of(Role::Pawn)),
            Some(role) => of(role),
            None => {
                let pawns = self.pawns_fitting(written, of(Role::Pawn));
                let bare = written.file.is_none() && written.rank.is_none();
                if pawns.is_empty() && bare && written.promotion.is_none() { moves } else { pawns }
            }
        }
    }

    /// Among pawns' moves without an origin, `x` means captures, no `x` a push if there is one.
    fn pawns_fitting(&self, written: &WrittenMan, moves: Vec<Move>) -> Vec<Move> {
        if written.file.is_some() {
            return moves;
        }
        let (captures, pushes): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|&m| self.is_capture(m));
        match written.sign {
            Some(Sign::Capture) => captures,
            _ if pushes.is_empty() => captures,
            _ => pushes,
        }
    }

    /// Why nothing fits.
    fn explain(&self, written: &WrittenMan) -> SanProblem {
        let role = written.letter.unwrap_or(Role::Pawn);
        let men = self.diagram().men(self.turn(), role).into_iter();
        let mut refusals = men
            .filter(|&from| written.may_come_from(from))
            .filter_map(|from| self.resolve(from, written.to, written.promotion).err())
            .filter(|reason| !matches!(reason, IllegalMoveReason::Reach { .. }));
        match (refusals.next(), refusals.next()) {
            (Some(reason), None) => SanProblem::Illegal(reason),
            _ => SanProblem::Unreachable { role, to: written.to },
        }
    }
}

impl Written {
    /// How the text differs from the strict one.
    fn repairs_towards(&self, strict: &San) -> Repairs {
        let mut repairs = self.repairs;
        match (self.check, strict.check) {
            (None, Some(_)) => repairs.add(Repair::CheckMissing),
            (found, expected) if found != expected => repairs.add(Repair::CheckWrong),
            _ => {}
        }
        match (&self.body, &strict.body) {
            (WrittenBody::Man(written), Body::Man(man)) => {
                written.repairs_towards(man, &mut repairs);
            }
            (WrittenBody::Man(_), Body::Castling(_)) => repairs.add(Repair::LongForm),
            (WrittenBody::Castling(_), _) => {}
        }
        repairs
    }
}

impl WrittenMan {
    fn repairs_towards(&self, strict: &Man, repairs: &mut Repairs) {
        let pawn = strict.role == Role::Pawn;
        let dash = self.sign == Some(Sign::Dash);
        let long = self.from().is_some() && (dash || self.letter.is_none());
        match self.letter {
            Some(_) if pawn => repairs.add(Repair::PawnLetter),
            None if !pawn && !long => repairs.add(Repair::PieceMissing),
            _ => {}
        }
        if long {
            return repairs.add(Repair::LongForm);
        }
        if dash {
            repairs.add(Repair::Dash);
        }
        let (file, rank) = (self.file.is_some(), self.rank.is_some());
        let (strict_file, strict_rank) = (strict.file.is_some(), strict.rank.is_some());
        let missing = !file && strict_file || !rank && strict_rank;
        let superfluous = file && !strict_file || rank && !strict_rank;
        match (missing, superfluous) {
            (true, true) => repairs.add(Repair::OriginOther),
            (true, false) => repairs.add(Repair::OriginMissing),
            (false, true) => repairs.add(Repair::OriginSuperfluous),
            (false, false) => {}
        }
        match (self.sign, strict.captures) {
            (Some(Sign::Capture), false) => repairs.add(Repair::CaptureSuperfluous),
            (None | Some(Sign::Dash), true) => repairs.add(Repair::CaptureMissing),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
