//! Conflict analysis: the clause to learn from a conflict.
//!
//! The literals of the conflict are resolved with their reasons, the latest first, until one literal
//! of the last level is left (the first unique implication point). The remaining clause would have
//! made its negation true on an earlier level. Then the clause is minimized
//! ([`minimize`](super::minimize)), and literals that imply another one are dropped.

use super::clauses::{ClauseRef, Clauses};
use super::dependencies::Dependencies;
use super::literal::Literal;
use super::propagate::Conflict;
use super::trail::{Reason, Trail};
use super::{Solver, reduce};

/// The largest depth of the search for reasons to drop a literal.
pub(super) const DEPTH: usize = 500;

/// The state of a variable in the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// It took part, or follows from those that did.
    Needed,
    /// It does not follow from those that took part.
    Failed,
}

/// The learned clause apart from its literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned {
    /// The level on which the clause makes its first literal true.
    pub(super) level: usize,
    pub(super) lbd: u32,
}

/// The buffers of the analysis.
#[derive(Debug)]
pub(super) struct Analysis {
    marks: Vec<Mark>,
    /// The variables that have a mark.
    marked: Vec<usize>,
    /// The number of marked variables of the last level that are not resolved yet.
    n_open: usize,
    /// The clause: first the literal of the last level, then one of the next highest.
    pub(super) learned: Vec<Literal>,
    /// For each level the number of the last count that saw it.
    level_seen: Vec<u64>,
    /// For each literal the number of the last count that has it.
    counted: Vec<u64>,
    /// Clauses with dependencies that are not gathered yet.
    pub(super) used: Vec<ClauseRef>,
    n_counts: u64,
}

impl Analysis {
    pub(super) fn new(n_variables: usize) -> Analysis {
        Analysis {
            marks: vec![Mark::None; n_variables],
            marked: Vec::new(),
            n_open: 0,
            learned: Vec::new(),
            level_seen: vec![0; n_variables + 1],
            n_counts: 0,
            counted: vec![0; 2 * n_variables],
            used: Vec::new(),
        }
    }

    /// Adds a false literal to the analysis.
    #[inline(always)]
    fn include(&mut self, literal: Literal, trail: &Trail, dependencies: &mut Dependencies) {
        let variable = literal.variable();
        if self.marks[variable] != Mark::None {
            return;
        }
        let level = trail.level_of(literal);
        if level == 0 {
            dependencies.gather_fact(variable);
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

    fn uncount(&mut self, literal: Literal) {
        self.counted[literal.index()] = 0;
    }

    pub(super) fn is_counted(&self, literal: Literal) -> bool {
        self.counted[literal.index()] == self.n_counts
    }

    /// Marks a variable that has become part of the clause.
    pub(super) fn mark_needed(&mut self, literal: Literal) {
        self.marks[literal.variable()] = Mark::Needed;
        self.marked.push(literal.variable());
    }

    /// The literal block distance (LBD): the number of levels of some literals.
    fn lbd(&mut self, trail: &Trail, literals: impl Iterator<Item = Literal>) -> u32 {
        self.n_counts += 1;
        let mut lbd = 0;
        for literal in literals {
            let level_seen = &mut self.level_seen[trail.level_of(literal)];
            lbd += u32::from(*level_seen != self.n_counts);
            *level_seen = self.n_counts;
        }
        lbd
    }

    /// Whether a true literal follows from needed ones within `steps` steps.
    pub(super) fn follows(
        &mut self,
        literal: Literal,
        steps: usize,
        known: (&Trail, &Clauses),
        dependencies: &mut Dependencies,
    ) -> bool {
        let (trail, clauses) = known;
        match trail.reason(literal) {
            _ if steps == 0 => false,
            Reason::None => false,
            Reason::Literal(other) => self.is_needed(!other, steps, known, dependencies),
            Reason::Clause(clause) => {
                let mut others = clauses.literals(clause).filter(|&other| other != literal);
                let follows = others.all(|other| self.is_needed(other, steps, known, dependencies));
                if follows {
                    dependencies.gather(clauses.dependencies(clause));
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
        dependencies: &mut Dependencies,
    ) -> bool {
        let variable = literal.variable();
        match self.marks[variable] {
            Mark::Needed => return true,
            Mark::Failed => return false,
            Mark::None => {}
        }
        if known.0.level_of(literal) == 0 {
            dependencies.gather_fact(variable);
            return true;
        }
        let follows = self.follows(!literal, steps - 1, known, dependencies);
        self.marks[variable] = if follows { Mark::Needed } else { Mark::Failed };
        self.marked.push(variable);
        follows
    }
}

impl Solver {
    /// Finds the clause to learn; it is left in `analysis.learned`, its dependencies in `dependencies`.
    /// There must have been a guess.
    pub(super) fn analyse(&mut self, conflict: Conflict) -> Learned {
        self.dependencies.clear();
        self.resolve(conflict);
        let marked = std::mem::take(&mut self.analysis.marked);
        marked.iter().for_each(|&variable| self.activity.bump(variable));
        self.analysis.marked = marked;
        self.minimize();
        self.strengthen();
        let Analysis { marks, marked, .. } = &mut self.analysis;
        marked.drain(..).for_each(|variable| marks[variable] = Mark::None);
        self.finish()
    }

    /// Resolves the conflict with reasons until one literal of the last level is left.
    fn resolve(&mut self, conflict: Conflict) {
        let Solver { analysis, trail, dependencies, .. } = self;
        analysis.learned.clear();
        match conflict {
            Conflict::Pair(one, other) => {
                analysis.include(one, trail, dependencies);
                analysis.include(other, trail, dependencies);
            }
            Conflict::Clause(clause) => self.resolve_clause(clause),
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
                    self.analysis.include(!other, &self.trail, &mut self.dependencies);
                }
                Reason::Clause(clause) => self.resolve_clause(clause),
            }
        };
        self.analysis.learned.push(!last);
        let end = self.analysis.learned.len() - 1;
        self.analysis.learned.swap(0, end);
    }

    /// Adds all literals of a clause to the analysis. One that is resolved is marked already.
    fn resolve_clause(&mut self, clause: ClauseRef) {
        let Solver { analysis, trail, dependencies, clauses, .. } = self;
        dependencies.gather(clauses.dependencies(clause));
        clauses.literals(clause).for_each(|literal| analysis.include(literal, trail, dependencies));
        let header = clauses.header(clause);
        if header.lbd > reduce::TIER1_LBD {
            let lbd = analysis.lbd(trail, clauses.literals(clause)).min(header.lbd);
            clauses.set_quality(clause, lbd, reduce::rounds_kept(lbd));
        }
    }

    /// Drops literals that imply another one by themselves.
    fn strengthen(&mut self) {
        let Solver { analysis, implied, .. } = self;
        let mut learned = std::mem::take(&mut analysis.learned);
        analysis.begin_count();
        learned.iter().for_each(|&literal| _ = analysis.count(literal));
        for &literal in &learned {
            if analysis.is_counted(literal) {
                implied.by(!literal).iter().for_each(|&denied| analysis.uncount(!denied));
            }
        }
        let first = learned[0];
        learned.retain(|&literal| literal == first || analysis.is_counted(literal));
        analysis.learned = learned;
    }

    /// Puts a literal of the highest level below second, where it is watched.
    fn finish(&mut self) -> Learned {
        let Solver { analysis, trail, .. } = self;
        let mut learned = std::mem::take(&mut analysis.learned);
        let highest = (1..learned.len()).max_by_key(|&place| trail.level_of(learned[place]));
        let level = highest.map_or(0, |place| {
            learned.swap(1, place);
            trail.level_of(learned[1])
        });
        let lbd = analysis.lbd(trail, learned.iter().copied());
        analysis.learned = learned;
        Learned { level, lbd }
    }
}
