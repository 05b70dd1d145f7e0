//! The place of a position in its table: the only square arithmetic of the tables.
//!
//! A slice has components: the pair of kings, and each group of like officers.
//! Each is numbered without gaps; the place is the number with these digits, in
//! an order of the components that is chosen for each section because it
//! decides how well the section compresses.

use crate::kings::{Freedom, Pairs};
use crate::slice::{Orientation, Slice};
use sole_board::{Color, Piece, Position, Role};

/// The officers that a table can have beside the kings.
pub(crate) const MOST_OFFICERS: usize = 3;

/// Like officers of one side, those nailed to a corner by a castling right left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) piece: Piece,
    pub(crate) size: usize,
}

/// The order of the components of an index, the slowest first, two bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Order(pub(crate) u8);

/// How the positions of a slice are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) freedom: Freedom,
    groups: Vec<Group>,
    /// By component: the kings, then the groups.
    strides: [usize; 1 + MOST_OFFICERS],
    len: usize,
}

impl Order {
    /// The kings slowest, then the groups as they come.
    pub(crate) const KINGS_FIRST: Order = Order(0b11_10_01_00);

    /// Whether each component of a slice has one place; what follows the last place is free.
    fn fits(self, components: usize) -> bool {
        let places = (0..components).map(|place| 1 << self.component(place));
        places.fold(0, |seen, component| seen | component) == (1 << components) - 1
    }

    fn component(self, place: usize) -> usize {
        usize::from(self.0 >> (2 * place) & 3)
    }
}

impl Index {
    pub(crate) fn new(slice: &Slice, order: Order) -> Index {
        let freedom = slice.freedom();
        let groups = slice.groups();
        let components = 1 + groups.len();
        let radix = |component| radix(freedom, &groups, component);
        let mut strides = [0; 1 + MOST_OFFICERS];
        let mut len = 1;
        for place in (0..components).rev() {
            let component = order.component(place);
            strides[component] = len;
            len *= radix(component);
        }
        Index { freedom, groups, strides, len }
    }

    /// The index in an order that came from a file; none if the slice cannot have it.
    pub(crate) fn checked(slice: &Slice, order: Order) -> Option<Index> {
        order.fits(1 + slice.groups().len()).then(|| Index::new(slice, order))
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    pub(crate) fn kings_stride(&self) -> usize {
        self.strides[0]
    }

    pub(crate) fn group_stride(&self, group: usize) -> usize {
        self.strides[1 + group]
    }

    /// The same values in the order of another index of the same slice.
    pub(crate) fn reorder(&self, values: &[u8], other: &Index) -> Vec<u8> {
        let mut reordered = vec![0; values.len()];
        let radix = |component| radix(self.freedom, &self.groups, component);
        let components = 0..=self.groups.len();
        let mut digits = [0; 1 + MOST_OFFICERS];
        for _ in 0..self.len {
            let place = |index: &Index| -> usize {
                components
                    .clone()
                    .map(|component| digits[component] * index.strides[component])
                    .sum()
            };
            reordered[place(other)] = values[place(self)];
            for component in components.clone() {
                digits[component] += 1;
                if digits[component] < radix(component) {
                    break;
                }
                digits[component] = 0;
            }
        }
        reordered
    }

    /// The place of a position that belongs to the slice in this orientation.
    pub(crate) fn place(
        &self,
        slice: &Slice,
        position: &Position,
        turn: Orientation,
    ) -> Option<usize> {
        let diagram = position.diagram();
        let color_of = |canonical: Color| if turn.swapped { !canonical } else { canonical };
        let king = |canonical| Some(turn.symmetry.at(diagram.king(color_of(canonical))?.index()));
        let pair = Pairs::of(self.freedom).get(king(Color::White)?, king(Color::Black)?)?;
        let symmetry = turn.symmetry.then(pair.symmetry);
        let mut place = pair.number * self.kings_stride();
        for (number, group) in self.groups.iter().enumerate() {
            let men = diagram.men(color_of(group.piece.color), group.piece.role);
            let men = symmetry.set(men) - slice.nailed(group.piece);
            let mut squares = [0; MOST_OFFICERS];
            for (slot, square) in squares.iter_mut().zip(men) {
                *slot = square.index();
            }
            place += combination(&squares[..group.size]) * self.group_stride(number);
        }
        Some(place)
    }
}

/// How many numbers a component has.
fn radix(freedom: Freedom, groups: &[Group], component: usize) -> usize {
    match component {
        0 => Pairs::of(freedom).len(),
        group => combinations(groups[group - 1].size),
    }
}

/// How many ways there are to place `size` like officers.
pub(crate) fn combinations(size: usize) -> usize {
    [1, 64, 64 * 63 / 2, 64 * 63 * 62 / 6][size]
}

/// The number of a set of different squares, given in any order.
#[inline(always)]
pub(crate) fn combination(squares: &[usize]) -> usize {
    match *squares {
        [a] => a,
        [a, b] => {
            let (low, high) = (a.min(b), a.max(b));
            high * (high.wrapping_sub(1)) / 2 + low
        }
        [a, b, c] => {
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let middle = a + b + c - low - high;
            high * high.wrapping_sub(1) * high.wrapping_sub(2) / 6
                + middle * middle.wrapping_sub(1) / 2
                + low
        }
        _ => 0,
    }
}

impl Slice {
    pub(crate) fn freedom(&self) -> Freedom {
        let at_home = |color: Color| self.rights_of(color).any();
        match (at_home(Color::White), at_home(Color::Black)) {
            (true, true) => Freedom::BothHome,
            (true, false) => Freedom::WhiteHome,
            _ if self.material().has_pawns() => Freedom::Free,
            _ => Freedom::Folded,
        }
    }

    /// The groups of officers that move, White's first, the strongest first.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        for color in Color::ALL {
            for role in Role::PROMOTIONS {
                let piece = Piece { color, role };
                let size = self.material().count(piece) - self.nailed(piece).len();
                if size > 0 {
                    groups.push(Group { piece, size });
                }
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_components_in_another_order() {
        let all = Slice::all(&"KRvKN".parse().expect("an ending"));
        let slice = all.into_iter().find(|slice| slice.rights().is_empty()).expect("one without");
        let [kings_first, kings_last] =
            [Order::KINGS_FIRST, Order(0b11_00_10_01)].map(|order| Index::new(&slice, order));
        let values: Vec<u8> = (0..kings_first.len()).map(|place| (place % 251) as u8).collect();
        let other = kings_first.reorder(&values, &kings_last);
        assert_ne!(other, values);
        assert_eq!(other[5 * kings_last.kings_stride()], values[5 * kings_first.kings_stride()]);
        assert_eq!(kings_last.reorder(&other, &kings_first), values);
    }

    #[test]
    fn an_order_gives_each_component_one_place() {
        let all = Slice::all(&"KRvKN".parse().expect("an ending"));
        let slice = all.into_iter().find(|slice| slice.rights().is_empty()).expect("one without");
        let fits = |order: &u8| Index::checked(&slice, Order(*order)).is_some();
        let low_bits = (0..64).filter(fits);
        // The six orders of three components, whatever the two bits that follow.
        assert_eq!(low_bits.collect::<Vec<u8>>(), [6, 9, 18, 24, 33, 36]);
        assert_eq!((0..=255).filter(fits).count(), 4 * 6);
    }

    #[test]
    fn combinations_are_numbered_without_gaps() {
        let mut next = [0; 4];
        for high in 0..64 {
            for middle in 0..high {
                for low in 0..middle {
                    assert_eq!(combination(&[middle, high, low]), next[3]);
                    next[3] += 1;
                }
                assert_eq!(combination(&[high, middle]), next[2]);
                next[2] += 1;
            }
        }
        assert_eq!((next[2], next[3]), (combinations(2), combinations(3)));
    }
}
