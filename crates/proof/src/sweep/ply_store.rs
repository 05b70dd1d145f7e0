//! The computed chunks of a ply: in memory while there is room, otherwise in a log file.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::armies::Id;
use super::items::{Buffer, Item, Items};
use super::log::Log;
use super::ply_chunk::PlyChunk;
use super::scratch::{Scratch, ScratchError};
use super::verify::Verifier;

/// Collects the chunks of a ply while they are computed.
pub(super) struct PlyStore<'a> {
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
    chunks: Vec<Option<PlyChunk>>,
    log: Option<Log>,
    /// The bytes that items take in memory.
    bytes: u64,
}

/// All chunks of a ply, in the order of its portions.
pub(super) struct PlyChunks {
    pub(super) all: Vec<PlyChunk>,
    /// Where those items are that are not in memory.
    pub(super) log: Option<Items>,
}

impl<'a> PlyStore<'a> {
    /// A store for all portions. It already contains those that an earlier run has logged.
    pub(super) fn open(
        scratch: Option<&'a Scratch>,
        label: Label,
        verifier: Verifier<'a>,
        room: u64,
    ) -> Result<PlyStore<'a>, ScratchError> {
        let chunks = (0..verifier.portions()).map(|_| None).collect();
        let state = Mutex::new(State { chunks, log: None, bytes: 0 });
        let store = PlyStore { scratch, label, verifier, room, state };
        if let Some(scratch) = scratch.filter(|scratch| scratch.is_eager(&store.label.name)) {
            store.begin_log(scratch, &mut store.state())?;
        }
        Ok(store)
    }

    /// Whether the chunk of a portion is there.
    pub(super) fn contains(&self, portion: usize) -> bool {
        self.state().chunks[portion].is_some()
    }

    /// Adds the chunk of a portion.
    pub(super) fn insert(&self, portion: usize, chunk: PlyChunk) -> Result<(), ScratchError> {
        let mut state = self.state();
        state.bytes += chunk.bytes();
        state.chunks[portion] = Some(chunk);
        state.write(portion)?;
        match self.scratch {
            Some(scratch) if state.bytes > self.room => self.spill(scratch, &mut state),
            _ => Ok(()),
        }
    }

    /// All chunks, once they are complete.
    pub(super) fn finish(self) -> PlyChunks {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let all = state.chunks.into_iter();
        let all = all.map(|chunk| chunk.expect("every portion was brought in")).collect();
        let log =
            state.log.map(|log| Items::File { path: log.path().to_owned(), file: log.file() });
        PlyChunks { all, log }
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
            let place = state.chunks.get_mut(portion);
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
        (0..state.chunks.len()).try_for_each(|portion| state.write(portion))
    }

    /// Drops the items of all portions from memory; the log has them. Creates the log if there is
    /// none.
    fn spill(&self, scratch: &Scratch, state: &mut State) -> Result<(), ScratchError> {
        if state.log.is_none() {
            self.begin_log(scratch, state)?;
        }
        state.chunks.iter_mut().flatten().for_each(PlyChunk::leave_to_log);
        state.bytes = 0;
        Ok(())
    }
}

impl State {
    /// Writes down a portion that is here, if there is a log and it is not in it.
    fn write(&mut self, portion: usize) -> Result<(), ScratchError> {
        let chunk = self.chunks[portion].as_mut().filter(|chunk| chunk.logged.is_none());
        if let (Some(chunk), Some(log)) = (chunk, &mut self.log) {
            let words = chunk.words();
            chunk.set_logged(words.len(), log.append(portion, &words)?);
        }
        Ok(())
    }
}

impl PlyChunks {
    /// How many items there are.
    pub(super) fn len(&self) -> u64 {
        self.all.iter().map(PlyChunk::len).sum()
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
        all.try_for_each(|chunk| chunk.for_each_pair(log, &mut buffer, &mut visit))
    }
}
