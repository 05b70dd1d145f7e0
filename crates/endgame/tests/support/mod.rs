//! What the tests of endings share: seeded chance, positions from FENs, every
//! position of a material, and images under symmetry.
#![allow(dead_code, reason = "each test file takes what it needs")]

#[path = "../../../board/tests/random/mod.rs"]
pub(crate) mod random;

use sole_board::{
    Clocks, Color, Diagram, Faults, Material, Piece, Position, Rank, Role, Setup, Square, SquareSet,
};
use sole_endgame::verify::{Men, Right};

/// A material from its name.
pub(crate) fn material(name: &str) -> Material {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A position from a FEN.
pub(crate) fn men(fen: &str) -> Men {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = Position::new(setup, Faults::WAIVABLE);
    let position = position.unwrap_or_else(|faults| panic!("{fen}: {faults}"));
    Men::try_from(&position).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Calls `visit` with every position of a material, without any symmetry, by the
/// rules of the board.
pub(crate) fn every_position(name: &str, visit: &mut dyn FnMut(Men)) {
    let material = material(name);
    let count = |piece| std::iter::repeat_n(piece, material.count(piece));
    let pieces: Vec<Piece> = Piece::all().flat_map(count).collect();
    place(&pieces, None, Diagram::EMPTY, &mut |diagram| {
        every_state(diagram, &mut |position| {
            visit(Men::try_from(&position).expect("at most five men"));
        });
    });
}

/// Calls `visit` with these pieces placed in all ways, equal ones in ascending order.
fn place(
    pieces: &[Piece],
    last: Option<(Piece, Square)>,
    diagram: Diagram,
    visit: &mut dyn FnMut(Diagram),
) {
    let Some((&piece, rest)) = pieces.split_first() else { return visit(diagram) };
    for square in !diagram.occupied() {
        if last.is_none_or(|(other, at)| other != piece || at < square) {
            let mut diagram = diagram;
            diagram.put(square, piece);
            place(rest, Some((piece, square)), diagram, visit);
        }
    }
}

/// Calls `visit` with each playable position that a diagram is, with either side
/// to move, any castling rights of standard chess and any en passant capture.
pub(crate) fn every_state(diagram: Diagram, visit: &mut dyn FnMut(Position)) {
    for turn in Color::ALL {
        for castling in castling_rooks(&diagram).subsets() {
            for en_passant in passed_squares(&diagram, turn).into_iter().map(Some).chain([None]) {
                let clocks = Clocks::default();
                let setup = Setup { diagram, turn, castling, en_passant, clocks };
                if let Ok(position) = Position::new(setup, Faults::WAIVABLE)
                    && position.en_passant() == en_passant
                {
                    visit(position);
                }
            }
        }
    }
}

/// The rooks at home whose king is at home.
fn castling_rooks(diagram: &Diagram) -> SquareSet {
    let stands = |right: &Right| {
        let at_home = [right.king(), right.rook()];
        at_home.into_iter().all(|man| diagram.piece_at(man.square) == Some(man.piece))
    };
    Right::ALL.into_iter().filter(stands).map(|right| right.rook().square).collect()
}

/// The squares behind the other side's pawns that may have made a double step.
fn passed_squares(diagram: &Diagram, turn: Color) -> SquareSet {
    diagram.men(!turn, Role::Pawn).forward(turn) & SquareSet::rank(Rank::Sixth.seen_by(turn))
}

/// The same position with nobody allowed to castle.
pub(crate) fn without_rights(men: &Men) -> Men {
    image(men, |square| square)
}

/// The image of a position, without its castling rights.
pub(crate) fn image(men: &Men, symmetry: impl Fn(Square) -> Square) -> Men {
    let mut diagram = Diagram::EMPTY;
    men.iter().for_each(|man| diagram.put(symmetry(man.square), man.piece));
    let setup = Setup {
        diagram,
        turn: men.turn(),
        castling: SquareSet::EMPTY,
        en_passant: men.en_passant().map(symmetry),
        clocks: Clocks::default(),
    };
    let position = Position::new(setup, Faults::WAIVABLE).expect("an image can be played on too");
    Men::try_from(&position).expect("an image has as many men")
}

/// Turns and mirrors that leave the rules alone: eight without pawns, two with,
/// one with castling rights.
pub(crate) fn symmetries(men: &Men) -> &'static [fn(Square) -> Square] {
    const ALL: [fn(Square) -> Square; 8] = [
        |square| square,
        Square::flip_horizontal,
        Square::flip_vertical,
        |square| square.flip_vertical().flip_horizontal(),
        transposed,
        |square| transposed(square).flip_horizontal(),
        |square| transposed(square).flip_vertical(),
        |square| transposed(square).flip_vertical().flip_horizontal(),
    ];
    let has_pawns = men.iter().any(|man| man.piece.role == Role::Pawn);
    match (men.rights().is_empty(), has_pawns) {
        (false, _) => &ALL[..1],
        (true, true) => &ALL[..2],
        (true, false) => &ALL,
    }
}

/// The square in the mirror of the diagonal from a1 to h8.
fn transposed(square: Square) -> Square {
    let index = square.index() % 8 * 8 + square.index() / 8;
    Square::new(index as u8).expect("below 64")
}
