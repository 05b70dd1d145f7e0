//! The catalogue: which commands the server runs, and what a request may say to them.
//!
//! Everything about an endpoint is here once: its command line (`argv.rs`), its entry in the
//! OpenAPI document and its place on the page about the API are made from it. A request can set
//! nothing that is not listed.

mod chess;
mod puzzle;
mod questions;
mod sudoku;

pub(crate) use puzzle::{BOOKS, FORMATS};

use sole_api::catalogue::Entry;
use std::sync::LazyLock;

/// A command that the server runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Endpoint {
    /// The noun, as `mate`.
    pub(crate) noun: &'static str,
    /// The verb, as `solve`.
    pub(crate) verb: &'static str,
    /// What it does, in one line.
    pub(crate) summary: &'static str,
    /// What a request may say.
    pub(crate) parameters: &'static [Parameter],
    /// What the server itself says.
    pub(crate) server_args: &'static [ServerArg],
    /// How many answers there are.
    pub(crate) answers: Answers,
    /// Whether it changes what is kept in the data folder, so that only POST runs it.
    pub(crate) changes: bool,
    /// The question of `api` that it asks, if it is declared there.
    pub(crate) question: Option<&'static Entry>,
}

/// How many answers a command prints, unless it writes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// One envelope, or a list of them if the text had several subjects.
    One,
    /// A list of envelopes.
    List,
}

/// An argument that the server adds to a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerArg {
    /// `--time`, at most the server's.
    Time,
    /// `--nodes`, if the request asks for it.
    Nodes,
    /// `--memory`.
    Memory,
    /// `--threads`.
    Threads,
    /// Where tables and layers are.
    Folder,
    /// A flag that is always there.
    Always(&'static str),
}

/// Something that a request may say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    /// Its name in requests, and that of the flag.
    pub(crate) name: &'static str,
    /// How it gets into the command line.
    pub(crate) form: Form,
    /// The largest number, if the server has a say in it.
    pub(crate) most: Option<u64>,
    /// The largest number, and the one if none is given, beside a switch that is on.
    pub(crate) most_with: Option<(&'static str, u64)>,
    /// The values there are, if they are few.
    pub(crate) choices: &'static [&'static str],
    /// A value that shows what is meant.
    pub(crate) example: Option<&'static str>,
    /// What the server says if the request does not.
    pub(crate) otherwise: Option<&'static str>,
    /// Whether there is no answer without it.
    pub(crate) required: bool,
    /// What it means, in one line.
    pub(crate) about: &'static str,
}

/// How a value gets into the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As one word after `--`, in the order of the catalogue.
    Place,
    /// The same, but words that blanks or commas part are words of their own.
    Places,
    /// As the name of a file that it is the content of.
    Upload,
    /// As `--output=` with the name of a file that ends so, which is the answer then.
    Output,
    /// As `--name`, if it is true.
    Switch,
    /// As `--name=value`.
    Value,
    /// As `--name=value` for each value.
    List,
}

impl Parameter {
    const fn new(name: &'static str, form: Form, about: &'static str) -> Parameter {
        Parameter {
            name,
            form,
            most: None,
            most_with: None,
            choices: &[],
            example: None,
            otherwise: None,
            required: false,
            about,
        }
    }

    /// The same with a value that shows what is meant.
    const fn example(self, example: &'static str) -> Parameter {
        Parameter { example: Some(example), ..self }
    }

    /// The same, but there is no answer without it.
    const fn required(self) -> Parameter {
        Parameter { required: true, ..self }
    }

    /// The same, a number up to a limit.
    const fn most(self, most: u64) -> Parameter {
        Parameter { most: Some(most), ..self }
    }

    /// The same, up to a lower limit beside a switch that is on.
    const fn most_with(self, switch: &'static str, most: u64) -> Parameter {
        Parameter { most_with: Some((switch, most)), ..self }
    }

    /// The same, with a value for requests that have none.
    const fn otherwise(self, value: &'static str) -> Parameter {
        Parameter { otherwise: Some(value), ..self }
    }

    /// The same, one of a few values.
    const fn choices(self, choices: &'static [&'static str]) -> Parameter {
        Parameter { choices, ..self }
    }
}

/// A text that is the subject.
const fn place(name: &'static str, about: &'static str) -> Parameter {
    Parameter::new(name, Form::Place, about)
}

/// A flag with a value.
const fn value(name: &'static str, about: &'static str) -> Parameter {
    Parameter::new(name, Form::Value, about)
}

/// A flag without one.
const fn switch(name: &'static str, about: &'static str) -> Parameter {
    Parameter::new(name, Form::Switch, about)
}

/// A flag that may come several times.
const fn list(name: &'static str, about: &'static str) -> Parameter {
    Parameter::new(name, Form::List, about)
}

/// The seconds that a request allows, where the command can be limited.
pub(crate) const TIME: Parameter =
    value("time", "Stop after so many seconds; the server allows no more than its own");

/// The nodes that a request allows, where the command can be limited.
pub(crate) const NODES: Parameter = value("nodes", "Stop after about so many nodes");

impl Endpoint {
    const fn new(
        noun: &'static str,
        verb: &'static str,
        summary: &'static str,
        parameters: &'static [Parameter],
    ) -> Endpoint {
        Endpoint {
            noun,
            verb,
            summary,
            parameters,
            server_args: &[],
            answers: Answers::One,
            changes: false,
            question: None,
        }
    }

    /// The same with arguments of the server.
    const fn server_args(self, server_args: &'static [ServerArg]) -> Endpoint {
        Endpoint { server_args, ..self }
    }

    /// The same, with a list of answers.
    const fn many(self) -> Endpoint {
        Endpoint { answers: Answers::List, ..self }
    }

    /// The same, but it changes what is kept.
    const fn changes(self) -> Endpoint {
        Endpoint { changes: true, ..self }
    }

    /// The command as it is typed.
    pub(crate) fn command(&self) -> String {
        format!("{} {}", self.noun, self.verb)
    }

    /// Its address.
    pub(crate) fn path(&self) -> String {
        format!("/api/{}/{}", self.noun, self.verb)
    }

    /// How the file may be written that is the answer, if no envelope is.
    pub(crate) fn files(&self) -> Option<&'static [&'static str]> {
        let output = |parameter: &&Parameter| parameter.form == Form::Output;
        self.parameters.iter().find(output).map(|parameter| parameter.choices)
    }

    /// Everything that a request may say, limits included.
    pub(crate) fn all_parameters(&self) -> impl Iterator<Item = &'static Parameter> + use<> {
        let server_args = self.server_args.iter().filter_map(|arg| match arg {
            ServerArg::Time => Some(&TIME),
            ServerArg::Nodes => Some(&NODES),
            _ => None,
        });
        self.parameters.iter().chain(server_args)
    }
}

/// All endpoints, in the order in which they are shown.
pub(crate) fn all() -> impl Iterator<Item = &'static Endpoint> {
    static QUESTIONS: LazyLock<Vec<Endpoint>> = LazyLock::new(questions::endpoints);
    let listed = chess::ENDPOINTS.iter().chain(sudoku::ENDPOINTS).chain(puzzle::ENDPOINTS);
    QUESTIONS.iter().chain(listed)
}

/// The endpoint of a noun and a verb.
pub(crate) fn find(noun: &str, verb: &str) -> Option<&'static Endpoint> {
    all().find(|endpoint| endpoint.noun == noun && endpoint.verb == verb)
}

/// The verb that a noun alone means.
pub(crate) fn main_verb(noun: &str) -> Option<&'static str> {
    matches!(noun, "mate" | "proof").then_some("solve")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn endpoints_and_parameters_have_one_meaning_each() {
        let mut commands = BTreeSet::new();
        for endpoint in all() {
            assert!(commands.insert(endpoint.command()), "{} twice", endpoint.command());
            let mut names = BTreeSet::new();
            for parameter in endpoint.all_parameters() {
                let Parameter { name, .. } = parameter;
                assert!(names.insert(name), "{} has {name} twice", endpoint.command());
                assert!(
                    name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                    "{name}"
                );
                let is_choice = |value: &str| parameter.choices.contains(&value);
                let fits = parameter.choices.is_empty() || parameter.example.is_none_or(is_choice);
                assert!(fits, "{} {name}", endpoint.command());
                assert!(
                    !parameter.required || parameter.example.is_some(),
                    "{name} needs an example"
                );
            }
        }
        assert!(main_verb("mate").is_some_and(|verb| find("mate", verb).is_some()));
    }

    /// Files, folders and formats of output are the server's affair.
    #[test]
    fn no_parameter_names_a_file() {
        for endpoint in all() {
            for Parameter { name, .. } in endpoint.all_parameters() {
                let barred = [
                    "file", "output", "svg", "data-dir", "hunt", "hard", "threads", "memory",
                    "json",
                ];
                assert!(!barred.contains(name), "{} {name}", endpoint.command());
            }
        }
    }
}
