//! Studies of problems within the limits of the command line, and what they mean for scripts.

use super::question::{Question, Wanted};
use crate::args::{Effort, When};
use crate::console::Console;
use crate::envelope::Status;
use crate::exit::Exit;
use crate::watched::WatchedTask;
use sole_mate::study::{Finding, SetPlay, Study};
use sole_mate::{Budget, Problem};
use sole_puzzle::Task;

/// The limit of a search for the shortest mate if the command line names none.
const SHORTEST_NODES: u64 = 100_000_000;

/// How a problem is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) study: Study,
    pub(super) effort: Effort,
    /// For the table of each thread, if it is not as usual.
    pub(super) bytes: Option<usize>,
}

impl Search {
    /// The task of one problem, from its first search to its last.
    pub(super) fn task(&self, label: String, console: &Console) -> WatchedTask {
        WatchedTask::limited(label, self.effort.patience.limits(), console)
    }

    /// Looks as far as the task allows.
    pub(super) fn run(&self, problem: &Problem, task: &Task) -> Finding {
        self.study.run(problem, &self.budget(task))
    }

    /// The same with a limit of nodes if the shortest mate is wanted and no limit is named.
    pub(super) fn limited(mut self, wanted: Wanted) -> Search {
        let patience = &mut self.effort.patience;
        if wanted == Wanted::Shortest && patience.nodes.is_none() && patience.time.is_none() {
            patience.nodes = Some(SHORTEST_NODES);
        }
        self
    }

    /// Answers a question. If the shortest mate is wanted, the problem becomes that one.
    pub(super) fn answer(&self, question: &mut Question, wanted: Wanted, task: &Task) -> Finding {
        if wanted == Wanted::Stipulated {
            return self.run(&question.problem, task);
        }
        let (problem, finding) = self.study.shortest(&question.problem, &self.budget(task));
        question.problem = problem;
        finding
    }

    fn budget<'a>(&self, task: &'a Task) -> Budget<'a> {
        Budget { bytes: self.bytes, threads: self.effort.threads.get(), ..Budget::of(task) }
    }
}

/// Why a search ended before everything was decided, if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By a limit.
    Limit,
    /// By Ctrl-C.
    Interrupted,
}

impl From<&Task> for End {
    fn from(task: &Task) -> End {
        if task.is_cancelled() { End::Interrupted } else { End::Limit }
    }
}

/// What an answer of yes, no, or not decided is called in the envelope.
pub(super) fn status(answer: Option<bool>) -> Status {
    match answer {
        Some(true) => Status::Proven,
        Some(false) => Status::Refuted,
        None => Status::Open,
    }
}

/// The exit code of an answer of yes, no, or not decided.
pub(super) fn exit(answer: Option<bool>) -> Exit {
    match answer {
        Some(true) => Exit::Yes,
        Some(false) => Exit::No,
        None => Exit::Open,
    }
}

impl From<When> for SetPlay {
    fn from(when: When) -> SetPlay {
        match when {
            When::Auto => SetPlay::Forced,
            When::Always => SetPlay::Always,
            When::Never => SetPlay::Never,
        }
    }
}
