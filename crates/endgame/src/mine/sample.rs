//! A random sample of what a walk finds: those with the smallest keyed hashes.
//!
//! The smallest hashes are the same in whatever order threads find them, and
//! each find is as likely as any other.

use super::Find;
use crate::walk::TablePosition;
use sole_board::Color;
use sole_puzzle::rng::splitmix64;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A sample of at most `count` finds, shared by threads.
pub(super) struct Sample {
    count: usize,
    seed: u64,
    /// No hash above this one can be in the sample any more.
    bound: AtomicU64,
    taken: Mutex<BTreeMap<SampleKey, Find>>,
}

/// The hash of a position; its place decides between equal hashes.
type SampleKey = (u64, TablePosition, usize);

impl Sample {
    pub(super) fn new(count: usize, seed: u64) -> Sample {
        let bound = if count == 0 { 0 } else { u64::MAX };
        Sample { count, seed, bound: AtomicU64::new(bound), taken: Mutex::default() }
    }

    /// Whether a position has a chance, if it is what is looked for.
    pub(super) fn may_take(&self, at: TablePosition, turn: Color) -> bool {
        self.random_key(at, turn) <= self.bound.load(Ordering::Relaxed)
    }

    /// Keeps the finds that belong to the sample by now.
    pub(super) fn offer(&self, finds: Vec<Find>) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        for find in finds {
            let turn = find.facts.turn;
            taken.insert((self.random_key(find.at, turn), find.at, turn.index()), find);
            if taken.len() > self.count {
                taken.pop_last();
            }
        }
        if let Some((&(rng, ..), _)) = taken.last_key_value().filter(|_| taken.len() == self.count)
        {
            self.bound.store(rng, Ordering::Relaxed);
        }
    }

    /// The sample, in the order of the hashes.
    pub(super) fn finds(self) -> Vec<Find> {
        self.taken.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }

    fn random_key(&self, at: TablePosition, turn: Color) -> u64 {
        let place = u64::from(at.walk_slice) << 32 | u64::from(at.place);
        splitmix64(splitmix64(splitmix64(self.seed) ^ place) ^ turn.index() as u64)
    }
}
