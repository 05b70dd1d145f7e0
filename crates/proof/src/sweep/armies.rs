//! CountEvery army met so far, by number.
//!
//! An army is compared whole when it is looked up, so equal numbers are equal
//! armies and a pair of numbers is a position, exactly.

use super::army::Army;
use super::items::Item;

/// The number of an army.
pub(super) type Id = u32;

const VACANT: Id = Id::MAX;

/// Armies by number and numbers by army.
pub(super) struct Armies {
    armies: Vec<Army>,
    /// The number of the same men without castling rights: the half of a diagram.
    bare: Vec<Id>,
    /// The next army with the same men, round and round.
    sibling: Vec<Id>,
    /// A hash table of numbers.
    slots: Vec<Id>,
}

impl Armies {
    pub(super) fn new() -> Armies {
        let slots = vec![VACANT; 1 << 12];
        Armies { armies: Vec::new(), bare: Vec::new(), sibling: Vec::new(), slots }
    }

    pub(super) fn len(&self) -> usize {
        self.armies.len()
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        let each = size_of::<Army>() + 2 * size_of::<Id>();
        (self.armies.len() * each + size_of_val(&self.slots[..])) as u64
    }

    pub(super) fn get(&self, id: Id) -> Army {
        self.armies[id as usize]
    }

    /// The number of an army, a new one if it was not met before.
    pub(super) fn number(&mut self, army: Army) -> Id {
        let slot = self.slot(army);
        if self.slots[slot] != VACANT {
            return self.slots[slot];
        }
        let id = self.armies.len() as Id;
        assert!(id < Item::MOST, "an item has room for the number of an army");
        self.slots[slot] = id;
        self.armies.push(army);
        self.bare.push(id);
        self.sibling.push(id);
        if self.armies.len() * 2 > self.slots.len() {
            self.grow();
        }
        if army.bare() != army {
            let bare = self.number(army.bare());
            self.bare[id as usize] = bare;
            self.sibling.swap(id as usize, bare as usize);
        }
        id
    }

    /// The number of an army, if it was met before.
    pub(super) fn find(&self, army: Army) -> Option<Id> {
        Some(self.slots[self.slot(army)]).filter(|&id| id != VACANT)
    }

    /// The number of the same men without castling rights.
    #[inline(always)]
    pub(super) fn bare(&self, id: Id) -> Id {
        self.bare[id as usize]
    }

    /// All armies with the same men as this one, itself first.
    pub(super) fn family(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let next = |&id: &Id| Some(self.sibling[id as usize]);
        let others = std::iter::successors(next(&id), next);
        std::iter::once(id).chain(others.take_while(move |&other| other != id))
    }

    /// Where an army stands in `slots`, or would.
    fn slot(&self, army: Army) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = army.hash() as usize & mask;
        while self.slots[slot] != VACANT && self.armies[self.slots[slot] as usize] != army {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![VACANT; self.slots.len() * 2];
        for id in 0..self.armies.len() {
            let slot = self.slot(self.armies[id]);
            self.slots[slot] = id as Id;
        }
    }
}
