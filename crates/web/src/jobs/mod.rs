//! Jobs: commands that may take long, with events while they run.
//!
//! A job is started, listened to and cancelled. It ends with the last who listens; one that nobody
//! listens to within a few seconds ends as well. `task.rs` runs the command of a job.

mod task;

use crate::argv::argv;
use crate::catalogue;
use crate::child::Progress;
use crate::connections::PIECE;
use crate::jobs::task::Task;
use crate::queue::Queue;
use crate::refusal::{Reason, Refusal};
use crate::reply::json;
use crate::request::{Names, Parameters, body_as_json, usage};
use crate::workshop::Workshop;
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

/// How long a job waits for someone who listens.
const UNHEARD: Duration = Duration::from_secs(10);

/// How long what a job said is kept after its end.
const KEPT: Duration = Duration::from_secs(60);

/// How many jobs are kept, running or not.
const MOST_KEPT: usize = 64;

/// How many bytes of what jobs said are kept after their end.
const MOST_SAID: usize = 64 << 20;

/// How often something is sent, so that a connection that is gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// All jobs.
#[derive(Debug)]
pub(crate) struct Jobs {
    table: Mutex<HashMap<String, Arc<Job>>>,
    pub(crate) queue: Arc<Queue>,
}

/// One job: what it said, who listens, and whether it is to end.
#[derive(Debug)]
struct Job {
    id: String,
    start: Instant,
    log: Mutex<Log>,
    changed: watch::Sender<()>,
    cancelled: watch::Sender<bool>,
}

/// What a job said.
#[derive(Debug, Default)]
struct Log {
    entries: Vec<Entry>,
    /// The number of the next entry.
    next: u64,
    /// The bytes of all lines.
    bytes: usize,
    listeners: usize,
    heard: bool,
    end: Option<Instant>,
}

/// Something that a job said, as server-sent events are written.
#[derive(Debug)]
struct Entry {
    number: u64,
    /// Whether the next of its kind makes it worthless; it is short then.
    passes: bool,
    text: Box<[u8]>,
}

/// Something that a job says.
#[derive(Clone, Debug)]
enum Event {
    Queued(usize),
    Progress(Progress),
    Line(Bytes),
    Done { exit: u8, cancelled: bool },
}

impl Event {
    /// Whether the next of its kind makes it worthless.
    fn passes(&self) -> bool {
        matches!(self, Event::Queued(_) | Event::Progress(_))
    }

    /// As server-sent events are written.
    fn written(&self) -> Box<[u8]> {
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
    /// No jobs yet, and room for so many.
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Jobs {
        Jobs { table: Mutex::default(), queue: Queue::new(most_running, most_waiting) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let job = self.lock().get(id).cloned();
        job.ok_or_else(|| Refusal::new(Reason::NotFound, "there is no such job, or no more"))
    }

    /// Cancels all, as the server ends.
    pub(crate) fn cancel_all(&self) {
        self.lock().values().for_each(|job| job.cancel());
    }

    /// Cancels jobs that nobody listens to, and forgets those that ended a while ago.
    pub(crate) fn sweep(&self) {
        self.sweep_at(Instant::now());
    }

    fn sweep_at(&self, now: Instant) {
        let mut table = self.lock();
        table.values().filter(|job| job.is_unheard(now)).for_each(|job| job.cancel());
        let recent = |end: Instant| now.saturating_duration_since(end) < KEPT;
        table.retain(|_, job| {
            let log = job.lock();
            log.listeners > 0 || log.end.is_none_or(recent)
        });
        forget_first(&mut table, MOST_KEPT);
    }

    fn insert(&self, job: &Arc<Job>) -> Result<(), Refusal> {
        let mut table = self.lock();
        forget_first(&mut table, MOST_KEPT - 1);
        if table.len() >= MOST_KEPT {
            return Err(Refusal::new(Reason::Busy, "there are too many jobs"));
        }
        table.insert(job.id.clone(), Arc::clone(job));
        Ok(())
    }
}

/// Forgets the jobs that ended first, until there are no more than so many and not too many bytes.
fn forget_first(table: &mut HashMap<String, Arc<Job>>, most: usize) {
    let ended = |job: &Arc<Job>| {
        let log = job.lock();
        Some((log.end?, job.id.clone(), log.bytes))
    };
    let mut ended: Vec<(Instant, String, usize)> = table.values().filter_map(ended).collect();
    ended.sort_unstable();
    let mut said: usize = ended.iter().map(|(_, _, bytes)| bytes).sum();
    for (_, id, bytes) in ended {
        if table.len() <= most && said <= MOST_SAID {
            break;
        }
        if let Some(job) = table.remove(&id) {
            // Whoever still listens hears no more.
            job.lock().entries = Vec::new();
        }
        said -= bytes;
    }
}

impl Job {
    fn new() -> Arc<Job> {
        let (changed, _) = watch::channel(());
        let (cancelled, _) = watch::channel(false);
        // The keys of hash maps come from the system's chance.
        let id = format!(
            "{:016x}{:016x}",
            RandomState::new().hash_one(0),
            RandomState::new().hash_one(1)
        );
        Arc::new(Job { id, start: Instant::now(), log: Mutex::default(), changed, cancelled })
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something; what passes gives way to it.
    fn say(&self, event: Event) {
        let mut log = self.lock();
        if log.entries.last().is_some_and(|last| last.passes) {
            log.entries.pop();
        }
        match &event {
            Event::Line(line) => log.bytes += line.len(),
            Event::Done { .. } => log.end = Some(Instant::now()),
            Event::Queued(_) | Event::Progress(_) => {}
        }
        let (number, passes, text) = (log.next, event.passes(), event.written());
        log.next += 1;
        log.entries.push(Entry { number, passes, text });
        drop(log);
        self.changed.send_replace(());
    }

    /// Whether it works for nobody.
    fn is_unheard(&self, now: Instant) -> bool {
        let log = self.lock();
        let late = now.saturating_duration_since(self.start) >= UNHEARD;
        late && !log.heard && log.end.is_none()
    }

    fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    async fn until_cancelled(&self) {
        // The sender is at hand.
        let _ = self.cancelled.subscribe().wait_for(|&cancelled| cancelled).await;
    }
}

/// Someone who listens to a job; the last one who leaves cancels it.
struct Listener {
    job: Arc<Job>,
    changed: watch::Receiver<()>,
    /// The number of the next event to be told.
    next: u64,
    /// How much of it has been told.
    told: usize,
}

impl Listener {
    fn new(job: Arc<Job>) -> Listener {
        let changed = job.changed.subscribe();
        let mut log = job.lock();
        log.listeners += 1;
        log.heard = true;
        drop(log);
        Listener { job, changed, next: 0, told: 0 }
    }

    /// Everything from the first event on.
    fn into_body(self) -> Body {
        Body::from_stream(stream::unfold(self, |mut listener| async {
            let piece = listener.next().await?;
            Some((Ok::<_, Infallible>(piece), listener))
        }))
    }

    /// A piece of what is new; nothing after the end.
    async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            self.changed.mark_unchanged();
            let (piece, over) = self.news();
            if !piece.is_empty() {
                return Some(piece);
            }
            if over {
                return None;
            }
            if tokio::time::timeout(HEARTBEAT, self.changed.changed()).await.is_err() {
                return Some(b": still at it\n\n".to_vec());
            }
        }
    }

    /// What is handed over next, and whether the job is over. It is a copy, as the log may be
    /// forgotten while nobody reads it; what passes goes as a whole, as it may be gone then.
    fn news(&mut self) -> (Vec<u8>, bool) {
        let log = self.job.lock();
        let mut piece = Vec::new();
        let start = log.entries.partition_point(|entry| entry.number < self.next);
        for Entry { number, passes, text } in &log.entries[start..] {
            let rest = &text[self.told..];
            let room = if *passes { rest.len() } else { PIECE.saturating_sub(piece.len()) };
            let taken = rest.len().min(room);
            piece.extend_from_slice(&rest[..taken]);
            if taken < rest.len() {
                (self.next, self.told) = (*number, self.told + taken);
                break;
            }
            (self.next, self.told) = (number + 1, 0);
        }
        (piece, log.end.is_some())
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut log = self.job.lock();
        log.listeners -= 1;
        let deserted = log.listeners == 0 && log.end.is_none();
        drop(log);
        if deserted {
            self.job.cancel();
        }
    }
}

/// What a new job is told.
#[derive(Serialize)]
struct Started<'a> {
    id: &'a str,
    events: String,
}

/// `POST /api/jobs`.
pub(crate) async fn start(
    State(workshop): State<Arc<Workshop>>,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let order = Order::read(body_as_json(request).await?)?;
    let endpoint = order.endpoint()?;
    if endpoint.changes {
        workshop.disk.check().await.map_err(|refusal| refusal.of(&endpoint.command()))?;
    }
    let line = argv(endpoint, order.arguments, &workshop.limits.job, &workshop.scratch)?;
    let busy = |_| Refusal::new(Reason::Busy, "too many jobs wait already; try again later");
    let waiting = workshop.jobs.queue.join().map_err(busy)?;
    let job = Job::new();
    workshop.jobs.insert(&job)?;
    let started = Started { id: &job.id, events: format!("/api/jobs/{}/events", job.id) };
    let body = serde_json::to_vec(&started).expect("texts can be written as JSON");
    let task = Task { workshop: Arc::downgrade(&workshop), job, endpoint };
    tokio::spawn(task.run(waiting, line));
    Ok(json(StatusCode::ACCEPTED, body))
}

/// `GET /api/jobs/ID/events`.
pub(crate) async fn events(
    State(workshop): State<Arc<Workshop>>,
    method: Method,
    Names(id): Names<String>,
) -> Result<Response<Body>, Refusal> {
    let job = workshop.jobs.find(&id)?;
    // Who asks for the head alone does not listen, and so cannot stop listening either.
    let body = if method == Method::HEAD { Body::empty() } else { Listener::new(job).into_body() };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// `DELETE /api/jobs/ID`.
pub(crate) async fn cancel(
    State(workshop): State<Arc<Workshop>>,
    Names(id): Names<String>,
) -> Result<Response<Body>, Refusal> {
    workshop.jobs.find(&id)?.cancel();
    Ok(json(StatusCode::OK, serde_json::json!({ "id": id, "cancelled": true }).to_string()))
}

/// What a job is to do.
struct Order {
    command: String,
    arguments: Parameters,
}

impl Order {
    fn read(value: Value) -> Result<Order, Refusal> {
        const SHAPE: &str = "expected {\"command\": \"endgame build\", \"arguments\": {…}}";
        let Value::Object(mut object) = value else { return Err(usage(SHAPE)) };
        let Some(Value::String(command)) = object.remove("command") else {
            return Err(usage(SHAPE));
        };
        let arguments = object.remove("arguments").unwrap_or(Value::Object(Default::default()));
        if let Some(name) = object.keys().next() {
            return Err(usage(format!("unexpected field '{name}'; {SHAPE}")));
        }
        Ok(Order { command, arguments: Parameters::from_object(arguments)? })
    }

    fn endpoint(&self) -> Result<&'static catalogue::Endpoint, Refusal> {
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

    fn ended(jobs: &Jobs, said: usize) -> Arc<Job> {
        let job = Job::new();
        jobs.insert(&job).expect("room");
        job.say(Event::Line(vec![b'x'; said].into()));
        job.say(Event::Done { exit: 0, cancelled: false });
        job
    }

    fn is_kept(jobs: &Jobs, job: &Job) -> bool {
        jobs.find(&job.id).is_ok()
    }

    #[test]
    fn the_jobs_that_ended_first_are_forgotten_first() {
        let jobs = Jobs::new(1, 1);
        let running = Job::new();
        jobs.insert(&running).expect("room");
        let all: Vec<_> = (0..MOST_KEPT).map(|_| ended(&jobs, 1)).collect();
        assert_eq!(jobs.lock().len(), MOST_KEPT);
        assert!(is_kept(&jobs, &running) && !is_kept(&jobs, &all[0]));
        assert!(all[1..].iter().all(|job| is_kept(&jobs, job)));
    }

    #[test]
    fn what_ended_jobs_said_is_bounded() {
        let jobs = Jobs::new(1, 1);
        let all: Vec<_> = (0..5).map(|_| ended(&jobs, MOST_SAID / 4)).collect();
        jobs.sweep();
        let kept: Vec<bool> = all.iter().map(|job| is_kept(&jobs, job)).collect();
        assert_eq!(kept, [false, true, true, true, true]);
    }

    /// Everything that a listener is told until there is no more, in pieces.
    fn pieces(listener: &mut Listener) -> Vec<Vec<u8>> {
        let next = || Some(listener.news().0).filter(|piece| !piece.is_empty());
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn what_is_said_is_told_in_pieces() {
        let job = Job::new();
        let mut listener = Listener::new(Arc::clone(&job));
        let long = "x".repeat(3 * PIECE + 7);
        job.say(Event::Line(long.clone().into()));
        job.say(Event::Queued(7));
        assert_eq!(listener.news().0.len(), PIECE);
        job.say(Event::Line("y".into()));
        job.say(Event::Done { exit: 0, cancelled: false });
        let rest = pieces(&mut listener);
        assert!(rest.iter().all(|piece| piece.len() <= PIECE));
        let late = pieces(&mut Listener::new(job)).concat();
        assert_eq!(late[PIECE..], rest.concat());
        let done = "event: done\ndata: {\"exit\":0,\"cancelled\":false}\n\n";
        let expected = format!("event: line\ndata: {long}\n\nevent: line\ndata: y\n\n{done}");
        assert!(late == expected.as_bytes());
    }

    #[test]
    fn who_listens_to_a_job_that_is_forgotten_hears_no_more() {
        let jobs = Jobs::new(1, 1);
        let first = ended(&jobs, MOST_SAID / 2);
        let mut listener = Listener::new(Arc::clone(&first));
        assert_eq!(listener.news().0.len(), PIECE);
        jobs.sweep_at(Instant::now() + 2 * KEPT);
        assert!(is_kept(&jobs, &first), "someone listens");
        let _others: Vec<_> = (0..3).map(|_| ended(&jobs, MOST_SAID / 4)).collect();
        jobs.sweep();
        assert!(!is_kept(&jobs, &first));
        assert_eq!(listener.news(), (Vec::new(), true));
    }

    #[test]
    fn there_is_an_end_to_running_jobs() {
        let jobs = Jobs::new(1, 1);
        let all: Vec<_> = (0..MOST_KEPT).map(|_| Job::new()).collect();
        all.iter().for_each(|job| jobs.insert(job).expect("room"));
        assert!(jobs.insert(&Job::new()).is_err());
    }

    #[test]
    fn old_jobs_are_forgotten_and_unheard_ones_cancelled() {
        let jobs = Jobs::new(1, 1);
        let (over, unheard, heard) = (ended(&jobs, 1), Job::new(), Job::new());
        [&unheard, &heard].iter().for_each(|job| jobs.insert(job).expect("room"));
        let _listener = Listener::new(Arc::clone(&heard));
        let start = Instant::now();
        let is_cancelled = |job: &Job| *job.cancelled.borrow();
        jobs.sweep_at(start);
        assert!(is_kept(&jobs, &over) && !is_cancelled(&unheard));
        jobs.sweep_at(start + UNHEARD);
        assert!(is_kept(&jobs, &over) && is_cancelled(&unheard) && !is_cancelled(&heard));
        jobs.sweep_at(start + KEPT + UNHEARD);
        assert!(!is_kept(&jobs, &over) && is_kept(&jobs, &heard) && !is_cancelled(&heard));
    }
}
