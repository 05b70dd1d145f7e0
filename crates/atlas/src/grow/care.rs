//! What an atlas lacks: layers, files that are gone and, if they are read, damaged ones.
//!
//! It is looked for before the atlas is locked, so that an atlas that lacks
//! nothing need not be one that can be written.

use crate::error::AtlasError;
use crate::store::{Atlas, CUTS, MANIFEST, Manifest, file_name};

/// How closely layers that are there are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// Their files must be there and have their lengths.
    Glance,
    /// Every file is read.
    Read,
}

/// What is gone or damaged of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The manifest, without which its files tell nothing.
    Manifest,
    /// Where the key ranges begin.
    Cuts,
    /// The file in this place.
    File(usize),
}

impl Flaw {
    /// The name of the file in the folder of the layer.
    pub fn file_name(self) -> String {
        match self {
            Flaw::Manifest => MANIFEST.to_owned(),
            Flaw::Cuts => CUTS.to_owned(),
            Flaw::File(index) => file_name(index),
        }
    }
}

/// A layer as it is found.
#[derive(Debug)]
pub(super) enum Found {
    /// Nothing, or not all of it.
    Unfinished(Option<Manifest>),
    /// All of it, but for what must be made anew.
    Complete(Manifest, Vec<Flaw>),
    /// A manifest that is not as it was written, and what a process that was making the layer
    /// anew has left.
    Unreadable(Option<Manifest>),
}

impl Care {
    /// Looks at a layer. Only whoever reads all files makes a damaged manifest anew.
    pub(super) fn look(self, atlas: &Atlas, ply: u32) -> Result<Found, AtlasError> {
        let manifest = match atlas.manifest(ply) {
            Err(error) if self == Care::Read && error.is_damaged_manifest() => {
                return Ok(Found::Unreadable(None));
            }
            other => other?,
        };
        if self == Care::Read && atlas.damaged_manifest(ply).exists() {
            return Ok(Found::Unreadable(manifest));
        }
        let layer = match manifest {
            Some(layer) if layer.complete => layer,
            unfinished => return Ok(Found::Unfinished(unfinished)),
        };
        let flaws = self.flaws(atlas, &layer)?;
        Ok(Found::Complete(layer, flaws))
    }

    /// What must be made anew of a complete layer. Who does not read files does not miss
    /// the cuts either, which only files that are made anew need.
    fn flaws(self, atlas: &Atlas, layer: &Manifest) -> Result<Vec<Flaw>, AtlasError> {
        if self == Care::Glance {
            return Ok(atlas.lost(layer)?.into_iter().map(Flaw::File).collect());
        }
        let damages = atlas.damages(layer.ply)?;
        let files = damages.into_iter().map(|(index, _)| Flaw::File(index));
        let cuts = (!atlas.has_cuts(layer)?).then_some(Flaw::Cuts);
        Ok(cuts.into_iter().chain(files).collect())
    }

    /// The layers up to so many plies that lack something. Whoever reads all
    /// files looks at later layers, too, but does not begin any after the last that is complete.
    pub(super) fn wanting(self, atlas: &Atlas, plies: u32) -> Result<Vec<u32>, AtlasError> {
        let mut wanting = Vec::new();
        let last = match self {
            Care::Glance => plies,
            Care::Read => plies.max(atlas.last_begun()?.unwrap_or(0)),
        };
        // Layers that were not finished, until one comes that is complete.
        let mut unfinished = Vec::new();
        for ply in 0..=last {
            let lacks = match self.look(atlas, ply)? {
                Found::Unfinished(_) if ply > plies => {
                    unfinished.push(ply);
                    continue;
                }
                Found::Unfinished(_) | Found::Unreadable(_) => true,
                Found::Complete(_, flaws) => !flaws.is_empty(),
            };
            wanting.append(&mut unfinished);
            wanting.extend(lacks.then_some(ply));
        }
        Ok(wanting)
    }
}
