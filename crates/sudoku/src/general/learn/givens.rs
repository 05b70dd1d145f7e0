//! Givens that come and go while what was learned stays.
//!
//! A given is a fact that rests on itself. Whatever is concluded from it,
//! facts and clauses, carries it among its premises and is put aside when it
//! is taken back. If it turns out to follow from other givens, these take its
//! place among the premises, and nothing is lost; if it turns out to be needed,
//! it is there to stay and no premise any more.

use super::clauses::{Clauses, Number};
use super::literal::Literal;
use super::premises::{has, remove};
use super::trail::{Reason, Truth};
use super::{Learner, Outcome, Pace};
use std::ops::ControlFlow;

/// How long a given is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Stay {
    /// Until it is taken back for a test.
    ForNow,
    /// To the end.
    Forever,
}

/// Whether a given follows from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Test {
    /// It does.
    Implied,
    /// It does not: this is another solution.
    Another(Vec<u8>),
}

impl Learner {
    /// Guesses as in a solution where that is possible, so that others which are found are not far
    /// from it.
    pub(in super::super) fn prefer(&mut self, solution: &[u8]) {
        for (variable, &(cell, value)) in self.encoding.candidates.iter().enumerate() {
            self.phases[variable] = solution[cell] == value;
        }
        for (crossing, cells) in self.encoding.crossings() {
            let holds = cells.iter().any(|literal| self.phases[literal.variable()]);
            self.phases[crossing.variable()] = holds;
        }
    }

    /// Adds the given that a cell has a value; its number is that of the cell.
    pub(in super::super) fn give(&mut self, cell: usize, value: u8, stay: Stay) {
        self.back_to(0);
        let Some(literal) = self.encoding.candidate(cell, value) else { return };
        self.premises.clear();
        match stay {
            Stay::ForNow => self.premises.gather_given(cell),
            Stay::Forever => {
                self.premises.take_for_granted(cell);
                self.clauses.all_premises_mut(|premises| remove(premises, cell));
            }
        }
        match self.trail.truth(literal) {
            Truth::Open => self.conclude(literal, Reason::None),
            Truth::True if stay == Stay::Forever => self.premises.conclude(literal.variable()),
            _ => {}
        }
    }

    /// Takes the given of a cell back, and tests whether the others imply it. If so, it stays away,
    /// and all that rested on it rests on those that imply it; otherwise it is given forever. If
    /// `guess` ends the test, it is given as before.
    pub(in super::super) fn test<B>(
        &mut self,
        cell: usize,
        value: u8,
        guess: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Test> {
        let Some(literal) = self.encoding.candidate(cell, value) else {
            return ControlFlow::Continue(Test::Implied);
        };
        let aside = self.take_back(cell);
        self.pace = Pace::default();
        let outcome = self.seek(Some(!literal), guess);
        let end = outcome.map_continue(|outcome| match outcome {
            Outcome::Refuted => Test::Implied,
            Outcome::Found => Test::Another(self.values()),
        });
        self.back_to(0);
        aside.numbers().for_each(|number| self.renew(&aside, number));
        match end {
            ControlFlow::Continue(Test::Implied) => self.replace(cell, literal),
            ControlFlow::Continue(Test::Another(_)) => self.give(cell, value, Stay::Forever),
            ControlFlow::Break(_) => self.give(cell, value, Stay::ForNow),
        }
        if self.schedule.is_due_between() {
            self.forget();
        }
        self.propagate_again();
        end
    }

    /// Gives up all that rests on a given; returns the clauses among it.
    pub(super) fn take_back(&mut self, given: usize) -> Clauses {
        self.back_to(0);
        let Learner { trail, premises, heap, .. } = self;
        trail.retain(|literal| {
            let kept = !has(premises.of_fact(literal.variable()), given);
            if !kept {
                heap.insert(literal.variable());
            }
            kept
        });
        let old = self.clauses.take();
        let mut aside = Clauses::new(self.encoding.n_variables, self.premises.n_words());
        for number in old.numbers() {
            if has(old.premises(number), given) {
                let literals: Vec<Literal> = old.literals(number).collect();
                aside.add_again(&old, number, &literals);
            } else {
                self.renew(&old, number);
            }
        }
        self.propagate_again();
        aside
    }

    /// Puts the premises of a fact in the place of the given that it is.
    fn replace(&mut self, given: usize, fact: Literal) {
        debug_assert_eq!(self.trail.truth(fact), Truth::True);
        let behind = self.premises.of_fact(fact.variable());
        self.clauses.all_premises_mut(|premises| {
            if has(premises, given) {
                remove(premises, given);
                premises.iter_mut().zip(behind).for_each(|(word, more)| *word |= more);
            }
        });
    }

    /// Lets all conclusions be drawn once more, because facts or clauses came or went.
    fn propagate_again(&mut self) {
        self.state_lone();
        self.implied_until = 0;
        self.visited_until = 0;
    }

    /// The literals of clauses with no other are facts.
    pub(super) fn state_lone(&mut self) {
        let lone = |&number: &Number| self.clauses.head(number).length == 1;
        let numbers: Vec<Number> = self.clauses.numbers().filter(lone).collect();
        for number in numbers {
            let literal = self.clauses.literals(number).next();
            if let Some(literal) = literal.filter(|&l| self.trail.truth(l) == Truth::Open) {
                self.conclude(literal, Reason::Clause(number));
            }
        }
    }
}
