//! A few men on squares, and what they attack; nothing else is known of them.
//!
//! The men are kept in one order, so that equal placements are equal arrays.
//! Whether a man attacks a square is read off the two squares: how far they are
//! apart, and whether anything stands between.

use super::MOST_MEN;
use sole_board::{Color, Piece, Role, Square};
use std::mem::swap;

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Man {
    /// What it is.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// At most [`MOST_MEN`] men on different squares, in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Placement {
    men: [Option<Man>; MOST_MEN],
}

impl Placement {
    /// Each man, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Man> + '_ {
        self.men.iter().map_while(|&man| man)
    }

    /// The piece on a square.
    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.iter().find(|man| man.square == square).map(|man| man.piece)
    }

    /// The square of a side's king.
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        let king = Piece { color, role: Role::King };
        self.iter().find(|man| man.piece == king).map(|man| man.square)
    }

    /// Puts a man on its square, which must be empty, as must be one of the places.
    pub(super) fn put(&mut self, man: Man) {
        debug_assert!(self.at(man.square).is_none(), "two men on {}", man.square);
        let mut carried = man;
        for slot in &mut self.men {
            match slot {
                None => {
                    *slot = Some(carried);
                    return;
                }
                Some(other) if carried < *other => swap(&mut carried, other),
                Some(_) => {}
            }
        }
        debug_assert!(false, "one man more than {MOST_MEN}");
    }

    /// Takes the man off a square, if one stands there.
    pub(super) fn take(&mut self, square: Square) {
        let Some(place) = self.iter().position(|man| man.square == square) else { return };
        self.men.copy_within(place + 1.., place);
        self.men[MOST_MEN - 1] = None;
    }

    /// Whether a side's king is attacked.
    pub(super) fn is_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.is_attacked(king, !color))
    }

    /// Whether any man of `by` attacks a square on which none of them stands.
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.iter().any(|man| man.piece.color == by && self.attacks(man, square))
    }

    /// Whether a man attacks a square that is not its own.
    fn attacks(&self, man: Man, target: Square) -> bool {
        let (east, north) = distance(man.square, target);
        let straight = east == 0 || north == 0;
        let diagonal = east.abs() == north.abs();
        match man.piece.role {
            Role::Pawn => east.abs() == 1 && north == ahead(man.piece.color),
            Role::Knight => (east * north).abs() == 2,
            Role::King => east.abs() <= 1 && north.abs() <= 1,
            Role::Bishop => diagonal && self.is_clear(man.square, target),
            Role::Rook => straight && self.is_clear(man.square, target),
            Role::Queen => (straight || diagonal) && self.is_clear(man.square, target),
        }
    }

    /// Whether nothing stands between two squares of one line.
    pub(super) fn is_clear(&self, from: Square, to: Square) -> bool {
        let (east, north) = distance(from, to);
        let step = |square: Square| square.offset(east.signum(), north.signum());
        let mut between = std::iter::successors(step(from), |&square| step(square));
        between.find(|&square| square == to || self.at(square).is_some()) == Some(to)
    }
}

/// How many ranks north a side's pawns step.
pub(super) fn ahead(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// How far east and north a square lies of another.
fn distance(from: Square, to: Square) -> (i8, i8) {
    let along = |from: usize, to: usize| to as i8 - from as i8;
    (along(from.file().index(), to.file().index()), along(from.rank().index(), to.rank().index()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn man(letter: char, square: Square) -> Man {
        Man { piece: Piece::from_char(letter).expect("a piece"), square }
    }

    fn placement(men: &[Man]) -> Placement {
        let mut placement = Placement::default();
        men.iter().for_each(|&man| placement.put(man));
        placement
    }

    #[test]
    fn the_order_of_putting_does_not_matter() {
        let men = [
            man('K', Square::E1),
            man('r', Square::A8),
            man('P', Square::B2),
            man('k', Square::C8),
            man('P', Square::A2),
        ];
        let whole = placement(&men);
        for start in 0..men.len() {
            let mut turned = men;
            turned.rotate_left(start);
            assert_eq!(placement(&turned), whole);
            let (first, rest) = turned.split_first().expect("five men");
            let mut fewer = whole;
            fewer.take(first.square);
            assert_eq!(fewer, placement(rest), "without {first:?}");
        }
    }

    #[test]
    fn men_attack_on_an_empty_board_as_many_squares_as_they_should() {
        let totals =
            [('P', 98), ('p', 98), ('N', 336), ('B', 560), ('R', 896), ('Q', 1456), ('K', 420)];
        for (letter, total) in totals {
            let reach = |from: Square| {
                let alone = placement(&[man(letter, from)]);
                let by = man(letter, from).piece.color;
                Square::all().filter(|&to| to != from && alone.is_attacked(to, by)).count()
            };
            assert_eq!(Square::all().map(reach).sum::<usize>(), total, "{letter}");
        }
    }

    #[test]
    fn men_between_stop_riders_only() {
        let cases = [
            ('R', Square::A1, Square::A4, true),
            ('R', Square::A1, Square::A5, false),
            ('B', Square::D1, Square::A4, true),
            ('B', Square::E8, Square::A4, true),
            ('Q', Square::E1, Square::A5, true),
            ('N', Square::B2, Square::A4, true),
        ];
        for (letter, from, to, attacked) in cases {
            let both = placement(&[man(letter, from), man('p', Square::A4)]);
            assert_eq!(both.is_attacked(to, Color::White), attacked, "{letter} {from} {to}");
        }
    }
}
