//! All positions after a number of plies, as pairs of armies.

use std::cmp::Reverse;

use super::Keep;
use super::armies::Id;
use super::opponents::{Opponents, Place};
use super::ply::Harvest;

/// The place of an army, and whether more than one game leads to the position that it is
/// half of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item(u32);

impl Item {
    /// No place is so high.
    pub(super) const MOST: u32 = 1 << 31;

    #[inline(always)]
    pub(super) fn new(place: Place, ways: u8) -> Item {
        Item(place | if ways > 1 { Item::MOST } else { 0 })
    }

    #[inline(always)]
    pub(super) fn place(self) -> Place {
        self.0 & !Item::MOST
    }

    /// One, or two for more than one.
    #[inline(always)]
    pub(super) fn ways(self) -> u8 {
        1 + (self.0 >> 31) as u8
    }
}

/// For each army those that it meets.
#[derive(Default)]
pub(super) struct Meetings {
    first: Vec<usize>,
    items: Vec<Item>,
    /// The armies that items stand for.
    roster: Vec<Id>,
}

impl Meetings {
    /// From pairs of an army and an item, which `pairs` shows in the same order each time;
    /// the armies have numbers below `armies`, and items are places in `roster`.
    pub(super) fn gather<I: Iterator<Item = (Id, Item)>>(
        armies: usize,
        roster: Vec<Id>,
        pairs: impl Fn() -> I,
    ) -> Meetings {
        let mut first = vec![0usize; armies + 1];
        pairs().for_each(|(army, _)| first[army as usize + 1] += 1);
        for army in 0..armies {
            first[army + 1] += first[army];
        }
        let mut items = vec![Item(0); first[armies]];
        let mut next = first.clone();
        pairs().for_each(|(army, item)| {
            let place = &mut next[army as usize];
            items[*place] = item;
            *place += 1;
        });
        Meetings { first, items, roster }
    }

    /// What an army meets; nothing if it is a later one.
    #[inline]
    pub(super) fn of(&self, army: Id) -> &[Item] {
        match self.first.get(army as usize..army as usize + 2) {
            Some(&[start, end]) => &self.items[start..end],
            _ => &[],
        }
    }

    pub(super) fn roster(&self) -> &[Id] {
        &self.roster
    }

    /// The armies that meet any other.
    pub(super) fn armies(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.first.len().saturating_sub(1) as Id).filter(|&army| !self.of(army).is_empty())
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
#[derive(Default)]
pub(super) struct Layer {
    /// For each army that is to move those that it meets.
    pub(super) by_next: Meetings,
    /// The same for each army that has moved; missing if only one more ply follows.
    pub(super) by_last: Option<Meetings>,
    /// Those positions in which a pawn can be taken en passant, once more, in order.
    pub(super) passants: Vec<Passant>,
}

impl Layer {
    /// A single position.
    pub(super) fn of_start(next: Id, last: Id, passant_file: Option<u8>) -> Layer {
        let armies = next.max(last) as usize + 1;
        let one = |army, other| {
            Meetings::gather(armies, vec![other], || std::iter::once((army, Item::new(0, 1))))
        };
        let passant = passant_file.map(|file| Passant { next, last: 0, file, ways: 1 });
        Layer {
            by_next: one(next, last),
            by_last: Some(one(last, next)),
            passants: passant.into_iter().collect(),
        }
    }

    /// What was brought in from a ply against these opponents.
    pub(super) fn new(
        armies: usize,
        opponents: &Opponents,
        harvests: &[Harvest],
        keep: Keep,
    ) -> Layer {
        let roster = by_popularity(harvests);
        let mut places = vec![0; armies];
        for (place, &army) in roster.iter().enumerate() {
            places[army as usize] = place as Place;
        }
        let by_next = Meetings::gather(armies, roster, || {
            harvests.iter().flat_map(Harvest::pairs).map(|(last, item)| {
                let last = Item::new(places[last as usize], item.ways());
                (opponents.id(item.place()), last)
            })
        });
        let by_last = (keep == Keep::Layer).then(|| {
            let roster = opponents.ids().to_vec();
            Meetings::gather(armies, roster, || harvests.iter().flat_map(Harvest::pairs))
        });
        let passants = harvests.iter().flat_map(|harvest| &harvest.passings).map(|passing| {
            let &(last, passing) = passing;
            Passant {
                next: opponents.id(passing.opponent),
                last: places[last as usize],
                file: passing.file,
                ways: passing.ways,
            }
        });
        let mut passants: Vec<Passant> = passants.collect();
        passants.sort_unstable();
        Layer { by_next, by_last, passants }
    }

    /// The positions with en passant in which this army is to move.
    pub(super) fn passants_of(&self, next: Id) -> &[Passant] {
        let start = self.passants.partition_point(|passant| passant.next < next);
        let length = self.passants[start..].partition_point(|passant| passant.next == next);
        &self.passants[start..start + length]
    }
}

/// The armies that have moved, those that meet most first.
fn by_popularity(harvests: &[Harvest]) -> Vec<Id> {
    let heads = harvests.iter().flat_map(|harvest| harvest.heads.iter().copied());
    let mut heads: Vec<(Id, u32)> = heads.filter(|&(_, length)| length > 0).collect();
    heads.sort_unstable_by_key(|&(army, length)| (Reverse(length), army));
    heads.into_iter().map(|(army, _)| army).collect()
}
