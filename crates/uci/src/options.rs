//! What a chess program may set.

use crate::Settings;
use sole_endgame::Tables;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes for decoded blocks of tables.
const CACHE: usize = 64 << 20;

const MOST_HASH: usize = 4096;
const MOST_THREADS: usize = 1024;

/// The options as they are set.
#[derive(Clone)]
pub(crate) struct Options {
    /// The size of the search's table in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: NonZeroUsize,
    pub(crate) chess960: bool,
    pub(crate) build_tables: bool,
    /// The tables of the data folder; none if there is no such folder.
    pub(crate) tables: Option<Arc<Tables>>,
    /// The most memory for building tables, in bytes.
    pub(crate) build_memory: u64,
    /// The data folder unless another one is named.
    usual_folder: Option<PathBuf>,
}

impl Options {
    /// The defaults.
    pub(crate) fn new(settings: Settings) -> Options {
        Options {
            hash: 16,
            threads: NonZeroUsize::MIN,
            chess960: false,
            build_tables: true,
            tables: settings.data_dir.as_deref().map(tables),
            build_memory: settings.build_memory,
            usual_folder: settings.data_dir,
        }
    }

    /// The lines that tell a chess program what it may set.
    pub(crate) fn lines(&self) -> Vec<String> {
        vec![
            format!("option name Hash type spin default 16 min 1 max {MOST_HASH}"),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            "option name Ponder type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name DataDir type string default <empty>".to_owned(),
            "option name BuildTables type check default true".to_owned(),
        ]
    }

    /// Sets one, or says why not.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let value = value.unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(name, value, MOST_HASH)?.get(),
            "threads" => self.threads = number(name, value, MOST_THREADS)?,
            "ponder" => drop(flag(name, value)?),
            "uci_chess960" => self.chess960 = flag(name, value)?,
            "buildtables" => self.build_tables = flag(name, value)?,
            "datadir" => {
                let named = Some(value).filter(|value| !matches!(*value, "" | "<empty>"));
                self.tables = named.map(Path::new).or(self.usual_folder.as_deref()).map(tables);
            }
            _ => return Err(format!("there is no option '{name}'")),
        }
        Ok(())
    }
}

fn tables(folder: &Path) -> Arc<Tables> {
    Arc::new(Tables::at(folder, CACHE))
}

fn number(name: &str, value: &str, most: usize) -> Result<NonZeroUsize, String> {
    let number = value.parse().ok().filter(|number: &NonZeroUsize| number.get() <= most);
    number.ok_or_else(|| format!("{name} is a whole number from 1 to {most}, not '{value}'"))
}

fn flag(name: &str, value: &str) -> Result<bool, String> {
    let flag = value.to_ascii_lowercase().parse();
    flag.map_err(|_| format!("{name} is true or false, not '{value}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused() {
        let data_dir = Some(PathBuf::from("nowhere"));
        let mut options = Options::new(Settings { data_dir, build_memory: 1 << 30 });
        let cases = [
            ("Hash", Some("32"), Ok(())),
            ("HASH", Some("1"), Ok(())),
            ("Hash", Some("0"), Err("Hash is a whole number from 1 to 4096, not '0'")),
            ("Hash", None, Err("Hash is a whole number from 1 to 4096, not ''")),
            ("Threads", Some("-1"), Err("Threads is a whole number from 1 to 1024, not '-1'")),
            ("UCI_Chess960", Some("TRUE"), Ok(())),
            ("BuildTables", Some("perhaps"), Err("BuildTables is true or false, not 'perhaps'")),
            ("DataDir", Some("some where"), Ok(())),
            ("Contempt", Some("9"), Err("there is no option 'Contempt'")),
        ];
        for (name, value, expected) in cases {
            let actual = options.set(name, value);
            assert_eq!(actual.as_ref().map(|_| ()).map_err(String::as_str), expected, "{name}");
        }
        assert_eq!((options.hash, options.chess960), (1, true));
    }
}
