//! Sets of literals as bits, and all that follows from a literal.

use super::links::{Links, Literal};
use crate::reason::cells::ones;

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
        let (i, word) = words.into_iter().find(|&(_, word)| word != 0)?;
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
fn literals(row: &[u64]) -> impl Iterator<Item = Literal> {
    let bits = row.iter().enumerate();
    bits.flat_map(|(i, &word)| ones(word).map(move |bit| Literal::of_index(64 * i + bit)))
}

/// Follows a supposition along links, and by what nets know of candidates at once.
pub(super) struct Closure<'a, const W: usize> {
    links: &'a Links<W>,
    nets: Option<&'a Rows>,
    order: Vec<Literal>,
    /// What was found, as bits.
    known: Vec<u64>,
    parent: Vec<Literal>,
}

impl<'a, const W: usize> Closure<'a, W> {
    pub(super) fn new(links: &'a Links<W>, nets: Option<&'a Rows>) -> Closure<'a, W> {
        let n_literals = 2 * links.nodes.len();
        Closure {
            links,
            nets,
            order: Vec::new(),
            known: vec![0; n_literals.div_ceil(64)],
            parent: vec![Literal::of_index(0); n_literals],
        }
    }

    /// Writes all literals about candidates that follow from a premise into a row, with
    /// the premise itself.
    pub(super) fn follow(&mut self, premise: Literal, row: &mut [u64]) {
        self.search(premise, None);
        row.copy_from_slice(&self.known[..row.len()]);
        let end = 2 * self.links.n_candidates % 64;
        if let Some(last) = row.last_mut()
            && end != 0
        {
            *last &= (1 << end) - 1;
        }
    }

    /// A shortest path from a premise to what follows from it.
    pub(super) fn path(&mut self, premise: Literal, end: Literal) -> Vec<Literal> {
        self.search(premise, Some(end));
        let mut path = vec![end];
        let mut literal = end;
        while literal != premise {
            literal = self.parent[literal.index()];
            path.push(literal);
        }
        path.reverse();
        path
    }

    /// Finds all that follows, or until something does.
    fn search(&mut self, premise: Literal, until: Option<Literal>) {
        self.order.clear();
        self.known.fill(0);
        self.add(premise, premise);
        let mut next = 0;
        while let Some(&literal) = self.order.get(next) {
            next += 1;
            if Some(literal) == until {
                return;
            }
            let links = self.links;
            for to in links.following(literal) {
                if !has(&self.known, to) {
                    self.add(to, literal);
                }
            }
            if let Some(nets) = self.nets
                && literal.node() < links.n_candidates
            {
                for (i, &word) in nets.row(literal).iter().enumerate() {
                    for bit in ones(word & !self.known[i]) {
                        self.add(Literal::of_index(64 * i + bit), literal);
                    }
                }
            }
        }
    }

    fn add(&mut self, literal: Literal, parent: Literal) {
        insert(&mut self.known, literal);
        self.parent[literal.index()] = parent;
        self.order.push(literal);
    }
}
