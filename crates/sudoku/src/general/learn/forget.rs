//! Which clauses stay.
//!
//! Every clause slows the search down, and most are never of use. From time
//! to time those that were not are halved: the better ones, which span
//! few levels and are short, stay.

use super::Learner;
use super::clauses::{Clauses, Number};
use super::literal::Literal;
use super::trail::Truth;

/// When clauses are forgotten.
#[derive(Debug)]
pub(super) struct Schedule {
    n_learned: u64,
    n_times: u64,
    next: u64,
    next_between: u64,
}

/// So many clauses are learned before any are forgotten, and between two times that is done between
/// tests.
const FIRST: u64 = 2000;

/// During a search, so many are learned before the next time, times the square root of how often
/// it has been done.
const STEP: f64 = 300.0;

/// Clauses that span at most so many levels are not forgotten.
pub(super) const LASTING_SPAN: u32 = 2;

/// Clauses that span at most so many levels are spared twice if they were of use, others once.
const USEFUL_SPAN: u32 = 6;

/// How often a clause is spared that was of use.
pub(super) fn spared(span: u32) -> u32 {
    if span <= USEFUL_SPAN { 2 } else { 1 }
}

impl Schedule {
    pub(super) fn new() -> Schedule {
        Schedule { n_learned: 0, n_times: 0, next: FIRST, next_between: FIRST }
    }

    pub(super) fn learned(&mut self) {
        self.n_learned += 1;
    }

    pub(super) fn is_due(&self) -> bool {
        self.n_learned >= self.next
    }

    /// Whether clauses are to be forgotten between two tests, when none of them is set aside. If so,
    /// that is what happens.
    pub(super) fn is_due_between(&mut self) -> bool {
        let due = self.n_learned >= self.next_between;
        if due {
            self.next_between = self.n_learned + FIRST;
        }
        due
    }

    fn done(&mut self) {
        self.n_times += 1;
        self.next = self.n_learned + (STEP * (self.n_times as f64).sqrt()) as u64;
    }
}

impl Learner {
    /// Drops half of the clauses that are neither good nor were of use. There must be no guess, so
    /// that no clause is a reason that matters.
    pub(super) fn forget(&mut self) {
        self.schedule.done();
        let mut old = self.clauses.take();
        let stays = |&number: &Number| {
            let head = old.head(number);
            head.span <= LASTING_SPAN || head.spared > 0
        };
        let (mut kept, mut others): (Vec<_>, Vec<_>) = old.numbers().partition(stays);
        others.sort_by_key(|&number| (old.head(number).span, old.head(number).length));
        others.truncate(others.len() / 2);
        kept.append(&mut others);
        for number in kept {
            let head = old.head(number);
            old.judge(number, head.span, head.spared.saturating_sub(1));
            self.renew(&old, number);
        }
    }

    /// Adds a clause again, watching literals that are not false. Where facts stay facts, it is added
    /// only as far as it is not settled by them.
    pub(super) fn renew(&mut self, old: &Clauses, number: Number) {
        let truth = |literal: &Literal| self.trail.truth(*literal);
        let mut literals: Vec<Literal> = old.literals(number).collect();
        if self.premises.are_tracked() {
            for place in 0..literals.len().min(2) {
                let fit = literals[place..].iter().position(|l| truth(l) != Truth::False);
                literals.swap(place, place + fit.unwrap_or(0));
            }
        } else if literals.iter().any(|literal| truth(literal) == Truth::True) {
            return;
        } else {
            literals.retain(|literal| truth(literal) == Truth::Open);
        }
        self.clauses.add_again(old, number, &literals);
    }
}
