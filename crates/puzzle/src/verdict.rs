//! What a search found out, with its evidence.
//!
//! Every search of this workspace answers the same question, none, one or
//! many, and answers it the same way: it runs to its end, or stops at the
//! second solution, or its budget runs out first. Only the first way proves
//! that a solution is the only one; the last proves nothing, and says so.
//!
//! A search reports each solution to a callback and passes on every `Break`
//! with `?`. [`decide`] supplies that callback:
//!
//! ```
//! use std::ops::ControlFlow;
//! use sole_puzzle::{decide, Stop, Verdict};
//!
//! /// Reports every divisor of `n` between 1 and `n`, in at most `budget` steps.
//! fn divisors(
//!     n: u32,
//!     budget: u32,
//!     found: &mut dyn FnMut(u32) -> ControlFlow<Stop>,
//! ) -> ControlFlow<Stop> {
//!     for (steps, d) in (2..n).enumerate() {
//!         if steps as u32 == budget {
//!             return ControlFlow::Break(Stop::Budget);
//!         }
//!         if n % d == 0 {
//!             found(d)?;
//!         }
//!     }
//!     ControlFlow::Continue(())
//! }
//!
//! assert_eq!(decide(|found| divisors(7, 100, found)), Verdict::None);
//! assert_eq!(decide(|found| divisors(9, 100, found)), Verdict::One(3));
//! assert_eq!(decide(|found| divisors(8, 100, found)), Verdict::Many(2, 4));
//! assert_eq!(decide(|found| divisors(9, 5, found)), Verdict::Open(Some(3)));
//! ```

use std::fmt;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::Count;

/// The answer of a search, with the solutions that support it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Verdict<S> {
    /// Searched to the end: there is no solution.
    None,
    /// Searched to the end: this is the only solution.
    One(S),
    /// Stopped at the second solution; both are kept as evidence.
    Many(S, S),
    /// Stopped by its budget with at most one solution seen: nothing is proved.
    Open(Option<S>),
}

/// Why a search ended before it had looked everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The callback needs no more solutions.
    Enough,
    /// The nodes, the time or the memory allowed to the search ran out, or
    /// its user interrupted it.
    Budget,
}

/// A [`Verdict`] without its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Proved: there is no solution.
    None,
    /// Proved: there is exactly one solution.
    One,
    /// Proved: there are two solutions or more.
    Many,
    /// Nothing is proved.
    Open,
}

/// Runs `search` to its end, to its second solution or to the end of its
/// budget, and says which of them it was.
///
/// The search reports each solution once, returns whatever `Break` it is
/// given, returns `Break(Stop::Budget)` if it gives up, and returns `Continue`
/// only after it has looked everywhere. A search that keeps reporting after
/// the second solution changes nothing; one that stops for any reason before
/// the second solution leaves the verdict open.
pub fn decide<S>(
    search: impl FnOnce(&mut dyn FnMut(S) -> ControlFlow<Stop>) -> ControlFlow<Stop>,
) -> Verdict<S> {
    let (mut first, mut second) = (None, None);
    let end = search(&mut |solution| {
        if first.is_none() {
            first = Some(solution);
            return ControlFlow::Continue(());
        }
        second.get_or_insert(solution);
        ControlFlow::Break(Stop::Enough)
    });
    match (first, second, end) {
        (Some(first), Some(second), _) => Verdict::Many(first, second),
        (first, _, ControlFlow::Break(_)) => Verdict::Open(first),
        (Some(only), None, ControlFlow::Continue(())) => Verdict::One(only),
        (None, _, ControlFlow::Continue(())) => Verdict::None,
    }
}

impl<S> Verdict<S> {
    /// The verdict without its evidence.
    pub const fn status(&self) -> Status {
        match self {
            Verdict::None => Status::None,
            Verdict::One(_) => Status::One,
            Verdict::Many(..) => Status::Many,
            Verdict::Open(_) => Status::Open,
        }
    }

    /// The number of solutions if it is proved, `None` if the verdict is open.
    pub const fn count(&self) -> Option<Count> {
        self.status().count()
    }

    /// The only solution, if it is proved to be the only one.
    pub fn unique(self) -> Option<S> {
        match self {
            Verdict::One(only) => Some(only),
            _ => None,
        }
    }

    /// The solutions that were seen, at most two, in the order of the search.
    pub fn solutions(&self) -> impl Iterator<Item = &S> {
        self.as_ref().into_solutions()
    }

    /// The solutions that were seen, at most two, in the order of the search.
    pub fn into_solutions(self) -> impl Iterator<Item = S> {
        let pair = match self {
            Verdict::None => [None, None],
            Verdict::One(only) => [Some(only), None],
            Verdict::Many(first, second) => [Some(first), Some(second)],
            Verdict::Open(seen) => [seen, None],
        };
        pair.into_iter().flatten()
    }

    /// The same verdict on borrowed solutions.
    pub const fn as_ref(&self) -> Verdict<&S> {
        match self {
            Verdict::None => Verdict::None,
            Verdict::One(only) => Verdict::One(only),
            Verdict::Many(first, second) => Verdict::Many(first, second),
            Verdict::Open(seen) => Verdict::Open(seen.as_ref()),
        }
    }

    /// The same verdict with `f` applied to each solution.
    ///
    /// ```
    /// # use sole_puzzle::Verdict;
    /// let verdict = Verdict::Many(2, 4).map(|divisor| divisor.to_string());
    /// assert_eq!(verdict, Verdict::Many("2".to_owned(), "4".to_owned()));
    /// ```
    pub fn map<T>(self, mut f: impl FnMut(S) -> T) -> Verdict<T> {
        match self {
            Verdict::None => Verdict::None,
            Verdict::One(only) => Verdict::One(f(only)),
            Verdict::Many(first, second) => Verdict::Many(f(first), f(second)),
            Verdict::Open(seen) => Verdict::Open(seen.map(f)),
        }
    }
}

impl Status {
    /// Every value.
    pub const ALL: [Status; 4] = [Status::None, Status::One, Status::Many, Status::Open];

    /// The number of solutions if it is proved, `None` if it is open.
    pub const fn count(self) -> Option<Count> {
        match self {
            Status::None => Some(Count::None),
            Status::One => Some(Count::One),
            Status::Many => Some(Count::Many),
            Status::Open => None,
        }
    }

    /// The word for it in a record: `none`, `one`, `many` or `open`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::None => "none",
            Status::One => "one",
            Status::Many => "many",
            Status::Open => "open",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a toy search meets at one step.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Step {
        NoSolution,
        Solution,
    }

    /// Every search of at most `longest` steps.
    fn scripts(longest: u32) -> impl Iterator<Item = Vec<Step>> {
        let step = |bits: u32, i: u32| [Step::NoSolution, Step::Solution][(bits >> i & 1) as usize];
        (0..=longest).flat_map(move |len| {
            (0..1u32 << len).map(move |bits| (0..len).map(|i| step(bits, i)).collect())
        })
    }

    /// Decides `script`, whose solutions are named by their step, and says
    /// how many steps were taken.
    fn run(script: &[Step], budget: usize) -> (Verdict<usize>, usize) {
        let mut steps = 0;
        let verdict = decide(|found| {
            for (i, &step) in script.iter().enumerate() {
                if i == budget {
                    return ControlFlow::Break(Stop::Budget);
                }
                steps += 1;
                if step == Step::Solution {
                    found(i)?;
                }
            }
            ControlFlow::Continue(())
        });
        (verdict, steps)
    }

    /// The same answer by looking at the whole script at once.
    fn expected(script: &[Step], budget: usize) -> (Verdict<usize>, usize) {
        let seen = script.len().min(budget);
        let solutions = (0..seen).filter(|&i| script[i] == Step::Solution).collect::<Vec<_>>();
        match solutions[..] {
            [first, second, ..] => (Verdict::Many(first, second), second + 1),
            _ if seen < script.len() => (Verdict::Open(solutions.first().copied()), seen),
            [only] => (Verdict::One(only), seen),
            [] => (Verdict::None, seen),
        }
    }

    #[test]
    fn every_small_search_under_every_budget_is_decided_rightly() {
        let mut runs = 0;
        for script in scripts(6) {
            for budget in 0..=script.len() {
                let actual = run(&script, budget);
                assert_eq!(actual, expected(&script, budget), "{script:?} budget {budget}");
                runs += 1;
            }
        }
        assert_eq!(runs, 769, "sum of (n + 1) * 2^n for n up to 6");
    }

    #[test]
    fn two_witnesses_decide_whatever_the_search_says_at_its_end() {
        let ends = [
            ControlFlow::Continue(()),
            ControlFlow::Break(Stop::Enough),
            ControlFlow::Break(Stop::Budget),
        ];
        for solutions in 0..5 {
            for end in ends {
                let verdict = decide(|found| {
                    for i in 0..solutions {
                        let told = found(i);
                        assert_eq!(told.is_break(), i >= 1, "solution {i}");
                    }
                    end
                });
                let expected = match (solutions, end) {
                    (0, ControlFlow::Continue(())) => Verdict::None,
                    (1, ControlFlow::Continue(())) => Verdict::One(0),
                    (0, ControlFlow::Break(_)) => Verdict::Open(None),
                    (1, ControlFlow::Break(_)) => Verdict::Open(Some(0)),
                    _ => Verdict::Many(0, 1),
                };
                assert_eq!(verdict, expected, "{solutions} solutions, {end:?}");
            }
        }
    }

    const EVERY_SHAPE: [Verdict<u8>; 5] = [
        Verdict::None,
        Verdict::One(1),
        Verdict::Many(1, 2),
        Verdict::Open(None),
        Verdict::Open(Some(1)),
    ];

    #[test]
    fn accessors_agree_with_the_shape() {
        let expected: [(Option<Count>, Option<u8>, &[u8]); 5] = [
            (Some(Count::None), None, &[]),
            (Some(Count::One), Some(1), &[1]),
            (Some(Count::Many), None, &[1, 2]),
            (None, None, &[]),
            (None, None, &[1]),
        ];
        for (verdict, (count, unique, solutions)) in EVERY_SHAPE.into_iter().zip(expected) {
            assert_eq!(verdict.count(), count, "{verdict:?}");
            assert_eq!(verdict.unique(), unique, "{verdict:?}");
            assert!(verdict.solutions().eq(solutions), "{verdict:?}");
        }
    }

    #[test]
    fn map_keeps_shape_and_order() {
        for verdict in EVERY_SHAPE {
            assert_eq!(verdict.map(|s| s), verdict, "identity");
            let (f, g) = (|s: u8| s + 10, |s: u8| s * 2);
            assert_eq!(verdict.map(f).map(g), verdict.map(|s| g(f(s))), "{verdict:?}");
            let mapped = verdict.map(f);
            assert_eq!(mapped.status(), verdict.status());
            assert!(mapped.into_solutions().eq(verdict.into_solutions().map(f)), "{verdict:?}");
        }
    }

    #[test]
    fn a_status_is_written_as_its_word() {
        for status in Status::ALL {
            let json = serde_json::to_string(&status).expect("a status is plain text");
            assert_eq!(json, format!("\"{status}\""));
            assert_eq!(serde_json::from_str::<Status>(&json).expect("it was just written"), status);
        }
    }
}
