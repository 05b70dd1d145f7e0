//! Rights that the pieces on a board leave open: castling, and an en passant capture.

use crate::{Color, Diagram, Faults, FenField, File, Position, Rank, Role, Setup, Square};

/// The rights that a text leaves out although its board allows them.
///
/// ```
/// use sole_board::{PositionText, Square};
/// let read: PositionText = "4k3/8/8/8/8/8/8/R3K3 w".parse()?;
/// assert_eq!(read.open_rights().rooks, [Square::A1]);
/// let read: PositionText = "4k3/8/8/8/8/8/8/3RK3 w".parse()?;
/// assert!(read.open_rights().is_empty());
/// # Ok::<(), sole_board::PositionTextError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRights {
    /// The rooks that may castle if they and their kings have never moved.
    pub rooks: Vec<Square>,
    /// The squares that a pawn may have just passed so that it can be captured en passant.
    pub passed: Vec<Square>,
}

impl OpenRights {
    /// The rights that a setup may have if these fields of its text are missing.
    pub fn of(setup: &Setup, missing: &[FenField]) -> OpenRights {
        let open = |field: FenField, squares: Vec<Square>| match missing.contains(&field) {
            true => squares,
            false => Vec::new(),
        };
        OpenRights {
            rooks: open(FenField::Castling, setup.diagram.rooks_at_home()),
            passed: open(FenField::EnPassant, setup.possible_en_passant_squares()),
        }
    }

    /// Whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.rooks.is_empty() && self.passed.is_empty()
    }
}

impl Diagram {
    /// The rooks that may castle if they and their kings have never moved: those in a corner
    /// whose king is on its first square. White's come first, and the king's side.
    ///
    /// ```
    /// use sole_board::{Diagram, Square};
    /// let diagram: Diagram = "4k2r/8/8/8/8/8/8/R3K2R".parse()?;
    /// assert_eq!(diagram.rooks_at_home(), [Square::H1, Square::A1, Square::H8]);
    /// # Ok::<(), sole_board::FenError>(())
    /// ```
    pub fn rooks_at_home(&self) -> Vec<Square> {
        let is_at_home = |color: Color, rook: Square| {
            let king = Square::at(File::E, color.back_rank());
            self.men(color, Role::King).contains(king) && self.men(color, Role::Rook).contains(rook)
        };
        let corners = |color: Color| {
            let corners = [File::H, File::A].map(|file| Square::at(file, color.back_rank()));
            corners.into_iter().filter(move |&rook| is_at_home(color, rook))
        };
        Color::ALL.into_iter().flat_map(corners).collect()
    }
}

impl Setup {
    /// The squares that a pawn may have just passed so that it can be captured en passant.
    ///
    /// ```
    /// use sole_board::{Setup, Square};
    /// let setup: Setup = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(setup.possible_en_passant_squares(), [Square::D6]);
    /// # Ok::<(), sole_board::FenError>(())
    /// ```
    pub fn possible_en_passant_squares(&self) -> Vec<Square> {
        let rank = Rank::Sixth.seen_by(self.turn);
        // A composed position may be impossible without the right, too.
        let waived = self.faults() & Faults::WAIVABLE;
        let can_be_captured = |&square: &Square| {
            let position = Position::new(Setup { en_passant: Some(square), ..*self }, waived);
            position.is_ok_and(|position| position.en_passant() == Some(square))
        };
        File::ALL.into_iter().map(|file| Square::at(file, rank)).filter(can_be_captured).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PieceList, PositionText};

    #[test]
    fn only_rights_that_a_text_leaves_out_are_open() {
        let cases = [
            ("Ke1, Ra1, Rh1 / Kd8, rb2 w", "h1 a1", ""),
            ("Kf6, e5 / Kh8, d5 w", "", "d6"),
            ("4k3/8/8/8/8/8/8/R3K3 w", "a1", ""),
            ("4k3/8/8/8/8/8/8/R3K3 w -", "", ""),
            ("4k3/8/8/8/8/8/8/3RK3 w", "", ""),
            ("7k/8/5K2/3pP3/8/8/8/8 w -", "", "d6"),
            ("7k/8/5K2/3pP3/8/8/8/8 w - -", "", ""),
            ("7k/8/5K2/3pP3/8/8/8/8 w bm e6;", "", "d6"),
        ];
        let names = |squares: &[Square]| {
            squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
        };
        for (text, rooks, passed) in cases {
            let open = text.parse::<PositionText>().expect(text).open_rights();
            let found = (names(&open.rooks), names(&open.passed));
            assert_eq!(found, (rooks.to_owned(), passed.to_owned()), "{text}");
        }
    }

    #[test]
    fn open_rights_are_found_on_the_board() {
        let cases = [
            ("Ke1, Ra1 / ke8", "a1", ""),
            ("Ke1, Ra1, Rh1 / ke8, rh8", "h1 a1 h8", ""),
            ("Kd1, Ra1 / ke8", "", ""),
            ("Ke1, e5 / ke8, d5", "", "d6"),
            ("Ke1, e5 / ke8, d5, f5", "", "d6 f6"),
            ("Ke1, e4 / ke8, d4", "", ""),
            ("Ke5, e4 / ka8, d5", "", ""),
            ("Ke1, Qa1, Qb1, Qc1, a2, b2, c2, d2, e5, f2, g2, h2 / ke8, d5", "", "d6"),
        ];
        for (text, rooks, passed) in cases {
            let setup = text.parse::<PieceList>().expect(text).setup();
            let names = |squares: Vec<Square>| {
                squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
            };
            assert_eq!(names(setup.diagram.rooks_at_home()), rooks, "{text}");
            assert_eq!(names(setup.possible_en_passant_squares()), passed, "{text}");
        }
    }
}
