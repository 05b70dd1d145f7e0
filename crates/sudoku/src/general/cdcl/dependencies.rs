//! The givens that each clause and each fact depends on.
//!
//! When givens can be retracted, a clause or a fact of level 0 is valid only while the givens are
//! there from which it was derived. Each clause and each such fact carries the set of these givens.
//! In a search whose givens are permanent, the sets are empty and cost nothing.

/// The givens behind each fact of level 0, and behind the conclusion being derived.
#[derive(Debug)]
pub(super) struct Dependencies {
    /// The number of words in a set.
    n_words: usize,
    /// The sets of all variables.
    of_facts: Vec<u32>,
    /// The set of what is being concluded.
    gathered: Vec<u32>,
}

impl Dependencies {
    /// For conclusions from givens with numbers below `n_givens`.
    pub(super) fn new(n_variables: usize, n_givens: usize) -> Dependencies {
        let n_words = n_givens.div_ceil(32);
        Dependencies {
            n_words,
            of_facts: vec![0; n_words * n_variables],
            gathered: vec![0; n_words],
        }
    }

    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    /// Whether givens can be retracted, so that dependencies matter.
    #[inline(always)]
    pub(super) fn are_tracked(&self) -> bool {
        self.n_words > 0
    }

    /// Begins a conclusion without dependencies.
    pub(super) fn clear(&mut self) {
        self.gathered.fill(0);
    }

    /// The set gathered so far.
    pub(super) fn gathered(&self) -> &[u32] {
        &self.gathered
    }

    /// The set of a fact.
    pub(super) fn of_fact(&self, variable: usize) -> &[u32] {
        &self.of_facts[variable * self.n_words..][..self.n_words]
    }

    /// Adds the dependencies of a fact to the conclusion.
    #[inline(always)]
    pub(super) fn gather_fact(&mut self, variable: usize) {
        let Dependencies { n_words, of_facts, gathered } = self;
        add(gathered, &of_facts[variable * *n_words..][..*n_words]);
    }

    /// Adds a set of givens to the conclusion.
    #[inline(always)]
    pub(super) fn gather(&mut self, set: &[u32]) {
        add(&mut self.gathered, set);
    }

    /// Adds one given to the conclusion.
    pub(super) fn gather_given(&mut self, given: usize) {
        self.gathered[given / 32] |= 1 << (given % 32);
    }

    /// Stores the gathered set as the dependencies of a fact.
    pub(super) fn set_fact(&mut self, variable: usize) {
        let Dependencies { n_words, of_facts, gathered } = self;
        of_facts[variable * *n_words..][..*n_words].copy_from_slice(gathered);
    }

    /// Removes a given from the sets of all facts, because it is permanent now.
    pub(super) fn make_permanent(&mut self, given: usize) {
        self.of_facts.chunks_exact_mut(self.n_words).for_each(|set| remove(set, given));
    }
}

/// Whether a set has a given.
pub(super) fn has(set: &[u32], given: usize) -> bool {
    set[given / 32] >> (given % 32) & 1 != 0
}

/// Takes a given out of a set.
pub(super) fn remove(set: &mut [u32], given: usize) {
    set[given / 32] &= !(1 << (given % 32));
}

#[inline(always)]
fn add(set: &mut [u32], more: &[u32]) {
    set.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}
