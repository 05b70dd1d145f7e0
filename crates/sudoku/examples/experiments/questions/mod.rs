//! One file for each question.

mod contest;
mod empty_lines;
mod exclusion;
mod growth;
mod keepers;
mod layout;
mod order_two;
mod packing;
mod pass;
mod rules;
mod symbols;
mod unavoidable;

use crate::Experiment;
pub(crate) use contest::Tasks;

pub(crate) const EXPERIMENTS: [Experiment; 7] = [
    layout::EXPERIMENT,
    packing::EXPERIMENT,
    symbols::EXPERIMENT,
    keepers::EXPERIMENT,
    exclusion::EXPERIMENT,
    empty_lines::EXPERIMENT,
    unavoidable::EXPERIMENT,
];
