//! What is wrong with the JSON of a record, in the words of its format.
//!
//! The fields are looked at in the order of the text, as the reader of JSON does, so that the first
//! problem is the one at which it stopped.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::{Name, NameError, Status, nearest};

/// What is wrong with the JSON of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonProblem {
    /// The line is not JSON.
    Syntax,
    /// A field that must be there is not.
    Missing {
        /// Its name, as `kind` or `ratings.value`.
        field: String,
    },
    /// There is no field of this name.
    Unknown {
        /// Its name.
        field: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// A field is given twice.
    Twice {
        /// Its name; `None` if it is a field of an object in another field.
        field: Option<String>,
    },
    /// A field has another kind of value than it should have.
    Shape {
        /// Its name.
        field: String,
        /// What it should be: `a text`.
        expected: &'static str,
    },
    /// A text should be a name and is not.
    Name {
        /// The field.
        field: String,
        /// What is wrong with it.
        error: NameError,
    },
}

impl JsonProblem {
    /// Why a line is not a record, if it is known that it is not one.
    pub(crate) fn of(line: &str) -> JsonProblem {
        let Ok(Ordered(pairs)) = serde_json::from_str(line) else { return JsonProblem::Syntax };
        // Objects in fields were read without their repeated fields.
        of_object("", &pairs, RECORD).unwrap_or(JsonProblem::Twice { field: None })
    }
}

/// An object with its fields in the order of the text, repeated ones included.
struct Ordered(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ordered, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Ordered(pairs))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// A field that an object may have.
struct Rule {
    name: &'static str,
    need: Need,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Must,
    May,
}

#[derive(Clone, Copy)]
enum Shape {
    Text,
    Name,
    Verdict,
    Number,
    WholeNumber,
    Texts,
    Names,
    Object(&'static [Rule]),
    Objects(&'static [Rule]),
}

const fn must(name: &'static str, shape: Shape) -> Rule {
    Rule { name, need: Need::Must, shape }
}

const fn may(name: &'static str, shape: Shape) -> Rule {
    Rule { name, need: Need::May, shape }
}

const RECORD: &[Rule] = &[
    must("schema", Shape::Text),
    must("kind", Shape::Name),
    must("position", Shape::Text),
    must("stipulation", Shape::Text),
    must("verdict", Shape::Verdict),
    must("solutions", Shape::Texts),
    may("san", Shape::Texts),
    may("line", Shape::Object(&[must("uci", Shape::Text), may("san", Shape::Text)])),
    may("setup_move", Shape::Object(&[must("position", Shape::Text), must("move", Shape::Text)])),
    may("intended_solutions", Shape::Text),
    may("tags", Shape::Names),
    may(
        "ratings",
        Shape::Objects(&[
            must("scale", Shape::Name),
            must("value", Shape::Number),
            may("label", Shape::Text),
        ]),
    ),
    may("id", Shape::Text),
    may("title", Shape::Text),
    may("authors", Shape::Texts),
    may("source", Shape::Text),
    may("url", Shape::Text),
    may("date", Shape::Text),
    may("award", Shape::Text),
    may("keywords", Shape::Texts),
    may("comments", Shape::Texts),
    may("openings", Shape::Texts),
    may(
        "generator",
        Shape::Object(&[
            must("program", Shape::Text),
            must("version", Shape::Text),
            may("arguments", Shape::Texts),
            may("seed", Shape::WholeNumber),
        ]),
    ),
    may("original", Shape::Object(&[must("format", Shape::Name), must("text", Shape::Text)])),
];

/// The first problem of an object; `path` stands before the names of its fields.
fn of_object(path: &str, pairs: &[(String, Value)], rules: &[Rule]) -> Option<JsonProblem> {
    let mut seen = BTreeSet::new();
    for (name, value) in pairs {
        let field = format!("{path}{name}");
        let Some(rule) = rules.iter().find(|rule| rule.name == name) else {
            let known = rules.iter().map(|rule| rule.name).collect();
            return Some(JsonProblem::Unknown { field, known });
        };
        if !seen.insert(name.as_str()) {
            return Some(JsonProblem::Twice { field: Some(field) });
        }
        if let Some(problem) = rule.of_value(&field, value) {
            return Some(problem);
        }
    }
    let is_missing = |rule: &&Rule| rule.need == Need::Must && !seen.contains(rule.name);
    let missing = rules.iter().find(is_missing)?;
    Some(JsonProblem::Missing { field: format!("{path}{}", missing.name) })
}

impl Rule {
    fn of_value(&self, field: &str, value: &Value) -> Option<JsonProblem> {
        let is_list = matches!(self.shape, Shape::Texts | Shape::Names | Shape::Objects(_));
        if value.is_null() && self.need == Need::May && !is_list {
            return None;
        }
        self.shape.of_value(field, value)
    }
}

impl Shape {
    fn of_value(self, field: &str, value: &Value) -> Option<JsonProblem> {
        let fits = match self {
            Shape::Text => value.is_string(),
            Shape::Name => return of_name(field, value),
            Shape::Verdict => serde_json::from_value::<Status>(value.clone()).is_ok(),
            Shape::Number => value.is_number(),
            Shape::WholeNumber => value.is_u64(),
            Shape::Texts => {
                value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
            }
            Shape::Names => return self.of_items(field, value, of_name),
            Shape::Object(rules) => match value.as_object() {
                Some(_) => return of_nested(field, value, rules),
                None => false,
            },
            Shape::Objects(rules) => {
                let item = |field: &str, item: &Value| of_nested(field, item, rules);
                return self.of_items(field, value, item);
            }
        };
        (!fits).then(|| self.refusal(field))
    }

    /// The first problem of the items of a list.
    fn of_items(
        self,
        field: &str,
        value: &Value,
        of_item: impl Fn(&str, &Value) -> Option<JsonProblem>,
    ) -> Option<JsonProblem> {
        match value.as_array() {
            Some(items) => items.iter().find_map(|item| of_item(field, item)),
            None => Some(self.refusal(field)),
        }
    }

    fn refusal(self, field: &str) -> JsonProblem {
        let expected = match self {
            Shape::Text | Shape::Name => "a text",
            Shape::Verdict => "one of \"none\", \"one\", \"many\", \"open\"",
            Shape::Number => "a number",
            Shape::WholeNumber => "a whole number from 0 to 18446744073709551615",
            Shape::Texts | Shape::Names => "a list of texts",
            Shape::Object(_) => "an object",
            Shape::Objects(_) => "a list of objects",
        };
        JsonProblem::Shape { field: field.to_owned(), expected }
    }
}

fn of_name(field: &str, value: &Value) -> Option<JsonProblem> {
    let Some(text) = value.as_str() else { return Some(Shape::Name.refusal(field)) };
    let error = text.parse::<Name>().err()?;
    Some(JsonProblem::Name { field: field.to_owned(), error })
}

/// The first problem of an object in a field.
fn of_nested(field: &str, value: &Value, rules: &'static [Rule]) -> Option<JsonProblem> {
    let Some(object) = value.as_object() else {
        return Some(Shape::Object(rules).refusal(field));
    };
    let pairs: Vec<(String, Value)> =
        object.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    of_object(&format!("{field}."), &pairs, rules)
}

impl fmt::Display for JsonProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonProblem::Syntax => f.write_str("not valid JSON"),
            JsonProblem::Missing { field } => write!(f, "the field \"{field}\" is missing"),
            JsonProblem::Unknown { field, known } => {
                write!(f, "unknown field \"{field}\", ")?;
                let word = field.rsplit('.').next().unwrap_or(field);
                match nearest(word, known).first() {
                    Some(near) => write!(f, "did you mean \"{near}\"?"),
                    None => write!(f, "expected one of {}", known.join(", ")),
                }
            }
            JsonProblem::Twice { field: Some(field) } => {
                write!(f, "the field \"{field}\" is given twice")
            }
            JsonProblem::Twice { field: None } => {
                f.write_str("a field of an inner object is given twice")
            }
            JsonProblem::Shape { field, expected } => {
                write!(f, "the field \"{field}\" should be {expected}")
            }
            JsonProblem::Name { field, error } => write!(f, "in the field \"{field}\": {error}"),
        }
    }
}
