//! The clauses, and who watches what.
//!
//! Of each clause at least one literal is true. Its first two literals are
//! watched: only when one of them becomes false is there something to do.
//! All clauses lie in one list of words, one after the other: a head, the
//! premises, the literals.

use super::literal::Literal;

/// The place of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(u32);

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: Number,
    /// Another of its literals: while that is true, there is nothing to do.
    pub(super) other: Literal,
}

/// What is known of a clause besides its literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) length: usize,
    /// How many levels of guesses its literals were spread over when it was last looked at: few
    /// are a good sign. 0 stands for clauses that are kept for ever.
    pub(super) span: u32,
    /// How many times it is still spared when clauses are forgotten.
    pub(super) spared: u32,
}

/// The first word: the length. The second: the span and, above it, how often it is spared.
const HEAD_WORDS: usize = 2;
const SPAN_BITS: u32 = 24;

/// A list of clauses, and which of them watch each literal.
#[derive(Debug)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// How many words of premises each clause has.
    n_premises: usize,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn new(n_variables: usize, n_premises: usize) -> Clauses {
        let watches = vec![Vec::new(); 2 * n_variables];
        Clauses { words: Vec::new(), n_premises, watches }
    }

    /// Adds a clause, and lets its first two literals be watched if there are as many.
    pub(super) fn add(&mut self, literals: &[Literal], span: u32, premises: &[u32]) -> Number {
        let number = Number(self.words.len() as u32);
        self.words.extend([literals.len() as u32, span]);
        self.words.extend(premises);
        self.words.extend(literals.iter().map(|literal| literal.word()));
        self.watch(number);
        number
    }

    /// Adds a clause of another list with its premises, its literals in a new order.
    pub(super) fn add_again(&mut self, old: &Clauses, number: Number, literals: &[Literal]) {
        let Head { span, spared, .. } = old.head(number);
        let new = self.add(literals, span, old.premises(number));
        self.judge(new, span, spared);
    }

    fn watch(&mut self, clause: Number) {
        if let [first, second, ..] = *self.words(clause) {
            let (first, second) = (Literal::from_word(first), Literal::from_word(second));
            self.watches[first.index()].push(Watch { clause, other: second });
            self.watches[second.index()].push(Watch { clause, other: first });
        }
    }

    #[inline(always)]
    pub(super) fn head(&self, Number(start): Number) -> Head {
        let start = start as usize;
        let packed = self.words[start + 1];
        Head {
            length: self.words[start] as usize,
            span: packed & ((1 << SPAN_BITS) - 1),
            spared: packed >> SPAN_BITS,
        }
    }

    /// Sets the span of a clause and how often it is spared.
    pub(super) fn judge(&mut self, Number(start): Number, span: u32, spared: u32) {
        self.words[start as usize + 1] = span | spared << SPAN_BITS;
    }

    /// The words of a clause's literals.
    #[inline(always)]
    fn words(&self, Number(start): Number) -> &[u32] {
        let start = start as usize;
        let length = self.words[start] as usize;
        &self.words[start + HEAD_WORDS + self.n_premises..][..length]
    }

    /// The words of a clause's literals, to put others among the first two.
    #[inline(always)]
    pub(super) fn words_mut(&mut self, Number(start): Number) -> &mut [u32] {
        let start = start as usize;
        let length = self.words[start] as usize;
        &mut self.words[start + HEAD_WORDS + self.n_premises..][..length]
    }

    #[inline(always)]
    pub(super) fn literals(&self, clause: Number) -> impl Iterator<Item = Literal> {
        self.words(clause).iter().map(|&word| Literal::from_word(word))
    }

    /// The words of a clause's premises.
    pub(super) fn premises(&self, Number(start): Number) -> &[u32] {
        &self.words[start as usize + HEAD_WORDS..][..self.n_premises]
    }

    /// Shows the words of each clause's premises, to change them.
    pub(super) fn all_premises_mut(&mut self, mut change: impl FnMut(&mut [u32])) {
        let mut start = 0;
        while start < self.words.len() {
            let length = self.words[start] as usize;
            let (premises, rest) = (start + HEAD_WORDS, HEAD_WORDS + self.n_premises + length);
            change(&mut self.words[premises..][..self.n_premises]);
            start += rest;
        }
    }

    /// All clauses, oldest first.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Number> {
        let step = move |&Number(start): &Number| {
            let length = self.words[start as usize] as usize;
            let next = start as usize + HEAD_WORDS + self.n_premises + length;
            (next < self.words.len()).then_some(Number(next as u32))
        };
        std::iter::successors((!self.words.is_empty()).then_some(Number(0)), step)
    }

    /// Takes away the watches of a literal, to give back those that remain.
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    pub(super) fn give_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    #[inline(always)]
    pub(super) fn push_watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.index()].push(watch);
    }

    /// Takes all clauses and watches away, so that some can be added again.
    pub(super) fn take(&mut self) -> Clauses {
        self.watches.iter_mut().for_each(Vec::clear);
        let words = std::mem::take(&mut self.words);
        Clauses { words, n_premises: self.n_premises, watches: Vec::new() }
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
            let number = clauses.add(list, i as u32, &[7, i as u32]);
            clauses.judge(number, i as u32, 1);
        }
        clauses.all_premises_mut(|premises| premises[0] -= 1);
        let mut again = Clauses::new(3, 2);
        for (number, list) in clauses.numbers().zip(&lists) {
            again.add_again(&clauses, number, list);
        }
        for (i, (number, list)) in again.numbers().zip(&lists).enumerate() {
            assert_eq!(again.literals(number).collect::<Vec<_>>(), *list);
            assert_eq!(again.premises(number), [6, i as u32]);
            let head = Head { length: list.len(), span: i as u32, spared: 1 };
            assert_eq!(again.head(number), head);
        }
        assert_eq!(again.numbers().count(), lists.len());
    }
}
