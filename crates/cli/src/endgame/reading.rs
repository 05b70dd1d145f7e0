//! Reading whole tables, and what to say if they are not there.

use super::supply;
use crate::args;
use crate::complain::{Complaint, Kind};
use crate::input::Input;
use sole_board::Material;
use sole_endgame::ProbeError;

/// The name of an ending that has a table.
pub(super) fn read_material(text: &str) -> Result<Material, Complaint> {
    let material = super::read_material(text)?;
    if material.men() == 2 {
        let message = "two kings alone are always a draw and need no table".to_owned();
        return Err(Complaint::new(Kind::NoTable, message).about(&Input::argument(text)));
    }
    Ok(material)
}

/// What to say about a table of this ending that gives no answer.
pub(super) fn unanswered(
    material: &Material,
    data: &args::DataFolder,
    error: &ProbeError,
) -> Complaint {
    let complaint = supply::unanswered(error);
    if !matches!(error, ProbeError::Missing { .. }) {
        return complaint;
    }
    let folder = data.data_dir.as_ref();
    let folder = folder.map(|path| format!(" --data-dir \"{}\"", path.display()));
    let folder = folder.unwrap_or_default();
    complaint.helped(format!("build it with: sole endgame build {material}{folder}"))
}
