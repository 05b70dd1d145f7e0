//! Answers as they go out: of which type they are, and files to be saved.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};

/// The type of envelopes.
pub(crate) const JSON: &str = "application/json";

/// How a command ended, for those who want more than the status: `Sole-Exit: 4`.
pub(crate) const EXIT: HeaderName = HeaderName::from_static("sole-exit");

/// A response of JSON that no cache keeps.
pub(crate) fn json(status: StatusCode, body: impl Into<Body>) -> Response<Body> {
    typed(status, JSON, body)
}

/// A response of some type that no cache keeps.
pub(crate) fn typed(
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<Body>,
) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A file to be saved under a name, which is of ASCII letters, digits and `-_.` alone.
pub(crate) fn attachment(name: &str, content: impl Into<Body>) -> Response<Body> {
    let mut response = typed(StatusCode::OK, content_type(name), content);
    let value = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let value = value.expect("such a name can stand in a header");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    response
}

/// The type of a file, by how its name ends.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => JSON,
        Some("webmanifest") => "application/manifest+json",
        Some("pdf") => "application/pdf",
        Some("jsonl") => "application/x-ndjson",
        Some("csv") => "text/csv; charset=utf-8",
        Some("pgn") => "application/x-chess-pgn",
        Some("txt" | "epd" | "olv" | "popeye" | "sdm") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{BOOKS, FORMATS};

    #[test]
    fn files_are_saved_under_their_name() {
        let response = attachment("my-mates.pdf", "%PDF");
        assert_eq!(response.headers()["content-type"], "application/pdf");
        let disposition = &response.headers()["content-disposition"];
        assert_eq!(disposition, "attachment; filename=\"my-mates.pdf\"");
    }

    #[test]
    fn everything_to_be_saved_has_a_type() {
        for ending in FORMATS.iter().chain(BOOKS) {
            let found = content_type(&format!("x.{ending}"));
            assert_ne!(found, "application/octet-stream", "{ending}");
        }
    }
}
