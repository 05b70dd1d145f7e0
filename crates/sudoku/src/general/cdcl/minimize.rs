//! Minimization of learned clauses.
//!
//! The literals of one level often follow from a single literal of that level together with literals
//! of lower levels; then that literal replaces them all (all-UIP shrinking). On other levels, literals
//! are dropped that follow from the rest of the clause.

use super::Solver;
use super::analyse::{Analysis, DEPTH};
use super::clauses::Clauses;
use super::dependencies::Dependencies;
use super::literal::Literal;
use super::trail::{Reason, Trail};

impl Solver {
    /// Minimizes the learned clause except for its first literal, the latest level first.
    pub(super) fn minimize(&mut self) {
        let Solver { analysis, trail, clauses, dependencies, .. } = self;
        let known = (&*trail, &*clauses);
        let mut literals = analysis.learned.split_off(1);
        let level = |literal: Literal| trail.level_of(literal);
        literals.sort_unstable_by_key(|&literal| (level(literal), literal));
        for block in literals.chunk_by(|&one, &other| level(one) == level(other)).rev() {
            if let Some(single) = analysis.single(block, known, dependencies) {
                analysis.learned.push(single);
                continue;
            }
            for &literal in block {
                if !analysis.follows(!literal, DEPTH, known, dependencies) {
                    analysis.learned.push(literal);
                }
            }
        }
    }
}

impl Analysis {
    /// The literal that can stand for the false literals of one level in the clause, if there is one
    /// and they are several. With it, all that followed from the clause still does.
    fn single(
        &mut self,
        block: &[Literal],
        known: (&Trail, &Clauses),
        dependencies: &mut Dependencies,
    ) -> Option<Literal> {
        let (trail, clauses) = known;
        let &[first, _, ..] = block else { return None };
        self.used.clear();
        self.begin_count();
        let mut n_open = 0;
        block.iter().for_each(|&literal| n_open += usize::from(self.count(literal)));
        for &latest in trail.of_level(trail.level_of(first)).iter().rev() {
            if !self.is_counted(!latest) {
                continue;
            }
            n_open -= 1;
            if n_open == 0 {
                self.mark_needed(latest);
                self.used
                    .iter()
                    .for_each(|&clause| dependencies.gather(clauses.dependencies(clause)));
                return Some(!latest);
            }
            let mut resolve = |other| {
                if trail.level_of(other) != trail.level_of(first) {
                    return self.is_needed(other, DEPTH, known, dependencies);
                }
                n_open += usize::from(self.count(other));
                true
            };
            let goes_on = match trail.reason(latest) {
                Reason::None => false,
                Reason::Literal(other) => resolve(!other),
                Reason::Clause(clause) => {
                    let mut others = clauses.literals(clause).filter(|&other| other != latest);
                    let goes_on = others.all(resolve);
                    self.used.push(clause);
                    goes_on
                }
            };
            if !goes_on {
                return None;
            }
        }
        None
    }
}
