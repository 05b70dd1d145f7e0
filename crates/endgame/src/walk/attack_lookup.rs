//! A lookup table for attacks on a square.

use crate::symmetry::square_at;
use sole_board::{Color, Piece, Role, attacks};
use std::sync::LazyLock;

/// For each kind of man, target and origin: the squares that must be empty for an attack.
///
/// A man that never attacks the target has a full word, which some man always
/// stands in the way of.
pub(super) struct AttackLookup {
    words: Box<[u64]>,
}

/// The kinds of men that are no kings; pawns of either side attack otherwise.
const KINDS: [Piece; 6] = {
    const fn white(role: Role) -> Piece {
        Piece { color: Color::White, role }
    }
    [
        white(Role::Queen),
        white(Role::Rook),
        white(Role::Bishop),
        white(Role::Knight),
        white(Role::Pawn),
        Piece { color: Color::Black, role: Role::Pawn },
    ]
};

const NEVER: u64 = !0;

/// The number of a kind in [`KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind(usize);

impl Kind {
    /// The kind of a man that is no king.
    pub(super) fn of(piece: Piece) -> Kind {
        let same = |kind: &Piece| {
            kind.role == piece.role && (kind.role != Role::Pawn || kind.color == piece.color)
        };
        Kind(KINDS.iter().position(same).expect("kings have no kind"))
    }
}

impl AttackLookup {
    pub(super) fn table() -> &'static AttackLookup {
        static TABLE: LazyLock<AttackLookup> = LazyLock::new(AttackLookup::new);
        &TABLE
    }

    fn new() -> AttackLookup {
        let lines = |piece: Piece| {
            (0..64 * 64).map(move |pair: usize| line(piece, pair & 63, pair >> 6).unwrap_or(NEVER))
        };
        AttackLookup { words: KINDS.into_iter().flat_map(lines).collect() }
    }

    /// The lines to one target, by origin.
    #[inline(always)]
    pub(super) fn to(&self, kind: Kind, target: usize) -> &[u64; 64] {
        let start = (kind.0 * 64 + (target & 63)) * 64;
        self.words[start..start + 64].try_into().expect("64 origins for each target")
    }
}

/// The squares between a man and what it attacks; none if it never does.
fn line(piece: Piece, from: usize, target: usize) -> Option<u64> {
    let (from, target) = (square_at(from), square_at(target));
    let reached = match piece.role {
        Role::Pawn => attacks::pawn(piece.color, from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop_lines(from),
        Role::Rook => attacks::rook_lines(from),
        Role::Queen => attacks::bishop_lines(from) | attacks::rook_lines(from),
        Role::King => attacks::king(from),
    };
    reached.contains(target).then(|| attacks::between(from, target).0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::SquareSet;

    #[test]
    fn lines_agree_with_attacks() {
        let crowd = SquareSet(0x0042_1800_2400_8100);
        for piece in KINDS {
            for (from, target) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
                let line = AttackLookup::table().to(Kind::of(piece), target)[from];
                let attacked = attacks::of(piece.role, piece.color, square_at(from), crowd);
                let expected = attacked.contains(square_at(target));
                assert_eq!(line & crowd.0 == 0, expected, "{piece:?} {from} {target}");
            }
        }
    }
}
