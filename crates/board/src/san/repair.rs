//! What a lenient reader of moves had to overlook.

use std::fmt;

/// One way in which a move was not written in strict SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Repair {
    /// A capture without `x`.
    CaptureMissing,
    /// An `x` where nothing is captured.
    CaptureSuperfluous,
    /// Another sign than `x` for a capture.
    CaptureSign,
    /// A file or rank of origin that is not needed.
    OriginSuperfluous,
    /// A pawn's capture without the file it comes from.
    OriginMissing,
    /// A promotion without `=`, or with another sign.
    PromotionSign,
    /// A promotion to a lower-case letter.
    PromotionCase,
    /// Castling with zeros or small letters.
    CastlingLetters,
    /// A check or mate that is not marked.
    CheckMissing,
    /// A `+` or `#` that is not true.
    CheckWrong,
    /// The suffix `e.p.`.
    EnPassantSuffix,
    /// A suffix such as `!?`.
    Annotation,
    /// A pawn's move with `P`.
    PawnLetter,
    /// A piece's letter in lower case.
    PieceCase,
    /// A piece's move without its letter.
    PieceMissing,
    /// Both squares, as in UCI and long algebraic notation.
    LongForm,
    /// A file or rank of origin where another one is usual.
    OriginOther,
    /// A `-` without the square of origin.
    Dash,
    /// A figurine such as `♘` for the letter of a piece.
    Figurine,
    /// A null move in a variation of a game, which ends before it.
    NullMove,
}

impl Repair {
    /// All of them.
    pub const ALL: [Repair; 20] = [
        Repair::CaptureMissing,
        Repair::CaptureSuperfluous,
        Repair::CaptureSign,
        Repair::OriginSuperfluous,
        Repair::OriginMissing,
        Repair::PromotionSign,
        Repair::PromotionCase,
        Repair::CastlingLetters,
        Repair::CheckMissing,
        Repair::CheckWrong,
        Repair::EnPassantSuffix,
        Repair::Annotation,
        Repair::PawnLetter,
        Repair::PieceCase,
        Repair::PieceMissing,
        Repair::LongForm,
        Repair::OriginOther,
        Repair::Dash,
        Repair::Figurine,
        Repair::NullMove,
    ];
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Repair::CaptureMissing => "missing 'x'",
            Repair::CaptureSuperfluous => "'x' without a capture",
            Repair::CaptureSign => "capture not written as 'x'",
            Repair::OriginSuperfluous => "origin not needed",
            Repair::OriginMissing => "missing file of the pawn",
            Repair::PromotionSign => "promotion not written with '='",
            Repair::PromotionCase => "promotion in lower case",
            Repair::CastlingLetters => "castling not written as O-O",
            Repair::CheckMissing => "missing '+' or '#'",
            Repair::CheckWrong => "wrong '+' or '#'",
            Repair::EnPassantSuffix => "suffix 'e.p.'",
            Repair::Annotation => "suffix '!' or '?'",
            Repair::PawnLetter => "pawn named by 'P'",
            Repair::PieceCase => "piece in lower case",
            Repair::PieceMissing => "missing letter of the piece",
            Repair::LongForm => "both squares given",
            Repair::OriginOther => "another origin is usual",
            Repair::Dash => "'-' without a square before it",
            Repair::Figurine => "piece as a figurine",
            Repair::NullMove => "null move, the variation ends before it",
        })
    }
}

/// A set of repairs; empty for strict SAN.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Repairs(u32);

impl Repairs {
    /// Nothing had to be overlooked.
    pub const NONE: Repairs = Repairs(0);

    /// Whether nothing had to be overlooked.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `repair` is among them.
    pub const fn contains(self, repair: Repair) -> bool {
        self.0 & 1 << repair as u32 != 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Repair> {
        Repair::ALL.into_iter().filter(move |&repair| self.contains(repair))
    }

    pub(crate) fn add(&mut self, repair: Repair) {
        self.0 |= 1 << repair as u32;
    }
}

impl FromIterator<Repair> for Repairs {
    fn from_iter<I: IntoIterator<Item = Repair>>(repairs: I) -> Repairs {
        let mut all = Repairs::NONE;
        repairs.into_iter().for_each(|repair| all.add(repair));
        all
    }
}

impl fmt::Debug for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, repair) in self.iter().enumerate() {
            write!(f, "{}{repair}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repair_has_its_own_bit() {
        for (index, repair) in Repair::ALL.into_iter().enumerate() {
            assert_eq!(repair as usize, index);
            let alone: Repairs = [repair].into_iter().collect();
            assert_eq!(alone.iter().collect::<Vec<_>>(), [repair]);
            assert_eq!(alone.to_string(), repair.to_string());
        }
        let all: Repairs = Repair::ALL.into_iter().collect();
        assert_eq!(all.iter().count(), Repair::ALL.len());
    }
}
