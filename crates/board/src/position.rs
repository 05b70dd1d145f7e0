//! A position that can be played on.
//!
//! Two positions are equal exactly if the laws of chess call them the same: the
//! same men on the same squares, the same side to move, the same castling
//! rights, and the same en passant right, which counts only if the capture is
//! legal. Clocks are not part of it; a [`Game`](crate::Game) keeps them.
//!
//! ```
//! use sole_board::Position;
//! let start = Position::initial();
//! assert_eq!(start.count_moves(), 20);
//! ```

use crate::setup::DoubleStep;
use crate::{Clocks, Color, Diagram, Faults, Piece, Role, Square, SquareSet, attacks, key};
use crate::{Setup, fen};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Men, side to move, castling rights and a legal en passant capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    diagram: Diagram,
    diagram_key: u64,
    castling: SquareSet,
    turn: Color,
    en_passant: Option<Square>,
}

const _: () = assert!(size_of::<Position>() <= 96);

impl Position {
    /// The initial array, White to move.
    pub fn initial() -> Position {
        let setup: Setup = fen::INITIAL.parse().expect("the initial array is a FEN");
        Position::try_from(setup).expect("the initial array can be played on")
    }

    /// A position from a setup that has no faults but the waived ones.
    ///
    /// Only faults in [`Faults::WAIVABLE`] can be waived.
    ///
    /// # Errors
    /// All other faults, together.
    ///
    /// ```
    /// use sole_board::{Fault, Faults, Position, Setup};
    /// let setup: Setup = "8/8/8/8/8/8/8/k7 w - - 0 1".parse().unwrap();
    /// assert_eq!(Position::try_from(setup), Err(Faults::from(Fault::MissingKing)));
    /// assert!(Position::new(setup, Fault::MissingKing.into()).is_ok());
    /// ```
    pub fn new(setup: Setup, waived: Faults) -> Result<Position, Faults> {
        let faults = setup.faults().except(waived & Faults::WAIVABLE);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut position = Position::assemble(setup);
        if let Some(over) = setup.en_passant {
            position.offer_en_passant(over);
        }
        Ok(position)
    }

    /// The position of a setup that is known to be playable, with its en
    /// passant capture known to be legal.
    pub(crate) fn assemble(setup: Setup) -> Position {
        let diagram_key = diagram_key(&setup.diagram);
        Position { diagram_key, ..Position::assemble_unkeyed(setup) }
    }

    /// The same with a wrong key: not for comparing, and not for other crates.
    #[inline(always)]
    pub(crate) fn assemble_unkeyed(setup: Setup) -> Position {
        Position {
            diagram: setup.diagram,
            diagram_key: 0,
            castling: setup.castling,
            turn: setup.turn,
            en_passant: setup.en_passant,
        }
    }

    /// The setup with the given clocks.
    pub fn to_setup(&self, clocks: Clocks) -> Setup {
        Setup {
            diagram: self.diagram,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            clocks,
        }
    }

    /// The 64 squares.
    #[inline(always)]
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks that may still castle.
    #[inline(always)]
    pub fn castling(&self) -> SquareSet {
        self.castling
    }

    /// The square on which a pawn can legally capture en passant.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// A 64-bit key of the whole position.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.diagram_key ^ self.state_key()
    }

    /// A 64-bit key of the 64 squares alone.
    #[inline(always)]
    pub fn diagram_key(&self) -> u64 {
        self.diagram_key
    }

    /// The part of the key beside the men.
    #[inline(always)]
    fn state_key(&self) -> u64 {
        let turn = match self.turn {
            Color::White => 0,
            Color::Black => key::BLACK_TO_MOVE,
        };
        let en_passant = self.en_passant.map_or(0, |square| key::en_passant(square.file()));
        turn ^ key::castling(self.castling) ^ en_passant
    }

    /// The men that give check to the side to move.
    pub fn checkers(&self) -> SquareSet {
        self.diagram.king(self.turn).map_or(SquareSet::EMPTY, |king| {
            self.diagram.attackers(king, !self.turn, self.diagram.occupied())
        })
    }

    /// The square of the rook with which `color` castles on the king's or the
    /// queen's side, if it still may.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.diagram.king(color)?;
        let rooks = self.castling & SquareSet::rank(color.back_rank());
        rooks.into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// The same position with the colours exchanged.
    pub fn flipped(&self) -> Position {
        let diagram = self.diagram.flipped();
        Position {
            diagram,
            diagram_key: diagram_key(&diagram),
            castling: self.castling.flip_vertical(),
            turn: !self.turn,
            en_passant: self.en_passant.map(Square::flip_vertical),
        }
    }

    /// Takes a man off a square or puts it there.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.diagram.toggle(color, role, SquareSet::of(square));
        self.diagram_key ^= key::man(color, role, square);
    }

    /// Gives the turn to the other side and ends the right to capture en passant.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.turn = !self.turn;
        self.en_passant = None;
    }

    /// Sets the rooks that may castle.
    #[inline(always)]
    pub(crate) fn set_castling(&mut self, rooks: SquareSet) {
        self.castling = rooks;
    }

    /// Sets the right to capture en passant, which must be legal.
    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, over: Option<Square>) {
        self.en_passant = over;
    }

    /// Grants the capture of the pawn that has just passed `over`, if it is legal.
    #[inline]
    pub(crate) fn offer_en_passant(&mut self, over: Square) {
        self.en_passant = self.can_capture_passing(over).then_some(over);
    }

    /// Whether a pawn of the side to move can legally capture on `over`.
    #[inline]
    pub(crate) fn can_capture_passing(&self, over: Square) -> bool {
        let capturers = attacks::pawn(!self.turn, over) & self.diagram.men(self.turn, Role::Pawn);
        capturers.into_iter().any(|from| self.may_capture_passing(from, over))
    }

    /// Whether the pawn on `from` leaves no check by capturing on `over`.
    #[inline]
    pub(crate) fn may_capture_passing(&self, from: Square, over: Square) -> bool {
        let Some(king) = self.diagram.king(self.turn) else { return true };
        let Some(step) = DoubleStep::over(over, !self.turn) else { return false };
        let occupied = self.diagram.occupied().without(from).without(step.to).with(over);
        self.diagram.attackers(king, !self.turn, occupied).without(step.to).is_empty()
    }
}

/// Towards the h-file or towards the a-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// O-O: the king goes to the g-file, the rook to the f-file.
    King,
    /// O-O-O: the king goes to the c-file, the rook to the d-file.
    Queen,
}

impl CastlingSide {
    /// The side of a rook, seen from its king.
    #[inline(always)]
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if king < rook { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Where the king lands.
    #[inline(always)]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => crate::File::G,
            CastlingSide::Queen => crate::File::C,
        };
        Square::at(file, color.back_rank())
    }

    /// Where the rook lands.
    #[inline(always)]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => crate::File::F,
            CastlingSide::Queen => crate::File::D,
        };
        Square::at(file, color.back_rank())
    }
}

fn diagram_key(diagram: &Diagram) -> u64 {
    let men = |Piece { color, role }| {
        diagram.men(color, role).into_iter().map(move |square| key::man(color, role, square))
    };
    Piece::all().flat_map(men).fold(0, |all, number| all ^ number)
}

impl TryFrom<Setup> for Position {
    type Error = Faults;

    fn try_from(setup: Setup) -> Result<Position, Faults> {
        Position::new(setup, Faults::NONE)
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// A FEN with fresh clocks.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_setup(Clocks::default()), f)
    }
}
