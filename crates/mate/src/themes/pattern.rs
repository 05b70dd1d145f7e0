//! Mates with names, in any direction of the board.

use super::{MatePicture, Theme};
use sole_board::{Role, Square, SquareSet};

/// The named mates of a final position that one man checks in.
pub(super) fn themes<'p>(picture: &'p MatePicture<'p>) -> Vec<Theme> {
    let Some((at, role)) = picture.checker() else { return Vec::new() };
    let mate = Mate { picture, at };
    let tests: &[(Theme, Test<'p>)] = match role {
        Role::Queen => &[
            (Theme::Anastasia, Mate::is_anastasia),
            (Theme::Dovetail, Mate::is_dovetail),
            (Theme::SwallowsTail, Mate::is_swallows_tail),
            (Theme::Epaulette, Mate::is_epaulette),
            (Theme::Triangle, Mate::is_triangle),
        ],
        Role::Rook => &[
            (Theme::Anastasia, Mate::is_anastasia),
            (Theme::Arabian, Mate::is_arabian),
            (Theme::BlindSwine, Mate::is_blind_swine),
            (Theme::Hook, Mate::is_hook),
            (Theme::KillBox, Mate::is_kill_box),
            (Theme::Vukovic, Mate::is_vukovic),
            (Theme::Opera, Mate::is_opera),
            (Theme::Pillsbury, Mate::is_pillsbury),
        ],
        Role::Bishop => &[
            (Theme::Balestra, Mate::is_balestra),
            (Theme::Boden, |mate| mate.by_two_bishops() == Some(Lines::Crossing)),
            (Theme::DoubleBishop, |mate| mate.by_two_bishops() == Some(Lines::Parallel)),
            (Theme::Morphy, Mate::is_morphy),
        ],
        Role::Knight => &[(Theme::Corner, Mate::is_corner)],
        Role::Pawn | Role::King => &[],
    };
    tests.iter().filter(|(_, is_shown)| is_shown(&mate)).map(|&(theme, _)| theme).collect()
}

/// Whether a mate is of some kind.
type Test<'p> = fn(&Mate<'p>) -> bool;

/// A step on the board, to the east and to the north.
type Offset = (i8, i8);

/// The four ways along ranks and files.
const WAYS: [Offset; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// How two lines lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    Crossing,
    Parallel,
}

/// A mate that one man gives.
struct Mate<'p> {
    picture: &'p MatePicture<'p>,
    /// Where the man is that checks.
    at: Square,
}

impl<'p> Mate<'p> {
    /// The square so many steps `ahead` of the king, `way` being ahead, and so many to the side.
    fn square(&self, way: Offset, ahead: i8, aside: i8) -> Option<Square> {
        let (east, north) = way;
        self.picture.king().offset(ahead * east + aside * north, ahead * north + aside * east)
    }

    fn is_at(&self, square: Option<Square>) -> bool {
        square == Some(self.at)
    }

    fn is_man(&self, role: Role, square: Option<Square>) -> bool {
        square.is_some_and(|square| self.picture.men(role).contains(square))
    }

    fn is_blocked(&self, square: Option<Square>) -> bool {
        square.is_some_and(|square| self.picture.blocked().contains(square))
    }

    fn is_guarded_by(&self, role: Role, square: Option<Square>) -> bool {
        square.is_some_and(|square| (self.picture.guards(square) & self.picture.men(role)).any())
    }

    /// The ways from the edges where the king stands to the middle of the board.
    fn inward(&self) -> impl Iterator<Item = Offset> {
        WAYS.into_iter().filter(|&way| self.square(way, -1, 0).is_none())
    }

    fn is_in_corner(&self) -> bool {
        self.inward().count() == 2
    }

    /// The way from the king to a checker right beside it on a rank or file.
    fn beside(&self) -> Option<Offset> {
        WAYS.into_iter().find(|&way| self.is_at(self.square(way, 1, 0)))
    }

    /// The ways and sides for which the checker is diagonally next to the king.
    fn diagonally_beside(&self) -> impl Iterator<Item = (Offset, i8)> {
        let corners = WAYS.into_iter().flat_map(|way| [(way, 1), (way, -1)]);
        corners.filter(|&(way, side)| self.is_at(self.square(way, 1, side)))
    }

    /// Whether the checker is somewhere ahead of the king.
    fn is_ahead(&self, way: Offset) -> bool {
        (1..8).any(|steps| self.is_at(self.square(way, steps, 0)))
    }

    fn is_anastasia(&self) -> bool {
        !self.is_in_corner()
            && self.inward().any(|way| {
                !self.is_ahead(way)
                    && self.is_blocked(self.square(way, 1, 0))
                    && self.is_man(Role::Knight, self.square(way, 3, 0))
            })
    }

    fn is_arabian(&self) -> bool {
        let has_knight = |way| {
            [2, -2].into_iter().any(|side| self.is_man(Role::Knight, self.square(way, 2, side)))
        };
        self.is_in_corner() && self.beside().is_some() && self.inward().any(has_knight)
    }

    fn is_balestra(&self) -> bool {
        let has_queen = |way| {
            [1, -1].into_iter().any(|side| self.is_man(Role::Queen, self.square(way, 2, side)))
        };
        self.inward().any(has_queen)
    }

    fn is_blind_swine(&self) -> bool {
        self.beside().is_some_and(|way| {
            [1, -1].into_iter().any(|side| self.is_man(Role::Rook, self.square(way, 1, side)))
        })
    }

    /// How the lines lie of two bishops that guard all free squares next to the king alone.
    fn by_two_bishops(&self) -> Option<Lines> {
        let free = self.picture.flights() - self.picture.blocked();
        let guards = |square: Square| self.picture.guards(square);
        let all = free.into_iter().fold(SquareSet::of(self.at), |all, square| all | guards(square));
        let other = all.without(self.at).single()?;
        let is_among_own = self.picture.blocked().any();
        if !is_among_own || !self.picture.men(Role::Bishop).contains(other) {
            return None;
        }
        let rises = rises(self.at, self.picture.king());
        let mut guarded = free.into_iter().filter(|&square| guards(square).contains(other));
        let crosses = guarded.any(|square| self::rises(other, square) != rises);
        Some(if crosses { Lines::Crossing } else { Lines::Parallel })
    }

    fn is_corner(&self) -> bool {
        let free = self.picture.flights() - self.picture.blocked();
        let is_cut_off = |square: Square| {
            [Role::Rook, Role::Queen].into_iter().any(|role| self.is_guarded_by(role, Some(square)))
        };
        self.is_in_corner() && free.any() && free.into_iter().all(is_cut_off)
    }

    fn is_dovetail(&self) -> bool {
        // Each corner is seen twice, ahead and aside exchanged.
        let mut seen = self.diagonally_beside();
        seen.any(|(way, side)| {
            self.is_blocked(self.square(way, -1, 0)) && self.is_blocked(self.square(way, 0, -side))
        })
    }

    fn is_swallows_tail(&self) -> bool {
        self.beside().is_some_and(|way| {
            [1, -1].into_iter().all(|side| self.is_blocked(self.square(way, -1, side)))
        })
    }

    fn is_epaulette(&self) -> bool {
        self.inward().any(|way| {
            self.is_ahead(way)
                && [1, -1].into_iter().all(|side| self.is_blocked(self.square(way, 0, side)))
        })
    }

    fn is_triangle(&self) -> bool {
        let mut seen = self.diagonally_beside();
        seen.any(|(way, side)| {
            self.is_man(Role::Rook, self.square(way, 1, -side))
                && self.is_guarded_by(Role::Rook, Some(self.at))
        })
    }

    fn is_hook(&self) -> bool {
        let knights = self.picture.guards(self.at) & self.picture.men(Role::Knight);
        let is_held = |knight: Square| self.is_guarded_by(Role::Pawn, Some(knight));
        self.beside().is_some()
            && knights.into_iter().any(is_held)
            && (self.picture.blocked() & self.picture.own_pawns()).any()
    }

    fn is_kill_box(&self) -> bool {
        self.beside().is_some_and(|way| {
            let guards = self.picture.guards(self.at) & self.picture.men(Role::Queen);
            [2, -2].into_iter().any(|side| {
                self.square(way, -1, side).is_some_and(|square| guards.contains(square))
            })
        })
    }

    fn is_vukovic(&self) -> bool {
        !self.is_in_corner()
            && self.inward().any(|way| {
                self.is_at(self.square(way, 1, 0))
                    && self.is_man(Role::Knight, self.square(way, 2, 0))
                    && self.picture.guards(self.at).any()
            })
    }

    fn is_opera(&self) -> bool {
        let is_along = |way| [1, -1].into_iter().any(|side| self.is_at(self.square(way, 0, side)));
        self.inward().any(is_along)
            && self.is_guarded_by(Role::Bishop, Some(self.at))
            && self.picture.blocked().any()
    }

    fn is_pillsbury(&self) -> bool {
        let guards_corner = |way| {
            [1, -1].into_iter().any(|side| {
                self.square(way, 0, 2 * side).is_none()
                    && self.is_guarded_by(Role::Bishop, self.square(way, 0, side))
            })
        };
        self.picture.blocked().any()
            && self.inward().any(|way| self.is_ahead(way) && guards_corner(way))
    }

    fn is_morphy(&self) -> bool {
        let sides: Vec<Option<Square>> = self.inward().map(|way| self.square(way, 1, 0)).collect();
        let [one, other] = sides.as_slice() else { return false };
        let is_shut =
            |own, guarded| self.is_blocked(own) && self.is_guarded_by(Role::Rook, guarded);
        is_shut(*one, *other) || is_shut(*other, *one)
    }
}

/// Whether a diagonal line from one square to the other goes up to the right.
fn rises(from: Square, to: Square) -> bool {
    (from.file() < to.file()) == (from.rank() < to.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::{Clocks, Position, Setup};
    use std::collections::BTreeSet;

    /// The named mates of a position in which the side to move is mated.
    fn named(position: &Position) -> BTreeSet<Theme> {
        assert!(!position.has_moves(), "{position}");
        themes(&MatePicture::of(position).expect("a mate")).into_iter().collect()
    }

    /// The same position seen in a mirror.
    fn mirrored(position: &Position) -> Position {
        let mut setup = Setup { turn: position.turn(), ..Setup::EMPTY };
        for (square, piece) in position.to_setup(Clocks::default()).diagram.iter() {
            setup.diagram.put(square.flip_horizontal(), piece);
        }
        Position::try_from(setup).expect("as playable as the first")
    }

    /// Each mate, and below it one that is nearly the same.
    #[test]
    fn named_mates_are_told_from_others() {
        use Theme as T;
        let cases: [(&str, &[Theme]); 35] = [
            ("8/4N1pk/8/7R/8/8/8/K7 b - -", &[T::Anastasia]),
            ("8/6pk/8/5P1R/2B5/8/8/K7 b - -", &[]),
            ("7k/7R/5N2/8/8/8/8/K7 b - -", &[T::Arabian]),
            ("7k/7R/6P1/8/2B5/8/8/K7 b - -", &[]),
            ("4k3/8/2B2Q2/8/8/8/8/K7 b - -", &[T::Balestra]),
            ("3bk3/6Q1/2B5/8/8/8/8/K7 b - -", &[]),
            ("5rk1/6RR/8/8/8/8/8/K7 b - -", &[T::BlindSwine]),
            ("R5k1/1R6/8/8/8/8/8/K7 b - -", &[]),
            ("2kr4/3p4/B7/8/5B2/8/8/K7 b - -", &[T::Boden]),
            ("2kr4/2pp4/B7/8/8/8/8/KR6 b - -", &[]),
            ("7k/7p/8/8/2BB4/8/8/K7 b - -", &[T::DoubleBishop]),
            ("7k/7p/8/8/2QB4/8/8/K7 b - -", &[]),
            ("7k/5N1p/8/8/8/8/8/K5R1 b - -", &[T::Corner]),
            ("6rk/5Npp/8/8/8/8/8/K7 b - -", &[]),
            ("8/4p3/3pk3/5Q2/6P1/8/8/K7 b - -", &[T::Dovetail]),
            ("8/8/2Npk3/5Q2/6P1/8/8/K7 b - -", &[]),
            ("8/3p1p2/4k3/4Q3/3P4/8/8/K7 b - -", &[T::SwallowsTail]),
            ("7N/3p4/4k3/4Q3/3P4/8/8/K7 b - -", &[]),
            ("3rkr2/8/4Q3/8/8/8/8/K7 b - -", &[T::Epaulette]),
            ("3rk3/8/4Q1N1/8/8/8/8/K7 b - -", &[]),
            ("6R1/5pk1/5N2/6P1/8/8/8/K7 b - -", &[T::Hook]),
            ("6R1/5pk1/5N2/6K1/8/8/8/8 b - -", &[]),
            ("7R/7k/5Q2/8/8/8/8/K7 b - -", &[T::KillBox]),
            ("7R/7k/8/4QPP1/8/8/8/K7 b - -", &[]),
            ("4k3/3R1Q2/8/8/8/8/8/K7 b - -", &[T::Triangle]),
            ("3rk3/1R3Q2/8/8/8/8/8/K7 b - -", &[]),
            ("4k3/4R3/3PN3/8/8/8/8/K7 b - -", &[T::Vukovic]),
            ("3rk3/4R3/6N1/8/8/8/8/K7 b - -", &[]),
            ("3Rkb2/5p2/8/6B1/8/8/8/K7 b - -", &[T::Opera]),
            ("3Rkb2/4pp2/8/8/8/8/8/K2R4 b - -", &[]),
            ("5rk1/5p1p/5B2/8/8/8/8/K5R1 b - -", &[T::Pillsbury]),
            ("5rk1/5p1p/5Q2/8/8/8/8/K5R1 b - -", &[]),
            ("7k/7p/5B2/8/8/8/8/K5R1 b - -", &[T::Morphy]),
            ("7k/7p/5B2/8/2Q5/8/8/K7 b - -", &[]),
            ("7R/7k/5Bpp/8/8/8/8/K7 b - -", &[T::Opera]),
        ];
        for (fen, expected) in cases {
            let position = fen.parse::<Setup>().expect(fen).try_into().expect(fen);
            let expected: BTreeSet<Theme> = expected.iter().copied().collect();
            assert_eq!(named(&position), expected, "{fen}");
            assert_eq!(named(&mirrored(&position)), expected, "{fen} in a mirror");
            assert_eq!(named(&position.flipped()), expected, "{fen} with other colours");
        }
    }
}
