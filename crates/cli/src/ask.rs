//! Questions of `api`, asked for the command line: the answers as JSON or as text.

use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::progress::TaskObserver;
use crate::{data, interrupt, machine};
use sole_api::{Context, Question};
use std::io;
use std::num::NonZeroUsize;

/// Asks a question, and writes the answers: as JSON, or by `write`.
pub(crate) fn ask<Q: Question>(
    question: &Q,
    subject: &Q::Subject,
    console: &mut Console,
    mut write: impl FnMut(&Q::Answer, &mut Console) -> io::Result<()>,
) -> Result<Exit, Stop> {
    with_context(console, |context, console| {
        let mut exit = None;
        question.answer(subject, context, &mut |reply| {
            exit = Some(exit.map_or(reply.exit, |all: Exit| all.and(reply.exit)));
            if console.is_json() {
                return Ok(console.answer(&reply.answer)?);
            }
            Ok(write(&reply.answer.result, console)?)
        })?;
        Ok(exit.unwrap_or(Exit::No))
    })
}

/// Does something with all that this machine has, with progress as the flags say.
pub(crate) fn with_context<R>(
    console: &mut Console,
    work: impl FnOnce(&Context<'_>, &mut Console) -> R,
) -> R {
    let cancellation = interrupt::cancellation();
    let observer = TaskObserver::new(console.progress(), console.notes());
    let context = Context {
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        memory: machine::share_of_memory(),
        time: None,
        data_folder: &|| data::folder(None),
        cancellation: &cancellation,
        observer: &observer,
    };
    work(&context, console)
}
