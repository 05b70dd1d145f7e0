//! Where the ranges of the next layer begin, from a sample of this one.

use super::Growth;
use crate::error::AtlasError;
use crate::store::Manifest;
use crate::{Key, Splitters};

/// Of a large layer each position with such a distance to the last is taken.
const LARGEST_STRIDE: u64 = 1000;
/// About this number is taken of a small layer.
const SMALLEST_SAMPLE: u64 = 4000;

pub(super) fn splitters(growth: Growth<'_>, source: &Manifest) -> Result<Splitters, AtlasError> {
    let tallies = source.tallies();
    let edges_of_range = growth.atlas.geometry().edges_of_range;
    let ranges = tallies.edges.div_ceil(edges_of_range).max(1) as usize;
    let stride = (tallies.all.positions / SMALLEST_SAMPLE).clamp(1, LARGEST_STRIDE) as usize;
    let (mut occupied, mut seen) = (Vec::new(), 0usize);
    for file in &source.files {
        growth.atlas.for_each_group(source.ply, file, |records| {
            let first = seen.next_multiple_of(stride) - seen;
            for record in records.iter().skip(first).step_by(stride) {
                let visit = |child| occupied.push(Key::of(child).occupied());
                record.key.position().for_each_child(visit);
            }
            seen += records.len();
            Ok(())
        })?;
    }
    Ok(Splitters::from_sample(occupied, ranges))
}
