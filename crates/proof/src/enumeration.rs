//! All games of a length, gone through as a task: counts, diagrams with their games, last moves.
//!
//! There are three [methods](Method). A [`Sweep`] sees every position, a [`Prefix`] only those that
//! one game leads to, and [`Counting`] every game.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::enumeration::{Enumeration, Method, Resources};
//! use sole_puzzle::Task;
//! let task = Task::unlimited();
//! let resources = Resources { threads: 1, memory: None, scratch: None, task: &task };
//! let enumeration = Enumeration {
//!     start: Position::initial(),
//!     plies: 4,
//!     method: Method::Prefix,
//!     wanted: &|earlier| earlier.contains(2),
//!     name: "from-2",
//! };
//! let outcome = enumeration.run(&resources)?;
//! assert_eq!(outcome.plies[3].unique.also_reached_in(2), 64);
//! assert_eq!(outcome.found(None)?.len(), 64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;

use sole_board::{Diagram, Move, Position};
use sole_puzzle::Task;
use sole_puzzle::text::{grouped, plural};

use crate::counting::{self, Counting, Disagreement};
use crate::last_move::{LastMove, LastMoveQuery};
use crate::prefix::{self, Prefix};
use crate::sweep::{
    self, AdvanceError, PlyCounts, PlyOptions, Progress, Retain, Scratch, ScratchError, Sweep,
    Tracer, Writes,
};
use crate::{PlySet, Stopped, Unique};

/// How all games are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every position of each ply.
    Sweep,
    /// The positions of each ply that one game leads to.
    Prefix,
    /// Every game, for the diagrams that can be reached in so many plies. Then the solver is asked
    /// for the games of the diagrams that are left, and for the earlier plies.
    Counting {
        /// The earlier ply at which diagrams can be reached.
        earlier: usize,
    },
}

/// What is looked for among all games of a length.
#[derive(Clone, Copy)]
pub struct Enumeration<'a> {
    /// Where games start.
    pub start: Position,
    /// The length of the one game.
    pub plies: usize,
    /// How they are gone through.
    pub method: Method,
    /// Which diagrams of the last ply, by the earlier plies at which they can be reached, too.
    pub wanted: &'a (dyn Fn(PlySet) -> bool + Sync),
    /// A short name of these.
    pub name: &'a str,
}

/// What going through all games may take.
#[derive(Clone, Debug)]
pub struct Resources<'a> {
    /// How many threads share the work.
    pub threads: usize,
    /// The bytes that the tables of [`Method::Prefix`] may take, if they are not as usual.
    pub memory: Option<usize>,
    /// Where a sweep puts what it has no room for; without it, it has to do with memory.
    pub scratch: Option<ScratchOptions>,
    /// Is told how far the work has come, and ends it. Its nodes are positions, or moves where
    /// every game is counted.
    pub task: &'a Task,
}

/// A folder for a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchOptions {
    /// The folder, which need not be there yet.
    pub folder: PathBuf,
    /// The bytes of memory to do with.
    pub memory: u64,
    /// What is written down.
    pub writes: Writes,
}

/// What came of going through all games.
#[derive(Debug)]
pub struct Enumerated {
    /// The counts of each ply from the first; where games were counted, of the last alone.
    pub plies: Vec<Counts>,
    /// Missing if the task ended before the last ply.
    finds: Option<Finds>,
}

/// What there is after a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The diagrams that one game leads to.
    pub unique: Unique,
    /// Positions that one game leads to; counting does not see them.
    pub unique_positions: Option<u64>,
    /// What only a sweep counts.
    pub all: Option<AllCounts>,
}

/// What there is whether or not one game alone leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllCounts {
    /// All positions.
    pub positions: u64,
    /// All diagrams.
    pub diagrams: u64,
    /// Those that cannot be reached in fewer plies.
    pub new_diagrams: u64,
}

/// The diagrams of the last ply that were asked for.
#[derive(Debug)]
enum Finds {
    Swept(Box<Sweep>, Vec<sweep::Find>),
    Listed(Vec<prefix::Find>),
}

/// A diagram with the one game that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The diagram.
    pub diagram: Diagram,
    /// The game.
    pub game: Vec<Move>,
    /// The earlier plies at which it can be reached, too.
    pub earlier: PlySet,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnumerationError {
    /// The memory, the disk or a file did not allow it.
    Scratch(ScratchError),
    /// Two methods do not agree.
    Disagreement(Disagreement),
}

impl fmt::Display for EnumerationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnumerationError::Scratch(error) => error.fmt(f),
            EnumerationError::Disagreement(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EnumerationError {}

impl From<ScratchError> for EnumerationError {
    fn from(error: ScratchError) -> EnumerationError {
        EnumerationError::Scratch(error)
    }
}

/// Why a method did not come to its end.
enum End {
    Stopped,
    Error(EnumerationError),
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> End {
        End::Stopped
    }
}

impl From<AdvanceError> for End {
    fn from(error: AdvanceError) -> End {
        match error {
            AdvanceError::Stopped => End::Stopped,
            AdvanceError::Scratch(error) => End::Error(error.into()),
        }
    }
}

impl From<Disagreement> for End {
    fn from(error: Disagreement) -> End {
        End::Error(EnumerationError::Disagreement(error))
    }
}

impl Enumeration<'_> {
    /// Goes through all games and lists what is looked for, or as far as the task allows.
    ///
    /// # Errors
    /// No room, damaged files, or methods that do not agree.
    pub fn run(&self, resources: &Resources<'_>) -> Result<Enumerated, EnumerationError> {
        let mut plies = Vec::new();
        let finds = match self.method {
            Method::Sweep => self.sweep(resources, &mut plies),
            Method::Prefix => self.prefix(resources, &mut plies),
            Method::Counting { earlier } => self.count(earlier, resources, &mut plies),
        };
        match finds {
            Ok(finds) => Ok(Enumerated { plies, finds: Some(finds) }),
            Err(End::Stopped) => Ok(Enumerated { plies, finds: None }),
            Err(End::Error(error)) => Err(error),
        }
    }

    fn sweep(&self, resources: &Resources<'_>, plies: &mut Vec<Counts>) -> Result<Finds, End> {
        let mut sweep = resources.begin(&self.start);
        let mut finds = Vec::new();
        for ply in 1..=self.plies {
            let retain = match self.plies - ply {
                0 => Retain::Counts,
                1 => Retain::LastLayer,
                _ => Retain::Layer,
            };
            let wanted = |earlier| ply == self.plies && (self.wanted)(earlier);
            let options = PlyOptions {
                threads: resources.threads,
                retain,
                finds: &wanted,
                name: self.name,
                watch: &|progress| resources.tell(self.plies, progress),
            };
            let outcome = resources.advance(&mut sweep, &options)?;
            plies.push(outcome.counts.into());
            finds = outcome.finds;
        }
        Ok(Finds::Swept(Box::new(sweep), finds))
    }

    fn prefix(&self, resources: &Resources<'_>, plies: &mut Vec<Counts>) -> Result<Finds, End> {
        let mut options = prefix::Options::default();
        options.memory = resources.memory.unwrap_or(options.memory);
        let mut prefix = Prefix::new(&self.start, options);
        let mut finds = Vec::new();
        for ply in 1..=self.plies {
            let is_last = ply == self.plies;
            let ply_options = prefix::PlyOptions {
                threads: resources.threads,
                retain: if is_last { prefix::Retain::Tally } else { prefix::Retain::Layer },
                finds: &|earlier| is_last && (self.wanted)(earlier),
                watch: &|prefix::Progress { ply, done, of, .. }| {
                    resources.tell(self.plies, Progress { ply, done, of })
                },
            };
            let outcome = prefix.advance(&ply_options)?;
            resources.task.add_nodes(outcome.tally.candidates);
            plies.push(outcome.tally.into());
            finds = outcome.finds;
        }
        Ok(Finds::Listed(finds))
    }

    fn count(
        &self,
        earlier: usize,
        resources: &Resources<'_>,
        plies: &mut Vec<Counts>,
    ) -> Result<Finds, End> {
        let task = resources.task;
        let mut counting = Counting::new(&self.start, earlier);
        counting.deepen_watched(self.plies, &|moves| {
            task.add_nodes(moves - task.nodes());
            flow(task)
        })?;
        let mut finds = Vec::new();
        for diagram in counting.unique() {
            task.set_detail(plural(finds.len() as u64, "diagram"));
            if task.should_stop() {
                return Err(End::Stopped);
            }
            finds.push(counting::confirm(&self.start, diagram, self.plies)?);
        }
        finds.sort_by_cached_key(|find: &prefix::Find| find.diagram.to_string());
        let mut unique = Unique::default();
        finds.iter().for_each(|find| unique.add(find.earlier, 1));
        finds.retain(|find| (self.wanted)(find.earlier));
        plies.push(Counts { unique, unique_positions: None, all: None });
        Ok(Finds::Listed(finds))
    }
}

impl Resources<'_> {
    /// The last moves of games of so many plies that belong to exactly one game, with that game.
    ///
    /// # Errors
    /// The task ended, or there was no room.
    pub fn unique_last_moves(
        &self,
        start: &Position,
        plies: usize,
    ) -> Result<Vec<(LastMove, Vec<Move>)>, AdvanceError> {
        let mut sweep = self.sweep(start, plies)?;
        let watch = |progress| self.tell(plies, progress);
        let found = sweep.unique_last_moves(self.threads, &watch)?;
        sweep.clean_up()?;
        Ok(found)
    }

    /// Games of so many plies whose last move is as asked, at most `limit` of them.
    ///
    /// # Errors
    /// The task ended, or there was no room.
    pub fn games_ending_with(
        &self,
        start: &Position,
        plies: usize,
        query: &LastMoveQuery,
        limit: usize,
    ) -> Result<Vec<Vec<Move>>, AdvanceError> {
        let mut sweep = self.sweep(start, plies)?;
        let watch = |progress| self.tell(plies, progress);
        let games = sweep.games_ending_with(query, limit, self.threads, &watch)?;
        sweep.clean_up()?;
        Ok(games)
    }

    /// All positions before the last of so many plies.
    fn sweep(&self, start: &Position, plies: usize) -> Result<Sweep, AdvanceError> {
        let mut sweep = self.begin(start);
        for ply in 1..plies {
            let options = PlyOptions {
                threads: self.threads,
                retain: if ply + 1 == plies { Retain::LastLayer } else { Retain::Layer },
                watch: &|progress| self.tell(plies, progress),
                ..PlyOptions::default()
            };
            self.advance(&mut sweep, &options)?;
        }
        Ok(sweep)
    }

    fn begin(&self, start: &Position) -> Sweep {
        match &self.scratch {
            Some(ScratchOptions { folder, memory, writes }) => {
                Sweep::within(start, Scratch::new(folder, *memory, *writes))
            }
            None => Sweep::new(start),
        }
    }

    fn advance(
        &self,
        sweep: &mut Sweep,
        options: &PlyOptions<'_>,
    ) -> Result<sweep::Outcome, AdvanceError> {
        let outcome = sweep.advance(options)?;
        self.task.add_nodes(outcome.counts.positions);
        Ok(outcome)
    }

    /// Tells the task how far the work on so many plies has come; breaks if it is to end.
    fn tell(&self, plies: usize, progress: Progress) -> ControlFlow<()> {
        const WHOLE: f64 = 1e6;
        let Progress { ply, done, of } = progress;
        self.task.set_total(WHOLE as u64);
        self.task.set_done((share(plies, progress) * WHOLE) as u64);
        let [portion, of] = [done + 1, of].map(|portions| grouped(portions as u64));
        self.task.set_detail(format!("ply {ply}, portion {portion} of {of}"));
        flow(self.task)
    }
}

fn flow(task: &Task) -> ControlFlow<()> {
    if task.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// How much of the work is done: each ply is about ten times that before it.
fn share(plies: usize, Progress { ply, done, of }: Progress) -> f64 {
    let weight = |ply: usize| 10f64.powi(ply as i32 - plies as i32);
    let before: f64 = (1..ply).map(weight).sum();
    let all: f64 = (1..=plies).map(weight).sum();
    (before + weight(ply) * done as f64 / of as f64) / all
}

impl Enumerated {
    /// Whether the last ply that was asked for was worked out.
    pub fn is_complete(&self) -> bool {
        self.finds.is_some()
    }

    /// The diagrams that were looked for, with their games, the rarest first; only those with
    /// a delay of their own against a shorter way, if one is given.
    ///
    /// # Errors
    /// If a file of the sweep cannot be read, or its content cannot be true.
    pub fn found(&self, primitive_against: Option<usize>) -> Result<Vec<Found>, ScratchError> {
        let mut found = match &self.finds {
            Some(Finds::Swept(sweep, finds)) => of_sweep(sweep, finds, primitive_against)?,
            Some(Finds::Listed(finds)) => of_list(finds, primitive_against),
            None => Vec::new(),
        };
        if let Some(last) = self.plies.last() {
            found.sort_by_key(|found| (last.unique.reached_in(found.earlier), found.earlier));
        }
        Ok(found)
    }

    /// Removes what was written down on the way.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn clean_up(self) -> Result<(), ScratchError> {
        match self.finds {
            Some(Finds::Swept(sweep, _)) => sweep.clean_up(),
            _ => Ok(()),
        }
    }
}

fn of_sweep(
    sweep: &Sweep,
    finds: &[sweep::Find],
    against: Option<usize>,
) -> Result<Vec<Found>, ScratchError> {
    let tracer = Tracer::new(sweep);
    let mut found = Vec::new();
    for find in finds {
        if against.map_or(Ok(true), |shortcut| tracer.is_primitive(find, shortcut))? {
            let (diagram, game) = (tracer.diagram(find), tracer.game(find)?);
            found.push(Found { diagram, game, earlier: find.earlier });
        }
    }
    Ok(found)
}

fn of_list(finds: &[prefix::Find], against: Option<usize>) -> Vec<Found> {
    let is_own =
        |find: &&prefix::Find| against.is_none_or(|shortcut| !find.inherited.contains(shortcut));
    let found = finds.iter().filter(is_own).map(|find| Found {
        diagram: find.diagram,
        game: find.game.clone(),
        earlier: find.earlier,
    });
    found.collect()
}

impl From<PlyCounts> for Counts {
    fn from(counts: PlyCounts) -> Counts {
        let PlyCounts { positions, unique_positions, diagrams, new_diagrams, unique } = counts;
        let all = Some(AllCounts { positions, diagrams, new_diagrams });
        Counts { unique, unique_positions: Some(unique_positions), all }
    }
}

impl From<prefix::Tally> for Counts {
    fn from(tally: prefix::Tally) -> Counts {
        let prefix::Tally { unique_positions, unique, .. } = tally;
        Counts { unique, unique_positions: Some(unique_positions), all: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_methods_agree() {
        let run = |method| {
            let task = Task::unlimited();
            let resources = Resources { threads: 2, memory: None, scratch: None, task: &task };
            let start = Position::initial();
            let wanted = |earlier: PlySet| earlier.contains(2);
            let enumeration = Enumeration { start, plies: 4, method, wanted: &wanted, name: "x" };
            let outcome = enumeration.run(&resources).expect("there is room");
            let mut found = outcome.found(None).expect("nothing is on a disk");
            found.sort_by_key(|found| found.diagram.to_string());
            let last = outcome.plies.last().expect("four plies");
            (found, last.unique.also_reached_in(2))
        };
        let swept = run(Method::Sweep);
        assert_eq!((swept.0.len(), swept.1), (64, 64));
        assert_eq!(run(Method::Prefix), swept);
        assert_eq!(run(Method::Counting { earlier: 2 }), swept);
    }
}
