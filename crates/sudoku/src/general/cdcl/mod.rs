//! Conflict-driven clause learning (CDCL), for grids that guessing alone does not decide.
//!
//! The grid is encoded as boolean variables and groups of which exactly one is true ([`encoding`]).
//! The [`trail`] holds the current assignment with reasons; guesses extend it, and unit propagation
//! over groups and [`clauses`] extends it further ([`propagate`]). Each conflict is resolved to a
//! learned clause ([`analyse`], [`minimize`]). Variables that took part in recent conflicts are
//! guessed first ([`activity`]). The search restarts when recent clauses are bad ([`restart`]), and
//! clauses that were not used are dropped ([`reduce`]). A solution is excluded by a clause like a
//! conflict, so the search ends when no other solution is left.
//!
//! Givens can also be added and retracted while the learned clauses stay ([`givens`],
//! [`dependencies`]).

mod activity;
mod analyse;
mod clauses;
mod dependencies;
mod encoding;
mod givens;
mod literal;
mod minimize;
mod propagate;
mod reduce;
mod restart;
#[cfg(test)]
mod soundness;
mod trail;

pub(super) use givens::{GivenKind, TestResult};

use super::map::Map;
use super::word::Word;
use activity::ActivityHeap;
use analyse::Analysis;
use clauses::Clauses;
use dependencies::Dependencies;
use encoding::{Encoding, Implied};
use literal::Literal;
use propagate::Conflict;
use reduce::Schedule;
use restart::RestartPolicy;
use std::ops::ControlFlow;
use trail::{Reason, Trail, Truth};

/// The CDCL solver.
#[derive(Debug)]
pub(super) struct Solver {
    encoding: Encoding,
    implied: Implied,
    trail: Trail,
    /// The number of literals on the trail whose direct implications were propagated.
    implied_until: usize,
    /// The number of literals on the trail whose watches were propagated.
    visited_until: usize,
    clauses: Clauses,
    dependencies: Dependencies,
    analysis: Analysis,
    activity: ActivityHeap,
    /// The value that each variable gets when it is guessed.
    phases: Vec<bool>,
    restart: RestartPolicy,
    schedule: Schedule,
    /// Whether no solution is left to find.
    exhausted: bool,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Every variable has a value.
    Found,
    /// There is nothing to find.
    Refuted,
}

impl Solver {
    /// Starts from the candidates of each cell.
    pub(super) fn new<W: Word>(map: &Map, cells: &[W]) -> Solver {
        Solver::with_givens(map, cells, 0)
    }

    /// Starts from the candidates of each cell, and can track `n_givens` removable givens.
    pub(super) fn with_givens<W: Word>(map: &Map, cells: &[W], n_givens: usize) -> Solver {
        let encoding = Encoding::new(map, cells);
        let n_variables = encoding.n_variables;
        let dependencies = Dependencies::new(n_variables, n_givens);
        let mut solver = Solver {
            implied: Implied::new(&encoding),
            trail: Trail::new(n_variables),
            implied_until: 0,
            visited_until: 0,
            clauses: Clauses::new(n_variables, dependencies.n_words()),
            dependencies,
            analysis: Analysis::new(n_variables),
            activity: ActivityHeap::new(n_variables),
            phases: vec![true; n_variables],
            restart: RestartPolicy::default(),
            schedule: Schedule::new(),
            exhausted: false,
            encoding,
        };
        solver.add_groups();
        solver
    }

    /// Adds a clause for each group: at least one of its literals is true.
    fn add_groups(&mut self) {
        for group in &self.encoding.groups {
            self.clauses.add(group, 0, self.dependencies.gathered());
        }
        self.assign_units();
    }

    /// Finds every solution that has not been excluded. `guess` is asked before each guess.
    pub(super) fn search<B>(
        &mut self,
        mut guess: impl FnMut() -> ControlFlow<B>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while !self.exhausted && self.find_next(None, &mut guess)? == Outcome::Found {
            found(&self.values())?;
            if self.trail.level() == 0 {
                break;
            }
            self.exclude_guesses();
        }
        self.exhausted = true;
        ControlFlow::Continue(())
    }

    /// Finds the next solution that has not been excluded. If a literal is assumed, it is true there.
    fn find_next<B>(
        &mut self,
        assumed: Option<Literal>,
        guess: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Outcome> {
        loop {
            if let Err(conflict) = self.propagate() {
                if self.trail.level() == 0 {
                    return ControlFlow::Continue(Outcome::Refuted);
                }
                self.learn(conflict);
            } else if self.is_refuted_at_start(assumed) {
                return ControlFlow::Continue(Outcome::Refuted);
            } else if self.trail.is_full() {
                return ControlFlow::Continue(Outcome::Found);
            } else if self.restart.take_restart() {
                self.backtrack(0);
            } else if self.schedule.is_due() {
                self.backtrack(0);
                self.reduce();
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

    /// Excludes a solution that another solver found before this search. If no cell is open, it was
    /// the only one.
    pub(super) fn exclude(&mut self, solution: &[u8]) {
        let candidates = self.encoding.candidates.iter().enumerate();
        let true_ones = candidates.filter(|(_, (cell, value))| solution[*cell] == *value);
        let literals: Vec<Literal> =
            true_ones.map(|(variable, _)| !Literal::positive(variable)).collect();
        self.exhausted |= literals.is_empty();
        self.clauses.add(&literals, 0, self.dependencies.gathered());
        self.assign_units();
    }

    fn values(&self) -> Vec<u8> {
        let mut values = self.encoding.known.clone();
        for (variable, &(cell, value)) in self.encoding.candidates.iter().enumerate() {
            if self.trail.truth(Literal::positive(variable)) == Truth::True {
                values[cell] = value;
            }
        }
        values
    }

    /// Guesses the assumed literal first, then the most active variable.
    fn guess(&mut self, assumed: Option<Literal>) {
        let is_open = |literal: &Literal| self.trail.truth(*literal) == Truth::Open;
        if let Some(literal) = assumed.filter(is_open) {
            self.trail.guess(literal);
            return;
        }
        while let Some(variable) = self.activity.pop() {
            let literal = Literal::new(variable, self.phases[variable]);
            if self.trail.truth(literal) == Truth::Open {
                self.trail.guess(literal);
                return;
            }
        }
        unreachable!("a variable without a value is in the heap");
    }

    fn backtrack(&mut self, level: usize) {
        let Solver { trail, activity, .. } = self;
        trail.backtrack(level, |literal| activity.insert(literal.variable()));
        let known = trail.literals().len();
        self.implied_until = self.implied_until.min(known);
        self.visited_until = self.visited_until.min(known);
    }

    /// Learns a clause from a conflict, backtracks, and makes its first literal true.
    fn learn(&mut self, conflict: Conflict) {
        let learned = self.analyse(conflict);
        self.restart.learned(learned.lbd);
        self.schedule.learned();
        self.activity.decay();
        self.backtrack(learned.level);
        let Solver { clauses, analysis, dependencies, .. } = self;
        let clause = clauses.add(&analysis.learned, learned.lbd, dependencies.gathered());
        clauses.set_quality(clause, learned.lbd, 1);
        let first = analysis.learned[0];
        self.assign(first, Reason::Clause(clause));
    }

    /// Excludes the guesses that led to a solution, and flips the last of them.
    fn exclude_guesses(&mut self) {
        let literals: Vec<Literal> = self.trail.guesses().rev().map(|guess| !guess).collect();
        self.backtrack(self.trail.level() - 1);
        self.dependencies.clear();
        let clause = self.clauses.add(&literals, 0, self.dependencies.gathered());
        self.assign(literals[0], Reason::Clause(clause));
    }
}
