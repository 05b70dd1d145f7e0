//! What growing will cost, before anything is done.

use super::Settings;
use crate::error::AtlasError;
use crate::published::Published;
use crate::store::{Atlas, Manifest};

/// What a layer will probably cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The plies.
    pub ply: u32,
    /// Its positions: published, or guessed from the edges.
    pub positions: u64,
    /// The edges that lead to it: counted, or guessed from the layer before.
    pub edges: u64,
    /// The length of its files.
    pub bytes: u64,
    /// The length of the run files that are there while it is made.
    pub spill: u64,
    /// The time it takes.
    pub seconds: f64,
}

/// As measured at layer 8, rounded up; see `docs/atlas.md`.
const BYTES_OF_POSITION: u64 = 5;
const SECONDS_OF_EDGE: f64 = 210e-9;
/// Run files have so many bytes for every two edges, which are one row in them.
const BYTES_OF_SPILLED: u64 = 5;
/// Edges that lead to one position, where nothing is known.
const EDGES_OF_POSITION: u64 = 2;
/// Moves from a position, where nothing is known.
const MOVES: u64 = 30;

/// What the layers that are missing up to so many plies will probably cost.
///
/// # Errors
/// Whatever is wrong with a manifest.
pub fn estimate(
    atlas: &Atlas,
    plies: u32,
    settings: Settings,
) -> Result<Vec<Estimate>, AtlasError> {
    let layers = atlas.layers()?;
    let mut tallies = layers.last().map(Manifest::tallies).unwrap_or_default();
    let mut estimates = Vec::new();
    for ply in layers.len() as u32..=plies {
        let edges = if ply == 0 { 0 } else { tallies.edges };
        let estimate = Estimate::new(atlas, ply, edges, settings);
        let moves = match tallies.all.positions {
            0 => MOVES,
            positions => tallies.edges.div_ceil(positions).max(1),
        };
        tallies.all.positions = estimate.positions;
        tallies.edges = estimate.positions.saturating_mul(moves);
        estimates.push(estimate);
    }
    Ok(estimates)
}

/// Fails if the disk has not the room that the next layer will probably take.
pub(super) fn check_room(
    atlas: &Atlas,
    ply: u32,
    source: &Manifest,
    settings: Settings,
) -> Result<(), AtlasError> {
    let estimate = Estimate::new(atlas, ply, source.tallies().edges, settings);
    let need = estimate.bytes + estimate.spill;
    match fs4::available_space(atlas.folder()) {
        Ok(free) if free < need => {
            Err(AtlasError::NoRoom { path: atlas.folder().to_owned(), need, free })
        }
        _ => Ok(()),
    }
}

impl Estimate {
    fn new(atlas: &Atlas, ply: u32, edges: u64, settings: Settings) -> Estimate {
        let published = atlas.is_from_array().then(|| Published::at(ply)).flatten();
        let guess = (edges / EDGES_OF_POSITION).max(1);
        let positions = published.map_or(guess, |published| published.positions);
        let spills = !super::expand::fits_in_memory(edges, settings);
        Estimate {
            ply,
            positions,
            edges,
            bytes: positions.saturating_mul(BYTES_OF_POSITION),
            spill: if spills { edges / EDGES_OF_POSITION * BYTES_OF_SPILLED } else { 0 },
            seconds: edges as f64 * SECONDS_OF_EDGE / settings.threads.max(1) as f64,
        }
    }
}
