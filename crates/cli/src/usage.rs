//! Command lines: read, or refused in plain words.

use crate::args::{self, Cli};
use crate::complain::{Complaint, Kind};
use crate::console;
use crate::exit::Exit;
use crate::render::{Charset, Paint};
use clap::FromArgMatches;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};

/// Reads a command line, the name of the program first.
pub(crate) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let matches = args::command().try_get_matches_from(words);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map_err(|error| in_plain_words(advised(without_value_tip(error)), words))
}

/// The same without the advice to pass an unknown flag as a value, which is never meant.
fn without_value_tip(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested) {
        let is_useful = |tip: &&StyledStr| !tip.to_string().starts_with("to pass ");
        let tips: Vec<_> = tips.iter().filter(is_useful).cloned().collect();
        match tips.is_empty() {
            true => error.remove(ContextKind::Suggested),
            false => error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips)),
        };
    }
    error
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

/// The same with what is expected of a number in place of the words of a parser.
fn in_plain_words(error: clap::Error, words: &[OsString]) -> clap::Error {
    let reason = error.source().and_then(|source| expectation(&source.to_string()));
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let (value, name) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    let (Some(reason), Some(value), Some(name)) = (reason, value, name) else { return error };
    let message = format!("invalid value '{value}' for '{name}': {reason}");
    clap::Error::raw(error.kind(), message).format(&mut command_of(words).0)
}

/// What is expected where a parser of numbers gives this reason.
fn expectation(reason: &str) -> Option<String> {
    let range = reason.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    if let Some((least, most)) = range {
        return Some(format!("expected a whole number from {least} to {most}"));
    }
    let expected = match reason {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "expected a whole number"
        }
        "number too large to fit in target type" => "the number is too large",
        "number too small to fit in target type" => "the number is too small",
        "number would be zero for non-zero type" => "expected a whole number above 0",
        "invalid float literal" | "cannot parse float from empty string" => "expected a number",
        _ => return None,
    };
    Some(expected.to_owned())
}

/// Answers a command line that clap could not read, or a call for help.
pub(crate) fn refuse(error: &clap::Error, args: &[OsString]) -> Exit {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if args.iter().any(|arg| arg == "--json") && !is_help {
        let (command, name) = command_of(args);
        let complaint = misread(error, &command);
        console::print_refusal(&name, &complaint);
        return complaint.exit();
    }
    match print(error).and_then(|()| io::stdout().flush()) {
        Err(error) if is_help && error.kind() != io::ErrorKind::BrokenPipe => {
            let complaint = Complaint::new(Kind::Output, format!("cannot write: {error}"));
            // Nobody is left to tell if standard error is closed too.
            let _ = io::stderr()
                .write_all(crate::complain::render(&complaint, Paint::PLAIN).as_bytes());
            complaint.exit()
        }
        _ if is_help => Exit::Yes,
        _ => Exit::Usage,
    }
}

/// Prints help or a complaint of clap, in the characters that the terminal has.
fn print(error: &clap::Error) -> io::Result<()> {
    let text = error.render().to_string();
    match Charset::of_environment().text(&text) {
        Cow::Borrowed(_) => error.print(),
        Cow::Owned(text) if error.use_stderr() => io::stderr().write_all(text.as_bytes()),
        Cow::Owned(text) => io::stdout().write_all(text.as_bytes()),
    }
}

/// The command that a command line begins with, and its name in the envelope.
fn command_of(words: &[OsString]) -> (clap::Command, String) {
    let mut command = args::command();
    command.build();
    let mut names: Vec<String> = Vec::new();
    let mut takes_value = false;
    for arg in words.iter().skip(1).filter_map(|arg| arg.to_str()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a command line.
    fn complaint(words: &[&str]) -> String {
        let words: Vec<OsString> = ["sole"].iter().chain(words).map(OsString::from).collect();
        parse(&words).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn numbers_are_refused_in_plain_words() {
        let cases: [(&[&str], &str); 5] = [
            (&["serve", "--port", "80000"], "expected a whole number from 0 to 65535"),
            (&["serve", "--port", "http"], "expected a whole number"),
            (&["mate", "gen", "2", "--seed", "x"], "expected a whole number"),
            (&["puzzle", "convert", "p", "--min", "x"], "expected a number"),
            (&["proof", "gen", "4", "2", "--men-moved", ""], "expected a whole number"),
        ];
        for (words, expected) in cases {
            let said = complaint(words);
            let first = said.lines().next().unwrap_or_default();
            assert!(first.ends_with(expected), "{words:?}: {said}");
        }
    }

    /// What the standard library and parsers say of numbers and names.
    const FOREIGN: [&str; 6] =
        ["digit found", "is not in", "float literal", "target type", "cannot parse", "error("];

    #[test]
    fn no_flag_lets_the_words_of_a_parser_through() {
        let mut command = args::command();
        command.build();
        let mut leaves: Vec<(Vec<String>, clap::Command)> = vec![(Vec::new(), command)];
        let mut asked = 0;
        while let Some((path, command)) = leaves.pop() {
            for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
                leaves.push(([&path[..], &[verb.get_name().to_owned()]].concat(), verb.clone()));
            }
            for flag in command.get_arguments().filter_map(|arg| arg.get_long()) {
                for value in ["x", "-1", "99999999999999999999999999", "0.5"] {
                    let flag = format!("--{flag}={value}");
                    let words: Vec<&str> =
                        path.iter().map(String::as_str).chain([flag.as_str()]).collect();
                    let said = complaint(&words);
                    let reason = FOREIGN.iter().find(|reason| said.contains(**reason));
                    assert_eq!(reason, None, "{words:?}: {said}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 500, "{asked}");
    }

    #[test]
    fn an_unknown_flag_is_not_offered_as_a_value() {
        let said = complaint(&["board", "show", "--svg", "x.svg"]);
        assert!(said.contains("unexpected argument '--svg'") && !said.contains("tip:"), "{said}");
        let said = complaint(&["board", "show", "--asci"]);
        assert!(said.contains("'--ascii'"), "{said}");
    }

    #[test]
    fn every_noun_lists_its_verbs() {
        let help = args::command().render_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for (noun, verbs) in [("puzzle", "check, convert, show, book"), ("atlas", "read")] {
            assert!(help.contains(verbs), "{noun}: {help}");
        }
        assert!(!help.contains("conduct"), "hidden verbs stay hidden: {help}");
        for once in ["mate, random", "mate1"] {
            assert_eq!(help.matches(once).count(), 1, "{once}: {help}");
        }
    }
}
