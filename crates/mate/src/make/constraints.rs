//! The constraints on generated problems.

use sole_board::{Color, Diagram, Move, MoveKind, Position, Role, SquareSet};
use std::num::NonZeroU8;

/// The constraints on a direct mate.
///
/// ```
/// use sole_mate::make::{Constraints, Duals, Economy, KeyConstraint};
/// let three = std::num::NonZeroU8::new(3).unwrap();
/// assert_eq!(Constraints::new(three).key, KeyConstraint::Unique);
/// assert_eq!(Constraints::strict(three).duals, Duals::Forbidden);
/// assert_eq!(Constraints::strict(three).economy, Economy::EveryMan);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// The exact number of moves to mate.
    pub moves: NonZeroU8,
    /// The constraint on the first move.
    pub key: KeyConstraint,
    /// The constraint on the moves after it.
    pub duals: Duals,
    /// How many replies to the key must hold out to the last move, at least, and stop
    /// whatever it threatens.
    pub defences: usize,
    /// Whether every piece must be needed.
    pub economy: Economy,
    /// Whether men may be promoted.
    pub promoted: Promoted,
}

/// The constraint on the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyConstraint {
    /// There may be several; what is asked of the play must hold for one.
    Any,
    /// There is no other.
    Unique,
    /// There is no other, and it neither checks, captures, promotes nor answers a check.
    Quiet,
}

/// Whether the attacker may have a choice after the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duals {
    /// It may.
    Allowed,
    /// Wherever all the moves are needed, one move alone mates in time. This holds
    /// after every reply, whether it stops a threat or not.
    Forbidden,
}

/// Whether pieces may be redundant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Economy {
    /// They may.
    Any,
    /// Without any one piece, kings aside, the other constraints are not satisfied.
    EveryMan,
}

/// Whether there may be promoted men, which cannot be among the sixteen of the initial array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promoted {
    /// There may.
    Allowed,
    /// There are none.
    Forbidden,
}

impl Promoted {
    /// Whether a diagram will do.
    pub(super) fn accepts(self, diagram: &Diagram) -> bool {
        self == Promoted::Allowed
            || Color::ALL.into_iter().all(|side| !has_promoted_men(diagram, side))
    }
}

/// Whether a side has officers that only promotion can have made: a second queen, a third rook or
/// knight, or two bishops on squares of one colour. Pawns do not matter, since none of them
/// becomes an officer otherwise.
pub fn has_promoted_men(diagram: &Diagram, side: Color) -> bool {
    let men = |role| diagram.role(role) & diagram.color(side);
    let bishops = men(Role::Bishop);
    let light = (bishops & SquareSet::LIGHT).len();
    men(Role::Queen).len() > 1
        || men(Role::Rook).len() > 2
        || men(Role::Knight).len() > 2
        || light > 1
        || bishops.len() - light > 1
}

impl Constraints {
    /// A unique key, and nothing else.
    pub fn new(moves: NonZeroU8) -> Constraints {
        Constraints {
            moves,
            key: KeyConstraint::Unique,
            duals: Duals::Allowed,
            defences: 0,
            economy: Economy::Any,
            promoted: Promoted::Allowed,
        }
    }

    /// What composers ask for: a quiet key, no duals, two full defences, every man needed,
    /// none of them promoted.
    pub fn strict(moves: NonZeroU8) -> Constraints {
        Constraints {
            moves,
            key: KeyConstraint::Quiet,
            duals: Duals::Forbidden,
            defences: 2,
            economy: Economy::EveryMan,
            promoted: Promoted::Forbidden,
        }
    }

    /// How many replies to the key must hold out to the last move, threatened or not:
    /// one is needed for the length alone.
    pub(super) fn full_defences(&self) -> usize {
        self.defences.max(usize::from(self.moves.get() > 1))
    }
}

impl KeyConstraint {
    /// Whether this key will do, as far as the move alone is concerned.
    pub(super) fn accepts(self, position: &Position, key: Move) -> bool {
        self != KeyConstraint::Quiet || is_quiet(position, key)
    }
}

fn is_quiet(position: &Position, key: Move) -> bool {
    let is_plain = matches!(key.kind(), MoveKind::Ordinary | MoveKind::Castling);
    is_plain && !position.is_check() && !position.is_capture(key) && !position.gives_check(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;

    #[test]
    fn promoted_men_are_those_beyond_the_initial_ones() {
        let cases = [
            ("8/QQ6/8/8/nK6/8/8/4k3 w - -", true),
            ("3B2bk/7B/5K2/8/8/1B6/8/8 w - -", true),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", false),
            ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - -", false),
            ("4k3/8/8/8/8/8/8/RRR1K3 w - -", true),
            ("4k3/8/8/8/8/8/8/RRK1r2r w - -", false),
            ("n3k3/n7/n7/8/8/8/8/4K3 w - -", true),
            ("4k3/8/8/8/8/8/B7/B3K3 w - -", false),
            ("4k3/8/8/8/8/B7/8/B3K3 w - -", true),
        ];
        for (fen, expected) in cases {
            let setup: Setup = fen.parse().expect("a FEN");
            assert_eq!(!Promoted::Forbidden.accepts(&setup.diagram), expected, "{fen}");
        }
    }

    #[test]
    fn quiet_keys_neither_check_capture_nor_promote() {
        let cases = [
            ("7k/8/5K2/8/8/8/8/R7 w - -", "f6g6", true),
            ("7k/8/5K2/8/8/8/8/R7 w - -", "a1h1", false),
            ("7k/8/5K2/n7/8/8/8/R7 w - -", "a1a5", false),
            ("8/P6k/5K2/8/8/8/8/8 w - -", "a7a8q", false),
            ("8/P6k/8/r4K2/8/8/8/8 w - -", "f5f6", false),
            ("6k1/8/8/8/8/8/8/4K2R w K -", "e1g1", true),
            ("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", false),
        ];
        for (fen, key, expected) in cases {
            let setup: Setup = fen.parse().expect("a FEN");
            let position = Position::try_from(setup).expect("playable");
            let key = position.parse_uci(key).expect("a move");
            assert_eq!(is_quiet(&position, key), expected, "{fen}");
        }
    }
}
