//! The clause database with its watches.
//!
//! At least one literal of each clause is true. The first two literals of a clause are watched: the
//! clause is visited only when one of them becomes false. All clauses lie in one list of words, one
//! after the other: a header, the dependencies, the literals.

use super::literal::Literal;

/// A reference to a clause: its position in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseRef(u32);

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseRef,
    /// OtherSolution of its literals: while that is true, there is nothing to do.
    pub(super) other: Literal,
}

/// The header of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) length: usize,
    /// The literal block distance: the number of levels its literals were on when it was last used.
    /// Low is good. 0 stands for clauses that are kept for ever.
    pub(super) lbd: u32,
    /// The number of further reductions that the clause survives.
    pub(super) rounds_kept: u32,
}

/// The first word: the length. The second: the LBD and, above it, the rounds it is kept.
const HEADER_WORDS: usize = 2;
const LBD_BITS: u32 = 24;

/// A list of clauses, and which of them watch each literal.
#[derive(Debug)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// The number of words of dependencies of each clause.
    n_dependencies: usize,
    /// For each literal the clauses to visit when it becomes false.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn new(n_variables: usize, n_dependencies: usize) -> Clauses {
        let watches = vec![Vec::new(); 2 * n_variables];
        Clauses { words: Vec::new(), n_dependencies, watches }
    }

    /// Adds a clause and watches its first two literals, if it has two.
    pub(super) fn add(
        &mut self,
        literals: &[Literal],
        lbd: u32,
        dependencies: &[u32],
    ) -> ClauseRef {
        let clause = ClauseRef(self.words.len() as u32);
        self.words.extend([literals.len() as u32, lbd]);
        self.words.extend(dependencies);
        self.words.extend(literals.iter().map(|literal| literal.word()));
        self.watch(clause);
        clause
    }

    /// Adds a clause of another list with its dependencies, its literals in a new order.
    pub(super) fn add_again(&mut self, old: &Clauses, clause: ClauseRef, literals: &[Literal]) {
        let Header { lbd, rounds_kept, .. } = old.header(clause);
        let new = self.add(literals, lbd, old.dependencies(clause));
        self.set_quality(new, lbd, rounds_kept);
    }

    fn watch(&mut self, clause: ClauseRef) {
        if let [first, second, ..] = *self.words(clause) {
            let (first, second) = (Literal::from_word(first), Literal::from_word(second));
            self.watches[first.index()].push(Watch { clause, other: second });
            self.watches[second.index()].push(Watch { clause, other: first });
        }
    }

    #[inline(always)]
    pub(super) fn header(&self, ClauseRef(start): ClauseRef) -> Header {
        let start = start as usize;
        let packed = self.words[start + 1];
        Header {
            length: self.words[start] as usize,
            lbd: packed & ((1 << LBD_BITS) - 1),
            rounds_kept: packed >> LBD_BITS,
        }
    }

    /// Sets the LBD of a clause and the number of reductions that it survives.
    pub(super) fn set_quality(&mut self, ClauseRef(start): ClauseRef, lbd: u32, rounds_kept: u32) {
        self.words[start as usize + 1] = lbd | rounds_kept << LBD_BITS;
    }

    /// The words of a clause's literals.
    #[inline(always)]
    fn words(&self, ClauseRef(start): ClauseRef) -> &[u32] {
        let start = start as usize;
        let length = self.words[start] as usize;
        &self.words[start + HEADER_WORDS + self.n_dependencies..][..length]
    }

    /// The words of a clause's literals, to put others among the first two.
    #[inline(always)]
    pub(super) fn words_mut(&mut self, ClauseRef(start): ClauseRef) -> &mut [u32] {
        let start = start as usize;
        let length = self.words[start] as usize;
        &mut self.words[start + HEADER_WORDS + self.n_dependencies..][..length]
    }

    #[inline(always)]
    pub(super) fn literals(&self, clause: ClauseRef) -> impl Iterator<Item = Literal> {
        self.words(clause).iter().map(|&word| Literal::from_word(word))
    }

    /// The words of a clause's dependencies.
    pub(super) fn dependencies(&self, ClauseRef(start): ClauseRef) -> &[u32] {
        &self.words[start as usize + HEADER_WORDS..][..self.n_dependencies]
    }

    /// Calls `change` with the words of each clause's dependencies.
    pub(super) fn all_dependencies_mut(&mut self, mut change: impl FnMut(&mut [u32])) {
        let mut start = 0;
        while start < self.words.len() {
            let length = self.words[start] as usize;
            let (dependencies, rest) =
                (start + HEADER_WORDS, HEADER_WORDS + self.n_dependencies + length);
            change(&mut self.words[dependencies..][..self.n_dependencies]);
            start += rest;
        }
    }

    /// All clauses, oldest first.
    pub(super) fn refs(&self) -> impl Iterator<Item = ClauseRef> {
        let step = move |&ClauseRef(start): &ClauseRef| {
            let length = self.words[start as usize] as usize;
            let next = start as usize + HEADER_WORDS + self.n_dependencies + length;
            (next < self.words.len()).then_some(ClauseRef(next as u32))
        };
        std::iter::successors((!self.words.is_empty()).then_some(ClauseRef(0)), step)
    }

    /// Takes the watches of a literal; the caller puts back those that remain.
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    pub(super) fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    #[inline(always)]
    pub(super) fn push_watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.index()].push(watch);
    }

    /// Takes all clauses and removes all watches, so that some clauses can be added again.
    pub(super) fn take(&mut self) -> Clauses {
        self.watches.iter_mut().for_each(Vec::clear);
        let words = std::mem::take(&mut self.words);
        Clauses { words, n_dependencies: self.n_dependencies, watches: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_back_as_they_were_added() {
        let literal = |number: u32| Literal::from_word(number);
        let lists = [vec![literal(3)], vec![literal(0), literal(5)], (0..6).map(literal).collect()];
        let mut clauses = Clauses::new(3, 2);
        for (i, list) in lists.iter().enumerate() {
            let clause = clauses.add(list, i as u32, &[7, i as u32]);
            clauses.set_quality(clause, i as u32, 1);
        }
        clauses.all_dependencies_mut(|dependencies| dependencies[0] -= 1);
        let mut again = Clauses::new(3, 2);
        for (clause, list) in clauses.refs().zip(&lists) {
            again.add_again(&clauses, clause, list);
        }
        for (i, (clause, list)) in again.refs().zip(&lists).enumerate() {
            assert_eq!(again.literals(clause).collect::<Vec<_>>(), *list);
            assert_eq!(again.dependencies(clause), [6, i as u32]);
            let header = Header { length: list.len(), lbd: i as u32, rounds_kept: 1 };
            assert_eq!(again.header(clause), header);
        }
        assert_eq!(again.refs().count(), lists.len());
    }
}
