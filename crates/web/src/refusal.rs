//! What the server itself refuses, in the envelope that commands complain in.

use crate::journal::note;
use crate::reply::json;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;

/// The version of the envelope, as in `docs/cli.md`.
const SCHEMA: &str = "sole/1";

/// What envelopes call the server where no command is meant.
pub(crate) const SERVER: &str = "serve";

/// A request that is not answered, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    reason: Reason,
    message: String,
    command: String,
    /// The methods that the address takes, where only this knows.
    allow: Option<&'static str>,
}

/// Why a request is not answered; scripts see its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// A parameter is unknown, missing or wrong.
    Usage,
    /// There is nothing at this address.
    NotFound,
    /// The address takes other methods.
    Method,
    /// The body took too long to come.
    SlowBody,
    /// The body is too large.
    TooLarge,
    /// The address is too long.
    TooLong,
    /// The name of the host is not one of this server.
    Host,
    /// Another site asks.
    Origin,
    /// This client asks too often.
    Rate,
    /// Too much is waiting already.
    Busy,
    /// More memory is needed than may be used.
    Memory,
    /// The data folder may not grow any more.
    Disk,
    /// The time was up.
    Timeout,
    /// A file of a collection cannot be read.
    Unreadable,
    /// A fault of the server.
    Internal,
}

impl Reason {
    fn status(self) -> StatusCode {
        match self {
            Reason::Usage => StatusCode::BAD_REQUEST,
            Reason::NotFound => StatusCode::NOT_FOUND,
            Reason::Method => StatusCode::METHOD_NOT_ALLOWED,
            Reason::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Reason::TooLarge | Reason::Memory => StatusCode::PAYLOAD_TOO_LARGE,
            Reason::TooLong => StatusCode::URI_TOO_LONG,
            Reason::Host => StatusCode::MISDIRECTED_REQUEST,
            Reason::Origin => StatusCode::FORBIDDEN,
            Reason::Rate => StatusCode::TOO_MANY_REQUESTS,
            Reason::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Reason::Disk => StatusCode::INSUFFICIENT_STORAGE,
            Reason::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Reason::Unreadable | Reason::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Whether the same request may be answered in a moment.
    fn passes(self) -> bool {
        matches!(self, Reason::Rate | Reason::Busy)
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    schema: &'static str,
    command: &'a str,
    status: &'static str,
    error: Error<'a>,
}

#[derive(Serialize)]
struct Error<'a> {
    kind: Reason,
    message: &'a str,
}

impl Refusal {
    /// A refusal with a sentence for people.
    pub(crate) fn new(reason: Reason, message: impl Into<String>) -> Refusal {
        Refusal { reason, message: message.into(), command: SERVER.to_owned(), allow: None }
    }

    /// The address takes other methods.
    pub(crate) fn method() -> Refusal {
        let message = "this address does not take this method; /api lists all";
        Refusal::new(Reason::Method, message)
    }

    /// The same with the methods that the address takes.
    pub(crate) fn allowing(self, methods: &'static str) -> Refusal {
        Refusal { allow: Some(methods), ..self }
    }

    /// The same about a command.
    pub(crate) fn of(self, command: &str) -> Refusal {
        Refusal { command: command.to_owned(), ..self }
    }

    /// Something that ought not to happen; what exactly is for the log alone.
    pub(crate) fn internal(what: &dyn std::fmt::Display) -> Refusal {
        note(what);
        Refusal::new(Reason::Internal, "something went wrong in the server; its log says what")
    }

    /// The sentence for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The envelope, without a line break.
    pub(crate) fn envelope(&self) -> Vec<u8> {
        let error = Error { kind: self.reason, message: &self.message };
        let envelope = Envelope { schema: SCHEMA, command: &self.command, status: "error", error };
        serde_json::to_vec(&envelope).expect("texts can be written as JSON")
    }

    fn body(&self) -> Vec<u8> {
        let mut body = self.envelope();
        body.push(b'\n');
        body
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response<Body> {
        let mut response = json(self.reason.status(), self.body());
        if self.reason.passes() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        let allow = self.allow.map(HeaderValue::from_static);
        response.headers_mut().extend(allow.map(|methods| (header::ALLOW, methods)));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_envelopes() {
        let refusal = Refusal::new(Reason::TooLong, "at most 4096 bytes").of("mate solve");
        let expected = concat!(
            r#"{"schema":"sole/1","command":"mate solve","status":"error","#,
            r#""error":{"kind":"too-long","message":"at most 4096 bytes"}}"#,
            "\n"
        );
        assert_eq!(String::from_utf8(refusal.body()).unwrap(), expected);
        assert_eq!(refusal.into_response().status(), 414);
    }

    #[test]
    fn who_may_come_again_is_told_when() {
        for (reason, again) in [(Reason::Rate, true), (Reason::Busy, true), (Reason::Usage, false)]
        {
            let response = Refusal::new(reason, "").into_response();
            assert_eq!(response.headers().contains_key(header::RETRY_AFTER), again, "{reason:?}");
        }
    }
}
