//! `sole atlas`: all positions by plies and by men, one file per verb.

mod conduct;
mod expand;
mod export;
mod figure;
mod find;
mod grow;
#[cfg(any(test, not(feature = "sql")))]
mod no_sql;
mod plot;
mod read;
#[cfg(feature = "sql")]
mod sql;
mod stats;
mod stratum;
mod write;

#[cfg(not(feature = "sql"))]
use self::no_sql as sql;
use crate::args::DataFolder;
use crate::args::atlas::{AtlasVerb, Start};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::data;
use crate::exit::Exit;
use crate::input;
use crate::render::{grouped, plural, size};
use sole_atlas::{Atlas, AtlasError, Mismatch};

/// Runs a verb.
pub(crate) fn run(verb: AtlasVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        AtlasVerb::Grow(flags) => grow::run(flags, console),
        AtlasVerb::Find(flags) => find::run(flags, console),
        AtlasVerb::Stats(flags) => stats::run(flags, console),
        AtlasVerb::Export(flags) => export::run(flags, console),
        AtlasVerb::Sql(flags) => sql::run(flags, console),
        AtlasVerb::Expand => expand::run(console),
        AtlasVerb::Read(flags) => read::run(&flags, console),
        AtlasVerb::Conduct(flags) => conduct::run(&flags, console),
        AtlasVerb::Write(flags) => write::run(&flags, console),
        AtlasVerb::Stratum(flags) => stratum::run(&flags, console),
    }
}

/// The atlas that the flags mean.
fn atlas(start: &Start, data: &DataFolder) -> Result<Atlas, Complaint> {
    let position = input::start(start.from.as_deref())?;
    let folder = data::folder(data.data_dir.as_deref())?.join("atlas");
    Atlas::new(&folder, position).map_err(|error| complaint(&error))
}

/// What helps where the disk is too small.
const MAKE_ROOM: &str = "make room and repeat the command, which goes on where it was; \
                         or name another folder with --data-dir";

/// Why a layer cannot be had.
fn complaint(error: &AtlasError) -> Complaint {
    let complaint = |kind| Complaint::new(kind, error.to_string());
    match error {
        AtlasError::Memory { need, .. } => complaint(Kind::Memory)
            .helped(format!("allow it with --memory {}M", need.div_ceil(1 << 20))),
        AtlasError::Damaged { .. } | AtlasError::Parquet { .. } => complaint(Kind::BadAtlas)
            .helped("sole atlas grow PLIES --check makes damaged files anew"),
        AtlasError::DiskFull { .. } => complaint(Kind::BadAtlas).helped(MAKE_ROOM),
        AtlasError::NoRoom { path, need, free } => {
            let (need, free) = (size(*need), size(*free));
            let text = format!("{need} are needed in {}, {free} are free", path.display());
            complaint(Kind::BadAtlas).reworded(text).helped(MAKE_ROOM)
        }
        AtlasError::Locked { .. } => {
            complaint(Kind::BadAtlas).helped("wait until it has ended, or name another --data-dir")
        }
        AtlasError::Missing { ply } => {
            complaint(Kind::MissingLayer).helped(format!("make it with: sole atlas grow {ply}"))
        }
        AtlasError::Foreign { path, what: Mismatch::Version { .. } } => {
            let folder = path.ancestors().nth(2).unwrap_or(path).display();
            complaint(Kind::BadAtlas)
                .helped(format!("remove the folder {folder}, and sole atlas grow makes all anew"))
        }
        AtlasError::Foreign { path, .. } | AtlasError::Manifest { path, .. } => {
            let folder = path.parent().unwrap_or(path).display();
            complaint(Kind::BadAtlas)
                .helped(format!("remove the folder {folder}, and sole atlas grow makes it anew"))
        }
        AtlasError::TooManyGames { .. } => complaint(Kind::TooMany),
        _ => complaint(Kind::BadAtlas),
    }
}

/// The same, or that someone pressed Ctrl-C.
fn stop(error: AtlasError) -> Stop {
    match error {
        AtlasError::Stopped => Stop::Interrupted,
        error => complaint(&error).into(),
    }
}

/// A number that scripts can read: a number if it has 64 bits, else a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Large(u128);

impl Large {
    /// The number with its noun, for people.
    fn games(self) -> String {
        match u64::try_from(self.0) {
            Ok(games) => plural(games, "game"),
            Err(_) => format!("{} games", self.0),
        }
    }
}

/// Digits in groups as long as they are not too many.
impl std::fmt::Display for Large {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match u64::try_from(self.0) {
            Ok(number) => f.pad(&grouped(number)),
            Err(_) => f.pad(&self.0.to_string()),
        }
    }
}

/// `1 ply`, `2 plies`.
fn plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

impl serde::Serialize for Large {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) => to.serialize_u64(number),
            Err(_) => to.collect_str(&self.0),
        }
    }
}
