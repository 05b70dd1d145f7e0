//! One way to run any of the generators, and to choose among what they make.

use super::{ExhaustiveSearch, Find, Oracle, RandomMates, RandomProblems, Tally};
use crate::rate::Difficulty;
use crate::{Budget, Problem};
use sole_puzzle::{Name, Puzzle, Task};
use std::cell::Cell;
use std::convert::Infallible;
use std::ops::{ControlFlow, RangeInclusive};

/// A generator of problems; `E` is why its oracle does not know something.
pub enum Source<'a, E = Infallible> {
    /// All positions of a material.
    Exhaustive(ExhaustiveSearch),
    /// The same with distances to mate from an oracle.
    WithOracle(ExhaustiveSearch, Oracle<'a, E>),
    /// Random direct mates.
    RandomMates(RandomMates),
    /// Random problems of any stipulation.
    RandomProblems(RandomProblems),
}

/// Which of the problems are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// How many.
    pub count: u64,
    /// What every problem must show.
    pub themes: Vec<Name>,
    /// How hard every problem must be, on the scale of [`Difficulty`].
    pub difficulty: Option<RangeInclusive<f64>>,
}

impl Wanted {
    /// So many of any kind.
    pub fn any(count: u64) -> Wanted {
        Wanted { count, themes: Vec::new(), difficulty: None }
    }

    /// Whether a problem shows what is asked for and is as hard.
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        let points = || puzzle.rating(Difficulty::SCALE).map(|rating| rating.value());
        let is_as_hard =
            |wanted: &RangeInclusive<f64>| points().is_some_and(|points| wanted.contains(&points));
        self.difficulty.as_ref().is_none_or(is_as_hard)
            && self.themes.iter().all(|theme| puzzle.tags().contains(theme))
    }
}

impl<E: Send> Source<'_, E> {
    /// Whether it goes through all there is, so that what it does not find does not exist.
    pub fn is_exhaustive(&self) -> bool {
        matches!(self, Source::Exhaustive(_) | Source::WithOracle(..))
    }

    /// Calls `found` with each problem that is wanted and its record, until it breaks, there are
    /// enough, or the budget is used up. The task of the budget is told how far it is.
    ///
    /// # Errors
    /// The first error of the oracle.
    pub fn run(
        &self,
        wanted: &Wanted,
        budget: &Budget<'_>,
        mut found: impl FnMut(&Problem, Puzzle) -> ControlFlow<()>,
    ) -> Result<Tally, E> {
        let progress = Progress::new(budget.task, wanted.count, self.is_exhaustive());
        let survey = |share| progress.note_surveyed(share);
        self.each(budget, survey, |problem, record| {
            let puzzle = record();
            if !wanted.accepts(&puzzle) {
                return ControlFlow::Continue(());
            }
            progress.note_found();
            found(problem, puzzle)?;
            let is_enough = progress.found.get() == wanted.count;
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Whether it makes any problem within the budget.
    ///
    /// # Errors
    /// The first error of the oracle.
    pub fn makes_any(&self, budget: &Budget<'_>) -> Result<bool, E> {
        let tally = self.each(budget, |_| (), |_, _| ControlFlow::Break(()))?;
        Ok(tally.finds > 0)
    }

    /// Calls `found` with each problem and with what makes its record, which may take longer than
    /// to find it.
    fn each(
        &self,
        budget: &Budget<'_>,
        progress: impl FnMut(f64),
        mut found: impl FnMut(&Problem, &dyn Fn() -> Puzzle) -> ControlFlow<()>,
    ) -> Result<Tally, E> {
        let of_find = |find: Find| found(&find.problem(), &|| find.to_puzzle());
        match self {
            Source::Exhaustive(search) => Ok(search.run(budget, progress, of_find)),
            Source::WithOracle(search, oracle) => {
                search.run_with_oracle(*oracle, budget, progress, of_find)
            }
            Source::RandomMates(generator) => Ok(generator.run(budget, of_find)),
            Source::RandomProblems(generator) => {
                Ok(generator.run(budget, |unique| found(unique.problem(), &|| unique.to_puzzle())))
            }
        }
    }
}

/// How far a search for problems is: of those that are wanted, or of all there is.
struct Progress<'a> {
    task: Option<&'a Task>,
    wanted: u64,
    found: Cell<u64>,
    surveyed: Cell<f64>,
}

impl<'a> Progress<'a> {
    /// The unit in which the task is told.
    const WHOLE: u64 = 1_000_000;

    fn new(task: Option<&'a Task>, wanted: u64, is_exhaustive: bool) -> Progress<'a> {
        if let Some(task) = task {
            let has_end = is_exhaustive || wanted < u64::MAX;
            task.set_total(has_end.then_some(Progress::WHOLE));
        }
        let progress = Progress { task, wanted, found: Cell::new(0), surveyed: Cell::new(0.0) };
        progress.tell();
        progress
    }

    fn note_found(&self) {
        self.found.set(self.found.get() + 1);
        self.tell();
    }

    fn note_surveyed(&self, share: f64) {
        self.surveyed.set(share);
        self.tell();
    }

    fn tell(&self) {
        let Some(task) = self.task else { return };
        let found = self.found.get();
        task.set_done((self.share() * Progress::WHOLE as f64) as u64);
        let speed = found as f64 / task.elapsed().as_secs_f64().max(1e-6);
        task.set_detail(format!("{found} found, {speed:.1} a second"));
    }

    fn share(&self) -> f64 {
        (self.found.get() as f64 / self.wanted as f64).max(self.surveyed.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_as_far_as_its_finds_or_its_survey() {
        // Wanted, found, surveyed, whether all there is is gone through, the share.
        let cases = [
            (10, 0, 0.0, false, Some(0.0)),
            (10, 5, 0.0, false, Some(0.5)),
            (3, 0, 0.4, true, Some(0.4)),
            (10, 5, 0.4, true, Some(0.5)),
            (u64::MAX, 7, 0.0, false, None),
            (u64::MAX, 0, 0.25, true, Some(0.25)),
        ];
        for (wanted, found, surveyed, is_exhaustive, expected) in cases {
            let task = Task::unlimited();
            let progress = Progress::new(Some(&task), wanted, is_exhaustive);
            progress.note_surveyed(surveyed);
            (0..found).for_each(|_| progress.note_found());
            assert_eq!(task.progress().share, expected, "{found} of {wanted}, {surveyed} surveyed");
        }
    }
}
