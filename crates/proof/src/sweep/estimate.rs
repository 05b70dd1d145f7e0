//! What a sweep will probably cost, before it starts: positions, files, memory and time.
//!
//! The first plies are counted, since they take milliseconds. The positions of later ones are
//! published, or extrapolated from the growth two plies before, when the same side moved. What
//! goes to files follows from that and from the memory that is allowed, by the rules of `bounds`.

use std::path::Path;
use std::{fs, iter};

use serde::Serialize;
use sole_board::Position;
use sole_storage::free_space;

use super::items::Item;
use super::memory_limit::{GROWTH, least_memory, room_of};
use super::scratch::{ScratchError, Writes};
use super::{PlyOptions, Retain, Sweep};

/// The published numbers of positions from the initial array.
const PUBLISHED: &str = include_str!("../../../../data/chess-counts.csv");

/// Plies are counted until one has more positions than this.
const COUNTED: u64 = 50_000;

/// Bytes of a position in a log: four, and what armies and portions add (4.2 at plies 4 to 6).
const BYTES_IN_LOG: f64 = 4.25;

/// Bytes of a file beside its positions.
const BYTES_OF_FILE: u64 = 600;

/// Bytes of a diagram that is listed, and how many positions there are for each unique diagram
/// (49 at ply 7, 31 at ply 6).
const BYTES_OF_FIND: f64 = 12.0;
const POSITIONS_OF_FIND: f64 = 31.0;

/// Bytes of a position in the log of the last ply, of which only counts are kept.
const BYTES_OF_COUNTS: f64 = 0.01;

/// Memory beside positions grows as this power of their number (0.78 to 0.93 at plies 6 to 8).
const MEMORY_POWER: f64 = 0.85;

/// Memory as a multiple of what is foreseen beside positions: the tables of where positions are
/// take some, too.
const MEMORY_MARGIN: f64 = 1.5;

/// Processor time for a position, as measured at ply 9 (`docs/proof-games.md`).
const SECONDS_OF_POSITION: f64 = 65e-9;

/// A sweep to be estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many plies; of the last one only counts and finds are kept.
    pub plies: usize,
    /// How many threads share the work.
    pub threads: usize,
    /// The bytes of memory that are allowed.
    pub memory: u64,
    /// What is written down.
    pub writes: Writes,
    /// What is listed of the last ply.
    pub finds: Finds,
}

/// What is listed of the last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// Nothing, or few diagrams.
    Few,
    /// Most unique diagrams.
    Most,
}

/// What one ply will probably cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The ply.
    pub ply: usize,
    /// Its positions: counted, published or extrapolated.
    pub positions: u64,
    /// The length of its files.
    pub bytes: u64,
    /// The memory that it needs at least.
    pub memory: u64,
    /// The time that it takes.
    pub seconds: f64,
}

/// What each ply will probably cost.
pub fn estimate(start: &Position, plan: &Plan) -> Vec<Estimate> {
    let forecast = Forecast::new(start, plan);
    let bytes = Disk::new(plan).bytes(&forecast);
    let of_ply = |ply: usize| Estimate {
        ply,
        positions: forecast.positions[ply] as u64,
        bytes: bytes[ply],
        memory: (forecast.fixed[ply] * MEMORY_MARGIN) as u64,
        seconds: forecast.positions[ply] * SECONDS_OF_POSITION / plan.threads.max(1) as f64,
    };
    (1..=plan.plies).map(of_ply).collect()
}

/// Fails if the memory that is allowed, or the disk of a folder, is probably too small. Files
/// that are in the folder already are used again.
///
/// # Errors
/// [`ScratchError::Memory`] or [`ScratchError::NoRoom`].
pub fn check_room(folder: &Path, memory: u64, plies: &[Estimate]) -> Result<(), ScratchError> {
    let needs = plies.iter().map(|ply| ply.memory).max().unwrap_or(0);
    if needs > memory {
        return Err(ScratchError::Memory { needs });
    }
    let bytes = plies.iter().fold(0u64, |sum, ply| sum.saturating_add(ply.bytes));
    let need = bytes.saturating_sub(bytes_in(folder));
    match free_space(folder) {
        Some(free) if free < need => {
            Err(ScratchError::NoRoom { path: folder.to_owned(), need, free })
        }
        _ => Ok(()),
    }
}

/// The bytes of the files in a folder; none if it cannot be read.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|file| file.len()).sum()
}

/// The expected positions of each ply from 0, and the memory that it needs beside them.
struct Forecast {
    positions: Vec<f64>,
    fixed: Vec<f64>,
}

impl Forecast {
    fn new(start: &Position, plan: &Plan) -> Forecast {
        let mut forecast = Forecast { positions: vec![1.0], fixed: vec![0.0] };
        forecast.count(start, plan);
        for ply in forecast.positions.len()..=plan.plies {
            forecast.positions.push(match published(start, ply) {
                Some(positions) => positions,
                None => forecast.extrapolated(ply),
            });
        }
        for ply in forecast.fixed.len()..=plan.plies {
            let like = ply.saturating_sub(2);
            let growth = forecast.positions[ply] / forecast.positions[like].max(1.0);
            forecast.fixed.push(forecast.fixed[like] * growth.powf(MEMORY_POWER));
        }
        forecast
    }

    /// Counts plies until one is large, and looks at the memory of the one after it.
    fn count(&mut self, start: &Position, plan: &Plan) {
        let mut sweep = Sweep::new(start);
        for ply in 1..=plan.plies {
            let is_large = self.positions[ply - 1] > COUNTED as f64;
            let Ok(fixed) = sweep.forecast_memory(plan.threads) else { return };
            self.fixed.push(fixed as f64);
            if is_large {
                return;
            }
            let Ok(outcome) = sweep.advance(&PlyOptions::default()) else { return };
            self.positions.push(outcome.counts.positions as f64);
        }
    }

    /// The growth of a ply falls from one move of a side to its next, the less the later.
    fn extrapolated(&self, ply: usize) -> f64 {
        let growth = |ply: usize| self.positions[ply] / self.positions[ply - 1].max(1.0);
        let before = self.positions[ply - 1];
        let Some(like) = ply.checked_sub(2).filter(|&like| like >= 1) else { return before };
        let fall = match like.checked_sub(2).filter(|&earlier| earlier >= 1) {
            Some(earlier) => (growth(like) / growth(earlier)).clamp(0.1, 1.0).sqrt(),
            None => 1.0,
        };
        before * growth(like) * fall
    }
}

/// The published number of positions of a ply from the initial array.
fn published(start: &Position, ply: usize) -> Option<f64> {
    const POSITIONS: usize = 4;
    let rows = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    let mut rows = rows.map(|line| line.split(',').collect::<Vec<_>>());
    let row = rows.find(|row| row[0].parse() == Ok(ply) && start == &Position::initial())?;
    row.get(POSITIONS)?.parse().ok()
}

/// What goes to files while memory is kept to a bound.
struct Disk {
    plan: Plan,
    /// The bytes of each layer that are in memory: by the next army, and by the last.
    layers: Vec<[u64; 2]>,
    /// The bytes of each ply that are in files.
    files: Vec<u64>,
}

impl Disk {
    fn new(plan: &Plan) -> Disk {
        Disk { plan: *plan, layers: vec![[0; 2]], files: vec![0; plan.plies + 1] }
    }

    /// The length of the files of each ply from 0.
    fn bytes(mut self, forecast: &Forecast) -> Vec<u64> {
        for (ply, (&positions, &fixed)) in
            iter::zip(&forecast.positions, &forecast.fixed).enumerate().skip(1)
        {
            let fixed = (fixed * MEMORY_MARGIN) as u64;
            let memory = self.plan.memory;
            self.evict_until(|layers| memory >= least_memory(fixed.saturating_add(layers)));
            match self.plan.plies.saturating_sub(ply) {
                0 => self.add_last(ply, positions),
                1 => self.add_layer(ply, positions, fixed, Retain::LastLayer),
                _ => self.add_layer(ply, positions, fixed, Retain::Layer),
            }
        }
        self.files
    }

    fn add_last(&mut self, ply: usize, positions: f64) {
        if self.plan.writes == Writes::Everything {
            let finds = match self.plan.finds {
                Finds::Few => 0.0,
                Finds::Most => BYTES_OF_FIND / POSITIONS_OF_FIND,
            };
            self.files[ply] += BYTES_OF_FILE + (positions * (BYTES_OF_COUNTS + finds)) as u64;
        }
    }

    fn add_layer(&mut self, ply: usize, positions: f64, fixed: u64, retain: Retain) {
        let memory = self.plan.memory;
        let room = room_of(memory, fixed.saturating_add(self.in_memory()));
        let share = room / retain.copies();
        let items = (positions * Item::BYTES as f64) as u64;
        if self.plan.writes == Writes::Everything || items > share {
            self.files[ply] += BYTES_OF_FILE + (positions * BYTES_IN_LOG) as u64;
        }
        let mut left = room - share;
        let mut by_next = 0;
        if items > left {
            self.files[ply] += items;
        } else {
            (by_next, left) = (items, left - items);
        }
        let by_last = if retain == Retain::Layer && items <= left { items } else { 0 };
        self.layers.push([by_next, by_last]);
        self.evict_until(|layers| memory >= layers.saturating_add(fixed.saturating_mul(GROWTH)));
    }

    fn in_memory(&self) -> u64 {
        self.layers.iter().flatten().sum()
    }

    /// Puts the largest layers into files until those in memory are small enough.
    fn evict_until(&mut self, is_enough: impl Fn(u64) -> bool) {
        while !is_enough(self.in_memory()) {
            let layers = self.layers.iter_mut().enumerate();
            let largest = layers.max_by_key(|(_, layer)| layer.iter().sum::<u64>());
            match largest.map(|(ply, layer)| (ply, std::mem::take(layer))) {
                Some((ply, layer)) if layer != [0; 2] => {
                    self.files[ply] += layer.iter().sum::<u64>();
                }
                _ => return,
            }
        }
    }
}
