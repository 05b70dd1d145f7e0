//! The command of a job: run when it is its turn, until it ends, is cancelled or reaches a limit.

use super::{Event, Job};
use crate::argv::CommandLine;
use crate::catalogue;
use crate::child::{Ending, Fate, Lack, News, OPEN, Run};
use crate::disk_limit::DiskLimit;
use crate::journal::note;
use crate::queue::Waiting;
use crate::refusal::Refusal;
use crate::workshop::Workshop;
use std::io;
use std::sync::{Arc, Weak};

/// What runs a job.
pub(super) struct Task {
    pub(super) workshop: Weak<Workshop>,
    pub(super) job: Arc<Job>,
    pub(super) endpoint: &'static catalogue::Endpoint,
}

impl Task {
    /// Waits for its turn, runs the command and says how it ended.
    pub(super) async fn run(self, waiting: Waiting, line: CommandLine) {
        let job = &self.job;
        let turn = tokio::select! {
            turn = waiting.turn(|place| job.say(Event::Queued(place))) => Some(turn),
            () = job.until_cancelled() => None,
        };
        let close = match &turn {
            None => Close::CANCELLED,
            Some(_) => self.attend(&line).await,
        };
        drop((turn, line));
        if let (true, Some(workshop)) = (self.endpoint.changes, self.workshop.upgrade()) {
            workshop.standard.forget();
        }
        if let Some(complaint) = close.complaint {
            job.say(Event::Line(complaint.of(&self.endpoint.command()).envelope().into()));
        }
        job.say(Event::Done { exit: close.exit, cancelled: close.cancelled });
    }

    /// Starts the program and passes on what it says, until it ends or is made to.
    async fn attend(&self, line: &CommandLine) -> Close {
        let Some(workshop) = self.workshop.upgrade() else { return Close::CANCELLED };
        let patience = workshop.limits.job.patience();
        let disk = workshop.disk.clone();
        let run = Run::start(&workshop.program, line);
        drop(workshop);
        let tell = |news| match news {
            News::Line(line) => self.job.say(Event::Line(line)),
            News::Progress(progress) => self.job.say(Event::Progress(progress)),
            News::Remark(text) => note(format_args!("a job said: {text}")),
        };
        let ended = match run {
            Ok(run) => run.attend(patience, self.until_stopped(&disk), tell).await,
            Err(error) => Err(error),
        };
        ended.map_or_else(|error| Close::failed(&error), |ending| Close::of(&ending))
    }

    /// Waits until the job is cancelled, or has filled the data folder.
    async fn until_stopped(&self, disk: &DiskLimit) -> Fate {
        tokio::select! {
            () = self.job.until_cancelled() => Fate::Cancelled,
            () = disk.exceeded(), if self.endpoint.changes => Fate::OutOfDisk,
        }
    }
}

/// How a job ends: what is said before, if it is no answer, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Close {
    complaint: Option<Refusal>,
    exit: u8,
    cancelled: bool,
}

impl Close {
    /// It was cancelled before it had an answer.
    const CANCELLED: Close = Close { complaint: None, exit: INTERRUPTED, cancelled: true };

    /// Of a run that is over. Whoever cancels a job that has its answer by then is too late.
    fn of(ending: &Ending) -> Close {
        let complaint = |lack: Lack| Some(lack.refusal("the time for a job was up; ask for less"));
        let (complaint, exit) = match ending.exit() {
            Ok(exit) => (None, exit),
            Err(Lack::Cancelled) => return Close::CANCELLED,
            Err(fault @ Lack::Fault(_)) => (complaint(fault), FAILED),
            Err(limit) => (complaint(limit), OPEN),
        };
        Close { complaint, exit, cancelled: false }
    }

    /// Of a run that did not come about.
    fn failed(error: &io::Error) -> Close {
        Close { complaint: Some(Refusal::internal(error)), exit: FAILED, cancelled: false }
    }
}

/// The exit code of what was interrupted.
const INTERRUPTED: u8 = 130;

/// The exit code of what could not be run, or not to its end.
const FAILED: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::child::End;

    #[test]
    fn a_job_that_has_no_answer_says_why() {
        let cases = [
            (End::Exit(0), Fate::Done, 0, false, ""),
            (End::Exit(0), Fate::Cancelled, 0, false, ""),
            (End::Exit(130), Fate::Cancelled, 130, true, ""),
            (End::Killed, Fate::Cancelled, 130, true, ""),
            (End::Exit(0), Fate::TooMuch, 4, false, "the answer is too long"),
            (End::Exit(130), Fate::OutOfTime, 4, false, "the time for a job was up"),
            (End::Exit(130), Fate::OutOfDisk, 4, false, "the data folder of this server is full"),
            (End::Killed, Fate::Done, 3, false, "something went wrong"),
        ];
        for (end, fate, exit, cancelled, words) in cases {
            let ending = Ending { end, fate, ..Ending::default() };
            let close = Close::of(&ending);
            assert_eq!((close.exit, close.cancelled), (exit, cancelled), "{ending:?}");
            let said = close.complaint.map_or(String::new(), |said| said.message().to_owned());
            assert!(said.starts_with(words) && said.is_empty() == words.is_empty(), "{ending:?}");
        }
    }
}
