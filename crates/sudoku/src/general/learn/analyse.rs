//! What is to be learned from a contradiction.
//!
//! The literals behind it are resolved with their reasons, the latest first,
//! until one of the last level is left: the clause that remains would have
//! made its denial true on an earlier level. Then it is made shorter
//! ([`shrink`](super::shrink)), and literals are dropped that imply another.

use super::clauses::{Clauses, Number};
use super::literal::Literal;
use super::premises::Premises;
use super::propagate::Contradiction;
use super::trail::{Reason, Trail};
use super::{Learner, forget};

/// How many steps back it is looked for reasons to drop a literal.
pub(super) const DEPTH: usize = 500;

/// What the analysis has found out about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// It took part, or follows from those that did.
    Needed,
    /// It does not follow from those that took part.
    Failed,
}

/// What was learned, apart from the literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    /// The level on which the clause makes its first literal true.
    pub(super) level: usize,
    pub(super) span: u32,
}

/// Room for the analysis.
#[derive(Debug)]
pub(super) struct Analysis {
    marks: Vec<Mark>,
    /// The variables that have a mark.
    marked: Vec<usize>,
    /// How many marked variables of the last level have not been resolved.
    n_open: usize,
    /// The clause: first the literal of the last level, then one of the next highest.
    pub(super) learned: Vec<Literal>,
    /// For each level the number of the last count that met it.
    met: Vec<u64>,
    /// For each literal the number of the last count that has it.
    counted: Vec<u64>,
    /// Clauses with premises that are not gathered yet.
    pub(super) used: Vec<Number>,
    n_counts: u64,
}

impl Analysis {
    pub(super) fn new(n_variables: usize) -> Analysis {
        Analysis {
            marks: vec![Mark::None; n_variables],
            marked: Vec::new(),
            n_open: 0,
            learned: Vec::new(),
            met: vec![0; n_variables + 1],
            n_counts: 0,
            counted: vec![0; 2 * n_variables],
            used: Vec::new(),
        }
    }

    /// Takes a false literal into account.
    #[inline(always)]
    fn meet(&mut self, literal: Literal, trail: &Trail, premises: &mut Premises) {
        let variable = literal.variable();
        if self.marks[variable] != Mark::None {
            return;
        }
        let level = trail.level_of(literal);
        if level == 0 {
            premises.gather_fact(variable);
            return;
        }
        self.marks[variable] = Mark::Needed;
        self.marked.push(variable);
        if level == trail.level() {
            self.n_open += 1;
        } else {
            self.learned.push(literal);
        }
    }

    /// Begins a count that has no literal yet.
    pub(super) fn begin_count(&mut self) {
        self.n_counts += 1;
    }

    /// Counts a literal; whether it had not been counted.
    pub(super) fn count(&mut self, literal: Literal) -> bool {
        std::mem::replace(&mut self.counted[literal.index()], self.n_counts) != self.n_counts
    }

    fn discount(&mut self, literal: Literal) {
        self.counted[literal.index()] = 0;
    }

    pub(super) fn is_counted(&self, literal: Literal) -> bool {
        self.counted[literal.index()] == self.n_counts
    }

    /// Marks a variable that has become part of the clause.
    pub(super) fn need(&mut self, literal: Literal) {
        self.marks[literal.variable()] = Mark::Needed;
        self.marked.push(literal.variable());
    }

    /// How many levels literals are on.
    fn span(&mut self, trail: &Trail, literals: impl Iterator<Item = Literal>) -> u32 {
        self.n_counts += 1;
        let mut span = 0;
        for literal in literals {
            let met = &mut self.met[trail.level_of(literal)];
            span += u32::from(*met != self.n_counts);
            *met = self.n_counts;
        }
        span
    }

    /// Whether a true literal follows from needed ones in so many steps.
    pub(super) fn follows(
        &mut self,
        literal: Literal,
        steps: usize,
        known: (&Trail, &Clauses),
        premises: &mut Premises,
    ) -> bool {
        let (trail, clauses) = known;
        match trail.reason(literal) {
            _ if steps == 0 => false,
            Reason::None => false,
            Reason::Literal(other) => self.is_needed(!other, steps, known, premises),
            Reason::Clause(clause) => {
                let mut others = clauses.literals(clause).filter(|&other| other != literal);
                let follows = others.all(|other| self.is_needed(other, steps, known, premises));
                if follows {
                    premises.gather(clauses.premises(clause));
                }
                follows
            }
        }
    }

    /// Whether a false literal is needed, or follows from needed ones.
    pub(super) fn is_needed(
        &mut self,
        literal: Literal,
        steps: usize,
        known: (&Trail, &Clauses),
        premises: &mut Premises,
    ) -> bool {
        let variable = literal.variable();
        match self.marks[variable] {
            Mark::Needed => return true,
            Mark::Failed => return false,
            Mark::None => {}
        }
        if known.0.level_of(literal) == 0 {
            premises.gather_fact(variable);
            return true;
        }
        let follows = self.follows(!literal, steps - 1, known, premises);
        self.marks[variable] = if follows { Mark::Needed } else { Mark::Failed };
        self.marked.push(variable);
        follows
    }
}

impl Learner {
    /// Finds the clause to learn; it is left in `analysis.learned`, its premises in `premises`.
    /// There must have been a guess.
    pub(super) fn analyse(&mut self, contradiction: Contradiction) -> Lesson {
        self.premises.clear();
        self.resolve(contradiction);
        let marked = std::mem::take(&mut self.analysis.marked);
        marked.iter().for_each(|&variable| self.heap.bump(variable));
        self.analysis.marked = marked;
        self.shrink();
        self.strengthen();
        let Analysis { marks, marked, .. } = &mut self.analysis;
        marked.drain(..).for_each(|variable| marks[variable] = Mark::None);
        self.finish()
    }

    /// Resolves the contradiction with reasons until one literal of the last level is left.
    fn resolve(&mut self, contradiction: Contradiction) {
        let Learner { analysis, trail, premises, .. } = self;
        analysis.learned.clear();
        match contradiction {
            Contradiction::Pair(one, other) => {
                analysis.meet(one, trail, premises);
                analysis.meet(other, trail, premises);
            }
            Contradiction::Clause(clause) => self.resolve_clause(clause),
        }
        let mut at = self.trail.literals().len();
        let last = loop {
            // The latest marked literal of the level.
            let latest = loop {
                at -= 1;
                let literal = self.trail.literals()[at];
                if self.analysis.marks[literal.variable()] == Mark::Needed {
                    break literal;
                }
            };
            self.analysis.n_open -= 1;
            if self.analysis.n_open == 0 {
                break latest;
            }
            match self.trail.reason(latest) {
                Reason::None => unreachable!("a guess is the first literal of its level"),
                Reason::Literal(other) => {
                    self.analysis.meet(!other, &self.trail, &mut self.premises);
                }
                Reason::Clause(clause) => self.resolve_clause(clause),
            }
        };
        self.analysis.learned.push(!last);
        let end = self.analysis.learned.len() - 1;
        self.analysis.learned.swap(0, end);
    }

    /// Takes all literals of a clause into account. One that is resolved is marked already.
    fn resolve_clause(&mut self, clause: Number) {
        let Learner { analysis, trail, premises, clauses, .. } = self;
        premises.gather(clauses.premises(clause));
        clauses.literals(clause).for_each(|literal| analysis.meet(literal, trail, premises));
        let head = clauses.head(clause);
        if head.span > forget::LASTING_SPAN {
            let span = analysis.span(trail, clauses.literals(clause)).min(head.span);
            clauses.judge(clause, span, forget::spared(span));
        }
    }

    /// Drops literals that imply another one by themselves.
    fn strengthen(&mut self) {
        let Learner { analysis, implied, .. } = self;
        let mut learned = std::mem::take(&mut analysis.learned);
        analysis.begin_count();
        learned.iter().for_each(|&literal| _ = analysis.count(literal));
        for &literal in &learned {
            if analysis.is_counted(literal) {
                implied.by(!literal).iter().for_each(|&denied| analysis.discount(!denied));
            }
        }
        let first = learned[0];
        learned.retain(|&literal| literal == first || analysis.is_counted(literal));
        analysis.learned = learned;
    }

    /// Puts a literal of the highest level below second, where it is watched.
    fn finish(&mut self) -> Lesson {
        let Learner { analysis, trail, .. } = self;
        let mut learned = std::mem::take(&mut analysis.learned);
        let highest = (1..learned.len()).max_by_key(|&place| trail.level_of(learned[place]));
        let level = highest.map_or(0, |place| {
            learned.swap(1, place);
            trail.level_of(learned[1])
        });
        let span = analysis.span(trail, learned.iter().copied());
        analysis.learned = learned;
        Lesson { level, span }
    }
}
