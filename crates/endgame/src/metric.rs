//! What tables count: moves to mate, or half-moves to a capture, a pawn move or mate.

use crate::dtm::Value;
use crate::dtz::Zeroing;
use crate::file::Metric;

impl Metric {
    /// The last half-move that counts; what takes longer is settled otherwise.
    pub(crate) fn last_ply(self) -> u16 {
        match self {
            Metric::Dtm => 2 * u16::from(Value::LONGEST_WIN),
            Metric::Dtz => u16::from(Zeroing::LONGEST_EXACT),
        }
    }

    /// The code of a win that takes a given number of half-moves, if there is one.
    pub(crate) fn win(self, plies: u16) -> Option<u8> {
        match self {
            Metric::Dtm if plies % 2 == 1 => Some(Value::Win(plies.div_ceil(2) as u8).code()),
            Metric::Dtm => None,
            Metric::Dtz => Some(Zeroing::Win(plies as u8).code()),
        }
    }

    /// The code of a loss that takes a given number of half-moves, if there is one.
    pub(crate) fn loss(self, plies: u16) -> Option<u8> {
        match self {
            Metric::Dtm if plies.is_multiple_of(2) => Some(Value::Loss((plies / 2) as u8).code()),
            Metric::Dtm => None,
            Metric::Dtz => Some(Zeroing::Loss(plies as u8).code()),
        }
    }

    /// What a move is worth that leads to a position with this code.
    pub(crate) fn before(self, code: u8, step: Step) -> u8 {
        match (self, step) {
            (Metric::Dtm, _) => match Value::from_code(code).before() {
                // The longest win of five men that anyone knows takes 127 moves, in KPPvKP; the
                // verifier would see a longer one that stands here as a draw.
                Value::Win(moves) if moves > Value::LONGEST_WIN => Value::Draw.code(),
                value => value.code(),
            },
            (Metric::Dtz, Step::Zeroing) => Zeroing::from_code(code).before_zeroing().code(),
            (Metric::Dtz, Step::Quiet) => Zeroing::from_code(code).before_quiet().code(),
        }
    }
}

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A capture or a pawn move: the fifty-move count starts again.
    Zeroing,
    /// Any other move.
    Quiet,
}
