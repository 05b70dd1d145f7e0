//! Collections of puzzles: those built in, and the files in the data folder.

mod filter;

use crate::catalogue::{self, BOOKS, Endpoint, FORMATS};
use crate::child::MOST_OUTPUT;
use crate::refusal::{Reason, Refusal};
use crate::reply::{attachment, json};
use crate::request::{Names, Parameters, usage};
use crate::work::{self, Finding};
use crate::workshop::Workshop;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response, StatusCode};
use bytes::Bytes;
use filter::{Facets, Filter};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sole_puzzle::{Collection, Puzzle};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// A collection of the repository: its file name, the hash of its content, and the content.
type BuiltIn = (&'static str, &'static str, &'static [u8]);

static BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/collections.rs"));

const ENDING: &str = ".jsonl";

/// The format of records.
const RECORDS: &str = "jsonl";

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// The most puzzles of one answer.
const MOST_AT_ONCE: usize = 500;

/// How many puzzles an answer has if nobody says how many.
const AT_ONCE: usize = 50;

/// Where collections are.
#[derive(Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    /// What was read, with the state of the file then.
    read: Mutex<HashMap<String, (Stamp, Arc<Collection>)>>,
}

/// Whether a file is the one that was read.
type Stamp = Option<(SystemTime, u64)>;

impl Shelf {
    /// The collections of a folder beside those built in.
    pub(crate) fn at(folder: PathBuf) -> Shelf {
        Shelf { folder, read: Mutex::default() }
    }

    /// The names of all collections, sorted.
    fn names(&self) -> Vec<String> {
        let built_in = BUILT_IN.iter().map(|(name, ..)| (*name).to_owned());
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let names = built_in.chain(files);
        let names = names.filter_map(|name| Some(name.strip_suffix(ENDING)?.to_owned()));
        let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
        names.sort();
        names.dedup();
        self.lock().retain(|name, _| names.contains(name));
        names
    }

    /// A collection by its name; a file in the folder outweighs what is built in.
    fn open(&self, name: &str) -> Result<Arc<Collection>, Refusal> {
        let missing = || Refusal::new(Reason::NotFound, "there is no such collection");
        if !is_name(name) {
            return Err(missing());
        }
        let path = self.folder.join(format!("{name}{ENDING}"));
        let stamp = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let stamp = stamp.and_then(|data| Some((data.modified().ok()?, data.len())));
        let mut read = self.lock();
        if let Some((_, collection)) = read.get(name).filter(|(then, _)| *then == stamp) {
            return Ok(Arc::clone(collection));
        }
        // What was read of it is out of date.
        read.remove(name);
        let content = match stamp {
            Some((_, bytes)) if bytes > MOST_BYTES => {
                let message = format!("{name}{ENDING} is larger than {MOST_BYTES} bytes");
                return Err(Refusal::new(Reason::Unreadable, message));
            }
            Some(_) => fs::read(&path).map_err(|error| unreadable(name, &error))?,
            None => built_in(name).ok_or_else(missing)?.to_vec(),
        };
        let collection =
            Collection::read(&content[..]).map_err(|error| unreadable(name, &error))?;
        let collection = Arc::new(collection);
        read.insert(name.to_owned(), (stamp, Arc::clone(&collection)));
        Ok(collection)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (Stamp, Arc<Collection>)>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn built_in(name: &str) -> Option<&'static [u8]> {
    let found = BUILT_IN.iter().find(|(file, ..)| file.strip_suffix(ENDING) == Some(name));
    found.map(|(_, _, content)| *content)
}

fn unreadable(name: &str, error: &dyn std::fmt::Display) -> Refusal {
    Refusal::new(Reason::Unreadable, format!("{name}{ENDING}: {error}"))
}

/// Names of collections are names of files, and lead nowhere else.
fn is_name(name: &str) -> bool {
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    first && name.len() <= 64 && name.bytes().all(rest) && !name.contains("..")
}

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
            Ok(collection) => {
                let puzzles = collection.puzzles();
                let kinds = Facets::of(puzzles, &Filter::default()).kinds;
                Label { name, count: puzzles.len(), kinds, error: None }
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
    fn new((at, puzzle): (usize, &Puzzle)) -> Item {
        let puzzle = RawValue::from_string(puzzle.to_line()).expect("a record is JSON");
        Item { id: at + 1, puzzle }
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
        let collection = shelf.open(&name)?;
        let puzzles = collection.puzzles();
        let matching: Vec<_> = filter.choose(puzzles).collect();
        let shown = matching.iter().skip(offset).take(limit);
        answer(&Excerpt {
            name,
            total: puzzles.len(),
            matching: matching.len(),
            offset,
            puzzles: shown.map(|&numbered| Item::new(numbered)).collect(),
            facets: Facets::of(puzzles, &filter),
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
        let collection = shelf.open(&name)?;
        let puzzle = collection.puzzles().get(at).ok_or_else(missing)?;
        answer(&Item::new((at, puzzle)))
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
    let lines = {
        let (workshop, name) = (Arc::clone(&workshop), name.clone());
        reading(workshop, move |shelf| chosen(shelf, &name, &filter)).await?
    };
    if lines.is_empty() {
        return Err(work::nothing());
    }
    let file = format!("{name}.{to}");
    if to == RECORDS {
        return Ok(attachment(&file, lines));
    }
    let request = Parameters::from_object(serde_json::json!({ "puzzles": lines, "to": to }))?;
    let finding = work::run(&workshop, endpoint, request).await?;
    match content(&finding) {
        Some(content) if content.is_empty() => Err(work::nothing()),
        Some(content) => Ok(attachment(&file, content)),
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

/// What a command wrote, be it a file or a text in its envelope, unless it complains.
fn content(finding: &Finding) -> Option<Bytes> {
    if finding.complains() {
        return None;
    }
    if let Some(file) = &finding.file {
        return Some(file.content.clone());
    }
    let answer: Value = serde_json::from_slice(finding.lines.last()?).ok()?;
    Some(answer["result"]["text"].as_str()?.to_owned().into())
}

/// The records that a filter leaves, one a line.
fn chosen(shelf: &Shelf, name: &str, filter: &Filter) -> Result<String, Refusal> {
    let collection = shelf.open(name)?;
    let mut lines = String::new();
    for (_, puzzle) in filter.choose(collection.puzzles()) {
        lines.push_str(&puzzle.to_line());
        lines.push('\n');
    }
    Ok(lines)
}

/// Does something with the shelf where waiting for the disk holds nobody up.
async fn reading<T: Send + 'static>(
    workshop: Arc<Workshop>,
    job: impl FnOnce(&Shelf) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
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
    fn names_lead_nowhere_else() {
        for name in ["starter", "my-mates", "2026.v2", "A_b"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(65);
        for name in
            ["", "..", ".", ".hidden", "a/b", "a\\b", "../x", "a..b", "x\0", "é", "-x", &long]
        {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn files_are_read_again_when_they_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::at(folder.path().to_owned());
        let record = r##"{"schema":"sole-puzzle/1","kind":"mate","position":"8/8","stipulation":"#2","verdict":"none","solutions":[]}"##;
        let path = folder.path().join("mine.jsonl");
        fs::write(&path, format!("{record}\n")).expect("writable");
        assert_eq!(shelf.open("mine").expect("a collection").puzzles().len(), 1);
        fs::write(&path, format!("{record}\n{record}\n")).expect("writable");
        assert_eq!(shelf.open("mine").expect("a collection").puzzles().len(), 2);
        assert!(shelf.names().contains(&"mine".to_owned()));
        fs::write(&path, "nonsense\n").expect("writable");
        assert!(shelf.open("mine").is_err_and(|refusal| refusal.message().contains("line 1")));
        assert!(shelf.open("other").is_err());
        assert!(shelf.lock().is_empty(), "nothing is kept of what is not there");
    }

    #[test]
    fn files_that_are_gone_are_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = Shelf::at(folder.path().to_owned());
        let path = folder.path().join("mine.jsonl");
        fs::write(&path, "").expect("writable");
        shelf.open("mine").expect("a collection");
        fs::remove_file(&path).expect("it was there");
        assert_eq!(shelf.lock().len(), 1);
        assert!(!shelf.names().contains(&"mine".to_owned()));
        assert!(shelf.lock().is_empty());
    }
}
