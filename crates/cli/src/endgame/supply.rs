//! Tables at hand: where they are, and what is missing built on demand.

use super::Title;
use super::estimate;
use crate::args::{Consent, Construction, DataFolder, OnDemand};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::data;
use crate::dialogue::Manner;
use crate::input::Playable;
use crate::prompt::confirm;
use crate::render::{plural, size};
use crate::watched::WatchedTask;
use sole_board::{Material, Position};
use sole_endgame::file::{Effort, FileError, Metric, TableName};
use sole_endgame::{
    BuildError, Estimate, MissingTables, Plan, ProbeError, ProvideError, TableProvider, Tables,
};
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

/// Bytes for decoded blocks of tables.
const CACHE: usize = 64 << 20;

/// A folder of tables, and how someone agrees to add to it.
#[derive(Debug)]
pub(crate) struct Supply {
    provider: TableProvider,
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

impl Deref for Supply {
    type Target = TableProvider;

    fn deref(&self) -> &TableProvider {
        &self.provider
    }
}

impl Supply {
    /// What the flags mean on this machine.
    pub(crate) fn new(data: &DataFolder, flags: Construction) -> Result<Supply, Complaint> {
        let (threads, memory) = (flags.threads.number(), flags.memory.bytes());
        let provider = TableProvider::new(tables(data)?, threads, memory);
        Ok(Supply { provider, consent: Consent::default(), named: data.data_dir.clone() })
    }

    /// The same with an answer to whether large builds may start.
    pub(crate) fn with_consent(self, consent: Consent) -> Supply {
        Supply { consent, ..self }
    }

    /// The same without the name of its folder, which is nothing to those far away.
    pub(crate) fn unnamed(self) -> Supply {
        Supply { named: None, ..self }
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
    pub(super) fn provide_plan(
        &self,
        plan: &Plan,
        what: &str,
        missing: Missing,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let provided = self.provider.provide(plan, |MissingTables { plan, estimate }| {
            let is_agreed = missing == Missing::Build
                && self.is_agreed(estimate, plan.endings().len(), console)?;
            Ok(is_agreed.then(|| self.begin_aloud(plan, console)))
        });
        match provided {
            Err(ProvideError::Missing(tables)) if missing == Missing::Build => {
                Err(self.refusal(what, &tables).helped("add --yes to build them at once").into())
            }
            provided => self.provided(what, provided),
        }
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

    /// Makes sure that it is known what the fifty-move rule makes of a position, if it matters.
    ///
    /// The distances to mate must be there. A large build that nobody has agreed to is left undone.
    pub(crate) fn provide_rule(
        &self,
        Playable { setup, position }: &Playable,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let plan = self.plan_for_rule(position, setup.clocks.halfmoves);
        let Some(plan) = plan.map_err(|error| unanswered(&error))? else { return Ok(()) };
        let provided = self.provider.provide(&plan, |MissingTables { plan, estimate }| {
            let is_agreed = self.consent.yes || !estimate::is_large(estimate);
            Ok(is_agreed.then(|| self.begin_aloud(plan, console)))
        });
        match provided {
            Err(ProvideError::Missing(_)) => Ok(()),
            provided => self.provided(&quoted(position), provided),
        }
    }

    /// Builds a plan after saying what it will cost.
    pub(crate) fn build_aloud(&self, plan: &Plan, console: &mut Console) -> Result<(), Stop> {
        let provided =
            self.provider.provide(plan, |tables| Ok(Some(self.begin_aloud(&tables.plan, console))));
        self.provided("", provided)
    }

    fn provided(&self, what: &str, provided: Result<(), ProvideError<Stop>>) -> Result<(), Stop> {
        provided.map_err(|error| match error {
            ProvideError::Missing(tables) => self.refusal(what, &tables).into(),
            ProvideError::Probe(error) => unanswered(&error).into(),
            ProvideError::Build { error, missing } => self.stop(error, &missing.plan),
            ProvideError::Consent(stop) => stop,
        })
    }

    /// Says what a build will cost, and begins it.
    fn begin_aloud(&self, plan: &Plan, console: &Console) -> WatchedTask {
        let title = |ending: &Material| Title::new(ending, plan.metric()).to_string();
        let names: Vec<String> = plan.endings().iter().map(title).collect();
        let cost = estimate::text(&self.estimate(plan));
        console.notes().say(&format!("building {}: {cost}", names.join(" ")));
        WatchedTask::begin("building", console)
    }

    /// Why there is no answer, as tables for `what` are missing.
    pub(super) fn refusal(&self, what: &str, tables: &MissingTables) -> Complaint {
        let message = format!("tables are missing: {}", estimate::text(&tables.estimate));
        let folder = self.named.as_ref().map(|path| format!(" --data-dir \"{}\"", path.display()));
        let folder = folder.unwrap_or_default();
        Complaint::new(Kind::MissingTable, message)
            .wanting(tables.plan.endings().iter().map(Material::to_string))
            .helped(format!("build them with: sole endgame build {what}{folder}"))
    }

    /// Builds a plan, showing how far it has come, and says how long it took.
    pub(crate) fn build(
        &self,
        plan: &Plan,
        effort: Effort,
        console: &mut Console,
    ) -> Result<Duration, Stop> {
        let task = WatchedTask::begin("building", console);
        let built = self.provider.build(plan, effort, &task);
        built.map_err(|error| self.stop(error, plan))?;
        // Asked for too late to leave anything out, but asked for.
        if task.is_cancelled() { Err(Stop::Interrupted) } else { Ok(task.elapsed()) }
    }

    /// Does a job on as many threads as the flags say.
    pub(crate) fn on_threads<R: Send>(
        &self,
        job: impl FnOnce() -> R + Send,
    ) -> Result<R, Complaint> {
        let done = self.provider.on_threads(job);
        done.map_err(|error| Complaint::new(Kind::Memory, error.to_string()))
    }

    fn stop(&self, error: BuildError, plan: &Plan) -> Stop {
        match error {
            BuildError::Stopped => Stop::Interrupted,
            BuildError::Threads { .. } => Complaint::new(Kind::Memory, error.to_string()).into(),
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
}
