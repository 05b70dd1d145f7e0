//! Colours, chains, linked sets and templates by their techniques.

use super::linked_sets::{self, Overlap};
use super::links::Nodes;
use super::{Found, Options};
use super::{colours, nice_loops, remote_pairs, simple_chains, sue_de_coq, templates};
use crate::reason::state::State;
use crate::reason::step::Step;
use crate::reason::technique::Technique;
use std::ops::ControlFlow;

/// Hands over every step of one of these techniques in a state.
pub(super) fn find<const W: usize>(
    technique: Technique,
    state: &State<W>,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    let overlap = if options.overlapping_sets { Overlap::Allowed } else { Overlap::None };
    let mut only = |step: Step| {
        if step.technique == technique { found(step) } else { ControlFlow::Continue(()) }
    };
    match technique {
        Technique::SimpleColorsTrap | Technique::SimpleColorsWrap => {
            colours::simple(state, &mut only)
        }
        Technique::MultiColors1 | Technique::MultiColors2 => colours::multi(state, &mut only),
        Technique::RemotePair => remote_pairs::remote_pairs(state, found),
        Technique::XChain => simple_chains::x_chains(state, found),
        Technique::XyChain => simple_chains::xy_chains(state, found),
        Technique::ContinuousNiceLoop | Technique::DiscontinuousNiceLoop | Technique::Aic => {
            nice_loops::nice_loops(state, Nodes::Candidates, &mut only)
        }
        Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop
        | Technique::GroupedAic => {
            let with = if options.sets_in_chains { Nodes::Sets } else { Nodes::Groups };
            nice_loops::nice_loops(state, with, &mut only)
        }
        Technique::AlsXz => linked_sets::als_xz(state, found),
        Technique::AlsXyWing => linked_sets::als_xy_wing(state, overlap, found),
        Technique::AlsChain => linked_sets::als_chains(state, overlap, found),
        Technique::DeathBlossom => linked_sets::death_blossom(state, overlap, found),
        Technique::SueDeCoq => sue_de_coq::sue_de_coq(state, found),
        Technique::TemplateSet => templates::set(state, found),
        Technique::TemplateDelete => templates::delete(state, found),
        _ => ControlFlow::Continue(()),
    }
}
