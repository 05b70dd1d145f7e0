//! One ply of a sweep, worked out in portions by several threads.

use std::mem;

use super::armies::{Armies, Id};
use super::barn::Barn;
use super::field::Field;
use super::harvest::Harvest;
use super::items::{Buffer, Item};
use super::layer::{Layer, Meetings};
use super::opponents::{Opponents, Place};
use super::portions::share_out;
use super::pull::{Pull, Tally};
use super::scratch::ScratchError;
use super::step::Steps;
use super::{Find, Halt, Keep, Orders};
use crate::PlySet;

/// One ply of a sweep.
pub(super) struct Ply<'a> {
    pub(super) armies: &'a Armies,
    /// All positions before each ply up to this.
    pub(super) layers: &'a [Layer],
    pub(super) steps: &'a Steps,
    pub(super) opponents: &'a Opponents,
    pub(super) orders: &'a Orders<'a>,
}

/// The diagrams of an earlier ply, for each army of the side that moves in this one.
struct Earlier<'a> {
    ply: usize,
    meetings: &'a Meetings,
    /// For each army of its roster where its diagrams stand now.
    places: Vec<Option<Place>>,
}

impl<'a> Ply<'a> {
    /// Works out every army of these groups and brings in what comes of it.
    pub(super) fn harvest(&self, groups: &[Id], barn: &Barn<'_>) -> Result<(), Halt> {
        let earlier = self.earlier();
        let terms = (self.layers.len(), self.orders.threads, self.orders.watch);
        let hire = || Worker::new(self, &earlier);
        let work = |worker: &mut Worker<'_>, number, groups: &[Id]| match barn.has(number) {
            true => Ok(()),
            false => Ok(barn.bring(number, worker.portion(groups)?)?),
        };
        share_out(groups, terms, hire, work).map(|_| ())
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
            let meetings = if is_same_side { by_last() } else { &layer.by_next };
            let places = self.opponents.diagrams_of(self.armies, meetings.roster());
            Earlier { ply, meetings, places }
        };
        self.layers.iter().enumerate().map(of_layer).collect()
    }
}

/// Works out portions of a ply, one at a time.
pub(super) struct Worker<'a> {
    ply: &'a Ply<'a>,
    earlier: &'a [Earlier<'a>],
    pull: Pull<'a>,
    diagrams: Tally,
    /// For each diagram the earlier plies at which it can be reached.
    reached: Vec<PlySet>,
    harvest: Harvest,
    buffer: Buffer,
}

impl<'a> Worker<'a> {
    fn new(ply: &'a Ply<'a>, earlier: &'a [Earlier<'a>]) -> Worker<'a> {
        let places = ply.opponents.len();
        let before = ply.layers.last().expect("the start is a layer");
        let field = Field { armies: ply.armies, opponents: ply.opponents, before };
        Worker {
            ply,
            earlier,
            pull: Pull::new(field),
            diagrams: Tally::new(places),
            reached: vec![PlySet::EMPTY; places],
            harvest: Harvest::default(),
            buffer: Buffer::default(),
        }
    }

    /// The memory that one takes against so many opponents.
    pub(super) fn bytes(opponents: usize) -> u64 {
        (2 * Tally::BYTES + size_of::<PlySet>() as u64) * opponents as u64
    }

    fn portion(&mut self, groups: &[Id]) -> Result<Harvest, ScratchError> {
        groups.iter().try_for_each(|&bare| self.group(bare))?;
        self.harvest.items.shrink_to_fit();
        Ok(mem::take(&mut self.harvest))
    }

    /// All armies with the same men as this one.
    fn group(&mut self, bare: Id) -> Result<(), ScratchError> {
        for target in self.ply.armies.family(bare) {
            let steps = self.ply.steps.to(target);
            if !steps.is_empty() {
                self.pull.army(target, steps)?;
                self.gather(target);
            }
        }
        self.look_back(bare)?;
        self.judge(bare);
        Ok(())
    }

    fn gather(&mut self, target: Id) {
        let Worker { ply, pull, diagrams, harvest, .. } = self;
        let keeps = ply.orders.keep != Keep::Census;
        let mut n_items = 0;
        let mut take = |place, ways| {
            diagrams.add(ply.opponents.diagram(place), ways);
            harvest.census.unique_positions += u64::from(ways == 1);
            n_items += 1;
            if keeps {
                harvest.items.push(Item::new(place, ways));
            }
        };
        for &place in pull.met.touched() {
            take(place, pull.met.ways(place));
        }
        for passing in &pull.passing {
            take(passing.opponent, passing.ways);
        }
        harvest.census.positions += u64::from(n_items);
        if keeps {
            harvest.heads.push((target, n_items));
            harvest.passings.extend(pull.passing.iter().map(|&passing| (target, passing)));
        }
    }

    /// Finds the earlier plies of the diagrams.
    fn look_back(&mut self, bare: Id) -> Result<(), ScratchError> {
        for earlier in self.earlier {
            for army in self.ply.armies.family(bare) {
                for item in earlier.meetings.of(army, &mut self.buffer)? {
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
        let Harvest { census, finds, .. } = &mut self.harvest;
        census.diagrams += self.diagrams.touched().len() as u64;
        for &place in self.diagrams.touched() {
            let earlier = mem::take(&mut self.reached[place as usize]);
            census.new_diagrams += u64::from(earlier.is_empty());
            if self.diagrams.ways(place) == 1 {
                census.unique.add(earlier, 1);
                if (self.ply.orders.finds)(earlier) {
                    finds.push(Find { last: bare, next: self.ply.opponents.id(place), earlier });
                }
            }
        }
        self.diagrams.clear();
    }
}
