//! Generates problems, such as direct mates that satisfy given [`Constraints`].
//!
//! Pieces are placed at random in the position after the key, because there one reply that
//! avoids the mate is enough to reject a position. If there is none, and the play satisfies the
//! constraints, moves are retracted until one of them is the only key. The result depends
//! on the seed alone, not on the number of threads, and every find is proved again
//! by the second engine before it is reported.
//!
//! ```
//! use sole_mate::Budget;
//! use sole_mate::make::{Constraints, Men, PieceCount, RandomMates};
//! use std::ops::ControlFlow;
//! let constraints = Constraints::strict(2.try_into()?);
//! let men = Men::AtMost(PieceCount::new(6).expect("3 to 32"));
//! let generator = RandomMates { men, constraints, seed: 1, attempts: u64::MAX };
//! let mut finds = Vec::new();
//! generator.run(&Budget::default(), |find| {
//!     finds.push(find);
//!     if finds.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert!(finds.iter().all(|find| find.keys().len() == 1 && find.defences().len() >= 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batches;
mod constraints;
mod dedup;
mod exhaustive;
mod judge;
mod placement;
mod random_mates;
mod random_other;
mod record;
mod source;

pub use constraints::{Constraints, Duals, Economy, KeyConstraint, Promoted, has_promoted_men};
pub use exhaustive::{ExhaustiveSearch, Oracle};
pub use random_mates::{Men, RandomMates};
pub use random_other::{RandomProblems, UniqueProblem};
pub use record::{KIND, record};
pub use source::{Source, Wanted};

use crate::proof_number::Engine;
use crate::{Problem, Stipulation};
use sole_board::{Move, Position};

/// A problem that satisfies its constraints, proved by both engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    position: Position,
    moves: u8,
    keys: Vec<Move>,
    key: Move,
    defences: Vec<Defence>,
}

/// Statistics of a search for problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions examined.
    pub attempts: u64,
    /// The number of problems reported.
    pub finds: u64,
    /// The number of problems left out as duplicates of others.
    pub duplicates: u64,
    /// The number of problems that the second engine did not confirm in its budget.
    pub unconfirmed: u64,
    /// Whether there was nothing more to look at: neither the budget nor the receiver
    /// ended the search.
    pub is_complete: bool,
}

/// A number of pieces from 3 to 32, kings included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceCount(u8);

impl PieceCount {
    /// Returns `None` unless there are 3 to 32.
    pub const fn new(men: u8) -> Option<PieceCount> {
        if 3 <= men && men <= 32 { Some(PieceCount(men)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// A reply to the key that holds out to the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The reply.
    pub reply: Move,
    /// All moves that answer it in time.
    pub answers: Vec<Move>,
}

impl Find {
    /// The problem.
    pub fn problem(&self) -> Problem {
        let stipulation = Stipulation::direct_mate(self.moves).expect("at least one move");
        Problem::new(self.position, stipulation).expect("the key is a move that mates in the end")
    }

    /// The position, with the side that mates to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// In how many moves, and not in fewer, mate is forced.
    pub fn moves(&self) -> u8 {
        self.moves
    }

    /// All first moves that force it in time.
    pub fn keys(&self) -> &[Move] {
        &self.keys
    }

    /// The first move for which all constraints hold.
    pub fn key(&self) -> Move {
        self.key
    }

    /// The replies to the key that hold out to the last move.
    pub fn defences(&self) -> &[Defence] {
        &self.defences
    }

    /// Whether the second engine finds the same keys, none of them shorter. A
    /// find that it cannot decide is not confirmed.
    fn is_confirmed(&self, engine: &mut Engine<'_>) -> bool {
        engine.keys(&self.position, self.moves).as_ref() == Ok(&self.keys)
            && self.keys.iter().all(|&key| self.takes_all_moves(key, engine))
    }

    fn takes_all_moves(&self, key: Move, engine: &mut Engine<'_>) -> bool {
        let after = self.position.after(key);
        let Some(left) = self.moves.checked_sub(2) else { return true };
        let mut replies = after.moves().into_iter();
        replies.any(|reply| engine.forces(&after.after(reply), left) == Ok(false))
    }
}
