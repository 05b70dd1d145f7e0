//! Walks over whole tables, with a bar to look at and an ear for Ctrl-C.

use crate::interrupt::Work;
use crate::progress::Gauge;
use crate::render::grouped;
use sole_endgame::WalkProgress;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often one looks.
const EVERY: Duration = Duration::from_millis(100);

/// Does a job that walks at a pace; Ctrl-C stops the walk, not the job.
pub(super) fn watched<R>(gauge: Gauge, progress: &WalkProgress, job: impl FnOnce() -> R) -> R {
    let work = Work::begin();
    let (over, is_over) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(|| watch(gauge, progress, &work, is_over));
        let done = job();
        drop(over);
        done
    })
}

fn watch(mut gauge: Gauge, progress: &WalkProgress, work: &Work, is_over: mpsc::Receiver<()>) {
    while is_over.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
        gauge.show(progress.share(), || format!("{} places", grouped(progress.passed())));
        if work.is_to_end() {
            progress.stop();
        }
    }
    gauge.clear();
}
