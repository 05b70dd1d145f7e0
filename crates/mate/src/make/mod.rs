//! Makes problems: direct mates that satisfy a [`Demand`].
//!
//! Men are placed by lot as they stand after the key, since there one reply that
//! holds out is enough to be rid of a position. If none does, and the play is as
//! demanded, moves are taken back until one is the only key. What is made depends
//! on the seed alone, not on the number of threads, and every find is proved again
//! by the second engine before it is handed out.
//!
//! ```
//! use sole_mate::Budget;
//! use sole_mate::make::{Demand, Headcount, Men, Recipe};
//! use std::ops::ControlFlow;
//! let demand = Demand::strict(2.try_into()?);
//! let men = Men::AtMost(Headcount::new(6).expect("3 to 32"));
//! let recipe = Recipe { men, demand, seed: 1, attempts: u64::MAX };
//! let mut finds = Vec::new();
//! recipe.run(&Budget::default(), |find| {
//!     finds.push(find);
//!     if finds.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert!(finds.iter().all(|find| find.keys().len() == 1 && find.defences().len() >= 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod demand;
mod draw;
mod judge;
mod place;
mod random;
mod record;
mod rounds;
mod survey;
mod twins;

pub use demand::{Demand, Duals, Economy, KeyDemand, Promoted, has_promoted_men};
pub use draw::{Draw, Drawn};
pub use random::{Men, Recipe};
pub use record::{KIND, record};
pub use survey::{Oracle, Survey};

use crate::proof_number::Engine;
use crate::{Problem, Stipulation};
use sole_board::{Move, Position};

/// A problem that satisfies a demand, proved by both engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    position: Position,
    moves: u8,
    keys: Vec<Move>,
    key: Move,
    defences: Vec<Defence>,
}

/// What came of all positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many positions were looked at.
    pub attempts: u64,
    /// How many problems were handed out.
    pub finds: u64,
    /// How many were not, because they were twins of others.
    pub twins: u64,
    /// How many were not, because the second engine did not confirm them in its budget.
    pub unconfirmed: u64,
    /// Whether there was nothing more to look at: neither the budget nor the receiver
    /// ended the search.
    pub is_complete: bool,
}

/// A number of men from 3 to 32, kings included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Headcount(u8);

impl Headcount {
    /// Returns `None` unless there are 3 to 32.
    pub const fn new(men: u8) -> Option<Headcount> {
        if 3 <= men && men <= 32 { Some(Headcount(men)) } else { None }
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

    /// The first move for which all demands hold.
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
