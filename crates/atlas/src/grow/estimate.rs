//! What growing will cost, before anything is done.

use super::Settings;
use super::bound::most_positions;
use crate::Key;
use crate::error::AtlasError;
use crate::published::Published;
use crate::store::{Atlas, Manifest};
use sole_storage::free_space;
use std::collections::BTreeSet;

/// What a layer will probably cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The plies.
    pub ply: u32,
    /// Its positions: published, counted, or guessed from the edges.
    pub positions: u64,
    /// The edges that lead to it: counted, or guessed from the layers before.
    pub edges: u64,
    /// The games that lead to one of its positions on average, guessed.
    pub games: f64,
    /// The length of its files.
    pub bytes: u64,
    /// The length of the run files that are there while it is made.
    pub spill: u64,
    /// The time it takes.
    pub seconds: f64,
}

/// Bytes of a position in layers from the starting position with at most this number of positions, as measured at
/// layers 5 to 8 (`docs/atlas.md`): the more there are, the less neighbours have in common.
const BYTES_OF_POSITION: [(u64, f64); 4] =
    [(1_000_000, 1.0), (10_000_000, 1.41), (100_000_000, 2.27), (1_000_000_000, 2.96)];
/// What ten times as many positions add to that beyond, supposed.
const BYTES_OF_TENFOLD: f64 = 0.7;
/// Bytes of a position from other starts: from 2.8 with all men to 8.7 with a queen against a
/// king, whose positions have numbers of games like no other.
const BYTES_FROM_ELSEWHERE: f64 = 5.0;
/// Bytes of an edge in run files as a part of those of a position: 1.05 of 1.41 at layer 6.
const SPILLED_PART: f64 = 0.75;
/// What a disk must have beyond what was measured.
const MARGIN: f64 = 1.25;
/// What a file has beside its rows.
const BYTES_OF_FILE: f64 = 2000.0;
/// As measured at layer 8 on the slower of two hosts (`docs/atlas.md`).
const SECONDS_OF_EDGE: f64 = 218e-9;
/// The least number of edges to one position in a guess.
const EDGES_OF_POSITION: u64 = 2;

/// The probable cost of the missing layers up to `plies` plies.
///
/// A layer whose manifest is damaged is missing.
///
/// # Errors
/// Whatever else is wrong with a manifest.
pub fn estimate(
    atlas: &Atlas,
    plies: u32,
    settings: Settings,
) -> Result<Vec<Estimate>, AtlasError> {
    let mut forecast = Forecast::new(atlas);
    let mut estimates = Vec::new();
    for ply in 0..=plies {
        let edges = forecast.edges();
        let layer = match atlas.manifest(ply) {
            Err(error) if error.is_damaged_manifest() => None,
            other => other?.filter(|layer| layer.complete),
        };
        let size = forecast.add(layer.as_ref());
        if layer.is_none() {
            let size = Size { edges, ..size };
            let estimate = Estimate::new(atlas, ply, size, settings);
            let games = forecast.games / size.positions.max(1) as f64;
            estimates.push(Estimate { games, ..estimate });
        }
    }
    Ok(estimates)
}

/// Fails if the disk has not the room that the layers will probably take.
///
/// # Errors
/// [`AtlasError::NoRoom`].
pub fn check_disk_space(atlas: &Atlas, missing: &[Estimate]) -> Result<(), AtlasError> {
    let (mut need, mut kept) = (0u64, 0u64);
    for estimate in missing {
        kept = kept.saturating_add(estimate.bytes);
        need = need.max(kept.saturating_add(estimate.spill));
    }
    let there = missing.first().map_or(0, |first| atlas.bytes_begun(first.ply));
    let need = need.saturating_sub(there);
    match free_space(atlas.folder()) {
        Some(free) if free < need => {
            Err(AtlasError::NoRoom { path: atlas.folder().to_owned(), need, free })
        }
        _ => Ok(()),
    }
}

/// The position that most games lead to has some ten times as many as there are on average.
const MOST_OF_AVERAGE: f64 = 10.0;

impl Estimate {
    /// Whether more games will probably lead to a position than a layer can hold, so that growing
    /// stops there.
    pub fn has_too_many_games(&self) -> bool {
        self.games * MOST_OF_AVERAGE > i64::MAX as f64
    }

    /// The cost of a layer with these numbers of positions and edges.
    fn new(atlas: &Atlas, ply: u32, size: Size, settings: Settings) -> Estimate {
        let Size { positions, edges } = size;
        let spills = !super::expand::fits_in_memory(edges, settings);
        let each = bytes_of_position(atlas, positions) * MARGIN;
        let file = if positions == 0 { 0.0 } else { BYTES_OF_FILE };
        // Beyond what a number holds the conversion stays there.
        Estimate {
            ply,
            positions,
            edges,
            games: 0.0,
            bytes: (file + positions as f64 * each) as u64,
            spill: if spills { (edges as f64 * each * SPILLED_PART) as u64 } else { 0 },
            seconds: edges as f64 * SECONDS_OF_EDGE / settings.threads.max(1) as f64,
        }
    }
}

fn bytes_of_position(atlas: &Atlas, positions: u64) -> f64 {
    if !atlas.is_from_array() {
        return BYTES_FROM_ELSEWHERE;
    }
    let measured = BYTES_OF_POSITION.iter().find(|(most, _)| positions <= *most);
    let [.., (most, last)] = BYTES_OF_POSITION;
    let beyond = || last + BYTES_OF_TENFOLD * (positions as f64 / most as f64).log10();
    measured.map_or_else(beyond, |&(_, bytes)| bytes)
}

/// Positions of a layer, and edges from it or to it.
#[derive(Clone, Copy, Debug)]
struct Size {
    positions: u64,
    edges: u64,
}

impl Size {
    fn of(layer: &Manifest) -> Size {
        let tallies = layer.tallies();
        Size { positions: tallies.all.positions, edges: tallies.edges }
    }
}

/// What is known of layers, and guessed of those that follow.
struct Forecast<'a> {
    atlas: &'a Atlas,
    /// The first layers, counted.
    first: Vec<Size>,
    /// All layers so far.
    sizes: Vec<Size>,
    /// The games of the last of them, about.
    games: f64,
    /// How many edges lead to one position: at the last layer of even plies for which that
    /// is known, and at the last of odd plies.
    edges_of_position: [f64; 2],
    /// The most positions that a layer can have.
    most: u64,
}

impl<'a> Forecast<'a> {
    fn new(atlas: &'a Atlas) -> Forecast<'a> {
        let first = first_layers(atlas);
        let edges_of_position = [EDGES_OF_POSITION as f64; 2];
        let most = most_positions(atlas.start());
        Forecast { atlas, first, sizes: Vec::new(), games: 1.0, edges_of_position, most }
    }

    /// The edges to the next layer.
    fn edges(&self) -> u64 {
        self.sizes.last().map_or(0, |last| last.edges)
    }

    /// Takes a layer for what it is, or for what it will be.
    fn add(&mut self, layer: Option<&Manifest>) -> Size {
        let ply = self.sizes.len();
        let known = layer.map(Size::of).or_else(|| self.first.get(ply).copied());
        if let Some(size) = known.filter(|size| size.positions > 0) {
            let ratio = self.edges() as f64 / size.positions as f64;
            self.edges_of_position[ply % 2] = ratio.max(EDGES_OF_POSITION as f64);
        }
        let size = known.unwrap_or_else(|| self.guess(ply));
        let counted = layer.map(|layer| layer.tallies().all.games as f64);
        // As if all games had as many moves as a position has on average.
        let moves =
            self.sizes.last().map_or(1.0, |last| last.edges as f64 / last.positions.max(1) as f64);
        self.games = counted.unwrap_or(self.games * moves);
        self.sizes.push(size);
        size
    }

    fn guess(&self, ply: usize) -> Size {
        let edges = self.edges();
        let positions = (edges as f64 / self.edges_of_position[ply % 2]) as u64;
        let positions = positions.max(1).min(edges).min(self.most);
        let published = Published::at(ply as u32).filter(|_| self.atlas.is_from_array());
        let positions = published.map_or(positions, |published| published.positions);
        // The side to move has about as many moves as it had two plies before.
        let like = self.sizes[ply - 2.min(ply)];
        let moves = like.edges.div_ceil(like.positions.max(1));
        Size { positions, edges: positions.saturating_mul(moves) }
    }
}

/// The first layers of an atlas, by a search in memory that ends early even where layers stay
/// small for ever.
fn first_layers(atlas: &Atlas) -> Vec<Size> {
    const ENOUGH: usize = 1000;
    const MOST_LAYERS: usize = 64;
    let mut sizes = Vec::new();
    let mut layer = BTreeSet::from([Key::of(atlas.packed_start())]);
    while sizes.len() < MOST_LAYERS {
        let (positions, mut edges, mut next) = (layer.len() as u64, 0, BTreeSet::new());
        for key in &layer {
            key.position().for_each_child(|child| {
                edges += 1;
                next.insert(Key::of(child));
            });
        }
        sizes.push(Size { positions, edges });
        if next.len() > ENOUGH || next.is_empty() {
            break;
        }
        layer = next;
    }
    sizes
}
