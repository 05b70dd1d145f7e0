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
use sole_atlas::{Atlas, AtlasError, Damage, Mismatch};
use std::io::ErrorKind;

/// Runs a verb.
pub(crate) fn run(verb: AtlasVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        AtlasVerb::Grow(flags) => grow::run(flags, console),
        AtlasVerb::Find(flags) => find::run(flags, console),
        AtlasVerb::Stats(flags) => stats::run(flags, console),
        AtlasVerb::Export(flags) => export::run(flags, console),
        AtlasVerb::Sql(flags) => sql::run(flags, console),
        AtlasVerb::Expand(flags) => expand::run(&flags, console),
        AtlasVerb::Read(flags) => read::run(&flags, console),
        AtlasVerb::Conduct(flags) => conduct::run(&flags, console),
        AtlasVerb::Write(flags) => write::run(&flags, console),
        AtlasVerb::Stratum(flags) => stratum::run(&flags, console),
    }
}

/// Whether a panic of this thread is caught and becomes a complaint.
pub(crate) fn catches_panics() -> bool {
    sole_atlas::is_decoding() || sql::is_engine_thread()
}

/// The atlas that the flags mean.
fn atlas(start: &Start, data: &DataFolder, console: &mut Console) -> Result<Atlas, Stop> {
    let position = input::start(start.from.as_deref(), console)?;
    let folder = data::folder(data.data_dir.as_deref())?.join("atlas");
    let atlas = Atlas::new(&folder, position);
    Ok(atlas.map_err(|error| Complaint::new(Kind::BadAtlas, error.to_string()))?)
}

/// What helps where the disk is too small.
const MAKE_ROOM: &str = "make room and repeat the command, which goes on where it was; \
                         or name another folder with --data-dir";

/// Why a layer of an atlas cannot be had.
fn complaint(error: &AtlasError, atlas: &Atlas) -> Complaint {
    let complaint = |kind| Complaint::new(kind, error.to_string());
    match error {
        AtlasError::Memory { need, .. } => complaint(Kind::Memory)
            .helped(format!("allow it with --memory {}M", need.div_ceil(1 << 20))),
        AtlasError::Damaged { path, damage: Damage::Anew } => {
            let folder = path.parent().unwrap_or(path).display();
            complaint(Kind::BadAtlas)
                .helped(format!("remove the folder {folder}, and sole atlas grow makes it anew"))
        }
        AtlasError::Damaged { .. } | AtlasError::Parquet { .. } => complaint(Kind::BadAtlas)
            .helped(format!("made anew by: {}", growing(atlas, "0 --check"))),
        AtlasError::DiskFull { .. } => complaint(Kind::BadAtlas).helped(MAKE_ROOM),
        AtlasError::NoRoom { path, need, free } => {
            let (need, free) = (size(*need), size(*free));
            let text = format!("about {need} are needed in {}, {free} are free", path.display());
            let complaint = complaint(Kind::BadAtlas).reworded(text).helped(MAKE_ROOM);
            complaint.helped("or ask for fewer plies: those far away are guessed")
        }
        AtlasError::Unwritable { .. } => complaint(Kind::BadAtlas)
            .helped("allow writing there, or name another folder with --data-dir"),
        AtlasError::Io(error)
            if matches!(error.kind, ErrorKind::NotADirectory | ErrorKind::PermissionDenied) =>
        {
            complaint(Kind::BadAtlas).helped("name another folder with --data-dir")
        }
        AtlasError::Locked { .. } => {
            complaint(Kind::BadAtlas).helped("wait until it has ended, or name another --data-dir")
        }
        AtlasError::Missing { ply } => complaint(Kind::MissingLayer)
            .helped(format!("make it with: {}", growing(atlas, &ply.to_string()))),
        error if error.is_damaged_manifest() => complaint(Kind::BadAtlas)
            .helped(format!("its layer is made anew by: {}", growing(atlas, "0 --check"))),
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
        AtlasError::TooManyGames { ply } => complaint(Kind::TooMany).helped(format!(
            "a layer holds no larger numbers, so that this atlas ends after {}",
            plies(ply.saturating_sub(1))
        )),
        _ => complaint(Kind::BadAtlas),
    }
}

/// The same, or that someone pressed Ctrl-C.
fn stop(atlas: &Atlas) -> impl Fn(AtlasError) -> Stop + '_ {
    move |error| match error {
        AtlasError::Stopped => Stop::Interrupted,
        error => complaint(&error, atlas).into(),
    }
}

/// The command that grows this atlas and no other: `sole atlas grow 5 --data-dir data`.
fn growing(atlas: &Atlas, words: &str) -> String {
    let mut command = format!("sole atlas grow {words}");
    if !atlas.is_from_array() {
        command += &format!(" --from '{}'", atlas.start());
    }
    let data = atlas.folder().ancestors().nth(2);
    let usual = data::folder(None).ok();
    if let Some(data) = data.filter(|&data| usual.as_deref() != Some(data)) {
        command += &format!(" --data-dir {}", shell_word(&data.display().to_string()));
    }
    command
}

/// A text as one word of a shell, in quotes if it needs them.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:+@".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// That layers after a missing one were not looked at.
fn gap(missing: u32, atlas: &Atlas) -> String {
    let make = growing(atlas, &missing.to_string());
    format!(
        "the layer after {} is missing, so that later ones are left out; make it with: {make}",
        plies(missing)
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_layer_that_numbers_of_games_allow_is_told() {
        let atlas = Atlas::new(std::path::Path::new("atlas"), sole_board::Position::initial());
        let told = complaint(&AtlasError::TooManyGames { ply: 22 }, &atlas.expect("packs"));
        let help = "a layer holds no larger numbers, so that this atlas ends after 21 plies";
        assert!(format!("{told:?}").contains(help), "{told:?}");
    }

    #[test]
    fn words_survive_a_shell() {
        let cases = [
            ("data", "data"),
            ("/data/a-b_c/x.y", "/data/a-b_c/x.y"),
            ("my data", "'my data'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ];
        for (text, expected) in cases {
            assert_eq!(shell_word(text), expected);
        }
    }
}
