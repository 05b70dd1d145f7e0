//! Tables at hand: where they are, and what is missing built on demand.

use super::Title;
use super::estimate;
use super::words::Standing;
use crate::args::{Consent, Construction, DataFolder, OnDemand};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Notes, Stop};
use crate::crew::on_threads;
use crate::data;
use crate::dialogue::Manner;
use crate::input::Playable;
use crate::interrupt::Work;
use crate::machine;
use crate::progress::Gauge;
use crate::prompt::confirm;
use crate::render::{grouped, plural, size};
use sole_board::{Material, Position};
use sole_endgame::file::{Effort, FileError, Metric, TableName};
use sole_endgame::{
    BuildError, Estimate, Options, Phase, Plan, ProbeError, Progress, Tables, ending,
};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Bytes for decoded blocks of tables.
const CACHE: usize = 64 << 20;

/// A folder of tables, and how to add to it.
#[derive(Debug)]
pub(crate) struct Supply {
    pub(crate) tables: Tables,
    threads: NonZeroUsize,
    memory: u64,
    consent: Consent,
    /// The folder, if it was named on the command line.
    named: Option<PathBuf>,
}

/// Whether missing tables are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// After saying so, and a large build only if someone agrees to it.
    Build,
    /// They are asked for with a command of their own.
    Refuse,
}

impl OnDemand {
    /// Whether missing tables are built.
    pub(crate) fn missing(&self) -> Missing {
        if self.no_build { Missing::Refuse } else { Missing::Build }
    }

    /// The tables, and how they are built.
    pub(crate) fn supply(&self) -> Result<Supply, Complaint> {
        Ok(Supply::new(&self.data, self.construction)?.with_consent(self.consent))
    }
}

/// The tables of the folder that the flags mean.
pub(crate) fn tables(flags: &DataFolder) -> Result<Tables, Complaint> {
    Ok(Tables::at(data::folder(flags.data_dir.as_deref())?, CACHE))
}

impl Supply {
    /// What the flags mean on this machine.
    pub(crate) fn new(data: &DataFolder, flags: Construction) -> Result<Supply, Complaint> {
        let memory = flags.memory.bytes();
        let named = data.data_dir.clone();
        let (threads, consent) = (flags.threads.number(), Consent::default());
        Ok(Supply { tables: tables(data)?, threads, memory, consent, named })
    }

    /// The same with an answer to whether large builds may start.
    pub(crate) fn with_consent(self, consent: Consent) -> Supply {
        Supply { consent, ..self }
    }

    /// The same without the name of its folder, which is nothing to those far away.
    pub(crate) fn unnamed(self) -> Supply {
        Supply { named: None, ..self }
    }

    /// What a plan will cost.
    pub(crate) fn estimate(&self, plan: &Plan) -> Estimate {
        plan.estimate(self.threads)
    }

    /// Makes sure that a position and all that follow it can be answered.
    pub(crate) fn provide(
        &self,
        position: &Position,
        missing: Missing,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let plan = Plan::for_position(position).map_err(|error| unanswered(&error))?;
        self.provide_plan(&plan, &quoted(position), missing, console)
    }

    /// Makes sure that every position of an ending and all that follow can be answered.
    pub(crate) fn provide_ending(
        &self,
        ending: &Material,
        missing: Missing,
        console: &mut Console,
    ) -> Result<(), Stop> {
        self.provide_plan(&Plan::for_endings([*ending]), &ending.to_string(), missing, console)
    }

    /// Builds what is missing of a plan for `what`, as `endgame build` takes it.
    fn provide_plan(
        &self,
        plan: &Plan,
        what: &str,
        missing: Missing,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let plan = self.missing(plan)?;
        if plan.slices().is_empty() {
            return Ok(());
        }
        if missing == Missing::Refuse {
            return Err(self.refusal(what, &plan).into());
        }
        if !self.is_agreed(&self.estimate(&plan), plan.endings().len(), console)? {
            let tip = "add --yes to build them at once";
            return Err(self.refusal(what, &plan).helped(tip).into());
        }
        self.build_aloud(&plan, console)
    }

    /// Whether a build may start: a small one, or a large one that someone agrees to.
    pub(crate) fn is_agreed(
        &self,
        estimate: &Estimate,
        endings: usize,
        console: &mut Console,
    ) -> Result<bool, Stop> {
        if self.consent.yes || !estimate::is_large(estimate) {
            return Ok(true);
        }
        if Manner::of(console) == Manner::Script {
            return Ok(false);
        }
        let tables = plural(endings as u64, "table");
        confirm(&format!("Build {tables} first, {}?", estimate::text(estimate)), console)
    }

    /// Whether the whole table of an ending is there, whatever it leads to.
    pub(crate) fn has_whole(&self, material: &Material) -> Result<bool, Complaint> {
        let (ending, _) = ending(material);
        let missing = self.missing(&Plan::for_endings([ending]))?;
        Ok(!missing.endings().contains(&ending))
    }

    /// Makes sure that it is known what the fifty-move rule makes of a position, if it matters.
    ///
    /// The distances to mate must be there. A large build that nobody has agreed to is left undone.
    pub(crate) fn provide_rule(
        &self,
        Playable { setup, position }: &Playable,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let standing = Standing::of(&self.tables, position, setup.clocks.halfmoves);
        if !standing.map_err(|error| unanswered(&error))?.is_open() {
            return Ok(());
        }
        let plan = Plan::for_position(position).map_err(|error| unanswered(&error))?;
        let plan = self.missing(&plan.zeroing())?;
        let leave = estimate::is_large(&self.estimate(&plan)) && !self.consent.yes;
        if leave { Ok(()) } else { self.build_aloud(&plan, console) }
    }

    /// Builds a plan after saying what it will cost. Someone waits for the answer, so it is packed
    /// quickly.
    pub(crate) fn build_aloud(&self, plan: &Plan, console: &mut Console) -> Result<(), Stop> {
        let title = |ending: &Material| Title::new(ending, plan.metric()).to_string();
        let names: Vec<String> = plan.endings().iter().map(title).collect();
        let cost = estimate::text(&self.estimate(plan));
        console.notes().say(&format!("building {}: {cost}", names.join(" ")));
        self.build(plan, Effort::FAST, console).map(|_| ())
    }

    /// The part of a plan that is not there yet.
    pub(crate) fn missing(&self, plan: &Plan) -> Result<Plan, Complaint> {
        plan.missing(&self.tables).map_err(|error| bad_table(&error))
    }

    /// Why there is no answer, as a plan for `what` is missing.
    pub(super) fn refusal(&self, what: &str, plan: &Plan) -> Complaint {
        let message = format!("tables are missing: {}", estimate::text(&self.estimate(plan)));
        let folder = self.named.as_ref().map(|path| format!(" --data-dir \"{}\"", path.display()));
        let folder = folder.unwrap_or_default();
        Complaint::new(Kind::MissingTable, message)
            .wanting(plan.endings().iter().map(Material::to_string))
            .helped(format!("build them with: sole endgame build {what}{folder}"))
    }

    /// Builds a plan, showing how far it has come, and says how long it took.
    pub(crate) fn build(
        &self,
        plan: &Plan,
        effort: Effort,
        console: &mut Console,
    ) -> Result<Duration, Stop> {
        let options = Options { memory: self.memory, effort };
        let watch = Overseer::new(console.notes(), self.estimate(plan).seconds);
        let gauge = Gauge::new(console.progress(), "building".to_owned());
        let (over, is_over) = mpsc::channel::<()>();
        let (built, elapsed) = std::thread::scope(|scope| {
            let gauge = scope.spawn(|| watch.show(gauge, is_over));
            let built =
                self.on_threads(|| plan.build(&self.tables, options, &|news| watch.tell(news)));
            drop(over);
            (built, gauge.join().expect("showing progress does not panic"))
        });
        built?.map_err(|error| self.stop(error, plan))?;
        // Asked for too late to leave anything out, but asked for.
        if watch.work.is_to_end() { Err(Stop::Interrupted) } else { Ok(elapsed) }
    }

    /// Does a job on as many threads as the flags say.
    pub(crate) fn on_threads<R: Send>(
        &self,
        job: impl FnOnce() -> R + Send,
    ) -> Result<R, Complaint> {
        on_threads(self.threads, job)
    }

    fn stop(&self, error: BuildError, plan: &Plan) -> Stop {
        match error {
            BuildError::Stopped => Stop::Interrupted,
            BuildError::Probe(error) => unanswered(&error).into(),
            BuildError::File(error) => bad_table(&error).into(),
            BuildError::Memory { ending, needed, allowed } => {
                let (needs, may) = (size(needed), size(allowed));
                let message = format!(
                    "{ending} needs {needs} of memory, {may} are allowed; all in all it is {}",
                    estimate::text(&self.estimate(plan))
                );
                let least = needed.div_ceil(1 << 20);
                Complaint::new(Kind::Memory, message)
                    .helped(format!("allow it with --memory {least}M"))
                    .into()
            }
            other => Complaint::new(Kind::BadTable, other.to_string()).into(),
        }
    }
}

/// A position as a word of a command line.
pub(super) fn quoted(position: &Position) -> String {
    format!("\"{}\"", position.to_setup(Default::default()))
}

/// Watches a build: the builder tells it, and it shows the news when it is time.
struct Overseer {
    notes: Notes,
    work: Work,
    news: Mutex<Option<News>>,
    /// Seconds that the build is estimated to take.
    estimated: f64,
}

/// How far a build has come.
#[derive(Clone, Copy)]
struct News {
    ending: Material,
    slices: (usize, usize),
    positions: (u64, u64),
    under_way: u64,
    phase: Phase,
}

impl Overseer {
    /// How often the bar is redrawn.
    const EVERY: Duration = Duration::from_millis(200);

    fn new(notes: Notes, estimated: f64) -> Overseer {
        Overseer { notes, work: Work::begin(), news: Mutex::new(None), estimated }
    }

    /// Takes the news, and says whether to go on.
    fn tell(&self, news: Progress<'_>) -> ControlFlow<()> {
        let Progress { ending, slices, positions, under_way, phase } = news;
        let news = News { ending: *ending, slices, positions, under_way, phase };
        let before = self.news.lock().unwrap_or_else(PoisonError::into_inner).replace(news);
        let waited = before.is_some_and(|before| before.phase == Phase::Waiting);
        if phase == Phase::Waiting && !waited {
            self.notes.say(&format!("waiting for another process that builds {ending}"));
        }
        if self.work.is_to_end() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn latest(&self) -> Option<News> {
        *self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the news until the build is over, and says how long it took.
    fn show(&self, mut gauge: Gauge, is_over: mpsc::Receiver<()>) -> Duration {
        while is_over.recv_timeout(Overseer::EVERY) == Err(RecvTimeoutError::Timeout) {
            let Some(news) = self.latest() else { continue };
            let elapsed = gauge.elapsed();
            let expected = elapsed.as_secs_f64() / self.estimated.max(1e-3);
            gauge.show(news.share(expected), || news.details(elapsed));
        }
        gauge.clear()
    }
}

impl News {
    /// The part of the work on a slice that solving is; the rest is to compress and to write it.
    const SOLVING: f64 = 0.9;

    /// The part of a build before its last file is finished: only one that is over is whole.
    const UNFINISHED: f64 = 0.99;

    /// The share of the build that is done, slices under way included as far as can be expected
    /// after so much of the estimated time.
    fn share(&self, expected: f64) -> f64 {
        let (done, all) = self.positions;
        let of_all = |positions: f64| News::UNFINISHED * positions / all.max(1) as f64;
        let under_way = News::SOLVING * self.under_way as f64;
        expected.clamp(of_all(done as f64), of_all(done as f64 + under_way))
    }

    /// `KBNvK solving at 9 plies, 3 of 12 slices, 4 million positions a second, 120 MB`.
    fn details(&self, elapsed: Duration) -> String {
        let doing = match self.phase {
            Phase::Waiting => "waiting".to_owned(),
            Phase::Reading => "reading".to_owned(),
            Phase::Solving { plies } => format!("solving at {plies} plies"),
            Phase::Compressing => "compressing".to_owned(),
            Phase::Writing => "writing".to_owned(),
            Phase::Finishing => "finishing".to_owned(),
        };
        let (done, all) = self.slices;
        let speed = self.positions.0 as f64 / elapsed.as_secs_f64().max(1e-3) / 1e6;
        let memory = machine::memory_in_use().map(|bytes| format!(", {}", size(bytes)));
        format!(
            "{} {doing}, {} of {} slices, {speed:.1} million positions a second{}",
            self.ending,
            grouped(done as u64),
            grouped(all as u64),
            memory.unwrap_or_default()
        )
    }
}

/// Why tables do not answer.
pub(crate) fn unanswered(error: &ProbeError) -> Complaint {
    match error {
        ProbeError::File(error) => bad_table(error),
        ProbeError::Missing { .. } => Complaint::new(Kind::MissingTable, error.to_string()),
        ProbeError::Contradiction { .. } => Complaint::new(Kind::BadTable, error.to_string()),
        _ => Complaint::new(Kind::NoTable, error.to_string()),
    }
}

/// What is wrong with a file.
pub(crate) fn bad_table(error: &FileError) -> Complaint {
    use std::io::ErrorKind::{NotADirectory, PermissionDenied, ReadOnlyFilesystem};
    if let Some(table) = error.damaged_table() {
        return damaged(error, table);
    }
    let complaint = Complaint::new(Kind::BadTable, error.to_string());
    match error {
        FileError::Io(error) if matches!(error.kind, PermissionDenied | ReadOnlyFilesystem) => {
            complaint.helped("allow access there, or name another folder with --data-dir")
        }
        FileError::Io(error) if error.kind == NotADirectory => {
            complaint.helped("name another folder with --data-dir")
        }
        _ => complaint,
    }
}

/// What to do about a damaged table.
fn damaged(error: &FileError, table: TableName) -> Complaint {
    let title = Title::new(table.material(), table.metric());
    let dtz = if table.metric() == Metric::Dtz { " --dtz" } else { "" };
    let help = format!("rebuild it with: sole endgame build {} --check{dtz}", table.material());
    Complaint::new(Kind::BadTable, error.to_string()).damaged(title).helped(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_table_is_named_with_the_command_that_rebuilds_it() {
        let cases = [
            ("KQvK.dtm", Some("sole endgame build KQvK --check")),
            ("KQvK.0001.dtm", Some("sole endgame build KQvK --check")),
            ("KQvK.dtz", Some("sole endgame build KQvK --check --dtz")),
            ("elsewhere", None),
        ];
        for (file, command) in cases {
            let error = FileError::Length { path: file.into(), expected: 64, actual: 1 };
            let complaint = serde_json::to_value(bad_table(&error)).expect("texts are JSON");
            assert_eq!(complaint["damaged"]["ending"] == "KQvK", command.is_some(), "{file}");
            let help = command.map(|command| format!("rebuild it with: {command}"));
            assert_eq!(complaint["help"][0].as_str(), help.as_deref(), "{file}");
        }
    }

    #[test]
    fn the_share_moves_between_what_is_done_and_what_is_under_way() {
        let ending: Material = "KRPvKR".parse().expect("an ending");
        let news = |positions, under_way| News {
            ending,
            slices: (359, 743),
            positions,
            under_way,
            phase: Phase::Reading,
        };
        // Done and in all, under way, the share of the estimated time, the percents that are shown.
        let cases = [
            ((3, 100), 30, 0.0, 2.97),
            ((3, 100), 30, 0.2, 20.0),
            // What is under way has to be compressed and written, too.
            ((3, 100), 30, 0.9, 29.7),
            ((33, 100), 0, 0.1, 32.67),
            ((0, 100), 100, 7.0, 89.1),
            // All is written, and the last file is being finished.
            ((100, 100), 0, 0.5, 99.0),
            ((100, 100), 0, 7.0, 99.0),
            ((0, 0), 0, 0.5, 0.0),
        ];
        for (positions, under_way, expected, percents) in cases {
            let shown = 100.0 * news(positions, under_way).share(expected);
            let case = format!("{positions:?}, {under_way} under way, {expected}: {shown}");
            assert!((shown - percents).abs() < 1e-9, "{case}");
        }
    }
}
