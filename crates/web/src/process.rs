//! A child process that runs the program.
//!
//! Its standard input is a pipe that nothing is written to: the child ends when the pipe is closed
//! (`--end-with-input`). So it can be asked to end, and does not outlive the server, however
//! that ends. Dropping a `Child` kills it.

use crate::argv::CommandLine;
use crate::disk_limit::disk_limit_reached;
use crate::error::{ApiError, ErrorKind};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{self, ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep};

/// The most bytes that a child may print.
pub(crate) const MOST_OUTPUT: usize = 16 << 20;

/// How long a cancelled child may take to end before it is killed.
const CANCEL_DELAY: Duration = Duration::from_secs(2);

/// How long a child whose time is up may take to end before it is killed.
pub(crate) const KILL_DELAY: Duration = Duration::from_millis(400);

/// The variable that names the folder of tables and layers.
const DATA: &str = "SOLE_DATA";

/// The message of a program that runs out of memory, before it aborts.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// A running child process.
#[derive(Debug)]
pub(crate) struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    events: mpsc::Receiver<PipeMessage>,
}

/// Something that a child printed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ChildEvent {
    /// How far it has come.
    Progress(Progress),
    /// A line of its answer, without the line break.
    Line(Bytes),
    /// Another line on standard error, such as the message of a panic.
    StderrLine(String),
}

/// A message of the tasks that read the pipes.
#[derive(Clone, Debug, PartialEq)]
enum PipeMessage {
    Event(ChildEvent),
    /// More than is allowed.
    TooMuchOutput,
}

/// Why a child ended, or was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// It was done.
    Done,
    /// It was cancelled.
    Cancelled,
    /// Its time was up.
    OutOfTime,
    /// The data folder grew beyond its limit.
    OutOfDisk,
    /// It printed more than is allowed.
    TooMuchOutput,
}

/// The progress of a child, as `--progress json` says it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Progress {
    label: String,
    share: Option<f64>,
    details: String,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Termination {
    /// With an exit code.
    Exit(u8),
    /// By a signal, or with an unknown code.
    Killed,
}

impl From<ExitStatus> for Termination {
    fn from(status: ExitStatus) -> Termination {
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .map_or(Termination::Killed, Termination::Exit)
    }
}

/// The result of a child that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChildResult {
    pub(crate) termination: Termination,
    pub(crate) stop_reason: StopReason,
    /// The number of lines on its standard output.
    pub(crate) lines: usize,
    /// The last line on standard error that was not progress.
    pub(crate) last_stderr: String,
}

/// Why a child that has ended gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It was cancelled.
    Cancelled,
    /// Its time was up.
    Time,
    /// It printed more than is allowed.
    Output,
    /// It wanted more memory than is allowed.
    Memory,
    /// The data folder grew beyond its limit.
    Disk,
    /// It ended on its own without an answer; how is for the log.
    Fault(String),
}

impl Default for ChildResult {
    fn default() -> ChildResult {
        ChildResult {
            termination: Termination::Killed,
            stop_reason: StopReason::Done,
            lines: 0,
            last_stderr: String::new(),
        }
    }
}

impl ChildResult {
    fn record(&mut self, events: &ChildEvent) {
        match events {
            ChildEvent::Line(_) => self.lines += 1,
            ChildEvent::StderrLine(_) if self.last_stderr.starts_with(OUT_OF_MEMORY) => {}
            ChildEvent::StderrLine(text) => self.last_stderr.clone_from(text),
            ChildEvent::Progress(_) => {}
        }
    }

    fn with(self, status: ExitStatus) -> ChildResult {
        ChildResult { termination: status.into(), ..self }
    }

    /// The exit code of a child that has answered, or why it has not.
    ///
    /// A child that finished at the moment it was stopped has answered.
    pub(crate) fn exit(&self) -> Result<u8, Failure> {
        match (self.termination, self.stop_reason) {
            (_, StopReason::TooMuchOutput) => Err(Failure::Output),
            (
                Termination::Exit(exit),
                StopReason::Cancelled | StopReason::OutOfTime | StopReason::OutOfDisk,
            ) if is_decided(exit) => Ok(exit),
            (_, StopReason::Cancelled) => Err(Failure::Cancelled),
            (_, StopReason::OutOfTime) => Err(Failure::Time),
            (_, StopReason::OutOfDisk) => Err(Failure::Disk),
            // A command that finds nothing may print nothing.
            (Termination::Exit(exit), StopReason::Done) if self.lines > 0 || is_answer(exit) => {
                Ok(exit)
            }
            (_, StopReason::Done) if self.last_stderr.starts_with(OUT_OF_MEMORY) => {
                Err(Failure::Memory)
            }
            (termination, StopReason::Done) => Err(Failure::Fault(format!(
                "a run ended with {termination:?}: {}",
                self.last_stderr
            ))),
        }
    }
}

impl Failure {
    /// The failure as an error of the API; `time` is the message of a timeout.
    pub(crate) fn to_api_error(&self, time: &str) -> ApiError {
        match self {
            Failure::Cancelled | Failure::Time => ApiError::new(ErrorKind::Timeout, time),
            Failure::Output => too_long(),
            Failure::Memory => ApiError::new(
                ErrorKind::Memory,
                "this takes more memory than a piece of work may have; ask for less",
            ),
            Failure::Disk => disk_limit_reached(),
            Failure::Fault(what) => ApiError::internal(what),
        }
    }
}

/// The error of an answer that is too large.
pub(crate) fn too_long() -> ApiError {
    ApiError::new(ErrorKind::TooLarge, "the answer is too long; ask for less at a time")
}

/// Whether an exit code means yes or no.
fn is_decided(exit: u8) -> bool {
    matches!(exit, 0 | 1)
}

/// Whether an exit code means yes, no, or not decided.
pub(crate) fn is_answer(exit: u8) -> bool {
    is_decided(exit) || exit == OPEN
}

/// The exit code of what is not decided, as a limit was reached first.
pub(crate) const OPEN: u8 = 4;

impl Child {
    /// Starts the program.
    pub(crate) fn spawn(program: &Path, line: &CommandLine) -> io::Result<Child> {
        let mut command = Command::new(program);
        if let Some(folder) = &line.folder {
            command.current_dir(folder.path());
        }
        if let Some(data) = &line.data {
            command.env(DATA, data);
        }
        let mut process = command
            .args(&line.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (on_event, events) = mpsc::channel(64);
        if let Some(output) = process.stdout.take() {
            tokio::spawn(read_stdout(output, on_event.clone()));
        }
        if let Some(errors) = process.stderr.take() {
            tokio::spawn(read_stderr(errors, on_event));
        }
        let input = process.stdin.take();
        Ok(Child { process, input, events })
    }

    /// Passes on events until the child ends or is stopped: it is asked first, and killed if that
    /// does not help. `stop` resolves to the reason why it is stopped.
    pub(crate) async fn wait(
        mut self,
        timeout: Duration,
        stop: impl Future<Output = StopReason>,
        mut on_event: impl FnMut(ChildEvent),
    ) -> io::Result<ChildResult> {
        let mut result = ChildResult::default();
        let mut pipes_open = true;
        let deadline = tokio::time::sleep(timeout);
        tokio::pin!(deadline, stop);
        loop {
            tokio::select! {
                events = self.events.recv(), if pipes_open => match events {
                    None => pipes_open = false,
                    Some(PipeMessage::Event(events)) => {
                        result.record(&events);
                        on_event(events);
                    }
                    Some(PipeMessage::TooMuchOutput) => {
                        result.stop_reason = StopReason::TooMuchOutput;
                        self.kill();
                    }
                },
                ended = self.process.wait(), if !pipes_open => return Ok(result.with(ended?)),
                stop_reason = &mut stop, if result.stop_reason == StopReason::Done => {
                    result.stop_reason = stop_reason;
                    self.close_stdin(deadline.as_mut(), CANCEL_DELAY);
                }
                () = &mut deadline => {
                    if result.stop_reason != StopReason::Done {
                        self.kill();
                        return Ok(result.with(self.process.wait().await?));
                    }
                    result.stop_reason = StopReason::OutOfTime;
                    self.close_stdin(deadline.as_mut(), KILL_DELAY);
                }
            }
        }
    }

    fn close_stdin(&mut self, deadline: Pin<&mut Sleep>, delay: Duration) {
        self.input = None;
        deadline.reset(Instant::now() + delay);
    }

    fn kill(&mut self) {
        // It may have ended already.
        let _ = self.process.start_kill();
    }
}

/// Reads lines of standard output, up to the limit.
async fn read_stdout(output: impl AsyncRead + Unpin, on_event: mpsc::Sender<PipeMessage>) {
    let mut reader = BufReader::new(output.take(MOST_OUTPUT as u64 + 1));
    let mut total = 0;
    loop {
        let mut line = Vec::new();
        let Ok(length) = reader.read_until(b'\n', &mut line).await else { return };
        total += length;
        if length == 0 {
            return;
        }
        let events = if total > MOST_OUTPUT {
            PipeMessage::TooMuchOutput
        } else {
            line.truncate(line.trim_ascii_end().len());
            PipeMessage::Event(ChildEvent::Line(line.into_boxed_slice().into()))
        };
        if on_event.send(events).await.is_err() {
            return;
        }
    }
}

/// Reads progress and whatever else is on standard error, in pieces of bounded size.
async fn read_stderr(errors: impl AsyncRead + Unpin, on_event: mpsc::Sender<PipeMessage>) {
    const LONGEST: u64 = 64 << 10;
    let mut reader = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        let Ok(length) = (&mut reader).take(LONGEST).read_until(b'\n', &mut line).await else {
            return;
        };
        if length == 0 {
            return;
        }
        let events = match serde_json::from_slice(&line) {
            Ok(progress) => ChildEvent::Progress(progress),
            Err(_) => {
                ChildEvent::StderrLine(String::from_utf8_lossy(line.trim_ascii_end()).into_owned())
            }
        };
        if on_event.send(PipeMessage::Event(events)).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_distinguished_from_other_output() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let told = runtime.block_on(async {
            let (on_event, mut events) = mpsc::channel(8);
            let text =
                b"{\"label\":\"x\",\"share\":null,\"details\":\"\"}\nthread panicked\n{\"x\":1}\n";
            read_stderr(&text[..], on_event).await;
            let mut told = Vec::new();
            while let Some(events) = events.recv().await {
                told.push(events);
            }
            told
        });
        let progress = Progress { label: "x".to_owned(), share: None, details: String::new() };
        assert_eq!(
            told,
            [
                ChildEvent::Progress(progress),
                ChildEvent::StderrLine("thread panicked".to_owned()),
                ChildEvent::StderrLine("{\"x\":1}".to_owned()),
            ]
            .map(PipeMessage::Event)
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_out_of_memory_message_is_a_memory_failure() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let script =
            "echo 'memory allocation of 8 bytes failed' >&2; echo note: >&2; kill -ABRT $$";
        let arguments = ["-c", script].map(Into::into).into();
        let line = CommandLine { arguments, ..CommandLine::default() };
        let ended = runtime.expect("a runtime").block_on(async {
            let child = Child::spawn(Path::new("sh"), &line)?;
            child.wait(Duration::from_secs(60), std::future::pending(), |_| ()).await
        });
        assert_eq!(ended.expect("it runs").exit(), Err(Failure::Memory));
    }

    /// Standard output and error are closed long before the end.
    #[cfg(unix)]
    #[test]
    fn a_silent_child_is_killed() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let arguments = ["-c", "exec >&- 2>&-; exec sleep 60"].map(Into::into).into();
        let line = CommandLine { arguments, ..CommandLine::default() };
        let ended = runtime.expect("a runtime").block_on(async {
            let child = Child::spawn(Path::new("sh"), &line)?;
            child.wait(Duration::from_millis(10), std::future::pending(), |_| ()).await
        });
        let result = ended.expect("it runs");
        assert_eq!(
            (result.termination, result.stop_reason),
            (Termination::Killed, StopReason::OutOfTime)
        );
    }

    #[test]
    fn answers_are_distinguished_from_failures() {
        let fault = |termination: &str| {
            Err(Failure::Fault(format!("a run ended with {termination}: a panic")))
        };
        let cases = [
            (Termination::Exit(0), StopReason::Done, 1, Ok(0)),
            (Termination::Exit(1), StopReason::Done, 0, Ok(1)),
            (Termination::Exit(4), StopReason::Done, 1, Ok(4)),
            (Termination::Exit(2), StopReason::Done, 1, Ok(2)),
            (Termination::Exit(2), StopReason::Done, 0, fault("Exit(2)")),
            (Termination::Exit(101), StopReason::Done, 0, fault("Exit(101)")),
            (Termination::Killed, StopReason::Done, 1, fault("Killed")),
            (Termination::Exit(0), StopReason::TooMuchOutput, 0, Err(Failure::Output)),
            (Termination::Killed, StopReason::TooMuchOutput, 3, Err(Failure::Output)),
            (Termination::Exit(0), StopReason::Cancelled, 1, Ok(0)),
            (Termination::Exit(1), StopReason::Cancelled, 1, Ok(1)),
            (Termination::Exit(4), StopReason::Cancelled, 1, Err(Failure::Cancelled)),
            (Termination::Exit(130), StopReason::Cancelled, 1, Err(Failure::Cancelled)),
            (Termination::Killed, StopReason::Cancelled, 0, Err(Failure::Cancelled)),
            (Termination::Exit(0), StopReason::OutOfTime, 1, Ok(0)),
            (Termination::Exit(130), StopReason::OutOfTime, 1, Err(Failure::Time)),
            (Termination::Killed, StopReason::OutOfTime, 0, Err(Failure::Time)),
            (Termination::Exit(0), StopReason::OutOfDisk, 1, Ok(0)),
            (Termination::Exit(130), StopReason::OutOfDisk, 1, Err(Failure::Disk)),
        ];
        for (termination, stop_reason, lines, expected) in cases {
            let result =
                ChildResult { termination, stop_reason, lines, last_stderr: "a panic".to_owned() };
            assert_eq!(result.exit(), expected, "{result:?}");
        }
    }

    #[test]
    fn output_has_a_limit() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let told = runtime.block_on(async {
            let (on_event, mut events) = mpsc::channel(8);
            let text = [b"{}\n".to_vec(), vec![b'x'; MOST_OUTPUT + 100]].concat();
            read_stdout(&text[..], on_event).await;
            [events.recv().await, events.recv().await, events.recv().await]
        });
        let line = PipeMessage::Event(ChildEvent::Line(Bytes::from_static(b"{}")));
        assert_eq!(told, [Some(line), Some(PipeMessage::TooMuchOutput), None]);
    }
}
