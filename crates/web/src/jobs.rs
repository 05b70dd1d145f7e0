//! Jobs: commands that may take long, with events while they run.
//!
//! A job is started, listened to and cancelled. It ends with the last who listens; one that nobody
//! listens to within a few seconds ends as well.

use crate::argv::{CommandLine, argv};
use crate::catalogue;
use crate::child::{End, News, Progress, Run};
use crate::queue::{Queue, Waiting};
use crate::refusal::{Reason, Refusal, json};
use crate::request::{Parameters, body_as_json, usage};
use crate::workshop::Workshop;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::watch;

/// How long a job waits for someone who listens.
const UNHEARD: Duration = Duration::from_secs(10);

/// How long what a job said is kept after its end.
const KEPT: Duration = Duration::from_secs(60);

/// How many jobs are kept, running or not.
const MOST_KEPT: usize = 64;

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
    log: Mutex<Log>,
    changed: watch::Sender<()>,
    cancelled: watch::Sender<bool>,
}

/// What a job said.
#[derive(Debug, Default)]
struct Log {
    entries: Vec<(u64, Event)>,
    next: u64,
    listeners: usize,
    heard: bool,
    over: bool,
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
    fn write(&self, out: &mut String) {
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
        let _ = write!(out, "event: {name}\ndata: {data}\n\n");
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

    fn insert(&self, job: &Arc<Job>) -> Result<(), Refusal> {
        let mut table = self.lock();
        if table.len() >= MOST_KEPT {
            table.retain(|_, job| !job.lock().over);
        }
        if table.len() >= MOST_KEPT {
            return Err(Refusal::new(Reason::Busy, "there are too many jobs"));
        }
        table.insert(job.id.clone(), Arc::clone(job));
        Ok(())
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
        Arc::new(Job { id, log: Mutex::default(), changed, cancelled })
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something; what passes gives way to it.
    fn say(&self, event: Event) {
        let mut log = self.lock();
        if log.entries.last().is_some_and(|(_, last)| last.passes()) {
            log.entries.pop();
        }
        log.over = matches!(event, Event::Done { .. });
        let number = log.next;
        log.next += 1;
        log.entries.push((number, event));
        drop(log);
        self.changed.send_replace(());
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
}

impl Listener {
    fn new(job: Arc<Job>) -> Listener {
        let changed = job.changed.subscribe();
        let mut log = job.lock();
        log.listeners += 1;
        log.heard = true;
        drop(log);
        Listener { job, changed, next: 0 }
    }

    /// What is new, as text; nothing after the end.
    async fn next(&mut self) -> Option<String> {
        loop {
            self.changed.mark_unchanged();
            let (text, over) = self.news();
            if !text.is_empty() {
                return Some(text);
            }
            if over {
                return None;
            }
            if tokio::time::timeout(HEARTBEAT, self.changed.changed()).await.is_err() {
                return Some(": still at it\n\n".to_owned());
            }
        }
    }

    fn news(&mut self) -> (String, bool) {
        let log = self.job.lock();
        let mut text = String::new();
        for (_, event) in log.entries.iter().filter(|(number, _)| *number >= self.next) {
            event.write(&mut text);
        }
        self.next = log.next;
        (text, log.over)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut log = self.job.lock();
        log.listeners -= 1;
        let deserted = log.listeners == 0 && !log.over;
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
    let line = argv(endpoint, order.arguments, &workshop.limits.job)?;
    let busy = |_| Refusal::new(Reason::Busy, "too many jobs wait already; try again later");
    let waiting = workshop.jobs.queue.join().map_err(busy)?;
    let job = Job::new();
    workshop.jobs.insert(&job)?;
    let started = Started { id: &job.id, events: format!("/api/jobs/{}/events", job.id) };
    let body = serde_json::to_vec(&started).expect("texts can be written as JSON");
    let task = Task { workshop: Arc::downgrade(&workshop), job, changes: endpoint.changes };
    tokio::spawn(task.run(waiting, line));
    Ok(json(StatusCode::ACCEPTED, body))
}

/// `GET /api/jobs/ID/events`.
pub(crate) async fn events(
    State(workshop): State<Arc<Workshop>>,
    Path(id): Path<String>,
) -> Result<Response<Body>, Refusal> {
    let listener = Listener::new(workshop.jobs.find(&id)?);
    let stream = stream::unfold(listener, |mut listener| async {
        let text = listener.next().await?;
        Some((Ok::<_, Infallible>(text), listener))
    });
    let mut response = Response::new(Body::from_stream(stream));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// `DELETE /api/jobs/ID`.
pub(crate) async fn cancel(
    State(workshop): State<Arc<Workshop>>,
    Path(id): Path<String>,
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
        endpoint.ok_or_else(|| usage("there is no such command; /api lists all"))
    }
}

/// What runs a job.
struct Task {
    workshop: Weak<Workshop>,
    job: Arc<Job>,
    changes: bool,
}

impl Task {
    async fn run(self, waiting: Waiting, line: CommandLine) {
        let job = &self.job;
        tokio::spawn(cancel_if_unheard(Arc::downgrade(job)));
        let turn = tokio::select! {
            turn = waiting.turn(|place| job.say(Event::Queued(place))) => Some(turn),
            () = job.until_cancelled() => None,
        };
        let end = match &turn {
            None => Ok(End::Killed),
            Some(_) => self.attend(&line.arguments).await,
        };
        drop((turn, line));
        if let (true, Some(workshop)) = (self.changes, self.workshop.upgrade()) {
            workshop.standard.forget();
        }
        let cancelled = *job.cancelled.borrow();
        let exit = match end {
            Ok(End::Exit(exit)) => exit,
            Ok(End::Killed) => INTERRUPTED,
            Err(error) => {
                eprintln!("sole serve: {error}");
                FAILED
            }
        };
        job.say(Event::Done { exit, cancelled });
        // Nobody but the table keeps what it said.
        let Task { workshop, job, .. } = self;
        let id = job.id.clone();
        drop(job);
        tokio::time::sleep(KEPT).await;
        if let Some(workshop) = workshop.upgrade() {
            workshop.jobs.lock().remove(&id);
        }
    }

    /// Starts the program and passes on what it says, until it ends or is made to.
    async fn attend(&self, arguments: &[OsString]) -> io::Result<End> {
        let Some(workshop) = self.workshop.upgrade() else { return Ok(End::Killed) };
        let patience = Duration::from_secs_f64(workshop.limits.job.seconds);
        let run = Run::start(&workshop.program, arguments)?;
        drop(workshop);
        let tell = |news| match news {
            News::Line(line) => self.job.say(Event::Line(line)),
            News::Progress(progress) => self.job.say(Event::Progress(progress)),
            News::Remark(text) => eprintln!("sole serve: a job said: {text}"),
        };
        let (end, _) = run.attend(patience, self.job.until_cancelled(), tell).await?;
        Ok(end)
    }
}

/// The exit code of what was interrupted.
const INTERRUPTED: u8 = 130;

/// The exit code of what could not be run.
const FAILED: u8 = 3;

async fn cancel_if_unheard(job: Weak<Job>) {
    tokio::time::sleep(UNHEARD).await;
    if let Some(job) = job.upgrade() {
        let heard = job.lock().heard;
        if !heard {
            job.cancel();
        }
    }
}
