//! The harvests of a ply, in memory as long as there is room, and in a log.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::armies::Id;
use super::harvest::Harvest;
use super::items::{Buffer, Item, Items};
use super::log::Log;
use super::scratch::{Scratch, ScratchError};
use super::verify::Verifier;

/// The harvests of a ply while they are brought in.
pub(super) struct Barn<'a> {
    scratch: Option<&'a Scratch>,
    label: Label,
    verifier: Verifier<'a>,
    /// The bytes that items may take in memory.
    room: u64,
    state: Mutex<State>,
}

/// The name of the log of a ply, and its title, which says all that it depends on.
pub(super) struct Label {
    pub(super) name: String,
    pub(super) title: String,
}

struct State {
    harvests: Vec<Option<Harvest>>,
    log: Option<Log>,
    /// The bytes that items take in memory.
    bytes: u64,
}

/// The harvests of a ply in the order of its portions.
pub(super) struct Harvests {
    pub(super) all: Vec<Harvest>,
    /// Where those items are that are not in memory.
    pub(super) log: Option<Items>,
}

impl<'a> Barn<'a> {
    /// For all portions; those that an earlier run has written down are there already.
    pub(super) fn open(
        scratch: Option<&'a Scratch>,
        label: Label,
        verifier: Verifier<'a>,
        room: u64,
    ) -> Result<Barn<'a>, ScratchError> {
        let harvests = (0..verifier.portions()).map(|_| None).collect();
        let state = Mutex::new(State { harvests, log: None, bytes: 0 });
        let barn = Barn { scratch, label, verifier, room, state };
        if let Some(scratch) = scratch.filter(|scratch| scratch.is_eager(&barn.label.name)) {
            barn.begin_log(scratch, &mut barn.state())?;
        }
        Ok(barn)
    }

    /// Whether a portion is there.
    pub(super) fn has(&self, portion: usize) -> bool {
        self.state().harvests[portion].is_some()
    }

    /// Takes in a portion.
    pub(super) fn bring(&self, portion: usize, harvest: Harvest) -> Result<(), ScratchError> {
        let mut state = self.state();
        state.bytes += harvest.bytes();
        state.harvests[portion] = Some(harvest);
        state.write(portion)?;
        match self.scratch {
            Some(scratch) if state.bytes > self.room => self.clear(scratch, &mut state),
            _ => Ok(()),
        }
    }

    /// All portions, when they are there.
    pub(super) fn close(self) -> Harvests {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let all = state.harvests.into_iter();
        let all = all.map(|harvest| harvest.expect("every portion was brought in")).collect();
        let log =
            state.log.map(|log| Items::File { path: log.path().to_owned(), file: log.file() });
        Harvests { all, log }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what is in the log, and writes down what is here.
    ///
    /// # Errors
    /// [`ScratchError::Damaged`] if a portion of the log is impossible, though its checksum is
    /// right, or if the log cannot be read or written.
    fn begin_log(&self, scratch: &Scratch, state: &mut State) -> Result<(), ScratchError> {
        let Label { name, title } = &self.label;
        let mut is_possible = true;
        let log = scratch.log(name, title, |portion, words, start| {
            let place = state.harvests.get_mut(portion);
            is_possible &= place.is_some();
            if let Some(place) = place.filter(|place| place.is_none()) {
                *place = self.verifier.read(portion, &words, start);
                is_possible &= place.is_some();
            }
        })?;
        if !is_possible {
            return Err(ScratchError::Damaged { path: log.path().to_owned() });
        }
        state.log = Some(log);
        (0..state.harvests.len()).try_for_each(|portion| state.write(portion))
    }

    /// Leaves the items of all portions to the log, which is begun if there is none.
    fn clear(&self, scratch: &Scratch, state: &mut State) -> Result<(), ScratchError> {
        if state.log.is_none() {
            self.begin_log(scratch, state)?;
        }
        state.harvests.iter_mut().flatten().for_each(Harvest::leave_to_log);
        state.bytes = 0;
        Ok(())
    }
}

impl State {
    /// Writes down a portion that is here, if there is a log and it is not in it.
    fn write(&mut self, portion: usize) -> Result<(), ScratchError> {
        let harvest = self.harvests[portion].as_mut().filter(|harvest| harvest.logged.is_none());
        if let (Some(harvest), Some(log)) = (harvest, &mut self.log) {
            let words = harvest.words();
            harvest.set_logged(words.len(), log.append(portion, &words)?);
        }
        Ok(())
    }
}

impl Harvests {
    /// How many items there are.
    pub(super) fn len(&self) -> u64 {
        self.all.iter().map(Harvest::len).sum()
    }

    /// Shows each army that has moved with each opponent that it meets, always in the same
    /// order.
    pub(super) fn for_each_pair(
        &self,
        mut visit: impl FnMut(Id, Item),
    ) -> Result<(), ScratchError> {
        let mut buffer = Buffer::default();
        let log = self.log.as_ref();
        let mut all = self.all.iter();
        all.try_for_each(|harvest| harvest.for_each_pair(log, &mut buffer, &mut visit))
    }
}
