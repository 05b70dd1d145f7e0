//! Givens that are added and retracted while learned clauses stay.
//!
//! A given is a fact that depends on itself. Every fact and clause derived from it has it among its
//! dependencies and is set aside when the given is retracted. If the given turns out to follow from
//! other givens, these replace it in the dependencies and nothing is lost. If it turns out to be
//! needed, it becomes permanent and is removed from the dependencies.

use super::clauses::{ClauseRef, Clauses};
use super::dependencies::{has, remove};
use super::literal::Literal;
use super::trail::{Reason, Truth};
use super::{Outcome, RestartPolicy, Solver};
use std::ops::ControlFlow;

/// Whether a given can be retracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum GivenKind {
    /// It can be retracted for a test.
    Removable,
    /// It stays to the end.
    Permanent,
}

/// Whether a given follows from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum TestResult {
    /// It follows.
    Implied,
    /// It does not follow: this is another solution.
    OtherSolution(Vec<u8>),
}

impl Solver {
    /// Makes guesses agree with a solution where possible, so that other solutions are found near it.
    pub(in super::super) fn set_phases(&mut self, solution: &[u8]) {
        for (variable, &(cell, value)) in self.encoding.candidates.iter().enumerate() {
            self.phases[variable] = solution[cell] == value;
        }
        for (crossing, cells) in self.encoding.crossings() {
            let holds = cells.iter().any(|literal| self.phases[literal.variable()]);
            self.phases[crossing.variable()] = holds;
        }
    }

    /// Adds the given that a cell has a value; its number is that of the cell.
    pub(in super::super) fn add_given(&mut self, cell: usize, value: u8, kind: GivenKind) {
        self.backtrack(0);
        let Some(literal) = self.encoding.candidate(cell, value) else { return };
        self.dependencies.clear();
        match kind {
            GivenKind::Removable => self.dependencies.gather_given(cell),
            GivenKind::Permanent => {
                self.dependencies.make_permanent(cell);
                self.clauses.all_dependencies_mut(|dependencies| remove(dependencies, cell));
            }
        }
        match self.trail.truth(literal) {
            Truth::Open => self.assign(literal, Reason::None),
            Truth::True if kind == GivenKind::Permanent => {
                self.dependencies.set_fact(literal.variable())
            }
            _ => {}
        }
    }

    /// Retracts the given of a cell, and tests whether the others imply it. If so, it stays away, and
    /// what depended on it depends on those that imply it; otherwise it becomes permanent. If `guess`
    /// ends the test, the given is added as before.
    pub(in super::super) fn test<B>(
        &mut self,
        cell: usize,
        value: u8,
        guess: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, TestResult> {
        let Some(literal) = self.encoding.candidate(cell, value) else {
            return ControlFlow::Continue(TestResult::Implied);
        };
        let aside = self.retract_given(cell);
        self.restart = RestartPolicy::default();
        let outcome = self.find_next(Some(!literal), guess);
        let end = outcome.map_continue(|outcome| match outcome {
            Outcome::Refuted => TestResult::Implied,
            Outcome::Found => TestResult::OtherSolution(self.values()),
        });
        self.backtrack(0);
        aside.refs().for_each(|clause| self.restore(&aside, clause));
        match end {
            ControlFlow::Continue(TestResult::Implied) => self.replace(cell, literal),
            ControlFlow::Continue(TestResult::OtherSolution(_)) => {
                self.add_given(cell, value, GivenKind::Permanent)
            }
            ControlFlow::Break(_) => self.add_given(cell, value, GivenKind::Removable),
        }
        if self.schedule.is_due_between() {
            self.reduce();
        }
        self.propagate_again();
        end
    }

    /// Retracts a given and all that depends on it; returns the clauses that depend on it.
    pub(super) fn retract_given(&mut self, given: usize) -> Clauses {
        self.backtrack(0);
        let Solver { trail, dependencies, activity, .. } = self;
        trail.retain(|literal| {
            let kept = !has(dependencies.of_fact(literal.variable()), given);
            if !kept {
                activity.insert(literal.variable());
            }
            kept
        });
        let old = self.clauses.take();
        let mut aside = Clauses::new(self.encoding.n_variables, self.dependencies.n_words());
        for clause in old.refs() {
            if has(old.dependencies(clause), given) {
                let literals: Vec<Literal> = old.literals(clause).collect();
                aside.add_again(&old, clause, &literals);
            } else {
                self.restore(&old, clause);
            }
        }
        self.propagate_again();
        aside
    }

    /// Replaces a given in all clauses by the dependencies of the fact that it is.
    fn replace(&mut self, given: usize, fact: Literal) {
        debug_assert_eq!(self.trail.truth(fact), Truth::True);
        let behind = self.dependencies.of_fact(fact.variable());
        self.clauses.all_dependencies_mut(|dependencies| {
            if has(dependencies, given) {
                remove(dependencies, given);
                dependencies.iter_mut().zip(behind).for_each(|(word, more)| *word |= more);
            }
        });
    }

    /// Starts propagation from the beginning, because facts or clauses were added or removed.
    fn propagate_again(&mut self) {
        self.assign_units();
        self.implied_until = 0;
        self.visited_until = 0;
    }

    /// Assigns the literals of unit clauses.
    pub(super) fn assign_units(&mut self) {
        let unit = |&clause: &ClauseRef| self.clauses.header(clause).length == 1;
        let refs: Vec<ClauseRef> = self.clauses.refs().filter(unit).collect();
        for clause in refs {
            let literal = self.clauses.literals(clause).next();
            if let Some(literal) = literal.filter(|&l| self.trail.truth(l) == Truth::Open) {
                self.assign(literal, Reason::Clause(clause));
            }
        }
    }
}
