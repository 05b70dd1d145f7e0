//! A run of the program as a child process.
//!
//! Its standard input is a pipe that nothing is written to: the child ends when the pipe does
//! (`--end-with-input`), so that it can be asked to end, and does not outlive the server, however
//! that ends. Who drops a run kills it.

use crate::argv::CommandLine;
use crate::disk_limit::disk_limit_reached;
use crate::refusal::{Reason, Refusal};
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

/// The most bytes that a run may print.
pub(crate) const MOST_OUTPUT: usize = 16 << 20;

/// How long a cancelled run may take to end before it is killed.
const CANCEL_DELAY: Duration = Duration::from_secs(2);

/// How long a run whose time is up may take to end before it is killed.
pub(crate) const KILL_DELAY: Duration = Duration::from_millis(400);

/// The variable that names the folder of tables and layers.
const DATA: &str = "SOLE_DATA";

/// How a program says that it got no memory, before it ends itself.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// A child process that runs.
#[derive(Debug)]
pub(crate) struct Run {
    process: process::Child,
    input: Option<ChildStdin>,
    news: mpsc::Receiver<Told>,
}

/// What a run tells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// How far it has come.
    Progress(Progress),
    /// A line of its answer, without the line break.
    Line(Bytes),
    /// Something else on standard error, as a panic leaves it.
    Remark(String),
}

/// What comes out of the pipes.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    News(News),
    /// More than is allowed.
    TooMuch,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It was done.
    Done,
    /// It was made to.
    Cancelled,
    /// Its time was up.
    OutOfTime,
    /// The data folder grew beyond its limit.
    OutOfDisk,
    /// It printed more than is allowed.
    TooMuch,
}

/// How far a run has come, as `--progress json` says it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Progress {
    label: String,
    share: Option<f64>,
    details: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With an exit code.
    Exit(u8),
    /// Otherwise.
    Killed,
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> End {
        status.code().and_then(|code| u8::try_from(code).ok()).map_or(End::Killed, End::Exit)
    }
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) end: End,
    pub(crate) fate: Fate,
    /// How many lines it has answered with.
    pub(crate) lines: usize,
    /// The last thing on standard error that was no progress.
    pub(crate) remark: String,
}

/// Why a run that is over is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    /// It was made to end.
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

impl Default for Ending {
    fn default() -> Ending {
        Ending { end: End::Killed, fate: Fate::Done, lines: 0, remark: String::new() }
    }
}

impl Ending {
    fn hear(&mut self, news: &News) {
        match news {
            News::Line(_) => self.lines += 1,
            News::Remark(_) if self.remark.starts_with(OUT_OF_MEMORY) => {}
            News::Remark(text) => self.remark.clone_from(text),
            News::Progress(_) => {}
        }
    }

    fn with(self, status: ExitStatus) -> Ending {
        Ending { end: status.into(), ..self }
    }

    /// The exit code of a run that has answered, or why it has not.
    ///
    /// Who was asked to end and was through with it at that very moment has answered.
    pub(crate) fn exit(&self) -> Result<u8, Lack> {
        match (self.end, self.fate) {
            (_, Fate::TooMuch) => Err(Lack::Output),
            (End::Exit(exit), Fate::Cancelled | Fate::OutOfTime | Fate::OutOfDisk)
                if is_decided(exit) =>
            {
                Ok(exit)
            }
            (_, Fate::Cancelled) => Err(Lack::Cancelled),
            (_, Fate::OutOfTime) => Err(Lack::Time),
            (_, Fate::OutOfDisk) => Err(Lack::Disk),
            // Who finds nothing may have nothing to say.
            (End::Exit(exit), Fate::Done) if self.lines > 0 || is_answer(exit) => Ok(exit),
            (_, Fate::Done) if self.remark.starts_with(OUT_OF_MEMORY) => Err(Lack::Memory),
            (end, Fate::Done) => {
                Err(Lack::Fault(format!("a run ended with {end:?}: {}", self.remark)))
            }
        }
    }
}

impl Lack {
    /// The same as an envelope says it, with this sentence about time.
    pub(crate) fn refusal(&self, time: &str) -> Refusal {
        match self {
            Lack::Cancelled | Lack::Time => Refusal::new(Reason::Timeout, time),
            Lack::Output => too_long(),
            Lack::Memory => Refusal::new(
                Reason::Memory,
                "this takes more memory than a piece of work may have; ask for less",
            ),
            Lack::Disk => disk_limit_reached(),
            Lack::Fault(what) => Refusal::internal(what),
        }
    }
}

/// An answer that is more than is allowed.
pub(crate) fn too_long() -> Refusal {
    Refusal::new(Reason::TooLarge, "the answer is too long; ask for less at a time")
}

/// Whether a run that ended so has said yes or no.
fn is_decided(exit: u8) -> bool {
    matches!(exit, 0 | 1)
}

/// Whether a run that ended so has said yes, no, or that it is not decided.
pub(crate) fn is_answer(exit: u8) -> bool {
    is_decided(exit) || exit == OPEN
}

/// The exit code of what is not decided, as a limit was reached first.
pub(crate) const OPEN: u8 = 4;

impl Run {
    /// Starts the program.
    pub(crate) fn start(program: &Path, line: &CommandLine) -> io::Result<Run> {
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
        let (tell, news) = mpsc::channel(64);
        if let Some(output) = process.stdout.take() {
            tokio::spawn(read_answers(output, tell.clone()));
        }
        if let Some(errors) = process.stderr.take() {
            tokio::spawn(read_remarks(errors, tell));
        }
        let input = process.stdin.take();
        Ok(Run { process, input, news })
    }

    /// Passes on what it tells until it ends, or is made to: asked first, and killed if that does
    /// not help. `stop` says why it is to end.
    pub(crate) async fn attend(
        mut self,
        patience: Duration,
        stop: impl Future<Output = Fate>,
        mut tell: impl FnMut(News),
    ) -> io::Result<Ending> {
        let mut ending = Ending::default();
        let mut talks = true;
        let deadline = tokio::time::sleep(patience);
        tokio::pin!(deadline, stop);
        loop {
            tokio::select! {
                news = self.news.recv(), if talks => match news {
                    None => talks = false,
                    Some(Told::News(news)) => {
                        ending.hear(&news);
                        tell(news);
                    }
                    Some(Told::TooMuch) => {
                        ending.fate = Fate::TooMuch;
                        self.kill();
                    }
                },
                ended = self.process.wait(), if !talks => return Ok(ending.with(ended?)),
                fate = &mut stop, if ending.fate == Fate::Done => {
                    ending.fate = fate;
                    self.ask_to_end(deadline.as_mut(), CANCEL_DELAY);
                }
                () = &mut deadline => {
                    if ending.fate != Fate::Done {
                        self.kill();
                        return Ok(ending.with(self.process.wait().await?));
                    }
                    ending.fate = Fate::OutOfTime;
                    self.ask_to_end(deadline.as_mut(), KILL_DELAY);
                }
            }
        }
    }

    fn ask_to_end(&mut self, deadline: Pin<&mut Sleep>, delay: Duration) {
        self.input = None;
        deadline.reset(Instant::now() + delay);
    }

    fn kill(&mut self) {
        // One that has ended already needs no end.
        let _ = self.process.start_kill();
    }
}

/// Reads lines of answers, up to the limit.
async fn read_answers(output: impl AsyncRead + Unpin, tell: mpsc::Sender<Told>) {
    let mut reader = BufReader::new(output.take(MOST_OUTPUT as u64 + 1));
    let mut total = 0;
    loop {
        let mut line = Vec::new();
        let Ok(length) = reader.read_until(b'\n', &mut line).await else { return };
        total += length;
        if length == 0 {
            return;
        }
        let news = if total > MOST_OUTPUT {
            Told::TooMuch
        } else {
            line.truncate(line.trim_ascii_end().len());
            Told::News(News::Line(line.into_boxed_slice().into()))
        };
        if tell.send(news).await.is_err() {
            return;
        }
    }
}

/// Reads progress and whatever else is on standard error, in pieces of bounded size.
async fn read_remarks(errors: impl AsyncRead + Unpin, tell: mpsc::Sender<Told>) {
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
        let news = match serde_json::from_slice(&line) {
            Ok(progress) => News::Progress(progress),
            Err(_) => News::Remark(String::from_utf8_lossy(line.trim_ascii_end()).into_owned()),
        };
        if tell.send(Told::News(news)).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_from_remarks() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let told = runtime.block_on(async {
            let (tell, mut news) = mpsc::channel(8);
            let text =
                b"{\"label\":\"x\",\"share\":null,\"details\":\"\"}\nthread panicked\n{\"x\":1}\n";
            read_remarks(&text[..], tell).await;
            let mut told = Vec::new();
            while let Some(news) = news.recv().await {
                told.push(news);
            }
            told
        });
        let progress = Progress { label: "x".to_owned(), share: None, details: String::new() };
        assert_eq!(
            told,
            [
                News::Progress(progress),
                News::Remark("thread panicked".to_owned()),
                News::Remark("{\"x\":1}".to_owned()),
            ]
            .map(Told::News)
        );
    }

    #[cfg(unix)]
    #[test]
    fn who_gets_no_memory_says_so_before_the_end() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let script =
            "echo 'memory allocation of 8 bytes failed' >&2; echo note: >&2; kill -ABRT $$";
        let arguments = ["-c", script].map(Into::into).into();
        let line = CommandLine { arguments, ..CommandLine::default() };
        let ended = runtime.expect("a runtime").block_on(async {
            let run = Run::start(Path::new("sh"), &line)?;
            run.attend(Duration::from_secs(60), std::future::pending(), |_| ()).await
        });
        assert_eq!(ended.expect("it runs").exit(), Err(Lack::Memory));
    }

    /// Standard output and error are closed long before the end.
    #[cfg(unix)]
    #[test]
    fn who_says_nothing_more_is_not_waited_for_without_end() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let arguments = ["-c", "exec >&- 2>&-; exec sleep 60"].map(Into::into).into();
        let line = CommandLine { arguments, ..CommandLine::default() };
        let ended = runtime.expect("a runtime").block_on(async {
            let run = Run::start(Path::new("sh"), &line)?;
            run.attend(Duration::from_millis(10), std::future::pending(), |_| ()).await
        });
        let ending = ended.expect("it runs");
        assert_eq!((ending.end, ending.fate), (End::Killed, Fate::OutOfTime));
    }

    #[test]
    fn answers_are_told_from_what_is_none() {
        let fault = |end: &str| Err(Lack::Fault(format!("a run ended with {end}: a panic")));
        let cases = [
            (End::Exit(0), Fate::Done, 1, Ok(0)),
            (End::Exit(1), Fate::Done, 0, Ok(1)),
            (End::Exit(4), Fate::Done, 1, Ok(4)),
            (End::Exit(2), Fate::Done, 1, Ok(2)),
            (End::Exit(2), Fate::Done, 0, fault("Exit(2)")),
            (End::Exit(101), Fate::Done, 0, fault("Exit(101)")),
            (End::Killed, Fate::Done, 1, fault("Killed")),
            (End::Exit(0), Fate::TooMuch, 0, Err(Lack::Output)),
            (End::Killed, Fate::TooMuch, 3, Err(Lack::Output)),
            (End::Exit(0), Fate::Cancelled, 1, Ok(0)),
            (End::Exit(1), Fate::Cancelled, 1, Ok(1)),
            (End::Exit(4), Fate::Cancelled, 1, Err(Lack::Cancelled)),
            (End::Exit(130), Fate::Cancelled, 1, Err(Lack::Cancelled)),
            (End::Killed, Fate::Cancelled, 0, Err(Lack::Cancelled)),
            (End::Exit(0), Fate::OutOfTime, 1, Ok(0)),
            (End::Exit(130), Fate::OutOfTime, 1, Err(Lack::Time)),
            (End::Killed, Fate::OutOfTime, 0, Err(Lack::Time)),
            (End::Exit(0), Fate::OutOfDisk, 1, Ok(0)),
            (End::Exit(130), Fate::OutOfDisk, 1, Err(Lack::Disk)),
        ];
        for (end, fate, lines, expected) in cases {
            let ending = Ending { end, fate, lines, remark: "a panic".to_owned() };
            assert_eq!(ending.exit(), expected, "{ending:?}");
        }
    }

    #[test]
    fn output_has_a_limit() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let told = runtime.block_on(async {
            let (tell, mut news) = mpsc::channel(8);
            let text = [b"{}\n".to_vec(), vec![b'x'; MOST_OUTPUT + 100]].concat();
            read_answers(&text[..], tell).await;
            [news.recv().await, news.recv().await, news.recv().await]
        });
        let line = Told::News(News::Line(Bytes::from_static(b"{}")));
        assert_eq!(told, [Some(line), Some(Told::TooMuch), None]);
    }
}
