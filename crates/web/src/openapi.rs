//! The OpenAPI document, made from the catalogue.

use crate::catalogue::{self, Answers, Endpoint, Form, Parameter};
use crate::refusal::json;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use bytes::Bytes;
use serde_json::{Value, json as value};
use std::sync::LazyLock;
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn, PathItemBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, HttpMethod, InfoBuilder, OpenApi, OpenApiBuilder,
    PathsBuilder, Ref, RefOr, Required, ResponseBuilder, Type,
};

/// The document as it is sent.
static DOCUMENT: LazyLock<Bytes> =
    LazyLock::new(|| document().to_json().expect("the document can be written").into());

/// `GET /api/openapi.json`.
pub(crate) async fn show() -> Response<Body> {
    json(StatusCode::OK, DOCUMENT.clone())
}

const JSON: &str = "application/json";

fn document() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Sole")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Puzzles with exactly one solution: every answer of /api/NOUN/VERB is what the command \
             `sole NOUN VERB --json` prints.",
        ))
        .build();
    let mut paths = PathsBuilder::new();
    for endpoint in catalogue::all() {
        let path = format!("/api/{}/{}", endpoint.noun, endpoint.verb);
        paths = paths.path(path, command(endpoint));
    }
    for fixed in FIXED {
        paths = paths.path(fixed.path, fixed.item());
    }
    let components = ComponentsBuilder::new().schema("Envelope", envelope()).build();
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components)).build()
}

/// A command: by GET with a query, and by POST with an object.
fn command(endpoint: &Endpoint) -> utoipa::openapi::PathItem {
    let operation = || {
        let answer = match endpoint.answers {
            Answers::One => content(envelope_ref()),
            Answers::List => content(ArrayBuilder::new().items(envelope_ref())),
        };
        let said = ResponseBuilder::new()
            .description("What the command says")
            .content(JSON, answer.build());
        refusals(
            OperationBuilder::new()
                .tag(endpoint.noun)
                .summary(Some(endpoint.summary))
                .response("200", said.build()),
        )
    };
    let parameters: Vec<_> = endpoint.all_parameters().map(parameter).collect();
    let id = |method: &str| Some(format!("{method}-{}-{}", endpoint.noun, endpoint.verb));
    let body = RequestBodyBuilder::new().content(JSON, content(object(endpoint)).build()).build();
    let post = operation().operation_id(id("post")).request_body(Some(body));
    let mut item = PathItemBuilder::new().operation(HttpMethod::Post, post);
    if !endpoint.changes {
        let get = operation().operation_id(id("get")).parameters(Some(parameters));
        item = item.operation(HttpMethod::Get, get);
    }
    item.build()
}

fn parameter(parameter: &Parameter) -> utoipa::openapi::path::Parameter {
    ParameterBuilder::new()
        .name(parameter.name)
        .parameter_in(ParameterIn::Query)
        .required(required(parameter.required))
        .description(Some(parameter.about))
        .schema(Some(schema(parameter)))
        .example(parameter.example.map(|text| example(parameter, text)))
        .build()
}

fn required(required: bool) -> Required {
    if required { Required::True } else { Required::False }
}

/// All parameters as one object.
fn object(endpoint: &Endpoint) -> ObjectBuilder {
    let mut object = ObjectBuilder::new();
    let mut shown = serde_json::Map::new();
    for parameter in endpoint.all_parameters() {
        object = object.property(parameter.name, schema(parameter));
        if parameter.required {
            object = object.required(parameter.name);
        }
        if let Some(text) = parameter.example {
            shown.insert(parameter.name.to_owned(), example(parameter, text));
        }
    }
    object.examples([Value::Object(shown)])
}

fn schema(parameter: &Parameter) -> ObjectBuilder {
    let object = ObjectBuilder::new().description(Some(parameter.about));
    match parameter.form {
        Form::Switch => object.schema_type(Type::Boolean),
        _ if parameter.most.is_some() => {
            object.schema_type(Type::Integer).maximum(parameter.most.map(|most| most as f64))
        }
        _ if parameter.choices.is_empty() => object.schema_type(Type::String),
        _ => object.schema_type(Type::String).enum_values(Some(parameter.choices.iter().copied())),
    }
}

/// An example with its type.
fn example(parameter: &Parameter, text: &str) -> Value {
    match parameter.form {
        Form::Switch => value!(text == "true"),
        _ if parameter.most.is_some() => text.parse::<u64>().map_or(value!(text), |n| value!(n)),
        _ => value!(text),
    }
}

fn content(schema: impl Into<RefOr<Schema>>) -> ContentBuilder {
    ContentBuilder::new().schema(Some(schema))
}

fn envelope_ref() -> Ref {
    Ref::from_schema_name("Envelope")
}

/// The one shape of all answers, as in `docs/cli.md`.
fn envelope() -> ObjectBuilder {
    let text =
        |about: &str| ObjectBuilder::new().schema_type(Type::String).description(Some(about));
    let any = |about: &str| ObjectBuilder::new().description(Some(about));
    ObjectBuilder::new()
        .property("schema", text("sole/1"))
        .property("command", text("the command"))
        .property("status", text("ok, proven, refuted, open or error"))
        .property("result", any("the answer, unless there is an error"))
        .property("error", any("what is wrong: kind, message, and where"))
        .property("stats", any("what it cost"))
        .required("schema")
        .required("command")
        .required("status")
}

/// What every operation may answer instead.
fn refusals(operation: OperationBuilder) -> OperationBuilder {
    const REFUSALS: [(&str, &str); 6] = [
        (
            "400",
            "The input could not be understood or used; the same message as on the command line",
        ),
        ("413", "A body above 64 KiB, or an answer that would be too long"),
        ("414", "A query above 4 KiB"),
        ("429", "Too many requests; Retry-After says when to come again"),
        ("503", "Too much is waiting; Retry-After says when to come again"),
        ("504", "The time for a request was up"),
    ];
    REFUSALS.into_iter().fold(operation, |operation, (status, about)| {
        let response = ResponseBuilder::new().description(about);
        operation.response(status, response.content(JSON, content(envelope_ref()).build()).build())
    })
}

/// An address that is no command.
pub(crate) struct Fixed {
    /// The path, with names in braces.
    pub(crate) path: &'static str,
    method: HttpMethod,
    /// What it does, in one line.
    pub(crate) summary: &'static str,
    /// What it answers with.
    answer: (&'static str, &'static str),
    /// Names, examples and meanings of what the query says, those in braces first.
    parameters: &'static [Said],
}

/// A name, an example and a meaning.
type Said = (&'static str, &'static str, &'static str);

const KIND: Said = ("kind", "mate", "Only puzzles of this kind");
const TAG: Said = ("tag", "", "Only puzzles with all of these tags, parted by commas");
const LENGTH: Said = ("length", "2", "Only puzzles whose stipulation has this number first");
const SCALE: Said = ("scale", "", "Only puzzles with a rating on this scale");
const MIN: Said = ("min", "", "The least rating");
const MAX: Said = ("max", "", "The greatest rating");
const NAME: Said = ("name", "starter", "The name of a collection");
const FEN: Said =
    ("fen", "8/8/8/4k3/8/8/8/R3K3_w_Q_-_0_1", "The position; underscores may stand for blanks");

/// All addresses that are no commands.
pub(crate) const FIXED: &[Fixed] = &[
    Fixed {
        path: "/standard",
        method: HttpMethod::Get,
        summary: "How a position ends, in the shape of lila-tablebase",
        answer: ("200", JSON),
        parameters: &[FEN],
    },
    Fixed {
        path: "/standard/mainline",
        method: HttpMethod::Get,
        summary: "The best line of a position, in the shape of lila-tablebase",
        answer: ("200", JSON),
        parameters: &[FEN],
    },
    Fixed {
        path: "/api/jobs",
        method: HttpMethod::Post,
        summary: "Starts a command as a job: {\"command\": \"endgame build\", \"arguments\": {\"material\": \"KRvK\"}}",
        answer: ("202", JSON),
        parameters: &[],
    },
    Fixed {
        path: "/api/jobs/{id}/events",
        method: HttpMethod::Get,
        summary: "What a job says, as server-sent events: queued, progress, line, done",
        answer: ("200", "text/event-stream"),
        parameters: &[("id", "", "The job")],
    },
    Fixed {
        path: "/api/jobs/{id}",
        method: HttpMethod::Delete,
        summary: "Cancels a job",
        answer: ("200", JSON),
        parameters: &[("id", "", "The job")],
    },
    Fixed {
        path: "/api/collection",
        method: HttpMethod::Get,
        summary: "The collections there are",
        answer: ("200", JSON),
        parameters: &[],
    },
    Fixed {
        path: "/api/collection/{name}",
        method: HttpMethod::Get,
        summary: "Puzzles of a collection, and how many there are of each sort",
        answer: ("200", JSON),
        parameters: &[
            NAME,
            KIND,
            TAG,
            LENGTH,
            SCALE,
            MIN,
            MAX,
            ("offset", "0", "How many to pass over"),
            ("limit", "2", "How many to show, at most 500"),
        ],
    },
    Fixed {
        path: "/api/collection/{name}/{id}",
        method: HttpMethod::Get,
        summary: "One puzzle of a collection, by its number from 1 on",
        answer: ("200", JSON),
        parameters: &[NAME, ("id", "1", "Its number")],
    },
    Fixed {
        path: "/api/collection/{name}/file",
        method: HttpMethod::Get,
        summary: "A collection, or part of it, as a file to save",
        answer: ("200", "application/x-ndjson"),
        parameters: &[
            NAME,
            ("to", "jsonl", "The format: jsonl, epd, pgn, csv, olv, popeye or sdm"),
            KIND,
            TAG,
            LENGTH,
            SCALE,
            MIN,
            MAX,
        ],
    },
    Fixed {
        path: "/api/picture",
        method: HttpMethod::Get,
        summary: "A diagram of a position (fen) or of a sudoku (grid)",
        answer: ("200", "image/svg+xml"),
        parameters: &[
            ("fen", "8/8/8/4k3/8/8/8/R3K3", "The position, of which the first field counts"),
            ("grid", "", "The sudoku, in place of a position"),
            ("format", "svg", "svg, png or pdf"),
            ("width", "", "How many pixels a PNG is wide"),
            ("style", "", "screen, print or grey"),
            ("below", "", "Whose side is below: white or black"),
        ],
    },
    Fixed {
        path: "/men.svg",
        method: HttpMethod::Get,
        summary: "The chessmen as symbols wK to bP of one SVG",
        answer: ("200", "image/svg+xml"),
        parameters: &[],
    },
    Fixed {
        path: "/monitor",
        method: HttpMethod::Get,
        summary: "Counters of the server",
        answer: ("200", "text/plain"),
        parameters: &[],
    },
];

impl Fixed {
    /// The method as it is written.
    pub(crate) fn method(&self) -> &'static str {
        match self.method {
            HttpMethod::Post => "POST",
            HttpMethod::Delete => "DELETE",
            _ => "GET",
        }
    }

    fn item(&self) -> utoipa::openapi::PathItem {
        let (status, content_type) = self.answer;
        let answer = ResponseBuilder::new().description(self.summary);
        let answer = answer.content(content_type, ContentBuilder::new().build()).build();
        let parameter = |(name, example, about): &Said| {
            let in_path = self.path.contains(&format!("{{{name}}}"));
            ParameterBuilder::new()
                .name(*name)
                .parameter_in(if in_path { ParameterIn::Path } else { ParameterIn::Query })
                .required(required(in_path || self.path.starts_with("/standard")))
                .description(Some(*about))
                .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
                .example((!example.is_empty()).then(|| value!(example)))
                .build()
        };
        let operation = OperationBuilder::new()
            .tag(self.path.split('/').nth(2).unwrap_or("server"))
            .summary(Some(self.summary))
            .parameters(Some(self.parameters.iter().map(parameter)))
            .response(status, answer);
        let operation = if self.method == HttpMethod::Post {
            let example = value!({"command": "endgame build", "arguments": {"material": "KRvK"}});
            let object = ObjectBuilder::new().examples([example]);
            let body = RequestBodyBuilder::new().content(JSON, content(object).build()).build();
            operation.request_body(Some(body))
        } else {
            operation
        };
        PathItemBuilder::new().operation(self.method.clone(), refusals(operation)).build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_every_endpoint() {
        let document: Value = serde_json::from_slice(&DOCUMENT).expect("JSON");
        let paths = document["paths"].as_object().expect("paths");
        assert_eq!(paths.len(), catalogue::all().count() + FIXED.len());
        assert!(
            paths["/api/mate/solve"]["get"]["parameters"]
                .as_array()
                .is_some_and(|all| all.len() > 5)
        );
        assert!(paths["/api/endgame/build"].get("get").is_none());
        assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    }
}
