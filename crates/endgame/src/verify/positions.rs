//! Every position of a material, in chunks that can be visited apart.
//!
//! A chunk has its pawns, or without pawns both kings, on fixed squares and one set of
//! castling rights; its other men go through all squares. So the positions of a chunk and
//! those one move later lie near each other in the tables. Without rights a board can be
//! turned and mirrored, so White's king need not visit every square.
//!
//! ```
//! use sole_endgame::verify::Chunk;
//! use std::ops::ControlFlow;
//! let mut positions = 0;
//! for chunk in Chunk::all(&"KvK".parse()?)? {
//!     let _ = chunk.try_for_each_position(|_| {
//!         positions += 1;
//!         ControlFlow::<()>::Continue(())
//!     });
//! }
//! // 564 ways to place two kings apart, White's between a1, d1 and d4; twice
//! // for the side to move.
//! assert_eq!(positions, 2 * 564);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::MOST_MEN;
use super::men::{Men, MenError};
use super::placement::{Man, Placement, ahead};
use super::rights::Rights;
use sole_board::{Color, File, Material, Piece, Rank, Role, Square};
use std::ops::ControlFlow;

/// The positions of a material that share the castling rights, and the squares of the pawns
/// or, without pawns, of both kings.
///
/// All chunks together hold each position once, up to symmetry: without castling
/// rights, White's king stands on the files a to d, and without pawns between
/// a1, d1 and d4. Those on the diagonal have their mirror images beside them.
#[derive(Clone, Debug)]
pub struct Chunk {
    rights: Rights,
    /// The pawns or the kings, and kings and rooks that may castle.
    fixed: Placement,
    /// The other men, equal ones side by side.
    free: Vec<Piece>,
}

impl Chunk {
    /// All chunks of a material, in a fixed order.
    ///
    /// # Errors
    /// Materials of more than five men, or without exactly one king on a side.
    pub fn all(material: &Material) -> Result<Vec<Chunk>, MenError> {
        check_material(material)?;
        let anchor = if material.has_pawns() { Role::Pawn } else { Role::King };
        let mut chunks = Vec::new();
        for rights in Rights::all() {
            let Some(fixed) = castlers(material, rights) else { continue };
            let free = free_men(material, &fixed);
            let (anchors, free): (Vec<_>, Vec<_>) =
                free.into_iter().partition(|piece| piece.role == anchor);
            let room = Room { rights, has_pawns: material.has_pawns() };
            let _ = room.place(&anchors, None, fixed, &mut |fixed| {
                chunks.push(Chunk { rights, fixed, free: free.clone() });
                ControlFlow::<()>::Continue(())
            });
        }
        Ok(chunks)
    }

    /// The castling rights that its positions share.
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// Calls `visit` with each position of the chunk, in a fixed order, until it
    /// breaks.
    pub fn try_for_each_position<B>(
        &self,
        mut visit: impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let has_pawns = self.fixed.iter().any(|man| man.piece.role == Role::Pawn);
        let room = Room { rights: self.rights, has_pawns };
        let each = &mut |placement| self.visit_turns(placement, &mut visit);
        room.place(&self.free, None, self.fixed, each)
    }

    /// Visits what a placement is with either side to move, and after each
    /// double step that can be captured.
    fn visit_turns<B>(
        &self,
        placement: Placement,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for turn in Color::ALL {
            if placement.is_check(!turn) {
                continue;
            }
            let men = Men { placement, turn, rights: self.rights, en_passant: None };
            visit(&men)?;
            let pawn = Piece { color: !turn, role: Role::Pawn };
            for man in placement.iter().filter(|man| man.piece == pawn) {
                let over = man.square.offset(0, ahead(turn));
                if let Some(men) = over.and_then(|over| men.after_double_step(over)) {
                    visit(&men)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where men may stand.
struct Room {
    rights: Rights,
    has_pawns: bool,
}

impl Room {
    /// Puts the first of `men` on each square, and then the others; equal men
    /// only in ascending order.
    fn place<B>(
        &self,
        men: &[Piece],
        last: Option<Man>,
        placement: Placement,
        visit: &mut impl FnMut(Placement) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some((&piece, men)) = men.split_first() else { return visit(placement) };
        let twin = last.filter(|man| man.piece == piece);
        let start = twin.map_or(0, |man| man.square.index() + 1);
        for square in Square::all().skip(start) {
            let man = Man { piece, square };
            if self.fits(man, &placement) {
                let mut placement = placement;
                placement.put(man);
                self.place(men, Some(man), placement, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fits(&self, Man { piece, square }: Man, placement: &Placement) -> bool {
        placement.at(square).is_none()
            && match piece.role {
                Role::Pawn => !matches!(square.rank(), Rank::First | Rank::Eighth),
                Role::King => {
                    (piece.color == Color::Black || self.is_needed(square))
                        && !touches(square, placement.king(!piece.color))
                }
                _ => true,
            }
    }

    /// Whether symmetry leaves this square of White's king to be visited.
    fn is_needed(&self, king: Square) -> bool {
        let west = king.file() <= File::D;
        let below_diagonal = king.rank().index() <= king.file().index();
        !self.rights.is_empty() || west && (self.has_pawns || below_diagonal)
    }
}

fn check_material(material: &Material) -> Result<(), MenError> {
    let men = material.men();
    if men > MOST_MEN {
        return Err(MenError::TooMany { men });
    }
    for color in Color::ALL {
        let kings = material.count(Piece { color, role: Role::King });
        if kings != 1 {
            return Err(MenError::Kings { color, kings });
        }
    }
    Ok(())
}

/// The kings and rooks that rights need; `None` if the material has not so many.
fn castlers(material: &Material, rights: Rights) -> Option<Placement> {
    let mut fixed = Placement::default();
    for man in rights.iter().flat_map(|right| [right.king(), right.rook()]) {
        let used = fixed.iter().filter(|other| other.piece == man.piece).count();
        if fixed.at(man.square) == Some(man.piece) {
            continue;
        }
        if used == material.count(man.piece) {
            return None;
        }
        fixed.put(man);
    }
    Some(fixed)
}

fn touches(square: Square, king: Option<Square>) -> bool {
    king.is_some_and(|king| {
        let files = square.file().index().abs_diff(king.file().index());
        let ranks = square.rank().index().abs_diff(king.rank().index());
        files <= 1 && ranks <= 1
    })
}

/// The men of a material that are not among the fixed ones.
fn free_men(material: &Material, fixed: &Placement) -> Vec<Piece> {
    let left = |piece: Piece| {
        let used = fixed.iter().filter(|man| man.piece == piece).count();
        std::iter::repeat_n(piece, material.count(piece) - used)
    };
    Piece::all().flat_map(left).collect()
}
