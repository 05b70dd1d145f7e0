//! Men to ends at the least cost: the assignment problem, with what each pair costs if
//! it is insisted on, and with prices that keep the bound exact as men move on.

/// Costs from here on mean "not possible".
pub(super) const IMPOSSIBLE: i32 = 1000;

/// The most men that a side has.
pub(super) const MOST: usize = 16;

/// A square matrix of costs, rows men, columns ends.
pub(super) type Costs = [[i32; MOST]; MOST];

/// The cheapest assignment of as many men to as many ends.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// What it costs in all.
    pub(super) total: i32,
    /// What the cheapest assignment costs that has this pair; [`IMPOSSIBLE`] or more if none has.
    pub(super) with: Costs,
    /// A price of each end: the costs of a man to an end, less its price, add up to at
    /// least the total less all prices.
    pub(super) prices: [i32; MOST],
}

impl Assignment {
    /// Assigns the first `size` rows to the first `size` columns; `None` if it cannot be.
    pub(super) fn of(costs: &Costs, size: usize) -> Option<Assignment> {
        let (rows, u, v) = hungarian(costs, size);
        let total: i32 = (0..size).map(|column| costs[rows[column]][column]).sum();
        if total >= IMPOSSIBLE {
            return None;
        }
        let reduced = |row: usize, column: usize| costs[row][column] - u[row] - v[column];
        // One man takes the end of the next, and so on: the dearest part is paid by whoever
        // is left without one.
        let mut chain = [[IMPOSSIBLE; MOST]; MOST];
        for (column, &owner) in rows.iter().enumerate().take(size) {
            for (row, chain) in chain.iter_mut().enumerate().take(size) {
                chain[owner] = if row == owner { 0 } else { reduced(row, column).min(IMPOSSIBLE) };
            }
        }
        for through in 0..size {
            for from in 0..size {
                for to in 0..size {
                    let detour = chain[from][through] + chain[through][to];
                    chain[from][to] = chain[from][to].min(detour);
                }
            }
        }
        let mut with = [[IMPOSSIBLE; MOST]; MOST];
        for row in 0..size {
            for column in 0..size {
                let extra = reduced(row, column) + chain[rows[column]][row];
                with[row][column] = (total + extra).min(IMPOSSIBLE);
            }
        }
        Some(Assignment { total, with, prices: v })
    }
}

/// The row of each column, and the potentials of rows and columns.
fn hungarian(costs: &Costs, size: usize) -> ([usize; MOST], [i32; MOST], [i32; MOST]) {
    // Row and column 0 stand for "none yet"; all others are shifted by one.
    let (mut u, mut v) = ([0; MOST + 1], [0; MOST + 1]);
    let mut owner = [0; MOST + 1];
    for row in 1..=size {
        owner[0] = row;
        let mut column = 0;
        let mut least = [i32::MAX; MOST + 1];
        let (mut before, mut done) = ([0; MOST + 1], [false; MOST + 1]);
        while owner[column] != 0 {
            done[column] = true;
            let (mut delta, mut next) = (i32::MAX, 0);
            for other in (1..=size).filter(|&other| !done[other]) {
                let row = owner[column];
                let reduced = costs[row - 1][other - 1] - u[row] - v[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, column);
                }
                if least[other] < delta {
                    (delta, next) = (least[other], other);
                }
            }
            for other in 0..=size {
                if done[other] {
                    u[owner[other]] += delta;
                    v[other] -= delta;
                } else {
                    least[other] = least[other].saturating_sub(delta);
                }
            }
            column = next;
        }
        while column != 0 {
            owner[column] = owner[before[column]];
            column = before[column];
        }
    }
    let shifted = |numbers: [i32; MOST + 1]| std::array::from_fn(|at| numbers[at + 1]);
    (std::array::from_fn(|column| owner[column + 1].wrapping_sub(1)), shifted(u), shifted(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every permutation's cost, the least one with each pair.
    fn brute_force(costs: &Costs, size: usize) -> Costs {
        fn place(costs: &Costs, rows: &mut Vec<usize>, size: usize, sum: i32, best: &mut Costs) {
            if rows.len() == size {
                for (column, &row) in rows.iter().enumerate() {
                    best[row][column] = best[row][column].min(sum);
                }
            }
            for row in 0..size {
                if !rows.contains(&row) && rows.len() < size {
                    let sum = (sum + costs[row][rows.len()]).min(IMPOSSIBLE);
                    rows.push(row);
                    place(costs, rows, size, sum, best);
                    rows.pop();
                }
            }
        }
        let mut best = [[IMPOSSIBLE; MOST]; MOST];
        place(costs, &mut Vec::new(), size, 0, &mut best);
        best
    }

    #[test]
    fn every_pair_costs_what_trying_everything_says() {
        let mut random = fastrand::Rng::with_seed(6);
        for trial in 0..300 {
            let size = random.usize(1..6);
            let mut costs = [[IMPOSSIBLE; MOST]; MOST];
            for row in costs.iter_mut().take(size) {
                for cost in row.iter_mut().take(size) {
                    *cost = if random.u8(0..4) == 0 { IMPOSSIBLE } else { random.i32(0..9) };
                }
            }
            let expected = brute_force(&costs, size);
            let least = expected.iter().flatten().copied().min().unwrap_or(IMPOSSIBLE);
            match Assignment::of(&costs, size) {
                None => assert_eq!(least, IMPOSSIBLE, "trial {trial}"),
                Some(found) => {
                    assert_eq!(found.total, least, "trial {trial}");
                    assert_eq!(found.with, expected, "trial {trial}");
                    let prices = &found.prices[..size];
                    let cheapest = |row: &[i32; MOST]| {
                        row.iter().zip(prices).map(|(cost, price)| cost - price).min()
                    };
                    let bound: i32 = costs.iter().take(size).filter_map(cheapest).sum();
                    assert_eq!(bound + prices.iter().sum::<i32>(), least, "trial {trial}");
                }
            }
        }
    }
}
