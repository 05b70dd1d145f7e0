//! How a sweep keeps to a bound of memory: what takes how much, and what goes to files.

use super::Sweep;
use super::layer::Layer;
use super::opponents::Opponents;
use super::ply::Worker;
use super::scratch::{Scratch, ScratchError};
use super::step::Steps;

/// The least bytes for positions that a ply can be worked out with.
const LEAST_ROOM: u64 = 64 << 10;

/// How many times the memory of a ply the next one takes, layers aside: about five from the
/// initial array.
const GROWTH: u64 = 6;

impl Sweep {
    /// The bytes that are left for positions in a ply beside what it takes. A fifth of all is
    /// set aside for what is not counted.
    pub(super) fn room(&mut self, fixed: u64) -> Result<u64, ScratchError> {
        let Some(memory) = self.scratch.as_ref().map(Scratch::memory) else { return Ok(u64::MAX) };
        let least = |taken: u64| taken + taken / 4 + LEAST_ROOM;
        self.evict_until(|layers| memory >= least(fixed + layers))?;
        let taken = fixed + self.bytes_of_layers();
        match memory >= least(taken) {
            true => Ok(memory - memory / 5 - taken),
            false => Err(ScratchError::Memory { needs: least(taken) }),
        }
    }

    /// Makes room for the next ply, of which all is not known yet.
    pub(super) fn make_room(&mut self, fixed: u64) -> Result<(), ScratchError> {
        let Some(memory) = self.scratch.as_ref().map(Scratch::memory) else { return Ok(()) };
        self.evict_until(|layers| memory >= layers + fixed * GROWTH)
    }

    /// Puts layers into files, the largest first, until the bytes that they take are few enough,
    /// or all are.
    fn evict_until(&mut self, is_enough: impl Fn(u64) -> bool) -> Result<(), ScratchError> {
        while !is_enough(self.bytes_of_layers()) {
            let layers = self.layers.iter_mut().enumerate();
            let largest = layers.max_by_key(|(_, layer)| layer.bytes_of_items());
            match (largest.filter(|(_, layer)| layer.bytes_of_items() > 0), &self.scratch) {
                (Some((ply, layer)), Some(scratch)) => layer.evict(ply, scratch)?,
                _ => break,
            }
        }
        Ok(())
    }

    fn bytes_of_layers(&self) -> u64 {
        self.layers.iter().map(Layer::bytes).sum()
    }

    /// The memory that a ply takes, layers aside.
    pub(super) fn bytes_of_ply(&self, steps: &Steps, opponents: &Opponents, threads: usize) -> u64 {
        let before: u64 = self.steps.iter().map(Steps::bytes).sum();
        let workers = Worker::bytes(opponents.len()) * threads as u64;
        self.armies.bytes() + before + steps.bytes() + opponents.bytes() + workers
    }
}
