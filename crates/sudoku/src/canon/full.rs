//! The smallest of all grids of nine by nine that are the same as a full one.
//!
//! The first row is always `123456789`: the names follow from the order of the
//! columns. So the second row depends on two rows and the order of the columns
//! alone, and it depends on the two rows only by the permutation that leads
//! from one to the other. There are 12 096 such permutations, and a table says
//! of each what its smallest second row is and which orders of the columns
//! lead there. That leaves few candidates, which are compared row by row.

use super::orders::{Order, orders};
use crate::{Shape, Turn};

/// A full grid.
type Values = [u8; 81];

/// The table of second rows.
#[derive(Clone, Debug)]
pub(super) struct SecondRows {
    orders: Vec<Order>,
    /// By [`index`] of a permutation: its entry in `entries`.
    entry_at: Vec<u16>,
    entries: Vec<Entry>,
    /// The orders that lead to the smallest second row, entry by entry.
    best: Vec<u16>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The number of its smallest second row; a smaller one has a smaller number.
    rank: u16,
    begin: u32,
    end: u32,
}

/// The smallest grid, and how it was reached.
#[derive(Clone, Debug)]
pub(super) struct Smallest {
    values: Values,
    pub(super) turn: Turn,
    pub(super) rows: [u8; 9],
    pub(super) columns: Order,
    /// The new name of each value; 0 stays 0.
    pub(super) names: [u8; 10],
    /// In how many ways it was reached.
    pub(super) ways: u32,
}

/// A number for a permutation that takes no column to its own stack.
fn index(permutation: &[u8; 9]) -> usize {
    let [a, b, c, d, e, f, g, h, i] = permutation.map(usize::from);
    // Two stacks of three columns each: six numbers, three different ones in a row.
    let triple = |x: usize, y: usize, z: usize| 36 * x + 6 * y + z;
    let middle = |x: usize| if x < 3 { x } else { x - 3 };
    let first = triple(a - 3, b - 3, c - 3);
    let second = triple(middle(d), middle(e), middle(f));
    // What is left for the third is known but for its order.
    let third = usize::from(g < h) | usize::from(h < i) << 1 | usize::from(g < i) << 2;
    (first * 216 + second) * 8 + third
}

impl SecondRows {
    pub(super) fn new() -> SecondRows {
        let orders = orders(Shape::CLASSIC);
        let permutations = permutations();
        let mut entry_at = vec![0; 216 * 216 * 8];
        for (entry, permutation) in permutations.iter().enumerate() {
            entry_at[index(permutation)] = entry as u16;
        }
        let mut ranks = vec![None; permutations.len()];
        let mut leads = vec![Vec::new(); permutations.len()];
        let mut rank = 0;
        for smallest in 0..permutations.len() {
            // In lexicographic order, so the first of its kind is the smallest.
            if ranks[smallest].is_none() {
                for (number, order) in orders.iter().enumerate() {
                    let other =
                        usize::from(entry_at[index(&before(order, &permutations[smallest]))]);
                    ranks[other] = Some(rank);
                    leads[other].push(number as u16);
                }
                rank += 1;
            }
        }
        let mut entries = Vec::new();
        let mut best = Vec::new();
        for (rank, leads) in ranks.into_iter().flatten().zip(leads) {
            let begin = best.len() as u32;
            best.extend(leads);
            entries.push(Entry { rank, begin, end: best.len() as u32 });
        }
        SecondRows { orders, entry_at, entries, best }
    }

    /// The smallest grid that is the same as this one.
    pub(super) fn smallest(&self, values: &Values) -> Smallest {
        let turned: Values = std::array::from_fn(|cell| values[cell % 9 * 9 + cell / 9]);
        let upright = tops(Turn::Upright).map(|top| (top, self.entry(values, top)));
        let transposed = tops(Turn::Transposed).map(|top| (top, self.entry(&turned, top)));
        let all: [(Top, Entry); 36] =
            std::array::from_fn(|i| if i < 18 { upright[i] } else { transposed[i - 18] });
        let rank = all.iter().map(|(_, entry)| entry.rank).min();
        let mut best: Option<Smallest> = None;
        for (top, entry) in all.into_iter().filter(|(_, entry)| Some(entry.rank) == rank) {
            let values = if top.turn == Turn::Upright { values } else { &turned };
            for &order in &self.best[entry.begin as usize..entry.end as usize] {
                try_order(values, top, &self.orders[usize::from(order)], &mut best);
            }
        }
        best.expect("some pair of rows has the lowest rank")
    }

    fn entry(&self, values: &Values, Top { rows: [first, second, _], .. }: Top) -> Entry {
        let mut place = [0; 10];
        (0..9).for_each(|i| place[usize::from(values[9 * first + i])] = i as u8);
        let permutation = std::array::from_fn(|i| place[usize::from(values[9 * second + i])]);
        self.entries[usize::from(self.entry_at[index(&permutation)])]
    }
}

/// The three rows of a band in the order in which they become the first.
#[derive(Clone, Copy, Debug)]
struct Top {
    turn: Turn,
    rows: [usize; 3],
}

fn tops(turn: Turn) -> [Top; 18] {
    std::array::from_fn(|i| {
        let (first, way) = (i / 2, i % 2);
        let [a, b] = [1, 2].map(|step| first / 3 * 3 + (first + step) % 3);
        Top { turn, rows: if way == 0 { [first, a, b] } else { [first, b, a] } }
    })
}

/// Compares one grid with the best, row by row, and keeps the smaller.
#[inline]
fn try_order(values: &Values, top: Top, columns: &Order, best: &mut Option<Smallest>) {
    let mut names = [0; 10];
    let at = |row: usize, i: usize| usize::from(values[9 * row + usize::from(columns[i])]);
    (0..9).for_each(|i| names[at(top.rows[0], i)] = i as u8 + 1);
    let renamed = |row: usize| -> [u8; 9] { std::array::from_fn(|i| names[at(row, i)]) };
    let third = renamed(top.rows[2]);
    let mut smaller = match best {
        Some(best) if third[..] > best.values[18..27] => return,
        Some(best) => third[..] < best.values[18..27],
        None => true,
    };
    let rows = sorted_rows(top, |row| names[at(row, 0)]);
    for (i, &row) in rows.iter().enumerate().skip(3) {
        let Some(best) = best.as_ref().filter(|_| !smaller) else { break };
        match renamed(row.into())[..].cmp(&best.values[9 * i..][..9]) {
            std::cmp::Ordering::Less => smaller = true,
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => return,
        }
    }
    match best {
        Some(best) if !smaller => best.ways += 1,
        _ => {
            let values = std::array::from_fn(|cell| renamed(rows[cell / 9].into())[cell % 9]);
            *best =
                Some(Smallest { values, turn: top.turn, rows, columns: *columns, names, ways: 1 });
        }
    }
}

/// All rows, those below the top so that their first values go up in each band and from band to
/// band.
fn sorted_rows(top: Top, first_value: impl Fn(usize) -> u8) -> [u8; 9] {
    let first = top.rows[0] / 3;
    let mut bands = [(first + 1) % 3, (first + 2) % 3].map(|band| {
        let mut rows = [0, 1, 2].map(|i| (first_value(3 * band + i), (3 * band + i) as u8));
        rows.sort_unstable();
        rows
    });
    bands.sort_unstable();
    std::array::from_fn(|i| if i < 3 { top.rows[i] as u8 } else { bands[i / 3 - 1][i % 3].1 })
}

/// All permutations that take no column to its own stack, in lexicographic order.
fn permutations() -> Vec<[u8; 9]> {
    fn extend(length: usize, permutation: &mut [u8; 9], all: &mut Vec<[u8; 9]>) {
        if length == 9 {
            all.push(*permutation);
            return;
        }
        for value in 0..9 {
            if usize::from(value) / 3 != length / 3 && !permutation[..length].contains(&value) {
                permutation[length] = value;
                extend(length + 1, permutation, all);
            }
        }
    }
    let mut all = Vec::new();
    extend(0, &mut [0; 9], &mut all);
    all
}

/// The permutation that becomes `after` when the columns are put into this order.
fn before(order: &Order, after: &[u8; 9]) -> [u8; 9] {
    let mut before = [0; 9];
    for i in 0..9 {
        before[usize::from(order[i])] = order[usize::from(after[i])];
    }
    before
}
