//! What a record claims about its puzzle.
//!
//! A claim is a [`Status`] together with the solutions that support it, as
//! text. An [`Answer`] exists only if the two fit: nobody can claim one
//! solution and show two, or claim many and show the same one twice.
//!
//! ```
//! use sole_puzzle::{Answer, Status, Verdict};
//!
//! let answer = Answer::try_from(Verdict::One("a1a8".to_owned()))?;
//! assert_eq!(answer.status(), Status::One);
//! assert_eq!(answer.solutions(), ["a1a8"]);
//! # Ok::<(), sole_puzzle::PuzzleError>(())
//! ```

use std::collections::HashMap;

use crate::{Field, PuzzleError, Status, Verdict};

/// A status and the different solutions that support it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    status: Status,
    solutions: Vec<String>,
}

impl Answer {
    /// Checks that `solutions` can support `status`: none for
    /// [`Status::None`], one for [`Status::One`], two or more for
    /// [`Status::Many`], any number for [`Status::Open`] (what a source gives
    /// without proof), all different and none of them blank.
    ///
    /// # Errors
    ///
    /// Says which solution is blank or repeated, or how many were expected.
    pub fn new(status: Status, solutions: Vec<String>) -> Result<Answer, PuzzleError> {
        if !supports(solutions.len(), status) {
            let shown = solutions.len();
            return Err(PuzzleError::Solutions { status, shown });
        }
        if solutions.iter().any(|s| s.trim().is_empty()) {
            return Err(PuzzleError::Blank { field: Field::Solutions });
        }
        match repeated(&solutions) {
            Some((first, again)) => Err(PuzzleError::Repeated { first, again }),
            None => Ok(Answer { status, solutions }),
        }
    }

    /// What is claimed.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The solutions that support the claim, all different.
    pub fn solutions(&self) -> &[String] {
        &self.solutions
    }

    /// The claim and its solutions, for taking apart.
    pub fn into_parts(self) -> (Status, Vec<String>) {
        (self.status, self.solutions)
    }
}

impl TryFrom<Verdict<String>> for Answer {
    type Error = PuzzleError;

    fn try_from(verdict: Verdict<String>) -> Result<Answer, PuzzleError> {
        Answer::new(verdict.status(), verdict.into_solutions().collect())
    }
}

fn supports(shown: usize, status: Status) -> bool {
    match status {
        Status::None => shown == 0,
        Status::One => shown == 1,
        Status::Many => shown >= 2,
        Status::Open => true,
    }
}

/// The first solution that equals an earlier one, both counted from 1.
fn repeated(solutions: &[String]) -> Option<(usize, usize)> {
    let mut places = HashMap::new();
    let mut numbered = solutions.iter().zip(1..);
    numbered.find_map(|(solution, again)| Some((places.insert(solution, again)?, again)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_and_its_solutions_fit() {
        let cases: [(&str, &[&str], &str); 14] = [
            ("none", &[], "ok"),
            ("none", &["a"], "verdict none allows no solution, found 1"),
            ("one", &[], "verdict one needs exactly one solution, found 0"),
            ("one", &["a"], "ok"),
            ("one", &["a", "b"], "verdict one needs exactly one solution, found 2"),
            ("one", &[" "], "solutions must not be blank"),
            ("many", &[], "verdict many needs at least two solutions, found 0"),
            ("many", &["a"], "verdict many needs at least two solutions, found 1"),
            ("many", &["a", "b"], "ok"),
            ("many", &["a", "b", "c"], "ok"),
            ("many", &["a", "b", "b", "a"], "solution 3 repeats solution 2"),
            ("open", &[], "ok"),
            ("open", &["a"], "ok"),
            ("open", &["a", "b"], "ok"),
        ];
        for (word, solutions, expected) in cases {
            let status = Status::ALL.into_iter().find(|s| s.as_str() == word).expect(word);
            let solutions = solutions.iter().map(|&s| s.to_owned()).collect();
            let actual =
                Answer::new(status, solutions).map_or_else(|e| e.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{word}");
        }
    }

    #[test]
    fn a_verdict_becomes_the_answer_it_is() {
        let verdicts = [
            Verdict::None,
            Verdict::One("a"),
            Verdict::Many("a", "b"),
            Verdict::Open(None),
            Verdict::Open(Some("a")),
        ];
        for verdict in verdicts {
            let answer = Answer::try_from(verdict.map(str::to_owned)).expect("they fit");
            assert_eq!(answer.status(), verdict.status());
            assert!(answer.solutions().iter().eq(verdict.into_solutions()), "{verdict:?}");
        }
        let twice = Verdict::Many("a", "a").map(str::to_owned);
        assert!(Answer::try_from(twice).is_err(), "one witness shown twice");
    }
}
