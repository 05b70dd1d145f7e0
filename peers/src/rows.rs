//! What the benches do: six classic positions, each to one depth.

use crate::Three;

/// A position and the number of games from it.
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// The position, as Shredder-FEN.
    pub fen: &'static str,
    /// How many plies the games, or the ways back, have.
    pub plies: u32,
    /// How many of them there are.
    pub games: u64,
}

impl Row {
    /// The position in all libraries.
    pub fn three(&self) -> Three {
        Three::new(self.fen)
    }
}

/// The six classic positions; for the counts see `data/perft/classic.perft`.
pub const ROWS: [Row; 6] = [
    Row {
        name: "initial",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        plies: 6,
        games: 119_060_324,
    },
    Row {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
        plies: 5,
        games: 193_690_690,
    },
    Row {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        plies: 7,
        games: 178_633_661,
    },
    Row {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w ha - 0 1",
        plies: 5,
        games: 15_833_292,
    },
    Row {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w HA - 1 8",
        plies: 5,
        games: 89_941_194,
    },
    Row {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        plies: 5,
        games: 164_075_551,
    },
];

/// Positions to take moves back from, with all that can have been captured; for
/// the counts see `docs/unmoves.md`. The first is the standard one.
pub const UNMOVES: [Row; 3] = [
    Row {
        name: "six men",
        fen: "q4N2/1p5k/8/8/6P1/8/1K6/8 b - - 0 1",
        plies: 4,
        games: 24_326_093,
    },
    Row {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        plies: 4,
        games: 40_914_465,
    },
    Row {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 1",
        plies: 4,
        games: 2_057_693,
    },
];
