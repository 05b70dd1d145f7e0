//! Sets of literals as bits, and all that follows from a literal.

use super::links::{Links, Literal};

/// For each supposition about a candidate, a set of literals about candidates.
pub(super) struct Rows {
    n_words: usize,
    words: Vec<u64>,
}

/// The bits of literals that are false; the one above each is its opposite.
const FALSE: u64 = 0x5555_5555_5555_5555;

impl Rows {
    pub(super) fn new(n_candidates: usize) -> Rows {
        let n_words = (2 * n_candidates).div_ceil(64);
        Rows { n_words, words: vec![0; 2 * n_candidates * n_words] }
    }

    pub(super) fn row(&self, premise: Literal) -> &[u64] {
        &self.words[premise.index() * self.n_words..][..self.n_words]
    }

    pub(super) fn row_mut(&mut self, premise: Literal) -> &mut [u64] {
        &mut self.words[premise.index() * self.n_words..][..self.n_words]
    }

    pub(super) fn has(&self, premise: Literal, literal: Literal) -> bool {
        has(self.row(premise), literal)
    }

    /// A node that is both true and false after a supposition.
    pub(super) fn clash(&self, premise: Literal) -> Option<usize> {
        let both = |&word: &u64| word & word >> 1 & FALSE;
        let words = self.row(premise).iter().map(both).enumerate();
        let (i, word) = words.filter(|&(_, word)| word != 0).next()?;
        Some((64 * i + word.trailing_zeros() as usize) / 2)
    }

    /// What is in the rows of all premises.
    pub(super) fn common(&self, premises: &[Literal]) -> Vec<Literal> {
        let Some((first, rest)) = premises.split_first() else { return Vec::new() };
        let mut words = self.row(*first).to_vec();
        for premise in rest {
            words.iter_mut().zip(self.row(*premise)).for_each(|(word, other)| *word &= other);
        }
        literals(&words).collect()
    }
}

fn has(row: &[u64], literal: Literal) -> bool {
    row[literal.index() / 64] >> (literal.index() % 64) & 1 == 1
}

pub(super) fn insert(row: &mut [u64], literal: Literal) {
    row[literal.index() / 64] |= 1 << (literal.index() % 64);
}

/// The literals of a row, in rising order.
pub(super) fn literals(row: &[u64]) -> impl Iterator<Item = Literal> {
    let bits = row.iter().enumerate();
    bits.flat_map(|(i, &word)| {
        crate::reason::cells::ones(word).map(move |bit| Literal::of_index(64 * i + bit))
    })
}

/// Follows a supposition along links, and by what nets know of candidates at once.
pub(super) struct Closure<'a, const W: usize> {
    links: &'a Links<W>,
    nets: Option<&'a Rows>,
    order: Vec<Literal>,
    parent: Vec<Option<Literal>>,
}

impl<'a, const W: usize> Closure<'a, W> {
    pub(super) fn new(links: &'a Links<W>, nets: Option<&'a Rows>) -> Closure<'a, W> {
        let n_literals = 2 * links.nodes.len();
        Closure { links, nets, order: Vec::new(), parent: vec![None; n_literals] }
    }

    /// Adds all literals about candidates that follow from a premise to a row, and the
    /// premise itself.
    pub(super) fn follow(&mut self, premise: Literal, row: &mut [u64]) {
        self.search(premise, None);
        let candidates = self.order.iter().filter(|it| it.node() < self.links.n_candidates);
        candidates.for_each(|&literal| insert(row, literal));
    }

    /// A shortest path from a premise to what follows from it.
    pub(super) fn path(&mut self, premise: Literal, end: Literal) -> Vec<Literal> {
        self.search(premise, Some(end));
        let mut path = vec![end];
        let mut literal = end;
        while literal != premise
            && let Some(parent) = self.parent[literal.index()]
        {
            literal = parent;
            path.push(literal);
        }
        path.reverse();
        path
    }

    /// Finds all that follows, or until something does.
    fn search(&mut self, premise: Literal, until: Option<Literal>) {
        for literal in self.order.drain(..) {
            self.parent[literal.index()] = None;
        }
        self.add(premise, premise);
        let mut next = 0;
        while let Some(&literal) = self.order.get(next) {
            next += 1;
            if Some(literal) == until {
                return;
            }
            let links = self.links;
            links.following(literal).for_each(|to| self.add(to, literal));
            if let Some(nets) = self.nets
                && literal.node() < links.n_candidates
            {
                literals(nets.row(literal)).for_each(|to| self.add(to, literal));
            }
        }
    }

    fn add(&mut self, literal: Literal, parent: Literal) {
        let known = &mut self.parent[literal.index()];
        if known.is_none() {
            *known = Some(parent);
            self.order.push(literal);
        }
    }
}
