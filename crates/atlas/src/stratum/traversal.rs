//! Strata closed one after another, in an order in which none is entered again.

use super::census::{Census, DeadTables, ExitCount};
use super::closure::{Closure, Frontier};
use super::entry::Entry;
use super::exits::ExitFinder;
use super::store::{self, Stored};
use super::table::{Table, bits};
use super::{Stratum, StratumError};
use sole_board::{Color, Diagram, Faults, Piece, Position, Role, Setup, Square};
use sole_storage::{FileLock, create_folder, remove_left_behind};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How dead positions are treated, in which no mate is possible any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadPositions {
    /// They have moves like other positions.
    #[default]
    Continue,
    /// The game is over: they have no moves.
    Terminal,
}

/// The options of a traversal of strata.
///
/// The work is done on the threads of the rayon pool it is called in. The counts are the same
/// for any number of threads.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The most strata to close, in their order; all that can be reached if it is `None`.
    pub strata: Option<NonZeroUsize>,
    /// How dead positions are treated.
    pub dead_positions: DeadPositions,
    /// The most bytes to use.
    pub memory: u64,
    /// The folder for the saved state. The same traversal is resumed from there, and once it is
    /// complete its results are read from there.
    pub folder: Option<&'a Path>,
    /// The time between two saves.
    pub save_interval: Duration,
    /// Called with the progress; `Break` stops the traversal.
    pub observer: &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync),
}

impl Default for Options<'_> {
    fn default() -> Options<'static> {
        Options {
            strata: Some(NonZeroUsize::MIN),
            dead_positions: DeadPositions::Continue,
            memory: 4 << 30,
            folder: None,
            save_interval: Duration::from_secs(10),
            observer: &|_| ControlFlow::Continue(()),
        }
    }
}

/// The progress of a traversal.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Strata that are closed.
    pub closed: usize,
    /// Strata that are known to come after the one at work.
    pub waiting: usize,
    /// The one at work.
    pub stratum: Stratum,
    /// Its positions so far.
    pub positions: u64,
    /// How many moves deep it was searched.
    pub depth: u32,
    /// How many of its ways out are done, and of how many, once it is closed.
    pub exits: Option<(usize, usize)>,
}

/// A stratum with all its positions.
#[derive(Clone, Copy, Debug)]
pub struct Closed<'a> {
    /// Which stratum.
    pub stratum: Stratum,
    closure: &'a Closure,
}

impl Closed<'_> {
    /// Every position: those with White to move first, then Black's, those with a right to
    /// capture en passant last.
    ///
    /// # Errors
    /// The first error of `visit`, which ends it.
    pub fn try_for_each<E>(
        &self,
        mut visit: impl FnMut(&Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let plain = Color::ALL.map(|color| (color, None, &self.closure.seen[color.index()]));
        let en_passant = self.closure.en_passant.iter();
        let en_passant = en_passant
            .map(|en_passant| (en_passant.turn, Some(en_passant.over), &en_passant.table));
        for (turn, over, table) in plain.into_iter().chain(en_passant) {
            for (row, words) in table.rows().enumerate() {
                for column in bits(words) {
                    visit(&self.position(turn, over, [row, column]))?;
                }
            }
        }
        Ok(())
    }

    fn position(&self, turn: Color, over: Option<Square>, [row, column]: [usize; 2]) -> Position {
        let armies = [(turn, row), (!turn, column)];
        let mut setup = Setup { turn, en_passant: over, ..Setup::EMPTY };
        for (color, number) in armies {
            let army = &self.closure.roster(color).armies()[number];
            army.put_on(&mut setup.diagram, color);
            setup.castling |= army.castling();
            put_pawns(&mut setup.diagram, color, &self.stratum);
        }
        Position::new(setup, Faults::WAIVABLE).expect("moves lead to positions")
    }
}

fn put_pawns(diagram: &mut Diagram, color: Color, stratum: &Stratum) {
    for pawn in stratum.pawns(color) {
        diagram.put(pawn, Piece { color, role: Role::Pawn });
    }
}

/// Closes the stratum of `start`, or more strata that it leads to, and counts what is in them.
///
/// `keep` is called with every stratum once it is closed, in the order of the answer; after a
/// resume not with those that were closed before.
///
/// # Errors
/// What keeps the work from being done, and what `keep` says.
pub fn traverse(
    start: &Position,
    options: &Options<'_>,
    keep: impl FnMut(Closed<'_>) -> Result<(), StratumError>,
) -> Result<Vec<Census>, StratumError> {
    Traversal::begin(start, options)?.run(keep)
}

/// Locks the state file of a traversal.
fn lock(state_file: &Path) -> Result<FileLock, StratumError> {
    create_folder(state_file.parent().unwrap_or(state_file))?;
    let lock = FileLock::try_take(&state_file.with_extension("lock"))?;
    let lock = lock.ok_or_else(|| StratumError::Busy { path: state_file.to_owned() })?;
    remove_left_behind(state_file)?;
    Ok(lock)
}

/// A traversal: strata closed, in work and waiting.
struct Traversal<'a> {
    options: &'a Options<'a>,
    /// The file of the saved state.
    path: Option<PathBuf>,
    _lock: Option<FileLock>,
    written: Instant,
    state: State,
}

/// The state that is saved.
#[derive(Debug)]
struct State {
    /// What the traversal is about: the start and the options that change its counts.
    title: Vec<u64>,
    done: Vec<Census>,
    waiting: BTreeMap<Stratum, Vec<Entry>>,
    /// How far the first of the waiting ones has come: what is found in it, and what is new.
    work: Option<([Table; 2], Frontier)>,
}

impl State {
    fn first(start: &Position, options: &Options<'_>) -> State {
        let (stratum, entry) = (Stratum::of(start), Entry::of(start));
        let strata = options.strata.map(|strata| strata.get() as u64);
        let mut title = vec![options.dead_positions as u64];
        strata.put(&mut title);
        stratum.put(&mut title);
        entry.put(&mut title);
        let waiting = BTreeMap::from([(stratum, vec![entry])]);
        State { title, done: Vec::new(), waiting, work: None }
    }

    /// The numbers to be written, with how far the first of the waiting ones has come.
    fn numbers(&self, work: Option<&Closure>) -> Vec<u64> {
        let mut numbers = Vec::new();
        self.title.put(&mut numbers);
        self.done.put(&mut numbers);
        numbers.push(self.waiting.len() as u64);
        for (stratum, entries) in &self.waiting {
            stratum.put(&mut numbers);
            entries.put(&mut numbers);
        }
        numbers.push(u64::from(work.is_some()));
        if let Some(closure) = work {
            closure.seen.put(&mut numbers);
            closure.progress.put(&mut numbers);
        }
        numbers
    }

    fn from_numbers(mut numbers: &[u64]) -> Option<State> {
        let numbers = &mut numbers;
        let (title, done) = (Stored::take(numbers)?, Stored::take(numbers)?);
        let waiting: Vec<(Stratum, Vec<Entry>)> = Stored::take(numbers)?;
        let work = Stored::take(numbers)?;
        let in_order = waiting.is_sorted_by(|(a, _), (b, _)| a < b);
        let state = State { title, done, waiting: waiting.into_iter().collect(), work };
        (numbers.is_empty() && in_order).then_some(state)
    }

    /// Whether a survey that began with `first` can stand here.
    fn can_follow(&self, first: &State, options: &Options<'_>) -> bool {
        let is_entry = |(stratum, entries): (&Stratum, &Vec<Entry>)| {
            !entries.is_empty() && entries.iter().all(|entry| entry.is_of(stratum))
        };
        self.title == first.title
            && self.has_strata_that_follow(first, options)
            && self.has_sums()
            && self.waiting.iter().all(is_entry)
            && (self.work.is_none() || !self.waiting.is_empty())
    }

    /// Whether the strata come in their order, each but the first by a way out of one before,
    /// and whether none is missing.
    fn has_strata_that_follow(&self, first: &State, options: &Options<'_>) -> bool {
        let done = self.done.iter().map(|census| census.stratum);
        let strata: Vec<Stratum> = done.chain(self.waiting.keys().copied()).collect();
        let targets = self.done.iter().flat_map(|census| &census.exits).map(|exit| exit.target);
        let reached: BTreeSet<Stratum> = first.waiting.keys().copied().chain(targets).collect();
        let is_reached = strata.iter().all(|stratum| reached.contains(stratum));
        let is_begun = strata.first() == first.waiting.keys().next();
        // What the last stratum that is wanted leads to does not wait.
        let is_complete = match options.strata.map(NonZeroUsize::get) {
            Some(most) if self.done.len() >= most => self.done.len() == most,
            _ => strata.len() == reached.len(),
        };
        strata.is_sorted_by(|a, b| a < b) && is_reached && is_begun && is_complete
    }

    /// Whether the positions and the moves of all closed strata are numbers of 64 bits.
    fn has_sums(&self) -> bool {
        let sum = |count: fn(&Census) -> u64| {
            self.done.iter().try_fold(0u64, |sum, census| sum.checked_add(count(census)))
        };
        sum(Census::total).is_some() && sum(Census::edges).is_some()
    }
}

impl<'a> Traversal<'a> {
    fn begin(start: &Position, options: &'a Options<'a>) -> Result<Traversal<'a>, StratumError> {
        let state = State::first(start, options);
        let name = || format!("{}.survey", store::name(&state.title));
        let path = options.folder.map(|folder| folder.join(name()));
        let mut traversal =
            Traversal { options, path: None, _lock: None, written: Instant::now(), state };
        let Some(path) = path else { return Ok(traversal) };
        traversal.resume(&path, start)?;
        // Where nothing is left to do nothing is written, and the folder need not be one that
        // can be written.
        if traversal.next().is_some() {
            traversal._lock = Some(lock(&path)?);
            // Another process may have been at work before this one had the lock.
            traversal.resume(&path, start)?;
            traversal.path = Some(path);
        }
        Ok(traversal)
    }

    /// Resumes from a saved state, if it is there.
    fn resume(&mut self, path: &Path, start: &Position) -> Result<(), StratumError> {
        let Some(numbers) = store::read(path)? else { return Ok(()) };
        let first = State::first(start, self.options);
        let before = State::from_numbers(&numbers);
        let before = before.filter(|before| before.can_follow(&first, self.options));
        self.state = before.ok_or_else(|| StratumError::Damaged { path: path.to_owned() })?;
        Ok(())
    }

    /// The stratum that is to be closed next, if one is wanted, and its entries.
    fn next(&self) -> Option<(Stratum, &[Entry])> {
        let (&stratum, entries) = self.state.waiting.first_key_value()?;
        self.is_wanted(self.state.done.len()).then_some((stratum, entries))
    }

    fn run(
        mut self,
        mut keep: impl FnMut(Closed<'_>) -> Result<(), StratumError>,
    ) -> Result<Vec<Census>, StratumError> {
        while let Some((stratum, entries)) = self.next() {
            let mut closure = Closure::new(stratum.structure, entries, self.options.memory)?;
            if let Some((seen, frontier)) = self.state.work.take() {
                closure.resume(seen, frontier).ok_or_else(|| self.damaged())?;
            }
            if !closure.is_possible() {
                return Err(self.damaged());
            }
            self.close(stratum, closure, &mut keep)?;
            self.write_if_due(None)?;
        }
        self.write(None)?;
        Ok(self.state.done)
    }

    /// Whether another stratum is wanted after this number.
    fn is_wanted(&self, strata: usize) -> bool {
        self.options.strata.is_none_or(|most| strata < most.get())
    }

    fn damaged(&self) -> StratumError {
        StratumError::Damaged { path: self.path.clone().unwrap_or_default() }
    }

    /// Closes a stratum, counts it and hands on what leads out of it.
    fn close(
        &mut self,
        stratum: Stratum,
        mut closure: Closure,
        keep: &mut impl FnMut(Closed<'_>) -> Result<(), StratumError>,
    ) -> Result<(), StratumError> {
        let dead = DeadTables::of(&stratum, &closure);
        let ends = match self.options.dead_positions {
            DeadPositions::Continue => None,
            DeadPositions::Terminal => dead.all(),
        };
        while !closure.is_closed() {
            let notified = self.report(stratum, &closure, None);
            self.save_if_stopped(notified, &closure)?;
            closure.advance(ends.as_ref());
            self.write_if_due(Some(&closure))?;
        }
        let finder = ExitFinder { closure: &closure, ends: ends.as_ref() };
        let mut census = Census::of(stratum, &finder, &dead);
        let entries_after = self.leave(&finder, &mut census);
        let entries_after = self.save_if_stopped(entries_after, &closure)?;
        keep(Closed { stratum, closure: &closure })?;
        self.state.waiting.remove(&stratum);
        for (target, entries) in entries_after {
            self.state.waiting.entry(target).or_default().extend(entries);
        }
        self.state.done.push(census);
        Ok(())
    }

    /// Counts the ways out, and collects the entries of the strata they lead to if those are
    /// wanted.
    fn leave(
        &self,
        finder: &ExitFinder<'_>,
        census: &mut Census,
    ) -> Result<Vec<(Stratum, Vec<Entry>)>, StratumError> {
        let exits = |color| finder.exits(color).into_iter().map(move |exit| (color, exit));
        let exits: Vec<_> = Color::ALL.into_iter().flat_map(exits).collect();
        let mut entries_after = Vec::new();
        for (index, &(color, exit)) in exits.iter().enumerate() {
            self.report(census.stratum, finder.closure, Some((index, exits.len())))?;
            let positions_after = finder.positions_after(color, exit);
            if positions_after.edges == 0 {
                continue;
            }
            let target = census.stratum.after(color, exit);
            let (edges, positions) = (positions_after.edges, positions_after.positions());
            census.exits.push(ExitCount { color, exit, target, edges, positions });
            if self.is_wanted(self.state.done.len() + 1) {
                entries_after
                    .push((target, positions_after.into_entries(color, exit, &target.structure)));
            }
        }
        Ok(entries_after)
    }

    /// Saves the state if the outcome is that the work was stopped.
    fn save_if_stopped<T>(
        &mut self,
        outcome: Result<T, StratumError>,
        work: &Closure,
    ) -> Result<T, StratumError> {
        if matches!(outcome, Err(StratumError::Stopped)) {
            self.write(Some(work))?;
        }
        outcome
    }

    fn report(
        &self,
        stratum: Stratum,
        closure: &Closure,
        exits: Option<(usize, usize)>,
    ) -> Result<(), StratumError> {
        let progress = Progress {
            closed: self.state.done.len(),
            waiting: self.state.waiting.len().saturating_sub(1),
            stratum,
            positions: closure.positions(),
            depth: closure.progress.generation,
            exits,
        };
        match (self.options.observer)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StratumError::Stopped),
        }
    }

    fn write_if_due(&mut self, work: Option<&Closure>) -> Result<(), StratumError> {
        if self.written.elapsed() < self.options.save_interval { Ok(()) } else { self.write(work) }
    }

    fn write(&mut self, work: Option<&Closure>) -> Result<(), StratumError> {
        if let Some(path) = &self.path {
            store::write(path, &self.state.numbers(work))?;
            self.written = Instant::now();
        }
        Ok(())
    }
}
