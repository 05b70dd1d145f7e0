//! How many positions and games there are, of all and of each kind.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Positions, and the games that lead to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Distinct positions.
    pub positions: u64,
    /// Games; written as text, since JSON readers cut long numbers.
    #[serde(with = "as_text")]
    pub games: u128,
}

impl Tally {
    /// One position with its games.
    pub(crate) fn add(&mut self, games: u64) {
        self.positions += 1;
        self.games += u128::from(games);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.positions += other.positions;
        self.games += other.games;
    }
}

/// What is counted of a file or a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tallies {
    /// All positions.
    pub all: Tally,
    /// Positions with exactly one game.
    pub unique: u64,
    /// Legal moves of all positions: the edges to the next layer.
    pub edges: u64,
    /// Games times moves: the games of the next layer.
    #[serde(with = "as_text")]
    pub next_games: u128,
    /// Checks, mates included.
    pub checks: Tally,
    /// Mates.
    pub mates: Tally,
    /// Stalemates.
    pub stalemates: Tally,
    /// Dead positions.
    pub dead: Tally,
    /// By the number of men.
    pub men: BTreeMap<u8, Tally>,
}

impl AddAssign<&Tallies> for Tallies {
    fn add_assign(&mut self, other: &Tallies) {
        self.all += other.all;
        self.unique += other.unique;
        self.edges += other.edges;
        self.next_games += other.next_games;
        self.checks += other.checks;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self.dead += other.dead;
        for (&men, &tally) in &other.men {
            *self.men.entry(men).or_default() += tally;
        }
    }
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
