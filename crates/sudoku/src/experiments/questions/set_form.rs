//! The form of a set of cells: equal for two sets exactly if exchanging lines within chutes,
//! chutes, rows with columns, and symbols leads from one to the other.
//!
//! Such an exchange is a map of the cells that keeps what is in the same row, column, band, stack, and has
//! the same symbol; and every map that keeps these can be made by exchanges. So the form is that of five
//! partitions of the cells. It is found as canonical forms of graphs are: cells get colours by what
//! shares a part with them, again and again; if some are still alike, each of these is set apart in turn,
//! and the least of the forms counts.

use sole_puzzle::rng::splitmix64;

/// The parts that a cell is in: row, column, band, stack and symbol.
pub(crate) type Parts = [u8; 5];

/// The cells in an order that depends on the form alone, with their parts numbered as they come.
pub(crate) fn form(cells: &[Parts]) -> Vec<Parts> {
    let turned: Vec<Parts> = cells
        .iter()
        .map(|&[row, column, band, stack, symbol]| [column, row, stack, band, symbol])
        .collect();
    let alike = vec![0; cells.len()];
    least(cells, &alike).min(least(&turned, &alike))
}

/// The least form that these colours allow.
fn least(cells: &[Parts], colours: &[u64]) -> Vec<Parts> {
    let colours = refined(cells, colours);
    let Some(shared) = shared(&colours) else { return numbered(cells, &colours) };
    let members = (0..cells.len()).filter(|&cell| colours[cell] == shared);
    let forms = members.map(|cell| {
        let mut apart = colours.clone();
        apart[cell] = splitmix64(!shared);
        least(cells, &apart)
    });
    forms.min().expect("a shared colour has members")
}

/// The least colour of more than one cell.
fn shared(colours: &[u64]) -> Option<u64> {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Colours that depend on the colours of the cells in the same parts, and so on.
fn refined(cells: &[Parts], colours: &[u64]) -> Vec<u64> {
    const ROUNDS: usize = 6;
    const MOST_PARTS: usize = 10;
    let mut colours = colours.to_vec();
    for _ in 0..ROUNDS {
        let mut sums = [[0u64; MOST_PARTS]; 5];
        for (cell, &colour) in cells.iter().zip(&colours) {
            for (sums, &part) in sums.iter_mut().zip(cell) {
                let sum = &mut sums[usize::from(part)];
                *sum = sum.wrapping_add(splitmix64(colour));
            }
        }
        for (cell, colour) in cells.iter().zip(&mut colours) {
            *colour = sums.iter().zip(cell).fold(splitmix64(*colour), |all, (sums, &part)| {
                splitmix64(all.rotate_left(7) ^ sums[usize::from(part)])
            });
        }
    }
    colours
}

/// The cells by their colours, all different, with parts numbered in that order.
fn numbered(cells: &[Parts], colours: &[u64]) -> Vec<Parts> {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&cell| colours[cell]);
    let first = |kind: usize, part: u8| {
        order.iter().position(|&cell| cells[cell][kind] == part).expect("it is the part of a cell")
    };
    let number = |&cell: &usize| std::array::from_fn(|kind| first(kind, cells[cell][kind]) as u8);
    order.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_tell_apart_what_exchanges_cannot_join() {
        // Two rows, two columns: row, column, band, stack, symbol.
        let square = |rows: [u8; 2], columns: [u8; 2], symbols: [u8; 2]| -> Vec<Parts> {
            let cells = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)];
            let part = |(row, column, symbol): (usize, usize, usize)| {
                let (row, column) = (rows[row], columns[column]);
                [row, column, row / 3, column / 3, symbols[symbol]]
            };
            cells.map(part).to_vec()
        };
        let usual = square([0, 1], [0, 3], [1, 2]);
        for (name, other, is_same) in [
            ("other lines and symbols", square([7, 6], [8, 1], [9, 3]), true),
            ("rows as columns", square([0, 3], [0, 1], [1, 2]), true),
            ("rows of two bands", square([0, 3], [0, 3], [1, 2]), false),
            ("one symbol", square([0, 1], [0, 3], [1, 1]), false),
        ] {
            assert_eq!(form(&usual) == form(&other), is_same, "{name}");
        }
    }
}
