//! Every position of a material, in chunks that can be visited apart.
//!
//! A chunk has both kings on fixed squares and one set of castling rights; its
//! other men go through all squares. Without rights a board can be turned and
//! mirrored, so White's king need not visit every square.
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

/// The positions of a material that share the squares of both kings and the
/// castling rights.
///
/// All chunks together hold each position once, up to symmetry: without castling
/// rights, White's king stands on the files a to d, and without pawns between
/// a1, d1 and d4. Those on the diagonal have their mirror images beside them.
#[derive(Clone, Debug)]
pub struct Chunk {
    rights: Rights,
    /// The kings, and the rooks that may castle.
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
        let mut chunks = Vec::new();
        for rights in Rights::all() {
            for white in Square::all().filter(|&king| is_needed(king, rights, material)) {
                let chunk = |black| Chunk::new(material, [white, black], rights);
                chunks.extend(Square::all().filter_map(chunk));
            }
        }
        Ok(chunks)
    }

    /// The castling rights that its positions share.
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// None if kings, rights and material do not go together.
    fn new(material: &Material, kings: [Square; 2], rights: Rights) -> Option<Chunk> {
        let mut fixed = Placement::default();
        let kings = Color::ALL.map(|color| Man {
            piece: Piece { color, role: Role::King },
            square: kings[color.index()],
        });
        let rooks = rights.iter().map(|right| right.rook());
        for man in kings.into_iter().chain(rooks) {
            let used = fixed.iter().filter(|other| other.piece == man.piece).count();
            if fixed.at(man.square).is_some() || used == material.count(man.piece) {
                return None;
            }
            fixed.put(man);
        }
        let fits = rights.kept_by(&fixed) == rights && !kings_touch(&fixed);
        fits.then(|| Chunk { rights, fixed, free: free_men(material, &fixed) })
    }

    /// Calls `visit` with each position of the chunk, in a fixed order, until it
    /// breaks.
    pub fn try_for_each_position<B>(
        &self,
        mut visit: impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.place(&self.free, None, self.fixed, &mut visit)
    }

    /// Puts the first of `free` on each square, and then the others; equal men
    /// only in ascending order.
    fn place<B>(
        &self,
        free: &[Piece],
        last: Option<Man>,
        placement: Placement,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some((&piece, free)) = free.split_first() else {
            return self.visit_turns(placement, visit);
        };
        let twin = last.filter(|man| man.piece == piece);
        let start = twin.map_or(0, |man| man.square.index() + 1);
        for square in Square::all().skip(start) {
            if placement.at(square).is_none() && may_stand(piece, square) {
                let man = Man { piece, square };
                let mut placement = placement;
                placement.put(man);
                self.place(free, Some(man), placement, visit)?;
            }
        }
        ControlFlow::Continue(())
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

/// Whether symmetry leaves this square of White's king to be visited.
fn is_needed(king: Square, rights: Rights, material: &Material) -> bool {
    let west = king.file() <= File::D;
    let below_diagonal = king.rank().index() <= king.file().index();
    !rights.is_empty() || west && (material.has_pawns() || below_diagonal)
}

fn kings_touch(fixed: &Placement) -> bool {
    fixed.king(Color::White).is_some_and(|king| {
        [-1, 0, 1].into_iter().any(|east| {
            let squares = [-1, 0, 1].into_iter().filter_map(|north| king.offset(east, north));
            squares.into_iter().any(|square| Some(square) == fixed.king(Color::Black))
        })
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

fn may_stand(piece: Piece, square: Square) -> bool {
    piece.role != Role::Pawn || !matches!(square.rank(), Rank::First | Rank::Eighth)
}
