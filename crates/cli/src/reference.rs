//! The reference in Markdown, made from the command line: a page for each noun, and an index.

use crate::args;
use crate::man::Page;
use clap::{Arg, ArgAction, Command};
use std::fmt::Write;

/// The first lines of the index.
const INDEX: &str = "# Reference\n\n\
    Every command and every flag, as `sole help` has them. These pages are made by\n\
    `sole man --markdown --dir docs/reference`.\n\n\
    | command | what it does |\n|---|---|\n";

/// The index and the pages of all nouns.
pub(crate) fn pages() -> Vec<Page> {
    let mut sole = args::command().disable_help_subcommand(true);
    sole.build();
    let mut index = INDEX.to_owned();
    let mut pages = Vec::new();
    for noun in shown(&sole) {
        let file = format!("{}.md", noun.get_name());
        for command in commands(noun) {
            let (name, about) = (full_name(command), about(command));
            let _ = writeln!(index, "| [`{name}`]({file}#{}) | {about} |", anchor(&name));
        }
        pages.push(Page { name: file, text: page(noun).into_bytes() });
    }
    index.push_str("\n## Flags of all commands\n\n");
    write_flags(&mut index, sole.get_arguments().filter(|flag| flag.is_global_set()));
    pages.push(Page { name: "README.md".to_owned(), text: index.into_bytes() });
    pages
}

/// The verbs of a noun, or the command itself if it has none.
fn commands(noun: &Command) -> Vec<&Command> {
    let verbs: Vec<&Command> = shown(noun).collect();
    if verbs.is_empty() { vec![noun] } else { verbs }
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set())
}

fn page(noun: &Command) -> String {
    let mut text = format!("# {}\n\n{}.\n", full_name(noun), about(noun));
    for command in commands(noun) {
        write_command(&mut text, command);
    }
    text
}

fn write_command(text: &mut String, command: &Command) {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let _ = write!(
        text,
        "\n## {}\n\n{}.\n\n```text\n{usage}\n```\n",
        full_name(command),
        about(command)
    );
    let own = || command.get_arguments().filter(|arg| !arg.is_global_set() && !is_help(arg));
    if own().next().is_some() {
        text.push('\n');
        write_flags(text, own());
    }
    if let Some(after) = command.get_after_help() {
        let _ = write!(text, "\n```text\n{}\n```\n", after.to_string().trim_end());
    }
}

fn is_help(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong)
        || matches!(arg.get_action(), ArgAction::Version)
}

fn write_flags<'a>(text: &mut String, flags: impl Iterator<Item = &'a Arg>) {
    text.push_str("| argument | meaning |\n|---|---|\n");
    for flag in flags.filter(|flag| !flag.is_hide_set()) {
        let help = flag.get_help().map(|help| help.to_string()).unwrap_or_default();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let default = default_of(flag).map(|value| format!(" (default: `{value}`)"));
        let _ = writeln!(text, "| {} | {help}{} |", spelling(flag), default.unwrap_or_default());
    }
}

/// The value of a flag that is not given, unless the help says it already.
fn default_of(flag: &Arg) -> Option<String> {
    let values: Vec<_> =
        flag.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let is_told = flag.is_hide_default_value_set() || !flag.get_action().takes_values();
    (!values.is_empty() && !is_told).then(|| values.join(","))
}

/// `` `-n`, `--count N` ``, or `` `FEN…` `` for a positional argument.
fn spelling(flag: &Arg) -> String {
    let takes_value = flag.get_action().takes_values();
    let names = flag.get_value_names().unwrap_or_default().iter().map(|name| name.to_string());
    let values = names.collect::<Vec<_>>().join(" ").replace('|', "\\|");
    if flag.is_positional() {
        let many = matches!(flag.get_action(), ArgAction::Append);
        return format!("`{values}{}`", if many { "…" } else { "" });
    }
    let value =
        if takes_value && !values.is_empty() { format!(" {values}") } else { String::new() };
    let short = flag.get_short().map(|letter| format!("`-{letter}`"));
    let long = flag.get_long().map(|name| format!("`--{name}{value}`"));
    short.into_iter().chain(long).collect::<Vec<_>>().join(", ")
}

fn about(command: &Command) -> String {
    let about = command.get_about().map(|about| about.to_string()).unwrap_or_default();
    about.trim_end_matches('.').replace('|', "\\|")
}

fn full_name(command: &Command) -> String {
    command.get_bin_name().unwrap_or(command.get_name()).to_owned()
}

/// The place of a heading, as Markdown viewers name it.
fn anchor(heading: &str) -> String {
    heading.replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::{env, fs};

    #[test]
    fn the_reference_in_docs_is_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
        let pages = pages();
        let names: BTreeSet<&str> = pages.iter().map(|page| page.name.as_str()).collect();
        for Page { name, text } in &pages {
            if env::var_os("BLESS").is_some() {
                fs::create_dir_all(&folder).expect("docs is writable");
                fs::write(folder.join(name), text).expect("docs is writable");
            }
            let written = fs::read(folder.join(name)).unwrap_or_default();
            assert!(written == *text, "docs/reference/{name} is stale, BLESS=1 rewrites it");
        }
        for entry in fs::read_dir(&folder).expect("docs/reference") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            assert!(names.contains(name.as_str()), "docs/reference/{name} has no command");
        }
    }
}
