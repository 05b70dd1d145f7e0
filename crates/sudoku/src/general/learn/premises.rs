//! Which givens a conclusion rests on.
//!
//! When givens come and go, a clause or a fact may be used only while those
//! are there from which it was concluded. Each clause and each fact of level
//! 0 carries the set of these givens. A search whose givens stay
//! keeps sets without a word, which cost nothing.

/// The givens behind each fact of level 0, and behind the conclusion that is being drawn.
#[derive(Debug)]
pub(super) struct Premises {
    /// How many words a set has.
    n_words: usize,
    /// The sets of all variables.
    of_facts: Vec<u32>,
    /// The set of what is being concluded.
    gathered: Vec<u32>,
}

impl Premises {
    /// For conclusions from givens with numbers below `n_givens`.
    pub(super) fn new(n_variables: usize, n_givens: usize) -> Premises {
        let n_words = n_givens.div_ceil(32);
        Premises { n_words, of_facts: vec![0; n_words * n_variables], gathered: vec![0; n_words] }
    }

    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    /// Whether givens may go, so that it matters what rests on them.
    #[inline(always)]
    pub(super) fn are_tracked(&self) -> bool {
        self.n_words > 0
    }

    /// Begins a conclusion that rests on nothing.
    pub(super) fn clear(&mut self) {
        self.gathered.fill(0);
    }

    /// What has been gathered.
    pub(super) fn gathered(&self) -> &[u32] {
        &self.gathered
    }

    /// The set of a fact.
    pub(super) fn of_fact(&self, variable: usize) -> &[u32] {
        &self.of_facts[variable * self.n_words..][..self.n_words]
    }

    /// Lets the conclusion rest on the same as a fact.
    #[inline(always)]
    pub(super) fn gather_fact(&mut self, variable: usize) {
        let Premises { n_words, of_facts, gathered } = self;
        add(gathered, &of_facts[variable * *n_words..][..*n_words]);
    }

    /// Lets the conclusion rest on a set.
    #[inline(always)]
    pub(super) fn gather(&mut self, set: &[u32]) {
        add(&mut self.gathered, set);
    }

    /// Lets the conclusion rest on a given.
    pub(super) fn gather_given(&mut self, given: usize) {
        self.gathered[given / 32] |= 1 << (given % 32);
    }

    /// What has been gathered is behind this fact.
    pub(super) fn conclude(&mut self, variable: usize) {
        let Premises { n_words, of_facts, gathered } = self;
        of_facts[variable * *n_words..][..*n_words].copy_from_slice(gathered);
    }

    /// Takes a given out of the sets of all facts, because it is there to stay.
    pub(super) fn take_for_granted(&mut self, given: usize) {
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
