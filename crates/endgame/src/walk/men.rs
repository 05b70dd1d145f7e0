//! The men that stand on a place: the inverse of the index.

use super::attack_lookup::Kind;
use crate::index::{Group, Index, MOST_OFFICERS, Order, combinations};
use crate::kings::{Freedom, Pairs};
use crate::slice::Slice;
use crate::symmetry::square_at;
use sole_board::{Color, Diagram, Faults, Piece, Position, Role, Setup, SquareSet};
use std::sync::LazyLock;

/// The men of a slice, those that never move first, and where they stand on each place.
pub(crate) struct Men {
    slice: Slice,
    index: Index,
    /// Pawns, and rooks that may castle.
    fixed: Vec<(Piece, usize)>,
    /// All men but the kings.
    pieces: Vec<Piece>,
    kinds: Vec<Kind>,
}

/// The squares of the men on one place, the kings apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Squares {
    /// White's king, Black's king.
    pub(super) kings: [usize; 2],
    /// The others, in the order of [`Men::pieces`].
    pub(super) others: [usize; MOST_OFFICERS],
}

/// A way to place a group of like officers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combination {
    pub(super) squares: [usize; MOST_OFFICERS],
    pub(super) word: u64,
}

/// Every way to place `size` like officers, in the order of their numbers.
pub(super) fn all_combinations(size: usize) -> &'static [Combination] {
    static LISTS: LazyLock<[Vec<Combination>; MOST_OFFICERS + 1]> =
        LazyLock::new(|| std::array::from_fn(list_combinations));
    &LISTS[size]
}

fn list_combinations(size: usize) -> Vec<Combination> {
    let mut list = Vec::with_capacity(combinations(size));
    let below = |limit: usize, wanted: bool| if wanted { 0..limit } else { 0..1 };
    for high in below(64, size > 0) {
        for middle in below(high, size > 1) {
            for low in below(middle, size > 2) {
                let squares = [high, middle, low];
                let word = squares[..size].iter().fold(0, |word, &square| word | 1 << square);
                list.push(Combination { squares, word });
            }
        }
    }
    list
}

impl Men {
    pub(crate) fn new(slice: &Slice) -> Men {
        let index = Index::new(slice, Order::KINGS_FIRST);
        let fixed: Vec<(Piece, usize)> =
            Color::ALL.into_iter().flat_map(|c| fixed(slice, c)).collect();
        let free = index.groups().iter().flat_map(|&Group { piece, size }| vec![piece; size]);
        let pieces: Vec<Piece> = fixed.iter().map(|&(piece, _)| piece).chain(free).collect();
        let kinds = pieces.iter().copied().map(Kind::of).collect();
        Men { slice: *slice, index, fixed, pieces, kinds }
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.index.len()
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    pub(super) fn slice(&self) -> &Slice {
        &self.slice
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// How many men never move.
    pub(super) fn n_fixed(&self) -> usize {
        self.fixed.len()
    }

    pub(super) fn groups(&self) -> &[Group] {
        self.index.groups()
    }

    /// The squares of the kings and of the men that never move.
    pub(super) fn with_kings(&self, pair: usize) -> Squares {
        let (white, black) = Pairs::of(self.index.freedom).squares(pair);
        let mut others = [0; MOST_OFFICERS];
        for (slot, &(_, square)) in others.iter_mut().zip(&self.fixed) {
            *slot = square;
        }
        Squares { kings: [white, black], others }
    }

    /// Where the men stand on a place; two may stand on one square.
    pub(crate) fn at(&self, place: usize) -> Squares {
        let mut squares = self.with_kings(place / self.index.kings_stride());
        let mut slot = self.fixed.len();
        for (number, group) in self.groups().iter().enumerate() {
            let list = all_combinations(group.size);
            let combination = list[place / self.index.group_stride(number) % list.len()];
            squares.others[slot..slot + group.size]
                .copy_from_slice(&combination.squares[..group.size]);
            slot += group.size;
        }
        squares
    }

    /// The position with a side to move; none if these men cannot stand so.
    pub(crate) fn position(&self, squares: &Squares, turn: Color) -> Option<Position> {
        let king = |color: Color| Piece { color, role: Role::King };
        let mut diagram = Diagram::EMPTY;
        for color in Color::ALL {
            diagram.put(square_at(squares.kings[color.index()]), king(color));
        }
        for (&piece, &square) in self.pieces.iter().zip(&squares.others) {
            diagram.put(square_at(square), piece);
        }
        let setup = Setup { diagram, turn, castling: self.slice.rights(), ..Setup::EMPTY };
        let all_there = diagram.occupied().len() == self.pieces.len() + 2;
        Position::new(setup, Faults::WAIVABLE).ok().filter(|_| all_there)
    }

    /// In how many ways like men can be exchanged.
    pub(super) fn labellings(&self) -> u64 {
        let like = |index: usize| {
            let piece = self.pieces[index];
            self.pieces[..=index].iter().filter(|&&other| other == piece).count() as u64
        };
        (0..self.pieces.len()).map(like).product()
    }

    /// The bishops by owner and place among [`Men::pieces`]; none unless there are several.
    pub(super) fn bishops(&self) -> Vec<(Color, usize)> {
        let men = self.pieces.iter().enumerate();
        let bishops = men.filter(|(_, piece)| piece.role == Role::Bishop);
        let bishops: Vec<_> = bishops.map(|(slot, piece)| (piece.color, slot)).collect();
        if bishops.len() > 1 { bishops } else { Vec::new() }
    }

    /// What keeps a position of the slice the same.
    pub(super) fn mirror(&self) -> Mirror {
        let mirrored = |set: SquareSet| crate::symmetry::Symmetry::MIRROR.set(set);
        let keeps = |color| mirrored(self.slice.pawns(color)) == self.slice.pawns(color);
        match self.index.freedom {
            Freedom::Folded => Mirror::Diagonal,
            Freedom::Free if Color::ALL.into_iter().all(keeps) => Mirror::Files,
            Freedom::Free => Mirror::FilesElsewhere,
            Freedom::WhiteHome | Freedom::BothHome => Mirror::None,
        }
    }
}

/// Which symmetries the positions of a slice have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mirror {
    /// All eight: the kings leave only the mirror in the diagonal open.
    Diagonal,
    /// Left and right, and both images are in the slice.
    Files,
    /// Left and right, but the other image is in another slice, which is not kept.
    FilesElsewhere,
    /// None: someone may castle.
    None,
}

fn fixed(slice: &Slice, color: Color) -> impl Iterator<Item = (Piece, usize)> {
    let man = move |role| move |square: sole_board::Square| (Piece { color, role }, square.index());
    let rook = Piece { color, role: Role::Rook };
    let pawns = slice.pawns(color).into_iter().map(man(Role::Pawn));
    pawns.chain(slice.nailed(rook).into_iter().map(man(Role::Rook)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::combination;
    use crate::kings::on_diagonal;
    use crate::slice::endings;

    #[test]
    fn combinations_come_in_the_order_of_their_numbers() {
        for size in 0..=MOST_OFFICERS {
            let list = all_combinations(size);
            assert_eq!(list.len(), combinations(size));
            for (number, one) in list.iter().enumerate() {
                assert_eq!(combination(&one.squares[..size]), number, "{:?}", one.squares);
                assert_eq!(one.word.count_ones() as usize, size);
            }
        }
    }

    /// Only a mirror in the diagonal on which both kings stand leads to another place.
    #[test]
    fn the_men_on_a_place_lead_back_to_it() {
        const STEP: usize = 97;
        for material in (3..=4).flat_map(endings) {
            for slice in Slice::all(&material).into_iter().step_by(5) {
                let men = Men::new(&slice);
                let back = |place: usize| {
                    let position = men.position(&men.at(place), Color::White)?;
                    let (again, turn) = Slice::of(&position);
                    assert_eq!(again, slice, "{position}");
                    men.index.place(&slice, &position, turn)
                };
                for place in (0..men.places()).step_by(STEP) {
                    let Some(again) = back(place) else { continue };
                    let mirrored = men.at(place).kings.into_iter().all(on_diagonal);
                    assert!(again == place || mirrored, "{slice} {place}");
                    assert_eq!(back(again), Some(again), "{slice} {place}");
                }
            }
        }
    }
}
