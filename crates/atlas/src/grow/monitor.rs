//! Growing as a task: how far it is, and what was done.

use super::{Defect, Estimate, GrowEvent};
use crate::error::AtlasError;
use crate::store::Atlas;
use sole_puzzle::task::Task;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Adds to a task what the events of growing tell, and stops when the task is to stop.
///
/// ```
/// use sole_atlas::{Atlas, GrowMonitor, Settings, estimate, grow};
/// use sole_puzzle::task::Task;
/// let folder = tempfile::tempdir()?;
/// let atlas = Atlas::new(folder.path(), sole_board::Position::initial())?;
/// let settings = Settings { threads: 1, memory: 64 << 20 };
/// let task = Task::unlimited();
/// let monitor = GrowMonitor::new(&estimate(&atlas, 2, settings)?, &task);
/// grow(&atlas, 2, settings, &|event| monitor.observe(event))?;
/// assert_eq!(monitor.finish().grown, [0, 1, 2]);
/// assert_eq!(task.progress().share, Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrowMonitor<'a> {
    task: &'a Task,
    /// All edges that are to be found, as far as known.
    edges: u64,
    state: Mutex<State>,
}

/// What growing did, also before it failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// The plies of the layers that were missing.
    pub grown: Vec<u32>,
    /// Of other layers what was rebuilt.
    pub repaired: Vec<(u32, Defect)>,
}

/// What a layer has, and what led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerSize {
    /// The plies.
    pub ply: u32,
    /// Its positions.
    pub positions: u64,
    /// The games that lead to them.
    pub games: u128,
    /// The edges from the layer before.
    pub edges: u64,
    /// The length of its files.
    pub bytes: u64,
}

/// How far the work has come.
#[derive(Debug, Default)]
struct State {
    edges: u64,
    written: usize,
    files: usize,
    done: Grown,
}

impl<'a> GrowMonitor<'a> {
    /// A monitor of growing what is missing.
    pub fn new(missing: &[Estimate], task: &'a Task) -> GrowMonitor<'a> {
        let edges = missing.iter().map(|missing| missing.edges).sum();
        task.begin_phase("growing", "edges", edges);
        GrowMonitor { task, edges, state: Mutex::default() }
    }

    /// Takes an event, and says whether to go on.
    pub fn observe(&self, event: GrowEvent) -> ControlFlow<()> {
        let mut state = self.state();
        match event {
            GrowEvent::Expanded { ply, edges, .. } => {
                state.edges += edges;
                (state.written, state.files) = (0, 0);
                self.task.set_detail(format!("ply {ply}"));
            }
            GrowEvent::Written { ply, files, of } => {
                (state.written, state.files) = (state.written + files, of);
                self.task.set_detail(format!("ply {ply}, {} of {of} files", state.written));
            }
            GrowEvent::Grown { ply } => state.done.grown.push(ply),
            GrowEvent::Repaired { ply, defect } => state.done.repaired.push((ply, defect)),
        }
        self.task.set_done((state.share(self.edges) * self.edges as f64) as u64);
        if self.task.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// What was done.
    pub fn finish(self) -> Grown {
        std::mem::take(&mut self.state().done)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// How much is done. To find edges takes about as long as to merge and write what they lead to.
    fn share(&self, edges: u64) -> f64 {
        let written = self.written as f64 / self.files.max(1) as f64;
        let found = self.edges as f64 / edges.max(1) as f64;
        found.min(1.0) * (0.5 + 0.5 * written)
    }
}

impl LayerSize {
    /// That of a complete layer.
    ///
    /// # Errors
    /// The layer, or the one before it, is missing or its manifest is damaged.
    pub fn of(atlas: &Atlas, ply: u32) -> Result<LayerSize, AtlasError> {
        let layer = atlas.layer(ply)?;
        let edges = match ply.checked_sub(1) {
            None => 0,
            Some(before) => atlas.layer(before)?.tallies().edges,
        };
        let all = layer.tallies().all;
        let bytes = layer.bytes();
        Ok(LayerSize { ply, positions: all.positions, games: all.games, edges, bytes })
    }
}
