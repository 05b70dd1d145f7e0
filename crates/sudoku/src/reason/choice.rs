//! Choices of a few sets whose union is small: subsets, naked and hidden, and fish.

use super::state::State;
use std::ops::ControlFlow;

/// Which sets are chosen from, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// How many are chosen.
    size: usize,
    /// How many members their union may have at most.
    most: usize,
    order: Order,
}

/// The order of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By the smallest number, then by the second smallest, and so on.
    Smallest,
    /// By the largest number, then by the second largest, and so on.
    Largest,
}

/// Whoever is shown choices: the numbers of the sets, and their union.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[usize], u64) -> ControlFlow<()>;

impl Choice {
    /// As many sets as their union may have members, in the order of most players.
    pub(super) fn usual(size: usize) -> Choice {
        Choice { size, most: size, order: Order::Smallest }
    }

    /// The same in the order of Sudoku Explainer.
    pub(super) fn of_explainer(size: usize) -> Choice {
        Choice { size, most: size, order: Order::Largest }
    }

    /// With a union of at most so many members.
    pub(super) fn up_to(self, most: usize) -> Choice {
        Choice { most, ..self }
    }

    /// Chooses cells of a house that have at most as many candidates as there may be; the union
    /// is that of their candidates. Sudoku Explainer leaves out singles.
    pub(super) fn of_cells<const W: usize>(
        self,
        state: &State<W>,
        house: usize,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let cells = &state.topology.cells[house];
        self.of_small(cells.iter().map(|&cell| (cell, state.marks[cell])), visit)
    }

    /// Chooses values of a house that have at most as many places as there may be; the union is
    /// that of their places.
    pub(super) fn of_values<const W: usize>(
        self,
        state: &State<W>,
        house: usize,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let places = |value: u8| (usize::from(value), state.positions(house, value));
        self.of_small(state.all_values().map(places), visit)
    }

    /// Chooses from those of some sets, by rising number, that are not too large.
    pub(super) fn of_small(
        self,
        sets: impl Iterator<Item = (usize, u64)>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let least = if self.order == Order::Smallest { 1 } else { 2 };
        let fits = |set: u64| (least..=self.most).contains(&(set.count_ones() as usize));
        let sets: Vec<(usize, u64)> = sets.filter(|set| fits(set.1)).collect();
        self.of(&sets, visit)
    }

    /// Visits every choice of sets, which have rising numbers, with its union.
    pub(super) fn of(self, sets: &[(usize, u64)], visit: Visit<'_>) -> ControlFlow<()> {
        self.extend(sets, (self.size, 0), &mut vec![0; self.size], visit)
    }

    /// Chooses so many more of the sets before or after those that are chosen.
    fn extend(
        self,
        sets: &[(usize, u64)],
        (left, union): (usize, u64),
        chosen: &mut [usize],
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return visit(chosen, union);
        }
        let range = match self.order {
            Order::Smallest => 0..(sets.len() + 1).saturating_sub(left),
            Order::Largest => left - 1..sets.len(),
        };
        for i in range {
            let (number, set) = sets[i];
            let union = union | set;
            if union.count_ones() as usize <= self.most {
                let (place, rest) = match self.order {
                    Order::Smallest => (self.size - left, &sets[i + 1..]),
                    Order::Largest => (left - 1, &sets[..i]),
                };
                chosen[place] = number;
                self.extend(rest, (left - 1, union), chosen, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_in_the_order_of_binary_numbers() {
        let sets: Vec<(usize, u64)> = (0..7).map(|i| (i, 1 << (i % 4))).collect();
        let union = |choice: u64| (0..7).fold(0, |set, i| set | (choice >> i & 1) << (i % 4));
        for (size, most) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (4, 4), (5, 4)] {
            let expected: Vec<u64> = (0..1u64 << 7)
                .filter(|choice| choice.count_ones() as usize == size)
                .filter(|&choice| union(choice).count_ones() as usize <= most)
                .collect();
            let mut actual = Vec::new();
            let choice = |order| Choice { size, most, order };
            let _ = choice(Order::Largest).of(&sets, &mut |chosen, _| {
                actual.push(chosen.iter().fold(0, |set, &i| set | 1u64 << i));
                ControlFlow::Continue(())
            });
            assert_eq!(actual, expected, "{size} of 7, at most {most}");
            let mut lists: Vec<Vec<usize>> = Vec::new();
            let _ = choice(Order::Smallest).of(&sets, &mut |chosen, _| {
                lists.push(chosen.to_vec());
                ControlFlow::Continue(())
            });
            assert!(lists.is_sorted(), "{size} of 7, at most {most}");
            assert_eq!(lists.len(), expected.len(), "{size} of 7, at most {most}");
        }
    }
}
