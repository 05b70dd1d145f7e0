//! Solved slices at hand while others are being solved.

use crate::file::Metric;
use crate::section::Section;
use crate::slice::Slice;
use crate::solve::Solved;
use crate::tables::{ProbeError, Tables};
use sole_board::Color;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Sections from the tables, the latest ones kept in memory.
pub(crate) struct Library<'a> {
    tables: &'a Tables,
    metric: Metric,
    shelf: Mutex<Shelf>,
}

type Title = (Slice, Color);

/// Sections in memory, the oldest first to go.
struct Shelf {
    sections: HashMap<Title, Arc<Section>>,
    order: VecDeque<Title>,
    bytes: u64,
    capacity: u64,
}

impl<'a> Library<'a> {
    pub(crate) fn new(tables: &'a Tables, metric: Metric, capacity: u64) -> Library<'a> {
        let shelf = Shelf { sections: HashMap::new(), order: VecDeque::new(), bytes: 0, capacity };
        Library { tables, metric, shelf: Mutex::new(shelf) }
    }

    /// Keeps what was just solved, as far as there is room.
    pub(crate) fn keep(&self, slice: &Slice, sections: [Section; 2]) {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        for (turn, section) in Color::ALL.into_iter().zip(sections) {
            shelf.put((*slice, turn), Arc::new(section));
        }
    }
}

impl Solved for Library<'_> {
    type Error = ProbeError;

    fn section(&self, slice: &Slice, turn: Color) -> Result<Arc<Section>, ProbeError> {
        if slice.is_bare() {
            return Ok(Section::bare(slice));
        }
        let title = (*slice, turn);
        let at_hand =
            self.shelf.lock().unwrap_or_else(PoisonError::into_inner).sections.get(&title).cloned();
        if let Some(section) = at_hand {
            return Ok(section);
        }
        let section = Arc::new(self.tables.section(slice, turn, self.metric)?);
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.put(title, Arc::clone(&section));
        Ok(section)
    }
}

impl Shelf {
    fn put(&mut self, title: Title, section: Arc<Section>) {
        let bytes = section.values.len() as u64;
        while self.bytes + bytes > self.capacity {
            let Some(oldest) = self.order.pop_front() else { return };
            if let Some(gone) = self.sections.remove(&oldest) {
                self.bytes -= gone.values.len() as u64;
            }
        }
        if self.sections.insert(title, section).is_none() {
            self.order.push_back(title);
            self.bytes += bytes;
        }
    }
}
