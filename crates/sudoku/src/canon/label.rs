//! A canonical form for every shape.
//!
//! Vertices are told apart as far as [`refine`](super::refine) can. If some are
//! left together, each of the smallest such class is singled out in turn and
//! the rest refined again, until all are apart: then the colours are an order
//! of everything, and the grid in that order is a candidate. The smallest of the
//! candidates with the smallest traces is canonical. Two equal candidates are an
//! automorphism, and what one automorphism has shown to be alike is looked at
//! once. (This is the scheme of McKay's practical graph isomorphism.)
//!
//! The form is not the smallest in lexicographic order; it is meant for
//! comparing.

use super::Canon;
use super::refine::{Colours, Incidence};
use crate::{Puzzle, Shape, Transform, Turn};
use std::cmp::Ordering;

/// The canonical form of a puzzle or full grid of any shape.
///
/// ```
/// use sole_puzzle::rng::Rng;
/// use sole_sudoku::{Puzzle, Shape, Transform, canon, make};
///
/// let shape = Shape::new(4, 4).expect("a side of sixteen");
/// let mut lot = Rng::new(1, 1);
/// let grid = make::full(shape, &mut lot);
/// let other = Transform::random(shape, &mut lot).apply(&grid);
/// let form = |grid| canon::label(&Puzzle::new(grid).expect("a solution")).puzzle;
/// assert_eq!(form(grid), form(other));
/// ```
pub fn label(puzzle: &Puzzle) -> Canon {
    let shape = puzzle.shape();
    let mut best: Option<Canon> = None;
    for &turn in Turn::of(shape) {
        let found = label_turned(puzzle, turn);
        best = Some(match best {
            None => found,
            Some(best) => match found.puzzle.givens().values().cmp(best.puzzle.givens().values()) {
                Ordering::Less => found,
                Ordering::Greater => best,
                // What leads from one to the other is an automorphism that transposes.
                Ordering::Equal => {
                    let twice = best.automorphisms.and_then(|n| n.checked_mul(2));
                    Canon { automorphisms: twice, ..best }
                }
            },
        });
    }
    best.expect("upright is a turn of every shape")
}

/// Canonical among all with the same turn.
fn label_turned(puzzle: &Puzzle, turn: Turn) -> Canon {
    let (shape, side) = (puzzle.shape(), puzzle.shape().side());
    let givens = puzzle.givens().values();
    let from = |cell: usize| match turn {
        Turn::Upright => cell,
        Turn::Transposed => cell % side * side + cell / side,
    };
    let values: Vec<u8> = (0..side * side).map(|cell| givens[from(cell)]).collect();
    let mut search = Search::new(Incidence::new(shape, &values), values);
    let colours = search.incidence.colours();
    let mut node = Node { path: Vec::new(), traces: vec![colours.trace], follows_first: true };
    search.explore(colours, &mut node);
    let leaf = search.best.expect("a search has a leaf");
    let transform = leaf.transform(shape, turn);
    Canon { puzzle: transform.apply_to(puzzle), transform, automorphisms: search.order }
}

/// Where all vertices are apart.
#[derive(Clone, Debug)]
struct Leaf {
    path: Vec<u16>,
    traces: Vec<u64>,
    /// By vertex: its place among all.
    places: Vec<u16>,
    /// The values in the order of the places.
    values: Vec<u8>,
}

/// Where a search is.
struct Node {
    /// The vertices singled out.
    path: Vec<u16>,
    /// The traces at the root and after each of them.
    traces: Vec<u64>,
    /// Whether these are the traces of the first leaf so far.
    follows_first: bool,
}

/// How far back to go.
enum Step {
    /// To the next vertex.
    On,
    /// To the node with so many vertices singled out: all below it is known.
    BackTo(usize),
}

struct Search {
    incidence: Incidence,
    values: Vec<u8>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    /// Automorphisms, by vertex.
    generators: Vec<Vec<u16>>,
    /// The number of automorphisms, as far as the first path has been gone back.
    order: Option<u128>,
}

impl Search {
    fn new(incidence: Incidence, values: Vec<u8>) -> Search {
        let (first, best) = (None, None);
        Search { incidence, values, first, best, generators: Vec::new(), order: Some(1) }
    }

    fn explore(&mut self, colours: Colours, node: &mut Node) -> Step {
        if colours.are_discrete() {
            return self.enter(&colours, node);
        }
        let is_first = self.first.is_none();
        let level = node.path.len();
        let class = colours.smallest_class(self.incidence.shape);
        let mut done: Vec<u16> = Vec::new();
        for &vertex in &class {
            let orbits = self.orbits(&node.path);
            if done.iter().any(|&other| orbits[usize::from(other)] == orbits[usize::from(vertex)]) {
                continue;
            }
            done.push(vertex);
            if let Step::BackTo(back) = self.descend(&colours, vertex, node)
                && back < level
            {
                return Step::BackTo(back);
            }
        }
        if is_first {
            let orbits = self.orbits(&node.path);
            let of_first = |&&v: &&u16| orbits[usize::from(v)] == orbits[usize::from(class[0])];
            let size = class.iter().filter(of_first).count() as u128;
            self.order = self.order.and_then(|order| order.checked_mul(size));
        }
        Step::On
    }

    /// Singles out one more vertex, and explores what follows unless that leads nowhere.
    fn descend(&mut self, colours: &Colours, vertex: u16, node: &mut Node) -> Step {
        let mut finer = colours.clone();
        finer.single_out(vertex, &self.incidence);
        let follows_first = node.follows_first;
        node.path.push(vertex);
        node.traces.push(finer.trace);
        let level = node.traces.len();
        let same = |leaf: &Leaf| leaf.traces.get(level - 1) == node.traces.last();
        node.follows_first &= self.first.as_ref().is_none_or(same);
        let start = |leaf: &Leaf| node.traces[..] > leaf.traces[..level.min(leaf.traces.len())];
        let is_larger = self.best.as_ref().is_some_and(start);
        let step =
            if is_larger && !node.follows_first { Step::On } else { self.explore(finer, node) };
        node.path.pop();
        node.traces.pop();
        node.follows_first = follows_first;
        step
    }

    /// A leaf: the first, a better one, an automorphism, or nothing.
    fn enter(&mut self, colours: &Colours, node: &Node) -> Step {
        let leaf = self.leaf(colours, node);
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            (self.first, self.best) = (Some(leaf.clone()), Some(leaf));
            return Step::On;
        };
        for known in [first, best] {
            if (&leaf.traces, &leaf.values) == (&known.traces, &known.values) {
                let common = leaf.path.iter().zip(&known.path).take_while(|(a, b)| a == b).count();
                self.generators.push(known.onto(&leaf));
                return Step::BackTo(common);
            }
        }
        if (&leaf.traces, &leaf.values) < (&best.traces, &best.values) {
            self.best = Some(leaf);
        }
        Step::On
    }

    fn leaf(&self, colours: &Colours, node: &Node) -> Leaf {
        let mut leaf = Leaf {
            path: node.path.clone(),
            traces: node.traces.clone(),
            places: colours.of().to_vec(),
            values: Vec::new(),
        };
        let shape = self.incidence.shape;
        let [rows, columns] = leaf.lines(shape);
        let names = leaf.names(shape);
        let at = |row: u8, column: u8| {
            self.values[usize::from(row) * shape.side() + usize::from(column)]
        };
        let values = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        leaf.values = values.map(|(row, column)| names[usize::from(at(row, column))]).collect();
        leaf
    }

    /// For every vertex one that stands for all those that automorphisms which leave each of
    /// `path` in its place bring onto it.
    fn orbits(&self, path: &[u16]) -> Vec<u16> {
        let mut parent: Vec<u16> = (0..self.incidence.n_vertices() as u16).collect();
        let fixes = |generator: &&Vec<u16>| path.iter().all(|&v| generator[usize::from(v)] == v);
        for generator in self.generators.iter().filter(fixes) {
            for (vertex, &image) in generator.iter().enumerate() {
                let (a, b) = (root(&parent, vertex as u16), root(&parent, image));
                parent[usize::from(a.max(b))] = a.min(b);
            }
        }
        (0..parent.len() as u16).map(|vertex| root(&parent, vertex)).collect()
    }
}

fn root(parent: &[u16], mut vertex: u16) -> u16 {
    while parent[usize::from(vertex)] != vertex {
        vertex = parent[usize::from(vertex)];
    }
    vertex
}

impl Leaf {
    /// The rows and the columns in order: by their chutes, then by themselves.
    fn lines(&self, shape: Shape) -> [Vec<u8>; 2] {
        let side = shape.side();
        let sorted = |first_line: usize, first_chute: usize, length: usize| {
            let place = |line: &u8| {
                let line = usize::from(*line);
                (self.places[first_chute + line / length], self.places[first_line + line])
            };
            let mut lines: Vec<u8> = (0..side as u8).collect();
            lines.sort_unstable_by_key(place);
            lines
        };
        let rows = sorted(0, 3 * side, shape.height());
        [rows, sorted(side, 3 * side + shape.width(), shape.width())]
    }

    /// The new name of each value; 0 stays 0.
    fn names(&self, shape: Shape) -> Vec<u8> {
        let side = shape.side();
        let mut values: Vec<usize> = (0..side).collect();
        values.sort_unstable_by_key(|&value| self.places[2 * side + value]);
        let mut names = vec![0; side + 1];
        values.iter().zip(1..).for_each(|(&value, name)| names[value + 1] = name);
        names
    }

    fn transform(&self, shape: Shape, turn: Turn) -> Transform {
        Transform::new(shape, turn, self.lines(shape), self.names(shape))
    }

    /// What brings every vertex of this leaf to the one that has its place in another.
    fn onto(&self, other: &Leaf) -> Vec<u16> {
        let mut at = vec![0; other.places.len()];
        other.places.iter().zip(0..).for_each(|(&place, vertex)| at[usize::from(place)] = vertex);
        self.places.iter().map(|&place| at[usize::from(place)]).collect()
    }
}
