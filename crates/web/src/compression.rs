//! Texts are sent compressed by gzip to clients that accept it.
//!
//! Only answers of known, moderate length are: they are compressed while the client waits. Streams
//! and files that are compressed already go out as they are.

use crate::error::ApiError;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// The bytes of an answer that is compressed: shorter ones gain nothing, longer ones take too long.
const WORTHWHILE: RangeInclusive<u64> = 1 << 10..=512 << 10;

/// Compresses an answer if its client and its type allow.
pub(crate) async fn compress(request: Request, next: Next) -> Response<Body> {
    let is_accepted = accepts_gzip(request.headers());
    let mut response = next.run(request).await;
    if !is_text(response.headers()) {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let size = response.body().size_hint().exact();
    if !is_accepted || !size.is_some_and(|bytes| WORTHWHILE.contains(&bytes)) {
        return response;
    }
    compressed(response).await
}

async fn compressed(response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let bytes = match to_bytes(body, *WORTHWHILE.end() as usize).await {
        Ok(bytes) => gzip(&bytes).expect("a list of bytes takes all"),
        Err(error) => return ApiError::internal(&error).into_response(),
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    weaken_tag(&mut parts.headers);
    Response::from_parts(parts, bytes.into())
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// A strong tag would promise the same bytes with and without compression.
fn weaken_tag(headers: &mut HeaderMap) {
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    if let Some(weak) = tag.and_then(|tag| HeaderValue::from_str(&format!("W/{tag}")).ok()) {
        headers.insert(header::ETAG, weak);
    }
}

/// Whether the type gets shorter by compression, and is not a stream of events.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|text| text.split(';').next()).unwrap_or_default();
    match kind {
        "text/event-stream" => false,
        "application/json" | "application/manifest+json" | "image/svg+xml" => true,
        _ => kind.starts_with("text/"),
    }
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = values.filter_map(|value| value.to_str().ok()).flat_map(|t| t.split(','));
    codings.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && weight != Some(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::http::{Method, StatusCode};
    use axum::routing::get;
    use flate2::read::GzDecoder;
    use std::io::Read;
    use tower::ServiceExt;

    const TEXT: &str = "to be, or not to be; ";

    /// An answer of some type and length, asked for with a method and a header.
    fn answer(
        method: &Method,
        kind: &'static str,
        bytes: usize,
        accept: &str,
    ) -> (HeaderMap, Vec<u8>) {
        let handler = move || async move {
            let body = TEXT.repeat(bytes / TEXT.len() + 1)[..bytes].to_owned();
            (StatusCode::OK, [(header::CONTENT_TYPE, kind), (header::ETAG, "\"x\"")], body)
        };
        let router: Router =
            Router::new().route("/", get(handler)).layer(axum::middleware::from_fn(compress));
        let request = Request::builder().method(method).header(header::ACCEPT_ENCODING, accept);
        let request = request.uri("/").body(Body::empty()).expect("a request");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let response = router.oneshot(request).await.expect("it cannot fail");
            let (parts, body) = response.into_parts();
            (parts.headers, to_bytes(body, usize::MAX).await.expect("a body").to_vec())
        })
    }

    #[test]
    fn texts_are_compressed_for_clients_that_accept_it() {
        let cases = [
            ("application/json", 5000, "gzip, deflate, br", true),
            ("text/javascript; charset=utf-8", 5000, "br;q=1.0, GZIP;q=0.5", true),
            ("application/json", 5000, "", false),
            ("application/json", 5000, "br", false),
            ("application/json", 5000, "gzip;q=0", false),
            ("application/json", 100, "gzip", false),
            ("application/json", 600 << 10, "gzip", false),
            ("image/png", 5000, "gzip", false),
            ("text/event-stream", 5000, "gzip", false),
        ];
        for (kind, bytes, accept, expected) in cases {
            let (headers, body) = answer(&Method::GET, kind, bytes, accept);
            let case = format!("{kind}, {bytes} bytes, accepts {accept:?}");
            let head = answer(&Method::HEAD, kind, bytes, accept);
            assert_eq!(head, (headers.clone(), Vec::new()), "{case}");
            assert_eq!(headers.contains_key("content-encoding"), expected, "{case}");
            assert_eq!(headers["content-length"], body.len().to_string(), "{case}");
            assert_eq!(headers["etag"], if expected { "W/\"x\"" } else { "\"x\"" }, "{case}");
            let is_varied = !matches!(kind, "image/png" | "text/event-stream");
            assert_eq!(headers.contains_key("vary"), is_varied, "{case}");
            let mut plain = Vec::new();
            match expected {
                true => GzDecoder::new(&body[..]).read_to_end(&mut plain).map(|_| ()),
                false => plain.write_all(&body),
            }
            .expect("all of it");
            assert!(plain.len() == bytes && plain.starts_with(b"to be, or"), "{case}");
            assert!(!expected || body.len() < bytes / 10, "{case}: {} bytes", body.len());
        }
    }
}
