//! `sole uci`: the engine on standard input and output.

use crate::args::uci::Uci;
use crate::console::Stop;
use crate::exit::Exit;
use crate::{data, machine};
use sole_uci::Settings;
use std::io;

/// Runs the command.
pub(crate) fn run(flags: &Uci) -> Result<Exit, Stop> {
    let data_dir = data::folder(flags.data.data_dir.as_deref()).ok();
    let settings = Settings { data_dir, build_memory: machine::share_of_memory() };
    sole_uci::run(io::stdin().lock(), io::stdout(), settings)?;
    Ok(Exit::Yes)
}
