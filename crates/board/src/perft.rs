//! Perft and un-perft: the number of games of a given length, forwards and back.

use crate::{Position, Retraction};

impl Position {
    /// How many games of exactly `plies` plies start here.
    ///
    /// ```
    /// use sole_board::Position;
    /// assert_eq!(Position::initial().perft(4), 197_281);
    /// ```
    pub fn perft(&self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut games = 0;
                self.for_each_child(|_, child| games += child.perft(plies - 1));
                games
            }
        }
    }

    /// How many chains of exactly `plies` un-moves lead back from here.
    ///
    /// ```
    /// use sole_board::{Position, Retraction};
    /// // Only Black's knights can have made the last move.
    /// assert_eq!(Position::initial().unperft(1, &Retraction::default()), 4);
    /// ```
    pub fn unperft(&self, plies: u32, law: &Retraction) -> u64 {
        match plies {
            0 => 1,
            1 => self.count_unmoves(law),
            _ => {
                let mut chains = 0;
                self.for_each_unmove(law, |unmove| {
                    chains += self.before(unmove).unperft(plies - 1, law);
                });
                chains
            }
        }
    }
}
