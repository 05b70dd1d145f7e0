//! Dead positions: blocked pawns separate the kings and perhaps bishops for ever, so that no
//! mate is possible.
//!
//! The proof holds for all legal moves of both sides: the pawns block each other, no piece
//! can ever be captured by a pawn, no king and no bishop can reach an enemy
//! pawn, and no king can be mated where a bishop may check it.
//! Each piece is given more freedom than it has (other officers never block it), so the proof
//! is sound but not complete: no proof does not mean that a mate is possible.
//!
//! ```
//! use sole_board::{Ending, Position, Setup};
//! let setup: Setup = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1".parse().unwrap();
//! assert_eq!(Position::try_from(setup).unwrap().ending(), Some(Ending::Locked));
//! ```

use crate::{Color, Diagram, Position, Role, SquareSet};

impl Position {
    /// Whether it is proved, from the blocked pawns alone, that no mate is possible
    /// any more. A mate that is on the board already is not considered.
    #[inline(always)]
    pub(crate) fn is_locked(&self) -> bool {
        let diagram = self.diagram();
        let free =
            diagram.role(Role::Queen) | diagram.role(Role::Rook) | diagram.role(Role::Knight);
        free.is_empty() && self.is_walled()
    }

    /// The same for positions with kings, bishops and pawns alone.
    #[cold]
    #[inline(never)]
    fn is_walled(&self) -> bool {
        let has_kings = Color::ALL.map(|color| self.diagram().king(color).is_some()) == [true; 2];
        has_kings
            && self.en_passant().is_none()
            && are_stuck(self.diagram())
            && BothSides::new(self.diagram()).are_safe()
    }
}

/// Whether there are pawns, and each is blocked by another pawn.
fn are_stuck(diagram: &Diagram) -> bool {
    let pawns = diagram.role(Role::Pawn);
    let ahead = |color| diagram.men(color, Role::Pawn).forward(color);
    pawns.any() && ((ahead(Color::White) | ahead(Color::Black)) - pawns).is_empty()
}

/// Both sides, each with the squares that its pieces may ever reach.
struct BothSides([SideReach; 2]);

/// The squares that the pieces of one side may ever reach, as long as no pawn moves.
struct SideReach {
    color: Color,
    pawns: SquareSet,
    /// What its pawns attack.
    guarded: SquareSet,
    /// Where its king may come.
    king: SquareSet,
    /// Where its bishops may come.
    bishops: SquareSet,
    /// What its bishops may attack.
    aimed: SquareSet,
}

impl BothSides {
    fn new(diagram: &Diagram) -> BothSides {
        BothSides(Color::ALL.map(|color| SideReach::new(diagram, color)))
    }

    /// Whether nothing can be captured that matters, and nobody can be mated.
    fn are_safe(&self) -> bool {
        let [white, black] = &self.0;
        white.is_safe_from(black) && black.is_safe_from(white)
    }
}

impl SideReach {
    fn new(diagram: &Diagram, color: Color) -> SideReach {
        let men = |role| diagram.men(color, role);
        let (walls, pawns) = (diagram.role(Role::Pawn), men(Role::Pawn));
        let guarded = attacked_by_pawns(pawns, color);
        let threats = attacked_by_pawns(diagram.men(!color, Role::Pawn), !color);
        let king = filled(men(Role::King), around, !(pawns | threats));
        let bishops = filled(men(Role::Bishop), diagonals, !walls);
        SideReach { color, pawns, guarded, king, bishops, aimed: diagonals(bishops) }
    }

    /// Whether no man of `other` ever captures a pawn, is captured by one, or mates.
    fn is_safe_from(&self, other: &SideReach) -> bool {
        debug_assert_eq!(self.color, !other.color);
        let reached = self.pawns & (other.king | other.aimed | other.guarded);
        let caught = self.guarded & other.bishops;
        reached.is_empty() && caught.is_empty() && self.mated_by(other).is_empty()
    }

    /// Where the king might stand in a check of a bishop with no square to flee to: every
    /// square around it may be attacked, or taken by a man of its own.
    fn mated_by(&self, other: &SideReach) -> SquareSet {
        let attacked = other.guarded | other.aimed | around(other.king);
        let flights = !(attacked | self.pawns | self.bishops);
        (self.king & other.aimed) - around(flights)
    }
}

/// All squares to which steps lead from `from` on `squares`, the start included.
fn filled(
    from: SquareSet,
    steps: impl Fn(SquareSet) -> SquareSet,
    squares: SquareSet,
) -> SquareSet {
    let mut reached = from;
    loop {
        let more = reached | steps(reached) & squares;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The squares beside those of a set, in all eight directions.
fn around(set: SquareSet) -> SquareSet {
    let row = set | set.east() | set.west();
    let (up, down) = (row.forward(Color::White), row.forward(Color::Black));
    set.east() | set.west() | up | down
}

/// The squares beside those of a set on diagonals.
fn diagonals(set: SquareSet) -> SquareSet {
    let sides = set.east() | set.west();
    sides.forward(Color::White) | sides.forward(Color::Black)
}

fn attacked_by_pawns(pawns: SquareSet, color: Color) -> SquareSet {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}
