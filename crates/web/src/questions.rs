//! Questions of `api` that are answered in this process, as they take milliseconds.

use crate::command_api::CommandOutput;
use crate::error::{ApiError, ErrorKind};
use crate::request::{Given, Parameters, is_on, usage};
use bytes::Bytes;
use serde_json::{Map, Value};
use sole_api::Context;
use sole_api::catalogue::{self, Entry};
use sole_puzzle::task::Cancellation;
use std::time::Duration;

/// How long an answer may take: a bound for what nobody foresaw.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Answers a light question.
pub(crate) async fn answer(
    entry: &'static Entry,
    parameters: Parameters,
) -> Result<CommandOutput, ApiError> {
    let request = request(entry, parameters)?;
    let cancellation = Cancellation::default();
    let asked = cancellation.clone();
    let work = tokio::task::spawn_blocking(move || {
        let context = Context { cancellation: &asked, ..Context::default() };
        let mut lines = Vec::new();
        let exit = entry.answer(request, &context, &mut |line| {
            lines.push(Bytes::from(line));
            Ok(())
        });
        CommandOutput { lines, exit: exit.code(), file: None }
    });
    match tokio::time::timeout(TIMEOUT, work).await {
        Ok(answered) => answered.map_err(|error| ApiError::internal(&error)),
        Err(_) => {
            cancellation.cancel();
            Err(ApiError::new(ErrorKind::Timeout, "the time for a request was up; ask for less"))
        }
    }
}

/// The parameters as the JSON that the schema of the request expects.
pub(crate) fn request(entry: &Entry, mut parameters: Parameters) -> Result<Value, ApiError> {
    let mut request = Map::new();
    for (name, property) in catalogue::properties(&entry.request_schema()) {
        if let Some(given) = parameters.take(&name) {
            request.insert(name.clone(), value(&name, &property, given)?);
        }
    }
    parameters.end()?;
    Ok(Value::Object(request))
}

/// A value with the type that its schema names.
fn value(name: &str, property: &Value, given: Given) -> Result<Value, ApiError> {
    let is_type = |wanted: &str| match &property["type"] {
        Value::Array(types) => types.iter().any(|one| one == wanted),
        one => one == wanted,
    };
    let takes_list = is_type("array") || property.get("anyOf").is_some();
    match given {
        Given::List(list) if takes_list => Ok(list.into()),
        Given::List(_) => Err(usage(format!("'{name}' takes one value, not a list"))),
        Given::Text(text) if is_type("array") => Ok(text.split(',').collect()),
        Given::Text(text) if is_type("boolean") => is_on(&text)
            .map(Value::Bool)
            .ok_or_else(|| usage(format!("'{name}' is true or false, not {text}"))),
        Given::Text(text) if is_type("integer") || is_type("number") => {
            serde_json::from_str::<serde_json::Number>(&text)
                .map(Value::Number)
                .map_err(|_| usage(format!("'{name}' is not a number: {text}")))
        }
        Given::Text(text) => Ok(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parameters_get_the_types_of_the_schema() {
        let cases = [
            ("board moves", "fen=x&checks=1", Ok(json!({ "fen": "x", "checks": true }))),
            ("board moves", "fen=x&checks", Ok(json!({ "fen": "x", "checks": true }))),
            ("board moves", "fen=x&checks=perhaps", Err("'checks' is true or false, not perhaps")),
            (
                "board check",
                "fen=x&waive=missing-king,too-much-material",
                Ok(json!({ "fen": "x", "waive": ["missing-king", "too-much-material"] })),
            ),
            ("board moves", "fen=x&check=1", Err("did you mean 'checks'?")),
        ];
        for (name, query, expected) in cases {
            let entry = catalogue::find(name).expect(name);
            let parameters = Parameters::from_query(query).expect(query);
            match (request(entry, parameters), expected) {
                (Ok(request), Ok(expected)) => assert_eq!(request, expected, "{query}"),
                (Err(error), Err(expected)) => {
                    assert!(format!("{error:?}").contains(expected), "{query}: {error:?}");
                }
                (request, expected) => panic!("{query}: {request:?}, expected {expected:?}"),
            }
        }
    }
}
