//! Two or three cells, and combinations of their candidates that leave a cell which
//! they all see without any.

use super::find::{Find, Found, Pattern, bits};
use super::subsets::report;
use super::technique::Technique;
use crate::Cell;
use crate::reason::cells::CellSet;
use crate::reason::sentence::and;
use crate::reason::state::{State, Values};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step};
use std::ops::ControlFlow;

/// Combinations of the candidates of some cells that leave another cell none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The cells that are combined.
    pub cells: Vec<Cell>,
    /// Those that must be left a candidate.
    pub excluders: Vec<Cell>,
}

impl Explain for Exclusion {
    fn sentence(&self, _: &Step) -> String {
        format!(
            "every other combination of {} would leave one of {} without a value",
            and(&self.cells),
            and(&self.excluders),
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(&self.cells);
        marks.others.extend(&self.excluders);
    }
}

/// Cells that may take part, and by cell number those that may exclude something.
struct Field<const W: usize> {
    cells: Vec<usize>,
    set: CellSet<W>,
    excluders: Vec<CellSet<W>>,
}

fn field<const W: usize>(size: usize, state: &State<W>) -> Field<W> {
    let of_size = |sizes: std::ops::RangeInclusive<u32>| -> CellSet<W> {
        state
            .open()
            .iter()
            .filter(|&cell| sizes.contains(&state.marks[cell].count_ones()))
            .collect()
    };
    let (singles, small) = (of_size(1..=1), of_size(2..=size as u32));
    let excluders: Vec<CellSet<W>> =
        state.topology.peers.iter().map(|&peers| peers & small).collect();
    let fits = |&cell: &usize| {
        state.marks[cell].count_ones() >= 2
            && !state.topology.peers[cell].meets(&singles)
            && !excluders[cell].is_empty()
    };
    let cells: Vec<usize> = state.open().iter().filter(fits).collect();
    Field { set: cells.iter().copied().collect(), cells, excluders }
}

/// Pairs of cells.
pub(super) fn pairs<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let field = field(2, state);
    let mut closed = Vec::new();
    for (i, &second) in field.cells.iter().enumerate() {
        for &first in &field.cells[..i] {
            let excluders = field.excluders[first] & field.excluders[second];
            if excluders.len() >= 2 {
                report(exclusion(state, &[first, second], excluders, &mut closed), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Triplets of cells; the third one is close to one of the other two.
pub(super) fn triplets<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let field = field(3, state);
    let mut closed = Vec::new();
    for (i, &second) in field.cells.iter().enumerate() {
        for &first in &field.cells[..i] {
            let common = field.excluders[first] & field.excluders[second];
            if common.len() < 2 {
                continue;
            }
            let pair: CellSet<W> = [first, second].into_iter().collect();
            let near_first = (field.excluders[first] & field.set) - pair;
            let near_second = (field.excluders[second] & field.set) - pair - near_first;
            for third in near_first.iter().chain(near_second.iter()) {
                let excluders = common & field.excluders[third];
                if excluders.len() >= 2 {
                    report(
                        exclusion(state, &[first, second, third], excluders, &mut closed),
                        found,
                    )?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Removes the candidates that no allowed combination has.
fn exclusion<const W: usize>(
    state: &State<W>,
    cells: &[usize],
    excluders: CellSet<W>,
    closed: &mut Vec<Values>,
) -> Option<Find> {
    closed.clear();
    closed.extend(excluders.iter().map(|cell| state.marks[cell]));
    let marks = [0, 1, 2].map(|i| cells.get(i).map_or(NO_VALUE, |&cell| state.marks[cell]));
    let sees = |i: usize, j: usize| match (cells.get(i), cells.get(j)) {
        (Some(&a), Some(&b)) => state.topology.peers[a].contains(b),
        _ => false,
    };
    let sees = [sees(0, 1), sees(0, 2), sees(1, 2)];
    let allowed = Combination { marks, sees, closed }.allowed();
    if allowed == marks {
        return None;
    }
    let removed = cells
        .iter()
        .zip(allowed)
        .map(|(&cell, allowed)| (cell, state.marks[cell] & !allowed))
        .filter(|(_, values)| *values != 0)
        .collect();
    let technique =
        if cells.len() == 2 { Technique::AlignedPair } else { Technique::AlignedTriplet };
    let (cells, excluders) = (cells.to_vec(), excluders.iter().collect());
    Find::removing(technique, removed, Pattern::Exclusion { cells, excluders })
}

/// What stands for the candidates of a third cell if there are two: no value at all.
const NO_VALUE: Values = 1;

/// The candidates of three cells, and of others that exclude some combinations of theirs.
struct Combination<'a> {
    marks: [Values; 3],
    /// Whether the first and the second see each other, the first and the third, the
    /// second and the third.
    sees: [bool; 3],
    closed: &'a [Values],
}

impl Combination<'_> {
    /// The candidates of each cell that are in an allowed combination.
    fn allowed(&self) -> [Values; 3] {
        let [first, second, third] = self.marks;
        let mut allowed = [0; 3];
        for a in bits(first) {
            for b in bits(second).filter(|&b| !(self.sees[0] && a == b)) {
                let thirds = self.thirds(a, b);
                if thirds != 0 {
                    allowed[0] |= 1 << a;
                    allowed[1] |= 1 << b;
                    allowed[2] |= thirds;
                    if allowed[1] == second && allowed[2] == third {
                        break;
                    }
                }
            }
        }
        allowed
    }

    /// What the third cell may have if the others have two values.
    fn thirds(&self, a: u8, b: u8) -> Values {
        let two = 1u64 << a | 1 << b;
        let mut thirds = self.marks[2];
        if self.sees[1] {
            thirds &= !(1 << a);
        }
        if self.sees[2] {
            thirds &= !(1 << b);
        }
        for marks in self.closed {
            let left = marks & !two;
            if left == 0 {
                return 0;
            }
            if left.is_power_of_two() {
                thirds &= !left;
            }
        }
        thirds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::rng::Rng;

    /// All combinations one by one.
    fn plainly_allowed(combination: &Combination<'_>) -> [Values; 3] {
        let mut allowed = [0; 3];
        let [first, second, third] = combination.marks;
        for (a, b) in bits(first).flat_map(|a| bits(second).map(move |b| (a, b))) {
            for c in bits(third) {
                let [ab, ac, bc] = combination.sees;
                let clashes = (ab && a == b) || (ac && a == c) || (bc && b == c);
                let all = 1u64 << a | 1 << b | 1 << c;
                if !clashes && combination.closed.iter().all(|marks| marks & !all != 0) {
                    [a, b, c].iter().zip(&mut allowed).for_each(|(v, set)| *set |= 1 << v);
                }
            }
        }
        allowed
    }

    #[test]
    fn combinations_are_allowed_as_if_one_by_one() {
        for attempt in 0..2000 {
            let mut rng = Rng::new(1, attempt);
            let mut set = |most: usize| -> Values {
                let n = 2 + rng.below(most - 1);
                (0..n).fold(0, |set, _| set | 1 << (1 + rng.below(5)))
            };
            let third = if attempt % 3 == 0 { NO_VALUE } else { set(4) };
            let marks = [set(4), set(4), third];
            let closed = [set(2), set(3), set(3)];
            let sees = [attempt % 2 == 0, attempt % 5 < 2, attempt % 7 < 3];
            let combination = Combination { marks, sees, closed: &closed };
            assert_eq!(combination.allowed(), plainly_allowed(&combination), "attempt {attempt}");
        }
    }
}
