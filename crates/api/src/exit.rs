//! Exit codes: yes, no, or why there is no answer, as a number for scripts.

/// How a command ended. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Yes, or found.
    Yes,
    /// No, or none.
    No,
    /// The command line could not be understood.
    Usage,
    /// An input could not be used.
    BadInput,
    /// A limit was reached first: nothing is decided.
    Open,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::BadInput => 3,
            Exit::Open => 4,
            Exit::Interrupted => 130,
        }
    }

    /// The answer for a batch: a bad input outweighs an open question, that
    /// outweighs a no, and a yes needs all to be yes.
    pub fn and(self, other: Exit) -> Exit {
        let weight = |exit: Exit| match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Open => 2,
            Exit::BadInput => 3,
            Exit::Usage => 4,
            Exit::Interrupted => 5,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Exit; 6] =
        [Exit::Yes, Exit::No, Exit::Usage, Exit::BadInput, Exit::Open, Exit::Interrupted];

    #[test]
    fn the_numbers_are_fixed() {
        assert_eq!(ALL.map(Exit::code), [0, 1, 2, 3, 4, 130]);
    }

    #[test]
    fn a_batch_answers_in_any_order_the_same() {
        for a in ALL {
            assert_eq!(Exit::Yes.and(a), a);
            for b in ALL {
                assert_eq!(a.and(b), b.and(a), "{a:?} {b:?}");
                for c in ALL {
                    assert_eq!(a.and(b).and(c), a.and(b.and(c)), "{a:?} {b:?} {c:?}");
                }
            }
        }
        assert_eq!(Exit::No.and(Exit::Open), Exit::Open);
        assert_eq!(Exit::Open.and(Exit::BadInput), Exit::BadInput);
    }
}
