//! Questions of `api`, asked for the command line: the answers as JSON or as text.

use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::{data, machine};
use sole_api::{Context, Question};
use sole_puzzle::task::Cancellation;
use std::io;
use std::num::NonZeroUsize;

/// Asks a question, and writes the answers: as JSON, or by `write`.
pub(crate) fn ask<Q: Question>(
    question: &Q,
    subject: &Q::Subject,
    console: &mut Console,
    mut write: impl FnMut(&Q::Answer, &mut Console) -> io::Result<()>,
) -> Result<Exit, Stop> {
    let cancellation = Cancellation::default();
    let context = Context {
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        memory: machine::share_of_memory(),
        time: None,
        data_folder: &|| data::folder(None),
        cancellation: &cancellation,
        observer: &(),
    };
    let mut exit = None;
    question.answer(subject, &context, &mut |reply| {
        exit = Some(exit.map_or(reply.exit, |all: Exit| all.and(reply.exit)));
        if console.is_json() {
            return Ok(console.answer(&reply.answer)?);
        }
        Ok(write(&reply.answer.result, console)?)
    })?;
    Ok(exit.unwrap_or(Exit::No))
}
