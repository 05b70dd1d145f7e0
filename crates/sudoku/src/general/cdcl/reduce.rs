//! Reduction of the clause database.
//!
//! Every clause slows the search down, and most are never used again. From time to time half of the
//! clauses that were not used are dropped: those with a high LBD and many literals.

use super::Solver;
use super::clauses::{ClauseRef, Clauses};
use super::literal::Literal;
use super::trail::Truth;

/// When the clause database is reduced.
#[derive(Debug)]
pub(super) struct Schedule {
    n_learned: u64,
    n_times: u64,
    next: u64,
    next_between: u64,
}

/// The number of clauses learned before the first reduction, and between two reductions that are
/// made between tests.
const FIRST: u64 = 2000;

/// During a search, the number of clauses learned before the next reduction is this times the square
/// root of the number of reductions.
const STEP: f64 = 300.0;

/// Clauses with at most this LBD are never dropped.
pub(super) const TIER1_LBD: u32 = 2;

/// A used clause with at most this LBD survives two reductions, others one.
const TIER2_LBD: u32 = 6;

/// The number of reductions that a used clause survives.
pub(super) fn rounds_kept(lbd: u32) -> u32 {
    if lbd <= TIER2_LBD { 2 } else { 1 }
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

    /// Whether to reduce between two tests, when no clause is set aside. If so, the reduction is
    /// recorded.
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

impl Solver {
    /// Drops half of the clauses that have neither a low LBD nor were used. There must be no guess, so
    /// that no clause is needed as a reason.
    pub(super) fn reduce(&mut self) {
        self.schedule.done();
        let mut old = self.clauses.take();
        let stays = |&clause: &ClauseRef| {
            let header = old.header(clause);
            header.lbd <= TIER1_LBD || header.rounds_kept > 0
        };
        let (mut kept, mut others): (Vec<_>, Vec<_>) = old.refs().partition(stays);
        others.sort_by_key(|&clause| (old.header(clause).lbd, old.header(clause).length));
        others.truncate(others.len() / 2);
        kept.append(&mut others);
        for clause in kept {
            let header = old.header(clause);
            old.set_quality(clause, header.lbd, header.rounds_kept.saturating_sub(1));
            self.restore(&old, clause);
        }
    }

    /// Adds a clause again, watching literals that are not false. If dependencies
    /// are not tracked, true clauses and false literals are dropped.
    pub(super) fn restore(&mut self, old: &Clauses, clause: ClauseRef) {
        let truth = |literal: &Literal| self.trail.truth(*literal);
        let mut literals: Vec<Literal> = old.literals(clause).collect();
        if self.dependencies.are_tracked() {
            for place in 0..literals.len().min(2) {
                let fit = literals[place..].iter().position(|l| truth(l) != Truth::False);
                literals.swap(place, place + fit.unwrap_or(0));
            }
        } else if literals.iter().any(|literal| truth(literal) == Truth::True) {
            return;
        } else {
            literals.retain(|literal| truth(literal) == Truth::Open);
        }
        self.clauses.add_again(old, clause, &literals);
    }
}
