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

/// No position has more moves: 32 queens would have fewer than 27 each.
const MOST_MOVES: u64 = 32 * 27;

/// The most positions of a layer, so that sums and products of what is counted stay in range.
pub(super) const MOST_POSITIONS: u64 = 1 << 46;

/// The most bytes of a layer, for the same reason.
pub(super) const MOST_BYTES: u64 = 1 << 56;

impl Tallies {
    /// Whether the counts are consistent with each other.
    pub(crate) fn is_possible(&self) -> bool {
        let Tallies { all, checks, mates, stalemates, dead, men, .. } = self;
        let is_within = |parts: &[Tally], whole: &Tally| {
            let positions = parts.iter().try_fold(0u64, |sum, it| sum.checked_add(it.positions));
            let games = parts.iter().try_fold(0u128, |sum, it| sum.checked_add(it.games));
            positions.is_some_and(|positions| positions <= whole.positions)
                && games.is_some_and(|games| games <= whole.games)
        };
        let men: Vec<Tally> = men.values().copied().collect();
        all.positions <= MOST_POSITIONS
            && all.games <= u128::from(all.positions) * i64::MAX as u128
            && self.unique <= all.positions
            && self.edges <= all.positions * MOST_MOVES
            && self.next_games <= all.games * u128::from(MOST_MOVES)
            && is_within(&[*checks], all)
            && is_within(&[*mates], checks)
            && is_within(&[*mates, *stalemates, *dead], all)
            && is_within(&men, all)
    }
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
