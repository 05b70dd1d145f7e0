//! What a proof makes of the claims of a record.

use serde::Serialize;
use sole_puzzle::{Answer, Puzzle, Status, Verdict};
use std::collections::BTreeSet;

/// Whether a record is true, as far as anyone could tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// What the search found.
    pub found: Status,
    /// Whether a second, independent way came to the same answer; `None` if there is none, or if it
    /// would have taken too long.
    pub confirmed: Option<bool>,
    /// The ratings and tags that were found out again.
    pub compared: BTreeSet<String>,
    /// What is not as the record claims; it is refuted if there is anything.
    pub failures: Vec<String>,
    /// What could not be decided; it is open if there is anything.
    pub doubts: Vec<String>,
    /// `2 solutions, as intended`, if a number is intended and there are as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<String>,
    /// How much was searched.
    #[serde(skip)]
    pub nodes: u64,
}

/// What a check makes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckStatus {
    /// All that it claims was proved again.
    Proven,
    /// Something is not as it claims.
    Refuted,
    /// Something could not be decided.
    Open,
}

/// What a text that stands for a solution turns out to be.
pub(super) enum Fit {
    Solves,
    /// It does not, for this reason.
    Fails(String),
    /// A limit came first.
    Open,
}

/// Said of a record that cannot be confirmed or refuted.
const NO_VERDICT: &str = "the record states no verdict";

/// What a search proves, in words.
fn proved(verdict: &Verdict<String>) -> String {
    match verdict {
        Verdict::None => "proved: it has no solution".to_owned(),
        Verdict::One(only) => format!("proved: it has exactly one solution, {only}"),
        Verdict::Many(first, second) => {
            format!("proved: it has more than one solution, such as {first} and {second}")
        }
        Verdict::Open(_) => "nothing was proved before a limit was reached".to_owned(),
    }
}

impl CheckResult {
    /// Compares a claim with what a search found; `fit` looks at each solution that is shown.
    pub(super) fn on(
        answer: &Answer,
        verdict: &Verdict<String>,
        fit: impl Fn(&str) -> Fit,
        nodes: u64,
    ) -> CheckResult {
        let mut result = CheckResult {
            found: verdict.status(),
            failures: Vec::new(),
            doubts: Vec::new(),
            confirmed: None,
            intended: None,
            compared: BTreeSet::new(),
            nodes,
        };
        for shown in answer.solutions() {
            match fit(shown) {
                Fit::Solves => {}
                Fit::Fails(reason) => result.fail(format!("{shown} does not solve it: {reason}")),
                Fit::Open => result.doubt(format!("whether {shown} solves it was not decided")),
            }
        }
        result.weigh(answer, verdict);
        result
    }

    /// Compares the number of solutions.
    fn weigh(&mut self, answer: &Answer, verdict: &Verdict<String>) {
        let other = |found: &String| !answer.solutions().contains(found);
        match (answer.status(), verdict) {
            (Status::Open, found) => self.doubt(format!("{NO_VERDICT}; {}", proved(found))),
            (Status::None, Verdict::None)
            | (Status::One, Verdict::One(_))
            | (Status::Many, Verdict::Many(..)) => {}
            (Status::None, Verdict::One(found) | Verdict::Many(found, _))
            | (Status::None, Verdict::Open(Some(found))) => {
                self.fail(format!("there is a solution: {found}"));
            }
            (Status::One, Verdict::Many(first, second)) => {
                let another = if other(first) { first } else { second };
                self.fail(format!("there is another solution: {another}"));
            }
            (_, Verdict::None) => self.fail("there is no solution".to_owned()),
            (Status::Many, Verdict::One(only)) => {
                self.fail(format!("there is no other solution than {only}"));
            }
            (_, Verdict::Open(_)) => self.doubt("a limit was reached before the end".to_owned()),
        }
    }

    pub(super) fn fail(&mut self, reason: String) {
        self.failures.push(reason);
    }

    pub(super) fn doubt(&mut self, reason: String) {
        self.doubts.push(reason);
    }

    /// Takes note of what a second way found; `None` if it came to no end.
    pub(super) fn confirm(&mut self, agrees: Option<bool>) {
        self.confirmed = agrees;
        if agrees == Some(false) {
            self.fail("a second, independent search disagrees with the first".to_owned());
        }
    }

    /// Compares a rating, if the record has one on this scale.
    pub(super) fn compare_rating(&mut self, puzzle: &Puzzle, scale: &str, actual: f64) {
        let Some(claimed) = puzzle.rating(scale) else { return };
        self.compared.insert(scale.to_owned());
        if (claimed.value() - actual).abs() > 1e-9 {
            self.fail(format!("{scale} is {actual}, not {}", claimed.value()));
        }
    }

    /// Compares the tags that are among `known`; these of them hold.
    pub(super) fn compare_tags(&mut self, puzzle: &Puzzle, known: &[&str], held: &[&str]) {
        let tags = puzzle.tags().iter().map(|tag| tag.as_str());
        for tag in tags.filter(|tag| known.contains(tag)) {
            self.compared.insert(tag.to_owned());
            if !held.contains(&tag) {
                self.fail(format!("the tag {tag} does not hold"));
            }
        }
    }

    /// Doubts what is claimed on these scales and by these tags, but was not compared.
    pub(super) fn doubt_others(&mut self, puzzle: &Puzzle, known: &[&str]) {
        let scales = puzzle.ratings().iter().map(|rating| rating.scale().as_str());
        let claimed = scales.chain(puzzle.tags().iter().map(|tag| tag.as_str()));
        for name in claimed.filter(|name| known.contains(name)) {
            if !self.compared.contains(name) {
                self.doubts.push(format!("{name} was not found out again"));
            }
        }
    }

    /// Whether it is proven, refuted or open.
    pub fn status(&self) -> CheckStatus {
        match (self.failures.is_empty(), self.doubts.is_empty()) {
            (false, _) => CheckStatus::Refuted,
            (true, false) => CheckStatus::Open,
            (true, true) => CheckStatus::Proven,
        }
    }

    /// Why it is not proven; what is wrong comes first, and the number of solutions last.
    pub fn reasons(&self) -> Vec<&str> {
        let reasons = self.failures.iter().chain(&self.doubts).chain(&self.intended);
        reasons.map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: Status, solutions: &[&str]) -> Answer {
        Answer::new(status, solutions.iter().map(|&s| s.to_owned()).collect()).expect("a claim")
    }

    #[test]
    fn claims_are_compared_with_what_is_found() {
        let verdicts = [
            Verdict::None,
            Verdict::One("a"),
            Verdict::Many("a", "b"),
            Verdict::Open(None),
            Verdict::Open(Some("a")),
        ];
        let another = "there is another solution: b";
        let limit = "a limit was reached before the end";
        let cases = [
            (
                answer(Status::None, &[]),
                [
                    "",
                    "there is a solution: a",
                    "there is a solution: a",
                    limit,
                    "there is a solution: a",
                ],
            ),
            (answer(Status::One, &["a"]), ["there is no solution", "", another, limit, limit]),
            (
                answer(Status::Many, &["a", "b"]),
                ["there is no solution", "there is no other solution than a", "", limit, limit],
            ),
            (
                answer(Status::Open, &[]),
                [
                    "the record states no verdict; proved: it has no solution",
                    "the record states no verdict; proved: it has exactly one solution, a",
                    "the record states no verdict; proved: it has more than one solution, such as a and b",
                    "the record states no verdict; nothing was proved before a limit was reached",
                    "the record states no verdict; nothing was proved before a limit was reached",
                ],
            ),
        ];
        for (claim, expected) in cases {
            for (verdict, expected) in verdicts.into_iter().zip(expected) {
                let verdict = verdict.map(str::to_owned);
                let result = CheckResult::on(&claim, &verdict, |_| Fit::Solves, 0);
                assert_eq!(result.reasons().join("; "), expected, "{claim:?} {verdict:?}");
            }
        }
    }

    #[test]
    fn what_is_not_compared_is_doubted() {
        let line = r#"{"schema":"sole-puzzle/1","kind":"mate","position":"x","stipulation":"any","verdict":"one","solutions":["a"],"tags":["fork","mine"],"ratings":[{"scale":"mate.quality","value":3},{"scale":"stars","value":5}]}"#;
        let puzzle = Puzzle::parse(line).expect("a record");
        let known = ["fork", "mate.quality", "pin"];
        let doubts = |compared: &[&str]| {
            let verdict = Verdict::One("a".to_owned());
            let mut result = CheckResult::on(puzzle.answer(), &verdict, |_| Fit::Solves, 0);
            result.compared.extend(compared.iter().map(|&name| name.to_owned()));
            result.doubt_others(&puzzle, &known);
            result.doubts
        };
        let [fork, quality] =
            ["fork", "mate.quality"].map(|name| format!("{name} was not found out again"));
        assert_eq!(doubts(&[]), [quality, fork.clone()]);
        assert_eq!(doubts(&["mate.quality"]), [fork]);
        assert!(doubts(&["mate.quality", "fork"]).is_empty());
    }

    #[test]
    fn what_does_not_solve_is_a_failure_and_what_is_open_a_doubt() {
        let claim = answer(Status::One, &["x"]);
        let verdict = Verdict::One("a".to_owned());
        let fails = |_: &str| Fit::Fails("why".to_owned());
        for (fit, expected) in [
            (&fails as &dyn Fn(&str) -> Fit, CheckStatus::Refuted),
            (&|_: &str| Fit::Open, CheckStatus::Open),
            (&|_: &str| Fit::Solves, CheckStatus::Proven),
        ] {
            assert_eq!(CheckResult::on(&claim, &verdict, fit, 0).status(), expected);
        }
    }
}
