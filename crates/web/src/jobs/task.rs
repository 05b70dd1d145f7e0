//! The command of a job: it waits in the queue, and runs until it ends, is cancelled or reaches a limit.

use super::{Event, Job};
use crate::argv::CommandLine;
use crate::catalogue;
use crate::disk_limit::DiskLimit;
use crate::error::ApiError;
use crate::log::log_line;
use crate::process::{Child, ChildEvent, ChildResult, Failure, OPEN, StopReason};
use crate::queue::Ticket;
use crate::state::AppState;
use std::io;
use std::sync::{Arc, Weak};

/// The task that runs a job.
pub(super) struct Task {
    pub(super) state: Weak<AppState>,
    pub(super) job: Arc<Job>,
    pub(super) endpoint: &'static catalogue::Endpoint,
}

impl Task {
    /// Waits for a permit, runs the command and publishes its result.
    pub(super) async fn run(self, ticket: Ticket, line: CommandLine) {
        let job = &self.job;
        let permit = tokio::select! {
            permit = ticket.permit(|place| job.publish(Event::Queued(place))) => Some(permit),
            () = job.until_cancelled() => None,
        };
        let result = match &permit {
            None => JobResult::CANCELLED,
            Some(_) => self.run_child(&line).await,
        };
        drop((permit, line));
        if let (true, Some(state)) = (self.endpoint.changes, self.state.upgrade()) {
            state.tablebase.clear();
        }
        if let Some(error) = result.error {
            job.publish(Event::Line(error.of(&self.endpoint.command()).envelope().into()));
        }
        job.publish(Event::Done { exit: result.exit, cancelled: result.cancelled });
    }

    /// Starts the program and publishes its output, until it ends or is stopped.
    async fn run_child(&self, line: &CommandLine) -> JobResult {
        let Some(state) = self.state.upgrade() else { return JobResult::CANCELLED };
        let timeout = state.limits.job.timeout();
        let disk = state.disk.clone();
        let child = Child::spawn(&state.program, line);
        drop(state);
        let on_event = |event| match event {
            ChildEvent::Line(line) => self.job.publish(Event::Line(line)),
            ChildEvent::Progress(progress) => self.job.publish(Event::Progress(progress)),
            ChildEvent::StderrLine(text) => log_line(format_args!("a job said: {text}")),
        };
        let ended = match child {
            Ok(child) => child.wait(timeout, self.until_stopped(&disk), on_event).await,
            Err(error) => Err(error),
        };
        ended.map_or_else(
            |error| JobResult::failed(&error),
            |child_result| JobResult::of(&child_result),
        )
    }

    /// Waits until the job is cancelled, or has filled the data folder.
    async fn until_stopped(&self, disk: &DiskLimit) -> StopReason {
        tokio::select! {
            () = self.job.until_cancelled() => StopReason::Cancelled,
            () = disk.exceeded(), if self.endpoint.changes => StopReason::OutOfDisk,
        }
    }
}

/// The result of a job: an error if there is no answer, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JobResult {
    error: Option<ApiError>,
    exit: u8,
    cancelled: bool,
}

impl JobResult {
    /// It was cancelled before it had an answer.
    const CANCELLED: JobResult = JobResult { error: None, exit: INTERRUPTED, cancelled: true };

    /// The result of a child that has ended. A job that has its answer is not cancelled any more.
    fn of(child_result: &ChildResult) -> JobResult {
        let error = |failure: Failure| {
            Some(failure.to_api_error("the time for a job was up; ask for less"))
        };
        let (error, exit) = match child_result.exit() {
            Ok(exit) => (None, exit),
            Err(Failure::Cancelled) => return JobResult::CANCELLED,
            Err(fault @ Failure::Fault(_)) => (error(fault), FAILED),
            Err(limit) => (error(limit), OPEN),
        };
        JobResult { error, exit, cancelled: false }
    }

    /// The result of a child that could not be started.
    fn failed(error: &io::Error) -> JobResult {
        JobResult { error: Some(ApiError::internal(error)), exit: FAILED, cancelled: false }
    }
}

/// The exit code of what was interrupted.
const INTERRUPTED: u8 = 130;

/// The exit code of what could not be run, or not to its end.
const FAILED: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Termination;

    #[test]
    fn a_job_without_an_answer_reports_an_error() {
        let cases = [
            (Termination::Exit(0), StopReason::Done, 0, false, ""),
            (Termination::Exit(0), StopReason::Cancelled, 0, false, ""),
            (Termination::Exit(130), StopReason::Cancelled, 130, true, ""),
            (Termination::Killed, StopReason::Cancelled, 130, true, ""),
            (Termination::Exit(0), StopReason::TooMuchOutput, 4, false, "the answer is too long"),
            (Termination::Exit(130), StopReason::OutOfTime, 4, false, "the time for a job was up"),
            (
                Termination::Exit(130),
                StopReason::OutOfDisk,
                4,
                false,
                "the data folder of this server is full",
            ),
            (Termination::Killed, StopReason::Done, 3, false, "something went wrong"),
        ];
        for (termination, stop_reason, exit, cancelled, words) in cases {
            let child_result = ChildResult { termination, stop_reason, ..ChildResult::default() };
            let result = JobResult::of(&child_result);
            assert_eq!((result.exit, result.cancelled), (exit, cancelled), "{child_result:?}");
            let message = result.error.map_or(String::new(), |error| error.message().to_owned());
            assert!(
                message.starts_with(words) && message.is_empty() == words.is_empty(),
                "{child_result:?}"
            );
        }
    }
}
