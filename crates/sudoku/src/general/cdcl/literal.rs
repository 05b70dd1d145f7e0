//! A literal: a variable or its negation.

/// A variable or its negation, packed into one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn new(variable: usize, is_positive: bool) -> Literal {
        Literal(2 * variable as u32 + u32::from(!is_positive))
    }

    pub(super) fn positive(variable: usize) -> Literal {
        Literal::new(variable, true)
    }

    #[inline(always)]
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline(always)]
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// An index for tables with two entries per variable.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub(super) fn from_word(word: u32) -> Literal {
        Literal(word)
    }

    #[inline(always)]
    pub(super) fn word(self) -> u32 {
        self.0
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline(always)]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
