//! Steps of reasoning for scripts.

use serde::Serialize;
use sole_sudoku::rate::se;
use sole_sudoku::reason::{Candidate, Highlights, Step};

/// What follows, why, and what to highlight.
#[derive(Serialize)]
pub(super) struct StepReport {
    technique: String,
    /// Where the scale has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<String>,
    /// As `r1c4=4`.
    placed: Vec<String>,
    /// As `r1c4<>4`.
    removed: Vec<String>,
    /// The cells of the pattern, then those of a second kind, such as fins.
    cells: Vec<String>,
    others: Vec<String>,
    houses: Vec<String>,
    sentence: String,
}

impl StepReport {
    pub(super) fn new(step: &Step) -> StepReport {
        let Highlights { cells, others, houses, .. } = step.highlights();
        StepReport {
            technique: step.technique.name().to_owned(),
            rating: None,
            placed: step.placed.iter().map(Candidate::to_string).collect(),
            removed: step.removed.iter().map(without).collect(),
            cells: names(cells),
            others: names(others),
            houses: names(houses),
            sentence: step.to_string(),
        }
    }

    pub(super) fn of_se(step: &se::Step) -> StepReport {
        StepReport {
            technique: step.technique.to_string(),
            rating: Some(step.rating.to_string()),
            placed: step.placed.iter().map(Candidate::to_string).collect(),
            removed: step.removed.iter().map(without).collect(),
            cells: Vec::new(),
            others: Vec::new(),
            houses: Vec::new(),
            sentence: step.to_string(),
        }
    }

    /// The reason.
    pub(super) fn sentence(&self) -> &str {
        &self.sentence
    }
}

fn names<T: ToString>(things: Vec<T>) -> Vec<String> {
    things.iter().map(T::to_string).collect()
}

fn without(candidate: &Candidate) -> String {
    format!("{}<>{}", candidate.cell, candidate.value)
}
