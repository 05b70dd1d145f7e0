//! A cache of solved slices, for slices that are being solved.

use crate::dependencies::Exit;
use crate::file::Metric;
use crate::section::Section;
use crate::slice::Slice;
use crate::solve::Solved;
use crate::tables::{ProbeError, Tables};
use rayon::prelude::*;
use sole_board::Color;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Sections from the tables, the latest ones kept in memory.
pub(crate) struct SolvedSlices<'a> {
    tables: &'a Tables,
    metric: Metric,
    sections: HashMap<Exit, Kept>,
    bytes: u64,
    capacity: u64,
    /// How many sections have come in.
    arrivals: u64,
}

struct Kept {
    section: Arc<Section>,
    arrival: u64,
}

impl<'a> SolvedSlices<'a> {
    /// Keeping more would save little: reading takes a small part of the time that solving takes.
    const ENOUGH: u64 = 256 << 20;

    pub(crate) fn new(tables: &'a Tables, metric: Metric) -> SolvedSlices<'a> {
        SolvedSlices {
            tables,
            metric,
            sections: HashMap::new(),
            bytes: 0,
            capacity: 0,
            arrivals: 0,
        }
    }

    /// Loads the sections that are going to be read, and evicts others if there is no room.
    pub(crate) fn prepare(
        &mut self,
        reads: &BTreeSet<Exit>,
        capacity: u64,
    ) -> Result<(), ProbeError> {
        self.capacity = capacity.min(SolvedSlices::ENOUGH);
        let is_missing = |title: &&Exit| !title.0.is_bare() && !self.sections.contains_key(title);
        let missing: Vec<Exit> = reads.iter().filter(is_missing).copied().collect();
        let to_come: u64 = missing.iter().map(|(slice, _)| Section::bytes(slice)).sum();
        self.evict(reads, to_come);
        let read = |&(slice, turn): &Exit| self.tables.section(&slice, turn, self.metric);
        let sections = missing.par_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for (title, section) in missing.into_iter().zip(sections) {
            self.put(title, section);
        }
        Ok(())
    }

    /// Keeps what was just solved, if there is room.
    pub(crate) fn keep(&mut self, slice: &Slice, sections: [Section; 2]) {
        for (turn, section) in Color::ALL.into_iter().zip(sections) {
            if self.bytes + section.values.len() as u64 <= self.capacity {
                self.put((*slice, turn), section);
            }
        }
    }

    /// Evicts the oldest sections that are not going to be read, until there is room for `to_come`
    /// bytes.
    fn evict(&mut self, reads: &BTreeSet<Exit>, to_come: u64) {
        let idle = self.sections.iter().filter(|(title, _)| !reads.contains(title));
        let mut idle: Vec<(u64, Exit)> = idle.map(|(title, kept)| (kept.arrival, *title)).collect();
        idle.sort_unstable();
        for (_, title) in idle {
            if self.bytes + to_come <= self.capacity {
                break;
            }
            let gone = self.sections.remove(&title).expect("it was here");
            self.bytes -= gone.section.values.len() as u64;
        }
    }

    fn put(&mut self, title: Exit, section: Section) {
        self.bytes += section.values.len() as u64;
        self.arrivals += 1;
        self.sections.insert(title, Kept { section: section.into(), arrival: self.arrivals });
    }
}

impl Solved for SolvedSlices<'_> {
    fn section(&self, slice: &Slice, turn: Color) -> Arc<Section> {
        if slice.is_bare() {
            return Section::bare(slice);
        }
        let kept = self.sections.get(&(*slice, turn));
        Arc::clone(&kept.expect("what is read was made ready").section)
    }
}
