//! The techniques by name.

use super::explainer;
use std::fmt;

/// A way to find a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// The last open cell of a house.
    FullHouse,
    /// A house with one cell for a value.
    HiddenSingle,
    /// A cell with one candidate.
    NakedSingle,
    /// The places of a value in a box are in one line.
    Pointing,
    /// The places of a value in a line are in one box.
    Claiming,
    /// Two cells with two values, in a box and a line.
    LockedPair,
    /// Three cells with three values, in a box and a line.
    LockedTriple,
    /// Two cells of a house with two values.
    NakedPair,
    /// Three cells of a house with three values.
    NakedTriple,
    /// Four cells of a house with four values.
    NakedQuad,
    /// Two values of a house in two cells.
    HiddenPair,
    /// Three values of a house in three cells.
    HiddenTriple,
    /// Four values of a house in four cells.
    HiddenQuad,
    /// The places of a value in some houses are in as many others.
    Fish(Fish),
    /// Two parallel lines with two places each, two of them in one line.
    Skyscraper,
    /// A row and a column with two places each, two of them in one box.
    TwoStringKite,
    /// A box with a row and a column of places, and a line with two places.
    EmptyRectangle,
    /// Two houses with two places each, two of which see each other.
    TurbotFish,
    /// Two kites with the same box.
    DualTwoStringKite,
    /// Two empty rectangles with the same box.
    DualEmptyRectangle,
    /// A candidate that sees both colours of one value.
    SimpleColorsTrap,
    /// A colour that sees itself.
    SimpleColorsWrap,
    /// A candidate that sees one colour each of two linked pairs of colours.
    MultiColors1,
    /// A colour that sees both colours of another pair.
    MultiColors2,
    /// A rectangle with one cell that has more than the two values.
    UniqueRectangle1,
    /// A rectangle with two cells in a line that have one more value.
    UniqueRectangle2,
    /// A rectangle with two cells whose further values make a subset.
    UniqueRectangle3,
    /// A rectangle with two cells one of whose values is fixed there.
    UniqueRectangle4,
    /// A rectangle with cells across that have one more value.
    UniqueRectangle5,
    /// A rectangle with two cells across, one value of which is fixed in its lines.
    UniqueRectangle6,
    /// A rectangle with a bivalue cell, one value of which is fixed in the lines across.
    HiddenRectangle,
    /// A rectangle of found values with one open cell that would complete it.
    AvoidableRectangle1,
    /// A rectangle of found values with two open cells that have one more value.
    AvoidableRectangle2,
    /// All open cells have two values, but for one with three.
    Bug,
    /// A chain of places of one value.
    XChain,
    /// A chain of cells with two values.
    XyChain,
    /// A chain of cells with the same two values.
    RemotePair,
    /// A loop of links of alternating strength.
    ContinuousNiceLoop,
    /// A loop with two equal links in one cell.
    DiscontinuousNiceLoop,
    /// A chain of links of alternating strength.
    Aic,
    /// A loop with groups of cells.
    GroupedContinuousNiceLoop,
    /// A loop with groups of cells and two equal links in one cell.
    GroupedDiscontinuousNiceLoop,
    /// A chain with groups of cells.
    GroupedAic,
    /// A bivalue cell that sees two more, three values in all.
    XyWing,
    /// A cell with three values that sees two bivalue cells.
    XyzWing,
    /// Two equal bivalue cells with a strong link between.
    WWing,
    /// Two almost locked sets with a common value.
    AlsXz,
    /// Two almost locked sets linked by a third one.
    AlsXyWing,
    /// A chain of almost locked sets.
    AlsChain,
    /// A cell each of whose values belongs to an almost locked set.
    DeathBlossom,
    /// Two sets of cells that share a box and a line.
    SueDeCoq,
    /// A cell that every way to place a value has.
    TemplateSet,
    /// A cell that no way to place a value has.
    TemplateDelete,
    /// A candidate that leads to a contradiction by single chains.
    ForcingChainContradiction,
    /// A candidate that follows from all of a choice by single chains.
    ForcingChainVerity,
    /// A candidate that leads to a contradiction.
    ForcingNetContradiction,
    /// A candidate that follows from all of a choice.
    ForcingNetVerity,
    /// A value of the only solution, found by search.
    BruteForce,
    /// A technique of Sudoku Explainer, which is found on the path of its scale.
    Explainer(explainer::Technique),
}

/// A kind of fish: how many houses, of which kinds, and whether it has fins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fish {
    size: u8,
    form: Form,
    fins: Fins,
}

/// The kinds of the houses of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Rows and columns.
    Basic,
    /// Rows and boxes against columns and boxes.
    Franken,
    /// Any houses.
    Mutant,
}

/// Whether a fish has places outside its cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fins {
    /// It has none.
    None,
    /// It has some.
    Finned,
    /// It has some, and without them a base house would have one place or none. Only
    /// basic fish are told apart in this way.
    Sashimi,
}

impl Fish {
    /// The sizes that have a name.
    pub const SIZES: std::ops::RangeInclusive<u8> = 2..=7;

    /// A kind of fish; `None` if the size has no name, or for a sashimi fish that is
    /// not basic.
    pub const fn new(size: u8, form: Form, fins: Fins) -> Option<Fish> {
        let has_name = *Fish::SIZES.start() <= size && size <= *Fish::SIZES.end();
        let is_told = matches!(form, Form::Basic) || !matches!(fins, Fins::Sashimi);
        if has_name && is_told { Some(Fish { size, form, fins }) } else { None }
    }

    /// How many base houses there are.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The kinds of the houses.
    pub const fn form(self) -> Form {
        self.form
    }

    /// Whether it has fins.
    pub const fn fins(self) -> Fins {
        self.fins
    }

    /// Its number among the fish of its size.
    const fn kind(self) -> usize {
        match (self.form, self.fins) {
            (Form::Basic, Fins::None) => 0,
            (Form::Basic, Fins::Finned) => 1,
            (Form::Basic, Fins::Sashimi) => 2,
            (Form::Franken, Fins::None) => 3,
            (Form::Franken, _) => 4,
            (Form::Mutant, Fins::None) => 5,
            (Form::Mutant, _) => 6,
        }
    }

    const fn name(self) -> &'static str {
        FISH_NAMES[self.size as usize - 2][self.kind()]
    }
}

/// The names by size and kind.
const FISH_NAMES: [[&str; 7]; 6] = [
    [
        "X-wing",
        "finned X-wing",
        "sashimi X-wing",
        "franken X-wing",
        "finned franken X-wing",
        "mutant X-wing",
        "finned mutant X-wing",
    ],
    [
        "swordfish",
        "finned swordfish",
        "sashimi swordfish",
        "franken swordfish",
        "finned franken swordfish",
        "mutant swordfish",
        "finned mutant swordfish",
    ],
    [
        "jellyfish",
        "finned jellyfish",
        "sashimi jellyfish",
        "franken jellyfish",
        "finned franken jellyfish",
        "mutant jellyfish",
        "finned mutant jellyfish",
    ],
    [
        "squirmbag",
        "finned squirmbag",
        "sashimi squirmbag",
        "franken squirmbag",
        "finned franken squirmbag",
        "mutant squirmbag",
        "finned mutant squirmbag",
    ],
    [
        "whale",
        "finned whale",
        "sashimi whale",
        "franken whale",
        "finned franken whale",
        "mutant whale",
        "finned mutant whale",
    ],
    [
        "leviathan",
        "finned leviathan",
        "sashimi leviathan",
        "franken leviathan",
        "finned franken leviathan",
        "mutant leviathan",
        "finned mutant leviathan",
    ],
];

/// Every technique that is no fish, with its number in HoDoKu's library and its name.
const TABLE: [(Technique, u16, &str); 57] = [
    (Technique::FullHouse, 0, "full house"),
    (Technique::HiddenSingle, 2, "hidden single"),
    (Technique::NakedSingle, 3, "naked single"),
    (Technique::Pointing, 100, "locked candidates (pointing)"),
    (Technique::Claiming, 101, "locked candidates (claiming)"),
    (Technique::LockedPair, 110, "locked pair"),
    (Technique::LockedTriple, 111, "locked triple"),
    (Technique::NakedPair, 200, "naked pair"),
    (Technique::NakedTriple, 201, "naked triple"),
    (Technique::NakedQuad, 202, "naked quad"),
    (Technique::HiddenPair, 210, "hidden pair"),
    (Technique::HiddenTriple, 211, "hidden triple"),
    (Technique::HiddenQuad, 212, "hidden quad"),
    (Technique::Skyscraper, 400, "skyscraper"),
    (Technique::TwoStringKite, 401, "two-string kite"),
    (Technique::EmptyRectangle, 402, "empty rectangle"),
    (Technique::TurbotFish, 403, "turbot fish"),
    (Technique::DualTwoStringKite, 404, "dual two-string kite"),
    (Technique::DualEmptyRectangle, 405, "dual empty rectangle"),
    (Technique::SimpleColorsTrap, 500, "simple colours (trap)"),
    (Technique::SimpleColorsWrap, 501, "simple colours (wrap)"),
    (Technique::MultiColors1, 502, "multi-colours 1"),
    (Technique::MultiColors2, 503, "multi-colours 2"),
    (Technique::UniqueRectangle1, 600, "unique rectangle 1"),
    (Technique::UniqueRectangle2, 601, "unique rectangle 2"),
    (Technique::UniqueRectangle3, 602, "unique rectangle 3"),
    (Technique::UniqueRectangle4, 603, "unique rectangle 4"),
    (Technique::UniqueRectangle5, 604, "unique rectangle 5"),
    (Technique::UniqueRectangle6, 605, "unique rectangle 6"),
    (Technique::HiddenRectangle, 606, "hidden rectangle"),
    (Technique::AvoidableRectangle1, 607, "avoidable rectangle 1"),
    (Technique::AvoidableRectangle2, 608, "avoidable rectangle 2"),
    (Technique::Bug, 610, "BUG+1"),
    (Technique::XChain, 701, "X-chain"),
    (Technique::XyChain, 702, "XY-chain"),
    (Technique::RemotePair, 703, "remote pair"),
    (Technique::ContinuousNiceLoop, 706, "continuous nice loop"),
    (Technique::DiscontinuousNiceLoop, 707, "discontinuous nice loop"),
    (Technique::Aic, 708, "AIC"),
    (Technique::GroupedContinuousNiceLoop, 709, "grouped continuous nice loop"),
    (Technique::GroupedDiscontinuousNiceLoop, 710, "grouped discontinuous nice loop"),
    (Technique::GroupedAic, 711, "grouped AIC"),
    (Technique::XyWing, 800, "XY-wing"),
    (Technique::XyzWing, 801, "XYZ-wing"),
    (Technique::WWing, 803, "W-wing"),
    (Technique::AlsXz, 901, "ALS-XZ"),
    (Technique::AlsXyWing, 902, "ALS-XY-wing"),
    (Technique::AlsChain, 903, "ALS chain"),
    (Technique::DeathBlossom, 904, "death blossom"),
    (Technique::SueDeCoq, 1101, "Sue de Coq"),
    (Technique::TemplateSet, 1201, "template set"),
    (Technique::TemplateDelete, 1202, "template delete"),
    (Technique::ForcingChainContradiction, 1301, "forcing chain contradiction"),
    (Technique::ForcingChainVerity, 1302, "forcing chain verity"),
    (Technique::ForcingNetContradiction, 1303, "forcing net contradiction"),
    (Technique::ForcingNetVerity, 1304, "forcing net verity"),
    (Technique::BruteForce, 1400, "brute force"),
];

impl Technique {
    /// Every technique with a number, in the order of these.
    pub fn all() -> impl Iterator<Item = Technique> {
        let is_before = |entry: &&(Technique, u16, &str)| entry.1 < 300;
        let split = TABLE.iter().filter(is_before).count();
        let [before, after] =
            [&TABLE[..split], &TABLE[split..]].map(|part| part.iter().map(|entry| entry.0));
        before.chain(every_fish().map(Technique::Fish)).chain(after)
    }

    /// The name that players know.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Fish(fish) => fish.name(),
            Technique::Explainer(technique) => technique.name(),
            other => other.entry().2,
        }
    }

    /// The number in HoDoKu's library of cases, written there with four digits; `None`
    /// for a technique of Sudoku Explainer.
    pub fn code(self) -> Option<u16> {
        match self {
            Technique::Fish(fish) => Some(300 + 10 * fish.kind() as u16 + u16::from(fish.size) - 2),
            Technique::Explainer(_) => None,
            other => Some(other.entry().1),
        }
    }

    /// The technique with this number.
    pub fn of_code(code: u16) -> Option<Technique> {
        Technique::all().find(|technique| technique.code() == Some(code))
    }

    fn entry(self) -> &'static (Technique, u16, &'static str) {
        TABLE.iter().find(|entry| entry.0 == self).expect("the table has all others")
    }
}

/// Every kind of fish in the order of its number.
fn every_fish() -> impl Iterator<Item = Fish> {
    let kinds = [
        (Form::Basic, Fins::None),
        (Form::Basic, Fins::Finned),
        (Form::Basic, Fins::Sashimi),
        (Form::Franken, Fins::None),
        (Form::Franken, Fins::Finned),
        (Form::Mutant, Fins::None),
        (Form::Mutant, Fins::Finned),
    ];
    let of_kind = |(form, fins)| Fish::SIZES.filter_map(move |size| Fish::new(size, form, fins));
    kinds.into_iter().flat_map(of_kind)
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_its_own_number_and_name() {
        let all: Vec<Technique> = Technique::all().collect();
        assert_eq!(all.len(), 57 + 42);
        assert!(all.windows(2).all(|pair| pair[0].code() < pair[1].code()));
        for &technique in &all {
            assert_eq!(technique.code().and_then(Technique::of_code), Some(technique));
            let namesakes = all.iter().filter(|other| other.name() == technique.name());
            assert_eq!(namesakes.count(), 1, "{technique}");
        }
        let names = [(300, "X-wing"), (311, "finned swordfish"), (364, "finned mutant whale")];
        for (code, name) in names {
            assert_eq!(Technique::of_code(code).map(Technique::name), Some(name), "{code}");
        }
    }
}
