//! How a sweep stays within its memory limit: the sizes of its parts, and what goes to files.

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
pub(super) const GROWTH: u64 = 6;

/// The least memory with which a ply can be worked out that takes a given number of bytes beside its
/// positions: a fifth of it is set aside for what is not counted.
pub(super) fn least_memory(taken: u64) -> u64 {
    taken.saturating_add(taken / 4).saturating_add(LEAST_ROOM)
}

/// The bytes that are left for positions beside those that are taken.
pub(super) fn room_of(memory: u64, taken: u64) -> u64 {
    (memory - memory / 5).saturating_sub(taken)
}

impl Sweep {
    /// The bytes that are left for positions in a ply beside what it takes.
    pub(super) fn room(&mut self, fixed: u64) -> Result<u64, ScratchError> {
        let Some(memory) = self.scratch.as_ref().map(Scratch::memory) else { return Ok(u64::MAX) };
        self.evict_until(|layers| memory >= least_memory(fixed + layers))?;
        let taken = fixed + self.bytes_of_layers();
        match memory >= least_memory(taken) {
            true => Ok(room_of(memory, taken)),
            false => Err(ScratchError::Memory { needs: least_memory(taken) }),
        }
    }

    /// The memory that the next ply needs beside its positions.
    pub(super) fn forecast_memory(&mut self, threads: usize) -> Result<u64, ScratchError> {
        let (steps, opponents) = self.prepare()?;
        Ok(self.bytes_of_ply(&steps, &opponents, threads))
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
