//! A setup: anything that parsed, playable or not.
//!
//! [`Setup::faults`] names every reason at once why it cannot be played on.
//! Composers waive single reasons by name; see [`Position::new`](crate::Position::new).

use crate::material_limits::SideMaterial;
use crate::{Color, Diagram, File, Rank, Role, Square, SquareSet, attacks};
use std::fmt;
use std::ops::{BitAnd, BitOr};

/// Men on squares, a side to move, rights and clocks, all as they were typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The men.
    pub diagram: Diagram,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: SquareSet,
    /// The square a pawn has just passed by a double step.
    pub en_passant: Option<Square>,
    /// The two counters at the end of a FEN.
    pub clocks: Clocks,
}

/// The two counters at the end of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1 on; counts after Black's moves.
    pub fullmoves: u16,
}

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks { halfmoves: 0, fullmoves: 1 }
    }
}

/// One reason why a setup cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Fault {
    /// A side has no king. Can be waived: that side is never in check.
    MissingKing,
    /// A side has more than one king.
    ManyKings,
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank,
    /// The side that has just moved is in check.
    OppositeCheck,
    /// A castling right without its king and rook on the back rank.
    CastlingRight,
    /// An en passant square that no double step has passed.
    EnPassantSquare,
    /// More men than sixteen, or more promoted men than missing pawns. Can be waived.
    TooMuchMaterial,
    /// Checks that no last move can have given together. Can be waived.
    ImpossibleCheck,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 8] = [
        Fault::MissingKing,
        Fault::ManyKings,
        Fault::PawnOnBackRank,
        Fault::OppositeCheck,
        Fault::CastlingRight,
        Fault::EnPassantSquare,
        Fault::TooMuchMaterial,
        Fault::ImpossibleCheck,
    ];

    /// The name for scripts and flags: `missing-king`, ….
    pub const fn name(self) -> &'static str {
        match self {
            Fault::MissingKing => "missing-king",
            Fault::ManyKings => "many-kings",
            Fault::PawnOnBackRank => "pawn-on-back-rank",
            Fault::OppositeCheck => "opposite-check",
            Fault::CastlingRight => "castling-right",
            Fault::EnPassantSquare => "en-passant-square",
            Fault::TooMuchMaterial => "too-much-material",
            Fault::ImpossibleCheck => "impossible-check",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::MissingKing => "a side has no king",
            Fault::ManyKings => "a side has more than one king",
            Fault::PawnOnBackRank => "a pawn stands on the first or eighth rank",
            Fault::OppositeCheck => "the side that has just moved is in check",
            Fault::CastlingRight => "a castling right has no king and rook in place",
            Fault::EnPassantSquare => "no pawn can have just passed the en passant square",
            Fault::TooMuchMaterial => "a side has more men than promotions can explain",
            Fault::ImpossibleCheck => "no last move can have given these checks",
        })
    }
}

/// A set of faults.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Faults(u8);

impl Faults {
    /// No fault.
    pub const NONE: Faults = Faults(0);

    /// Those that [`Position::new`](crate::Position::new) may be told to overlook.
    pub const WAIVABLE: Faults = Faults(
        1 << Fault::MissingKing as u8
            | 1 << Fault::TooMuchMaterial as u8
            | 1 << Fault::ImpossibleCheck as u8,
    );

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `fault` is among them.
    pub const fn contains(self, fault: Fault) -> bool {
        self.0 & 1 << fault as u8 != 0
    }

    /// Those that are not among `others`.
    pub const fn except(self, others: Faults) -> Faults {
        Faults(self.0 & !others.0)
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.into_iter().filter(move |&fault| self.contains(fault))
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(1 << fault as u8)
    }
}

impl BitOr for Faults {
    type Output = Faults;

    fn bitor(self, other: Faults) -> Faults {
        Faults(self.0 | other.0)
    }
}

impl BitAnd for Faults {
    type Output = Faults;

    fn bitand(self, other: Faults) -> Faults {
        Faults(self.0 & other.0)
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Faults {
        faults.into_iter().fold(Faults::NONE, |all, fault| all | fault.into())
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Setup {
    /// Whether a castling right needs the rules of Chess960: its king is not on the e-file, or its
    /// rook not in the corner.
    pub fn is_chess960(&self) -> bool {
        let is_standard = |rook: Square| {
            let is_white = self.diagram.color(Color::White).contains(rook);
            let color = if is_white { Color::White } else { Color::Black };
            let king = self.diagram.king(color).map(Square::file);
            king == Some(File::E) && matches!(rook.file(), File::A | File::H)
        };
        !self.castling.into_iter().all(is_standard)
    }

    /// Nothing on the board, White to move.
    pub const EMPTY: Setup = Setup {
        diagram: Diagram::EMPTY,
        turn: Color::White,
        castling: SquareSet::EMPTY,
        en_passant: None,
        clocks: Clocks { halfmoves: 0, fullmoves: 1 },
    };

    /// Every reason why it cannot be played on.
    pub fn faults(&self) -> Faults {
        let kings = Color::ALL.map(|color| self.diagram.men(color, Role::King));
        let pawns = self.diagram.role(Role::Pawn);
        let owned = Color::ALL.map(|color| SideMaterial::of(&self.diagram, color));
        let found = [
            (Fault::MissingKing, kings.iter().any(|kings| kings.is_empty())),
            (Fault::ManyKings, kings.iter().any(|kings| kings.more_than_one())),
            (Fault::PawnOnBackRank, (pawns & SquareSet::BACK_RANKS).any()),
            (Fault::OppositeCheck, self.checkers_of(!self.turn).any()),
            (Fault::CastlingRight, self.castling != self.usable_castling()),
            (Fault::EnPassantSquare, self.en_passant != self.usable_en_passant()),
            (Fault::TooMuchMaterial, owned.iter().any(SideMaterial::exceeds_limits)),
            (Fault::ImpossibleCheck, self.has_impossible_check()),
        ];
        found.into_iter().filter(|&(_, present)| present).map(|(fault, _)| fault).collect()
    }

    /// The same without rights that cannot be used; other faults stay.
    pub fn without_unusable_rights(&self) -> Setup {
        Setup { castling: self.usable_castling(), en_passant: self.usable_en_passant(), ..*self }
    }

    /// The men of the other side that attack a king of `color`.
    fn checkers_of(&self, color: Color) -> SquareSet {
        let kings = self.diagram.men(color, Role::King).into_iter();
        let occupied = self.diagram.occupied();
        kings.fold(SquareSet::EMPTY, |all, king| {
            all | self.diagram.attackers(king, !color, occupied)
        })
    }

    /// The rooks among `castling` that stand beside their king on the back
    /// rank; of two on one side of it, the outer one.
    fn usable_castling(&self) -> SquareSet {
        let outer = |color| {
            let [west, east] = self.diagram.rooks_beside_king(color);
            [(west & self.castling).first(), (east & self.castling).last()]
        };
        Color::ALL.into_iter().flat_map(outer).flatten().collect()
    }

    /// The en passant square, if a pawn can have just passed it.
    fn usable_en_passant(&self) -> Option<Square> {
        let square = self.en_passant?;
        let step = DoubleStep::over(square, !self.turn)?;
        let pawn_there = self.diagram.men(!self.turn, Role::Pawn).contains(step.to);
        let way = SquareSet::of(square).with(step.from);
        (pawn_there && (self.diagram.occupied() & way).is_empty()).then_some(square)
    }

    /// Checks that no last move can explain.
    fn has_impossible_check(&self) -> bool {
        let Some(king) = self.diagram.king(self.turn) else { return false };
        match self.usable_en_passant() {
            Some(square) => was_attacked_before_double_step(&self.diagram, self.turn, king, square),
            None => is_impossible_check(king, self.checkers_of(self.turn), self.diagram.leapers()),
        }
    }
}

/// Whether no move can have given all these checks at once: there are more than
/// two, or neither of two is a slider that the other can have uncovered, or two
/// face each other through the king.
#[inline]
pub(crate) fn is_impossible_check(king: Square, checkers: SquareSet, leapers: SquareSet) -> bool {
    match (checkers.first(), checkers.last(), checkers.len()) {
        (Some(a), Some(b), 2) => {
            (checkers - leapers).is_empty() || attacks::line(a, b).contains(king)
        }
        (_, _, n) => n > 2,
    }
}

/// The squares of a pawn's double step.
#[derive(Clone, Copy)]
pub(crate) struct DoubleStep {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl DoubleStep {
    /// The step of `color`'s pawn that passes `square`, if there is one.
    #[inline(always)]
    pub(crate) fn over(square: Square, color: Color) -> Option<DoubleStep> {
        let ahead = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        if square.rank() != Rank::Third.seen_by(color) {
            return None;
        }
        Some(DoubleStep { from: square.offset(0, -ahead)?, to: square.offset(0, ahead)? })
    }
}

/// Whether the king of the side to move was attacked already before the other
/// side's pawn passed `square`.
#[inline]
pub(crate) fn was_attacked_before_double_step(
    diagram: &Diagram,
    turn: Color,
    king: Square,
    square: Square,
) -> bool {
    let Some(step) = DoubleStep::over(square, !turn) else { return false };
    let occupied = diagram.occupied().without(step.to).with(step.from);
    diagram.attackers(king, !turn, occupied).without(step.to).any()
}
