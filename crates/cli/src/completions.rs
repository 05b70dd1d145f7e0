//! `sole completions`: what a shell needs to complete commands and flags.

use crate::args::{self, Completions};
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs the command.
pub(crate) fn run(flags: Completions, console: &mut Console) -> Result<Exit, Stop> {
    // The generator wants a writer that cannot fail, so it gets one.
    let mut script = Vec::new();
    clap_complete::generate(flags.shell, &mut args::command(), "sole", &mut script);
    console.print_text(&script)?;
    Ok(Exit::Yes)
}
