//! Progress: how far a long count has come.
//!
//! Nothing is shown in the first half second, so that quick answers come alone. Programs are told
//! from the beginning on.

use crate::console::{Notes, Progress};
use crate::interrupt::Work;
use crate::machine;
use crate::render::{Charset, grouped, size, span};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use sole_api::Observer;
use sole_puzzle::task::{self, Task};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

fn nodes_text(nodes: u64) -> String {
    format!("{} nodes", grouped(nodes))
}

/// A bar, or a line from time to time, with a label and some details.
pub(crate) struct Gauge {
    bar: ProgressBar,
    label: String,
    charset: Charset,
    mode: Progress,
    start: Instant,
    next: Duration,
    /// What was done, and after how long, when it was first drawn: work that is taken up again
    /// begins with much that is done in no time.
    first: Option<(f64, Duration)>,
}

impl Gauge {
    /// How long nothing is shown.
    const PATIENCE: Duration = Duration::from_millis(500);
    /// How often a line is written when there is no terminal.
    const LINE_EVERY: Duration = Duration::from_secs(10);
    /// How often programs are told.
    const JSON_EVERY: Duration = Duration::from_millis(200);
    /// The length of the bar, fine enough for any terminal.
    const LENGTH: u64 = 1000;

    /// A gauge that starts now.
    pub(crate) fn new(mode: Progress, label: String) -> Gauge {
        let charset = Charset::of_environment();
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(Self::LENGTH), hidden);
        let style = ProgressStyle::with_template("{prefix} {bar:20.cyan/blue} {wide_msg}");
        let style = style.expect("the template is well formed").progress_chars(charset.bar());
        bar.set_style(style);
        bar.set_prefix(charset.text(&label).into_owned());
        let next = if mode == Progress::Json { Self::JSON_EVERY } else { Self::PATIENCE };
        let gauge = Gauge { bar, label, charset, mode, start: Instant::now(), next, first: None };
        if mode == Progress::Json {
            gauge.write_json(None, "");
        }
        gauge
    }

    /// Shows that the share `done` is done, if it is time to; `None` if nobody knows the whole.
    pub(crate) fn show(&mut self, done: impl Into<Option<f64>>, details: impl FnOnce() -> String) {
        if self.mode == Progress::Hidden || self.start.elapsed() < self.next {
            return;
        }
        match self.mode {
            Progress::Hidden => {}
            Progress::Bar => self.draw(done.into(), &details()),
            Progress::Lines => {
                self.next += Self::LINE_EVERY;
                self.write_line(done.into(), &details());
            }
            Progress::Json => {
                self.next = self.start.elapsed() + Self::JSON_EVERY;
                self.write_json(done.into(), &details());
            }
        }
    }

    fn draw(&mut self, done: Option<f64>, details: &str) {
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let (elapsed, details) = (self.start.elapsed(), self.charset.text(details));
        // What does not fit in the line is cut off, so what matters most comes first.
        self.bar.set_message(match done {
            Some(done) => {
                self.bar.set_position((done * Self::LENGTH as f64) as u64);
                let first = *self.first.get_or_insert((done, elapsed));
                let left = left(first, done, elapsed);
                let left = left.map(|left| format!("about {left} left  ")).unwrap_or_default();
                format!("{:>3} %  {left}{details}", percent(done))
            }
            None => format!("{}  {details}", span(elapsed.as_secs_f64())),
        });
        self.bar.tick();
    }

    fn write_line(&self, done: Option<f64>, details: &str) {
        let (label, seconds) = (&self.label, self.start.elapsed().as_secs());
        let done = done.map(|done| format!("{} %, ", percent(done))).unwrap_or_default();
        let line = format!("{label}: {done}{details}, {seconds} s");
        // Progress that cannot be shown is not worth stopping for.
        let _ = writeln!(io::stderr(), "{}", self.charset.text(&line));
    }

    fn write_json(&self, share: Option<f64>, details: &str) {
        let report = Report { label: &self.label, share, details };
        let mut line = serde_json::to_vec(&report).expect("texts and numbers are JSON");
        line.push(b'\n');
        // Progress that cannot be shown is not worth stopping for.
        let _ = io::stderr().write_all(&line);
    }

    /// Changes the label, if it is another.
    fn rename(&mut self, label: &str) {
        if self.label != label {
            label.clone_into(&mut self.label);
            self.bar.set_prefix(self.charset.text(label).into_owned());
        }
    }

    /// Clears what was drawn; the last line is for logs.
    fn finish(&self, progress: &task::Progress) {
        if self.mode == Progress::Lines {
            self.write_line(progress.share, &details(progress, String::new()));
        }
        self.hide();
    }

    /// Clears what was drawn.
    pub(crate) fn hide(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how far tasks are: a thread of its own looks at them while they run.
pub(crate) struct TaskObserver {
    mode: Progress,
    notes: Notes,
    running: Mutex<Option<Running>>,
}

/// A task that is shown.
struct Running {
    gauge: Arc<Mutex<Gauge>>,
    end: mpsc::Sender<()>,
    thread: JoinHandle<()>,
    _work: Work,
}

impl TaskObserver {
    /// How often a task is looked at.
    const EVERY: Duration = Duration::from_millis(100);

    /// An observer that shows progress in this way, and says for what a task waits.
    pub(crate) fn new(mode: Progress, notes: Notes) -> TaskObserver {
        TaskObserver { mode, notes, running: Mutex::default() }
    }

    /// Clears the way for something else on the screen.
    pub(crate) fn clear(&self) {
        if let Some(running) = &*self.running.lock().unwrap_or_else(PoisonError::into_inner) {
            locked(&running.gauge).hide();
        }
    }

    fn watch(gauge: &Mutex<Gauge>, notes: Notes, task: &Task, is_over: &mpsc::Receiver<()>) {
        let mut waits_for = String::new();
        while is_over.recv_timeout(Self::EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
            let progress = task.progress();
            if progress.is_waiting && progress.phase != waits_for {
                waits_for.clone_from(&progress.phase);
                notes.say(&waits_for);
            }
            let mut gauge = locked(gauge);
            gauge.rename(&progress.phase);
            gauge.show(progress.share, || details(&progress, memory()));
        }
        locked(gauge).finish(&task.progress());
    }
}

impl Observer for TaskObserver {
    fn begin(&self, task: &Arc<Task>) {
        let (end, is_over) = mpsc::channel();
        let gauge = Arc::new(Mutex::new(Gauge::new(self.mode, task.progress().phase)));
        let (shown, notes, task) = (Arc::clone(&gauge), self.notes, Arc::clone(task));
        let thread =
            std::thread::spawn(move || TaskObserver::watch(&shown, notes, &task, &is_over));
        let running = Running { gauge, end, thread, _work: Work::begin() };
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
    }

    fn end(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Running { end, thread, .. }) = running {
            drop(end);
            // A thread that shows progress has nothing to lose.
            let _ = thread.join();
        }
    }
}

fn locked(gauge: &Mutex<Gauge>) -> MutexGuard<'_, Gauge> {
    gauge.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `ply 7, 12 of 67 files, 1 234 nodes, 120 MB`.
fn details(progress: &task::Progress, memory: String) -> String {
    let done = grouped(progress.done);
    let units = match (progress.unit, progress.total) {
        ("", _) => String::new(),
        (unit, Some(total)) => format!("{done} of {} {unit}", grouped(total)),
        (unit, None) => format!("{done} {unit}"),
    };
    let nodes = if progress.nodes > 0 { nodes_text(progress.nodes) } else { String::new() };
    let parts = [progress.detail.clone(), units, nodes, memory];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// `120 MB`: the memory that this process holds.
fn memory() -> String {
    machine::memory_in_use().map(size).unwrap_or_default()
}

/// Progress as programs see it.
#[derive(Serialize)]
struct Report<'a> {
    label: &'a str,
    /// From 0 to 1; nothing if nobody knows the whole.
    share: Option<f64>,
    details: &'a str,
}

/// Full percents of a sum of shares, which may miss the whole by a rounding.
fn percent(done: f64) -> u64 {
    (done * 100.0 + 1e-6) as u64
}

/// How long the rest will take at the pace since it was first drawn, once enough is done to say
/// so.
fn left((before, since): (f64, Duration), done: f64, elapsed: Duration) -> Option<String> {
    const ENOUGH: f64 = 0.001;
    let passed = elapsed.saturating_sub(since).as_secs_f64();
    let seconds = passed * (1.0 - done).max(0.0) / (done - before);
    (done - before >= ENOUGH).then(|| span(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_told_when_it_is_known() {
        let cases = [
            (0.0, 60, None),
            (0.0001, 60, None),
            (0.5, 60, Some("60 s")),
            (0.1, 60, Some("9 min")),
            (0.01, 600, Some("16 h")),
            (0.001, 3600, Some("42 days")),
            (1.0, 60, Some("0 s")),
        ];
        for (done, seconds, expected) in cases {
            let actual = left((0.0, Duration::ZERO), done, Duration::from_secs(seconds));
            assert_eq!(actual.as_deref(), expected, "{done} {seconds}");
        }
        let taken_up = (0.5, Duration::from_secs(1));
        let actual = left(taken_up, 0.75, Duration::from_secs(61));
        assert_eq!(actual.as_deref(), Some("60 s"), "half was done in no time");
    }

    #[test]
    fn details_say_what_is_known() {
        let task = Task::unlimited();
        assert_eq!(details(&task.progress(), String::new()), "");
        task.begin_phase("growing", "files", 67);
        task.set_detail("ply 7");
        task.advance(12);
        assert_eq!(details(&task.progress(), String::new()), "ply 7, 12 of 67 files");
        task.begin_phase("counting", "places", None);
        task.add_nodes(1234);
        assert_eq!(details(&task.progress(), String::new()), "0 places, 1 234 nodes");
    }

    #[test]
    fn the_whole_is_a_hundred_percent() {
        let done: f64 = std::iter::repeat_n(1.0 / 49.0, 49).sum();
        assert_eq!((percent(0.0), percent(0.999), percent(done)), (0, 99, 100));
    }
}
