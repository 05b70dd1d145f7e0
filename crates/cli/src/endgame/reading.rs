//! Where tables are read from, and what to say if they cannot be.

use crate::args;
use crate::complain::{Complaint, Kind};
use sole_board::Material;
use sole_endgame::{ProbeError, Tables};
use std::path::PathBuf;

/// Bytes for decoded blocks of tables.
const CACHE: usize = 64 << 20;

/// The tables that the flags mean.
pub(super) fn tables(flags: &args::Reading) -> Result<Tables, Complaint> {
    Ok(Tables::at(data_folder(flags.data_dir.clone())?, CACHE))
}

/// The folder that the flag names, or the environment, or one of this user.
fn data_folder(flag: Option<PathBuf>) -> Result<PathBuf, Complaint> {
    let named =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let of_user = || {
        let data = named("XDG_DATA_HOME");
        data.or_else(|| Some(named("HOME")?.join(".local/share"))).map(|data| data.join("sole"))
    };
    flag.or_else(|| named("SOLE_DATA")).or_else(of_user).ok_or_else(|| {
        let message = "there is no home folder to keep tables in".to_owned();
        Complaint::new(Kind::Usage, message).helped("name a folder with --data-dir or SOLE_DATA")
    })
}

/// Works on so many threads.
pub(super) fn on_threads<R: Send>(
    flags: &args::Reading,
    work: impl FnOnce() -> R + Send,
) -> Result<R, Complaint> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(flags.threads.get()).build();
    let pool = pool.map_err(|error| {
        Complaint::new(Kind::Usage, format!("cannot start {} threads: {error}", flags.threads))
    })?;
    Ok(pool.install(work))
}

/// What to say about a table of this ending that gives no answer.
pub(super) fn unanswered(material: &Material, error: &ProbeError) -> Complaint {
    match error {
        ProbeError::Missing { .. } => Complaint::new(Kind::MissingTable, error.to_string())
            .helped(format!("sole endgame build {material}")),
        _ => Complaint::new(Kind::BadTable, error.to_string()),
    }
}
