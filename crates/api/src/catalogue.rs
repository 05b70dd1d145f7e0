//! The catalogue: all questions, by the names of their commands.

use crate::board;
use crate::context::Context;
use crate::envelope;
use crate::exit::Exit;
use crate::failure::{Failure, FailureKind};
use crate::question::{Question, Reply, Stop, Subject, Weight};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sole_puzzle::nearest;

/// All questions, in the order in which they are shown.
pub const ALL: &[Entry] = &[
    Entry::new::<board::Show>(),
    Entry::new::<board::Check>(),
    Entry::new::<board::Moves>(),
    Entry::new::<board::Unmoves>(),
    Entry::new::<board::Pack>(),
    Entry::new::<board::Unpack>(),
];

/// The question of a command, such as `board moves`.
pub fn find(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// A question whose type is forgotten: requests and answers are JSON.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The command, as `board moves`.
    pub name: &'static str,
    /// How much work an answer may take.
    pub weight: Weight,
    request: fn() -> Schema,
    result: fn() -> Schema,
    subschema: fn(&mut SchemaGenerator) -> Schema,
    answer: fn(Value, &Context<'_>, Lines<'_>) -> Result<Exit, Stop>,
}

/// Takes lines of JSON, each an envelope.
pub type Lines<'a> = &'a mut dyn FnMut(Vec<u8>) -> Result<(), Stop>;

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Entry").field(&self.name).finish()
    }
}

impl Entry {
    const fn new<Q: Question>() -> Entry {
        Entry {
            name: Q::NAME,
            weight: Q::WEIGHT,
            request: request_schema::<Q>,
            result: result_schema::<Q>,
            subschema: SchemaGenerator::subschema_for::<Q::Answer>,
            answer: answer::<Q>,
        }
    }

    /// What the command does, in one line.
    pub fn summary(&self) -> String {
        let schema = self.request_schema();
        let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        description.lines().next().unwrap_or_default().to_owned()
    }

    /// The JSON Schema of a request, an object.
    pub fn request_schema(&self) -> Schema {
        (self.request)()
    }

    /// The JSON Schema of the `result` of an answer.
    pub fn result_schema(&self) -> Schema {
        (self.result)()
    }

    /// Answers a request, one line of JSON for each answer and failure.
    pub fn answer(&self, request: Value, context: &Context<'_>, lines: Lines<'_>) -> Exit {
        match (self.answer)(request, context, lines) {
            Ok(exit) => exit,
            Err(Stop::Failure(failure)) => match lines(failure_line(self.name, &failure)) {
                Ok(()) => failure.exit(),
                Err(_) => Exit::Interrupted,
            },
            Err(Stop::Interrupted | Stop::Output(_) | Stop::Quit) => Exit::Interrupted,
        }
    }
}

/// Answers a request about each of its subjects; a failure of one does not stop the others.
fn answer<Q: Question>(
    request: Value,
    context: &Context<'_>,
    lines: Lines<'_>,
) -> Result<Exit, Stop> {
    check_fields(&request, &request_schema::<Q>())?;
    let fields: <Q::Subject as Subject>::Fields = read(&request)?;
    let question: Q = read(&request)?;
    let mut exit: Option<Exit> = None;
    for subject in Q::Subject::read(fields) {
        let answered = subject
            .map_err(Stop::from)
            .and_then(|subject| answer_one(&question, &subject, context, lines));
        let this = match answered {
            Err(Stop::Failure(failure)) => {
                lines(failure_line(Q::NAME, &failure))?;
                failure.exit()
            }
            other => other?,
        };
        exit = Some(exit.map_or(this, |all| all.and(this)));
    }
    exit.ok_or_else(|| unreadable("there is nothing to answer in the request").into())
}

fn answer_one<Q: Question>(
    question: &Q,
    subject: &Q::Subject,
    context: &Context<'_>,
    lines: Lines<'_>,
) -> Result<Exit, Stop> {
    let mut warnings = subject.warnings();
    let mut exit: Option<Exit> = None;
    question.answer(subject, context, &mut |reply: Reply<Q::Answer>| {
        let mut line = Vec::new();
        let warnings = std::mem::take(&mut warnings);
        envelope::write_answer(&mut line, Q::NAME, &reply.answer, &warnings)?;
        exit = Some(exit.map_or(reply.exit, |all| all.and(reply.exit)));
        lines(trimmed(line))
    })?;
    Ok(exit.unwrap_or(Exit::No))
}

fn read<T: DeserializeOwned>(request: &Value) -> Result<T, Failure> {
    T::deserialize(request).map_err(|error| usage(error.to_string()))
}

/// Refuses a request with a field that the question does not have, or without one that it needs.
fn check_fields(request: &Value, schema: &Schema) -> Result<(), Failure> {
    let Value::Object(request) = request else {
        return Err(usage("the request is not an object".to_owned()));
    };
    let known = properties(schema);
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let mut required = required.filter_map(Value::as_str);
    let Some(unknown) = request.keys().find(|name| !known.contains_key(*name)) else {
        return match required.find(|name| !request.contains_key(*name)) {
            Some(missing) => Err(usage(format!("the parameter '{missing}' is missing"))),
            None => Ok(()),
        };
    };
    let near = nearest(unknown, known.keys().map(String::as_str));
    let hint = near.first().map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
    Err(usage(format!("unexpected parameter '{unknown}'{hint}")))
}

/// The fields of a request.
pub fn properties(schema: &Schema) -> Map<String, Value> {
    schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default()
}

fn failure_line(command: &str, failure: &Failure) -> Vec<u8> {
    let mut line = Vec::new();
    envelope::write_failure(&mut line, command, failure).expect("memory can be written");
    trimmed(line)
}

fn trimmed(mut line: Vec<u8>) -> Vec<u8> {
    line.pop_if(|last| *last == b'\n');
    line
}

fn usage(message: String) -> Failure {
    Failure::new(FailureKind::Usage, message)
}

fn unreadable(message: &str) -> Failure {
    Failure::new(FailureKind::Unreadable, message.to_owned())
}

/// The schemas of the results of all questions, for a document that has them in one place.
#[derive(Debug)]
pub struct Schemas {
    /// The schema of each result.
    pub results: Vec<(&'static Entry, Value)>,
    /// What they refer to, by name.
    pub definitions: Map<String, Value>,
}

impl Schemas {
    /// The schemas, which refer to each other by a path such as `/components/schemas`.
    pub fn referred_to_at(path: &str) -> Schemas {
        let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
            settings.definitions_path = path.to_owned().into();
        });
        let mut generator = settings.into_generator();
        let result = |entry: &'static Entry| (entry, (entry.subschema)(&mut generator).to_value());
        let results = ALL.iter().map(result).collect();
        Schemas { results, definitions: generator.take_definitions(true) }
    }
}

/// The schema of a type that is read, with all that it refers to.
fn schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

/// The schema of an answer, with all that it refers to.
fn result_schema<Q: Question>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Q::Answer>()
}

/// The fields of the subject, then those of the question.
fn request_schema<Q: Question>() -> Schema {
    let mut all = schema::<<Q::Subject as Subject>::Fields>();
    let own = schema::<Q>();
    let object = all.ensure_object();
    for (key, value) in own.as_object().into_iter().flatten() {
        match (object.get_mut(key), value) {
            (Some(Value::Object(ours)), Value::Object(more)) => ours.extend(more.clone()),
            (Some(Value::Array(ours)), Value::Array(more)) => ours.extend(more.clone()),
            _ => {
                object.insert(key.clone(), value.clone());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    fn ask(name: &str, request: Value) -> (u8, String) {
        let mut text = String::new();
        let exit = find(name).expect(name).answer(request, &Context::default(), &mut |line| {
            text += &String::from_utf8(line).expect("JSON is UTF-8");
            text.push('\n');
            Ok(())
        });
        (exit.code(), text)
    }

    #[test]
    fn questions_have_one_name_and_fields_have_a_description() {
        let mut names = BTreeSet::new();
        for entry in ALL {
            assert!(names.insert(entry.name), "{} twice", entry.name);
            assert!(!entry.summary().is_empty(), "{} has no summary", entry.name);
            for (name, field) in properties(&entry.request_schema()) {
                let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                assert!(name.chars().all(is_plain), "{} {name}", entry.name);
                assert!(field.get("description").is_some(), "{} {name}", entry.name);
            }
        }
    }

    #[test]
    fn requests_are_refused_in_words() {
        let fen = "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1";
        let cases = [
            ("board moves", json!({ "fen": fen, "check": true }), 2, "did you mean 'checks'?"),
            ("board moves", json!({ "checks": true }), 2, "'fen' is missing"),
            ("board moves", json!([]), 2, "the request is not an object"),
            ("board moves", json!({ "fen": "8/9" }), 3, "bad-fen"),
            ("board moves", json!({ "fen": [] }), 3, "there is nothing to answer"),
            ("board check", json!({ "fen": fen, "waive": ["castling-right"] }), 2, "can be waived"),
        ];
        for (name, request, exit, expected) in cases {
            let (code, text) = ask(name, request.clone());
            assert_eq!(code, exit, "{request}: {text}");
            assert!(text.contains(expected), "{request}: {text}");
        }
    }

    #[test]
    fn a_failure_does_not_stop_a_batch() {
        let request = json!({ "fen": ["8/8/8/4k3/8/8/8/R3K3 w - -", "8/9", "startpos"] });
        let (code, text) = ask("board moves", request);
        let statuses: Vec<&str> = text.lines().filter_map(|line| line.split('"').nth(11)).collect();
        assert_eq!((code, statuses.as_slice()), (3, &["ok", "error", "ok"][..]), "{text}");
    }
}
