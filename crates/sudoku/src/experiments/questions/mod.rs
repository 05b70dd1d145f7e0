//! One file for each question.

mod blueprints;
mod comparison;
mod empty_lines;
mod exclusion;
mod first_guess;
mod guess_stack;
mod independencies;
mod keepers;
mod labels;
mod layout;
mod order_two;
mod packing;
mod pass;
mod removal_order;
mod representation;
mod rules;
mod set_form;
mod symbols;
mod unavoidable;

use super::Experiment;
pub(crate) use comparison::Tasks;

/// Every experiment.
pub const EXPERIMENTS: [Experiment; 14] = [
    layout::EXPERIMENT,
    packing::EXPERIMENT,
    symbols::EXPERIMENT,
    keepers::EXPERIMENT,
    exclusion::EXPERIMENT,
    empty_lines::EXPERIMENT,
    unavoidable::EXPERIMENT,
    independencies::EXPERIMENT,
    removal_order::EXPERIMENT,
    labels::EXPERIMENT,
    first_guess::EXPERIMENT,
    guess_stack::EXPERIMENT,
    blueprints::EXPERIMENT,
    representation::EXPERIMENT,
];
