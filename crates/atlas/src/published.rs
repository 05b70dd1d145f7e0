//! The published numbers of the layers from the initial array.

const TABLE: &str = include_str!("../../../data/chess-layers.csv");

/// What is published about a layer from the initial array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The plies.
    pub ply: u32,
    /// Games of so many plies.
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
    /// What is published about the layer after so many plies, if anything is.
    pub fn at(ply: u32) -> Option<Published> {
        Published::all().find(|layer| layer.ply == ply)
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
