//! Jobs: commands that may take long, with events while they run.
//!
//! A job is started, subscribed to and cancelled. It is cancelled when its last subscriber
//! disconnects, and when nobody subscribes within a few seconds. `task.rs` runs the command of a job.

mod task;

use crate::argv::argv;
use crate::catalogue;
use crate::connections::CHUNK;
use crate::error::{ApiError, ErrorKind};
use crate::jobs::task::Task;
use crate::process::Progress;
use crate::queue::Queue;
use crate::reply::json;
use crate::request::{Names, Parameters, body_as_json, usage};
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a job waits for its first subscriber.
const SUBSCRIBE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the log of a finished job is kept.
const RETENTION: Duration = Duration::from_secs(60);

/// How many jobs are kept, running or not.
const MOST_KEPT: usize = 64;

/// The most bytes in the logs of finished jobs.
const MOST_LOG_BYTES: usize = 64 << 20;

/// How often something is sent, so that a connection that is gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// All jobs.
#[derive(Debug)]
pub(crate) struct Jobs {
    table: Mutex<HashMap<String, Arc<Job>>>,
    pub(crate) queue: Arc<Queue>,
}

/// One job: its log, its subscribers, and whether it is cancelled.
#[derive(Debug)]
struct Job {
    id: String,
    start: Instant,
    log: Mutex<EventLog>,
    changed: watch::Sender<()>,
    cancelled: watch::Sender<bool>,
}

/// The events of a job.
#[derive(Debug, Default)]
struct EventLog {
    entries: Vec<LogEntry>,
    /// The number of the next entry.
    next: u64,
    /// The bytes of all lines.
    bytes: usize,
    subscribers: usize,
    had_subscriber: bool,
    end: Option<Instant>,
}

/// An event as server-sent events are written.
#[derive(Debug)]
struct LogEntry {
    number: u64,
    /// Whether the next event replaces it; it is short then.
    is_transient: bool,
    text: Box<[u8]>,
}

/// An event of a job.
#[derive(Clone, Debug)]
enum Event {
    Queued(usize),
    Progress(Progress),
    Line(Bytes),
    Done { exit: u8, cancelled: bool },
}

impl Event {
    /// Whether the next event replaces it.
    fn is_transient(&self) -> bool {
        matches!(self, Event::Queued(_) | Event::Progress(_))
    }

    /// As server-sent events are written.
    fn to_sse(&self) -> Box<[u8]> {
        let (name, data) = match self {
            Event::Queued(place) => ("queued", format!("{{\"place\":{place}}}")),
            Event::Progress(progress) => {
                ("progress", serde_json::to_string(progress).expect("texts and numbers"))
            }
            Event::Line(line) => ("line", String::from_utf8_lossy(line).into_owned()),
            Event::Done { exit, cancelled } => {
                ("done", format!("{{\"exit\":{exit},\"cancelled\":{cancelled}}}"))
            }
        };
        // A line of an answer has no line break.
        format!("event: {name}\ndata: {data}\n\n").into_bytes().into_boxed_slice()
    }
}

impl Jobs {
    /// No jobs yet.
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Jobs {
        Jobs { table: Mutex::default(), queue: Queue::new(most_running, most_waiting) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = self.lock().get(id).cloned();
        job.ok_or_else(|| ApiError::new(ErrorKind::NotFound, "there is no such job, or no more"))
    }

    /// Cancels all, as the server ends.
    pub(crate) fn cancel_all(&self) {
        self.lock().values().for_each(|job| job.cancel());
    }

    /// Cancels jobs without subscribers, and evicts those that finished a while ago.
    pub(crate) fn sweep(&self) {
        self.sweep_at(Instant::now());
    }

    fn sweep_at(&self, now: Instant) {
        let mut table = self.lock();
        table.values().filter(|job| job.is_abandoned(now)).for_each(|job| job.cancel());
        let recent = |end: Instant| now.saturating_duration_since(end) < RETENTION;
        table.retain(|_, job| {
            let log = job.lock();
            log.subscribers > 0 || log.end.is_none_or(recent)
        });
        evict_oldest(&mut table, MOST_KEPT);
    }

    fn insert(&self, job: &Arc<Job>) -> Result<(), ApiError> {
        let mut table = self.lock();
        evict_oldest(&mut table, MOST_KEPT - 1);
        if table.len() >= MOST_KEPT {
            return Err(ApiError::new(ErrorKind::Busy, "there are too many jobs"));
        }
        table.insert(job.id.clone(), Arc::clone(job));
        Ok(())
    }
}

/// Evicts the oldest finished jobs until at most `most` jobs and not too many bytes are left.
fn evict_oldest(table: &mut HashMap<String, Arc<Job>>, most: usize) {
    let ended = |job: &Arc<Job>| {
        let log = job.lock();
        Some((log.end?, job.id.clone(), log.bytes))
    };
    let mut ended: Vec<(Instant, String, usize)> = table.values().filter_map(ended).collect();
    ended.sort_unstable();
    let mut log_bytes: usize = ended.iter().map(|(_, _, bytes)| bytes).sum();
    for (_, id, bytes) in ended {
        if table.len() <= most && log_bytes <= MOST_LOG_BYTES {
            break;
        }
        if let Some(job) = table.remove(&id) {
            // Its subscribers get no more events.
            job.lock().entries = Vec::new();
        }
        log_bytes -= bytes;
    }
}

impl Job {
    fn new() -> Arc<Job> {
        let (changed, _) = watch::channel(());
        let (cancelled, _) = watch::channel(false);
        // The keys of hash maps come from the system's random numbers.
        let id = format!(
            "{:016x}{:016x}",
            RandomState::new().hash_one(0),
            RandomState::new().hash_one(1)
        );
        Arc::new(Job { id, start: Instant::now(), log: Mutex::default(), changed, cancelled })
    }

    fn lock(&self) -> MutexGuard<'_, EventLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes an event, which replaces a transient one.
    fn publish(&self, event: Event) {
        let mut log = self.lock();
        if log.entries.last().is_some_and(|last| last.is_transient) {
            log.entries.pop();
        }
        match &event {
            Event::Line(line) => log.bytes += line.len(),
            Event::Done { .. } => log.end = Some(Instant::now()),
            Event::Queued(_) | Event::Progress(_) => {}
        }
        let (number, is_transient, text) = (log.next, event.is_transient(), event.to_sse());
        log.next += 1;
        log.entries.push(LogEntry { number, is_transient, text });
        drop(log);
        self.changed.send_replace(());
    }

    /// Whether nobody subscribed in time.
    fn is_abandoned(&self, now: Instant) -> bool {
        let log = self.lock();
        let late = now.saturating_duration_since(self.start) >= SUBSCRIBE_TIMEOUT;
        late && !log.had_subscriber && log.end.is_none()
    }

    fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    async fn until_cancelled(&self) {
        // The sender is alive.
        let _ = self.cancelled.subscribe().wait_for(|&cancelled| cancelled).await;
    }
}

/// A subscriber of a job; dropping the last one cancels the job.
struct Subscriber {
    job: Arc<Job>,
    changed: watch::Receiver<()>,
    /// The number of the next event to send.
    next: u64,
    /// How many bytes of it were sent.
    sent: usize,
}

impl Subscriber {
    fn new(job: Arc<Job>) -> Subscriber {
        let changed = job.changed.subscribe();
        let mut log = job.lock();
        log.subscribers += 1;
        log.had_subscriber = true;
        drop(log);
        Subscriber { job, changed, next: 0, sent: 0 }
    }

    /// Everything from the first event on.
    fn into_body(self) -> Body {
        Body::from_stream(stream::unfold(self, |mut subscriber| async {
            let chunk = subscriber.next().await?;
            Some((Ok::<_, Infallible>(chunk), subscriber))
        }))
    }

    /// The next chunk; `None` after the end.
    async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            self.changed.mark_unchanged();
            let (chunk, over) = self.pending();
            if !chunk.is_empty() {
                return Some(chunk);
            }
            if over {
                return None;
            }
            if tokio::time::timeout(HEARTBEAT, self.changed.changed()).await.is_err() {
                return Some(b": still at it\n\n".to_vec());
            }
        }
    }

    /// The next chunk to send, and whether the job is over. It is a copy, as the log may be evicted
    /// while nobody reads it; transient events go as a whole, as they may be gone then.
    fn pending(&mut self) -> (Vec<u8>, bool) {
        let log = self.job.lock();
        let mut chunk = Vec::new();
        let start = log.entries.partition_point(|entry| entry.number < self.next);
        for LogEntry { number, is_transient, text } in &log.entries[start..] {
            let rest = &text[self.sent..];
            let room = if *is_transient { rest.len() } else { CHUNK.saturating_sub(chunk.len()) };
            let taken = rest.len().min(room);
            chunk.extend_from_slice(&rest[..taken]);
            if taken < rest.len() {
                (self.next, self.sent) = (*number, self.sent + taken);
                break;
            }
            (self.next, self.sent) = (number + 1, 0);
        }
        (chunk, log.end.is_some())
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        let mut log = self.job.lock();
        log.subscribers -= 1;
        let is_abandoned = log.subscribers == 0 && log.end.is_none();
        drop(log);
        if is_abandoned {
            self.job.cancel();
        }
    }
}

/// The answer to the start of a job.
#[derive(Serialize)]
struct Started<'a> {
    id: &'a str,
    events: String,
}

/// `POST /api/jobs`.
pub(crate) async fn start(
    State(state): State<Arc<AppState>>,
    request: Request<Body>,
) -> Result<Response<Body>, ApiError> {
    let job_request = JobRequest::read(body_as_json(request).await?)?;
    let endpoint = job_request.endpoint()?;
    if endpoint.changes {
        state.disk.check().await.map_err(|error| error.of(&endpoint.command()))?;
    }
    let line = argv(endpoint, job_request.arguments, &state.limits.job, &state.scratch)?;
    let busy = |_| ApiError::new(ErrorKind::Busy, "too many jobs wait already; try again later");
    let ticket = state.jobs.queue.enqueue().map_err(busy)?;
    let job = Job::new();
    state.jobs.insert(&job)?;
    let started = Started { id: &job.id, events: format!("/api/jobs/{}/events", job.id) };
    let body = serde_json::to_vec(&started).expect("texts can be written as JSON");
    let task = Task { state: Arc::downgrade(&state), job, endpoint };
    tokio::spawn(task.run(ticket, line));
    Ok(json(StatusCode::ACCEPTED, body))
}

/// `GET /api/jobs/ID/events`.
pub(crate) async fn events(
    State(state): State<Arc<AppState>>,
    method: Method,
    Names(id): Names<String>,
) -> Result<Response<Body>, ApiError> {
    let job = state.jobs.find(&id)?;
    // A HEAD request does not subscribe, and so does not cancel the job at its end either.
    let body =
        if method == Method::HEAD { Body::empty() } else { Subscriber::new(job).into_body() };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// `DELETE /api/jobs/ID`.
pub(crate) async fn cancel(
    State(state): State<Arc<AppState>>,
    Names(id): Names<String>,
) -> Result<Response<Body>, ApiError> {
    state.jobs.find(&id)?.cancel();
    Ok(json(StatusCode::OK, serde_json::json!({ "id": id, "cancelled": true }).to_string()))
}

/// The request for a job.
struct JobRequest {
    command: String,
    arguments: Parameters,
}

impl JobRequest {
    fn read(value: Value) -> Result<JobRequest, ApiError> {
        const SHAPE: &str = "expected {\"command\": \"endgame build\", \"arguments\": {…}}";
        let Value::Object(mut object) = value else { return Err(usage(SHAPE)) };
        let Some(Value::String(command)) = object.remove("command") else {
            return Err(usage(SHAPE));
        };
        let arguments = object.remove("arguments").unwrap_or(Value::Object(Default::default()));
        if let Some(name) = object.keys().next() {
            return Err(usage(format!("unexpected field '{name}'; {SHAPE}")));
        }
        Ok(JobRequest { command, arguments: Parameters::from_object(arguments)? })
    }

    fn endpoint(&self) -> Result<&'static catalogue::Endpoint, ApiError> {
        let words = self.command.split_once(' ');
        let endpoint = words.and_then(|(noun, verb)| catalogue::find(noun, verb));
        let endpoint = endpoint.ok_or_else(|| usage("there is no such command; /api lists all"))?;
        match endpoint.files() {
            None => Ok(endpoint),
            Some(_) => Err(usage("this command answers with a file, which a job cannot")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(jobs: &Jobs, log_bytes: usize) -> Arc<Job> {
        let job = Job::new();
        jobs.insert(&job).expect("room");
        job.publish(Event::Line(vec![b'x'; log_bytes].into()));
        job.publish(Event::Done { exit: 0, cancelled: false });
        job
    }

    fn is_kept(jobs: &Jobs, job: &Job) -> bool {
        jobs.find(&job.id).is_ok()
    }

    #[test]
    fn the_oldest_finished_jobs_are_evicted_first() {
        let jobs = Jobs::new(1, 1);
        let running = Job::new();
        jobs.insert(&running).expect("room");
        let all: Vec<_> = (0..MOST_KEPT).map(|_| ended(&jobs, 1)).collect();
        assert_eq!(jobs.lock().len(), MOST_KEPT);
        assert!(is_kept(&jobs, &running) && !is_kept(&jobs, &all[0]));
        assert!(all[1..].iter().all(|job| is_kept(&jobs, job)));
    }

    #[test]
    fn the_logs_of_finished_jobs_are_bounded() {
        let jobs = Jobs::new(1, 1);
        let all: Vec<_> = (0..5).map(|_| ended(&jobs, MOST_LOG_BYTES / 4)).collect();
        jobs.sweep();
        let kept: Vec<bool> = all.iter().map(|job| is_kept(&jobs, job)).collect();
        assert_eq!(kept, [false, true, true, true, true]);
    }

    /// Everything that a listener is told until there is no more, in pieces.
    fn chunks(subscriber: &mut Subscriber) -> Vec<Vec<u8>> {
        let next = || Some(subscriber.pending().0).filter(|chunk| !chunk.is_empty());
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn events_are_sent_in_chunks() {
        let job = Job::new();
        let mut subscriber = Subscriber::new(Arc::clone(&job));
        let long = "x".repeat(3 * CHUNK + 7);
        job.publish(Event::Line(long.clone().into()));
        job.publish(Event::Queued(7));
        assert_eq!(subscriber.pending().0.len(), CHUNK);
        job.publish(Event::Line("y".into()));
        job.publish(Event::Done { exit: 0, cancelled: false });
        let rest = chunks(&mut subscriber);
        assert!(rest.iter().all(|chunk| chunk.len() <= CHUNK));
        let late = chunks(&mut Subscriber::new(job)).concat();
        assert_eq!(late[CHUNK..], rest.concat());
        let done = "event: done\ndata: {\"exit\":0,\"cancelled\":false}\n\n";
        let expected = format!("event: line\ndata: {long}\n\nevent: line\ndata: y\n\n{done}");
        assert!(late == expected.as_bytes());
    }

    #[test]
    fn subscribers_of_an_evicted_job_get_no_more_events() {
        let jobs = Jobs::new(1, 1);
        let first = ended(&jobs, MOST_LOG_BYTES / 2);
        let mut subscriber = Subscriber::new(Arc::clone(&first));
        assert_eq!(subscriber.pending().0.len(), CHUNK);
        jobs.sweep_at(Instant::now() + 2 * RETENTION);
        assert!(is_kept(&jobs, &first), "someone listens");
        let _others: Vec<_> = (0..3).map(|_| ended(&jobs, MOST_LOG_BYTES / 4)).collect();
        jobs.sweep();
        assert!(!is_kept(&jobs, &first));
        assert_eq!(subscriber.pending(), (Vec::new(), true));
    }

    #[test]
    fn the_number_of_running_jobs_is_limited() {
        let jobs = Jobs::new(1, 1);
        let all: Vec<_> = (0..MOST_KEPT).map(|_| Job::new()).collect();
        all.iter().for_each(|job| jobs.insert(job).expect("room"));
        assert!(jobs.insert(&Job::new()).is_err());
    }

    #[test]
    fn old_jobs_are_evicted_and_abandoned_ones_cancelled() {
        let jobs = Jobs::new(1, 1);
        let (over, unheard, had_subscriber) = (ended(&jobs, 1), Job::new(), Job::new());
        [&unheard, &had_subscriber].iter().for_each(|job| jobs.insert(job).expect("room"));
        let _listener = Subscriber::new(Arc::clone(&had_subscriber));
        let start = Instant::now();
        let is_cancelled = |job: &Job| *job.cancelled.borrow();
        jobs.sweep_at(start);
        assert!(is_kept(&jobs, &over) && !is_cancelled(&unheard));
        jobs.sweep_at(start + SUBSCRIBE_TIMEOUT);
        assert!(is_kept(&jobs, &over) && is_cancelled(&unheard) && !is_cancelled(&had_subscriber));
        jobs.sweep_at(start + RETENTION + SUBSCRIBE_TIMEOUT);
        assert!(
            !is_kept(&jobs, &over)
                && is_kept(&jobs, &had_subscriber)
                && !is_cancelled(&had_subscriber)
        );
    }
}
