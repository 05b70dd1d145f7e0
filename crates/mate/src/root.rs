//! The first moves of a problem, searched in parallel.
//!
//! Every first move is a question of its own, so threads take them one after
//! another, each with a table of its own. How many there are changes neither
//! the keys nor their lengths nor their order.
//!
//! All first moves are tried with one move, then with two, and so on, so that a
//! search that is stopped knows every shorter solution.

use crate::budget::NodeCounter;
use crate::{Budget, OutOfBudget};
use sole_board::{Move, Position};
use sole_puzzle::{Verdict, parallel};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A search that decides what a first move is worth.
pub(crate) trait Forced {
    /// Whether `first`, which has led to `position`, forces the goal with at most
    /// `moves` more moves of the same side.
    fn succeeds(
        &mut self,
        position: &Position,
        first: Move,
        moves: u8,
    ) -> Result<bool, OutOfBudget>;

    /// The moves among which the attacker may choose.
    fn attacks(&self, position: &Position) -> Vec<Move> {
        position.moves()
    }

    /// The moves among which the defender may choose.
    fn defences(&self, position: &Position) -> Vec<Move> {
        position.moves()
    }

    /// The least number of moves in which the side to move forces the goal, up to `most`.
    fn length(&mut self, position: &Position, most: u8) -> Result<Option<u8>, OutOfBudget> {
        let attacks = self.attacks(position);
        for moves in 1..=most {
            for &first in &attacks {
                if self.succeeds(&position.after(first), first, moves - 1)? {
                    return Ok(Some(moves));
                }
            }
        }
        Ok(None)
    }

    /// Whether a defence that has led here reached the goal.
    fn is_over(&self, _: &Position) -> bool {
        false
    }
}

impl<F: Forced + ?Sized> Forced for Box<F> {
    fn succeeds(
        &mut self,
        position: &Position,
        first: Move,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        (**self).succeeds(position, first, moves)
    }

    fn attacks(&self, position: &Position) -> Vec<Move> {
        (**self).attacks(position)
    }

    fn defences(&self, position: &Position) -> Vec<Move> {
        (**self).defences(position)
    }

    fn length(&mut self, position: &Position, most: u8) -> Result<Option<u8>, OutOfBudget> {
        (**self).length(position, most)
    }

    fn is_over(&self, position: &Position) -> bool {
        (**self).is_over(position)
    }
}

/// A first move that forces the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The move.
    pub first: Move,
    /// How many moves of its side it takes against the best defence, itself
    /// counted.
    pub moves: u8,
}

/// All first moves that force the goal, as far as they were decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    keys: Vec<Key>,
    undecided: Vec<Move>,
    decided_moves: u8,
    nodes: u64,
}

impl Keys {
    /// The keys, in the order of the move generator.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The first moves that the budget did not suffice for.
    pub fn undecided(&self) -> &[Move] {
        &self.undecided
    }

    /// The number of moves for which every first move is decided: no first move that is not
    /// among the keys forces the goal in this number of moves.
    pub fn decided_moves(&self) -> u8 {
        self.decided_moves
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The fewest moves of any key, exact even if some first moves are undecided.
    pub fn shortest(&self) -> Option<u8> {
        self.keys.iter().map(|key| key.moves).min()
    }

    /// No key, one, or many; open while that is not proved.
    pub fn verdict(&self) -> Verdict<Key> {
        match (self.keys.as_slice(), self.undecided.is_empty()) {
            (&[first, second, ..], _) => Verdict::Many(first, second),
            (&[only], true) => Verdict::One(only),
            ([], true) => Verdict::None,
            (keys, false) => Verdict::Open(keys.first().copied()),
        }
    }
}

/// When to stop trying first moves with more moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// All of these moves were tried.
    Moves(u8),
    /// A key was found, or all of these moves were tried.
    Found(u8),
}

/// Decides every first move, for as many moves as asked for.
pub(crate) fn keys<'a, F: Forced + Send>(
    position: &Position,
    until: Until,
    budget: &Budget<'a>,
    search: impl Fn(NodeCounter<'a>) -> F,
) -> Keys {
    let counter = NodeCounter::new(budget);
    let mut searches = searches(&counter, budget.threads, search);
    let mut levels = Levels::new(position);
    while levels.goes_on(until) {
        let more = levels.decided_moves;
        let answers = parallel_map(&mut searches, &levels.left, |search, _, first| {
            search.succeeds(&position.after(first), first, more)
        });
        levels.add(until, &answers);
    }
    drop(searches);
    levels.keys(position, counter.nodes())
}

/// First moves that are tried with more and more moves.
struct Levels {
    keys: Vec<Key>,
    /// The first moves that are no keys so far.
    left: Vec<Move>,
    /// Those for which the budget did not suffice.
    undecided: Vec<Move>,
    decided_moves: u8,
}

impl Levels {
    fn new(position: &Position) -> Levels {
        let (keys, undecided) = (Vec::new(), Vec::new());
        Levels { keys, left: ranked(position), undecided, decided_moves: 0 }
    }

    fn goes_on(&self, until: Until) -> bool {
        let (most, is_enough) = match until {
            Until::Moves(most) => (most, false),
            Until::Found(most) => (most, !self.keys.is_empty()),
        };
        self.undecided.is_empty() && !is_enough && self.decided_moves < most
    }

    /// Takes note of what one more move brings for each of the first moves left.
    fn add(&mut self, until: Until, answers: &[Option<bool>]) {
        let moves = self.decided_moves + 1;
        let more_to_come = matches!(until, Until::Moves(most) if moves < most);
        let mut left = Vec::new();
        for (&first, answer) in self.left.iter().zip(answers) {
            match answer {
                Some(true) => self.keys.push(Key { first, moves }),
                Some(false) => left.push(first),
                None => self.undecided.push(first),
            }
        }
        if self.undecided.is_empty() {
            self.decided_moves = moves;
        } else if more_to_come {
            self.undecided.append(&mut left);
        }
        self.left = left;
    }

    fn keys(mut self, position: &Position, nodes: u64) -> Keys {
        let place = |first: Move| position.moves().iter().position(|&m| m == first);
        self.keys.sort_by_cached_key(|key| place(key.first));
        self.undecided.sort_by_cached_key(|&first| place(first));
        let Levels { keys, undecided, decided_moves, .. } = self;
        Keys { keys, undecided, decided_moves, nodes }
    }
}

/// The first forced goal that was found, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// A key of the least number of moves; `None` if it is proved that there is
    /// none.
    pub key: Option<Key>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A key of the least number of moves, the first in rank of these, and the nodes that it took.
pub(crate) fn first<'a, F: Forced + Send>(
    position: &Position,
    moves: u8,
    budget: &Budget<'a>,
    search: impl Fn(NodeCounter<'a>) -> F,
) -> (Result<Option<Key>, OutOfBudget>, u64) {
    let counter = NodeCounter::new(budget);
    let firsts = ranked(position);
    let mut searches = searches(&counter, budget.threads, search);
    let mut key = Ok(None);
    for more in 0..moves {
        let first = any_succeeds(&mut searches, position, &firsts, more);
        key = first.map(|first| first.map(|first| Key { first, moves: more + 1 }));
        if key != Ok(None) {
            break;
        }
    }
    drop(searches);
    (key, counter.nodes())
}

/// The first of `firsts` that succeeds with `more` moves after it.
fn any_succeeds<F: Forced + Send>(
    searches: &mut [F],
    position: &Position,
    firsts: &[Move],
    more: u8,
) -> Result<Option<Move>, OutOfBudget> {
    let best = AtomicUsize::new(usize::MAX);
    let decided = parallel_map(searches, firsts, |search, index, first| {
        if index < best.load(Ordering::Relaxed)
            && search.succeeds(&position.after(first), first, more)?
        {
            best.fetch_min(index, Ordering::Relaxed);
        }
        Ok(())
    });
    if decided.iter().any(Option::is_none) {
        return Err(OutOfBudget);
    }
    Ok(firsts.get(best.into_inner()).copied())
}

fn searches<'a, F>(
    counter: &NodeCounter<'a>,
    threads: usize,
    search: impl Fn(NodeCounter<'a>) -> F,
) -> Vec<F> {
    (0..threads.max(1)).map(|_| search(counter.share())).collect()
}

/// Calls `decide` with each question, usually a first move, on all searches in parallel, and
/// returns the results in order; `None` for those that the budget did not suffice for.
pub(crate) fn parallel_map<F: Send, Q: Copy + Sync, T: Send>(
    searches: &mut [F],
    questions: &[Q],
    decide: impl Fn(&mut F, usize, Q) -> Result<T, OutOfBudget> + Sync,
) -> Vec<Option<T>> {
    let threads = searches.len().min(questions.len());
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let idle: Mutex<Vec<&mut F>> = Mutex::new(searches.iter_mut().collect());
    // A search whose budget ran out answers nothing any more.
    let search = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let decide = |search: &mut Option<&mut F>, (index, &question): (usize, &Q)| {
        let answer = decide(search.as_mut()?, index, question).ok();
        if answer.is_none() {
            *search = None;
        }
        answer
    };
    let mut answers = Vec::with_capacity(questions.len());
    let Ok(()) = parallel::for_each(questions.iter().enumerate(), threads, search, decide, |it| {
        answers.push(it);
        Ok::<(), Infallible>(())
    });
    answers
}

/// The legal moves, those that leave the other side fewest replies first.
fn ranked(position: &Position) -> Vec<Move> {
    let mut moves = position.moves();
    moves.sort_by_cached_key(|&m| position.after(m).count_moves());
    moves
}
