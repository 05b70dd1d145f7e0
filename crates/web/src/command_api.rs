//! `/api/NOUN/VERB`: requests that a command answers while the client waits.

use crate::argv::{CommandLine, argv};
use crate::catalogue::{self, Answers, Endpoint};
use crate::error::{ApiError, ErrorKind};
use crate::process::{Child, ChildEvent, OPEN, StopReason, is_answer, too_long};
use crate::questions;
use crate::queue::Permit;
use crate::reply::{EXIT, attachment, json};
use crate::request::{Names, Parameters};
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use bytes::{BufMut, Bytes, BytesMut};
use serde::Deserialize;
use sole_api::Weight;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The message of a timeout.
const TIMED_OUT: &str =
    "the time for a request was up; ask for less, or start a job for what takes longer";

/// The largest file in bytes that is an answer.
const MOST_FILE: u64 = 64 << 20;

/// `/api/NOUN/VERB`.
pub(crate) async fn answer(
    State(state): State<Arc<AppState>>,
    Names((noun, verb)): Names<(String, String)>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    respond(&state, catalogue::find(&noun, &verb).ok_or_else(unknown)?, request).await
}

/// `/api/NOUN`, which means its main verb.
pub(crate) async fn answer_noun(
    State(state): State<Arc<AppState>>,
    Names(noun): Names<String>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let verb = catalogue::main_verb(&noun);
    let endpoint = verb.and_then(|verb| catalogue::find(&noun, verb));
    respond(&state, endpoint.ok_or_else(unknown)?, request).await
}

/// Answers with a command.
pub(crate) async fn respond(
    state: &AppState,
    endpoint: &Endpoint,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let parameters = Parameters::of(request).await.map_err(|r| r.of(&endpoint.command()))?;
    let output = run(state, endpoint, parameters).await?;
    if endpoint.changes {
        state.tablebase.clear();
    }
    output.response(endpoint)
}

fn unknown() -> ApiError {
    ApiError::new(ErrorKind::NotFound, "there is no such command; /api lists all")
}

/// The kinds of errors about missing files.
const MISSING_KINDS: [&str; 3] = ["missing-table", "missing-layer", "no-table"];

/// The kinds of errors about damaged files.
const DAMAGED_KINDS: [&str; 2] = ["bad-table", "bad-atlas"];

/// The fields of an error envelope that are used here.
#[derive(Deserialize)]
struct ErrorEnvelope<'a> {
    #[serde(borrow)]
    error: ErrorBody<'a>,
}

#[derive(Deserialize)]
struct ErrorBody<'a> {
    kind: Cow<'a, str>,
}

/// The output of a command and its exit code.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) lines: Vec<Bytes>,
    pub(crate) exit: u8,
    /// The file that it wrote, if the command writes one and did not fail.
    pub(crate) file: Option<OutputFile>,
}

/// A file that a command wrote.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// Its extension.
    extension: String,
    /// Its content; empty if there was nothing to write.
    pub(crate) content: Bytes,
}

/// Waits in the queue, then runs a command within its time limit.
pub(crate) async fn run(
    state: &AppState,
    endpoint: &Endpoint,
    parameters: Parameters,
) -> Result<CommandOutput, ApiError> {
    let with_command = |error: ApiError| error.of(&endpoint.command());
    if let Some(entry) = endpoint.question.filter(|entry| entry.weight == Weight::Light) {
        return questions::answer(entry, parameters).await.map_err(with_command);
    }
    let line = argv(endpoint, parameters, &state.limits.request, &state.scratch)?;
    if endpoint.changes {
        state.disk.check().await.map_err(with_command)?;
    }
    let permit = permit(state).await.map_err(with_command)?;
    let stop = until_disk_is_full(state, endpoint);
    execute(&permit, state, line, stop).await.map_err(with_command)
}

/// Waits for a permit to run a command; an error if the queue is full.
pub(crate) async fn permit(state: &AppState) -> Result<Permit, ApiError> {
    let busy = |_| ApiError::new(ErrorKind::Busy, "too many requests wait already; try again soon");
    let ticket = state.requests.enqueue().map_err(busy)?;
    Ok(ticket.permit(|_| ()).await)
}

/// Runs a command with a permit, within its time limit.
pub(crate) async fn run_in(
    permit: &Permit,
    state: &AppState,
    endpoint: &Endpoint,
    parameters: Parameters,
) -> Result<CommandOutput, ApiError> {
    let line = argv(endpoint, parameters, &state.limits.request, &state.scratch)?;
    let stop = until_disk_is_full(state, endpoint);
    execute(permit, state, line, stop).await.map_err(|error| error.of(&endpoint.command()))
}

/// Waits until a command that adds to the data folder has filled it; for ever with any other.
async fn until_disk_is_full(state: &AppState, endpoint: &Endpoint) -> StopReason {
    if !endpoint.changes {
        std::future::pending::<()>().await;
    }
    state.disk.exceeded().await;
    StopReason::OutOfDisk
}

async fn execute(
    _: &Permit,
    state: &AppState,
    line: CommandLine,
    stop: impl Future<Output = StopReason>,
) -> Result<CommandOutput, ApiError> {
    let child = Child::spawn(&state.program, &line).map_err(|error| ApiError::internal(&error))?;
    let output = wait(child, state.limits.request.timeout(), stop).await?;
    let file = match line.file() {
        Some(path) if !output.is_error() => Some(read_file(path).await?),
        _ => None,
    };
    Ok(CommandOutput { file, ..output })
}

/// Reads the output file of a command, which is missing if there was nothing to write.
async fn read_file(path: PathBuf) -> Result<OutputFile, ApiError> {
    let reading = tokio::task::spawn_blocking(move || -> io::Result<OutputFile> {
        let mut content = Vec::new();
        if let Some(file) = open_if_present(&path)? {
            file.take(MOST_FILE + 1).read_to_end(&mut content)?;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        Ok(OutputFile { extension, content: content.into() })
    });
    let read = reading.await.map_err(|error| ApiError::internal(&error))?;
    let file = read.map_err(|error| ApiError::internal(&error))?;
    if file.content.len() as u64 > MOST_FILE { Err(too_long()) } else { Ok(file) }
}

fn open_if_present(path: &Path) -> io::Result<Option<File>> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

/// Waits until a child ends or is stopped, and collects its lines.
async fn wait(
    child: Child,
    timeout: Duration,
    stop: impl Future<Output = StopReason>,
) -> Result<CommandOutput, ApiError> {
    let mut lines = Vec::new();
    let on_event = |event| {
        if let ChildEvent::Line(line) = event {
            lines.push(line);
        }
    };
    let ended = child.wait(timeout, stop, on_event).await;
    let result = ended.map_err(|error| ApiError::internal(&error))?;
    let exit = result.exit().map_err(|failure| failure.to_api_error(TIMED_OUT))?;
    Ok(CommandOutput { lines, exit, file: None })
}

impl CommandOutput {
    /// Whether the exit code is an error.
    pub(crate) fn is_error(&self) -> bool {
        status(self.exit) != StatusCode::OK
    }

    /// The file, or the JSON of the command.
    pub(crate) fn response(&self, endpoint: &Endpoint) -> Result<Response<Body>, ApiError> {
        let mut response = match &self.file {
            Some(OutputFile { content, .. }) if content.is_empty() => {
                return Err(no_such_puzzle().of(&endpoint.command()));
            }
            Some(OutputFile { extension, content }) => {
                attachment(&format!("{}.{extension}", endpoint.verb), content.clone())
            }
            None => json(self.status(), self.body(endpoint)),
        };
        response.headers_mut().insert(EXIT, HeaderValue::from(u16::from(self.exit)));
        Ok(response)
    }

    /// The status: errors about missing or damaged files have their own.
    fn status(&self) -> StatusCode {
        match self.error_kind() {
            Some(kind) if MISSING_KINDS.contains(&kind.as_ref()) => StatusCode::NOT_FOUND,
            Some(kind) if DAMAGED_KINDS.contains(&kind.as_ref()) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            _ => status(self.exit),
        }
    }

    /// The kind of the error, if the whole output is one error.
    fn error_kind(&self) -> Option<Cow<'_, str>> {
        let [line] = &self.lines[..] else { return None };
        let is_error = matches!(self.exit, 3 | OPEN);
        let body = is_error.then(|| serde_json::from_slice::<ErrorEnvelope>(line).ok()).flatten();
        body.map(|body| body.error.kind)
    }

    fn body(&self, endpoint: &Endpoint) -> Bytes {
        match &self.lines[..] {
            [line] if endpoint.answers == Answers::One => line.clone(),
            lines => list(lines),
        }
    }
}

/// The error if there is nothing to put into a file.
pub(crate) fn no_such_puzzle() -> ApiError {
    ApiError::new(ErrorKind::NotFound, "there is no such puzzle")
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
    fn several_lines_become_a_list() {
        let line = Bytes::from_static(b"{}");
        assert_eq!(list(&[]), "[]");
        assert_eq!(list(&[line.clone(), line]), "[{},{}]");
    }

    #[test]
    fn errors_about_files_have_a_status() {
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
            let output = CommandOutput { lines: vec![line.clone().into()], exit, file: None };
            let status = output.response(endpoint).map(|response| response.status().as_u16());
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
