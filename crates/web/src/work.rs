//! Requests that a command answers while the client waits.

use crate::argv::{CommandLine, argv};
use crate::catalogue::{self, Answers, Endpoint};
use crate::child::{Fate, News, OPEN, Run, is_answer, too_long};
use crate::queue::Turn;
use crate::refusal::{Reason, Refusal};
use crate::reply::{EXIT, attachment, json};
use crate::request::{Names, Parameters};
use crate::workshop::Workshop;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use bytes::{BufMut, Bytes, BytesMut};
use serde::Deserialize;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What is said when the time for a request is up.
const TIME_IS_UP: &str =
    "the time for a request was up; ask for less, or start a job for what takes longer";

/// The largest file in bytes that is an answer.
const MOST_FILE: u64 = 64 << 20;

/// `/api/NOUN/VERB`.
pub(crate) async fn answer(
    State(workshop): State<Arc<Workshop>>,
    Names((noun, verb)): Names<(String, String)>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    respond(&workshop, catalogue::find(&noun, &verb).ok_or_else(unknown)?, request).await
}

/// `/api/NOUN`, which means its main verb.
pub(crate) async fn answer_noun(
    State(workshop): State<Arc<Workshop>>,
    Names(noun): Names<String>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let verb = catalogue::main_verb(&noun);
    let endpoint = verb.and_then(|verb| catalogue::find(&noun, verb));
    respond(&workshop, endpoint.ok_or_else(unknown)?, request).await
}

/// Answers with a command.
pub(crate) async fn respond(
    workshop: &Workshop,
    endpoint: &Endpoint,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let parameters = Parameters::of(request).await.map_err(|r| r.of(&endpoint.command()))?;
    let finding = run(workshop, endpoint, parameters).await?;
    if endpoint.changes {
        workshop.standard.forget();
    }
    finding.response(endpoint)
}

fn unknown() -> Refusal {
    Refusal::new(Reason::NotFound, "there is no such command; /api lists all")
}

/// The kinds of complaints about what is not there.
const ABSENT: [&str; 3] = ["missing-table", "missing-layer", "no-table"];

/// The kinds of complaints about files of the server.
const BROKEN: [&str; 2] = ["bad-table", "bad-atlas"];

/// An envelope with a complaint, as far as it matters here.
#[derive(Deserialize)]
struct Said<'a> {
    #[serde(borrow)]
    error: Complaint<'a>,
}

#[derive(Deserialize)]
struct Complaint<'a> {
    kind: Cow<'a, str>,
}

/// What a command printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) lines: Vec<Bytes>,
    pub(crate) exit: u8,
    /// The file that it wrote, of commands that write one, unless it complains.
    pub(crate) file: Option<Written>,
}

/// A file that a command wrote.
#[derive(Debug)]
pub(crate) struct Written {
    /// How its name ends.
    ending: String,
    /// What is in it; nothing if there was nothing to write.
    pub(crate) content: Bytes,
}

/// Runs a command when it is its turn, within the time there is.
pub(crate) async fn run(
    workshop: &Workshop,
    endpoint: &Endpoint,
    parameters: Parameters,
) -> Result<Finding, Refusal> {
    let line = argv(endpoint, parameters, &workshop.limits.request, &workshop.scratch)?;
    let refuse = |refusal: Refusal| refusal.of(&endpoint.command());
    if endpoint.changes {
        workshop.disk.check().await.map_err(refuse)?;
    }
    let turn = turn(workshop).await.map_err(refuse)?;
    let stop = until_disk_is_full(workshop, endpoint);
    obey(&turn, workshop, line, stop).await.map_err(refuse)
}

/// Waits until it is someone's turn, unless too many wait already.
pub(crate) async fn turn(workshop: &Workshop) -> Result<Turn, Refusal> {
    let busy = |_| Refusal::new(Reason::Busy, "too many requests wait already; try again soon");
    let waiting = workshop.requests.join().map_err(busy)?;
    Ok(waiting.turn(|_| ()).await)
}

/// Runs a command in someone's turn, within the time there is.
pub(crate) async fn run_in(
    turn: &Turn,
    workshop: &Workshop,
    endpoint: &Endpoint,
    parameters: Parameters,
) -> Result<Finding, Refusal> {
    let line = argv(endpoint, parameters, &workshop.limits.request, &workshop.scratch)?;
    let stop = until_disk_is_full(workshop, endpoint);
    obey(turn, workshop, line, stop).await.map_err(|refusal| refusal.of(&endpoint.command()))
}

/// Waits until a command that adds to the data folder has filled it; for ever with any other.
async fn until_disk_is_full(workshop: &Workshop, endpoint: &Endpoint) -> Fate {
    if !endpoint.changes {
        std::future::pending::<()>().await;
    }
    workshop.disk.exceeded().await;
    Fate::OutOfDisk
}

async fn obey(
    _: &Turn,
    workshop: &Workshop,
    line: CommandLine,
    stop: impl Future<Output = Fate>,
) -> Result<Finding, Refusal> {
    let run = Run::start(&workshop.program, &line).map_err(|error| Refusal::internal(&error))?;
    let finding = attend(run, workshop.limits.request.patience(), stop).await?;
    let file = match line.file() {
        Some(path) if !finding.complains() => Some(written(path).await?),
        _ => None,
    };
    Ok(Finding { file, ..finding })
}

/// What a command wrote to its file, which is not there if it had nothing to write.
async fn written(path: PathBuf) -> Result<Written, Refusal> {
    let reading = tokio::task::spawn_blocking(move || -> io::Result<Written> {
        let mut content = Vec::new();
        if let Some(file) = opened(&path)? {
            file.take(MOST_FILE + 1).read_to_end(&mut content)?;
        }
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Written { ending, content: content.into() })
    });
    let read = reading.await.map_err(|error| Refusal::internal(&error))?;
    let written = read.map_err(|error| Refusal::internal(&error))?;
    if written.content.len() as u64 > MOST_FILE { Err(too_long()) } else { Ok(written) }
}

fn opened(path: &Path) -> io::Result<Option<File>> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

/// Listens to a run until it ends, or is made to.
async fn attend(
    run: Run,
    patience: Duration,
    stop: impl Future<Output = Fate>,
) -> Result<Finding, Refusal> {
    let mut lines = Vec::new();
    let tell = |news| {
        if let News::Line(line) = news {
            lines.push(line);
        }
    };
    let ended = run.attend(patience, stop, tell).await;
    let ending = ended.map_err(|error| Refusal::internal(&error))?;
    let exit = ending.exit().map_err(|lack| lack.refusal(TIME_IS_UP))?;
    Ok(Finding { lines, exit, file: None })
}

impl Finding {
    /// Whether the command complains about what it was asked.
    pub(crate) fn complains(&self) -> bool {
        status(self.exit) != StatusCode::OK
    }

    /// The file, or what was said.
    pub(crate) fn response(&self, endpoint: &Endpoint) -> Result<Response<Body>, Refusal> {
        let mut response = match &self.file {
            Some(Written { content, .. }) if content.is_empty() => {
                return Err(nothing().of(&endpoint.command()));
            }
            Some(Written { ending, content }) => {
                attachment(&format!("{}.{ending}", endpoint.verb), content.clone())
            }
            None => json(self.status(), self.said(endpoint)),
        };
        response.headers_mut().insert(EXIT, HeaderValue::from(u16::from(self.exit)));
        Ok(response)
    }

    /// The status of what was said: a complaint may be about files that are missing or damaged.
    fn status(&self) -> StatusCode {
        match self.complaint() {
            Some(kind) if ABSENT.contains(&kind.as_ref()) => StatusCode::NOT_FOUND,
            Some(kind) if BROKEN.contains(&kind.as_ref()) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => status(self.exit),
        }
    }

    /// The kind of the one complaint that is the whole answer.
    fn complaint(&self) -> Option<Cow<'_, str>> {
        let [line] = &self.lines[..] else { return None };
        let complains = matches!(self.exit, 3 | OPEN);
        let said = complains.then(|| serde_json::from_slice::<Said>(line).ok()).flatten();
        said.map(|said| said.error.kind)
    }

    fn said(&self, endpoint: &Endpoint) -> Bytes {
        match &self.lines[..] {
            [line] if endpoint.answers == Answers::One => line.clone(),
            lines => list(lines),
        }
    }
}

/// There is nothing to put into a file.
pub(crate) fn nothing() -> Refusal {
    Refusal::new(Reason::NotFound, "there is no such puzzle")
}

/// The status that goes with an exit code.
pub(crate) fn status(exit: u8) -> StatusCode {
    match exit {
        _ if is_answer(exit) => StatusCode::OK,
        2 | 3 => StatusCode::BAD_REQUEST,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Lines of JSON as one list.
fn list(lines: &[Bytes]) -> Bytes {
    let mut body =
        BytesMut::with_capacity(lines.iter().map(|line| line.len() + 1).sum::<usize>() + 2);
    body.put_u8(b'[');
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            body.put_u8(b',');
        }
        body.put_slice(line);
    }
    body.put_u8(b']');
    body.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_answers_are_a_list() {
        let line = Bytes::from_static(b"{}");
        assert_eq!(list(&[]), "[]");
        assert_eq!(list(&[line.clone(), line]), "[{},{}]");
    }

    #[test]
    fn complaints_about_files_have_a_status() {
        let endpoint = catalogue::find("endgame", "stats").expect("it is in the catalogue");
        let error = |kind: &str| format!(r#"{{"status":"error","error":{{"kind":"{kind}"}}}}"#);
        let cases = [
            (error("missing-table"), 4, 404),
            (error("missing-layer"), 4, 404),
            (error("no-table"), 3, 404),
            (error("bad-table"), 3, 500),
            (error("bad-atlas"), 3, 500),
            (error("memory"), 4, 200),
            (error("bad-fen"), 3, 400),
            (r#"{"status":"open","result":{}}"#.to_owned(), 4, 200),
        ];
        for (line, exit, expected) in cases {
            let finding = Finding { lines: vec![line.clone().into()], exit, file: None };
            let status = finding.response(endpoint).map(|response| response.status().as_u16());
            assert_eq!(status.ok(), Some(expected), "{line}");
        }
    }

    #[test]
    fn exit_codes_have_a_status() {
        for (exit, expected) in
            [(0, 200), (1, 200), (4, 200), (2, 400), (3, 400), (101, 500), (130, 500)]
        {
            assert_eq!(status(exit), expected, "{exit}");
        }
    }
}
