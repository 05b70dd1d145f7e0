//! The page: files that were built and embedded, if they were.

use crate::error::{ApiError, ErrorKind};
use crate::reply::{content_type, typed};
use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use bytes::Bytes;

/// A file of the page: its name, the hash of its content, and the content.
type File = (&'static str, &'static str, &'static [u8]);

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

const INDEX: &str = "index.html";

const NOT_BUILT: &str = "The page was not built into this program.\n\n\
                         In the source folder, `make page` builds it (it needs Node), and then\n\
                         `cargo build --release` embeds it. The API is here all the same: see /api.\n";

/// Whether the page is there.
#[must_use]
pub fn is_built() -> bool {
    file(INDEX).is_some()
}

fn file(name: &str) -> Option<&'static File> {
    FILES.iter().find(|(path, ..)| *path == name)
}

/// Whatever is no part of the API: a file of the page, or a place in it.
pub(crate) async fn serve(request: Request<Body>) -> Result<Response<Body>, ApiError> {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Err(ApiError::method().with_allow("GET,HEAD"));
    }
    let path = request.uri().path().trim_start_matches('/');
    if let Some(file) = file(path) {
        return Ok(respond(file, &request));
    }
    let is_place = !path.contains(['.', '%']) && !is_reserved(path);
    match (is_place, file(INDEX)) {
        (true, Some(index)) => Ok(respond(index, &request)),
        (true, None) => Ok(typed(StatusCode::OK, "text/plain; charset=utf-8", NOT_BUILT)),
        (false, _) => {
            Err(ApiError::new(ErrorKind::NotFound, "there is nothing here; /api lists all"))
        }
    }
}

fn is_reserved(path: &str) -> bool {
    let first = path.split('/').next();
    matches!(first, Some("api" | "standard" | "assets"))
}

fn respond((name, hash, content): &'static File, request: &Request<Body>) -> Response<Body> {
    let tag = format!("\"{hash}\"");
    let known = request.headers().get(header::IF_NONE_MATCH);
    let known = known.and_then(|value| value.to_str().ok()).is_some_and(|text| text.contains(&tag));
    let mut response = if known {
        typed(StatusCode::NOT_MODIFIED, content_type(name), Bytes::new())
    } else {
        typed(StatusCode::OK, content_type(name), *content)
    };
    // The names of built files change with their content; others are asked for again.
    let lasts = name.starts_with("assets/");
    let cache = if lasts { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.extend(HeaderValue::from_str(&tag).ok().map(|tag| (header::ETAG, tag)));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(work)
    }

    #[test]
    fn places_of_the_page_are_told_from_files() {
        let cases = [
            ("/", 200),
            ("/play", 200),
            ("/solve?x=1", 200),
            ("/a/b/c", 200),
            ("/nothing.js", 404),
            ("/assets/nothing", 404),
            ("/api/nothing", 404),
            ("/../../etc/passwd", 404),
            ("/%2e%2e/%2e%2e/etc/passwd", 404),
            ("/%2e%2e/%2e%2e/etc/passwd.txt", 404),
        ];
        for (uri, expected) in cases {
            let request = Request::builder().uri(uri).body(Body::empty()).expect("a request");
            let status =
                block_on(serve(request)).map_or(404, |response| response.status().as_u16());
            assert_eq!(status, expected, "{uri}");
        }
    }

    #[test]
    fn what_is_embedded_comes_with_its_tag() {
        static FILE: File = ("assets/x.js", "0123456789abcdef", b"x");
        let request = |tag: &str| {
            Request::builder().header("if-none-match", tag).body(Body::empty()).expect("a request")
        };
        for (tag, status) in [("\"0123456789abcdef\"", 304), ("\"other\"", 200)] {
            let response = respond(&FILE, &request(tag));
            assert_eq!(response.status(), status, "{tag}");
            assert_eq!(response.headers()["etag"], "\"0123456789abcdef\"");
            assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8");
            assert!(response.headers()["cache-control"].to_str().unwrap().contains("immutable"));
        }
    }
}
