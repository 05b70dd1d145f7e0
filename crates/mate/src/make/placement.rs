//! Random placements of pieces in which mates are likely.
//!
//! Uniform placements contain few mates. The weights below were tuned for many strict
//! problems per second: few queens, because they mate in too many ways; pawns for the
//! defender, who must not be stalemated and should have few moves; his king mostly at the
//! edge, and the other king near.

use super::Men;
use sole_board::{
    Color, Diagram, Material, Piece, Position, Role, Setup, Square, SquareSet, attacks,
};
use sole_puzzle::rng::Rng;

/// The random weights of pawns, knights, bishops, rooks and queens for each side.
const WEIGHTS: [[usize; 5]; 2] = [[3, 3, 3, 3, 1], [4, 2, 2, 2, 2]];

/// The side to move and the share of the pieces of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacementParams {
    /// The side to move; White mates in the end.
    pub(super) turn: Color,
    /// The percentage of pieces that are White's.
    pub(super) attackers: usize,
}

/// The percentage of attacked kings that are placed on the edge of the board.
const AT_THE_EDGE: usize = 70;

/// The percentage of attacking kings that are placed two squares from the other king.
const KINGS_NEAR: usize = 60;

const EDGE: SquareSet = SquareSet(0xff81_8181_8181_81ff);

/// A random position; `None` if the placement is not legal.
pub(super) fn random_position(
    men: &Men,
    params: PlacementParams,
    rng: &mut Rng,
) -> Option<Position> {
    let mut diagram = Diagram::EMPTY;
    place_kings(&mut diagram, rng)?;
    for piece in pieces(men, params, rng) {
        let barred =
            if piece.role == Role::Pawn { SquareSet::BACK_RANKS } else { SquareSet::EMPTY };
        let square = random_square(SquareSet::FULL - diagram.occupied() - barred, rng)?;
        diagram.put(square, piece);
    }
    let setup = Setup { diagram, turn: params.turn, ..Setup::EMPTY };
    Position::try_from(setup).ok()
}

fn place_kings(diagram: &mut Diagram, rng: &mut Rng) -> Option<()> {
    let king = |color| Piece { color, role: Role::King };
    let squares = if rng.below(100) < AT_THE_EDGE { EDGE } else { SquareSet::FULL };
    let attacked = random_square(squares, rng)?;
    let near = attacks::king(attacked).with(attacked);
    let squares = if rng.below(100) < KINGS_NEAR { around(near) } else { SquareSet::FULL };
    diagram.put(attacked, king(Color::Black));
    diagram.put(random_square(squares - near, rng)?, king(Color::White));
    Some(())
}

/// The squares next to any of `squares`.
fn around(squares: SquareSet) -> SquareSet {
    squares.into_iter().fold(SquareSet::EMPTY, |all, square| all | attacks::king(square))
}

/// What is put on the board beside the kings.
fn pieces(men: &Men, params: PlacementParams, rng: &mut Rng) -> Vec<Piece> {
    match *men {
        Men::Exactly(n) | Men::AtMost(n) => {
            (2..n.get()).map(|_| random_piece(params, rng)).collect()
        }
        Men::Material(material) => others(&material).collect(),
    }
}

/// All men of a material but the kings, like ones together.
pub(super) fn others(material: &Material) -> impl Iterator<Item = Piece> {
    let kinds = Piece::all().filter(|piece| piece.role != Role::King);
    kinds.flat_map(|piece| std::iter::repeat_n(piece, material.count(piece)))
}

fn random_piece(params: PlacementParams, rng: &mut Rng) -> Piece {
    let color = if rng.below(100) < params.attackers { Color::White } else { Color::Black };
    Piece { color, role: Role::ALL[rng.weighted(&WEIGHTS[color.index()])] }
}

fn random_square(squares: SquareSet, rng: &mut Rng) -> Option<Square> {
    let index = rng.below(squares.len());
    squares.into_iter().nth(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::PieceCount;

    #[test]
    fn what_is_placed_is_what_was_asked_for() {
        let material: Material = "KRPvKN".parse().expect("a material");
        let six = PieceCount::new(6).expect("a number of men");
        let params = PlacementParams { turn: Color::Black, attackers: 75 };
        let mut rng = Rng::new(1, 1);
        for _ in 0..200 {
            let placed = random_position(&Men::Material(material), params, &mut rng);
            assert!(placed.is_none_or(|p| Material::of(p.diagram()) == material));
            let placed = random_position(&Men::Exactly(six), params, &mut rng);
            assert!(placed.is_none_or(|p| p.diagram().occupied().len() == 6));
        }
    }
}
