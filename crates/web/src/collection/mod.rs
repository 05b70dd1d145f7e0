//! Collections of puzzles: those built in, and the files in the data folder.

mod filter;
pub(crate) mod library;
mod records;

pub(crate) use library::Library;

use crate::catalogue::{self, BOOKS, Endpoint, FORMATS};
use crate::command_api::{self, CommandOutput};
use crate::error::{ApiError, ErrorKind};
use crate::process::MOST_OUTPUT;
use crate::reply::{attachment, json};
use crate::request::{Names, Parameters, usage};
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Request, Response, StatusCode};
use bytes::Bytes;
use filter::{Facets, Filter};
use library::Entry;
use records::Records;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The format of records.
const RECORDS: &str = "jsonl";

/// The most puzzles of one answer.
const MOST_AT_ONCE: usize = 500;

/// The default number of puzzles of one answer.
const AT_ONCE: usize = 50;

#[derive(Serialize)]
struct CollectionList {
    collections: Vec<CollectionInfo>,
}

#[derive(Serialize)]
struct CollectionInfo {
    name: String,
    count: usize,
    kinds: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// `GET /api/collection`.
pub(crate) async fn list(State(state): State<Arc<AppState>>) -> Result<Response<Body>, ApiError> {
    with_library(state, |library| {
        let info = |name: String| match library.open(&name) {
            Ok(collection) => {
                let kinds = Facets::of(&collection, &Filter::default()).kinds;
                CollectionInfo { name, count: collection.len(), kinds, error: None }
            }
            Err(error) => {
                let error = Some(error.message().to_owned());
                CollectionInfo { name, count: 0, kinds: BTreeMap::new(), error }
            }
        };
        answer(&CollectionList { collections: library.names().into_iter().map(info).collect() })
    })
    .await
}

#[derive(Serialize)]
struct CollectionPage {
    name: String,
    total: usize,
    matching: usize,
    offset: usize,
    puzzles: Vec<Item>,
    facets: Facets,
}

#[derive(Serialize)]
struct Item {
    id: usize,
    puzzle: Box<RawValue>,
}

impl Item {
    fn new(entry: Entry<'_>) -> Item {
        let puzzle = RawValue::from_string(entry.puzzle.to_line()).expect("a record is JSON");
        Item { id: entry.at + 1, puzzle }
    }
}

/// `GET /api/collection/NAME`.
pub(crate) async fn browse(
    State(state): State<Arc<AppState>>,
    Names(name): Names<String>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let offset = parameters.take_number("offset")?.unwrap_or(0);
    let limit = parameters.take_number("limit")?.unwrap_or(AT_ONCE).min(MOST_AT_ONCE);
    let filter = Filter::take(&mut parameters)?;
    parameters.end()?;
    with_library(state, move |library| {
        let collection = library.open(&name)?;
        let matching: Vec<_> = filter.choose(&collection).collect();
        let shown = matching.iter().skip(offset).take(limit);
        answer(&CollectionPage {
            name,
            total: collection.len(),
            matching: matching.len(),
            offset,
            puzzles: shown.map(|&entry| Item::new(entry)).collect(),
            facets: Facets::of(&collection, &filter),
        })
    })
    .await
}

/// `GET /api/collection/NAME/ID`.
pub(crate) async fn one(
    State(state): State<Arc<AppState>>,
    Names((name, id)): Names<(String, String)>,
) -> Result<Response<Body>, ApiError> {
    with_library(state, move |library| {
        let missing = || ApiError::new(ErrorKind::NotFound, "there is no puzzle of this number");
        let at = id.parse::<usize>().ok().and_then(|id| id.checked_sub(1)).ok_or_else(missing)?;
        let collection = library.open(&name)?;
        answer(&Item::new(collection.entry(at).ok_or_else(missing)?))
    })
    .await
}

/// `GET /api/collection/NAME/file`.
pub(crate) async fn download(
    State(state): State<Arc<AppState>>,
    Names(name): Names<String>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let to = parameters.take_text("to")?.unwrap_or_else(|| RECORDS.to_owned());
    let endpoint = writer(&to)?;
    let filter = Filter::take(&mut parameters)?;
    parameters.end()?;
    let file = format!("{name}.{to}");
    if to == RECORDS {
        let body = matching_records(state, name, filter).await?.into_body();
        return Ok(attachment(&file, body));
    }
    // Nothing is loaded before the permit.
    let permit =
        command_api::permit(&state).await.map_err(|error| error.of(&endpoint.command()))?;
    let lines = matching_records(Arc::clone(&state), name, filter).await?.text();
    let count = lines.lines().count();
    let request = Parameters::from_object(serde_json::json!({ "puzzles": lines, "to": to }))?;
    let output = command_api::run_in(&permit, &state, endpoint, request).await?;
    match Saved::of(&output) {
        Some(saved) if saved.content.is_empty() => Err(command_api::no_such_puzzle()),
        Some(saved) => Ok(saved.response(&file, count)),
        None => output.response(endpoint),
    }
}

/// The command that writes puzzles in this way.
fn writer(to: &str) -> Result<&'static Endpoint, ApiError> {
    let verb = match to {
        _ if FORMATS.contains(&to) => "convert",
        _ if BOOKS.contains(&to) => "book",
        _ => {
            let all = FORMATS.iter().chain(BOOKS).copied().collect::<Vec<_>>().join(", ");
            return Err(usage(format!("there is no format '{to}'; one of {all}")));
        }
    };
    Ok(catalogue::find("puzzle", verb).expect("it is in the catalogue"))
}

/// How many of the puzzles that were chosen are not in a file, as its format has no such puzzles.
const LEFT_OUT: HeaderName = HeaderName::from_static("sole-left-out");

/// What a format does not keep: a list of sentences in JSON.
const LOSSES: HeaderName = HeaderName::from_static("sole-losses");

/// What a command wrote, be it a file or a text in its envelope.
#[derive(Debug)]
struct Saved {
    content: Bytes,
    /// What became of the puzzles, if the command reports it.
    report: Option<ConversionReport>,
}

/// The envelope of `puzzle convert`, as far as it matters here.
#[derive(Deserialize)]
struct Converted {
    result: Text,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    #[serde(flatten)]
    report: ConversionReport,
}

#[derive(Debug, Deserialize)]
struct ConversionReport {
    count: usize,
    losses: Vec<String>,
}

impl Saved {
    /// What there is to save, unless the command failed.
    fn of(output: &CommandOutput) -> Option<Saved> {
        if output.is_error() {
            return None;
        }
        if let Some(file) = &output.file {
            return Some(Saved { content: file.content.clone(), report: None });
        }
        let converted: Converted = serde_json::from_slice(output.lines.last()?).ok()?;
        let Text { text, report } = converted.result;
        Some(Saved { content: text.into(), report: Some(report) })
    }

    /// A file to save, with headers for what it lacks of `count` puzzles.
    fn response(self, name: &str, count: usize) -> Response<Body> {
        let mut response = attachment(name, self.content);
        if let Some(ConversionReport { count: written, losses }) = self.report {
            let headers = response.headers_mut();
            headers.insert(LEFT_OUT, HeaderValue::from(count.saturating_sub(written)));
            headers.extend(in_ascii(&losses).map(|losses| (LOSSES, losses)));
        }
        response
    }
}

/// Texts as JSON that can stand in a header, where nothing but ASCII can.
fn in_ascii(texts: &[String]) -> Option<HeaderValue> {
    let json = serde_json::to_string(texts).ok()?;
    let escaped = |sign: char| -> String {
        let mut units = [0; 2];
        match sign {
            ' '..='~' => sign.to_string(),
            _ => {
                sign.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
            }
        }
    };
    HeaderValue::try_from(json.chars().map(escaped).collect::<String>()).ok()
}

/// The records that a filter leaves.
async fn matching_records(
    state: Arc<AppState>,
    name: String,
    filter: Filter,
) -> Result<Records, ApiError> {
    with_library(state, move |library| {
        Records::new(library.open(&name)?, filter).ok_or_else(command_api::no_such_puzzle)
    })
    .await
}

/// Uses the library on a thread that may block.
async fn with_library<T: Send + 'static>(
    state: Arc<AppState>,
    job: impl FnOnce(&Library) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let holder = Arc::clone(&state);
    let _place =
        holder.library.readers.acquire().await.map_err(|error| ApiError::internal(&error))?;
    match tokio::task::spawn_blocking(move || job(&state.library)).await {
        Ok(answer) => answer,
        Err(error) => Err(ApiError::internal(&error)),
    }
}

fn answer(content: &impl Serialize) -> Result<Response<Body>, ApiError> {
    let body = serde_json::to_vec(content).map_err(|error| ApiError::internal(&error))?;
    if body.len() > MOST_OUTPUT {
        return Err(ApiError::new(
            ErrorKind::TooLarge,
            "the answer is too long; ask for fewer puzzles",
        ));
    }
    Ok(json(StatusCode::OK, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_encoded_for_headers() {
        let texts = ["plain \"x\"", "caf\u{e9} \u{1f600}\r\n"].map(str::to_owned);
        let value = in_ascii(&texts).expect("a header");
        let text = value.to_str().expect("ASCII");
        assert_eq!(text, r#"["plain \"x\"","caf\u00e9 \ud83d\ude00\r\n"]"#);
        assert_eq!(serde_json::from_str::<Vec<String>>(text).expect("JSON"), texts);
    }
}
