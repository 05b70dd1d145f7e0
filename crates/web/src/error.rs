//! Errors of the API, in the envelope that the commands use.

use crate::log::log_line;
use crate::reply::json;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;

/// The version of the envelope, as in `docs/cli.md`.
const SCHEMA: &str = "sole/1";

/// What envelopes call the server where no command is meant.
pub(crate) const SERVER: &str = "serve";

/// An error of the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    reason: ErrorKind,
    message: String,
    command: String,
    /// The methods that the address accepts, for the `Allow` header.
    allow: Option<&'static str>,
}

/// The kind of an error; scripts see its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ErrorKind {
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

impl ErrorKind {
    fn status(self) -> StatusCode {
        match self {
            ErrorKind::Usage => StatusCode::BAD_REQUEST,
            ErrorKind::NotFound => StatusCode::NOT_FOUND,
            ErrorKind::Method => StatusCode::METHOD_NOT_ALLOWED,
            ErrorKind::SlowBody => StatusCode::REQUEST_TIMEOUT,
            ErrorKind::TooLarge | ErrorKind::Memory => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorKind::TooLong => StatusCode::URI_TOO_LONG,
            ErrorKind::Host => StatusCode::MISDIRECTED_REQUEST,
            ErrorKind::Origin => StatusCode::FORBIDDEN,
            ErrorKind::Rate => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Disk => StatusCode::INSUFFICIENT_STORAGE,
            ErrorKind::Timeout => StatusCode::GATEWAY_TIMEOUT,
            ErrorKind::Unreadable | ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Whether the same request may succeed soon.
    fn is_temporary(self) -> bool {
        matches!(self, ErrorKind::Rate | ErrorKind::Busy)
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    schema: &'static str,
    command: &'a str,
    status: &'static str,
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    kind: ErrorKind,
    message: &'a str,
}

impl ApiError {
    /// An error with a message for people.
    pub(crate) fn new(reason: ErrorKind, message: impl Into<String>) -> ApiError {
        ApiError { reason, message: message.into(), command: SERVER.to_owned(), allow: None }
    }

    /// The address takes other methods.
    pub(crate) fn method() -> ApiError {
        let message = "this address does not take this method; /api lists all";
        ApiError::new(ErrorKind::Method, message)
    }

    /// The same with the methods that the address takes.
    pub(crate) fn with_allow(self, methods: &'static str) -> ApiError {
        ApiError { allow: Some(methods), ..self }
    }

    /// The same about a command.
    pub(crate) fn of(self, command: &str) -> ApiError {
        ApiError { command: command.to_owned(), ..self }
    }

    /// An internal error; its details go to the log alone.
    pub(crate) fn internal(what: &dyn std::fmt::Display) -> ApiError {
        log_line(what);
        ApiError::new(ErrorKind::Internal, "something went wrong in the server; its log says what")
    }

    /// The sentence for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The envelope, without a line break.
    pub(crate) fn envelope(&self) -> Vec<u8> {
        let error = ErrorBody { kind: self.reason, message: &self.message };
        let envelope = Envelope { schema: SCHEMA, command: &self.command, status: "error", error };
        serde_json::to_vec(&envelope).expect("texts can be written as JSON")
    }

    fn body(&self) -> Vec<u8> {
        let mut body = self.envelope();
        body.push(b'\n');
        body
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        let mut response = json(self.reason.status(), self.body());
        if self.reason.is_temporary() {
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
    fn errors_are_envelopes() {
        let error = ApiError::new(ErrorKind::TooLong, "at most 4096 bytes").of("mate solve");
        let expected = concat!(
            r#"{"schema":"sole/1","command":"mate solve","status":"error","#,
            r#""error":{"kind":"too-long","message":"at most 4096 bytes"}}"#,
            "\n"
        );
        assert_eq!(String::from_utf8(error.body()).unwrap(), expected);
        assert_eq!(error.into_response().status(), 414);
    }

    #[test]
    fn temporary_errors_have_retry_after() {
        for (reason, again) in
            [(ErrorKind::Rate, true), (ErrorKind::Busy, true), (ErrorKind::Usage, false)]
        {
            let response = ApiError::new(reason, "").into_response();
            assert_eq!(response.headers().contains_key(header::RETRY_AFTER), again, "{reason:?}");
        }
    }
}
