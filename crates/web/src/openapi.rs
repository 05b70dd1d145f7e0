//! The OpenAPI document, made from the catalogue.

use crate::catalogue::{self, Answers, BOOKS, Endpoint, FORMATS, Form, Parameter};
use crate::reply::{JSON, content_type, json};
use axum::body::Body;
use axum::http::{self, StatusCode};
use bytes::Bytes;
use serde_json::{Value, json as value};
use sole_api::catalogue::Schemas;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn, PathItemBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema};
use utoipa::openapi::{
    Components, ComponentsBuilder, ContentBuilder, HttpMethod, InfoBuilder, OpenApi,
    OpenApiBuilder, PathsBuilder, Ref, RefOr, Required, Response, ResponseBuilder, Type,
};

/// The document as it is sent.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| with_results(&document()).to_string().into());

/// `GET /api/openapi.json`.
pub(crate) async fn show() -> http::Response<Body> {
    json(StatusCode::OK, DOCUMENT.clone())
}

/// The document with the schemas of the answers that `api` declares.
fn with_results(document: &OpenApi) -> Value {
    let mut document = serde_json::to_value(document).expect("the document can be written");
    let schemas = Schemas::referred_to_at("/components/schemas");
    for (entry, result) in schemas.results {
        let path = format!("/api/{}", entry.name.replace(' ', "/"));
        let Some(item) = document["paths"].get_mut(&path) else { continue };
        let envelope = value!({
            "allOf": [{ "$ref": "#/components/schemas/Envelope" }, { "properties": { "result": result } }]
        });
        for operation in item.as_object_mut().into_iter().flatten().map(|(_, operation)| operation)
        {
            operation["responses"]["200"]["content"][JSON]["schema"] = envelope.clone();
        }
    }
    let components = document["components"]["schemas"].as_object_mut();
    components.expect("there is the envelope").extend(schemas.definitions);
    document
}

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
        paths = paths.path(endpoint.path(), command(endpoint));
    }
    for fixed in FIXED {
        paths = paths.path(fixed.path, fixed.item());
    }
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components())).build()
}

/// A command: by GET with a query, and by POST with an object.
fn command(endpoint: &Endpoint) -> utoipa::openapi::PathItem {
    let operation = || {
        with_errors(
            OperationBuilder::new()
                .tag(endpoint.noun)
                .summary(Some(endpoint.summary))
                .response("200", answer(endpoint)),
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

/// What a command answers with: a file in one of some formats, or envelopes.
fn answer(endpoint: &Endpoint) -> Response {
    if let Some(endings) = endpoint.files() {
        return files("What the command writes", &[endings]);
    }
    let envelopes = match endpoint.answers {
        Answers::One => content(envelope_ref()),
        Answers::List => content(ArrayBuilder::new().items(envelope_ref())),
    };
    let said = ResponseBuilder::new().description("What the command says");
    said.content(JSON, envelopes.build()).build()
}

/// A file whose name ends in one of some ways.
fn files(about: &str, endings: &[&[&str]]) -> Response {
    let endings = endings.iter().copied().flatten();
    let kinds: BTreeSet<&str> = endings.map(|ending| media_type(ending)).collect();
    let response = ResponseBuilder::new().description(about);
    let any = || ContentBuilder::new().build();
    kinds.into_iter().fold(response, |response, kind| response.content(kind, any())).build()
}

/// The type of files that end so, without its parameters, as the document names it.
fn media_type(ending: &str) -> &'static str {
    let kind = content_type(&format!("x.{ending}"));
    kind.split_once(';').map_or(kind, |(kind, _)| kind)
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

/// What every operation may answer instead, each time with an envelope.
const ERRORS: [(&str, &str); 12] = [
    ("400", "The input could not be understood or used; the same message as on the command line"),
    ("403", "Another site asks"),
    ("404", "There is nothing at this address, no such table, or no puzzle for a file"),
    ("405", "The address takes other methods"),
    ("408", "A body that does not come within 10 s"),
    (
        "413",
        "A body above 64 KiB, an answer that would be too long, or more memory than there is for it",
    ),
    ("414", "A path above 1 KiB or a query above 4 KiB"),
    ("421", "The name of the host is not one of this server's"),
    ("429", "Too many requests; Retry-After says when to come again"),
    ("500", "A fault of the server, a damaged table, or an unreadable collection"),
    ("503", "Too much is waiting; Retry-After says when to come again"),
    ("504", "The time for a request was up"),
];

fn error_name(status: &str) -> String {
    format!("Refusal{status}")
}

fn components() -> Components {
    let components = ComponentsBuilder::new().schema("Envelope", envelope());
    let add = |components: ComponentsBuilder, (status, about): (&str, &str)| {
        let envelope = content(envelope_ref()).build();
        let response = ResponseBuilder::new().description(about).content(JSON, envelope);
        components.response(error_name(status), response.build())
    };
    ERRORS.into_iter().fold(components, add).build()
}

fn with_errors(operation: OperationBuilder) -> OperationBuilder {
    let add = |operation: OperationBuilder, (status, _): (&str, &str)| {
        operation.response(status, Ref::from_response_name(error_name(status)))
    };
    ERRORS.into_iter().fold(operation, add)
}

/// An address that is no command.
pub(crate) struct Fixed {
    /// The path, with names in braces.
    pub(crate) path: &'static str,
    method: HttpMethod,
    /// What it does, in one line.
    pub(crate) summary: &'static str,
    answer: Sent,
    /// What the query says, those in braces first.
    parameters: &'static [&'static [FixedParameter]],
}

/// What comes back.
#[derive(Clone, Copy)]
enum Sent {
    /// JSON.
    Answer,
    /// JSON that says where to listen.
    Started,
    /// Something of a type.
    Typed(&'static str),
    /// Files that end in one of some ways.
    Files(&'static [&'static [&'static str]]),
}

/// A name, an example and a meaning.
type FixedParameter = (&'static str, &'static str, &'static str);

const NAME: FixedParameter = ("name", "starter", "The name of a collection");
const FILTER: &[FixedParameter] = &[
    ("kind", "mate", "Only puzzles of this kind"),
    ("tag", "", "Only puzzles with all of these tags, parted by commas"),
    ("length", "2", "Only puzzles whose solution takes so many moves"),
    ("scale", "", "Only puzzles with a rating on this scale"),
    ("min", "", "The least rating"),
    ("max", "", "The greatest rating"),
];
const FEN: &[FixedParameter] =
    &[("fen", "8/8/8/4k3/8/8/8/R3K3_w_Q_-_0_1", "The position; underscores may stand for blanks")];
const JOB: &[FixedParameter] = &[("id", "", "The job")];

/// All addresses that are no commands.
pub(crate) const FIXED: &[Fixed] = &[
    Fixed::get("/standard", "How a position ends, in the shape of lila-tablebase", &[FEN]),
    Fixed::get(
        "/standard/mainline",
        "The best line of a position, in the shape of lila-tablebase",
        &[FEN],
    ),
    Fixed {
        path: "/api/jobs",
        method: HttpMethod::Post,
        summary: "Starts a command as a job: {\"command\": \"endgame build\", \"arguments\": {\"material\": \"KRvK\"}}",
        answer: Sent::Started,
        parameters: &[],
    },
    Fixed::get(
        "/api/jobs/{id}/events",
        "What a job says, as server-sent events: queued, progress, line, done",
        &[JOB],
    )
    .sends(Sent::Typed("text/event-stream")),
    Fixed {
        path: "/api/jobs/{id}",
        method: HttpMethod::Delete,
        summary: "Cancels a job",
        answer: Sent::Answer,
        parameters: &[JOB],
    },
    Fixed::get("/api/collection", "The collections there are", &[]),
    Fixed::get(
        "/api/collection/{name}",
        "Puzzles of a collection, and how many there are of each sort",
        &[
            &[NAME],
            FILTER,
            &[
                ("offset", "0", "How many to pass over"),
                ("limit", "2", "How many to show, at most 500"),
            ],
        ],
    ),
    Fixed::get(
        "/api/collection/{name}/{id}",
        "One puzzle of a collection, by its number from 1 on",
        &[&[NAME, ("id", "1", "Its number")]],
    ),
    Fixed::get(
        "/api/collection/{name}/file",
        "A collection, or part of it, as a file to save",
        &[
            &[
                NAME,
                (
                    "to",
                    "jsonl",
                    "The format: jsonl, epd, pgn, csv, olv, popeye or sdm, or a book: pdf or html",
                ),
            ],
            FILTER,
        ],
    )
    .sends(Sent::Files(&[FORMATS, BOOKS])),
    Fixed::get(
        "/api/picture",
        "A diagram of a position (fen) or of a sudoku (grid)",
        &[&[
            ("fen", "8/8/8/4k3/8/8/8/R3K3", "The position, of which the first field counts"),
            ("grid", "", "The sudoku, in place of a position"),
            ("format", "svg", "svg, png or pdf"),
            ("width", "", "How many pixels a PNG is wide"),
            ("style", "", "screen, print or grey"),
            ("below", "", "Whose side is below: white or black"),
        ]],
    )
    .sends(Sent::Files(&[&["svg", "png", "pdf"]])),
    Fixed::get("/men.svg", "The chessmen as symbols wK to bP of one SVG", &[])
        .sends(Sent::Files(&[&["svg"]])),
    Fixed::get("/monitor", "Counters of the server", &[]).sends(Sent::Files(&[&["txt"]])),
];

impl Fixed {
    /// An address that answers with JSON.
    const fn get(
        path: &'static str,
        summary: &'static str,
        parameters: &'static [&'static [FixedParameter]],
    ) -> Fixed {
        Fixed { path, method: HttpMethod::Get, summary, answer: Sent::Answer, parameters }
    }

    /// The same, but it answers with something else.
    const fn sends(self, answer: Sent) -> Fixed {
        Fixed { answer, ..self }
    }

    /// The method as it is written.
    pub(crate) fn method(&self) -> &'static str {
        match self.method {
            HttpMethod::Post => "POST",
            HttpMethod::Delete => "DELETE",
            _ => "GET",
        }
    }

    fn item(&self) -> utoipa::openapi::PathItem {
        let (status, answer) = self.response();
        let parameters = self.parameters.iter().copied().flatten();
        let operation = OperationBuilder::new()
            .tag(self.path.split('/').nth(2).unwrap_or("server"))
            .summary(Some(self.summary))
            .parameters(Some(parameters.map(|said| self.parameter(said))))
            .response(status, answer);
        let operation = if self.method == HttpMethod::Post {
            let example = value!({"command": "endgame build", "arguments": {"material": "KRvK"}});
            let object = ObjectBuilder::new().examples([example]);
            let body = RequestBodyBuilder::new().content(JSON, content(object).build()).build();
            operation.request_body(Some(body))
        } else {
            operation
        };
        PathItemBuilder::new().operation(self.method.clone(), with_errors(operation)).build()
    }

    fn response(&self) -> (&'static str, Response) {
        let typed = |kind: &str| {
            let response = ResponseBuilder::new().description(self.summary);
            response.content(kind, ContentBuilder::new().build()).build()
        };
        match self.answer {
            Sent::Answer => ("200", typed(JSON)),
            Sent::Started => ("202", typed(JSON)),
            Sent::Typed(kind) => ("200", typed(kind)),
            Sent::Files(endings) => ("200", files(self.summary, endings)),
        }
    }

    fn parameter(
        &self,
        (name, example, about): &FixedParameter,
    ) -> utoipa::openapi::path::Parameter {
        let in_path = self.path.contains(&format!("{{{name}}}"));
        ParameterBuilder::new()
            .name(*name)
            .parameter_in(if in_path { ParameterIn::Path } else { ParameterIn::Query })
            .required(required(in_path || self.path.starts_with("/standard")))
            .description(Some(*about))
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
            .example((!example.is_empty()).then(|| value!(example)))
            .build()
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
        let book = &paths["/api/puzzle/book"]["post"]["responses"]["200"]["content"];
        let kinds: Vec<&String> = book.as_object().expect("types").keys().collect();
        assert_eq!(kinds, ["application/pdf", "text/html"]);
        let saved = &paths["/api/collection/{name}/file"]["get"]["parameters"][1];
        let about = saved["description"].as_str().expect("a meaning");
        for ending in FORMATS.iter().chain(BOOKS) {
            assert!(about.contains(ending), "{ending}: {about}");
        }
        let moves =
            &paths["/api/board/moves"]["get"]["responses"]["200"]["content"][JSON]["schema"];
        let result = &moves["allOf"][1]["properties"]["result"]["$ref"];
        let name = result.as_str().and_then(|path| path.strip_prefix("#/components/schemas/"));
        let schema = &document["components"]["schemas"][name.expect("a reference")];
        assert!(schema["anyOf"].is_array(), "{schema}");
        assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    }
}
