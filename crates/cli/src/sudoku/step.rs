//! Steps of reasoning for scripts.

use serde::Serialize;
use sole_sudoku::Symbol;
use sole_sudoku::rate::se;
use sole_sudoku::reason::{Candidate, Chain, Highlights, Node, Step};

/// What follows, why, and what to highlight.
#[derive(Serialize)]
pub(super) struct StepReport {
    technique: &'static str,
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
    /// What follows from what, if the pattern is made of chains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chains: Vec<Vec<Link>>,
    sentence: String,
}

/// What is true or false at one place of a chain.
#[derive(Serialize)]
struct Link {
    cells: Vec<String>,
    value: u8,
    holds: bool,
    /// The places before it from which it follows, from 0.
    from: Vec<usize>,
}

impl StepReport {
    pub(super) fn new(step: &Step) -> StepReport {
        let Highlights { cells, others, houses, .. } = step.highlights();
        StepReport {
            technique: step.technique.name(),
            rating: None,
            placed: step.placed.iter().map(Candidate::to_string).collect(),
            removed: step.removed.iter().map(without).collect(),
            cells: names(&cells),
            others: names(&others),
            houses: names(&houses),
            chains: step.chains().iter().map(links).collect(),
            sentence: step.to_string(),
        }
    }

    pub(super) fn rated(se::Rated { rating, step, .. }: &se::Rated) -> StepReport {
        StepReport { rating: Some(rating.to_string()), ..StepReport::new(step) }
    }

    /// The rating, if there is one, and the reason.
    pub(super) fn line(&self) -> String {
        let rating = self.rating.iter().map(|rating| format!("{rating} "));
        rating.chain([self.sentence.clone()]).collect()
    }
}

fn links(chain: &Chain) -> Vec<Link> {
    let link = |node: &Node| Link {
        cells: names(&node.cells),
        value: node.value,
        holds: node.is_true,
        from: node.from.clone(),
    };
    chain.nodes.iter().map(link).collect()
}

fn names<T: ToString>(things: &[T]) -> Vec<String> {
    things.iter().map(T::to_string).collect()
}

fn without(candidate: &Candidate) -> String {
    format!("{}<>{}", candidate.cell, Symbol(candidate.value))
}
