//! How many positions a layer can have at most, from the pieces of the start alone.
//!
//! Men are taken and pawns promote, and no others come. So each man of the start
//! is somewhere or gone, and the ways to say where they all are can be counted:
//! few for an ending, and more than 64 bits hold for the starting position.

use sole_board::{Color, Position, Role};

/// Ways to put two kings on the board that are no neighbours.
const KINGS: u128 = 3612;
/// Squares beside the kings.
const SQUARES: u128 = 62;
/// Places of a pawn: its squares, those of what it promotes to, and none.
const PAWN_PLACES: u128 = 48 + 4 * SQUARES + 1;

/// The most positions that a layer from a start can have.
pub(super) fn most_positions(start: &Position) -> u64 {
    let count = |color, role| start.diagram().men(color, role).len() as u128;
    let mut ways = KINGS;
    for color in Color::ALL {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            // As many of them as are left, each on a square of its own.
            let left = 0..=count(color, role);
            let of_role = left.map(|left| choices(SQUARES, left)).fold(0, u128::saturating_add);
            ways = ways.saturating_mul(of_role);
        }
        let pawns = count(color, Role::Pawn);
        ways = ways.saturating_mul(choices(PAWN_PLACES + pawns - u128::from(pawns > 0), pawns));
    }
    let pawns = Color::ALL.map(|color| count(color, Role::Pawn));
    let en_passant = if pawns.contains(&0) { 1 } else { 1 + pawns[0].max(pawns[1]) };
    let castling = 1 << start.castling().len();
    ways.saturating_mul(en_passant).saturating_mul(castling).try_into().unwrap_or(u64::MAX)
}

/// The binomial coefficient, or the largest number if it overflows.
fn choices(of: u128, chosen: u128) -> u128 {
    (0..chosen)
        .try_fold(1u128, |ways, index| Some(ways.checked_mul(of - index)? / (index + 1)))
        .unwrap_or(u128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stratum::{Options, traverse};
    use sole_board::Setup;

    fn start(fen: &str) -> Position {
        Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable")
    }

    #[test]
    fn choices_are_those_of_the_triangle() {
        let cases = [(62, 0, 1), (62, 1, 62), (62, 2, 1891), (4, 2, 6), (5, 5, 1)];
        for (of, chosen, expected) in cases {
            assert_eq!(choices(of, chosen), expected, "{chosen} of {of}");
        }
        assert_eq!(choices(1 << 100, 3), u128::MAX);
    }

    #[test]
    fn closed_endings_are_within_the_bound() {
        // A layer has positions of one side to move.
        let cases = [
            ("8/8/8/8/8/k7/8/4K3 w - -", 1.0),
            ("8/8/8/4k3/8/8/3QK3/8 w - -", 1.0),
            ("8/8/8/8/8/k7/4P3/4K3 w - -", 2.0),
        ];
        for (fen, slack) in cases {
            let options = Options { strata: None, ..Options::default() };
            let strata = traverse(&start(fen), &options, |_| Ok(())).expect("it closes");
            let of_side = |side: usize| strata.iter().map(|census| census.positions[side]).sum();
            let most: u64 = [0, 1].map(of_side).into_iter().max().expect("two sides");
            let bound = most_positions(&start(fen));
            assert!(most <= bound, "{fen}: {most} positions, {bound} at most");
            assert!(bound as f64 <= most as f64 * slack, "{fen}: {most} positions, {bound}");
        }
    }

    #[test]
    fn the_array_has_more_than_a_number_holds() {
        assert_eq!(most_positions(&Position::initial()), u64::MAX);
        let rights = most_positions(&start("4k3/8/8/8/8/8/8/R3K2R w KQ -"));
        let none = most_positions(&start("4k3/8/8/8/8/8/8/R3K2R w - -"));
        assert_eq!(rights, 4 * none);
    }
}
