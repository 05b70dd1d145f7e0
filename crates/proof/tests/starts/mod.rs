//! Starts that have promotion, castling, en passant, switchbacks and mate close at hand.

use sole_board::{Position, Setup};

const STARTS: [(&str, usize); 11] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 4),
    ("4k3/p6p/8/8/8/8/P6P/R3K2R w KQ - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 5),
    ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 4),
    ("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 5),
    ("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", 4),
    ("4k3/2p1p3/8/3P4/8/8/8/4K2R b K - 0 1", 5),
];

/// Positions, and how many plies to go on from them.
pub(crate) fn all() -> impl Iterator<Item = (Position, usize)> {
    STARTS.into_iter().map(|(fen, plies)| {
        let setup: Setup = fen.parse().expect(fen);
        (Position::try_from(setup).expect(fen), plies)
    })
}
