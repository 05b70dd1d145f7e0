//! Choices of a few sets whose union is small, in a fixed order.

use std::ops::ControlFlow;

/// Sets by number, of which some are chosen.
pub(super) struct Choice<'a> {
    /// Number and content of each set, by rising number.
    pub(super) sets: &'a [(usize, u64)],
    /// How many are chosen.
    pub(super) size: usize,
    /// How many members their union may have at most.
    pub(super) most: usize,
}

/// Whoever is shown choices: the numbers of the sets, and their union.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[usize], u64) -> ControlFlow<()>;

impl<'a> Choice<'a> {
    /// As many sets as their union may have members.
    pub(super) fn square(sets: &'a [(usize, u64)], size: usize) -> Choice<'a> {
        Choice { sets, size, most: size }
    }

    /// Visits every choice with its union; choices are ordered by their largest
    /// number, those with the same largest by the second largest, and so on.
    pub(super) fn visit(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let mut chosen = vec![0; self.size];
        self.below(self.sets.len(), (self.size, 0), &mut chosen, visit)
    }

    fn below(
        &self,
        end: usize,
        (left, union): (usize, u64),
        chosen: &mut [usize],
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return visit(chosen, union);
        }
        for i in left - 1..end {
            let (number, set) = self.sets[i];
            let union = union | set;
            if union.count_ones() as usize <= self.most {
                chosen[left - 1] = number;
                self.below(i, (left - 1, union), chosen, visit)?;
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
            let _ = Choice { sets: &sets, size, most }.visit(&mut |chosen, _| {
                actual.push(chosen.iter().fold(0, |set, &i| set | 1u64 << i));
                ControlFlow::Continue(())
            });
            assert_eq!(actual, expected, "{size} of 7, at most {most}");
        }
    }
}
