//! Collections of puzzles: those built in, and the files in the data folder.

mod filter;
mod records;
pub(crate) mod shelf;

pub(crate) use shelf::Shelf;

use crate::catalogue::{self, BOOKS, Endpoint, FORMATS};
use crate::child::MOST_OUTPUT;
use crate::refusal::{Reason, Refusal};
use crate::reply::{attachment, json};
use crate::request::{Names, Parameters, usage};
use crate::work::{self, Finding};
use crate::workshop::Workshop;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Request, Response, StatusCode};
use bytes::Bytes;
use filter::{Facets, Filter};
use records::Records;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shelf::Entry;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The format of records.
const RECORDS: &str = "jsonl";

/// The most puzzles of one answer.
const MOST_AT_ONCE: usize = 500;

/// How many puzzles an answer has if nobody says how many.
const AT_ONCE: usize = 50;

#[derive(Serialize)]
struct Shelves {
    collections: Vec<Label>,
}

#[derive(Serialize)]
struct Label {
    name: String,
    count: usize,
    kinds: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// `GET /api/collection`.
pub(crate) async fn list(State(workshop): State<Arc<Workshop>>) -> Result<Response<Body>, Refusal> {
    reading(workshop, |shelf| {
        let label = |name: String| match shelf.open(&name) {
            Ok(volume) => {
                let kinds = Facets::of(&volume, &Filter::default()).kinds;
                Label { name, count: volume.len(), kinds, error: None }
            }
            Err(refusal) => {
                let error = Some(refusal.message().to_owned());
                Label { name, count: 0, kinds: BTreeMap::new(), error }
            }
        };
        answer(&Shelves { collections: shelf.names().into_iter().map(label).collect() })
    })
    .await
}

#[derive(Serialize)]
struct Excerpt {
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
    State(workshop): State<Arc<Workshop>>,
    Names(name): Names<String>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let offset = parameters.take_number("offset")?.unwrap_or(0);
    let limit = parameters.take_number("limit")?.unwrap_or(AT_ONCE).min(MOST_AT_ONCE);
    let filter = Filter::take(&mut parameters)?;
    parameters.end()?;
    reading(workshop, move |shelf| {
        let volume = shelf.open(&name)?;
        let matching: Vec<_> = filter.choose(&volume).collect();
        let shown = matching.iter().skip(offset).take(limit);
        answer(&Excerpt {
            name,
            total: volume.len(),
            matching: matching.len(),
            offset,
            puzzles: shown.map(|&entry| Item::new(entry)).collect(),
            facets: Facets::of(&volume, &filter),
        })
    })
    .await
}

/// `GET /api/collection/NAME/ID`.
pub(crate) async fn one(
    State(workshop): State<Arc<Workshop>>,
    Names((name, id)): Names<(String, String)>,
) -> Result<Response<Body>, Refusal> {
    reading(workshop, move |shelf| {
        let missing = || Refusal::new(Reason::NotFound, "there is no puzzle of this number");
        let at = id.parse::<usize>().ok().and_then(|id| id.checked_sub(1)).ok_or_else(missing)?;
        let volume = shelf.open(&name)?;
        answer(&Item::new(volume.entry(at).ok_or_else(missing)?))
    })
    .await
}

/// `GET /api/collection/NAME/file`.
pub(crate) async fn download(
    State(workshop): State<Arc<Workshop>>,
    Names(name): Names<String>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let mut parameters = Parameters::from_query(request.uri().query().unwrap_or_default())?;
    let to = parameters.take_text("to")?.unwrap_or_else(|| RECORDS.to_owned());
    let endpoint = writer(&to)?;
    let filter = Filter::take(&mut parameters)?;
    parameters.end()?;
    let file = format!("{name}.{to}");
    if to == RECORDS {
        let body = chosen(workshop, name, filter).await?.into_body();
        return Ok(attachment(&file, body));
    }
    // Who waits holds nothing yet.
    let turn = work::turn(&workshop).await.map_err(|refusal| refusal.of(&endpoint.command()))?;
    let lines = chosen(Arc::clone(&workshop), name, filter).await?.text();
    let count = lines.lines().count();
    let request = Parameters::from_object(serde_json::json!({ "puzzles": lines, "to": to }))?;
    let finding = work::run_in(&turn, &workshop, endpoint, request).await?;
    match Saved::of(&finding) {
        Some(saved) if saved.content.is_empty() => Err(work::nothing()),
        Some(saved) => Ok(saved.response(&file, count)),
        None => finding.response(endpoint),
    }
}

/// The command that writes puzzles in this way.
fn writer(to: &str) -> Result<&'static Endpoint, Refusal> {
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
    /// What became of the puzzles, if the command tells.
    told: Option<Told>,
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
    told: Told,
}

#[derive(Debug, Deserialize)]
struct Told {
    count: usize,
    losses: Vec<String>,
}

impl Saved {
    /// What there is to save, unless the command complains.
    fn of(finding: &Finding) -> Option<Saved> {
        if finding.complains() {
            return None;
        }
        if let Some(file) = &finding.file {
            return Some(Saved { content: file.content.clone(), told: None });
        }
        let converted: Converted = serde_json::from_slice(finding.lines.last()?).ok()?;
        let Text { text, told } = converted.result;
        Some(Saved { content: text.into(), told: Some(told) })
    }

    /// A file to save, with what it lacks of so many puzzles.
    fn response(self, name: &str, count: usize) -> Response<Body> {
        let mut response = attachment(name, self.content);
        if let Some(Told { count: written, losses }) = self.told {
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
async fn chosen(workshop: Arc<Workshop>, name: String, filter: Filter) -> Result<Records, Refusal> {
    reading(workshop, move |shelf| {
        Records::chosen(shelf.open(&name)?, filter).ok_or_else(work::nothing)
    })
    .await
}

/// Does something with the shelf where waiting for the disk holds nobody up.
async fn reading<T: Send + 'static>(
    workshop: Arc<Workshop>,
    job: impl FnOnce(&Shelf) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let holder = Arc::clone(&workshop);
    let _place = holder.shelf.readers.acquire().await.map_err(|error| Refusal::internal(&error))?;
    match tokio::task::spawn_blocking(move || job(&workshop.shelf)).await {
        Ok(answer) => answer,
        Err(error) => Err(Refusal::internal(&error)),
    }
}

fn answer(content: &impl Serialize) -> Result<Response<Body>, Refusal> {
    let body = serde_json::to_vec(content).map_err(|error| Refusal::internal(&error))?;
    if body.len() > MOST_OUTPUT {
        return Err(Refusal::new(
            Reason::TooLarge,
            "the answer is too long; ask for fewer puzzles",
        ));
    }
    Ok(json(StatusCode::OK, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_in_headers() {
        let texts = ["plain \"x\"", "caf\u{e9} \u{1f600}\r\n"].map(str::to_owned);
        let value = in_ascii(&texts).expect("a header");
        let text = value.to_str().expect("ASCII");
        assert_eq!(text, r#"["plain \"x\"","caf\u00e9 \ud83d\ude00\r\n"]"#);
        assert_eq!(serde_json::from_str::<Vec<String>>(text).expect("JSON"), texts);
    }
}
