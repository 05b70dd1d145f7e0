//! What follows from what has become true.

use super::Learner;
use super::clauses::{Clauses, Number, Watch};
use super::literal::Literal;
use super::trail::{Reason, Trail, Truth};

/// Literals that cannot all be false, and are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Contradiction {
    Pair(Literal, Literal),
    Clause(Number),
}

impl Learner {
    /// Draws all conclusions. What single literals imply comes first: it is cheap, and makes the
    /// better reasons.
    pub(super) fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(&literal) = self.trail.literals().get(self.implied_until) {
                self.implied_until += 1;
                self.imply(literal)?;
            } else if let Some(&literal) = self.trail.literals().get(self.visited_until) {
                self.visited_until += 1;
                self.visit(!literal)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Makes true what a true literal implies by itself.
    fn imply(&mut self, literal: Literal) -> Result<(), Contradiction> {
        for i in 0..self.implied.by(literal).len() {
            let other = self.implied.by(literal)[i];
            match self.trail.truth(other) {
                Truth::True => {}
                Truth::Open => self.conclude(other, Reason::Literal(literal)),
                Truth::False => return Err(Contradiction::Pair(!literal, other)),
            }
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal which became false.
    fn visit(&mut self, literal: Literal) -> Result<(), Contradiction> {
        let mut watching = self.clauses.take_watches(literal);
        let (mut kept, mut next) = (0, 0);
        let mut outcome = Ok(());
        while let Some(&Watch { clause, other }) = watching.get(next) {
            next += 1;
            let mut last = other;
            if self.trail.truth(other) != Truth::True {
                match look(&mut self.clauses, &self.trail, clause, literal) {
                    Some(other) => last = other,
                    None => continue,
                }
            }
            watching[kept] = Watch { clause, other: last };
            kept += 1;
            match self.trail.truth(last) {
                Truth::True => {}
                Truth::Open => self.conclude(last, Reason::Clause(clause)),
                Truth::False => {
                    outcome = Err(Contradiction::Clause(clause));
                    break;
                }
            }
        }
        watching.copy_within(next.., kept);
        watching.truncate(watching.len() + kept - next);
        self.clauses.give_watches(literal, watching);
        outcome
    }

    /// Makes a literal true for a reason.
    #[inline(always)]
    pub(super) fn conclude(&mut self, literal: Literal, reason: Reason) {
        if self.premises.are_tracked() && self.trail.level() == 0 {
            self.gather_premises(literal, reason);
        }
        self.trail.assign(literal, reason);
    }

    /// Puts the premises of all that led to a fact behind it.
    fn gather_premises(&mut self, literal: Literal, reason: Reason) {
        let Learner { premises, clauses, .. } = self;
        match reason {
            // Whoever states a fact has gathered its premises.
            Reason::None => {}
            Reason::Literal(other) => {
                premises.clear();
                premises.gather_fact(other.variable());
            }
            Reason::Clause(clause) => {
                premises.clear();
                premises.gather(clauses.premises(clause));
                let others = clauses.literals(clause).filter(|&other| other != literal);
                others.for_each(|other| premises.gather_fact(other.variable()));
            }
        }
        premises.conclude(literal.variable());
    }
}

/// Lets a clause watch another literal instead of one that became false. If there is no other that
/// is not false, or one is true, returns a literal that decides what becomes of the clause: the last
/// that is not false, if there is any.
#[inline(always)]
fn look(clauses: &mut Clauses, trail: &Trail, clause: Number, literal: Literal) -> Option<Literal> {
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
