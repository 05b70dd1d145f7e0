//! The trail: the current assignment in order, with levels and reasons.

use super::clauses::ClauseRef;
use super::literal::Literal;

/// Whether a literal is true, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Open,
    True,
    False,
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// No reason: a guess, or a fact from the start.
    None,
    /// Implied by this true literal alone.
    Literal(Literal),
    /// Implied by this clause.
    Clause(ClauseRef),
}

#[derive(Clone, Copy, Debug)]
struct Cause {
    level: u32,
    reason: Reason,
}

/// The true literals. Level 0 holds without a guess; each guess begins a level.
#[derive(Debug)]
pub(super) struct Trail {
    /// By literal.
    truths: Vec<Truth>,
    /// By variable; meaningless where the variable is open.
    causes: Vec<Cause>,
    literals: Vec<Literal>,
    /// Where the levels above 0 begin.
    starts: Vec<usize>,
}

impl Trail {
    pub(super) fn new(n_variables: usize) -> Trail {
        Trail {
            truths: vec![Truth::Open; 2 * n_variables],
            causes: vec![Cause { level: 0, reason: Reason::None }; n_variables],
            literals: Vec::with_capacity(n_variables),
            starts: Vec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn truth(&self, literal: Literal) -> Truth {
        self.truths[literal.index()]
    }

    /// The level of a variable that is not open.
    #[inline(always)]
    pub(super) fn level_of(&self, literal: Literal) -> usize {
        self.causes[literal.variable()].level as usize
    }

    #[inline(always)]
    pub(super) fn reason(&self, literal: Literal) -> Reason {
        self.causes[literal.variable()].reason
    }

    /// The number of guesses.
    #[inline(always)]
    pub(super) fn level(&self) -> usize {
        self.starts.len()
    }

    /// All true literals in the order in which they became so.
    #[inline(always)]
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The true literals of a level above 0.
    pub(super) fn of_level(&self, level: usize) -> &[Literal] {
        let end = self.starts.get(level).copied().unwrap_or(self.literals.len());
        &self.literals[self.starts[level - 1]..end]
    }

    /// Whether no variable is open.
    pub(super) fn is_full(&self) -> bool {
        self.literals.len() == self.causes.len()
    }

    /// The guesses, latest last.
    pub(super) fn guesses(&self) -> impl DoubleEndedIterator<Item = Literal> {
        self.starts.iter().map(|&start| self.literals[start])
    }

    /// Makes an open literal true.
    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.truth(literal), Truth::Open);
        self.truths[literal.index()] = Truth::True;
        self.truths[(!literal).index()] = Truth::False;
        self.causes[literal.variable()] = Cause { level: self.starts.len() as u32, reason };
        self.literals.push(literal);
    }

    /// Begins a level with a guess.
    pub(super) fn guess(&mut self, literal: Literal) {
        self.starts.push(self.literals.len());
        self.assign(literal, Reason::None);
    }

    /// Removes all levels above a level, and calls `undone` with each literal removed.
    pub(super) fn backtrack(&mut self, level: usize, mut undone: impl FnMut(Literal)) {
        let Some(&start) = self.starts.get(level) else { return };
        self.starts.truncate(level);
        for literal in self.literals.drain(start..) {
            self.truths[literal.index()] = Truth::Open;
            self.truths[(!literal).index()] = Truth::Open;
            undone(literal);
        }
    }

    /// Removes the facts of level 0 that `keep` rejects; there must be no guess.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Literal) -> bool) {
        assert!(self.starts.is_empty(), "facts go while there is no guess");
        let Trail { truths, literals, .. } = self;
        literals.retain(|&literal| {
            let kept = keep(literal);
            if !kept {
                truths[literal.index()] = Truth::Open;
                truths[(!literal).index()] = Truth::Open;
            }
            kept
        });
    }
}
