//! Reading solved slices, a lane at a time, as the slice being solved sees them.

use super::attacks::Attacks;
use super::lane::{Lane, keep};
use crate::index::{Index, MOST_OFFICERS, combination};
use crate::kings::Pairs;
use crate::section::Section;
use crate::slice::{Orientation, Slice};
use crate::symmetry::Symmetry;
use sole_board::{Color, Material, Piece, Role, SquareSet};
use std::sync::Arc;

/// The place after an exit: a solved slice with one side to move, seen with the
/// colours and squares of the slice that leads there.
pub(super) struct Lookup {
    section: Arc<Section>,
    kings_stride: usize,
    groups: Vec<Members>,
    pairs: &'static Pairs,
    swapped: bool,
    symmetry: Symmetry,
    /// The officers, in the order in which their squares are given.
    officers: Vec<Officer>,
    pawns: Vec<(Piece, usize)>,
    turn: Color,
    /// What the mover gets who moves to a position with a code.
    before: [u8; 256],
}

/// The officers of a group of the solved slice.
struct Members {
    stride: usize,
    size: usize,
    /// Their places among the officers of the lookup.
    slots: [usize; MOST_OFFICERS],
}

/// The men after an exit, without the squares of the officers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct After {
    pub(super) officers: Vec<Officer>,
    pub(super) pawns: [SquareSet; 2],
}

/// An officer, and the corner to which a castling right nails it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Officer {
    pub(super) piece: Piece,
    pub(super) nailed: SquareSet,
}

impl After {
    pub(super) fn rights(&self) -> SquareSet {
        self.officers.iter().fold(SquareSet::EMPTY, |rights, officer| rights | officer.nailed)
    }

    fn slice(&self) -> (Slice, Orientation) {
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let pawns = self.pawn_squares().map(|(pawn, _)| pawn);
        let officers = self.officers.iter().map(|officer| officer.piece);
        let men = kings.into_iter().chain(officers).chain(pawns);
        Slice::canonical(men.collect::<Material>(), self.pawns, self.rights())
    }

    fn pawn_squares(&self) -> impl Iterator<Item = (Piece, usize)> + '_ {
        Color::ALL.into_iter().flat_map(|color| {
            let pawn = Piece { color, role: Role::Pawn };
            self.pawns[color.index()].into_iter().map(move |square| (pawn, square.index()))
        })
    }
}

impl Lookup {
    /// `section` gives the values of a solved slice for one side to move.
    pub(super) fn new(
        after: &After,
        turn: Color,
        before: [u8; 256],
        section: impl FnOnce(&Slice, Color) -> Arc<Section>,
    ) -> Lookup {
        let (slice, orientation) = after.slice();
        let side = |color: Color| if orientation.swapped { !color } else { color };
        let section = section(&slice, side(turn));
        let index = Index::new(&slice, section.order);
        let members = |number: usize| {
            let group = index.groups()[number];
            let wanted = Piece { color: side(group.piece.color), role: group.piece.role };
            let mut slots = [0; MOST_OFFICERS];
            let fits = |officer: &Officer| officer.piece == wanted && officer.nailed.is_empty();
            let found = (0..after.officers.len()).filter(|&place| fits(&after.officers[place]));
            for (slot, place) in slots.iter_mut().zip(found) {
                *slot = place;
            }
            Members { stride: index.group_stride(number), size: group.size, slots }
        };
        Lookup {
            kings_stride: index.kings_stride(),
            groups: (0..index.groups().len()).map(members).collect(),
            pairs: Pairs::of(index.freedom),
            swapped: orientation.swapped,
            symmetry: orientation.symmetry,
            officers: after.officers.clone(),
            pawns: after.pawn_squares().collect(),
            turn,
            before,
            section,
        }
    }

    #[inline(always)]
    pub(super) fn before(&self, code: u8) -> u8 {
        self.before[usize::from(code)]
    }

    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    pub(super) fn men<'a>(
        &'a self,
        squares: &'a [usize],
    ) -> impl Iterator<Item = (Piece, usize)> + Clone + 'a {
        let officers =
            self.officers.iter().map(|officer| officer.piece).zip(squares.iter().copied());
        officers.chain(self.pawns.iter().copied())
    }

    /// What officers on these squares add to the place, after a symmetry.
    fn officers_place(&self, squares: &[usize], symmetry: Symmetry) -> usize {
        let mut place = 0;
        for group in &self.groups {
            let mut images = [0; MOST_OFFICERS];
            for (image, &slot) in images.iter_mut().zip(&group.slots[..group.size]) {
                *image = symmetry.at(squares[slot]);
            }
            place += combination(&images[..group.size]) * group.stride;
        }
        place
    }

    /// What the side that exits to here gets, for every square of Black's king.
    ///
    /// The squares are those of the officers in their order; no two men may
    /// stand on one square.
    pub(super) fn lane(&self, white_king: usize, squares: &[usize]) -> Lane {
        let mut lane = self.own_lane(white_king, squares).map(|code| self.before(code));
        keep(&mut lane, self.attacks(white_king, squares).may_move(self.turn));
        lane
    }

    /// The attacks and checks there.
    pub(super) fn attacks(&self, white_king: usize, squares: &[usize]) -> Attacks {
        Attacks::of(white_king, self.men(squares))
    }

    /// The values for the side to move here, also where it is not allowed to move.
    pub(super) fn own_lane(&self, white_king: usize, squares: &[usize]) -> Lane {
        let mut places = [usize::MAX; Symmetry::COUNT];
        let mut lane = [0; 64];
        for (black_king, code) in lane.iter_mut().enumerate() {
            let (first, second) = self.canonical_kings(white_king, black_king);
            let Some(pair) = self.pairs.get(first, second) else { continue };
            let officers = &mut places[pair.symmetry.index()];
            if *officers == usize::MAX {
                *officers = self.officers_place(squares, self.symmetry.then(pair.symmetry));
            }
            *code = self.section.values[pair.number * self.kings_stride + *officers];
        }
        lane
    }

    #[inline(always)]
    fn canonical_kings(&self, white: usize, black: usize) -> (usize, usize) {
        let (white, black) = (self.symmetry.at(white), self.symmetry.at(black));
        if self.swapped { (black, white) } else { (white, black) }
    }

    /// One code of a lane.
    pub(super) fn entry(&self, white_king: usize, squares: &[usize], black_king: usize) -> u8 {
        if self.attacks(white_king, squares).may_move(self.turn) >> black_king & 1 == 0 {
            return 0;
        }
        let (first, second) = self.canonical_kings(white_king, black_king);
        let Some(pair) = self.pairs.get(first, second) else { return 0 };
        let officers = self.officers_place(squares, self.symmetry.then(pair.symmetry));
        self.before(self.section.values[pair.number * self.kings_stride + officers])
    }
}
