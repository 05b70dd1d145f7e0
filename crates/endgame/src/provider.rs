//! Tables at hand: what a position or an ending needs, and what is missing built on demand.
//!
//! ```
//! use sole_endgame::{Plan, TableProvider, Tables, Value};
//! use sole_board::{Position, Setup};
//! use sole_puzzle::task::Task;
//! use std::convert::Infallible;
//! use std::num::NonZeroUsize;
//!
//! let folder = tempfile::tempdir()?;
//! let tables = Tables::at(folder.path(), 1 << 20);
//! let provider = TableProvider::new(tables, NonZeroUsize::MIN, 1 << 30);
//! let setup: Setup = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1".parse()?;
//! let position = Position::try_from(setup).expect("a legal position");
//! let plan = Plan::for_position(&position)?;
//! // Whatever it costs.
//! provider.provide(&plan, |_| Ok::<_, Infallible>(Some(Box::new(Task::unlimited()))))?;
//! assert_eq!(provider.tables.probe(&position)?, Value::Win(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::build::{BuildError, Options, Plan};
use crate::estimate::Estimate;
use crate::file::{Effort, FileError};
use crate::slice::ending;
use crate::standing::Standing;
use crate::tables::{ProbeError, Tables};
use sole_board::{Material, Position};
use sole_puzzle::task::Task;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Deref;

/// A folder of tables, and how to add to it.
#[derive(Debug)]
pub struct TableProvider {
    /// The tables.
    pub tables: Tables,
    threads: NonZeroUsize,
    memory: u64,
}

/// Tables that are missing, and what building them will cost.
#[derive(Clone, Debug)]
pub struct MissingTables {
    /// The slices to build; there are some.
    pub plan: Plan,
    /// What that costs.
    pub estimate: Estimate,
}

/// Why tables were not provided. `E` is what asking for consent may fail with.
#[derive(Debug)]
pub enum ProvideError<E> {
    /// They are missing, and may not be built.
    Missing(Box<MissingTables>),
    /// A table that is there cannot be read, or none can have the position.
    Probe(ProbeError),
    /// They could not be built.
    Build {
        /// Why.
        error: BuildError,
        /// What was to be built.
        missing: Box<MissingTables>,
    },
    /// Nobody could be asked.
    Consent(E),
}

impl<E: fmt::Display> fmt::Display for ProvideError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProvideError::Missing(missing) => {
                write!(f, "tables are missing: {} slices", missing.estimate.slices)
            }
            ProvideError::Probe(error) => error.fmt(f),
            ProvideError::Build { error, .. } => error.fmt(f),
            ProvideError::Consent(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for ProvideError<E> {}

impl<E> From<ProbeError> for ProvideError<E> {
    fn from(error: ProbeError) -> ProvideError<E> {
        ProvideError::Probe(error)
    }
}

impl TableProvider {
    /// Tables that are built on so many threads in so many bytes of memory.
    pub fn new(tables: Tables, threads: NonZeroUsize, memory: u64) -> TableProvider {
        TableProvider { tables, threads, memory }
    }

    /// What a plan costs.
    pub fn estimate(&self, plan: &Plan) -> Estimate {
        plan.estimate(self.threads)
    }

    /// The part of a plan that is not there yet, if any.
    ///
    /// # Errors
    /// A table that is there cannot be read.
    pub fn missing(&self, plan: &Plan) -> Result<Option<MissingTables>, FileError> {
        let plan = plan.missing(&self.tables)?;
        let estimate = self.estimate(&plan);
        Ok((!plan.slices().is_empty()).then_some(MissingTables { plan, estimate }))
    }

    /// Whether the whole table of an ending is there, whatever it leads to.
    ///
    /// # Errors
    /// A table that is there cannot be read.
    pub fn has_whole(&self, material: &Material) -> Result<bool, FileError> {
        let (ending, _) = ending(material);
        let missing = self.missing(&Plan::for_endings([ending]))?;
        Ok(missing.is_none_or(|missing| !missing.plan.endings().contains(&ending)))
    }

    /// What tells the result of a position under the fifty-move rule, so many half-moves after the
    /// last capture or pawn move; `None` if it is known or the rule does not matter.
    ///
    /// # Errors
    /// The distance to mate is not known.
    pub fn plan_for_rule(
        &self,
        position: &Position,
        halfmoves: u16,
    ) -> Result<Option<Plan>, ProbeError> {
        match Standing::of(&self.tables, position, halfmoves)?.is_open() {
            true => Ok(Some(Plan::for_position(position)?.zeroing())),
            false => Ok(None),
        }
    }

    /// Makes sure that all of a plan is there. If something is missing, `consent` may give a task,
    /// as which it is built. Someone waits for the answer, so it is packed quickly.
    ///
    /// # Errors
    /// See [`ProvideError`].
    pub fn provide<T: Deref<Target = Task>, E>(
        &self,
        plan: &Plan,
        consent: impl FnOnce(&MissingTables) -> Result<Option<T>, E>,
    ) -> Result<(), ProvideError<E>> {
        let missing = self.missing(plan).map_err(ProbeError::File)?;
        let Some(missing) = missing else { return Ok(()) };
        let Some(task) = consent(&missing).map_err(ProvideError::Consent)? else {
            return Err(ProvideError::Missing(Box::new(missing)));
        };
        let built = self.build(&missing.plan, Effort::FAST, &task);
        built.map_err(|error| ProvideError::Build { error, missing: Box::new(missing) })
    }

    /// Builds a plan.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(&self, plan: &Plan, effort: Effort, task: &Task) -> Result<(), BuildError> {
        let options = Options { memory: self.memory, effort };
        self.on_threads(|| plan.build(&self.tables, options, task))?
    }

    /// Does a job on the threads.
    ///
    /// # Errors
    /// [`BuildError::Threads`] if they cannot be started.
    pub fn on_threads<R: Send>(&self, job: impl FnOnce() -> R + Send) -> Result<R, BuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.get()).build();
        match pool {
            Ok(pool) => Ok(pool.install(job)),
            Err(error) => Err(BuildError::Threads { threads: self.threads, error }),
        }
    }
}
