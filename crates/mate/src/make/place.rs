//! Men on squares by lot, so that mates are likely.
//!
//! Uniform lots make few mates. The weights below were chosen by trial for many
//! strict problems a second: few queens, for they mate in too many ways; pawns for
//! the defender, who must neither be stalemated nor do much; his king mostly at the
//! edge, and the other king near.

use super::Men;
use sole_board::{
    Color, Diagram, Material, Piece, Position, Role, Setup, Square, SquareSet, attacks,
};
use sole_puzzle::rng::Rng;

/// How often pawns, knights, bishops, rooks and queens are drawn for each side.
const WEIGHTS: [[usize; 5]; 2] = [[3, 3, 3, 3, 1], [4, 2, 2, 2, 2]];

/// Who plays which part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cast {
    /// Who is to move; White mates in the end.
    pub(super) turn: Color,
    /// How many of a hundred men are White's.
    pub(super) attackers: usize,
}

/// How often of a hundred times the attacked king is put on the edge of the board.
const AT_THE_EDGE: usize = 70;

/// How often of a hundred times the attacker's king is put two squares from the other.
const KINGS_NEAR: usize = 60;

const EDGE: SquareSet = SquareSet(0xff81_8181_8181_81ff);

/// A position by lot; `None` if the lot is no position.
pub(super) fn place(men: &Men, cast: Cast, rng: &mut Rng) -> Option<Position> {
    let mut diagram = Diagram::EMPTY;
    kings(&mut diagram, rng)?;
    for piece in pieces(men, cast, rng) {
        let barred =
            if piece.role == Role::Pawn { SquareSet::BACK_RANKS } else { SquareSet::EMPTY };
        let square = any_of(SquareSet::FULL - diagram.occupied() - barred, rng)?;
        diagram.put(square, piece);
    }
    let setup = Setup { diagram, turn: cast.turn, ..Setup::EMPTY };
    Position::try_from(setup).ok()
}

fn kings(diagram: &mut Diagram, rng: &mut Rng) -> Option<()> {
    let king = |color| Piece { color, role: Role::King };
    let place = if rng.below(100) < AT_THE_EDGE { EDGE } else { SquareSet::FULL };
    let attacked = any_of(place, rng)?;
    let near = attacks::king(attacked).with(attacked);
    let place = if rng.below(100) < KINGS_NEAR { around(near) } else { SquareSet::FULL };
    diagram.put(attacked, king(Color::Black));
    diagram.put(any_of(place - near, rng)?, king(Color::White));
    Some(())
}

/// The squares next to any of `squares`.
fn around(squares: SquareSet) -> SquareSet {
    squares.into_iter().fold(SquareSet::EMPTY, |all, square| all | attacks::king(square))
}

/// What is put on the board beside the kings.
fn pieces(men: &Men, cast: Cast, rng: &mut Rng) -> Vec<Piece> {
    match *men {
        Men::Exactly(n) | Men::AtMost(n) => (2..n.get()).map(|_| draw(cast, rng)).collect(),
        Men::Material(material) => others(&material).collect(),
    }
}

/// All men of a material but the kings, like ones together.
pub(super) fn others(material: &Material) -> impl Iterator<Item = Piece> {
    let kinds = Piece::all().filter(|piece| piece.role != Role::King);
    kinds.flat_map(|piece| std::iter::repeat_n(piece, material.count(piece)))
}

fn draw(cast: Cast, rng: &mut Rng) -> Piece {
    let color = if rng.below(100) < cast.attackers { Color::White } else { Color::Black };
    Piece { color, role: Role::ALL[rng.weighted(&WEIGHTS[color.index()])] }
}

fn any_of(squares: SquareSet, rng: &mut Rng) -> Option<Square> {
    let index = rng.below(squares.len());
    squares.into_iter().nth(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::Headcount;

    #[test]
    fn what_is_placed_is_what_was_asked_for() {
        let material: Material = "KRPvKN".parse().expect("a material");
        let six = Headcount::new(6).expect("a number of men");
        let cast = Cast { turn: Color::Black, attackers: 75 };
        let mut rng = Rng::new(1, 1);
        for _ in 0..200 {
            let placed = place(&Men::Material(material), cast, &mut rng);
            assert!(placed.is_none_or(|p| Material::of(p.diagram()) == material));
            let placed = place(&Men::Exactly(six), cast, &mut rng);
            assert!(placed.is_none_or(|p| p.diagram().occupied().len() == 6));
        }
    }
}
