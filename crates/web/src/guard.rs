//! Who may ask, how often, and with what headers all answers go out.
//!
//! A page of another site must not use this server through a visitor's browser. So the name in
//! `Host` must be one of ours (a name that a stranger's DNS turns to this machine is not), requests
//! that a browser marks as another site's are refused, and no answer allows another site to read
//! it, unless the operator has named that site.

use crate::error::{ApiError, ErrorKind};
use crate::rate_limit::{Cost, RateLimiter};
use crate::request::MOST_QUERY;
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{
    HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header,
};
use axum::middleware::Next;
use axum::response::IntoResponse;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The longest path of an address in bytes.
const MOST_PATH: usize = 1 << 10;

/// Scripts, styles and everything else come from this server alone, and from files at that.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The headers of all answers.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "interest-cohort=()"),
];

/// Who may ask, and how often.
#[derive(Debug)]
pub(crate) struct Guard {
    origins: Vec<String>,
    hosts: Vec<String>,
    rate_limiter: RateLimiter,
}

impl Guard {
    /// A guard that allows these sites and these names of the host.
    pub(crate) fn new(rate: u32, origins: Vec<String>, hosts: Vec<String>) -> Guard {
        Guard { origins, hosts, rate_limiter: RateLimiter::new(rate) }
    }

    /// Why a request is not let in, if it is not.
    fn check(&self, request: &Request<Body>) -> Result<(), ApiError> {
        self.check_host(request)?;
        self.check_origin(request)?;
        let uri = request.uri();
        let query = uri.query().map_or(0, str::len);
        if query > MOST_QUERY || uri.path().len() > MOST_PATH {
            let message = format!(
                "an address has at most {MOST_PATH} bytes of path and {MOST_QUERY} of query; \
                 longer requests are sent by POST"
            );
            return Err(ApiError::new(ErrorKind::TooLong, message));
        }
        self.check_rate(request)
    }

    fn check_host(&self, request: &Request<Body>) -> Result<(), ApiError> {
        if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
            return Err(ApiError::new(
                ErrorKind::Usage,
                "the request has more than one Host header",
            ));
        }
        let host = authority(request).map(without_port).unwrap_or_default();
        if is_local_name(host) || self.hosts.iter().any(|name| name.eq_ignore_ascii_case(host)) {
            return Ok(());
        }
        let message = "this server is not called so; who runs it can allow a name by --allow-host";
        Err(ApiError::new(ErrorKind::Host, message))
    }

    fn check_origin(&self, request: &Request<Body>) -> Result<(), ApiError> {
        let text = |name: &str| {
            request.headers().get(name).map(|value| value.to_str().unwrap_or_default())
        };
        let foreign = match text("origin") {
            Some(origin) => !self.allows(origin) && !is_own(origin, authority(request)),
            // Links may lead here; pictures and scripts of other sites, or ports, may not.
            None => {
                text("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site))
                    && text("sec-fetch-mode") != Some("navigate")
            }
        };
        if foreign {
            let message = "another site asks; who runs this server can allow it by --allow-origin";
            return Err(ApiError::new(ErrorKind::Origin, message));
        }
        Ok(())
    }

    fn allows(&self, origin: &str) -> bool {
        self.origins.iter().any(|allowed| allowed == "*" || allowed.eq_ignore_ascii_case(origin))
    }

    fn check_rate(&self, request: &Request<Body>) -> Result<(), ApiError> {
        let Some(&Peer(peer)) = request.extensions().get() else { return Ok(()) };
        let cost = cost(request.method(), request.uri().path());
        // What is cheap may be had at any rate by this machine itself.
        if cost == Cost::Cheap && is_loopback(peer.ip()) || self.rate_limiter.take(peer.ip(), cost)
        {
            return Ok(());
        }
        Err(ApiError::new(ErrorKind::Rate, "too many requests; wait a second"))
    }

    /// Adds the headers of an answer to a request of this origin.
    fn add_headers(&self, headers: &mut HeaderMap, origin: Option<&HeaderValue>) {
        for (name, value) in HEADERS {
            headers.entry(name).or_insert(HeaderValue::from_static(value));
        }
        let allowed = origin.filter(|origin| origin.to_str().is_ok_and(|text| self.allows(text)));
        let resource = if allowed.is_some() { "cross-origin" } else { "same-origin" };
        let policy = HeaderName::from_static("cross-origin-resource-policy");
        headers.insert(policy, HeaderValue::from_static(resource));
        if let Some(origin) = allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        }
        if !self.origins.is_empty() {
            headers.append(header::VARY, HeaderValue::from_static("origin"));
        }
    }
}

/// Stands before all handlers.
pub(crate) async fn guard(
    State(state): State<Arc<AppState>>,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let mut response = match state.guard.check(&request) {
        Err(error) => error.into_response(),
        Ok(()) if request.method() == Method::OPTIONS => preflight(next.run(request).await),
        Ok(()) => next.run(request).await,
    };
    state.guard.add_headers(response.headers_mut(), origin.as_ref());
    state.monitor.count(response.status());
    response
}

/// The answer to a CORS preflight: no handler takes it, and the error names the methods.
fn preflight(refused: Response<Body>) -> Response<Body> {
    let Some(methods) = refused.headers().get(header::ALLOW).cloned() else { return refused };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, methods.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
    response
}

/// What a request costs: those under `/api/` make commands run, but for some.
fn cost(method: &Method, path: &str) -> Cost {
    const CHEAP: [&str; 4] = ["jobs/", "openapi.json", "style.css", "collection"];
    let Some(rest) = path.strip_prefix("/api/").filter(|rest| !rest.is_empty()) else {
        return Cost::Cheap;
    };
    let cheap = CHEAP.iter().any(|start| rest.starts_with(start)) && !rest.ends_with("/file");
    if cheap || method == Method::OPTIONS { Cost::Cheap } else { Cost::Work }
}

/// Whether an address is this machine's own.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// The host that is asked for, with its port if that is told.
fn authority(request: &Request<Body>) -> Option<&str> {
    let authority = request.uri().authority().map(|authority| authority.as_str());
    let host = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    authority.or(host)
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// Addresses cannot be turned elsewhere by anybody's DNS.
fn is_local_name(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

/// Whether an origin is this very server, which speaks plain HTTP.
fn is_own(origin: &str, host: Option<&str>) -> bool {
    let authority = origin.strip_prefix("http://");
    authority.is_some() && authority == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(guard: &Guard, uri: &str, headers: &[(&str, &str)]) -> Option<u16> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        guard.check(&request).err().map(|error| error.into_response().status().as_u16())
    }

    #[test]
    fn unknown_host_names_are_rejected() {
        let guard = Guard::new(1, vec![], vec!["sole.example".to_owned()]);
        let cases = [
            ("127.0.0.1:8642", None),
            ("localhost", None),
            ("LOCALHOST:1", None),
            ("[::1]:8642", None),
            ("[::1]", None),
            ("localhost:", None),
            ("192.168.1.7:8642", None),
            ("sole.example:8642", None),
            ("evil.example:8642", Some(421)),
            ("localhost.evil.example", Some(421)),
            ("127.0.0.1.evil.example:8642", Some(421)),
            ("localhost@evil.example", Some(421)),
            ("evil.example#localhost", Some(421)),
            ("[::1].evil.example:8642", Some(421)),
            ("[::1", Some(421)),
            ("", Some(421)),
        ];
        for (host, expected) in cases {
            assert_eq!(refused(&guard, "/", &[("host", host)]), expected, "{host}");
        }
        assert_eq!(refused(&guard, "/", &[]), Some(421));
        let twice = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(refused(&guard, "/", &twice), Some(400), "RFC 9112, section 3.2");
        assert_eq!(refused(&guard, "http://evil.example/", &[("host", "localhost")]), Some(421));
    }

    #[test]
    fn other_sites_are_refused_unless_they_are_allowed() {
        let guard = Guard::new(1, vec!["https://friend.example".to_owned()], vec![]);
        type Headers = &'static [(&'static str, &'static str)];
        let cases: [(Headers, Option<u16>); 13] = [
            (&[("origin", "http://localhost:8642")], None),
            (&[("origin", "https://localhost:8642")], Some(403)),
            (&[("origin", "ftp://localhost:8642")], Some(403)),
            (&[("origin", "http://localhost:1")], Some(403)),
            (&[("origin", "https://evil.example")], Some(403)),
            (&[("origin", "null")], Some(403)),
            (&[("origin", "caf\u{e9}")], Some(403)),
            (&[("origin", "https://friend.example")], None),
            (&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")], Some(403)),
            (&[("sec-fetch-site", "same-site"), ("sec-fetch-mode", "no-cors")], Some(403)),
            (&[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")], None),
            (&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], None),
            (&[("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")], None),
        ];
        for (headers, expected) in cases {
            let headers = [&[("host", "localhost:8642")], headers].concat();
            assert_eq!(refused(&guard, "/api/mate", &headers), expected, "{headers:?}");
        }
        let evil = [("host", "evil.example"), ("origin", "http://evil.example")];
        let absolute = refused(&guard, "http://localhost:8642/api/mate", &evil);
        assert_eq!(absolute, Some(403), "the address has the last word");
    }

    #[test]
    fn long_addresses_are_refused() {
        let guard = Guard::new(1, vec![], vec![]);
        let host: &[(&str, &str)] = &[("host", "localhost")];
        for (length, expected) in [(MOST_QUERY, None), (MOST_QUERY + 1, Some(414))] {
            assert_eq!(refused(&guard, &format!("/x?{}", "x".repeat(length)), host), expected);
        }
        assert_eq!(refused(&guard, &format!("/{}", "x".repeat(MOST_PATH)), host), Some(414));
    }

    #[test]
    fn commands_cost_more_than_other_requests() {
        let cases = [
            ("/api/mate", Cost::Work),
            ("/api/sudoku/gen", Cost::Work),
            ("/api/jobs", Cost::Work),
            ("/api/collection/starter/file", Cost::Work),
            ("/api/jobs/1/events", Cost::Cheap),
            ("/api/collection/starter", Cost::Cheap),
            ("/api/openapi.json", Cost::Cheap),
            ("/api/style.css", Cost::Cheap),
            ("/api/", Cost::Cheap),
            ("/api", Cost::Cheap),
            ("/standard", Cost::Cheap),
            ("/", Cost::Cheap),
        ];
        for (path, expected) in cases {
            assert_eq!(cost(&Method::GET, path), expected, "{path}");
        }
    }

    #[test]
    fn loopback_addresses_are_recognized() {
        let cases = [
            ("127.0.0.1", true),
            ("127.1.2.3", true),
            ("::1", true),
            ("::ffff:127.0.0.1", true),
            ("10.0.0.1", false),
            ("::ffff:10.0.0.1", false),
        ];
        for (address, expected) in cases {
            assert_eq!(is_loopback(address.parse().expect("an address")), expected, "{address}");
        }
    }
}
