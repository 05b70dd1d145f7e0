//! Rows, columns, values, bands and stacks told apart by what they meet.
//!
//! Each of them is a vertex with a colour, and its colour is refined by the
//! colours of what it meets, until nothing changes. Everything is computed from
//! colours alone, never from numbers of rows or names of values, so the same
//! sudoku with other looks is coloured the same. Sums are of mixed 64-bit numbers:
//! if two happen to be equal, vertices are not told apart that could be, which
//! costs time and no exactness.

use crate::Shape;
use sole_puzzle::lot::mixed;

/// A sudoku without numbers: which row, column and value meet.
#[derive(Debug)]
pub(super) struct Incidence {
    pub(super) shape: Shape,
    /// For each cell with a value: the vertices of its row, its column and its value.
    cells: Vec<[u16; 3]>,
    /// What every vertex is like by itself, before it is compared with others.
    start: Vec<u64>,
}

/// Vertices are numbered rows, columns, values, bands, stacks.
impl Incidence {
    /// Of values row by row, 0 for empty cells.
    pub(super) fn new(shape: Shape, values: &[u8]) -> Incidence {
        let side = shape.side();
        let filled = values.iter().enumerate().filter(|&(_, &value)| value != 0);
        let meet = |(cell, &value): (usize, &u8)| {
            [cell / side, side + cell % side, 2 * side + usize::from(value) - 1].map(|v| v as u16)
        };
        let cells: Vec<[u16; 3]> = filled.map(meet).collect();
        let kinds = [side, side, side, shape.width(), shape.height()];
        let start = kinds.iter().zip(1u64..).flat_map(|(&n, kind)| vec![kind; n]).collect();
        let mut incidence = Incidence { shape, cells, start };
        if values.len() == incidence.cells.len() {
            incidence.compare_pairs();
        }
        incidence
    }

    pub(super) fn n_vertices(&self) -> usize {
        self.start.len()
    }

    /// Adds to every row, column and value of a full grid the cycles of the permutations that lead
    /// from it to each of the others: that mostly tells all of them apart at once.
    fn compare_pairs(&mut self) {
        let side = self.shape.side();
        // By vertex, and vertex of the next kind: the vertex of the third kind that both meet.
        let mut third = vec![0; 3 * side * side];
        for cell in &self.cells {
            for kind in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|i| usize::from(cell[(kind + i) % 3]) % side);
                third[(kind * side + a) * side + b] = c;
            }
        }
        let chutes = [self.shape.height(), self.shape.width(), side];
        for (kind, length) in chutes.into_iter().enumerate() {
            for a in 0..side {
                for b in 0..a {
                    let of = |line: usize| &third[(kind * side + line) * side..][..side];
                    let sum = cycle_sum(of(a), of(b)) ^ u64::from(a / length == b / length);
                    for line in [a, b] {
                        let start = &mut self.start[kind * side + line];
                        *start = start.wrapping_add(mixed(sum));
                    }
                }
            }
        }
    }

    /// The coarsest colours.
    pub(super) fn colours(&self) -> Colours {
        let mut colours = Colours { of: vec![0; self.n_vertices()], n_classes: 1, trace: 0 };
        colours.divide(&self.start);
        colours.refine(self);
        colours
    }
}

/// A number that depends on the lengths of the cycles of the permutation from `a` to `b`.
fn cycle_sum(a: &[usize], b: &[usize]) -> u64 {
    let mut place = [0; Shape::MAX_SIDE];
    a.iter().enumerate().for_each(|(i, &value)| place[value] = i);
    let mut left = u128::MAX >> (128 - a.len());
    let mut sum = 0u64;
    while left != 0 {
        let (mut i, mut length) = (left.trailing_zeros() as usize, 0);
        while left >> i & 1 != 0 {
            left &= !(1 << i);
            i = place[b[i]];
            length += 1;
        }
        sum = sum.wrapping_add(mixed(length << 1));
    }
    sum
}

/// A colour for every vertex. Colours are places: a class takes as many as it has vertices, and
/// all of them have the first.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    of: Vec<u16>,
    n_classes: usize,
    /// A number that depends on all that was found on the way, and on nothing else.
    pub(super) trace: u64,
}

impl Colours {
    /// By vertex; all different if the colours are discrete.
    pub(super) fn of(&self) -> &[u16] {
        &self.of
    }

    /// Whether every vertex has a colour of its own.
    pub(super) fn are_discrete(&self) -> bool {
        self.n_classes == self.of.len()
    }

    /// The vertices of the smallest class that has more than one, the first such by colour.
    pub(super) fn smallest_class(&self) -> Vec<u16> {
        let mut sizes = vec![0u16; self.of.len()];
        self.of.iter().for_each(|&colour| sizes[usize::from(colour)] += 1);
        let several = (0..sizes.len()).filter(|&colour| sizes[colour] > 1);
        let chosen = several.min_by_key(|&colour| sizes[colour]).unwrap_or_default();
        let vertices = 0..self.of.len() as u16;
        vertices.filter(|&v| usize::from(self.of[usize::from(v)]) == chosen).collect()
    }

    /// Gives a vertex a colour of its own, before the rest of its class, and refines.
    pub(super) fn single_out(&mut self, vertex: u16, incidence: &Incidence) {
        let mut signs = vec![1; self.of.len()];
        signs[usize::from(vertex)] = 0;
        self.divide(&signs);
        self.refine(incidence);
    }

    fn refine(&mut self, incidence: &Incidence) {
        loop {
            let before = self.n_classes;
            self.divide(&self.signs(incidence));
            if self.n_classes == before || self.are_discrete() {
                return;
            }
        }
    }

    /// For every vertex the sum of what it meets.
    fn signs(&self, incidence: &Incidence) -> Vec<u64> {
        let (shape, side) = (incidence.shape, incidence.shape.side());
        let colour: Vec<u64> = self.of.iter().map(|&colour| mixed(colour.into())).collect();
        let mut signs = vec![0u64; self.of.len()];
        let mut add = |vertex: usize, sign: u64| signs[vertex] = signs[vertex].wrapping_add(sign);
        for cell in &incidence.cells {
            let [row, column, value] = cell.map(usize::from);
            let sign =
                mixed(colour[row] ^ colour[column].rotate_left(21) ^ colour[value].rotate_left(42));
            [row, column, value].into_iter().for_each(|vertex| add(vertex, sign));
        }
        let chutes =
            [(0, 3 * side, shape.height()), (side, 3 * side + shape.width(), shape.width())];
        for (first_line, first_chute, length) in chutes {
            for line in 0..side {
                let (line, chute) = (first_line + line, first_chute + line / length);
                add(line, mixed(!colour[chute]));
                add(chute, mixed(colour[line]));
            }
        }
        signs
    }

    /// Divides classes by signs.
    fn divide(&mut self, signs: &[u64]) {
        let mut order: Vec<(u16, u64, u16)> =
            (0..self.of.len()).map(|v| (self.of[v], signs[v], v as u16)).collect();
        order.sort_unstable();
        let (mut colour, mut n_classes) = (0, 0);
        for i in 0..order.len() {
            let key = |i: usize| (order[i].0, order[i].1);
            if i == 0 || key(i) != key(i - 1) {
                (colour, n_classes) = (i as u16, n_classes + 1);
            }
            self.of[usize::from(order[i].2)] = colour;
            self.trace = mixed(self.trace ^ order[i].1).wrapping_add(colour.into());
        }
        self.n_classes = n_classes;
    }
}
