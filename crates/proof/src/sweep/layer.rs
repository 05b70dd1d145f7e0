//! All positions after a number of plies, as pairs of armies.

use std::cmp::Reverse;
use std::ops::Range;

use super::Retain;
use super::armies::Id;
use super::items::{Buffer, Item, Items, Span};
use super::opponents::{Opponents, Place};
use super::ply_store::PlyChunks;
use super::scratch::{Scratch, ScratchError, Shelf};

/// For each army the list of its opponents.
pub(super) struct OpponentLists {
    spans: Vec<Span>,
    items: Items,
    /// The armies that items stand for.
    roster: Vec<Id>,
}

impl OpponentLists {
    /// What an army meets, read into a buffer if need be; nothing if it is a later one.
    #[inline]
    pub(super) fn of<'a>(
        &'a self,
        army: Id,
        buffer: &'a mut Buffer,
    ) -> Result<&'a [Item], ScratchError> {
        match self.spans.get(army as usize) {
            Some(&span) if span.length > 0 => self.items.get(span, buffer),
            _ => Ok(&[]),
        }
    }

    /// How many an army meets.
    pub(super) fn count(&self, army: Id) -> u32 {
        self.spans.get(army as usize).map_or(0, |span| span.length)
    }

    pub(super) fn roster(&self) -> &[Id] {
        &self.roster
    }

    /// The armies that meet any other.
    pub(super) fn armies(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.spans.len() as Id).filter(|&army| self.count(army) > 0)
    }

    /// Leaves its items to a file.
    fn evict(&mut self, scratch: &Scratch, name: &str) -> Result<(), ScratchError> {
        if let Items::Memory(items) = &self.items {
            self.items = scratch.shelve(name, |shelf| shelf.add(items))?;
        }
        Ok(())
    }

    /// The memory that it takes.
    fn bytes(&self) -> u64 {
        self.items.bytes() + (self.spans.len() * size_of::<Span>() + self.roster.len() * 4) as u64
    }
}

/// A position in which a pawn can be taken en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Passant {
    /// The army that may take.
    pub(super) next: Id,
    /// The army of the pawn, by its place among those that the other meets.
    pub(super) last: Place,
    /// The file of the pawn.
    pub(super) file: u8,
    /// One, or two for more than one.
    pub(super) ways: u8,
}

/// All positions after a number of plies.
pub(super) struct Layer {
    /// For each army that is to move those that it meets.
    pub(super) by_next: OpponentLists,
    /// The same for each army that has moved; missing if only one more ply follows.
    pub(super) by_last: Option<OpponentLists>,
    /// Those positions in which a pawn can be taken en passant, once more, in order.
    pub(super) passants: Vec<Passant>,
}

impl Layer {
    /// A single position.
    pub(super) fn of_start(next: Id, last: Id, passant_file: Option<u8>) -> Layer {
        let one = |army: Id, other| {
            let mut spans = vec![Span::default(); army as usize + 1];
            spans[army as usize].length = 1;
            let items = Items::Memory(vec![Item::new(0, 1)]);
            OpponentLists { spans, items, roster: vec![other] }
        };
        let passant = passant_file.map(|file| Passant { next, last: 0, file, ways: 1 });
        Layer {
            by_next: one(next, last),
            by_last: Some(one(last, next)),
            passants: passant.into_iter().collect(),
        }
    }

    /// The positions with en passant in which this army is to move.
    pub(super) fn passants_of(&self, next: Id) -> &[Passant] {
        let start = self.passants.partition_point(|passant| passant.next < next);
        let length = self.passants[start..].partition_point(|passant| passant.next == next);
        &self.passants[start..start + length]
    }

    /// Leaves its items to files, as the layer of this ply.
    pub(super) fn evict(&mut self, ply: usize, scratch: &Scratch) -> Result<(), ScratchError> {
        self.by_next.evict(scratch, &format!("ply-{ply}-next"))?;
        match &mut self.by_last {
            Some(by_last) => by_last.evict(scratch, &format!("ply-{ply}-last")),
            None => Ok(()),
        }
    }

    /// The memory that its items take.
    pub(super) fn bytes_of_items(&self) -> u64 {
        let by_last = self.by_last.as_ref().map_or(0, |by_last| by_last.items.bytes());
        self.by_next.items.bytes() + by_last
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let by_last = self.by_last.as_ref().map_or(0, OpponentLists::bytes);
        self.by_next.bytes() + by_last + size_of_val(&self.passants[..]) as u64
    }
}

/// Builds a layer from the chunks of a ply.
pub(super) struct LayerBuilder<'a> {
    /// How many armies there are.
    pub(super) armies: usize,
    pub(super) opponents: &'a Opponents,
    pub(super) chunks: &'a PlyChunks,
    pub(super) retain: Retain,
    /// The bytes that there is room for.
    pub(super) room: u64,
    /// Where the rest goes, and the name of the file.
    pub(super) shelf: Option<(&'a Scratch, String)>,
}

impl LayerBuilder<'_> {
    /// The layer.
    pub(super) fn layer(mut self) -> Result<Layer, ScratchError> {
        let roster = by_popularity(self.chunks);
        let mut places = vec![0; self.armies];
        for (place, &army) in roster.iter().enumerate() {
            places[army as usize] = place as Place;
        }
        let passants = self.passants(&places);
        let by_next = self.by_next(&places, roster)?;
        let by_last = (self.retain == Retain::Layer).then(|| self.by_last()).transpose()?;
        Ok(Layer { by_next, by_last, passants })
    }

    fn passants(&self, places: &[Place]) -> Vec<Passant> {
        let passings = self.chunks.all.iter().flat_map(|chunk| &chunk.passings);
        let passants = passings.map(|&(last, passing)| Passant {
            next: self.opponents.id(passing.opponent),
            last: places[last as usize],
            file: passing.file,
            ways: passing.ways,
        });
        let mut passants: Vec<Passant> = passants.collect();
        passants.sort_unstable();
        passants
    }

    /// In memory if there is room for it, else in a file.
    fn by_next(
        &mut self,
        places: &[Place],
        roster: Vec<Id>,
    ) -> Result<OpponentLists, ScratchError> {
        let mut lengths = vec![0u32; self.armies];
        self.chunks.for_each_pair(|_, item| {
            lengths[self.opponents.id(item.place()) as usize] += 1;
        })?;
        let spans = one_after_the_other(&lengths);
        let items = match &self.shelf {
            Some((scratch, name)) if self.bytes() > self.room => {
                scratch.shelve(name, |shelf| self.write_by_next(places, &spans, shelf))?
            }
            _ => {
                self.room = self.room.saturating_sub(self.bytes());
                Items::Memory(self.pick(places, &spans, 0..self.armies)?)
            }
        };
        Ok(OpponentLists { spans, items, roster })
    }

    /// Writes what armies meet that are to move, as many armies at a time as there is room for.
    fn write_by_next(
        &self,
        places: &[Place],
        spans: &[Span],
        shelf: &mut Shelf,
    ) -> Result<(), ScratchError> {
        let mut start = 0;
        while start < spans.len() {
            let mut left = (self.room / Item::BYTES).max(1);
            let fits = |span: &&Span| {
                let length = u64::from(span.length);
                let fits = length <= left;
                left = left.saturating_sub(length);
                fits
            };
            let count = spans[start..].iter().take_while(fits).count().max(1);
            shelf.add(&self.pick(places, spans, start..start + count)?)?;
            start += count;
        }
        Ok(())
    }

    /// What some of the armies that are to move meet.
    fn pick(
        &self,
        places: &[Place],
        spans: &[Span],
        armies: Range<usize>,
    ) -> Result<Vec<Item>, ScratchError> {
        let origin = spans[armies.start].start;
        let mut next: Vec<usize> =
            spans[armies.clone()].iter().map(|span| (span.start - origin) as usize).collect();
        let total = spans[armies.clone()].iter().map(|span| span.length as usize).sum();
        let mut items = vec![Item::new(0, 1); total];
        self.chunks.for_each_pair(|last, item| {
            let army = self.opponents.id(item.place()) as usize;
            if armies.contains(&army) {
                let place = &mut next[army - armies.start];
                items[*place] = Item::new(places[last as usize], item.ways());
                *place += 1;
            }
        })?;
        Ok(items)
    }

    /// In memory if there is room for it, else where the log has it.
    fn by_last(&self) -> Result<OpponentLists, ScratchError> {
        let roster = self.opponents.ids().to_vec();
        match &self.chunks.log {
            Some(log) if self.bytes() > self.room => {
                Ok(OpponentLists { spans: self.spans_by_last(true), items: log.clone(), roster })
            }
            _ => {
                let mut items = Vec::with_capacity(self.chunks.len() as usize);
                self.chunks.for_each_pair(|_, item| items.push(item))?;
                let items = Items::Memory(items);
                Ok(OpponentLists { spans: self.spans_by_last(false), items, roster })
            }
        }
    }

    /// Where each army that has moved has its items: in the log, or if all follow each other.
    fn spans_by_last(&self, is_in_log: bool) -> Vec<Span> {
        let mut spans = vec![Span::default(); self.armies];
        let mut start = 0;
        for chunk in &self.chunks.all {
            if let Some(logged) = chunk.logged.filter(|_| is_in_log) {
                start = logged.start;
            }
            for &(army, length) in &chunk.heads {
                spans[army as usize] = Span { start, length };
                start += u64::from(length);
            }
        }
        spans
    }

    /// What all items take.
    fn bytes(&self) -> u64 {
        self.chunks.len() * Item::BYTES
    }
}

/// Spans of these lengths without a gap.
fn one_after_the_other(lengths: &[u32]) -> Vec<Span> {
    let spans = lengths.iter().scan(0, |end, &length| {
        let start = *end;
        *end += u64::from(length);
        Some(Span { start, length })
    });
    spans.collect()
}

/// The armies that have moved, those that meet most first.
fn by_popularity(chunks: &PlyChunks) -> Vec<Id> {
    let heads = chunks.all.iter().flat_map(|chunk| chunk.heads.iter().copied());
    let mut heads: Vec<(Id, u32)> = heads.filter(|&(_, length)| length > 0).collect();
    heads.sort_unstable_by_key(|&(army, length)| (Reverse(length), army));
    heads.into_iter().map(|(army, _)| army).collect()
}
