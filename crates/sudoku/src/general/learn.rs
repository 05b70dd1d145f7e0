//! A search that learns from what it refutes.
//!
//! For grids that guessing alone does not decide. A variable is a value in a
//! cell, or a value in a crossing of a line and a box. They form groups of
//! which exactly one is true: the values of a cell; the crossings of a value
//! in a line, and in a box; the cells of a value in a crossing, or that it is
//! not in the crossing. With the crossings, conclusions from group to group
//! find locked candidates. Each contradiction is traced back to the few
//! assumptions behind it, and their conjunction is excluded for good by a
//! learned clause. A solution is excluded in the same way, so that the search
//! ends when there is no other.

use super::heap::Heap;
use super::map::{Chute, Map};
use super::word::Word;
use std::ops::ControlFlow;

/// A variable and whether it is claimed or denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Literal(u32);

impl Literal {
    fn new(variable: usize, claimed: bool) -> Literal {
        Literal(2 * variable as u32 + u32::from(!claimed))
    }

    fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_claim(self) -> bool {
        self.0 & 1 == 0
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Why a variable has its value.
#[derive(Clone, Copy, Debug)]
enum Reason {
    Guess,
    /// False, because this literal of a common group is true.
    Sees(Literal),
    /// True, because all others of this group are false.
    LastOf(usize),
    /// Demanded by this clause.
    Clause(usize),
}

/// At least one of the literals is true.
#[derive(Debug)]
struct Clause {
    literals: Vec<Literal>,
    /// How many levels of guesses it spanned when it was learned: few are a good sign. 0 is kept
    /// for ever.
    span: u32,
}

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: usize,
    /// Another of its literals: while that is true, there is nothing to do.
    other: Literal,
}

/// What the analysis of a contradiction has found out about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// It took part, or follows from those that did.
    Needed,
    /// It does not follow from those that took part.
    Failed,
}

/// What is known about a variable.
#[derive(Clone, Copy, Debug)]
struct Variable {
    level: usize,
    reason: Reason,
    /// What the analysis of a contradiction has found out about it.
    mark: Mark,
}

/// How far back the analysis looks for reasons to drop a literal.
const DEPTH: usize = 300;

/// So many clauses there may be at first.
const KEPT: usize = 6000;

/// The search.
pub(super) struct Learner {
    /// The values of cells that need no search, 0 for others.
    known: Vec<u8>,
    /// The cells and values of the first variables; the others are crossings.
    candidates: Vec<(usize, u8)>,
    variables: Vec<Variable>,
    /// Whether each variable is true, if that is known.
    truths: Vec<Option<bool>>,
    /// The literals of each group, of which exactly one is true.
    groups: Vec<Vec<Literal>>,
    /// The groups of each literal.
    groups_of: Vec<Vec<usize>>,
    /// How many literals of each group are not false.
    left: Vec<usize>,
    /// True literals in the order in which they became so, and where each level begins.
    trail: Vec<Literal>,
    levels: Vec<usize>,
    /// How much of the trail has been propagated.
    propagated: usize,
    clauses: Vec<Clause>,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    heap: Heap,
    /// How many clauses there may be before half of the learned ones are dropped.
    n_kept: usize,
    /// Set if there is nothing left to find.
    exhausted: bool,
}

impl Learner {
    /// Starts from the candidates of each cell.
    pub(super) fn new<W: Word>(map: &Map, cells: &[W]) -> Learner {
        let known = cells.iter().map(|cell| if cell.len() == 1 { cell.lowest() } else { 0 });
        let mut learner = Learner {
            known: known.collect(),
            candidates: Vec::new(),
            variables: Vec::new(),
            truths: Vec::new(),
            groups: Vec::new(),
            groups_of: Vec::new(),
            left: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
            clauses: Vec::new(),
            watches: Vec::new(),
            heap: Heap::new(0),
            n_kept: KEPT,
            exhausted: false,
        };
        let names = learner.name_candidates(map.side, cells);
        (0..map.chutes.len()).for_each(|chute| learner.cross(&map.chutes[chute], &names));
        learner.heap = Heap::new(learner.variables.len());
        learner.watches = vec![Vec::new(); 2 * learner.variables.len()];
        learner.claim_lone();
        learner
    }

    /// Claims what is alone in its group from the start.
    fn claim_lone(&mut self) {
        for group in 0..self.groups.len() {
            if let [literal] = self.groups[group][..]
                && self.truth(literal).is_none()
            {
                self.assign(literal, Reason::LastOf(group));
            }
        }
    }

    /// Makes the variables of all open candidates, by cell and value.
    fn name_candidates<W: Word>(&mut self, side: usize, cells: &[W]) -> Vec<Vec<Option<Literal>>> {
        let mut names = vec![vec![None; cells.len()]; side];
        for (cell, &candidates) in cells.iter().enumerate().filter(|(_, cell)| cell.len() > 1) {
            let mut group = Vec::new();
            let mut left = candidates;
            while left != W::NONE {
                let value = left.lowest();
                left = left.without_lowest();
                let literal = self.new_variable();
                self.candidates.push((cell, value));
                names[usize::from(value) - 1][cell] = Some(literal);
                group.push(literal);
            }
            self.new_group(group);
        }
        names
    }

    /// Makes the variables of the crossings of a chute, and their groups.
    fn cross(&mut self, chute: &Chute, names: &[Vec<Option<Literal>>]) {
        let lines = chute.crossings.len() / chute.boxes;
        for of_cell in names {
            let crossings: Vec<Option<Literal>> = chute
                .crossings
                .iter()
                .map(|cells| {
                    let mut group: Vec<Literal> =
                        cells.iter().filter_map(|&cell| of_cell[cell]).collect();
                    if group.is_empty() {
                        return None;
                    }
                    let crossing = self.new_variable();
                    group.push(!crossing);
                    self.new_group(group);
                    Some(crossing)
                })
                .collect();
            for line in crossings.chunks(chute.boxes) {
                self.new_group(line.iter().flatten().copied().collect());
            }
            for number in 0..chute.boxes {
                let members = (0..lines).filter_map(|line| crossings[line * chute.boxes + number]);
                self.new_group(members.collect());
            }
        }
    }

    fn new_variable(&mut self) -> Literal {
        self.variables.push(Variable { level: 0, reason: Reason::Guess, mark: Mark::None });
        self.truths.push(None);
        self.groups_of.extend([Vec::new(), Vec::new()]);
        Literal::new(self.variables.len() - 1, true)
    }

    /// Demands that exactly one of the literals is true; of none, nothing.
    fn new_group(&mut self, literals: Vec<Literal>) {
        if literals.is_empty() {
            return;
        }
        for literal in &literals {
            self.groups_of[literal.index()].push(self.groups.len());
        }
        self.left.push(literals.len());
        self.groups.push(literals);
    }

    /// Finds every solution that has not been excluded. `guess` is asked before each guess.
    pub(super) fn search<B>(
        &mut self,
        mut guess: impl FnMut() -> ControlFlow<B>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut pace = Pace::default();
        while !self.exhausted {
            if let Err(contradiction) = self.propagate() {
                if self.levels.is_empty() {
                    break;
                }
                let (learned, level) = self.analyse(contradiction);
                pace.learned(learned.span);
                self.back_to(level);
                self.learn(learned);
                self.heap.decay();
            } else if self.trail.len() == self.variables.len() {
                found(&self.values())?;
                if self.levels.is_empty() {
                    break;
                }
                self.exclude_guesses();
            } else if pace.wants_restart() || self.clauses.len() >= self.n_kept {
                self.back_to(0);
                self.forget();
            } else {
                guess()?;
                self.guess();
            }
        }
        self.exhausted = true;
        ControlFlow::Continue(())
    }

    /// Excludes a solution that was found by others, before the search. If no cell is open, it was
    /// the only one.
    pub(super) fn exclude(&mut self, solution: &[u8]) {
        let candidates = self.candidates.iter().enumerate();
        let true_ones = candidates.filter(|(_, (cell, value))| solution[*cell] == *value);
        let literals = true_ones.map(|(variable, _)| Literal::new(variable, false)).collect();
        self.exhausted |= self.variables.is_empty();
        self.add(Clause { literals, span: 0 });
    }

    fn values(&self) -> Vec<u8> {
        let mut values = self.known.clone();
        for (&(cell, value), truth) in self.candidates.iter().zip(&self.truths) {
            if *truth == Some(true) {
                values[cell] = value;
            }
        }
        values
    }

    fn truth(&self, literal: Literal) -> Option<bool> {
        self.truths[literal.variable()].map(|truth| truth == literal.is_claim())
    }

    fn assign(&mut self, literal: Literal, reason: Reason) {
        let level = self.levels.len();
        let variable = &mut self.variables[literal.variable()];
        debug_assert!(self.truths[literal.variable()].is_none());
        self.truths[literal.variable()] = Some(literal.is_claim());
        variable.level = level;
        variable.reason = reason;
        self.groups_of[(!literal).index()].iter().for_each(|&group| self.left[group] -= 1);
        self.trail.push(literal);
    }

    fn guess(&mut self) {
        while let Some(variable) = self.heap.pop() {
            if self.truths[variable].is_none() {
                self.levels.push(self.trail.len());
                self.assign(Literal::new(variable, true), Reason::Guess);
                return;
            }
        }
        unreachable!("a variable without a value is in the heap");
    }

    fn back_to(&mut self, level: usize) {
        let Some(&start) = self.levels.get(level) else { return };
        for literal in self.trail.drain(start..) {
            self.truths[literal.variable()] = None;
            self.groups_of[(!literal).index()].iter().for_each(|&group| self.left[group] += 1);
            self.heap.insert(literal.variable());
        }
        self.levels.truncate(level);
        self.propagated = start;
    }

    /// Draws all conclusions, or returns a clause that is false.
    fn propagate(&mut self) -> Result<(), Vec<Literal>> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.deny_others(literal)?;
            self.claim_last(!literal)?;
            self.visit_clauses(!literal)?;
        }
        Ok(())
    }

    /// All that share a group with a true literal are false.
    fn deny_others(&mut self, literal: Literal) -> Result<(), Vec<Literal>> {
        for i in 0..self.groups_of[literal.index()].len() {
            let group = self.groups_of[literal.index()][i];
            for j in 0..self.groups[group].len() {
                let other = self.groups[group][j];
                match self.truth(other) {
                    None => self.assign(!other, Reason::Sees(literal)),
                    Some(true) if other != literal => return Err(vec![!literal, !other]),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The last of each group of a false literal is true.
    fn claim_last(&mut self, literal: Literal) -> Result<(), Vec<Literal>> {
        for i in 0..self.groups_of[literal.index()].len() {
            let group = self.groups_of[literal.index()][i];
            if self.left[group] > 1 {
                continue;
            }
            let members = &self.groups[group];
            match members.iter().find(|&&member| self.truth(member) != Some(false)) {
                None => return Err(members.clone()),
                Some(&last) if self.truth(last).is_none() => {
                    self.assign(last, Reason::LastOf(group));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal which became false.
    fn visit_clauses(&mut self, literal: Literal) -> Result<(), Vec<Literal>> {
        let mut watching = std::mem::take(&mut self.watches[literal.index()]);
        let (mut kept, mut next) = (0, 0);
        let mut outcome = Ok(());
        while let Some(&watch) = watching.get(next) {
            next += 1;
            if self.truth(watch.other) == Some(true) {
                watching[kept] = watch;
                kept += 1;
                continue;
            }
            let Some(first) = self.unmovable(watch.clause, literal) else { continue };
            watching[kept] = Watch { other: first, ..watch };
            kept += 1;
            match self.truth(first) {
                None => self.assign(first, Reason::Clause(watch.clause)),
                Some(true) => {}
                Some(false) => {
                    outcome = Err(self.clauses[watch.clause].literals.clone());
                    break;
                }
            }
        }
        watching.drain(kept..next);
        self.watches[literal.index()] = watching;
        outcome
    }

    /// Lets a clause watch another literal instead of one that became false. If there is none that
    /// is not false, returns its other watched literal, which now is its first.
    fn unmovable(&mut self, clause: usize, literal: Literal) -> Option<Literal> {
        let Learner { clauses, truths, watches, .. } = self;
        let literals = &mut clauses[clause].literals;
        if literals[0] == literal {
            literals.swap(0, 1);
        }
        let is_false = |l: Literal| truths[l.variable()] == Some(!l.is_claim());
        let is_true = |l: Literal| truths[l.variable()] == Some(l.is_claim());
        if is_true(literals[0]) {
            return Some(literals[0]);
        }
        match (2..literals.len()).find(|&place| !is_false(literals[place])) {
            None => Some(literals[0]),
            Some(place) => {
                literals.swap(1, place);
                watches[literals[1].index()].push(Watch { clause, other: literals[0] });
                None
            }
        }
    }

    /// The clause to learn from a false one, asserting literal first, and the level to go back to.
    fn analyse(&mut self, contradiction: Vec<Literal>) -> (Clause, usize) {
        let level = self.levels.len();
        let mut learned = vec![Literal(0)];
        let mut marked = Vec::new();
        let mut open = 0;
        let mut todo = contradiction;
        let mut at = self.trail.len();
        loop {
            for literal in todo {
                let variable = &mut self.variables[literal.variable()];
                if variable.mark != Mark::None || variable.level == 0 {
                    continue;
                }
                variable.mark = Mark::Needed;
                marked.push(literal.variable());
                self.heap.bump(literal.variable());
                if variable.level == level {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            // The latest marked literal of this level.
            let latest = loop {
                at -= 1;
                if self.variables[self.trail[at].variable()].mark == Mark::Needed {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = !latest;
                break;
            }
            todo = self.antecedents(latest);
        }
        self.minimise(&mut learned, &mut marked);
        marked.iter().for_each(|&variable| self.variables[variable].mark = Mark::None);
        self.finished(learned)
    }

    /// The false literals because of which a true one had to be true.
    fn antecedents(&self, literal: Literal) -> Vec<Literal> {
        match self.variables[literal.variable()].reason {
            Reason::Guess => Vec::new(),
            Reason::Sees(other) => vec![!other],
            Reason::LastOf(group) => {
                let members = self.groups[group].iter().copied();
                members.filter(|&other| other != literal).collect()
            }
            Reason::Clause(clause) => {
                let literals = self.clauses[clause].literals.iter().copied();
                literals.filter(|&other| other != literal).collect()
            }
        }
    }

    /// Drops literals that follow from the others.
    fn minimise(&mut self, learned: &mut Vec<Literal>, marked: &mut Vec<usize>) {
        let asserting = learned[0];
        learned.retain(|&literal| literal == asserting || !self.follows(!literal, marked, DEPTH));
    }

    /// Whether a true literal follows from needed ones in so many steps.
    fn follows(&mut self, literal: Literal, marked: &mut Vec<usize>, steps: usize) -> bool {
        if steps == 0 || matches!(self.variables[literal.variable()].reason, Reason::Guess) {
            return false;
        }
        self.antecedents(literal).into_iter().all(|other| {
            let number = other.variable();
            let Variable { level, mark, .. } = self.variables[number];
            if level == 0 || mark != Mark::None {
                return level == 0 || mark == Mark::Needed;
            }
            let follows = self.follows(!other, marked, steps - 1);
            self.variables[number].mark = if follows { Mark::Needed } else { Mark::Failed };
            marked.push(number);
            follows
        })
    }

    /// Puts a literal of the highest level below second, where it is watched.
    fn finished(&self, mut learned: Vec<Literal>) -> (Clause, usize) {
        let level_of = |literal: &Literal| self.variables[literal.variable()].level;
        let highest = (1..learned.len()).max_by_key(|&place| level_of(&learned[place]));
        let level = highest.map_or(0, |place| level_of(&learned[place]));
        if let Some(place) = highest {
            learned.swap(1, place);
        }
        let mut levels: Vec<usize> = learned.iter().map(level_of).collect();
        levels.sort_unstable();
        levels.dedup();
        (Clause { literals: learned, span: levels.len() as u32 }, level)
    }

    /// Adds a clause whose first literal is open and whose others are false.
    fn learn(&mut self, clause: Clause) {
        let first = clause.literals[0];
        let reason = self.add(clause).map_or(Reason::Guess, Reason::Clause);
        self.assign(first, reason);
    }

    /// The number of the clause, if it is long enough to be kept.
    fn add(&mut self, clause: Clause) -> Option<usize> {
        let number = self.clauses.len();
        let &[first, second, ..] = &clause.literals[..] else { return None };
        self.watches[first.index()].push(Watch { clause: number, other: second });
        self.watches[second.index()].push(Watch { clause: number, other: first });
        self.clauses.push(clause);
        Some(number)
    }

    /// Excludes the guesses that led to a solution, and goes on beside the last of them.
    fn exclude_guesses(&mut self) {
        let guesses = self.levels.iter().rev().map(|&start| !self.trail[start]);
        let literals: Vec<Literal> = guesses.collect();
        self.back_to(self.levels.len() - 1);
        self.learn(Clause { literals, span: 0 });
    }

    /// Drops the worse half of the learned clauses when there are too many. No level is open, so
    /// that no clause is a reason that matters.
    fn forget(&mut self) {
        if self.clauses.len() < self.n_kept {
            return;
        }
        self.n_kept += 300;
        let mut clauses = std::mem::take(&mut self.clauses);
        clauses.sort_by_key(|clause| (clause.span, clause.literals.len()));
        let n_good = clauses.partition_point(|clause| clause.span <= 2);
        clauses.truncate(n_good.max(clauses.len() / 2));
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in clauses {
            self.renew(clause);
        }
    }

    /// Adds a clause again as far as it is not settled by what is known for good.
    fn renew(&mut self, mut clause: Clause) {
        if clause.literals.iter().any(|&literal| self.truth(literal) == Some(true)) {
            return;
        }
        clause.literals.retain(|&literal| self.truth(literal).is_none());
        self.add(clause);
    }
}

/// Says when a new start is better than going on: when the clauses learned of late span more
/// levels than usual.
#[derive(Debug, Default)]
struct Pace {
    of_late: f64,
    usual: f64,
    since_restart: u32,
}

impl Pace {
    fn learned(&mut self, span: u32) {
        self.of_late += (f64::from(span) - self.of_late) / 32.0;
        self.usual += (f64::from(span) - self.usual) / 8192.0;
        self.since_restart += 1;
    }

    fn wants_restart(&mut self) -> bool {
        let wanted = self.since_restart > 50 && self.of_late > 1.1 * self.usual;
        if wanted {
            self.since_restart = 0;
        }
        wanted
    }
}
