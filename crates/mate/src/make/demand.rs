//! What a problem must be like to be made.

use sole_board::{Move, MoveKind, Position};
use std::num::NonZeroU8;

/// What a direct mate must satisfy.
///
/// ```
/// use sole_mate::make::{Demand, Duals, Economy, KeyDemand};
/// let three = std::num::NonZeroU8::new(3).unwrap();
/// assert_eq!(Demand::new(three).key, KeyDemand::Unique);
/// assert_eq!(Demand::strict(three).duals, Duals::Forbidden);
/// assert_eq!(Demand::strict(three).economy, Economy::EveryMan);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Mate in exactly so many moves.
    pub moves: NonZeroU8,
    /// What is asked of the first move.
    pub key: KeyDemand,
    /// What is asked of the moves after it.
    pub duals: Duals,
    /// How many replies to the key must hold out to the last move, at least, and stop
    /// whatever it threatens.
    pub defences: usize,
    /// What is asked of the men.
    pub economy: Economy,
}

/// What is asked of the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyDemand {
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

/// Whether men may stand idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Economy {
    /// They may.
    Any,
    /// Without any one man, kings aside, the other demands are not satisfied.
    EveryMan,
}

impl Demand {
    /// A unique key, and nothing else.
    pub fn new(moves: NonZeroU8) -> Demand {
        Demand {
            moves,
            key: KeyDemand::Unique,
            duals: Duals::Allowed,
            defences: 0,
            economy: Economy::Any,
        }
    }

    /// What composers ask for: a quiet key, no duals, two full defences, every man needed.
    pub fn strict(moves: NonZeroU8) -> Demand {
        Demand {
            moves,
            key: KeyDemand::Quiet,
            duals: Duals::Forbidden,
            defences: 2,
            economy: Economy::EveryMan,
        }
    }

    /// How many replies to the key must hold out to the last move, threatened or not:
    /// one is needed for the length alone.
    pub(super) fn full_defences(&self) -> usize {
        self.defences.max(usize::from(self.moves.get() > 1))
    }
}

impl KeyDemand {
    /// Whether this key will do, as far as the move alone is concerned.
    pub(super) fn accepts(self, position: &Position, key: Move) -> bool {
        self != KeyDemand::Quiet || is_quiet(position, key)
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
    fn quiet_keys_disturb_nobody() {
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
