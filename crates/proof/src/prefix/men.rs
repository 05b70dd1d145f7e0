//! A diagram that men are taken off and put on quickly, with its keys.

use std::sync::LazyLock;

use sole_board::{
    Color, Diagram, Faults, Piece, Position, Role, Setup, Square, SquareSet, attacks,
};

/// The men on the board, with the key that [`Position::diagram_key`] gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    roles: [SquareSet; 6],
    colors: [SquareSet; 2],
    key: u64,
}

/// All that a diagram is, in 32 bytes: for each square the role, from 1 on, in three bits,
/// and the colour in the fourth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact([u64; 4]);

/// The number of each man on each square, of which a key is the exclusive or.
static NUMBERS: LazyLock<[[[u64; 64]; 6]; 2]> = LazyLock::new(|| {
    Color::ALL.map(|color| {
        Role::ALL.map(|role| {
            let mut squares = Square::all();
            std::array::from_fn(|_| {
                squares.next().map_or(0, |square| number(Piece { color, role }, square))
            })
        })
    })
});

/// The key of a board with one man, zero where no such board can be.
fn number(piece: Piece, square: Square) -> u64 {
    let mut setup = Setup::EMPTY;
    setup.diagram.put(square, piece);
    Position::new(setup, Faults::WAIVABLE).map_or(0, |position| position.diagram_key())
}

/// The number of a man on a square: two keys that differ by it differ in this man.
#[inline(always)]
pub(super) fn man_number(color: Color, role: Role, square: Square) -> u64 {
    NUMBERS[color.index()][role.index()][square.index()]
}

impl Men {
    /// The men of a position.
    pub(super) fn of(position: &Position) -> Men {
        let diagram = position.diagram();
        Men {
            roles: Role::ALL.map(|role| diagram.role(role)),
            colors: Color::ALL.map(|color| diagram.color(color)),
            key: position.diagram_key(),
        }
    }

    /// The 64-bit key, which finds places in tables and proves nothing.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(super) fn color(&self, color: Color) -> SquareSet {
        self.colors[color.index()]
    }

    #[inline(always)]
    pub(super) fn men(&self, color: Color, role: Role) -> SquareSet {
        self.colors[color.index()] & self.roles[role.index()]
    }

    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.men(color, Role::King).first()
    }

    /// Takes a man off a square or puts it there.
    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role.index()] ^= SquareSet::of(square);
        self.colors[color.index()] ^= SquareSet::of(square);
        self.key ^= man_number(color, role, square);
    }

    /// All that it is.
    pub(super) fn exact(&self) -> Exact {
        let mut planes = [0; 4];
        for (role, squares) in self.roles.iter().enumerate() {
            for (bit, plane) in planes[..3].iter_mut().enumerate() {
                *plane |= if (role + 1) >> bit & 1 == 1 { squares.0 } else { 0 };
            }
        }
        planes[3] = self.color(Color::Black).0;
        Exact(planes)
    }

    /// The diagram.
    pub(super) fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::EMPTY;
        for piece in Piece::all() {
            for square in self.men(piece.color, piece.role) {
                diagram.put(square, piece);
            }
        }
        diagram
    }

    /// Whether men of `by` attack a square when `occupied` squares stop sliders.
    pub(super) fn is_attacked(&self, target: Square, by: Color, occupied: SquareSet) -> bool {
        let queens = self.men(by, Role::Queen);
        let near = attacks::pawn(!by, target) & self.men(by, Role::Pawn)
            | attacks::knight(target) & self.men(by, Role::Knight)
            | attacks::king(target) & self.men(by, Role::King);
        let straight = attacks::rook_lines(target) & (self.men(by, Role::Rook) | queens);
        let slanting = attacks::bishop_lines(target) & (self.men(by, Role::Bishop) | queens);
        let sees = |slider| (attacks::between(target, slider) & occupied).is_empty();
        near.any() || (straight | slanting).into_iter().any(sees)
    }

    /// Whether the king of a side is attacked.
    pub(super) fn is_check(&self, color: Color) -> bool {
        let king = self.king(color);
        king.is_some_and(|king| self.is_attacked(king, !color, self.occupied()))
    }
}

impl Exact {
    /// A number for tables.
    #[inline(always)]
    pub(super) fn mixed(&self) -> u64 {
        let [a, b, c, d] = self.0;
        let fold = |x: u64, y: u64| {
            let product =
                u128::from(x ^ 0x9e37_79b9_7f4a_7c15) * u128::from(y ^ 0xbf58_476d_1ce4_e5b9);
            product as u64 ^ (product >> 64) as u64
        };
        fold(fold(a, b), fold(c, d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_positions() {
        let start = Position::initial();
        start.for_each_child(|m, child| {
            let mut men = Men::of(&start);
            let role = start.diagram().role_at(m.from()).expect("a man");
            men.toggle(Color::White, role, m.from());
            men.toggle(Color::White, role, m.to());
            assert_eq!(men, Men::of(child));
            assert_eq!(men.diagram(), *child.diagram());
            assert_ne!(men.exact(), Men::of(&start).exact());
        });
    }
}
