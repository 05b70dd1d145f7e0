//! The published numbers of the layers from the initial array.

use crate::error::Quantity;
use crate::store::Tallies;

const TABLE: &str = include_str!("../../../data/chess-layers.csv");

/// What is published about a layer from the initial array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The plies.
    pub ply: u32,
    /// Games of this number of plies.
    pub games: u128,
    /// Of these, those that end in mate.
    pub mates: u128,
    /// And those that end in a check that is no mate.
    pub other_checks: u128,
    /// Distinct positions at their ends.
    pub positions: u64,
    /// Of these, those that are the end of one game only.
    pub unique: u64,
}

impl Published {
    /// The published numbers of the layer after `ply` plies, if there are any.
    pub fn at(ply: u32) -> Option<Published> {
        Published::all().find(|layer| layer.ply == ply)
    }

    /// Each number beside what a layer counts.
    pub fn compare(self, tallies: &Tallies) -> [(Quantity, u128, u128); 5] {
        let other_checks = tallies.checks.games - tallies.mates.games;
        [
            (Quantity::Games, self.games, tallies.all.games),
            (Quantity::Positions, self.positions.into(), tallies.all.positions.into()),
            (Quantity::UniquePositions, self.unique.into(), tallies.unique.into()),
            (Quantity::Mates, self.mates, tallies.mates.games),
            (Quantity::OtherChecks, self.other_checks, other_checks),
        ]
    }

    /// All that is published, in the order of the plies.
    pub fn all() -> impl Iterator<Item = Published> {
        TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let mut numbers = line.split(',').map(|number| number.parse::<u128>());
            let mut next = || numbers.next().and_then(Result::ok).expect("six numbers in a line");
            Published {
                ply: next() as u32,
                games: next(),
                mates: next(),
                other_checks: next(),
                positions: next() as u64,
                unique: next() as u64,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_of_counts_agree() {
        let counts = include_str!("../../../data/chess-counts.csv");
        let mut rows = 0;
        for line in counts.lines().filter(|line| !line.starts_with('#')) {
            let numbers: Vec<u128> =
                line.split(',').map(|n| n.parse().expect("a number")).collect();
            let layer = Published::at(numbers[0] as u32).expect("a published layer");
            let own = [layer.games, layer.mates, layer.other_checks];
            assert_eq!(numbers[1..4], own, "{line}");
            let own = [layer.positions, layer.unique].map(u128::from);
            assert_eq!(numbers[4..6], own, "{line}");
            rows += 1;
        }
        assert!(rows >= 8 && Published::all().count() == 12);
    }
}
