//! Perft: the number of games of a given length.

use crate::Position;

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
}
