//! What is missing or damaged in an atlas: layers, files and, if they are read, their content.
//!
//! This is checked before the atlas is locked, so that a complete atlas can be on read-only storage.

use crate::error::AtlasError;
use crate::store::{Atlas, CUTS, MANIFEST, Manifest, file_name};

/// How thoroughly existing layers are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckLevel {
    /// Their files must exist and have their lengths.
    Quick,
    /// Every file is read.
    Full,
}

/// A missing or damaged part of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// The manifest, without which its files cannot be interpreted.
    Manifest,
    /// The file with the starts of the key ranges.
    Cuts,
    /// The range file with this index.
    File(usize),
}

impl Defect {
    /// The name of the file in the folder of the layer.
    pub fn file_name(self) -> String {
        match self {
            Defect::Manifest => MANIFEST.to_owned(),
            Defect::Cuts => CUTS.to_owned(),
            Defect::File(index) => file_name(index),
        }
    }
}

/// The state of a layer on disk.
#[derive(Debug)]
pub(super) enum LayerState {
    /// Missing or incomplete.
    Unfinished(Option<Manifest>),
    /// Complete, with the parts that must be rebuilt.
    Complete(Manifest, Vec<Defect>),
    /// A damaged manifest, with what an interrupted rebuild has left.
    Unreadable(Option<Manifest>),
}

impl CheckLevel {
    /// Checks a layer. Only a full check rebuilds a damaged manifest.
    pub(super) fn inspect(self, atlas: &Atlas, ply: u32) -> Result<LayerState, AtlasError> {
        let manifest = match atlas.manifest(ply) {
            Err(error) if self == CheckLevel::Full && error.is_damaged_manifest() => {
                return Ok(LayerState::Unreadable(None));
            }
            other => other?,
        };
        if self == CheckLevel::Full && atlas.damaged_manifest(ply).exists() {
            return Ok(LayerState::Unreadable(manifest));
        }
        let layer = match manifest {
            Some(layer) if layer.complete => layer,
            unfinished => return Ok(LayerState::Unfinished(unfinished)),
        };
        let defects = self.defects(atlas, &layer)?;
        Ok(LayerState::Complete(layer, defects))
    }

    /// The parts of a complete layer that must be rebuilt. A quick check does not need the cuts,
    /// which are used only to rebuild files.
    fn defects(self, atlas: &Atlas, layer: &Manifest) -> Result<Vec<Defect>, AtlasError> {
        if self == CheckLevel::Quick {
            return Ok(atlas.lost(layer)?.into_iter().map(Defect::File).collect());
        }
        let damages = atlas.damages(layer.ply)?;
        let files = damages.into_iter().map(|(index, _)| Defect::File(index));
        let cuts = (!atlas.has_cuts(layer)?).then_some(Defect::Cuts);
        Ok(cuts.into_iter().chain(files).collect())
    }

    /// The layers up to `plies` plies that lack something. A full check includes later layers,
    /// but begins none after the last complete one.
    pub(super) fn incomplete_layers(
        self,
        atlas: &Atlas,
        plies: u32,
    ) -> Result<Vec<u32>, AtlasError> {
        let mut incomplete_layers = Vec::new();
        let last = match self {
            CheckLevel::Quick => plies,
            CheckLevel::Full => plies.max(atlas.last_begun()?.unwrap_or(0)),
        };
        // Layers that were not finished, until one comes that is complete.
        let mut unfinished = Vec::new();
        for ply in 0..=last {
            let lacks = match self.inspect(atlas, ply)? {
                LayerState::Unfinished(_) if ply > plies => {
                    unfinished.push(ply);
                    continue;
                }
                LayerState::Unfinished(_) | LayerState::Unreadable(_) => true,
                LayerState::Complete(_, defects) => !defects.is_empty(),
            };
            incomplete_layers.append(&mut unfinished);
            incomplete_layers.extend(lacks.then_some(ply));
        }
        Ok(incomplete_layers)
    }
}
