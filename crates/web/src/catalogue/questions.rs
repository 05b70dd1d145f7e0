//! Endpoints of the questions that `api` declares.

use super::{Endpoint, Form, Parameter};
use serde_json::Value;
use sole_api::catalogue::{self, Entry};

/// An endpoint for each question.
pub(super) fn endpoints() -> Vec<Endpoint> {
    catalogue::ALL.iter().map(endpoint).collect()
}

fn endpoint(entry: &'static Entry) -> Endpoint {
    let (noun, verb) = entry.name.split_once(' ').unwrap_or((entry.name, ""));
    let schema = entry.request_schema();
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
    let parameter = |(name, property): (String, Value)| {
        let required = is_required(&name);
        Parameter { required, ..parameter(name.leak(), &property) }
    };
    let parameters: Vec<Parameter> =
        catalogue::properties(&schema).into_iter().map(parameter).collect();
    let endpoint = Endpoint::new(noun, verb, entry.summary().leak(), parameters.leak());
    Endpoint { question: Some(entry), ..endpoint }
}

/// A parameter as its JSON Schema describes it.
fn parameter(name: &'static str, property: &Value) -> Parameter {
    let form = match property["type"].as_str() {
        Some("boolean") => Form::Switch,
        Some("array") => Form::List,
        _ => Form::Value,
    };
    let about = property["description"].as_str().unwrap_or_default().to_owned();
    let values = property["enum"].as_array().or_else(|| property["items"]["enum"].as_array());
    let choices: Vec<&'static str> =
        values.into_iter().flatten().filter_map(|value| Some(leaked(value.as_str()?))).collect();
    let example = &property["examples"][0];
    let example = example.as_str().or_else(|| example[0].as_str()).map(leaked);
    Parameter { choices: choices.leak(), example, ..Parameter::new(name, form, about.leak()) }
}

/// The catalogue lives as long as the process.
fn leaked(text: &str) -> &'static str {
    text.to_owned().leak()
}
