//! One ply of a sweep, worked out in portions by several threads.

use std::mem;

use super::armies::{Armies, Id};
use super::gather::{Gather, Tally};
use super::items::{Buffer, Item};
use super::layer::{Layer, OpponentLists};
use super::opponents::{Opponents, Place};
use super::parallel::Threads;
use super::ply_chunk::PlyChunk;
use super::ply_store::PlyStore;
use super::scratch::ScratchError;
use super::step::Steps;
use super::step_effects::StepEffects;
use super::{AdvanceError, Find, PlyOptions, Retain};
use crate::PlySet;

/// One ply of a sweep.
pub(super) struct Ply<'a> {
    pub(super) armies: &'a Armies,
    /// All positions before each ply up to this.
    pub(super) layers: &'a [Layer],
    pub(super) steps: &'a Steps,
    pub(super) opponents: &'a Opponents,
    pub(super) options: &'a PlyOptions<'a>,
}

/// The diagrams of an earlier ply, for each army of the side that moves in this one.
struct Earlier<'a> {
    ply: usize,
    opponent_lists: &'a OpponentLists,
    /// For each army of its roster where its diagrams stand now.
    places: Vec<Option<Place>>,
}

impl<'a> Ply<'a> {
    /// Computes every army of these groups and adds the chunks to the store.
    pub(super) fn chunk(&self, groups: &[Id], store: &PlyStore<'_>) -> Result<(), AdvanceError> {
        let earlier = self.earlier();
        let PlyOptions { threads, watch, .. } = *self.options;
        let threads = Threads { ply: self.layers.len(), threads, watch };
        let new_worker = || Worker::new(self, &earlier);
        let work = |worker: &mut Worker<'_>, number, groups: &[Id]| match store.contains(number) {
            true => Ok(()),
            false => Ok(store.insert(number, worker.portion(groups)?)?),
        };
        threads.map(groups, new_worker, work).map(|_| ())
    }

    /// The armies without castling rights that steps make, with or without them.
    pub(super) fn groups(&self) -> Vec<Id> {
        let mut is_made = vec![false; self.armies.len()];
        for target in self.steps.targets() {
            is_made[self.armies.bare(target) as usize] = true;
        }
        (0..self.armies.len() as Id).filter(|&id| is_made[id as usize]).collect()
    }

    fn earlier(&self) -> Vec<Earlier<'a>> {
        let of_layer = |(ply, layer): (usize, &'a Layer)| {
            let is_same_side = (self.layers.len() - ply).is_multiple_of(2);
            let by_last = || layer.by_last.as_ref().expect("it was kept for more than one ply");
            let opponent_lists = if is_same_side { by_last() } else { &layer.by_next };
            let places = self.opponents.diagrams_of(self.armies, opponent_lists.roster());
            Earlier { ply, opponent_lists, places }
        };
        self.layers.iter().enumerate().map(of_layer).collect()
    }
}

/// Works out portions of a ply, one at a time.
pub(super) struct Worker<'a> {
    ply: &'a Ply<'a>,
    earlier: &'a [Earlier<'a>],
    gather: Gather<'a>,
    diagrams: Tally,
    /// For each diagram the earlier plies at which it can be reached.
    reached: Vec<PlySet>,
    chunk: PlyChunk,
    buffer: Buffer,
}

impl<'a> Worker<'a> {
    fn new(ply: &'a Ply<'a>, earlier: &'a [Earlier<'a>]) -> Worker<'a> {
        let places = ply.opponents.len();
        let before = ply.layers.last().expect("the start is a layer");
        let field = StepEffects { armies: ply.armies, opponents: ply.opponents, before };
        Worker {
            ply,
            earlier,
            gather: Gather::new(field),
            diagrams: Tally::new(places),
            reached: vec![PlySet::EMPTY; places],
            chunk: PlyChunk::default(),
            buffer: Buffer::default(),
        }
    }

    /// The memory that one takes against a given number of opponents.
    pub(super) fn bytes(opponents: usize) -> u64 {
        (2 * Tally::BYTES + size_of::<PlySet>() as u64) * opponents as u64
    }

    fn portion(&mut self, groups: &[Id]) -> Result<PlyChunk, ScratchError> {
        groups.iter().try_for_each(|&bare| self.group(bare))?;
        self.chunk.items.shrink_to_fit();
        Ok(mem::take(&mut self.chunk))
    }

    /// All armies with the same men as this one.
    fn group(&mut self, bare: Id) -> Result<(), ScratchError> {
        for target in self.ply.armies.family(bare) {
            let steps = self.ply.steps.to(target);
            if !steps.is_empty() {
                self.gather.army(target, steps)?;
                self.gather(target);
            }
        }
        self.look_back(bare)?;
        self.judge(bare);
        Ok(())
    }

    fn gather(&mut self, target: Id) {
        let Worker { ply, gather, diagrams, chunk, .. } = self;
        let keeps = ply.options.retain != Retain::Counts;
        let mut n_items = 0;
        let mut take = |place, ways| {
            diagrams.add(ply.opponents.diagram(place), ways);
            chunk.counts.unique_positions += u64::from(ways == 1);
            n_items += 1;
            if keeps {
                chunk.items.push(Item::new(place, ways));
            }
        };
        for &place in gather.met.touched() {
            take(place, gather.met.ways(place));
        }
        for passing in &gather.passing {
            take(passing.opponent, passing.ways);
        }
        chunk.counts.positions += u64::from(n_items);
        if keeps {
            chunk.heads.push((target, n_items));
            chunk.passings.extend(gather.passing.iter().map(|&passing| (target, passing)));
        }
    }

    /// Finds the earlier plies of the diagrams.
    fn look_back(&mut self, bare: Id) -> Result<(), ScratchError> {
        for earlier in self.earlier {
            for army in self.ply.armies.family(bare) {
                for item in earlier.opponent_lists.of(army, &mut self.buffer)? {
                    let place = earlier.places[item.place() as usize];
                    if let Some(place) = place.filter(|&place| self.diagrams.ways(place) > 0) {
                        let reached = &mut self.reached[place as usize];
                        *reached = reached.with(earlier.ply);
                    }
                }
            }
        }
        Ok(())
    }

    fn judge(&mut self, bare: Id) {
        let PlyChunk { counts, finds, .. } = &mut self.chunk;
        counts.diagrams += self.diagrams.touched().len() as u64;
        for &place in self.diagrams.touched() {
            let earlier = mem::take(&mut self.reached[place as usize]);
            counts.new_diagrams += u64::from(earlier.is_empty());
            if self.diagrams.ways(place) == 1 {
                counts.unique.add(earlier, 1);
                if (self.ply.options.finds)(earlier) {
                    finds.push(Find { last: bare, next: self.ply.opponents.id(place), earlier });
                }
            }
        }
        self.diagrams.clear();
    }
}
