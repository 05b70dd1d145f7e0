//! How each technique is found, one idea per file.
//!
//! Every function here hands all its finds to `found`, the simplest first, and
//! ends when that breaks.

mod almost;
mod avoidable;
mod bug;
mod colours;
mod death_blossom;
mod empty_rectangle;
mod finds;
mod fish;
mod forcing;
mod linked_sets;
mod links;
mod literals;
mod locked;
mod nets;
mod nice_loops;
mod rectangles;
mod remote_pairs;
mod simple_chains;
mod singles;
mod strong_links;
mod subsets;
mod sue_de_coq;
mod templates;
mod w_wing;
mod wings;

use super::state::State;
use super::step::Step;
use super::technique::Technique;
use linked_sets::{Order, Overlap};
use links::Nodes;
use std::ops::ControlFlow;

/// Whoever is told of steps; it breaks when it has enough.
pub(crate) type Found<'a> = &'a mut dyn FnMut(Step) -> ControlFlow<()>;

/// How widely some techniques are understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Two fish with fins and the same base are told as one, and no others.
    pub siamese_fish: bool,
    /// An empty rectangle may have only two places in its box.
    pub small_empty_rectangles: bool,
    /// A unique rectangle may lack some of its candidates.
    pub incomplete_rectangles: bool,
    /// Almost locked sets of wings, chains and blossoms may overlap.
    pub overlapping_sets: bool,
    /// Chains of almost locked sets go through these only in the order of their houses.
    pub forward_set_chains: bool,
    /// Chains with groups may pass through almost locked sets.
    pub sets_in_chains: bool,
}

/// Techniques that are found at once, in the order in which they come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Both kinds of simple colours.
    SimpleColors,
    /// Both kinds of multi-colours.
    MultiColors,
    /// Nice loops and AIC.
    NiceLoops,
    /// The same with groups.
    GroupedNiceLoops,
    /// Forcing chains; the first one found is the one to take.
    ForcingChains,
    /// Forcing nets; the first one found is the one to take.
    ForcingNets,
}

/// Hands over every step of a family of techniques in a state.
pub(crate) fn find_family<const W: usize>(
    family: Family,
    state: &State<W>,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    match family {
        Family::SimpleColors => colours::simple(state, found),
        Family::MultiColors => colours::multi(state, found),
        Family::NiceLoops => nice_loops::nice_loops(state, Nodes::Candidates, found),
        Family::GroupedNiceLoops => {
            let with = if options.sets_in_chains { Nodes::Sets } else { Nodes::Groups };
            nice_loops::nice_loops(state, with, found)
        }
        Family::ForcingChains => forcing::chains(state, found),
        Family::ForcingNets => forcing::nets(state, found),
    }
}

/// Hands over every step of a technique in a state.
pub(crate) fn find<const W: usize>(
    technique: Technique,
    state: &State<W>,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    let subset = |size| subsets::Search { technique, size };
    let overlap = if options.overlapping_sets { Overlap::Allowed } else { Overlap::None };
    let mut only = |step: Step| {
        if step.technique == technique { found(step) } else { ControlFlow::Continue(()) }
    };
    match technique {
        Technique::FullHouse => singles::full_house(state, found),
        Technique::NakedSingle => singles::naked_single(state, found),
        Technique::HiddenSingle => singles::hidden_single(state, found),
        Technique::Pointing => locked::pointing(state, found),
        Technique::Claiming => locked::claiming(state, found),
        Technique::LockedPair => subsets::locked(state, subset(2), found),
        Technique::LockedTriple => subsets::locked(state, subset(3), found),
        Technique::NakedPair => subsets::naked(state, subset(2), found),
        Technique::NakedTriple => subsets::naked(state, subset(3), found),
        Technique::NakedQuad => subsets::naked(state, subset(4), found),
        Technique::HiddenPair => subsets::hidden(state, subset(2), found),
        Technique::HiddenTriple => subsets::hidden(state, subset(3), found),
        Technique::HiddenQuad => subsets::hidden(state, subset(4), found),
        Technique::Fish(kind) if options.siamese_fish => fish::siamese(state, kind, found),
        Technique::Fish(kind) => fish::find(state, kind, found),
        Technique::Skyscraper => strong_links::skyscraper(state, found),
        Technique::TwoStringKite => strong_links::kite(state, found),
        Technique::TurbotFish => strong_links::turbot(state, found),
        Technique::DualTwoStringKite => strong_links::dual_kite(state, found),
        Technique::EmptyRectangle => empty_rectangle::find(state, options, found),
        Technique::DualEmptyRectangle => empty_rectangle::dual(state, options, found),
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle2
        | Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6
        | Technique::HiddenRectangle => rectangles::find(state, technique, options, found),
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => {
            avoidable::find(state, technique, found)
        }
        Technique::Bug => bug::find(state, found),
        Technique::XyWing => wings::xy(state, found),
        Technique::XyzWing => wings::xyz(state, found),
        Technique::WWing => w_wing::find(state, found),
        Technique::SimpleColorsTrap | Technique::SimpleColorsWrap => {
            find_family(Family::SimpleColors, state, options, &mut only)
        }
        Technique::MultiColors1 | Technique::MultiColors2 => {
            find_family(Family::MultiColors, state, options, &mut only)
        }
        Technique::RemotePair => remote_pairs::remote_pairs(state, found),
        Technique::XChain => simple_chains::x_chains(state, found),
        Technique::XyChain => simple_chains::xy_chains(state, found),
        Technique::ContinuousNiceLoop | Technique::DiscontinuousNiceLoop | Technique::Aic => {
            find_family(Family::NiceLoops, state, options, &mut only)
        }
        Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop
        | Technique::GroupedAic => find_family(Family::GroupedNiceLoops, state, options, &mut only),
        Technique::AlsXz => linked_sets::als_xz(state, found),
        Technique::AlsXyWing => linked_sets::als_xy_wing(state, overlap, found),
        Technique::AlsChain => {
            let order = if options.forward_set_chains { Order::Forward } else { Order::Any };
            linked_sets::als_chains(state, overlap, order, found)
        }
        Technique::DeathBlossom => death_blossom::death_blossom(state, overlap, found),
        Technique::SueDeCoq => sue_de_coq::sue_de_coq(state, found),
        Technique::TemplateSet => templates::set(state, found),
        Technique::TemplateDelete => templates::delete(state, found),
        Technique::ForcingChainContradiction | Technique::ForcingChainVerity => {
            find_family(Family::ForcingChains, state, options, &mut only)
        }
        Technique::ForcingNetContradiction | Technique::ForcingNetVerity => {
            find_family(Family::ForcingNets, state, options, &mut only)
        }
        Technique::BruteForce | Technique::Explainer(_) => ControlFlow::Continue(()),
    }
}
