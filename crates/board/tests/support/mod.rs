//! What the tests of the rules share: seeded chance and random games.

use sole_board::{Faults, Position, Setup};

/// The splitmix64 generator: small, and the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A position from a FEN, with everything waived that can be.
pub(crate) fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::new(setup, Faults::WAIVABLE).unwrap_or_else(|faults| panic!("{fen}: {faults}"))
}

/// Calls `visit` with the positions of a random game of at most `plies` plies.
pub(crate) fn random_game(
    start: Position,
    plies: u32,
    random: &mut Random,
    mut visit: impl FnMut(&Position),
) {
    let mut position = start;
    for _ in 0..plies {
        visit(&position);
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        position = position.after(moves[random.below(moves.len())]);
    }
}
