//! Random full grids of every shape, without backtracking.
//!
//! Two steps, and each is the same task. First, in every band, each value is
//! given a box in each row: a value takes every row and every box once, and
//! every row takes as many values from each box as the box is wide. Then, in
//! every stack, the values of a row in a box are given their columns. Both
//! times a regular bipartite graph is divided into perfect matchings, which a
//! theorem of König says is always possible, whichever matchings were taken
//! away before: see [`Factors`].
//!
//! Any grid can come out, but not all classes of grids are equally likely. A
//! random change of the names and places at the end makes the grids of a
//! class so.
//!
//! ```
//! use sole_puzzle::rng::Rng;
//! use sole_sudoku::{Shape, make};
//!
//! let shape = Shape::new(5, 4).expect("a side of twenty");
//! assert!(make::full(shape, &mut Rng::new(7, 0)).is_solution());
//! ```

use crate::{Grid, Shape, Transform};
use sole_puzzle::rng::Rng;

/// A full grid.
pub fn full(shape: Shape, rng: &mut Rng) -> Grid {
    Filler::new(shape).fill(rng)
}

/// Makes full grids of one shape, with the memory for it.
#[derive(Clone, Debug)]
pub struct Filler {
    shape: Shape,
    /// By row, box in its band, and place: the values there, in any order.
    segments: Vec<u8>,
    /// The values row by row, before their names and places are changed.
    values: Vec<u8>,
    factors: Factors,
}

impl Filler {
    /// Nothing made yet.
    pub fn new(shape: Shape) -> Filler {
        let cells = || vec![0; shape.n_cells()];
        Filler { shape, segments: cells(), values: cells(), factors: Factors::default() }
    }

    /// A full grid.
    pub fn fill(&mut self, rng: &mut Rng) -> Grid {
        (0..self.shape.width()).for_each(|band| self.share_among_boxes(band, rng));
        (0..self.shape.height()).for_each(|stack| self.share_among_columns(stack, rng));
        let grid = Grid::new(self.shape, &*self.values).expect("a value for each cell");
        Transform::random(self.shape, rng).apply(&grid)
    }

    /// Says which values each row of a band has in each box.
    fn share_among_boxes(&mut self, band: usize, rng: &mut Rng) {
        let (width, height, side) = (self.shape.width(), self.shape.height(), self.shape.side());
        let segments = &mut self.segments[band * height * side..][..height * side];
        // Every row has an edge for each of its cells, to the box of the cell.
        self.factors.edges.clear();
        self.factors.edges.extend((0..height * side).map(|cell| (cell % side / width) as u8));
        let mut filled = [0u8; Shape::MAX_SIDE];
        self.factors.take(height, side, rng, |value, row, number| {
            let length = &mut filled[row * height + number];
            segments[row * side + number * width + usize::from(*length)] = value as u8;
            *length += 1;
        });
    }

    /// Says in which columns of a stack the values are.
    fn share_among_columns(&mut self, stack: usize, rng: &mut Rng) {
        let (width, side) = (self.shape.width(), self.shape.side());
        // Every row has an edge to each of its values in the stack.
        self.factors.edges.clear();
        for row in self.segments.chunks_exact(side) {
            self.factors.edges.extend_from_slice(&row[stack * width..][..width]);
        }
        let values = &mut self.values;
        self.factors.take(side, width, rng, |column, row, value| {
            values[row * side + stack * width + column] = value as u8 + 1;
        });
    }
}

/// Divides regular bipartite graphs into random perfect matchings.
///
/// A matching grows by one vertex after the other. A vertex without a partner
/// walks at random: along any edge, and back along the edge of a matched pair,
/// until it meets a partner without one; then the edges of the walk change
/// sides. On a regular graph such walks are short, n log n steps for a whole
/// matching of n pairs on average (Goel, Kapralov and Khanna 2010).
#[derive(Clone, Debug, Default)]
struct Factors {
    /// The partners that each vertex on the left may have; those of matchings that were taken
    /// stand last.
    edges: Vec<u8>,
    /// By vertex on the left: which of its edges is matched.
    matched: Vec<u8>,
    /// By vertex on the left: by which of its edges a walk left it last.
    left_by: Vec<u8>,
    /// By vertex on the right: its partner, or [`FREE`].
    partner: Vec<u8>,
}

/// No partner yet.
const FREE: u8 = u8::MAX;

impl Factors {
    /// Takes one matching after the other out of `edges`, of which `n` vertices have `degree`
    /// each, and tells the number of the matching, a vertex on the left and its partner.
    #[inline(always)]
    fn take(
        &mut self,
        n: usize,
        degree: usize,
        rng: &mut Rng,
        mut tell: impl FnMut(usize, usize, usize),
    ) {
        self.matched.clear();
        self.matched.resize(n, 0);
        self.left_by.clear();
        self.left_by.resize(n, 0);
        for number in 0..degree {
            self.partner.clear();
            self.partner.resize(n, FREE);
            let left = degree - number;
            (0..n).for_each(|vertex| self.join(vertex, degree, left, rng));
            for vertex in 0..n {
                let edges = &mut self.edges[vertex * degree..][..left];
                let used = usize::from(self.matched[vertex]);
                tell(number, vertex, usize::from(edges[used]));
                edges.swap(used, left - 1);
            }
        }
    }

    /// Finds a partner for `start`; vertices have `left` edges that are not taken.
    #[inline(always)]
    fn join(&mut self, start: usize, degree: usize, left: usize, rng: &mut Rng) {
        let mut vertex = start;
        let mut edge = rng.below(left);
        loop {
            self.left_by[vertex] = edge as u8;
            let partner = self.edges[vertex * degree + edge];
            let rival = self.partner[usize::from(partner)];
            if rival == FREE {
                break;
            }
            vertex = usize::from(rival);
            edge = rng.below(left - 1);
            edge += usize::from(edge >= usize::from(self.matched[vertex]));
        }
        // Where the walk left a vertex last is a path without loops.
        let mut vertex = start as u8;
        while vertex != FREE {
            let edge = self.left_by[usize::from(vertex)];
            self.matched[usize::from(vertex)] = edge;
            let partner = self.edges[usize::from(vertex) * degree + usize::from(edge)];
            vertex = std::mem::replace(&mut self.partner[usize::from(partner)], vertex);
        }
    }
}
