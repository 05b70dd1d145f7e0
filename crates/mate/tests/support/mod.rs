//! Positions for tests.
#![allow(dead_code, reason = "each test file takes what it needs")]

use sole_board::{Color, Diagram, Piece, Position, Role, Setup, Square};
use sole_mate::{Budget, Key, Stipulation, brute_force};

/// A playable position of a FEN.
pub(crate) fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    Position::try_from(setup).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The moves that mate in at most `moves`, by the definition.
pub(crate) fn mates_within(position: &Position, moves: u8) -> Vec<Key> {
    let Ok(stipulation) = Stipulation::direct_mate(moves) else { return Vec::new() };
    brute_force::keys(position, stipulation, &Budget::UNLIMITED).expect("no end of budget")
}

/// Positions with so many men that can be played on, White to move, more of
/// the men White's.
pub(crate) fn random_positions(seed: u64, men: std::ops::RangeInclusive<usize>) -> RandomPositions {
    RandomPositions { rng: fastrand::Rng::with_seed(seed), men }
}

pub(crate) struct RandomPositions {
    rng: fastrand::Rng,
    men: std::ops::RangeInclusive<usize>,
}

impl Iterator for RandomPositions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            let diagram = self.diagram();
            let fen = format!("{diagram} w - - 0 1");
            let setup: Setup = fen.parse().expect("a diagram as it is written");
            match Position::try_from(setup) {
                Ok(position) if position.has_moves() => return Some(position),
                _ => {}
            }
        }
    }
}

impl RandomPositions {
    fn diagram(&mut self) -> Diagram {
        let mut diagram = Diagram::EMPTY;
        let men = self.rng.usize(self.men.clone());
        for color in Color::ALL {
            self.put(&mut diagram, Piece { color, role: Role::King });
        }
        for _ in 2..men {
            let color = if self.rng.u8(0..10) < 6 { Color::White } else { Color::Black };
            let role = Role::ALL[self.rng.usize(0..5)];
            self.put(&mut diagram, Piece { color, role });
        }
        diagram
    }

    fn put(&mut self, diagram: &mut Diagram, piece: Piece) {
        loop {
            let square = Square::all().nth(self.rng.usize(0..64)).expect("a square");
            let fits = piece.role != Role::Pawn || (8..56).contains(&square.index());
            if fits && diagram.piece_at(square).is_none() {
                diagram.put(square, piece);
                return;
            }
        }
    }
}
