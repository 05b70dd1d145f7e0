//! `sole sudoku rate`: how hard sudokus are, on several scales.

use super::batch::{Told, tell_all};
use super::decided_sudoku::DecidedSudoku;
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::sudoku::{Rate, Scale};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::{Charset, plural};
use serde::Serialize;
use sole_puzzle as puzzle;
use sole_sudoku::rate::{Completeness, LevelAndScore, Ratings, Scales, pattern, se};

/// What scripts see; a scale that was not asked for, or does not go so far, is `null`.
#[derive(Serialize)]
struct Report {
    puzzle: String,
    verdict: Option<puzzle::Status>,
    #[serde(flatten)]
    ratings: Ratings,
}

/// Runs the command.
pub(super) fn run(flags: Rate, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "rating", batch.total());
    let wants = |scale| flags.scale.is_empty() || flags.scale.contains(&scale);
    let scales = Scales {
        se: wants(Scale::Se),
        hodoku: wants(Scale::Hodoku),
        search: wants(Scale::Search),
        pattern: wants(Scale::Pattern),
        shuffles: flags.shuffles,
        seed: flags.seed,
    };
    let is_short = !batch.is_alone() || console.is_quiet();
    tell_all("sudoku rate", batch, &watch, console, |question| {
        let mut told = rate(question, &scales, &watch)?;
        told.text =
            if is_short { told.report.line(&told.text) } else { told.report.table() + &told.text };
        Ok(told)
    })
}

fn rate(question: &Question, scales: &Scales, watch: &Watch) -> Result<Told<Report>, Complaint> {
    let subject = DecidedSudoku::of(question, watch)?;
    let report = Report {
        puzzle: subject.line(),
        verdict: Some(subject.verdict()),
        ratings: Ratings::default(),
    };
    if subject.solution().is_none() {
        return Ok(subject.improper(report));
    }
    let puzzle = question.read_values()?;
    let (ratings, completeness) = watch.within(|budget| scales.rate(&puzzle, budget));
    let report = Report { ratings, ..report };
    let (exit, status, text) = match completeness {
        Completeness::Cut => {
            (Exit::Open, Status::Open, "Not all is rated: the limit was reached.\n")
        }
        Completeness::Whole if report.rows().is_empty() => {
            (Exit::No, Status::Refuted, "No rating: none of these scales has one for it.\n")
        }
        Completeness::Whole => (Exit::Yes, Status::Proven, ""),
    };
    Ok(Told { report, text: text.to_owned(), exit, status, nodes: subject.nodes })
}

impl Report {
    /// What is known on each scale, by its name.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let Ratings { se, hodoku, search, search_error, pattern } = &self.ratings;
        let se = se.map(|se::Rating { er, ep, ed }| format!("ER {er}, EP {ep}, ED {ed}"));
        let hodoku = hodoku.map(|LevelAndScore { level, score }| format!("{level}, score {score}"));
        let search =
            search.zip(*search_error).map(|(mean, error)| format!("{mean:.2} ± {error:.2}"));
        let search = search.map(|text| Charset::of_environment().text(&text).into_owned());
        let pattern = pattern.map(|pattern::Rating { units, total, technique }| {
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
            "search" => self.ratings.search.map(|mean| match mean {
                0.0 => "a solver does not guess".to_owned(),
                _ => {
                    let guesses = (mean.exp2() - 1.0).round().max(1.0) as u64;
                    format!("a solver guesses about {}", plural(guesses, "time"))
                }
            }),
            "pattern" => self.ratings.pattern.map(|pattern| {
                let pattern::Rating { units, total, .. } = pattern;
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
