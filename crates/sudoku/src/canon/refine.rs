//! Rows, columns, values, bands and stacks told apart by what they meet.
//!
//! Each of them is a vertex with a colour, and its colour is refined by the
//! colours of what it meets, until nothing changes. Everything is computed from
//! colours alone, never from numbers of rows or names of values, so the same
//! sudoku with other looks is coloured the same. Sums are of splitmix64 64-bit numbers:
//! if two happen to be equal, vertices are not told apart that could be, which
//! costs time and no exactness.

use crate::Shape;
use sole_puzzle::rng::splitmix64;

/// A sudoku without numbers: which row, column and value meet.
#[derive(Debug)]
pub(super) struct Incidence {
    pub(super) shape: Shape,
    /// For each cell with a value: the vertices of its row, its column and its value.
    cells: Vec<[u16; 3]>,
    /// By row, column or value, and another of the same kind: what they are like together; only
    /// for full grids.
    pairs: Vec<u64>,
    /// By vertex: its kind.
    kinds: Vec<u64>,
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
        let kinds = kinds.iter().zip(1u64..).flat_map(|(&n, kind)| vec![kind; n]).collect();
        let mut incidence = Incidence { shape, cells, pairs: Vec::new(), kinds };
        if values.len() == incidence.cells.len() {
            incidence.compare_pairs();
        }
        incidence
    }

    pub(super) fn n_vertices(&self) -> usize {
        self.kinds.len()
    }

    /// Compares every two rows, columns and values of a full grid by the permutation that leads
    /// from one to the other: that mostly tells all of them apart at once.
    fn compare_pairs(&mut self) {
        let side = self.shape.side();
        // By vertex, and vertex of the next kind: the vertex of the third kind that both meet.
        let mut third = vec![0; 3 * side * side];
        for cell in &self.cells {
            for kind in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|i| usize::from(cell[(kind + i) % 3]) % side);
                third[(kind * side + a) * side + b] = c as u8;
            }
        }
        // How many of each kind make a chute.
        let chutes = [self.shape.height(), self.shape.width(), 1];
        self.pairs = vec![0; 3 * side * side];
        for kind in 0..3 {
            let lengths = [1, 2].map(|i| chutes[(kind + i) % 3]);
            let of = |line: usize| &third[(kind * side + line) * side..][..side];
            for a in 0..side {
                for b in 0..a {
                    let sum = cycle_sum([of(a), of(b)], lengths);
                    self.pairs[(kind * side + a) * side + b] = sum;
                    self.pairs[(kind * side + b) * side + a] = sum;
                }
            }
        }
    }

    /// The coarsest colours.
    pub(super) fn colours(&self) -> Colours {
        let mut colours = Colours { of: vec![0; self.n_vertices()], n_classes: 1, trace: 0 };
        colours.divide(&self.kinds);
        colours.refine(self);
        colours
    }
}

/// A number that depends on the cycles of the permutation from one line to another: on how
/// long they are, and how often they stay in a chute, in either of the kinds that the lines meet.
fn cycle_sum([a, b]: [&[u8]; 2], [length, other_length]: [usize; 2]) -> u64 {
    let mut place = [0; Shape::MAX_SIDE];
    a.iter().zip(0..).for_each(|(&value, i)| place[usize::from(value)] = i);
    let mut left = u128::MAX >> (128 - a.len());
    let mut sum = 0u64;
    while left != 0 {
        let (mut i, mut sign) = (left.trailing_zeros() as usize, 0u64);
        while left >> i & 1 != 0 {
            left &= !(1 << i);
            let next = place[usize::from(b[i])];
            let stays = u64::from(i / length == next / length);
            let chute = |value: u8| usize::from(value) / other_length;
            let other_stays = u64::from(chute(a[i]) == chute(b[i]));
            sign += 1 + (stays << 8) + (other_stays << 16);
            i = next;
        }
        sum = sum.wrapping_add(splitmix64(sign));
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

    /// The rows, columns or values of the smallest class that has more than one, the first such
    /// by colour. Bands and stacks are apart when their lines are.
    pub(super) fn smallest_class(&self, shape: Shape) -> Vec<u16> {
        let mut sizes = vec![0u16; self.of.len()];
        self.of[..3 * shape.side()].iter().for_each(|&colour| sizes[usize::from(colour)] += 1);
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
        let colour: Vec<u64> = self.of.iter().map(|&colour| splitmix64(colour.into())).collect();
        let mut signs = vec![0u64; self.of.len()];
        let mut add = |vertex: usize, sign: u64| signs[vertex] = signs[vertex].wrapping_add(sign);
        for cell in &incidence.cells {
            let [row, column, value] = cell.map(usize::from);
            let sign = splitmix64(
                colour[row] ^ colour[column].rotate_left(21) ^ colour[value].rotate_left(42),
            );
            [row, column, value].into_iter().for_each(|vertex| add(vertex, sign));
        }
        let chutes =
            [(0, 3 * side, shape.height()), (side, 3 * side + shape.width(), shape.width())];
        for (first_line, first_chute, length) in chutes {
            for line in 0..side {
                let (line, chute) = (first_line + line, first_chute + line / length);
                add(line, splitmix64(!colour[chute]));
                add(chute, splitmix64(colour[line]));
            }
        }
        for (line, pairs) in incidence.pairs.chunks_exact(side).enumerate() {
            let others = &colour[line / side * side..][..side];
            let sum =
                |sum: u64, (pair, other): (&u64, &u64)| sum.wrapping_add(splitmix64(pair ^ other));
            signs[line] = pairs.iter().zip(others).fold(signs[line], sum);
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
            self.trace = splitmix64(self.trace ^ order[i].1).wrapping_add(colour.into());
        }
        self.n_classes = n_classes;
    }
}
