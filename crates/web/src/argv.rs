//! The command line of a request.
//!
//! What a request says never becomes a flag: it stands behind a `=` or after `--`. What is wrong
//! with it the command says, in its own words; the server refuses only what the command line
//! could not express, and what exceeds its own limits.

use crate::catalogue::{Endpoint, Form, NODES, Parameter, ServerArg, TIME};
use crate::error::ApiError;
use crate::request::{Given, Parameters, is_on, usage};
use crate::scratch::Scratch;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, io};
use tempfile::TempDir;

/// The limits of one command.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long it may take.
    pub time: Duration,
    /// How much longer than its `--time` a run may take before it is asked to end, so that it can
    /// report what it has found by then.
    pub grace: Duration,
    /// Bytes.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
    /// The folder of tables and layers.
    pub folder: PathBuf,
}

/// The memory that the program itself takes besides its `--memory`, as for decoded blocks of
/// tables.
const BASE_MEMORY: u64 = 128 << 20;

/// The memory of a thread, its stack included.
const THREAD_MEMORY: u64 = 8 << 20;

impl Limits {
    /// How long a child may run.
    pub(crate) fn timeout(&self) -> Duration {
        self.time.saturating_add(self.grace)
    }

    /// The hard limit of memory of a child: above its `--memory`, so that commands that respect
    /// `--memory` end in order.
    fn most_data(&self) -> u64 {
        let own = BASE_MEMORY.saturating_add(THREAD_MEMORY.saturating_mul(self.threads as u64));
        self.memory.saturating_add(own)
    }
}

/// The flags of every child: answers and progress as JSON, and an end with its standard input.
const COMMON: [&str; 3] = ["--json", "--progress=json", "--end-with-input"];

/// A command line, with the files that it names.
#[derive(Debug, Default)]
pub(crate) struct CommandLine {
    /// The arguments of the program.
    pub(crate) arguments: Vec<OsString>,
    /// The folder of tables and layers, if the command has to do with it.
    pub(crate) data: Option<PathBuf>,
    /// The folder that it is to run in, with its files, if it has any; removed when this is dropped.
    pub(crate) folder: Option<TempDir>,
    /// The file there that it is to write its answer to.
    pub(crate) output: Option<String>,
}

impl CommandLine {
    /// Where the file is that is the answer, of commands that write one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.path().join(self.output.as_ref()?))
    }
}

/// The command line of a request.
pub(crate) fn argv(
    endpoint: &Endpoint,
    mut request: Parameters,
    limits: &Limits,
    scratch: &Scratch,
) -> Result<CommandLine, ApiError> {
    let with_command = |error: ApiError| error.of(&endpoint.command());
    let mut line = Line::new(scratch);
    for parameter in endpoint.parameters {
        let bound = parameter.most_with.filter(|(switch, _)| request.has_on(switch));
        let most = bound.map(|(_, most)| most);
        let otherwise = parameter.otherwise.map(str::to_owned).or(most.map(|n| n.to_string()));
        let given = request.take(parameter.name).or(otherwise.map(Given::Text));
        let parameter = &Parameter { most: most.or(parameter.most), ..*parameter };
        line.add(parameter, given).map_err(with_command)?;
    }
    let server_args: Vec<OsString> = endpoint
        .server_args
        .iter()
        .map(|arg| server_arg(*arg, &mut request, limits))
        .collect::<Result<Vec<_>, _>>()
        .map_err(with_command)?
        .into_iter()
        .flatten()
        .collect();
    request.end().map_err(with_command)?;
    let mut arguments: Vec<OsString> = vec![endpoint.noun.into(), endpoint.verb.into()];
    arguments.extend(COMMON.map(OsString::from));
    arguments.push(format!("--most-data={}", limits.most_data()).into());
    arguments.extend(server_args);
    arguments.extend(line.flags.into_iter().map(OsString::from));
    arguments.push("--".into());
    arguments.extend(line.places.into_iter().map(OsString::from));
    let data = endpoint.server_args.contains(&ServerArg::Folder).then(|| limits.folder.clone());
    Ok(CommandLine { arguments, data, folder: line.folder, output: line.output })
}

/// The arguments of a request.
struct Line<'a> {
    scratch: &'a Scratch,
    flags: Vec<String>,
    places: Vec<String>,
    folder: Option<TempDir>,
    output: Option<String>,
    /// A positional argument that was left out, so that no later one can be given.
    free: Option<&'static str>,
}

impl Line<'_> {
    fn new(scratch: &Scratch) -> Line<'_> {
        let (flags, places, folder, output) = (Vec::new(), Vec::new(), None, None);
        Line { scratch, flags, places, folder, output, free: None }
    }

    fn add(&mut self, parameter: &Parameter, given: Option<Given>) -> Result<(), ApiError> {
        let Parameter { name, form, .. } = *parameter;
        let texts = match given {
            None => Vec::new(),
            Some(Given::Text(text)) if form == Form::Places => split(&text),
            Some(Given::Text(text)) if form == Form::List => {
                text.split(',').map(str::to_owned).collect()
            }
            Some(Given::Text(text)) => vec![text],
            Some(Given::List(list)) if matches!(form, Form::List | Form::Places) => list,
            Some(Given::List(_)) => {
                return Err(usage(format!("'{name}' takes one value, not a list")));
            }
        };
        if let Some(most) = parameter.most {
            texts.iter().try_for_each(|text| check(name, text, most))?;
        }
        match form {
            Form::Place | Form::Places => self.place(name, texts),
            Form::Upload => texts.iter().try_for_each(|text| self.upload(name, text)),
            Form::Output => texts.iter().try_for_each(|text| self.output(parameter, text)),
            Form::Switch => self.switch(name, &texts),
            Form::Value | Form::List => {
                self.flags.extend(texts.into_iter().map(|text| format!("--{name}={text}")));
                Ok(())
            }
        }
    }

    fn place(&mut self, name: &'static str, texts: Vec<String>) -> Result<(), ApiError> {
        if texts.is_empty() {
            self.free = self.free.or(Some(name));
            return Ok(());
        }
        // `material` and `fen` of one command exclude each other; numbers follow one another.
        if let Some(free) = self.free.filter(|_| name != "fen") {
            return Err(usage(format!("'{name}' needs '{free}', too")));
        }
        if texts.iter().any(|text| text == "-") {
            return Err(usage(format!("'{name}' is '-', but there is no standard input here")));
        }
        self.places.extend(texts);
        Ok(())
    }

    /// Writes a text to a file whose name takes its place.
    fn upload(&mut self, name: &str, text: &str) -> Result<(), ApiError> {
        let file = format!("{name}.jsonl");
        let write = |folder: &TempDir| fs::write(folder.path().join(&file), text);
        self.folder().and_then(write).map_err(|error| ApiError::internal(&error))?;
        self.places.push(file);
        Ok(())
    }

    /// Names a file for the answer, which ends as one of the choices.
    fn output(&mut self, parameter: &Parameter, text: &str) -> Result<(), ApiError> {
        let Parameter { name, choices, .. } = parameter;
        if !choices.contains(&text) {
            return Err(usage(format!("'{name}' is one of {}, not {text}", choices.join(", "))));
        }
        self.folder().map_err(|error| ApiError::internal(&error))?;
        let file = format!("answer.{text}");
        self.flags.push(format!("--output={file}"));
        self.output = Some(file);
        Ok(())
    }

    fn folder(&mut self) -> io::Result<&TempDir> {
        if self.folder.is_none() {
            self.folder = Some(self.scratch.folder()?);
        }
        Ok(self.folder.as_ref().expect("it was just made"))
    }

    fn switch(&mut self, name: &str, texts: &[String]) -> Result<(), ApiError> {
        let Some(text) = texts.first() else { return Ok(()) };
        match is_on(text) {
            Some(true) => self.flags.push(format!("--{name}")),
            Some(false) => {}
            None => return Err(usage(format!("'{name}' is true or false, not {text}"))),
        }
        Ok(())
    }
}

/// A number beyond the server's limit is refused; what is no number the command refuses.
fn check(name: &str, text: &str, most: u64) -> Result<(), ApiError> {
    let beyond = text == "all" || text.parse::<u128>().is_ok_and(|number| number > most.into());
    if beyond { Err(usage(format!("'{name}' is at most {most} here"))) } else { Ok(()) }
}

fn split(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// An argument that the server sets; the request may lower it.
fn server_arg(
    arg: ServerArg,
    request: &mut Parameters,
    limits: &Limits,
) -> Result<Option<OsString>, ApiError> {
    Ok(Some(match arg {
        ServerArg::Time => {
            let asked = request.take_text(TIME.name)?;
            format!("--time={}", seconds(asked, limits.time)).into()
        }
        ServerArg::Nodes => match request.take_text(NODES.name)? {
            Some(nodes) => format!("--nodes={nodes}").into(),
            None => return Ok(None),
        },
        ServerArg::Memory => format!("--memory={}", limits.memory).into(),
        ServerArg::Threads => format!("--threads={}", limits.threads).into(),
        // A variable names it, as commands repeat in their complaints what a flag names.
        ServerArg::Folder => return Ok(None),
        ServerArg::Always(flag) => flag.into(),
    }))
}

/// The seconds that are asked for, or the most there are; what is no number the command refuses.
fn seconds(asked: Option<String>, most: Duration) -> String {
    let most = most.as_secs_f64();
    match asked {
        Some(text) if !text.parse::<f64>().is_ok_and(|seconds| seconds > most) => text,
        _ => most.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::find;

    fn limits() -> Limits {
        Limits {
            time: Duration::from_secs(20),
            grace: Duration::from_millis(500),
            memory: 1 << 30,
            threads: 2,
            folder: "/data".into(),
        }
    }

    fn line(noun: &str, verb: &str, query: &str) -> String {
        let endpoint = find(noun, verb).expect("it is in the catalogue");
        let parameters = Parameters::from_query(query).expect("the query can be read");
        match argv(endpoint, parameters, &limits(), &Scratch::default()) {
            Ok(line) => {
                let words: Vec<_> =
                    line.arguments.iter().map(|word| word.to_string_lossy()).collect();
                let common = "|--json|--progress=json|--end-with-input|--most-data=1224736768";
                words.join("|").replace(common, "")
            }
            Err(error) => format!("{error:?}"),
        }
    }

    #[test]
    fn requests_become_command_lines() {
        let cases = [
            (
                "mate",
                "solve",
                "fen=8/8+w&first&exactly=false",
                "mate|solve|--time=20|--memory=1073741824|--threads=2|--first|--|8/8 w",
            ),
            (
                "mate",
                "solve",
                "fen=x&moves=2&time=1.5&nodes=7",
                "mate|solve|--time=1.5|--nodes=7|--memory=1073741824|--threads=2|--moves=2|--|x",
            ),
            ("mate", "gen", "stipulation=2&count=3", "mate|gen|--time=20|--threads=2|--|2|3"),
            (
                "mate",
                "gen",
                "stipulation=2&theme=a,b",
                "mate|gen|--time=20|--threads=2|--theme=a|--theme=b|--|2",
            ),
            (
                "endgame",
                "build",
                "material=KQvK,KRvK+KPvK",
                "endgame|build|--memory=1073741824|--threads=2|--|KQvK|KRvK|KPvK",
            ),
            (
                "endgame",
                "build",
                "fen=8/8+w+-+-",
                "endgame|build|--memory=1073741824|--threads=2|--|8/8 w - -",
            ),
            (
                "endgame",
                "mine",
                "material=KQvK&where=wins",
                "endgame|mine|--no-build|--threads=2|--where=wins|--count=100|--|KQvK",
            ),
            ("endgame", "list", "", "endgame|list|--"),
            ("sudoku", "show", "grid=", "sudoku|show|--|"),
            (
                "sudoku",
                "solve",
                "grid=x&count=1000000&all=no",
                "sudoku|solve|--time=20|--threads=2|--count=1000000|--|x",
            ),
            (
                "sudoku",
                "solve",
                "grid=x&all",
                "sudoku|solve|--time=20|--threads=2|--count=10000|--all|--|x",
            ),
        ];
        for (noun, verb, query, expected) in cases {
            assert_eq!(line(noun, verb, query), expected, "{noun} {verb} {query}");
        }
    }

    #[test]
    fn a_request_gets_no_more_time_than_there_is() {
        let cases = [
            ("5", "5"),
            ("20", "20"),
            ("21", "20"),
            ("inf", "20"),
            ("1e99", "20"),
            ("x", "x"),
            ("NaN", "NaN"),
        ];
        let most = Duration::from_secs(20);
        for (asked, expected) in cases {
            assert_eq!(seconds(Some(asked.to_owned()), most), expected, "{asked}");
        }
        assert_eq!(seconds(None, most), "20");
    }

    #[test]
    fn no_value_becomes_a_flag() {
        for value in ["--file=/etc/passwd", "--help", "-h", "--", "-f/etc/passwd", "--data-dir=/"] {
            let after = line("sudoku", "show", &format!("grid={value}"));
            assert_eq!(after, format!("sudoku|show|--|{value}"));
            let behind = line("mate", "solve", &format!("fen=x&moves={value}"));
            assert!(behind.contains(&format!("|--moves={value}|--|x")), "{behind}");
        }
    }

    #[test]
    fn requests_beyond_the_limits_are_rejected() {
        let cases = [
            ("endgame", "probe", "fen=-", "no standard input"),
            ("endgame", "probe", "fen=x&file=y", "unexpected parameter 'file'"),
            ("endgame", "probe", "fen=x&json=1", "unexpected parameter 'json'"),
            ("mate", "solve", "fen=x&first=perhaps", "true or false"),
            ("mate", "gen", "count=3", "'count' needs 'stipulation'"),
            ("mate", "gen", "stipulation=2&count=101", "at most 100"),
            ("mate", "gen", "stipulation=2&count=all", "at most 100"),
            ("sudoku", "gen", "count=99999999999999999999999", "at most 100"),
            ("sudoku", "solve", "grid=x&all&count=10001", "at most 10000"),
            ("endgame", "list", "time=1", "unexpected parameter 'time'"),
            ("mate", "solve", "fen=x&move=2", "unexpected parameter 'move'; did you mean 'moves'?"),
            ("puzzle", "book", "puzzles=x&to=exe", "one of pdf, html, not exe"),
            ("puzzle", "book", "puzzles=x&to=/../x.pdf", "one of pdf, html"),
            ("puzzle", "book", "puzzles=x&to=", "one of pdf, html"),
        ];
        for (noun, verb, query, expected) in cases {
            assert!(line(noun, verb, query).contains(expected), "{noun} {verb} {query}");
        }
    }

    #[test]
    fn files_of_a_request_are_gone_with_it() {
        let endpoint = find("puzzle", "book").expect("it is in the catalogue");
        let parameters = Parameters::from_query("puzzles=x").expect("the query can be read");
        let scratch = Scratch::default();
        let line = argv(endpoint, parameters, &limits(), &scratch).expect("a command line");
        let words: Vec<_> = line.arguments.iter().map(|word| word.to_string_lossy()).collect();
        assert!(words.contains(&"--output=answer.pdf".into()), "{words:?}");
        assert_eq!(words.last().map(AsRef::as_ref), Some("puzzles.jsonl"));
        let folder = line.folder.as_ref().expect("a folder").path().to_owned();
        assert_eq!(fs::read_to_string(folder.join("puzzles.jsonl")).expect("it is there"), "x");
        drop(line);
        assert!(!folder.exists());
    }
}
