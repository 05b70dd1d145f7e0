//! Where the positions of a slice lie while it is being solved.
//!
//! A word holds the 64 squares of Black's king. The words of one square of
//! White's king are a *block*; inside a block a word's address has six bits for
//! each officer. Like officers are kept in ascending order.

use super::sight::Sight;
use crate::index::MOST_OFFICERS;
use crate::kings::{Freedom, TRIANGLE};
use crate::slice::Slice;
use crate::symmetry::{Symmetry, square_at};
use sole_board::{Color, Piece, Role, Square, attacks};

/// The geometry of one slice.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) freedom: Freedom,
    pub(super) officers: Vec<Officer>,
    /// Pawns, and rooks nailed by castling rights.
    pub(super) fixed: Vec<(Piece, usize)>,
    /// The square of White's king in each block.
    pub(super) kings: Vec<usize>,
    /// The ways of White's king from block to block.
    pub(super) king_steps: Vec<Vec<KingStep>>,
    fixed_occupied: u64,
}

/// An officer that moves inside the slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Officer {
    pub(super) piece: Piece,
    shift: u32,
    /// The officers like it, itself included, as places among the officers.
    first_like: usize,
    likes: usize,
}

/// A step of White's king out of its block, folded back.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingStep {
    /// The block where the king arrives.
    pub(super) block: usize,
    /// What the fold does to all squares.
    pub(super) symmetry: Symmetry,
    /// Where the king goes, before the fold.
    pub(super) to: usize,
}

/// The squares of the officers of a word.
pub(super) type Squares = [usize; MOST_OFFICERS];

impl Layout {
    pub(super) fn new(slice: &Slice) -> Layout {
        let freedom = slice.freedom();
        let kings = match freedom {
            Freedom::Folded => TRIANGLE.to_vec(),
            Freedom::Free => (0..64).collect(),
            Freedom::WhiteHome | Freedom::BothHome => vec![Square::E1.index()],
        };
        let fixed = fixed_men(slice);
        let fixed_occupied = fixed.iter().fold(0, |all, &(_, square)| all | 1 << square);
        let king_steps = kings.iter().map(|&king| king_steps(freedom, &kings, king)).collect();
        Layout { freedom, officers: officers(slice), fixed, kings, king_steps, fixed_occupied }
    }

    /// How many words a block has.
    pub(super) fn words(&self) -> usize {
        1 << (6 * self.officers.len())
    }

    /// The squares of the officers of a word.
    #[inline(always)]
    pub(super) fn squares(&self, address: usize) -> Squares {
        let mut squares = [0; MOST_OFFICERS];
        for (square, officer) in squares.iter_mut().zip(&self.officers) {
            *square = address >> officer.shift & 63;
        }
        squares
    }

    /// The address of officers on these squares.
    #[inline]
    pub(super) fn address(&self, squares: &Squares) -> usize {
        let mut squares = *squares;
        let mut address = 0;
        let mut place = 0;
        while place < self.officers.len() {
            let likes = self.officers[place].likes;
            squares[place..place + likes].sort_unstable();
            for like in place..place + likes {
                address |= squares[like] << self.officers[like].shift;
            }
            place += likes;
        }
        address
    }

    /// The address after an officer went to `to`.
    #[inline(always)]
    pub(super) fn moved(
        &self,
        address: usize,
        squares: &Squares,
        officer: usize,
        to: usize,
    ) -> usize {
        let Officer { shift, likes, first_like, .. } = self.officers[officer];
        match likes {
            1 => address & !(63 << shift) | to << shift,
            2 => {
                let other = squares[2 * first_like + 1 - officer];
                let low_shift = self.officers[first_like].shift;
                let high_shift = self.officers[first_like + 1].shift;
                address & !(63 << low_shift | 63 << high_shift)
                    | to.min(other) << low_shift
                    | to.max(other) << high_shift
            }
            _ => {
                let mut squares = *squares;
                squares[officer] = to;
                self.address(&squares)
            }
        }
    }

    /// Where the men stand; none if two are on one square, or like officers out of order.
    #[inline]
    pub(super) fn occupied(&self, king: usize, squares: &Squares) -> Option<u64> {
        let mut occupied = self.fixed_occupied;
        for &square in squares[..self.officers.len()].iter().chain([&king]) {
            if occupied >> square & 1 != 0 {
                return None;
            }
            occupied |= 1 << square;
        }
        let in_order = |(place, officer): (usize, &Officer)| {
            place == officer.first_like || squares[place - 1] < squares[place]
        };
        self.officers.iter().enumerate().all(in_order).then_some(occupied)
    }

    /// The men of a word other than the kings.
    pub(super) fn men<'a>(
        &'a self,
        squares: &'a Squares,
    ) -> impl Iterator<Item = (Piece, usize)> + Clone + 'a {
        let officers =
            self.officers.iter().zip(squares).map(|(officer, &square)| (officer.piece, square));
        officers.chain(self.fixed.iter().copied())
    }

    /// Who attacks whom in a word.
    pub(super) fn sight(&self, king: usize, squares: &Squares) -> Sight {
        let mut sight = Sight::of(king, self.men(squares));
        if self.freedom == Freedom::BothHome {
            sight.occupied |= !(1 << Square::E8.index());
        }
        sight
    }

    /// The officers of one side, by place.
    pub(super) fn officers_of(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        (0..self.officers.len()).filter(move |&place| self.officers[place].piece.color == color)
    }

    /// Whether Black's king moves inside the slice.
    pub(super) fn black_king_moves(&self) -> bool {
        self.freedom != Freedom::BothHome
    }
}

fn officers(slice: &Slice) -> Vec<Officer> {
    let groups = slice.groups();
    let count: usize = groups.iter().map(|group| group.size).sum();
    let mut officers = Vec::new();
    for group in groups {
        let first_like = officers.len();
        for place in first_like..first_like + group.size {
            let shift = 6 * (count - 1 - place) as u32;
            officers.push(Officer { piece: group.piece, shift, first_like, likes: group.size });
        }
    }
    officers
}

fn fixed_men(slice: &Slice) -> Vec<(Piece, usize)> {
    let mut fixed = Vec::new();
    for color in Color::ALL {
        let pawn = Piece { color, role: Role::Pawn };
        let rook = Piece { color, role: Role::Rook };
        fixed.extend(slice.pawns(color).into_iter().map(|square| (pawn, square.index())));
        fixed.extend(slice.nailed(rook).into_iter().map(|square| (rook, square.index())));
    }
    fixed
}

fn king_steps(freedom: Freedom, kings: &[usize], from: usize) -> Vec<KingStep> {
    let mut steps = Vec::new();
    if matches!(freedom, Freedom::WhiteHome | Freedom::BothHome) {
        return steps;
    }
    for to in attacks::king(square_at(from)) {
        let to = to.index();
        let symmetries = Symmetry::all()
            .filter(|&symmetry| freedom == Freedom::Folded || symmetry == Symmetry::IDENTITY);
        for symmetry in symmetries {
            if let Some(block) = kings.iter().position(|&king| king == symmetry.at(to)) {
                steps.push(KingStep { block, symmetry, to });
            }
        }
    }
    steps
}
