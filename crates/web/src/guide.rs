//! The page about the API for people, made from the catalogue.

use crate::catalogue::{self, Endpoint, Parameter};
use crate::openapi::FIXED;
use crate::reply::typed;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use bytes::Bytes;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write;
use std::sync::LazyLock;

static PAGE: LazyLock<Bytes> = LazyLock::new(|| page().into());

const STYLE: &str = include_str!("guide.css");

/// `GET /api`.
pub(crate) async fn show() -> Response<Body> {
    typed(StatusCode::OK, "text/html; charset=utf-8", PAGE.clone())
}

/// `GET /api/style.css`.
pub(crate) async fn style() -> Response<Body> {
    typed(StatusCode::OK, "text/css; charset=utf-8", STYLE)
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width\">\n<title>The API of Sole</title>\n\
<link rel=\"stylesheet\" href=\"/api/style.css\">\n</head>\n<body>\n<main>\n\
<h1>The API of Sole</h1>\n\
<p>Every answer of <code>/api/NOUN/VERB</code> is what the command <code>sole NOUN VERB --json</code> prints. \
Parameters stand in the query of a GET, or in a JSON object that is sent by POST. \
The same as a document for programs: <a href=\"/api/openapi.json\">openapi.json</a>.</p>\n";

fn page() -> String {
    let mut page = HEAD.to_owned();
    let mut noun = "";
    for endpoint in catalogue::all() {
        if endpoint.noun != noun {
            noun = endpoint.noun;
            let _ = writeln!(page, "<h2>{noun}</h2>");
        }
        write_endpoint(&mut page, endpoint);
    }
    page.push_str("<h2>and more</h2>\n<dl>\n");
    for fixed in FIXED {
        let (method, path, summary) = (fixed.method(), fixed.path, escaped(fixed.summary));
        let _ = writeln!(page, "<dt><code>{method} {path}</code></dt><dd>{summary}</dd>");
    }
    page.push_str("</dl>\n</main>\n</body>\n</html>\n");
    page
}

fn write_endpoint(page: &mut String, endpoint: &Endpoint) {
    let Endpoint { noun, verb, summary, .. } = endpoint;
    let method = if endpoint.changes { "POST" } else { "GET, POST" };
    let _ = writeln!(
        page,
        "<section>\n<h3><code>/api/{noun}/{verb}</code> <small>{method}</small></h3>\n<p>{}</p>",
        escaped(summary)
    );
    if !endpoint.changes {
        let address = escaped(&example(endpoint));
        let _ = writeln!(page, "<p><a href=\"{address}\">{address}</a></p>");
    }
    let parameters: Vec<&Parameter> = endpoint.all_parameters().collect();
    if !parameters.is_empty() {
        page.push_str("<table>\n<thead><tr><th scope=\"col\">parameter</th><th scope=\"col\">meaning</th></tr></thead>\n<tbody>\n");
        for parameter in parameters {
            let _ = writeln!(
                page,
                "<tr><td><code>{}</code></td><td>{}</td></tr>",
                parameter.name,
                escaped(&meaning(parameter))
            );
        }
        page.push_str("</tbody>\n</table>\n");
    }
    page.push_str("</section>\n");
}

/// An address that works.
fn example(endpoint: &Endpoint) -> String {
    let pair = |parameter: &Parameter| {
        let value = utf8_percent_encode(parameter.example?, NON_ALPHANUMERIC);
        Some(format!("{}={value}", parameter.name))
    };
    let query: Vec<String> = endpoint.all_parameters().filter_map(pair).collect();
    let path = format!("/api/{}/{}", endpoint.noun, endpoint.verb);
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

fn meaning(parameter: &Parameter) -> String {
    let mut text = parameter.about.to_owned();
    if !parameter.choices.is_empty() {
        let _ = write!(text, " ({})", parameter.choices.join(", "));
    }
    if let Some(most) = parameter.most {
        let _ = write!(text, " (at most {most})");
    }
    if parameter.required {
        text.push_str(" (required)");
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_obeys_the_policy_of_the_server() {
        let page = page();
        assert!(!page.contains("<script") && !page.contains("style=") && !page.contains("<style"));
        for endpoint in catalogue::all() {
            assert!(page.contains(&format!("/api/{}/{}", endpoint.noun, endpoint.verb)));
        }
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
