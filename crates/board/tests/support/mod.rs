//! What the tests of the rules share: seeded chance, random games, and every
//! position of a small material.
#![allow(dead_code, reason = "each test file takes what it needs")]

#[path = "../random/mod.rs"]
mod random;

pub(crate) use random::Random;
use sole_board::{
    CastlingLaw, Color, Faults, Move, Piece, Position, Rank, Role, Setup, Square, SquareSet, Unmove,
};

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

/// The un-move that leads from the position after `forward` back to `before`.
pub(crate) fn exact_unmove(before: &Position, forward: Move) -> Unmove {
    Unmove {
        forward,
        captured: before.captured(forward),
        castling: before.castling(),
        en_passant: before.en_passant(),
    }
}

/// Calls `visit` with the setup and these men on it, placed in all ways, equal
/// neighbours in the list only in ascending order.
pub(crate) fn place(men: &[Piece], setup: Setup, visit: &mut dyn FnMut(Setup)) {
    place_after(men, None, setup, visit);
}

fn place_after(
    men: &[Piece],
    last: Option<(Piece, Square)>,
    setup: Setup,
    visit: &mut dyn FnMut(Setup),
) {
    let Some((&piece, rest)) = men.split_first() else { return visit(setup) };
    for square in !setup.diagram.occupied() {
        let pawn_beyond = piece.role == Role::Pawn && SquareSet::BACK_RANKS.contains(square);
        let twin_below = last.is_some_and(|(other, at)| other == piece && square < at);
        if !pawn_beyond && !twin_below {
            let mut setup = setup;
            setup.diagram.put(square, piece);
            place_after(rest, Some((piece, square)), setup, visit);
        }
    }
}

/// Calls `visit` with each playable position that the setup makes with some
/// castling rights and some legal en passant capture, or none.
pub(crate) fn every_right(setup: Setup, law: CastlingLaw, visit: &mut dyn FnMut(Position)) {
    let rooks = setup.diagram.role(Role::Rook) & SquareSet::BACK_RANKS;
    let rooks: SquareSet = match law {
        CastlingLaw::Chess960 => rooks,
        CastlingLaw::Standard => rooks.into_iter().filter(|&rook| at_home(&setup, rook)).collect(),
    };
    let pawns = setup.diagram.men(!setup.turn, Role::Pawn);
    let passed = pawns.forward(setup.turn) & SquareSet::rank(Rank::Sixth.seen_by(setup.turn));
    for castling in rooks.subsets() {
        for en_passant in passed.into_iter().map(Some).chain([None]) {
            let setup = Setup { castling, en_passant, ..setup };
            if let Ok(position) = Position::try_from(setup)
                && position.en_passant() == en_passant
            {
                visit(position);
            }
        }
    }
}

/// Whether a rook stands in its corner and its king on the e-file.
fn at_home(setup: &Setup, rook: Square) -> bool {
    let home = |color, king, corners: [Square; 2]| {
        setup.diagram.king(color) == Some(king) && corners.contains(&rook)
    };
    home(Color::White, Square::E1, [Square::A1, Square::H1])
        || home(Color::Black, Square::E8, [Square::A8, Square::H8])
}
