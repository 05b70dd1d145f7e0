//! Steps as data, with the names that people use.

use super::chain::{Chain, Node};
use super::highlights::Highlights;
use super::step::{Candidate, Step};
use crate::{Cell, House, Symbol};
use serde::Serialize;

/// What follows, why, and what to highlight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepData {
    /// The name of the technique.
    pub technique: &'static str,
    /// Where the scale has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// As `r1c4=4`.
    pub placed: Vec<String>,
    /// As `r1c4<>4`.
    pub removed: Vec<String>,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// Those of a second kind, such as fins.
    pub others: Vec<Cell>,
    /// The houses that are looked at.
    pub houses: Vec<House>,
    /// What follows from what, if the pattern is made of chains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<Link>>,
    /// The whole reason.
    pub sentence: String,
}

/// What is true or false at one place of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// One cell, or several of which one has the value.
    pub cells: Vec<Cell>,
    /// The value.
    pub value: u8,
    /// Whether the value is there.
    pub holds: bool,
    /// The places before it from which it follows, from 0.
    pub from: Vec<usize>,
}

impl From<&Step> for StepData {
    fn from(step: &Step) -> StepData {
        let Highlights { cells, others, houses } = step.highlights();
        let without = |&Candidate { cell, value }: &Candidate| format!("{cell}<>{}", Symbol(value));
        StepData {
            technique: step.technique.name(),
            rating: None,
            placed: step.placed.iter().map(Candidate::to_string).collect(),
            removed: step.removed.iter().map(without).collect(),
            cells,
            others,
            houses,
            chains: step.chains().iter().map(links).collect(),
            sentence: step.to_string(),
        }
    }
}

impl StepData {
    /// The rating, if there is one, and the reason.
    pub fn line(&self) -> String {
        match &self.rating {
            Some(rating) => format!("{rating} {}", self.sentence),
            None => self.sentence.clone(),
        }
    }
}

fn links(chain: &Chain) -> Vec<Link> {
    let link = |node: &Node| Link {
        cells: node.cells.clone(),
        value: node.value,
        holds: node.is_true,
        from: node.from.clone(),
    };
    chain.nodes.iter().map(link).collect()
}
