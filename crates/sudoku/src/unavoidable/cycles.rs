//! Unavoidable sets that need no search: two lines, or two values, that trade places.
//!
//! Two rows of a band have the same values in another order. Go from a column
//! to the one where the first row has what the second has here, and so on:
//! when that comes back, both rows have the same values in these columns, and
//! exchanging them there leaves every house as it was. Likewise for columns of
//! a stack, and for two values in whole houses. A cycle of two is a set of
//! four cells, and every unavoidable set of four is one of these.

use crate::{Grid, Shape};

/// Shows the cells of every cycle with at most `largest` cells: of lines row by row and column by
/// column, then of values. A set can come more than once, as one of lines and one of values.
pub(crate) fn cycles(solution: &Grid, largest: usize, mut show: impl FnMut(&[u16])) {
    let (shape, values) = (solution.shape(), solution.values());
    let (width, height, side) = (shape.width(), shape.height(), shape.side());
    let mut scan = Scan::new(side, largest);
    for first in 0..side {
        for second in first + 1..first - first % height + height {
            let across = |line: usize, i| line * side + i;
            scan.lines(values, [first, second], across, &mut show);
        }
        for second in first + 1..first - first % width + width {
            let down = |line: usize, i| i * side + line;
            scan.lines(values, [first, second], down, &mut show);
        }
    }
    let places = Places::new(shape, values);
    for first in 0..side {
        for second in first + 1..side {
            scan.values(&places, [first, second], &mut show);
        }
    }
}

/// Memory for one pair after the other. Sets of lines are words: no side is longer than 128.
struct Scan {
    side: usize,
    largest: usize,
    place: Vec<u8>,
    cells: Vec<u16>,
}

impl Scan {
    fn new(side: usize, largest: usize) -> Scan {
        Scan { side, largest, place: vec![0; side + 1], cells: Vec::new() }
    }

    /// The cycles of two lines of a chute; `index` has the cells of a line.
    #[inline(always)]
    fn lines(
        &mut self,
        values: &[u8],
        [first, second]: [usize; 2],
        index: impl Fn(usize, usize) -> usize,
        show: &mut impl FnMut(&[u16]),
    ) {
        (0..self.side).for_each(|i| self.place[usize::from(values[index(first, i)])] = i as u8);
        let mut left = all_below(self.side);
        while left != 0 {
            self.cells.clear();
            let mut i = left.trailing_zeros() as usize;
            while left >> i & 1 != 0 {
                left &= !(1 << i);
                self.cells.extend([index(first, i) as u16, index(second, i) as u16]);
                i = self.place[usize::from(values[index(second, i)])].into();
            }
            self.show(show);
        }
    }

    /// The parts of two values that can be exchanged without the rest.
    #[inline(always)]
    fn values(&mut self, places: &Places, [a, b]: [usize; 2], show: &mut impl FnMut(&[u16])) {
        let mut left = all_below(self.side);
        while left != 0 {
            self.cells.clear();
            let mut todo = left & left.wrapping_neg();
            while todo != 0 {
                let row = todo.trailing_zeros() as usize;
                left &= !(1 << row);
                for (one, other) in [(a, b), (b, a)] {
                    let Place { column, number } = places.in_row[one * self.side + row];
                    self.cells.push((row * self.side + usize::from(column)) as u16);
                    todo |= 1 << places.row_in_column[other * self.side + usize::from(column)];
                    todo |= 1 << places.row_in_box[other * self.side + usize::from(number)];
                }
                todo &= left;
            }
            self.show(show);
        }
    }

    fn show(&self, show: &mut impl FnMut(&[u16])) {
        if self.cells.len() <= self.largest {
            show(&self.cells);
        }
    }
}

/// The numbers below `end`.
fn all_below(end: usize) -> u128 {
    u128::MAX >> (128 - end)
}

/// A column and a box.
#[derive(Clone, Copy, Default)]
struct Place {
    column: u8,
    number: u8,
}

/// Where each value is; values are counted from 0 here.
struct Places {
    in_row: Vec<Place>,
    row_in_column: Vec<u8>,
    row_in_box: Vec<u8>,
}

impl Places {
    fn new(shape: Shape, values: &[u8]) -> Places {
        let side = shape.side();
        let mut places = Places {
            in_row: vec![Place::default(); side * side],
            row_in_column: vec![0; side * side],
            row_in_box: vec![0; side * side],
        };
        for (index, &value) in values.iter().enumerate() {
            let cell = shape.cell(index);
            let number = shape.box_of(cell);
            let first = (usize::from(value) - 1) * side;
            places.in_row[first + usize::from(cell.row)] =
                Place { column: cell.column, number: number as u8 };
            places.row_in_column[first + usize::from(cell.column)] = cell.row;
            places.row_in_box[first + number] = cell.row;
        }
        places
    }
}
