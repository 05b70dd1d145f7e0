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
mod render;
mod repair;
mod serve;
mod simulate;
mod sudoku;
mod tree;
mod uci;

pub use crate::uci::converse;

use crate::args::{BoardVerb, Cli, Command};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::render::Paint;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the command line given by `args`, the name of the program first.
pub fn run<T: Into<OsString> + Clone>(args: impl IntoIterator<Item = T>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let exit = match Cli::try_parse_from(&args) {
        Ok(cli) => {
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
        Err(error) => refuse(&advised(error), &args),
    };
    ExitCode::from(exit)
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
        Err(Stop::Complaint(complaint)) => match console.complain(&complaint) {
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

/// The same with a tip if a stipulation is missing: unquoted, the shell takes it for a comment.
fn advised(mut error: clap::Error) -> clap::Error {
    let is = |kind, text: &str| matches!(error.get(kind), Some(ContextValue::String(value)) if value.starts_with(text));
    let is_empty = matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.is_empty());
    if is_empty && is(ContextKind::InvalidArg, "--stipulation") {
        let tip = "the shell takes an unquoted # for a comment: write '#2' in quotes, or 2";
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Answers a command line that clap could not read, or a call for help.
fn refuse(error: &clap::Error, args: &[OsString]) -> Exit {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if args.iter().any(|arg| arg == "--json") && !is_help {
        let (command, name) = command_of(args);
        let complaint = misread(error, &command);
        console::print_refusal(&name, &complaint);
        return complaint.exit();
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(error) if is_help && error.kind() != io::ErrorKind::BrokenPipe => {
            let complaint = Complaint::new(Kind::Output, format!("cannot write: {error}"));
            // Nobody is left to tell if standard error is closed too.
            let _ = io::stderr().write_all(complaint.render(Paint::PLAIN).as_bytes());
            complaint.exit()
        }
        _ if is_help => Exit::Yes,
        _ => Exit::Usage,
    }
}

/// The command that a command line begins with, and its name in the envelope.
fn command_of(args: &[OsString]) -> (clap::Command, String) {
    let mut command = Cli::command();
    command.build();
    let mut names: Vec<String> = Vec::new();
    let mut takes_value = false;
    for arg in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        if std::mem::replace(&mut takes_value, matches!(arg, "--color" | "--progress"))
            || arg.starts_with('-')
        {
            continue;
        }
        let Some(next) = command.find_subcommand(arg).cloned() else { break };
        names.push(next.get_name().to_owned());
        command = next;
    }
    let name = if names.is_empty() { "sole".to_owned() } else { names.join(" ") };
    (command, name)
}

/// What clap says, in one line and with its tips.
fn misread(error: &clap::Error, command: &clap::Command) -> Complaint {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let names: Vec<&str> = command.get_subcommands().map(|verb| verb.get_name()).collect();
        let message = format!("a command is missing, one of {}", names.join(", "));
        return Complaint::new(Kind::Usage, message);
    }
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n");
    let first: Vec<&str> = paragraphs.next().unwrap_or_default().lines().map(str::trim).collect();
    let message = first.join(" ");
    let message = message.trim_start_matches("error: ").to_owned();
    let tips = paragraphs.flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("tip: "));
    tips.fold(Complaint::new(Kind::Usage, message), Complaint::helped)
}
