//! The smallest of all puzzles that are the same, row by row.
//!
//! Empty cells are smaller than all values, and names are given in the order
//! in which they are met. All ways to the smallest first row are followed, of
//! these all that lead to the smallest second row, and so on. A row is fixed
//! by the order of the columns, so few ways are left after two or three rows.
//! Empty rows of a band, and empty bands, are alike: one stands for all.

use super::orders::{MAX_SIDE, Orders};
use crate::{Puzzle, Shape, Turn};

/// A way to the first rows of the smallest puzzle.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) turn: Turn,
    /// The number of the order of the columns.
    pub(super) order: u16,
    /// The rows chosen so far.
    pub(super) rows: [u8; MAX_SIDE],
    /// The new name of each value, 0 for those not met.
    pub(super) names: [u8; MAX_SIDE + 1],
    n_names: u8,
    /// How many ways this one stands for.
    alike: u32,
}

/// All ways to the smallest puzzle: one of them, and how many there are.
pub(super) fn smallest(puzzle: &Puzzle, orders: &Orders) -> (Way, u32) {
    let shape = puzzle.shape();
    let grids: Vec<TurnedGrid> =
        Turn::of(shape).iter().map(|&turn| TurnedGrid::new(puzzle, turn)).collect();
    let mut ways = first_rows(&grids, orders);
    for n_rows in 1..shape.side() {
        let mut best = Best { row: [u8::MAX; MAX_SIDE], ways: Vec::new() };
        // Ways by the same rows follow each other.
        for ways in ways.chunk_by(|a, b| (a.turn, a.rows) == (b.turn, b.rows)) {
            let grid = &grids[usize::from(ways[0].turn == Turn::Transposed)];
            for next in grid.next_rows(&ways[0].rows[..n_rows]) {
                ways.iter().for_each(|way| grid.follow(way, n_rows, next, orders, &mut best));
            }
        }
        ways = best.ways;
    }
    let total = ways.iter().map(|way| way.alike).sum();
    (ways.swap_remove(0), total)
}

/// All ways to the smallest first row: with the most gaps at the front.
fn first_rows(grids: &[TurnedGrid], orders: &Orders) -> Vec<Way> {
    let rows: Vec<(&TurnedGrid, u8, u32)> = grids
        .iter()
        .flat_map(|grid| {
            grid.next_rows(&[]).into_iter().map(move |(row, alike)| (grid, row, alike))
        })
        .collect();
    let image =
        |grid: &TurnedGrid, row: u8| orders.smallest[usize::from(grid.filled[usize::from(row)])];
    let smallest = rows.iter().map(|&(grid, row, _)| image(grid, row)).min();
    let mut best = Best { row: [u8::MAX; MAX_SIDE], ways: Vec::new() };
    for (grid, row, alike) in rows {
        if Some(image(grid, row)) == smallest {
            for &order in orders.leading(grid.filled[usize::from(row)]) {
                let start = Way {
                    turn: grid.turn,
                    order,
                    rows: [0; MAX_SIDE],
                    names: [0; MAX_SIDE + 1],
                    n_names: 0,
                    alike: 1,
                };
                grid.follow(&start, 0, (row, alike), orders, &mut best);
            }
        }
    }
    best.ways
}

/// The smallest row found, and the ways that lead there.
struct Best {
    row: [u8; MAX_SIDE],
    ways: Vec<Way>,
}

/// A puzzle, as it is or transposed.
struct TurnedGrid {
    shape: Shape,
    turn: Turn,
    values: Vec<u8>,
    /// By row: a bit for each column that has a value.
    filled: Vec<u16>,
}

impl TurnedGrid {
    fn new(puzzle: &Puzzle, turn: Turn) -> TurnedGrid {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        let from = |cell: usize| match turn {
            Turn::Upright => cell,
            Turn::Transposed => cell % side * side + cell / side,
        };
        let givens = puzzle.givens().values();
        let values: Vec<u8> = (0..side * side).map(|cell| givens[from(cell)]).collect();
        let bits = |row: &[u8]| {
            (0..side).fold(0, |bits, column| bits | u16::from(row[column] != 0) << column)
        };
        let filled = values.chunks(side).map(bits).collect();
        TurnedGrid { shape, turn, values, filled }
    }

    /// The rows that may come next, and how many are like each.
    fn next_rows(&self, rows: &[u8]) -> Vec<(u8, u32)> {
        let height = self.shape.height();
        match rows.last() {
            Some(&last) if !rows.len().is_multiple_of(height) => {
                self.rows_of(usize::from(last) / height, rows)
            }
            _ => self.rows_of_bands(rows),
        }
    }

    /// The unused rows of a band; of empty ones the first stands for all.
    fn rows_of(&self, band: usize, used: &[u8]) -> Vec<(u8, u32)> {
        let height = self.shape.height();
        let is_empty = |row: u8| self.filled[usize::from(row)] == 0;
        let unused = (band * height..(band + 1) * height).map(|row| row as u8);
        let mut next: Vec<(u8, u32)> = Vec::with_capacity(height);
        for row in unused.filter(|row| !used.contains(row)) {
            match next.iter_mut().find(|(other, _)| is_empty(row) && is_empty(*other)) {
                Some((_, alike)) => *alike += 1,
                None => next.push((row, 1)),
            }
        }
        next
    }

    /// The rows of the unused bands; of empty bands the first stands for all.
    fn rows_of_bands(&self, used: &[u8]) -> Vec<(u8, u32)> {
        let height = self.shape.height();
        let is_unused = |&band: &usize| !used.iter().any(|&row| usize::from(row) / height == band);
        let is_empty =
            |band: &usize| self.filled[band * height..][..height].iter().all(|&f| f == 0);
        let bands: Vec<usize> = (0..self.shape.width()).filter(is_unused).collect();
        let n_empty = bands.iter().filter(|band| is_empty(band)).count() as u32;
        let mut next: Vec<(u8, u32)> = Vec::new();
        if let Some(&band) = bands.iter().find(|band| is_empty(band)) {
            let rows = self.rows_of(band, used);
            next.extend(rows.into_iter().map(|(row, alike)| (row, alike * n_empty)));
        }
        let others = bands.iter().filter(|band| !is_empty(band));
        next.extend(others.flat_map(|&band| self.rows_of(band, used)));
        next
    }

    /// Adds a row to a way, and the way to the best if that row is not larger than theirs.
    fn follow(
        &self,
        way: &Way,
        n_rows: usize,
        (row, alike): (u8, u32),
        orders: &Orders,
        best: &mut Best,
    ) {
        let side = self.shape.side();
        let values = &self.values[usize::from(row) * side..][..side];
        let columns = &orders.all[usize::from(way.order)][..side];
        let (mut names, mut n_names) = (way.names, way.n_names);
        let mut found = [0; MAX_SIDE];
        let mut smaller = false;
        for (i, &column) in columns.iter().enumerate() {
            let value = usize::from(values[usize::from(column)]);
            if value != 0 && names[value] == 0 {
                n_names += 1;
                names[value] = n_names;
            }
            found[i] = names[value];
            if !smaller && found[i] > best.row[i] {
                return;
            }
            smaller |= found[i] < best.row[i];
        }
        if smaller {
            best.ways.clear();
            best.row = found;
        }
        let mut rows = way.rows;
        rows[n_rows] = row;
        best.ways.push(Way { rows, names, n_names, alike: way.alike * alike, ..*way });
    }
}
