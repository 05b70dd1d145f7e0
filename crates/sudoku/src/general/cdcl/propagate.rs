//! Unit propagation.

use super::Solver;
use super::clauses::{ClauseRef, Clauses, Watch};
use super::literal::Literal;
use super::trail::{Reason, Trail, Truth};

/// Literals of which at least one must be true, but all are false.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    Pair(Literal, Literal),
    Clause(ClauseRef),
}

impl Solver {
    /// Propagates to a fixed point. Direct implications come first: they are cheap, and give the
    /// better reasons.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            if let Some(&literal) = self.trail.literals().get(self.implied_until) {
                self.implied_until += 1;
                self.propagate_implied(literal)?;
            } else if let Some(&literal) = self.trail.literals().get(self.visited_until) {
                self.visited_until += 1;
                self.propagate_watches(!literal)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Assigns the literals that a true literal implies directly.
    fn propagate_implied(&mut self, literal: Literal) -> Result<(), Conflict> {
        for i in 0..self.implied.by(literal).len() {
            let other = self.implied.by(literal)[i];
            match self.trail.truth(other) {
                Truth::True => {}
                Truth::Open => self.assign(other, Reason::Literal(literal)),
                Truth::False => return Err(Conflict::Pair(!literal, other)),
            }
        }
        Ok(())
    }

    /// Visits the clauses that watch a literal which became false.
    fn propagate_watches(&mut self, literal: Literal) -> Result<(), Conflict> {
        let mut watching = self.clauses.take_watches(literal);
        let (mut kept, mut next) = (0, 0);
        let mut outcome = Ok(());
        while let Some(&Watch { clause, other }) = watching.get(next) {
            next += 1;
            let mut last = other;
            if self.trail.truth(other) != Truth::True {
                match replace_watch(&mut self.clauses, &self.trail, clause, literal) {
                    Some(other) => last = other,
                    None => continue,
                }
            }
            watching[kept] = Watch { clause, other: last };
            kept += 1;
            match self.trail.truth(last) {
                Truth::True => {}
                Truth::Open => self.assign(last, Reason::Clause(clause)),
                Truth::False => {
                    outcome = Err(Conflict::Clause(clause));
                    break;
                }
            }
        }
        watching.copy_within(next.., kept);
        watching.truncate(watching.len() + kept - next);
        self.clauses.put_watches(literal, watching);
        outcome
    }

    /// Makes a literal true for a reason.
    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        if self.dependencies.are_tracked() && self.trail.level() == 0 {
            self.gather_dependencies(literal, reason);
        }
        self.trail.assign(literal, reason);
    }

    /// Gathers the dependencies of a new fact and stores them.
    fn gather_dependencies(&mut self, literal: Literal, reason: Reason) {
        let Solver { dependencies, clauses, .. } = self;
        match reason {
            // The caller has gathered the dependencies.
            Reason::None => {}
            Reason::Literal(other) => {
                dependencies.clear();
                dependencies.gather_fact(other.variable());
            }
            Reason::Clause(clause) => {
                dependencies.clear();
                dependencies.gather(clauses.dependencies(clause));
                let others = clauses.literals(clause).filter(|&other| other != literal);
                others.for_each(|other| dependencies.gather_fact(other.variable()));
            }
        }
        dependencies.set_fact(literal.variable());
    }
}

/// Makes a clause watch another literal instead of one that became false. If the other watched
/// literal is true, or no other literal is left, returns that other watched literal: it decides the
/// clause.
#[inline(always)]
fn replace_watch(
    clauses: &mut Clauses,
    trail: &Trail,
    clause: ClauseRef,
    literal: Literal,
) -> Option<Literal> {
    let words = clauses.words_mut(clause);
    if words[0] == literal.word() {
        words.swap(0, 1);
    }
    let first = Literal::from_word(words[0]);
    if trail.truth(first) == Truth::True {
        return Some(first);
    }
    let is_false = |word: u32| trail.truth(Literal::from_word(word)) == Truth::False;
    let Some(place) = words[2..].iter().position(|&word| !is_false(word)) else {
        return Some(first);
    };
    let second = Literal::from_word(words[2 + place]);
    words.swap(1, 2 + place);
    clauses.push_watch(second, Watch { clause, other: first });
    None
}
