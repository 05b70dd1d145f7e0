//! Chess problems proved again: by the solver, and by the second engine or brute force.

use super::CheckResult;
use super::check_result::Fit;
use crate::SearchLimits;
use sole_board::{Move, UciStyle, uci_line};
use sole_mate::rate::{Assessment, Difficulty, Quality};
use sole_mate::study::{Intended, Tally};
use sole_mate::themes::Theme;
use sole_mate::{
    Budget, Keys, Line, Lines, OutOfBudget, Play, Problem, Solution, brute_force, proof_number,
};
use sole_puzzle::Puzzle;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How many nodes the second way may take.
const SECOND_NODES: u64 = 5_000_000;

/// How many nodes it may take to look at all play, as when the record was made.
const PLAY_NODES: u64 = 2_000_000;

/// Solves the problem and compares.
pub(super) fn check(puzzle: &Puzzle, problem: &Problem, limits: &SearchLimits<'_>) -> CheckResult {
    let second = limits.mate(SECOND_NODES);
    let (mut result, tally) = match problem.solve(&limits.mate(u64::MAX)) {
        Solution::Keys(keys) => (on_keys(puzzle, problem, &keys, &second), Tally::from(&keys)),
        Solution::Lines(lines) => (on_lines(puzzle, problem, &lines, &second), Tally::from(&lines)),
    };
    compare_intended(puzzle, problem, tally, &mut result);
    let themes: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    if let Ok(Some(assessment)) = Assessment::of(problem, &limits.mate(PLAY_NODES)) {
        compare(puzzle, &assessment, &themes, &mut result);
    }
    result.doubt_others(puzzle, &[&themes[..], &[Quality::SCALE, Difficulty::SCALE]].concat());
    result
}

/// Compares the number of solutions with the one that is intended, if the record names one.
fn compare_intended(puzzle: &Puzzle, problem: &Problem, found: Tally, result: &mut CheckResult) {
    let text = puzzle.details().intended_solutions.as_deref();
    let play = problem.stipulation().play();
    let Some(intended) = text.and_then(|text| Intended::parse(text, play)) else { return };
    let sentence = intended.beside(found.count(), "solution");
    match intended.compare(found) {
        None => result
            .doubt("whether there are as many solutions as intended was not decided".to_owned()),
        Some(Ordering::Equal) => result.intended = Some(sentence),
        Some(Ordering::Less | Ordering::Greater) => result.fail(sentence),
    }
}

fn on_keys(puzzle: &Puzzle, problem: &Problem, keys: &Keys, second: &Budget<'_>) -> CheckResult {
    let position = problem.position();
    let fit = |text: &str| match position.parse_uci(text) {
        Err(error) => Fit::Fails(error.to_string()),
        Ok(m) if keys.keys().iter().any(|key| key.first == m) => Fit::Solves,
        Ok(m) if keys.undecided().contains(&m) => Fit::Open,
        Ok(_) => Fit::Fails(format!("it does not force {}", problem.stipulation())),
    };
    let verdict = keys.verdict().map(|key| key.first.to_string());
    let mut result = CheckResult::on(puzzle.answer(), &verdict, fit, keys.nodes());
    if keys.undecided().is_empty() {
        let found: BTreeSet<u16> = keys.keys().iter().map(|key| key.first.to_bits()).collect();
        let again = keys_again(problem, second);
        let again = again.map(|moves| moves.iter().map(|m| m.to_bits()).collect::<BTreeSet<_>>());
        result.confirm(again.ok().map(|again| again == found));
    }
    result
}

/// The keys by the second engine where play is direct, else by the definitions.
fn keys_again(problem: &Problem, budget: &Budget<'_>) -> Result<Vec<Move>, OutOfBudget> {
    let (position, stipulation) = (problem.position(), problem.stipulation());
    match stipulation.play() {
        Play::Direct => {
            proof_number::keys(position, stipulation.goal(), stipulation.moves(), budget)
        }
        _ => {
            let keys = brute_force::keys(position, stipulation, budget)?;
            Ok(keys.into_iter().map(|key| key.first).collect())
        }
    }
}

fn on_lines(puzzle: &Puzzle, problem: &Problem, lines: &Lines, second: &Budget<'_>) -> CheckResult {
    let fit = |text: &str| match lines.lines().iter().any(|line| is_written(line, text)) {
        true => Fit::Solves,
        false if lines.count() > lines.lines().len() as u64 || !lines.is_complete() => Fit::Open,
        false => Fit::Fails(format!("it is no line of {}", problem.stipulation())),
    };
    let verdict = lines.verdict().map(uci_line);
    let mut result = CheckResult::on(puzzle.answer(), &verdict, fit, lines.nodes());
    if lines.is_complete() {
        let again = brute_force::lines(problem.position(), problem.stipulation(), second);
        result.confirm(again.ok().map(|again| again.len() as u64 == lines.count()));
    }
    result
}

/// Whether a text is this line, castling written in either way.
fn is_written(line: &Line, text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |(m, word): (&Move, &&str)| {
        [UciStyle::Standard, UciStyle::Chess960].iter().any(|&style| m.to_uci(style) == **word)
    };
    words.len() == line.len() && line.iter().zip(&words).all(is_word)
}

fn compare(puzzle: &Puzzle, assessment: &Assessment, known: &[&str], result: &mut CheckResult) {
    let held: Vec<&str> = assessment.themes.iter().map(|(theme, _)| theme.name()).collect();
    result.compare_tags(puzzle, known, &held);
    let quality = f64::from(assessment.quality().total());
    result.compare_rating(puzzle, Quality::SCALE, quality);
    result.compare_rating(puzzle, Difficulty::SCALE, f64::from(assessment.difficulty().total()));
}
