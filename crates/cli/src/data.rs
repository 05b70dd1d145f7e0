//! The folder of everything that is kept from one run to the next.

use crate::complain::{Complaint, Kind};
use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};

/// The folder that was named, or that of `SOLE_DATA`, or the platform's.
pub(crate) fn folder(named: Option<&Path>) -> Result<PathBuf, Complaint> {
    let of_variable = || std::env::var_os("SOLE_DATA").filter(|path| !path.is_empty());
    if let Some(path) = named.map(Path::to_owned).or_else(|| of_variable().map(PathBuf::from)) {
        return Ok(path);
    }
    let platform = etcetera::base_strategy::choose_native_strategy().map_err(|_| {
        let message = "there is no home folder to keep data in".to_owned();
        Complaint::new(Kind::Usage, message).helped("name a folder with --data-dir or SOLE_DATA")
    })?;
    Ok(platform.data_dir().join("sole"))
}
