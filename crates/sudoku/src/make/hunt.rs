//! A search for the best puzzles from neighbourhood to neighbourhood.

use super::archive::{Archive, Entry, State};
use super::neighbourhood::Neighbourhood;
use crate::{Budget, Grid, Puzzle};
use sole_puzzle::Stop;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How good a puzzle is, the higher the better; `None` if it is not wanted.
pub type Rate<'a> = &'a dyn Fn(&Puzzle, &Grid) -> Option<f64>;

/// Goes on from the best puzzles of an archive.
pub struct Hunt<'a> {
    /// Where to look.
    pub neighbourhood: Neighbourhood,
    /// What is wanted.
    pub rate: Rate<'a>,
    /// Nodes for each search, and whether to stop.
    pub budget: Budget<'a>,
}

/// The result of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntResult {
    /// The number of neighbourhoods searched to the end.
    pub searched: u64,
    /// The number of puzzles rated.
    pub rated: u64,
    /// `Continue` if no puzzle of the archive is open any more.
    pub end: ControlFlow<Stop>,
}

impl Hunt<'_> {
    /// Rates a puzzle and puts it into the archive; says whether it is new there.
    pub fn seed(&self, archive: &mut Archive, puzzle: &Puzzle, solution: &Grid) -> bool {
        let form = archive.form(puzzle);
        if archive.contains(&form) {
            return false;
        }
        let Some(rating) = (self.rate)(puzzle, solution) else { return false };
        archive.insert(Entry { puzzle: form, rating, state: State::Open });
        true
    }

    /// Searches the neighbourhood of the best open puzzle, again and again, and keeps what is found.
    /// `progress` sees the archive and every new puzzle in it, and may end it. What ends early
    /// leaves the puzzle open, so that a later hunt searches it again.
    pub fn run(
        &self,
        archive: &mut Archive,
        mut progress: impl FnMut(&Archive, &Entry) -> ControlFlow<()>,
    ) -> HuntResult {
        let mut hunted = HuntResult { searched: 0, rated: 0, end: ControlFlow::Continue(()) };
        let mut seen = HashSet::new();
        loop {
            let open = archive.best().into_iter().find(|entry| entry.state == State::Open).cloned();
            let Some(entry) = open else { return hunted };
            hunted.end =
                self.neighbourhood.walk(&entry.puzzle, &self.budget, |puzzle, solution| {
                    if (self.budget.stop)() {
                        return ControlFlow::Break(Stop::Budget);
                    }
                    let form = archive.form(&puzzle);
                    if archive.contains(&form) || !seen.insert(form.clone()) {
                        return ControlFlow::Continue(());
                    }
                    hunted.rated += 1;
                    let Some(rating) = (self.rate)(&puzzle, &solution) else {
                        return ControlFlow::Continue(());
                    };
                    let new = Entry { puzzle: form, rating, state: State::Open };
                    archive.insert(new.clone());
                    if archive.contains(&new.puzzle) && progress(archive, &new).is_break() {
                        return ControlFlow::Break(Stop::Enough);
                    }
                    ControlFlow::Continue(())
                });
            if hunted.end.is_break() {
                return hunted;
            }
            hunted.searched += 1;
            if archive.contains(&entry.puzzle) {
                archive.insert(Entry { state: State::Done, ..entry });
            }
        }
    }
}
