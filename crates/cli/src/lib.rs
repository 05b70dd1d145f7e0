//! The command line of Sole.
//!
//! Every command passes the same stations: `args` holds the flags as they
//! were typed, the file of the command turns them into a job as it is meant and
//! runs it, `render` and `envelope` turn the answer into text or JSON, and
//! `exit` into a number. What goes wrong on the way is a `complain::Complaint`.
//! Only this crate prints, reads the environment or exits.
//!
//! ```
//! use std::process::ExitCode;
//! let code = sole::run(["sole", "board", "check", "8/8/8/8/8/8/8/K1k5 w - - 0 1"]);
//! assert_eq!(code, ExitCode::SUCCESS);
//! ```

mod args;
mod ask;
mod atlas;
mod board;
mod complain;
mod completions;
mod consent;
mod console;
mod crew;
mod data;
mod dialogue;
mod draft;
mod drawing;
mod endgame;
mod envelope;
mod exit;
mod input;
mod interrupt;
mod listing;
mod lookout;
mod machine;
mod man;
mod mate;
mod notation;
mod perft;
mod progress;
mod prompt;
mod proof;
mod puzzle;
mod records;
mod reference;
mod render;
mod rights;
mod schema;
mod serve;
mod simulate;
mod sudoku;
mod uci;
mod usage;
mod watched;
mod worker;

use crate::args::{BoardVerb, Command};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use std::ffi::OsString;
use std::panic;
use std::process::ExitCode;
use std::sync::Once;

/// Runs the command line given by `args`, the name of the program first.
pub fn run<T: Into<OsString> + Clone>(args: impl IntoIterator<Item = T>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    hide_caught_panics();
    let exit = match usage::parse(&args) {
        Ok(cli) => {
            interrupt::announce(&cli.common);
            if cli.common.end_with_input {
                interrupt::end_with_input();
            }
            let mut console = Console::of_process(&cli.common);
            let bounded = cli.common.most_data.map_or(Ok(()), machine::bound_data);
            let answer = match bounded {
                Ok(()) => dispatch(cli.command, &mut console),
                Err(complaint) => Err(complaint.into()),
            };
            conclude(answer, &mut console)
        }
        Err(error) => usage::refuse(&error, &args),
    };
    ExitCode::from(exit.code())
}

/// Keeps panics off standard error that a decoder of files has and that become a complaint.
fn hide_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let shown = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !atlas::catches_panics() {
                shown(panic);
            }
        }));
    });
}

fn dispatch(command: Command, console: &mut Console) -> Result<Exit, Stop> {
    console.set_command(command.name());
    match command {
        Command::Perft(flags) => perft::run(flags, console),
        Command::Solve(flags) => mate::solve(*flags, console),
        Command::Simulate(flags) => simulate::run(flags, console),
        Command::Board { verb: BoardVerb::Show(flags) } => board::show::run(flags, console),
        Command::Board { verb: BoardVerb::Check(flags) } => board::check::run(flags, console),
        Command::Board { verb: BoardVerb::Moves(flags) } => board::moves::run(flags, console),
        Command::Board { verb: BoardVerb::Unmoves(flags) } => board::unmoves::run(flags, console),
        Command::Board { verb: BoardVerb::Unperft(flags) } => board::unperft::run(flags, console),
        Command::Board { verb: BoardVerb::Pack(flags) } => board::pack::pack(flags, console),
        Command::Board { verb: BoardVerb::Unpack(flags) } => board::pack::unpack(&flags, console),
        Command::Mate { verb } => mate::run(verb, console),
        Command::Endgame { verb } => endgame::run(verb, console),
        Command::Atlas { verb } => atlas::run(verb, console),
        Command::Proof { verb } => proof::run(verb, console),
        Command::Sudoku { verb } => sudoku::run(verb, console),
        Command::Puzzle { verb } => puzzle::run(verb, console),
        Command::Gen { verb } => mate::generate(verb, console),
        Command::Probe { verb } => mate::probe(verb, console),
        Command::Serve(flags) => serve::run(flags, console),
        Command::Uci(flags) => uci::run(&flags),
        Command::Completions(flags) => completions::run(flags, console),
        Command::Man(flags) => man::run(flags, console),
        Command::Schema(flags) => schema::run(&flags, console),
        Command::Worker => worker::run(console),
    }
}

/// The exit code of an answer, once all of it has been written.
///
/// A reader that has seen enough and closed the pipe is content: that is a
/// silent success.
fn conclude(answer: Result<Exit, Stop>, console: &mut Console) -> Exit {
    let written = answer.and_then(|exit| {
        console.flush()?;
        Ok(exit)
    });
    match written {
        Ok(exit) => exit,
        Err(Stop::Quit) => Exit::Yes,
        Err(Stop::Failure(complaint)) => match console.complain(&complaint) {
            Ok(()) => complaint.exit(),
            Err(_) => Exit::Yes,
        },
        Err(Stop::Interrupted) => {
            let message = "interrupted; what was finished is kept".to_owned();
            // The exit code says it all if nobody listens.
            let _ = console.complain(&Complaint::new(Kind::Interrupted, message));
            Exit::Interrupted
        }
        Err(Stop::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Yes,
        Err(Stop::Output(error)) => {
            let complaint = Complaint::new(Kind::Output, format!("cannot write: {error}"));
            console.complain_in_text(&complaint);
            complaint.exit()
        }
    }
}
