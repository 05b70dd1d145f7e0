//! Where the positions of a slice lie while it is being solved.
//!
//! A word holds the 64 squares of Black's king. The words of one square of
//! White's king are a *block*; inside a block a word's address has six bits for
//! each officer. Like officers are kept in ascending order. The bits of the
//! first of three officers are also mixed into lower ones, so that the words
//! that it reaches do not all fall into the same few lines of the cache.
//!
//! While White's king stands on the diagonal of a board that can be mirrored in it, every
//! word has a *reflection* in its block. Of both only the one with the lower address is
//! worked on.

use super::attacks::Attacks;
use crate::index::MOST_OFFICERS;
use crate::kings::{Freedom, TRIANGLE, on_diagonal};
use crate::slice::Slice;
use crate::symmetry::{Symmetry, square_at};
use sole_board::{Color, Piece, Role, Square, SquareSet, attacks};
use std::cmp::Ordering;

/// The geometry of one slice.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) freedom: Freedom,
    pub(super) officers: Vec<Officer>,
    /// Rooks nailed to their corners by castling rights, then pawns.
    pub(super) fixed: Vec<(Piece, usize)>,
    /// How many rooks are nailed.
    pub(super) nailed: usize,
    /// The square of White's king in each block.
    pub(super) kings: Vec<usize>,
    /// The steps of White's king by the block where they arrive: where they start, and the fold.
    pub(super) king_arrivals: Vec<Vec<(usize, Symmetry)>>,
    /// One step for each square that White's king can go to.
    pub(super) king_looks: Vec<Vec<KingStep>>,
    fixed_occupied: u64,
    /// By address, one bit each: the words with a lower reflection. Empty if there is none.
    higher: Vec<u64>,
    /// Exchanges that bring like officers into order.
    pairs_in_order: Vec<(usize, usize)>,
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
    /// What takes the fold back.
    pub(super) back: Symmetry,
    /// Where the king goes, before the fold.
    pub(super) to: usize,
}

/// An officer that is going to move.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    layout: &'a Layout,
    officer: usize,
    shift: u32,
    alone: bool,
}

/// The addresses that an officer can reach.
#[derive(Clone, Copy)]
pub(super) struct Destinations<'a> {
    mover: Mover<'a>,
    address: usize,
    rest: usize,
}

impl<'a> Mover<'a> {
    #[inline(always)]
    pub(super) fn destinations(self, address: usize) -> Destinations<'a> {
        Destinations { mover: self, address, rest: mixed(address) & !(63 << self.shift) }
    }
}

impl Destinations<'_> {
    /// The address after the officer went to a square.
    #[inline(always)]
    pub(super) fn to(&self, square: usize) -> usize {
        if self.mover.alone {
            return mixed(self.rest | square << self.mover.shift);
        }
        self.among_likes(square)
    }

    fn among_likes(&self, square: usize) -> usize {
        let layout = self.mover.layout;
        let mut squares = layout.squares(self.address);
        squares[self.mover.officer] = square;
        layout.address(&squares)
    }
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
        let nailed = slice.rights().len();
        let fixed_occupied = fixed.iter().fold(0, |all, &(_, square)| all | 1 << square);
        let king_steps: Vec<Vec<KingStep>> =
            kings.iter().map(|&king| king_steps(freedom, &kings, king)).collect();
        let king_arrivals = arrivals(&king_steps);
        let mut king_looks = king_steps;
        for looks in &mut king_looks {
            looks.dedup_by_key(|step| step.to);
        }
        let officers = officers(slice);
        let pairs_in_order = sorting_network(&officers);
        let mut layout = Layout {
            freedom,
            officers,
            fixed,
            nailed,
            kings,
            king_arrivals,
            king_looks,
            fixed_occupied,
            higher: Vec::new(),
            pairs_in_order,
        };
        layout.higher = layout.higher_words();
        layout
    }

    fn higher_words(&self) -> Vec<u64> {
        if self.freedom != Freedom::Folded {
            return Vec::new();
        }
        let mut higher = vec![0; self.words().div_ceil(64)];
        for address in 0..self.words() {
            if self.in_order(&self.squares(address)) && self.reflection(address) < address {
                higher[address / 64] |= 1 << (address % 64);
            }
        }
        higher
    }

    /// Whether the words of a block have reflections in it.
    #[inline(always)]
    pub(super) fn reflects(&self, block: usize) -> bool {
        self.freedom == Freedom::Folded && on_diagonal(self.kings[block])
    }

    /// Whether a word is worked on: it is not the higher of two reflections.
    #[inline(always)]
    pub(super) fn is_lower(&self, block: usize, address: usize) -> bool {
        !self.reflects(block) || self.higher[address / 64] >> (address % 64) & 1 == 0
    }

    /// The words of a block that are worked on.
    pub(super) fn lower_words(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.words()).filter(move |&address| self.is_lower(block, address))
    }

    /// Calls `visit` with a word, and with its reflection if there is one, and what brings
    /// squares of the word there.
    #[inline]
    pub(super) fn each_reflection(
        &self,
        block: usize,
        address: usize,
        mut visit: impl FnMut(usize, Symmetry),
    ) {
        visit(address, Symmetry::IDENTITY);
        if self.reflects(block) {
            visit(self.reflection(address), Symmetry::TRANSPOSE);
        }
    }

    /// The address of a word's reflection.
    #[inline]
    pub(super) fn reflection(&self, address: usize) -> usize {
        self.image(address, Symmetry::TRANSPOSE)
    }

    /// The lower of a word and its reflection, the same squares there, and the higher.
    #[inline]
    pub(super) fn lower(&self, address: usize, squares: u64) -> (usize, u64, usize) {
        let (reflection, reflected) = (self.reflection(address), Symmetry::TRANSPOSE.word(squares));
        match reflection.cmp(&address) {
            Ordering::Less => (reflection, reflected, address),
            Ordering::Equal => (address, squares | reflected, address),
            Ordering::Greater => (address, squares, reflection),
        }
    }

    /// How many words a block has.
    pub(super) fn words(&self) -> usize {
        1 << (6 * self.officers.len())
    }

    /// The addresses in the order of the squares of their officers.
    pub(super) fn addresses(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.words()).map(mixed)
    }

    /// The squares of the officers of a word.
    #[inline(always)]
    pub(super) fn squares(&self, address: usize) -> Squares {
        let mut squares = [0; MOST_OFFICERS];
        for (square, officer) in squares.iter_mut().zip(&self.officers) {
            *square = mixed(address) >> officer.shift & 63;
        }
        squares
    }

    /// The address of officers on these squares.
    #[inline]
    pub(super) fn address(&self, squares: &Squares) -> usize {
        let mut squares = *squares;
        for &(low, high) in &self.pairs_in_order {
            if squares[low] > squares[high] {
                squares.swap(low, high);
            }
        }
        let shifted =
            self.officers.iter().zip(squares).map(|(officer, square)| square << officer.shift);
        mixed(shifted.fold(0, |address, digit| address | digit))
    }

    /// The address after a symmetry.
    #[inline]
    pub(super) fn image(&self, address: usize, symmetry: Symmetry) -> usize {
        if symmetry == Symmetry::IDENTITY {
            return address;
        }
        self.address(&self.squares(address).map(|square| symmetry.at(square)))
    }

    /// How the address changes when an officer moves.
    #[inline(always)]
    pub(super) fn mover(&self, officer: usize) -> Mover<'_> {
        Mover {
            layout: self,
            officer,
            shift: self.officers[officer].shift,
            alone: self.officers[officer].likes == 1,
        }
    }

    /// Where all men but Black's king stand, in a word that is known to be in order.
    #[inline(always)]
    pub(super) fn all_men(&self, king: usize, squares: &Squares) -> u64 {
        let officers = &squares[..self.officers.len()];
        officers.iter().fold(self.fixed_occupied | 1 << king, |all, &square| all | 1 << square)
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
        self.in_order(squares).then_some(occupied)
    }

    /// Whether like officers are in ascending order.
    #[inline]
    pub(super) fn in_order(&self, squares: &Squares) -> bool {
        self.pairs_in_order.iter().all(|&(low, high)| squares[low] < squares[high])
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

    /// The attacks and checks in a word.
    pub(super) fn attacks(&self, king: usize, squares: &Squares) -> Attacks {
        let mut attacks = Attacks::of(king, self.men(squares));
        if self.freedom == Freedom::BothHome {
            attacks.occupied |= !(1 << Square::E8.index());
        }
        attacks
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

/// From plain digits to an address, and back.
#[inline(always)]
const fn mixed(digits: usize) -> usize {
    digits ^ (digits >> 12 & 63) << 3
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

/// Comparisons, low place first, that sort each group of like officers.
fn sorting_network(officers: &[Officer]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (first, officer) in officers.iter().enumerate() {
        if officer.first_like == first {
            match officer.likes {
                2 => pairs.push((first, first + 1)),
                3 => pairs.extend([(first, first + 1), (first + 1, first + 2), (first, first + 1)]),
                _ => {}
            }
        }
    }
    pairs
}

fn fixed_men(slice: &Slice) -> Vec<(Piece, usize)> {
    let men = |role, of: &dyn Fn(Color) -> SquareSet| {
        let of_color = |color| {
            of(color).into_iter().map(move |square| (Piece { color, role }, square.index()))
        };
        Color::ALL.into_iter().flat_map(of_color).collect::<Vec<_>>()
    };
    let mut fixed = men(Role::Rook, &|color| slice.rights_of(color));
    fixed.extend(men(Role::Pawn, &|color| slice.pawns(color)));
    fixed
}

fn arrivals(king_steps: &[Vec<KingStep>]) -> Vec<Vec<(usize, Symmetry)>> {
    let mut arrivals = vec![Vec::new(); king_steps.len()];
    for (source, steps) in king_steps.iter().enumerate() {
        for step in steps {
            arrivals[step.block].push((source, step.symmetry));
        }
    }
    arrivals
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
                steps.push(KingStep { block, symmetry, back: symmetry.inverse(), to });
            }
        }
    }
    steps
}
