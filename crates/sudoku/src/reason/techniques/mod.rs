//! The techniques, one idea per file, and the two tables in which they are registered.
//!
//! A file has what is to be known of its techniques: how they are found, their names and
//! figures, and the pattern with its sentence. Every finder hands all its finds to `found`, the
//! simplest first, and ends when that breaks.

mod almost;
pub(super) mod avoidable;
pub(super) mod bug;
pub(super) mod colours;
pub(super) mod death_blossom;
pub(super) mod empty_rectangle;
mod finds;
pub(super) mod fish;
pub(super) mod forcing;
pub(super) mod linked_sets;
mod links;
mod literals;
pub(super) mod locked;
mod nets;
pub(super) mod nice_loops;
pub(super) mod rectangles;
pub(super) mod remote_pairs;
pub(super) mod simple_chains;
pub(super) mod singles;
pub(super) mod strong_links;
pub(super) mod subsets;
pub(super) mod sue_de_coq;
pub(super) mod templates;
pub(super) mod w_wing;
pub(super) mod wings;

use super::explainer;
use super::fish::{Fins, Fish as Kind, Form};
use super::state::State;
use super::step::Step;
use super::technique::{Entry, Place, techniques};
use super::why::{Explain, patterns};
use Technique as T;
use linked_sets::{Order, Overlap};
use links::Nodes;
use std::ops::ControlFlow;

/// The patterns from which steps follow.
pub mod patterns {
    use super::*;

    patterns! {
        singles: Single;
        locked: Crossing;
        subsets: Subset;
        fish: Fish;
        strong_links: StrongLinks;
        empty_rectangle: EmptyRectangle;
        crate::reason::why: Both;
        wings: Wing;
        w_wing: WWing;
        rectangles: Rectangle;
        avoidable: AvoidableRectangle;
        bug: Bug;
        colours: Colours;
        crate::reason::chain: Chain;
        forcing: Forcing;
        remote_pairs: RemotePair;
        linked_sets: LinkedSets;
        death_blossom: Blossom;
        sue_de_coq: SueDeCoq;
        templates: Template;
        crate::reason::explainer::loops: Loop;
        crate::reason::explainer::aligned: Exclusion;
        crate::reason::why: Search;
    }
}

pub use patterns::Why;

techniques! {
    |state, options, found|
    Usual {
        /// The last open cell of a row, column or box.
        FullHouse: singles::FULL_HOUSE => singles::full_house(state, found);
        /// A row, column or box with one cell left for a value.
        HiddenSingle: singles::HIDDEN_SINGLE => singles::hidden_single(state, found);
        /// A cell with one candidate left.
        NakedSingle: singles::NAKED_SINGLE => singles::naked_single(state, found);
        /// The places of a value in a box are in one line, so the rest of the line lacks it.
        Pointing: locked::POINTING => locked::pointing(state, found);
        /// The places of a value in a line are in one box, so the rest of the box lacks it.
        Claiming: locked::CLAIMING => locked::claiming(state, found);
        /// Two cells of a box and a line with the same two candidates.
        LockedPair: subsets::LOCKED_PAIR => subsets::locked(state, subset(T::LockedPair, 2), found);
        /// Two cells of a house with the same two candidates.
        NakedPair: subsets::NAKED_PAIR => subsets::naked(state, subset(T::NakedPair, 2), found);
        /// Three cells of a box and a line with the same three candidates.
        LockedTriple: subsets::LOCKED_TRIPLE =>
            subsets::locked(state, subset(T::LockedTriple, 3), found);
        /// Two values of a house that have the same two cells.
        HiddenPair: subsets::HIDDEN_PAIR => subsets::hidden(state, subset(T::HiddenPair, 2), found);
        /// Three cells of a house with three candidates between them.
        NakedTriple: subsets::NAKED_TRIPLE =>
            subsets::naked(state, subset(T::NakedTriple, 3), found);
        /// Three values of a house that have three cells between them.
        HiddenTriple: subsets::HIDDEN_TRIPLE =>
            subsets::hidden(state, subset(T::HiddenTriple, 3), found);
        /// Four cells of a house with four candidates between them.
        NakedQuad: subsets::NAKED_QUAD => subsets::naked(state, subset(T::NakedQuad, 4), found);
        /// Four values of a house that have four cells between them.
        HiddenQuad: subsets::HIDDEN_QUAD => subsets::hidden(state, subset(T::HiddenQuad, 4), found);
    } [Kind::of(Form::Basic, Fins::None, 2..=4)]
    Usual {
        /// Two parallel lines with two places each for a value, one of each aligned.
        Skyscraper: strong_links::SKYSCRAPER => strong_links::skyscraper(state, found);
        /// A row and a column with two places each for a value, joined in a box.
        TwoStringKite: strong_links::TWO_STRING_KITE => strong_links::kite(state, found);
        /// Two houses with two places each for a value, two of which see each other.
        TurbotFish: strong_links::TURBOT_FISH => strong_links::turbot(state, found);
        /// A box whose places for a value form a cross, and a line with two places.
        EmptyRectangle: empty_rectangle::EMPTY_RECTANGLE =>
            empty_rectangle::find(state, options, found);
        /// A cell with candidates XY that sees cells with XZ and YZ.
        XyWing: wings::XY_WING => wings::xy(state, found);
        /// A cell with candidates XYZ that sees cells with XZ and YZ.
        XyzWing: wings::XYZ_WING => wings::xyz(state, found);
        /// Two cells with the same two candidates, joined by a strong link.
        WWing: w_wing::W_WING => w_wing::find(state, found);
        /// A chain of cells with the same two candidates.
        RemotePair: remote_pairs::REMOTE_PAIR => remote_pairs::remote_pairs(state, found);
        /// Three corners of a rectangle in two boxes have the same two candidates.
        UniqueRectangle1: rectangles::UNIQUE_RECTANGLE_1 =>
            rectangles::find(state, T::UniqueRectangle1, options, found);
        /// Two corners in a line have one further candidate, the same one.
        UniqueRectangle2: rectangles::UNIQUE_RECTANGLE_2 =>
            rectangles::find(state, T::UniqueRectangle2, options, found);
        /// The further candidates of two corners form a naked subset.
        UniqueRectangle3: rectangles::UNIQUE_RECTANGLE_3 =>
            rectangles::find(state, T::UniqueRectangle3, options, found);
        /// One of the two values is confined to two corners of a house.
        UniqueRectangle4: rectangles::UNIQUE_RECTANGLE_4 =>
            rectangles::find(state, T::UniqueRectangle4, options, found);
        /// Corners across have one further candidate, the same one.
        UniqueRectangle5: rectangles::UNIQUE_RECTANGLE_5 =>
            rectangles::find(state, T::UniqueRectangle5, options, found);
        /// Two corners across, and one value is confined to the corners of lines.
        UniqueRectangle6: rectangles::UNIQUE_RECTANGLE_6 =>
            rectangles::find(state, T::UniqueRectangle6, options, found);
        /// One corner has two candidates, and one of them is confined in its lines.
        HiddenRectangle: rectangles::HIDDEN_RECTANGLE =>
            rectangles::find(state, T::HiddenRectangle, options, found);
        /// Three solved corners that are not givens, and an open one.
        AvoidableRectangle1: avoidable::AVOIDABLE_RECTANGLE_1 =>
            avoidable::find(state, T::AvoidableRectangle1, found);
        /// Two solved corners that are not givens, and two open ones.
        AvoidableRectangle2: avoidable::AVOIDABLE_RECTANGLE_2 =>
            avoidable::find(state, T::AvoidableRectangle2, found);
        /// All open cells have two candidates, except for one with three.
        Bug: bug::BUG => bug::find(state, found);
    } [Kind::of(Form::Basic, Fins::Finned, 2..=4), Kind::of(Form::Basic, Fins::Sashimi, 2..=4)]
    Usual {
        /// A candidate that sees both colours of a chain of one value.
        SimpleColorsTrap: colours::SIMPLE_COLORS_TRAP => colours::simple(state, found);
        /// Two candidates of one colour of a chain of one value see each other.
        SimpleColorsWrap: colours::SIMPLE_COLORS_WRAP => colours::simple(state, found);
        /// A candidate that sees one colour each of two chains that are linked.
        MultiColors1: colours::MULTI_COLORS_1 => colours::multi(state, found);
        /// A colour that sees both colours of another chain.
        MultiColors2: colours::MULTI_COLORS_2 => colours::multi(state, found);
        /// A chain of strong and weak links of one value.
        XChain: simple_chains::X_CHAIN => simple_chains::x_chains(state, found);
        /// A chain of cells with two candidates each.
        XyChain: simple_chains::XY_CHAIN => simple_chains::xy_chains(state, found);
        /// Cells of a box and a line whose values are divided between the two.
        SueDeCoq: sue_de_coq::SUE_DE_COQ => sue_de_coq::sue_de_coq(state, found);
        /// A loop of strong and weak links in turn.
        ContinuousNiceLoop: nice_loops::CONTINUOUS_NICE_LOOP =>
            nice_loops::nice_loops(state, Nodes::Candidates, found);
        /// A chain of strong and weak links in turn (alternating inference chain).
        Aic: nice_loops::AIC => nice_loops::nice_loops(state, Nodes::Candidates, found);
        /// A loop of links with two equal ones in one cell, which decide it.
        DiscontinuousNiceLoop: nice_loops::DISCONTINUOUS_NICE_LOOP =>
            nice_loops::nice_loops(state, Nodes::Candidates, found);
        /// Two almost locked sets with a restricted common value.
        AlsXz: linked_sets::ALS_XZ => linked_sets::als_xz(state, found);
        /// Two almost locked sets joined by a third one.
        AlsXyWing: linked_sets::ALS_XY_WING =>
            linked_sets::als_xy_wing(state, options.overlap(), found);
        /// A continuous nice loop with groups of cells.
        GroupedContinuousNiceLoop: nice_loops::GROUPED_CONTINUOUS_NICE_LOOP =>
            nice_loops::nice_loops(state, options.grouped_nodes(), found);
        /// An AIC with groups of cells.
        GroupedAic: nice_loops::GROUPED_AIC =>
            nice_loops::nice_loops(state, options.grouped_nodes(), found);
        /// A discontinuous nice loop with groups of cells.
        GroupedDiscontinuousNiceLoop: nice_loops::GROUPED_DISCONTINUOUS_NICE_LOOP =>
            nice_loops::nice_loops(state, options.grouped_nodes(), found);
        /// A chain of almost locked sets.
        AlsChain: linked_sets::ALS_CHAIN =>
            linked_sets::als_chains(state, options.overlap(), options.set_order(), found);
        /// A cell each of whose candidates belongs to an almost locked set.
        DeathBlossom: death_blossom::DEATH_BLOSSOM =>
            death_blossom::death_blossom(state, options.overlap(), found);
    } [
        Kind::of(Form::Franken, Fins::None, 2..=2),
        Kind::of(Form::Franken, Fins::Finned, 2..=2),
        Kind::of(Form::Franken, Fins::None, 3..=3),
        Kind::of(Form::Franken, Fins::Finned, 3..=3),
    ]
    Extended {
        /// A candidate from which chains lead to a contradiction.
        ForcingChainContradiction: forcing::FORCING_CHAIN_CONTRADICTION =>
            forcing::chains(state, found);
        /// What follows by chains from every candidate of a cell or house.
        ForcingChainVerity: forcing::FORCING_CHAIN_VERITY => forcing::chains(state, found);
        /// A candidate from which a net leads to a contradiction.
        ForcingNetContradiction: forcing::FORCING_NET_CONTRADICTION => forcing::nets(state, found);
        /// What follows by nets from every candidate of a cell or house.
        ForcingNetVerity: forcing::FORCING_NET_VERITY => forcing::nets(state, found);
    }
    Never {
        /// Two two-string kites that are joined in the same box.
        DualTwoStringKite: strong_links::DUAL_TWO_STRING_KITE =>
            strong_links::dual_kite(state, found);
        /// Two empty rectangles in the same box.
        DualEmptyRectangle: empty_rectangle::DUAL_EMPTY_RECTANGLE =>
            empty_rectangle::dual(state, options, found);
        /// A cell that every way to place a value in the grid has.
        TemplateSet: templates::TEMPLATE_SET => templates::set(state, found);
        /// A cell that no way to place a value in the grid has.
        TemplateDelete: templates::TEMPLATE_DELETE => templates::delete(state, found);
        /// A value of the only solution, found by search.
        BruteForce: BRUTE_FORCE => ControlFlow::Continue(());
    }
}

const BRUTE_FORCE: Entry = Entry::new("brute force").code(1400);

const fn subset(technique: Technique, size: usize) -> subsets::Search {
    subsets::Search { technique, size }
}

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

impl Options {
    fn grouped_nodes(self) -> Nodes {
        if self.sets_in_chains { Nodes::Sets } else { Nodes::Groups }
    }

    fn set_order(self) -> Order {
        if self.forward_set_chains { Order::Forward } else { Order::Any }
    }

    fn overlap(self) -> Overlap {
        if self.overlapping_sets { Overlap::Allowed } else { Overlap::None }
    }
}

/// Hands over every step of a technique in a state.
pub(crate) fn find<const W: usize>(
    technique: Technique,
    state: &State<W>,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    find_with_others(technique, state, options, &mut |step| {
        if step.technique == technique { found(step) } else { ControlFlow::Continue(()) }
    })
}
