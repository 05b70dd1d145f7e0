//! `sole sudoku rate`: how hard sudokus are, on several scales.

use super::batch::{Told, tell_all};
use super::source::{Book, Question};
use super::subject::Subject;
use super::watch::Watch;
use crate::args::sudoku::{Rate, Scale};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::{Charset, plural};
use serde::Serialize;
use sole_puzzle as puzzle;
use sole_sudoku::rate::{hodoku, pattern, se, search};
use sole_sudoku::{Budget, Puzzle};

/// What scripts see; a scale that was not asked for, or does not go so far, is `null`.
#[derive(Default, Serialize)]
struct Report {
    puzzle: String,
    verdict: Option<puzzle::Status>,
    se: Option<Se>,
    hodoku: Option<Hodoku>,
    /// The mean of log₂(1 + guesses), and its standard error.
    search: Option<f64>,
    search_error: Option<f64>,
    pattern: Option<Pattern>,
}

#[derive(Serialize)]
struct Se {
    er: f64,
    ep: f64,
    ed: f64,
}

#[derive(Serialize)]
struct Hodoku {
    level: String,
    score: u32,
}

#[derive(Serialize)]
struct Pattern {
    units: u32,
    total: u32,
    technique: String,
}

/// Runs the command.
pub(super) fn run(flags: Rate, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "rating", batch.total());
    let rater = Rater { scales: flags.scale, shuffles: flags.shuffles, seed: flags.seed, watch };
    let is_short = !batch.is_alone() || console.is_quiet();
    tell_all("sudoku rate", batch, &rater.watch, console, |question| {
        let mut told = rater.rate(question)?;
        told.text = match is_short {
            true => told.report.line(&told.text),
            false => told.report.table() + &told.text,
        };
        Ok(told)
    })
}

/// What is asked for.
struct Rater {
    /// All, if none is named.
    scales: Vec<Scale>,
    shuffles: u32,
    seed: u64,
    watch: Watch,
}

impl Rater {
    fn rate(&self, question: &Question) -> Result<Told<Report>, Complaint> {
        let subject = Subject::of(question, &self.watch)?;
        let report = Report {
            puzzle: subject.line(),
            verdict: Some(subject.verdict()),
            ..Report::default()
        };
        if subject.solution().is_none() {
            return Ok(subject.improper(report));
        }
        let puzzle = question.read_values()?;
        let (report, is_whole) = self.watch.within(|budget| self.fill(report, &puzzle, budget));
        let (exit, status, text) = match is_whole {
            false => (Exit::Open, Status::Open, "Not all is rated: the limit was reached.\n"),
            true if report.rows().is_empty() => {
                (Exit::No, Status::Refuted, "No rating: none of these scales has one for it.\n")
            }
            true => (Exit::Yes, Status::Proven, ""),
        };
        Ok(Told { report, text: text.to_owned(), exit, status, nodes: subject.nodes })
    }

    /// The report with the ratings, and whether there was time for all of them.
    fn fill(&self, report: Report, puzzle: &Puzzle, budget: &Budget<'_>) -> (Report, bool) {
        let wants = |scale| self.scales.is_empty() || self.scales.contains(&scale);
        let se = wants(Scale::Se).then(|| se::rate(puzzle, budget));
        let hodoku = wants(Scale::Hodoku).then(|| hodoku::rate(puzzle)).flatten();
        let search = || search::rate(puzzle, self.shuffles, self.seed, budget);
        let effort = wants(Scale::Search).then(search).flatten();
        let pattern = wants(Scale::Pattern).then(|| pattern::rate(puzzle, budget)).flatten();
        let is_cut = se == Some(se::Outcome::Stopped)
            || wants(Scale::Search) && effort.is_none()
            || wants(Scale::Pattern) && pattern.is_none() && (budget.stop)();
        let report = Report {
            se: se.and_then(Se::new),
            hodoku: hodoku
                .map(|rating| Hodoku { level: rating.level.to_string(), score: rating.score }),
            search: effort.map(|effort| hundredths(effort.mean)),
            search_error: effort.map(|effort| hundredths(effort.standard_error)),
            pattern: pattern.map(|rating| Pattern {
                units: rating.units,
                total: rating.total,
                technique: rating.technique.to_string(),
            }),
            ..report
        };
        (report, !is_cut)
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl Se {
    fn new(outcome: se::Outcome) -> Option<Se> {
        let se::Outcome::Solved(se::Rating { er, ep, ed }) = outcome else { return None };
        let [er, ep, ed] = [er, ep, ed].map(|tenths| f64::from(tenths.0) / 10.0);
        Some(Se { er, ep, ed })
    }
}

impl Report {
    /// What is known on each scale, by its name.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let Report { se, hodoku, search, search_error, pattern, .. } = self;
        let se = se.as_ref().map(|Se { er, ep, ed }| format!("ER {er:.1}, EP {ep:.1}, ED {ed:.1}"));
        let hodoku =
            hodoku.as_ref().map(|Hodoku { level, score }| format!("{level}, score {score}"));
        let search =
            search.zip(*search_error).map(|(mean, error)| format!("{mean:.2} ± {error:.2}"));
        let search = search.map(|text| Charset::of_environment().text(&text).into_owned());
        let pattern = pattern.as_ref().map(|Pattern { units, total, technique }| {
            format!("{units} of {total} units, {technique}")
        });
        let rows = [("SE", se), ("HoDoKu", hodoku), ("search", search), ("pattern", pattern)];
        rows.into_iter().filter_map(|(name, text)| Some((name, text?))).collect()
    }

    fn table(&self) -> String {
        let row = |(name, text): (&str, String)| match self.meaning(name) {
            Some(meaning) => format!("{name:8} {text}: {meaning}\n"),
            None => format!("{name:8} {text}\n"),
        };
        self.rows().into_iter().map(row).collect()
    }

    /// What the numbers of a scale mean, for people who have not seen them before.
    fn meaning(&self, name: &str) -> Option<String> {
        match name {
            "search" => self.search.map(|mean| match mean {
                0.0 => "a solver does not guess".to_owned(),
                _ => {
                    let guesses = (mean.exp2() - 1.0).round().max(1.0) as u64;
                    format!("a solver guesses about {}", plural(guesses, "time"))
                }
            }),
            "pattern" => self.pattern.as_ref().map(|pattern| {
                let Pattern { units, total, .. } = pattern;
                format!("the largest step looks at {units} cells and places, all steps at {total}")
            }),
            _ => None,
        }
    }

    /// The sudoku, what is known, and a remark if there is one.
    fn line(&self, remark: &str) -> String {
        let rows = self.rows().into_iter().map(|(name, text)| format!("{name} {text}"));
        let remark = remark.lines().map(str::to_owned);
        let parts: Vec<String> = rows.chain(remark).collect();
        format!("{}  {}\n", self.puzzle, parts.join("; "))
    }
}
