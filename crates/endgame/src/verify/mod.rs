//! A second way to know that tables are right.
//!
//! The value of a position follows from the values of the positions one move
//! later. If it does so at every position of a closed set of tables, all of them
//! are right. A false win would need a shorter false win two plies later, and so
//! on down to a false mate, but mates have no moves and are seen as such; and a
//! true win in n follows from true losses in n - 1, so none is missed. Hence it
//! is enough to look one ply ahead, everywhere.
//!
//! Nothing here shares code with the solver or with the fast move generator:
//! positions are short lists of [`Men`], moves are found by walking.
//!
//! ```
//! use sole_endgame::Value;
//! use sole_endgame::verify::verify;
//! use sole_puzzle::task::Task;
//! use std::convert::Infallible;
//! let task = Task::unlimited();
//! let kings = "KvK".parse()?;
//! let checked = verify(&kings, |_| Ok::<_, Infallible>(Value::Draw), &task)?;
//! assert_eq!(checked.positions, 1128);
//! assert!(verify(&kings, |_| Ok::<_, Infallible>(Value::Win(1)), &task).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod men;
mod moves;
mod placement;
mod positions;
mod rights;

use crate::Value;
use rayon::prelude::*;
use sole_board::Material;
use sole_puzzle::task::Task;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

pub use men::{Men, MenError};
pub use placement::Man;
pub use positions::Chunk;
pub use rights::{Right, Rights};

pub use crate::MOST_MEN;

/// What a verification has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many positions have the value that follows from the next ones.
    pub positions: u64,
}

/// A position whose value does not follow from the next ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub men: Men,
    /// What follows from the values of the positions one move later.
    pub expected: Value,
    /// What the table says.
    pub found: Value,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { men, expected, found } = self;
        write!(f, "{men}: found {found}, but its moves make it a {expected}")
    }
}

/// Why a verification failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError<E> {
    /// The material is none that can be verified.
    Material(MenError),
    /// A value is wrong: this one, or one of those it depends on.
    Mismatch(Mismatch),
    /// A value could not be had.
    Probe {
        /// The position that was looked at; the value may be of the next one.
        men: Men,
        /// What the probe said.
        error: E,
    },
    /// The task was to stop.
    Stopped,
}

impl<E: fmt::Display> fmt::Display for VerifyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Material(error) => fmt::Display::fmt(error, f),
            VerifyError::Mismatch(mismatch) => fmt::Display::fmt(mismatch, f),
            VerifyError::Probe { men, error } => write!(f, "{men}: {error}"),
            VerifyError::Stopped => f.write_str("stopped before all positions were checked"),
        }
    }
}

impl<E: std::error::Error> std::error::Error for VerifyError<E> {}

impl<E> From<MenError> for VerifyError<E> {
    fn from(error: MenError) -> VerifyError<E> {
        VerifyError::Material(error)
    }
}

/// The value of a position by its rules and the values of the next positions.
///
/// # Errors
/// The first one of `ask`.
pub fn expected<E>(men: &Men, ask: &mut impl FnMut(&Men) -> Result<Value, E>) -> Result<Value, E> {
    let mut best: Option<Value> = None;
    let asked = men.try_for_each_child(|child| match ask(child) {
        Ok(value) => {
            let value = value.before();
            if best.is_none_or(|best| preference(value) > preference(best)) {
                best = Some(value);
            }
            ControlFlow::Continue(())
        }
        Err(error) => ControlFlow::Break(error),
    });
    match asked {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) if men.is_check() => Ok(best.unwrap_or(Value::Loss(0))),
        ControlFlow::Continue(()) => Ok(best.unwrap_or(Value::Draw)),
    }
}

/// Checks every position of a material against those one move later, on all
/// threads; `probe` is asked for other materials too.
///
/// Of several errors the first in the order of the chunks is returned, on any number of
/// threads. The task counts chunks, and their positions as nodes.
///
/// # Errors
/// The first position whose value is wrong or cannot be had.
pub fn verify<E: Send>(
    material: &Material,
    probe: impl Fn(&Men) -> Result<Value, E> + Sync,
    task: &Task,
) -> Result<Checked, VerifyError<E>> {
    let chunks = Chunk::all(material)?;
    task.begin_phase(format!("verifying {material}"), "chunks", chunks.len() as u64);
    let positions = AtomicU64::new(0);
    let error = chunks.par_iter().find_map_first(|chunk| match verify_chunk(chunk, &probe, task) {
        Ok(checked) => {
            positions.fetch_add(checked.positions, Ordering::Relaxed);
            task.add_nodes(checked.positions);
            task.advance(1);
            None
        }
        Err(error) => Some(error),
    });
    error.map_or(Ok(Checked { positions: positions.into_inner() }), Err)
}

fn verify_chunk<E>(
    chunk: &Chunk,
    probe: &impl Fn(&Men) -> Result<Value, E>,
    task: &Task,
) -> Result<Checked, VerifyError<E>> {
    let mut positions = 0;
    let visited = chunk.try_for_each_position(|men| {
        if task.should_stop() {
            return ControlFlow::Break(VerifyError::Stopped);
        }
        positions += 1;
        match verify_one(men, probe) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match visited {
        ControlFlow::Continue(()) => Ok(Checked { positions }),
        ControlFlow::Break(error) => Err(error),
    }
}

fn verify_one<E>(
    men: &Men,
    probe: &impl Fn(&Men) -> Result<Value, E>,
) -> Result<(), VerifyError<E>> {
    let failed = |error| VerifyError::Probe { men: *men, error };
    let found = probe(men).map_err(failed)?;
    let expected = expected(men, &mut |child| probe(child)).map_err(failed)?;
    if found == expected {
        return Ok(());
    }
    Err(VerifyError::Mismatch(Mismatch { men: *men, expected, found }))
}

/// What the side to move prefers, counted apart from [`Value::code`], which has
/// no room for a loss as long as the longest win.
fn preference(value: Value) -> i16 {
    const WON: i16 = 1000;
    match value {
        Value::Loss(moves) => i16::from(moves) - WON,
        Value::Draw => 0,
        Value::Win(moves) => WON - i16::from(moves),
    }
}
