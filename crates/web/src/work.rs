//! Requests that a command answers while the client waits.

use crate::argv::argv;
use crate::catalogue::{self, Answers, Endpoint};
use crate::child::{End, Fate, News, Run};
use crate::refusal::{EXIT, Reason, Refusal, json};
use crate::request::Parameters;
use crate::workshop::Workshop;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, Method, Request, Response, StatusCode};
use bytes::{BufMut, Bytes, BytesMut};
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

/// How much longer than its `--time` a run may take before it is asked to end.
const GRACE: Duration = Duration::from_secs(3);

/// `/api/NOUN/VERB`.
pub(crate) async fn answer(
    State(workshop): State<Arc<Workshop>>,
    Path((noun, verb)): Path<(String, String)>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    respond(&workshop, &noun, &verb, request).await
}

/// `/api/NOUN`, which means its main verb.
pub(crate) async fn answer_noun(
    State(workshop): State<Arc<Workshop>>,
    Path(noun): Path<String>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let verb = catalogue::main_verb(&noun).ok_or_else(unknown)?;
    respond(&workshop, &noun, verb, request).await
}

async fn respond(
    workshop: &Workshop,
    noun: &str,
    verb: &str,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let endpoint = catalogue::find(noun, verb).ok_or_else(unknown)?;
    if endpoint.changes && request.method() != Method::POST {
        let message = "this changes what is kept, so it takes POST alone";
        return Err(Refusal::new(Reason::Method, message).of(&endpoint.command()));
    }
    let parameters = Parameters::of(request).await.map_err(|r| r.of(&endpoint.command()))?;
    let line = argv(endpoint, parameters, &workshop.limits.request)?;
    let finding = run(workshop, &endpoint.command(), &line.arguments).await?;
    if endpoint.changes {
        workshop.standard.forget();
    }
    Ok(finding.response(endpoint))
}

fn unknown() -> Refusal {
    Refusal::new(Reason::NotFound, "there is no such command; /api lists all")
}

/// What a command printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) lines: Vec<Bytes>,
    pub(crate) exit: u8,
}

/// Runs a command when it is its turn, within the time there is.
pub(crate) async fn run(
    workshop: &Workshop,
    command: &str,
    arguments: &[OsString],
) -> Result<Finding, Refusal> {
    let busy = || Refusal::new(Reason::Busy, "too many requests wait already; try again soon");
    let waiting = workshop.requests.join().map_err(|_| busy().of(command))?;
    let _turn = waiting.turn(|_| ()).await;
    let run =
        Run::start(&workshop.program, arguments).map_err(|e| Refusal::internal(&e).of(command))?;
    let patience = Duration::from_secs_f64(workshop.limits.request.seconds) + GRACE;
    attend(run, patience).await.map_err(|refusal| refusal.of(command))
}

/// Listens to a run until it ends, or is made to.
async fn attend(run: Run, patience: Duration) -> Result<Finding, Refusal> {
    let mut lines = Vec::new();
    let mut log = String::new();
    let tell = |news| match news {
        News::Line(line) => lines.push(line),
        News::Remark(text) => log = text,
        News::Progress(_) => {}
    };
    let ended = run.attend(patience, std::future::pending(), tell).await;
    match ended.map_err(|error| Refusal::internal(&error))? {
        (_, Fate::OutOfTime) => Err(Refusal::new(
            Reason::Timeout,
            "the time for a request was up; start a job for what takes longer",
        )),
        (_, Fate::TooMuch) => {
            Err(Refusal::new(Reason::TooLarge, "the answer is too long; ask for less at a time"))
        }
        // Who finds nothing may have nothing to say.
        (End::Exit(exit), _) if !lines.is_empty() || status(exit) == StatusCode::OK => {
            Ok(Finding { lines, exit })
        }
        (end, _) => Err(Refusal::internal(&format!("a run ended with {end:?}: {log}"))),
    }
}

impl Finding {
    fn response(&self, endpoint: &Endpoint) -> Response<Body> {
        let one = endpoint.answers == Answers::One && self.lines.len() == 1;
        let body = if one { self.lines[0].clone() } else { list(&self.lines) };
        let mut response = json(status(self.exit), body);
        response.headers_mut().insert(EXIT, HeaderValue::from(u16::from(self.exit)));
        response
    }
}

/// The status that goes with an exit code.
pub(crate) fn status(exit: u8) -> StatusCode {
    match exit {
        0 | 1 | 4 => StatusCode::OK,
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
    fn exit_codes_have_a_status() {
        for (exit, expected) in
            [(0, 200), (1, 200), (4, 200), (2, 400), (3, 400), (101, 500), (130, 500)]
        {
            assert_eq!(status(exit), expected, "{exit}");
        }
    }
}
