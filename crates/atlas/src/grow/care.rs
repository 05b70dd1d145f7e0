//! What an atlas lacks: layers, files that are gone and, if they are read, damaged ones.
//!
//! It is looked for before the atlas is locked, so that an atlas that lacks
//! nothing need not be one that can be written.

use crate::error::AtlasError;
use crate::store::{Atlas, Manifest};

/// How closely layers that are there are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// Their files must be there and have their lengths.
    Glance,
    /// Every file is read.
    Read,
}

/// A layer as it is found.
#[derive(Debug)]
pub(super) enum Found {
    /// Nothing, or not all of it.
    Unfinished(Option<Manifest>),
    /// All of it, with the places of files that must be made anew.
    Complete(Manifest, Vec<usize>),
    /// A manifest that is not as it was written.
    Unreadable,
}

impl Care {
    /// Looks at a layer. Only whoever reads all files makes a damaged manifest anew.
    pub(super) fn look(self, atlas: &Atlas, ply: u32) -> Result<Found, AtlasError> {
        let manifest = match atlas.manifest(ply) {
            Err(error) if self == Care::Read && error.is_damaged_manifest() => {
                return Ok(Found::Unreadable);
            }
            other => other?,
        };
        let layer = match manifest {
            Some(layer) if layer.complete => layer,
            unfinished => return Ok(Found::Unfinished(unfinished)),
        };
        let flaws = match self {
            Care::Glance => atlas.lost(&layer)?,
            Care::Read => atlas.damages(ply)?.into_iter().map(|(index, _)| index).collect(),
        };
        Ok(Found::Complete(layer, flaws))
    }

    /// The layers up to so many plies that lack something. Whoever reads all
    /// files looks at later layers, too, if they are complete.
    pub(super) fn wanting(self, atlas: &Atlas, plies: u32) -> Result<Vec<u32>, AtlasError> {
        let mut wanting = Vec::new();
        let last = match self {
            Care::Glance => plies,
            Care::Read => plies.max(atlas.last_begun()?.unwrap_or(0)),
        };
        for ply in 0..=last {
            let lacks = match self.look(atlas, ply)? {
                Found::Unfinished(_) => ply <= plies,
                Found::Complete(_, flaws) => !flaws.is_empty(),
                Found::Unreadable => true,
            };
            wanting.extend(lacks.then_some(ply));
        }
        Ok(wanting)
    }
}
