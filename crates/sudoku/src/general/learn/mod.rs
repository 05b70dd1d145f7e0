//! A search that learns from what it refutes.
//!
//! For grids that guessing alone does not decide. The grid becomes
//! variables and groups of which exactly one is true ([`encoding`]). What is
//! true for now, and why, is on the [`trail`]; guesses put more on it, and
//! what follows is drawn from groups and [`clauses`] ([`propagate`]). Each
//! contradiction is traced back to the few assumptions behind it, and their
//! conjunction is excluded for good by a learned clause ([`analyse`], [`shrink`]). Variables that
//! took part in contradictions of late are guessed first ([`heap`]); now and then the search starts
//! anew with what it has learned ([`pace`]), and clauses that were of no use are dropped
//! ([`forget`]). A solution is excluded like a contradiction, so that the search ends when there is
//! no other.
//!
//! The givens of a grid may also come and go while what was learned from them stays ([`givens`],
//! [`premises`]).

mod analyse;
mod clauses;
mod encoding;
mod forget;
mod givens;
mod heap;
mod literal;
mod pace;
mod premises;
mod propagate;
mod shrink;
#[cfg(test)]
mod soundness;
mod trail;

pub(super) use givens::{Stay, Test};

use super::map::Map;
use super::word::Word;
use analyse::Analysis;
use clauses::Clauses;
use encoding::{Encoding, Implied};
use forget::Schedule;
use heap::Heap;
use literal::Literal;
use pace::Pace;
use premises::Premises;
use propagate::Contradiction;
use std::ops::ControlFlow;
use trail::{Reason, Trail, Truth};

/// The search.
#[derive(Debug)]
pub(super) struct Learner {
    encoding: Encoding,
    implied: Implied,
    trail: Trail,
    /// How much of the trail has been asked what it implies by itself.
    implied_until: usize,
    /// For how much of the trail the clauses have been visited.
    visited_until: usize,
    clauses: Clauses,
    premises: Premises,
    analysis: Analysis,
    heap: Heap,
    /// Whether to claim each variable, or to deny it, when it is guessed.
    phases: Vec<bool>,
    pace: Pace,
    schedule: Schedule,
    /// Set if there is nothing left to find.
    exhausted: bool,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Every variable has a value.
    Found,
    /// There is nothing to find.
    Refuted,
}

impl Learner {
    /// Starts from the candidates of each cell.
    pub(super) fn new<W: Word>(map: &Map, cells: &[W]) -> Learner {
        Learner::with_givens(map, cells, 0)
    }

    /// Starts from the candidates of each cell, and has room for so many givens that come and go.
    pub(super) fn with_givens<W: Word>(map: &Map, cells: &[W], n_givens: usize) -> Learner {
        let encoding = Encoding::new(map, cells);
        let n_variables = encoding.n_variables;
        let premises = Premises::new(n_variables, n_givens);
        let mut learner = Learner {
            implied: Implied::new(&encoding),
            trail: Trail::new(n_variables),
            implied_until: 0,
            visited_until: 0,
            clauses: Clauses::new(n_variables, premises.n_words()),
            premises,
            analysis: Analysis::new(n_variables),
            heap: Heap::new(n_variables),
            phases: vec![true; n_variables],
            pace: Pace::default(),
            schedule: Schedule::new(),
            exhausted: false,
            encoding,
        };
        learner.demand_groups();
        learner
    }

    /// At least one of each group is true.
    fn demand_groups(&mut self) {
        for group in &self.encoding.groups {
            self.clauses.add(group, 0, self.premises.gathered());
        }
        self.state_lone();
    }

    /// Finds every solution that has not been excluded. `guess` is asked before each guess.
    pub(super) fn search<B>(
        &mut self,
        mut guess: impl FnMut() -> ControlFlow<B>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while !self.exhausted && self.seek(None, &mut guess)? == Outcome::Found {
            found(&self.values())?;
            if self.trail.level() == 0 {
                break;
            }
            self.exclude_guesses();
        }
        self.exhausted = true;
        ControlFlow::Continue(())
    }

    /// Goes on to the next solution that has not been excluded and in which a literal is true, if one
    /// is assumed.
    fn seek<B>(
        &mut self,
        assumed: Option<Literal>,
        guess: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Outcome> {
        loop {
            if let Err(contradiction) = self.propagate() {
                if self.trail.level() == 0 {
                    return ControlFlow::Continue(Outcome::Refuted);
                }
                self.learn(contradiction);
            } else if self.is_refuted_at_start(assumed) {
                return ControlFlow::Continue(Outcome::Refuted);
            } else if self.trail.is_full() {
                return ControlFlow::Continue(Outcome::Found);
            } else if self.pace.wants_restart() {
                self.back_to(0);
            } else if self.schedule.is_due() {
                self.back_to(0);
                self.forget();
            } else {
                guess()?;
                self.guess(assumed);
            }
        }
    }

    fn is_refuted_at_start(&self, assumed: Option<Literal>) -> bool {
        let is_false = |literal| self.trail.truth(literal) == Truth::False;
        self.trail.level() == 0 && assumed.is_some_and(is_false)
    }

    /// Excludes a solution that was found by others, before the search. If no cell is open, it was
    /// the only one.
    pub(super) fn exclude(&mut self, solution: &[u8]) {
        let candidates = self.encoding.candidates.iter().enumerate();
        let true_ones = candidates.filter(|(_, (cell, value))| solution[*cell] == *value);
        let literals: Vec<Literal> =
            true_ones.map(|(variable, _)| !Literal::claim(variable)).collect();
        self.exhausted |= literals.is_empty();
        self.clauses.add(&literals, 0, self.premises.gathered());
        self.state_lone();
    }

    fn values(&self) -> Vec<u8> {
        let mut values = self.encoding.known.clone();
        for (variable, &(cell, value)) in self.encoding.candidates.iter().enumerate() {
            if self.trail.truth(Literal::claim(variable)) == Truth::True {
                values[cell] = value;
            }
        }
        values
    }

    /// Guesses what is assumed first, then the most active variable.
    fn guess(&mut self, assumed: Option<Literal>) {
        let is_open = |literal: &Literal| self.trail.truth(*literal) == Truth::Open;
        if let Some(literal) = assumed.filter(is_open) {
            self.trail.guess(literal);
            return;
        }
        while let Some(variable) = self.heap.pop() {
            let literal = Literal::new(variable, self.phases[variable]);
            if self.trail.truth(literal) == Truth::Open {
                self.trail.guess(literal);
                return;
            }
        }
        unreachable!("a variable without a value is in the heap");
    }

    fn back_to(&mut self, level: usize) {
        let Learner { trail, heap, .. } = self;
        trail.back_to(level, |literal| heap.insert(literal.variable()));
        let known = trail.literals().len();
        self.implied_until = self.implied_until.min(known);
        self.visited_until = self.visited_until.min(known);
    }

    /// Adds the clause that a contradiction teaches, and makes its first literal true.
    fn learn(&mut self, contradiction: Contradiction) {
        let lesson = self.analyse(contradiction);
        self.pace.learned(lesson.span);
        self.schedule.learned();
        self.heap.decay();
        self.back_to(lesson.level);
        let Learner { clauses, analysis, premises, .. } = self;
        let clause = clauses.add(&analysis.learned, lesson.span, premises.gathered());
        clauses.judge(clause, lesson.span, 1);
        let first = analysis.learned[0];
        self.conclude(first, Reason::Clause(clause));
    }

    /// Excludes the guesses that led to a solution, and goes on beside the last of them.
    fn exclude_guesses(&mut self) {
        let literals: Vec<Literal> = self.trail.guesses().rev().map(|guess| !guess).collect();
        self.back_to(self.trail.level() - 1);
        self.premises.clear();
        let clause = self.clauses.add(&literals, 0, self.premises.gathered());
        self.conclude(literals[0], Reason::Clause(clause));
    }
}
