//! What a request says: names with values, from its address or from its body.

use crate::error::{ApiError, ErrorKind};
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{Method, Request, header};
use bytes::Bytes;
use http_body_util::LengthLimitError;
use percent_encoding::percent_decode;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sole_puzzle::nearest;
use std::collections::BTreeMap;
use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

/// The longest query of an address in bytes.
pub(crate) const MOST_QUERY: usize = 4 << 10;

/// The largest body in bytes.
pub(crate) const MOST_BODY: usize = 64 << 10;

const NOT_UTF8: &str = "the address is not UTF-8";

/// How long a body may take to come.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Names with values, each at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameters {
    given: BTreeMap<String, Given>,
    /// Names that were asked for, whether or not they were given.
    known: Vec<String>,
}

/// A value as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// One text; numbers are texts, too.
    Text(String),
    /// Several, from a list in JSON.
    List(Vec<String>),
}

/// The names in the path of an address.
#[derive(Debug)]
pub(crate) struct Names<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Names<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Names<T>, ApiError> {
        let names = Path::from_request_parts(parts, state).await;
        names.map(|Path(names)| Names(names)).map_err(|_| usage(NOT_UTF8))
    }
}

impl Parameters {
    /// Those of a query: `fen=…&moves=2`.
    pub(crate) fn from_query(query: &str) -> Result<Parameters, ApiError> {
        let mut parameters = Parameters::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            parameters.add(&decoded(name)?, Given::Text(decoded(value)?))?;
        }
        Ok(parameters)
    }

    /// Those of an object in JSON.
    pub(crate) fn from_object(value: Value) -> Result<Parameters, ApiError> {
        let Value::Object(object) = value else {
            return Err(usage("expected an object in JSON, as {\"fen\": \"…\"}"));
        };
        let mut parameters = Parameters::default();
        for (name, value) in object {
            if let Some(given) = given(&name, value)? {
                parameters.add(&name, given)?;
            }
        }
        Ok(parameters)
    }

    /// Those of a request, wherever they stand.
    pub(crate) async fn of(request: Request<Body>) -> Result<Parameters, ApiError> {
        let query = request.uri().query().unwrap_or_default();
        if request.method() != Method::POST {
            return Parameters::from_query(query);
        }
        if !query.is_empty() {
            return Err(usage("a POST says everything in its body, and nothing in its address"));
        }
        Parameters::from_object(body_as_json(request).await?)
    }

    fn add(&mut self, name: &str, given: Given) -> Result<(), ApiError> {
        let name = name.replace('_', "-");
        check(&name, &given)?;
        match self.given.insert(name.clone(), given) {
            None => Ok(()),
            Some(_) => Err(usage(format!("the parameter '{name}' is given twice"))),
        }
    }

    /// Takes one out.
    pub(crate) fn take(&mut self, name: &str) -> Option<Given> {
        self.known.push(name.to_owned());
        self.given.remove(name)
    }

    /// Whether a switch is there and on.
    pub(crate) fn has_on(&self, name: &str) -> bool {
        let given = self.given.get(name);
        given.is_some_and(|given| matches!(given, Given::Text(text) if is_on(text) == Some(true)))
    }

    /// Takes one text out.
    pub(crate) fn take_text(&mut self, name: &str) -> Result<Option<String>, ApiError> {
        match self.take(name) {
            None => Ok(None),
            Some(Given::Text(text)) => Ok(Some(text)),
            Some(Given::List(_)) => Err(usage(format!("'{name}' takes one value, not a list"))),
        }
    }

    /// Takes a number out.
    pub(crate) fn take_number<N: FromStr>(&mut self, name: &str) -> Result<Option<N>, ApiError> {
        let Some(text) = self.take_text(name)?.filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                Err(usage(format!("'{name}' is too large: {text}")))
            }
            Err(_) => Err(usage(format!("'{name}' is not a number: {text}"))),
        }
    }

    /// Complains if something is left over.
    pub(crate) fn end(self) -> Result<(), ApiError> {
        let Some(name) = self.given.keys().next() else { return Ok(()) };
        let meant = nearest(name, &self.known);
        let hint =
            meant.first().map(|known| format!("; did you mean '{known}'?")).unwrap_or_default();
        Err(usage(format!("unexpected parameter '{name}'{hint}")))
    }
}

/// The body of a request as JSON.
pub(crate) async fn body_as_json(request: Request<Body>) -> Result<Value, ApiError> {
    let body = body(request).await?;
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(Value::Object(Default::default()));
    }
    serde_json::from_slice(&body).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        usage(format!("the body is not valid JSON: line {line}, column {column}"))
    })
}

/// The whole body, unless it is too large.
async fn body(request: Request<Body>) -> Result<Bytes, ApiError> {
    let too_large =
        || ApiError::new(ErrorKind::TooLarge, format!("a body has at most {MOST_BODY} bytes"));
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MOST_BODY as u64) {
        return Err(too_large());
    }
    let read = tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), MOST_BODY + 1));
    match read.await {
        Err(_) => Err(ApiError::new(ErrorKind::SlowBody, "the body did not come in time")),
        Ok(Ok(body)) if body.len() <= MOST_BODY => Ok(body),
        Ok(Err(error)) if !is_over_limit(&error) => {
            Err(usage("the body is malformed: its chunks or its length are wrong"))
        }
        Ok(_) => Err(too_large()),
    }
}

/// Whether reading a body failed because it is larger than allowed, not because it is malformed.
fn is_over_limit(error: &axum::Error) -> bool {
    error.source().is_some_and(|source| source.is::<LengthLimitError>())
}

/// A number that is one: neither infinite nor what `nan` stands for.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Finite(f64);

impl Finite {
    pub(crate) fn get(self) -> f64 {
        self.0
    }
}

/// A text that is no such number.
#[derive(Debug)]
pub(crate) struct NotFinite;

impl FromStr for Finite {
    type Err = NotFinite;

    fn from_str(text: &str) -> Result<Finite, NotFinite> {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Finite).ok_or(NotFinite)
    }
}

/// What the value of a switch means.
pub(crate) fn is_on(text: &str) -> Option<bool> {
    match text {
        "true" | "1" | "yes" | "" => Some(true),
        "false" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// A complaint about what was asked.
pub(crate) fn usage(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorKind::Usage, message)
}

/// A value of JSON as a command line would have it; nothing for `null`.
fn given(name: &str, value: Value) -> Result<Option<Given>, ApiError> {
    let text = |value: Value| match value {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        _ => Err(usage(format!("'{name}' is neither a text nor a number"))),
    };
    Ok(match value {
        Value::Null => None,
        Value::Array(list) => {
            Some(Given::List(list.into_iter().map(text).collect::<Result<_, _>>()?))
        }
        value => Some(Given::Text(text(value)?)),
    })
}

/// No command line can hold a NUL.
fn check(name: &str, given: &Given) -> Result<(), ApiError> {
    let texts = match given {
        Given::Text(text) => std::slice::from_ref(text),
        Given::List(list) => list,
    };
    if name.contains('\0') || texts.iter().any(|text| text.contains('\0')) {
        return Err(usage("a parameter has a character that no text has (NUL)"));
    }
    Ok(())
}

/// `%20` and `+` as what they mean.
fn decoded(text: &str) -> Result<String, ApiError> {
    let blanks = text.replace('+', " ");
    let decoded = percent_decode(blanks.as_bytes()).decode_utf8();
    let decoded = decoded.map_err(|_| usage(NOT_UTF8))?;
    Ok(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(parameters: Result<Parameters, ApiError>) -> String {
        match parameters {
            Ok(parameters) => {
                let pair = |(name, given): (&String, &Given)| match given {
                    Given::Text(text) => format!("{name}={text}"),
                    Given::List(list) => format!("{name}=[{}]", list.join(",")),
                };
                parameters.given.iter().map(pair).collect::<Vec<_>>().join(" ")
            }
            Err(error) => format!("{error:?}"),
        }
    }

    #[test]
    fn queries_are_names_with_values() {
        let cases = [
            ("", ""),
            ("fen=8/8+w", "fen=8/8 w"),
            ("fen=a%20b&at_most=1&first", "at-most=1 fen=a b first="),
            ("x=%", "x=%"),
            ("x=a=b", "x=a=b"),
        ];
        for (query, expected) in cases {
            assert_eq!(shown(Parameters::from_query(query)), expected, "{query}");
        }
        for (query, expected) in [
            ("x=%ff", "not UTF-8"),
            ("%ff=1", "not UTF-8"),
            ("x=1&x=2", "given twice"),
            ("x-y=1&x_y=2", "given twice"),
            ("x=%00", "NUL"),
        ] {
            assert!(shown(Parameters::from_query(query)).contains(expected), "{query}");
        }
    }

    #[test]
    fn numbers_are_told_from_what_is_none() {
        let cases = [
            ("x=7", "Ok(Some(7))", "Ok(Some(Finite(7.0)))"),
            ("x=", "Ok(None)", "Ok(None)"),
            ("x=-1.5", "not a number", "Ok(Some(Finite(-1.5)))"),
            ("x=99999999999999999999999", "too large", "Ok(Some(Finite(1e23)))"),
            ("x=nan", "not a number", "not a number"),
            ("x=inf", "not a number", "not a number"),
            ("x=1e999", "not a number", "not a number"),
        ];
        for (query, whole, finite) in cases {
            let parameters = || Parameters::from_query(query).expect("a query");
            let found = format!("{:?}", parameters().take_number::<usize>("x"));
            assert!(found.contains(whole), "{query}: {found}");
            let found = format!("{:?}", parameters().take_number::<Finite>("x"));
            assert!(found.contains(finite), "{query}: {found}");
        }
    }

    #[test]
    fn objects_are_names_with_values() {
        let object =
            json!({"fen": "8/8 w", "moves": 2, "first": true, "theme": ["a", "b"], "x": null});
        assert_eq!(
            shown(Parameters::from_object(object)),
            "fen=8/8 w first=true moves=2 theme=[a,b]"
        );
        for (value, expected) in [
            (json!([1]), "expected an object"),
            (json!({"fen": {"x": 1}}), "neither a text nor a number"),
            (json!({"fen": [[1]]}), "neither a text nor a number"),
            (json!({"fen": "\0"}), "NUL"),
        ] {
            assert!(shown(Parameters::from_object(value)).contains(expected), "{expected}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_without_harm() {
        let deep = "[".repeat(30_000);
        assert!(serde_json::from_str::<Value>(&deep).is_err());
    }
}
