//! The techniques of this scale by name, and their ratings.

use std::fmt;

/// A rating in tenths, so that 71 is written 7.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u16);

impl Tenths {
    /// The nearest one.
    pub(super) fn suggestions(rating: f64) -> Tenths {
        Tenths((rating * 10.0).round() as u16)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// How far forcing chains go beyond one implication after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Each conclusion follows from one other and the candidates on the board.
    Static,
    /// Conclusions about one value only may follow from several others.
    Nishio,
    /// Conclusions may follow from several others.
    Dynamic,
    /// And by locked values, pairs and X-wings that appear on the way.
    Plus,
    /// And by forcing chains of their own, the deeper the higher the number.
    Nested(u8),
}

/// What is shown to be the same in all cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cases {
    /// One assumption leads to a contradiction.
    Contradiction,
    /// A candidate holds or does not hold.
    Candidate,
    /// One of the candidates of a cell holds.
    Cell,
    /// A value is in one of its places in a house.
    House,
}

/// The techniques of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// The last open cell of a house.
    LastInHouse,
    /// A box with one cell for a value.
    HiddenSingleInBox,
    /// A row or column with one cell for a value.
    HiddenSingleInLine,
    /// A hidden single after a value locked in a box.
    DirectPointing,
    /// A hidden single after a value locked in a line.
    DirectClaiming,
    /// A hidden single beside a hidden pair.
    DirectHiddenPair,
    /// A cell with one candidate.
    NakedSingle,
    /// A hidden single beside a hidden triplet.
    DirectHiddenTriplet,
    /// The places of a value in a box are in one line.
    Pointing,
    /// The places of a value in a line are in one box.
    Claiming,
    /// Two cells with two candidates.
    NakedPair,
    /// Two lines with two crossing ones.
    XWing,
    /// Two values with two cells.
    HiddenPair,
    /// Three cells with three candidates.
    NakedTriplet,
    /// Three lines with three crossing ones.
    Swordfish,
    /// Three values with three cells.
    HiddenTriplet,
    /// Three cells with two candidates each.
    XyWing,
    /// A cell with three candidates and two with two of them.
    XyzWing,
    /// One cell of a loop has other candidates.
    UniqueLoop1,
    /// Cells of a loop share one other candidate.
    UniqueLoop2,
    /// Two cells of a loop and a subset.
    UniqueLoop3,
    /// Two cells of a loop and a locked value.
    UniqueLoop4,
    /// Four cells with four candidates.
    NakedQuad,
    /// Four lines with four crossing ones.
    Jellyfish,
    /// Four values with four cells.
    HiddenQuad,
    /// One cell keeps the board from being a bivalue universal grave.
    Bug1,
    /// Cells with one extra value keep it from that.
    Bug2,
    /// Extra candidates and a subset.
    Bug3,
    /// Extra candidates and a locked value.
    Bug4,
    /// Combinations of the candidates of two cells.
    AlignedPair,
    /// A cycle of one value that goes both ways.
    XCycle,
    /// A cycle of cells with two candidates that goes both ways.
    YCycle,
    /// A chain of one value from an assumption to its contrary.
    XChain,
    /// A cycle that goes both ways.
    Cycle,
    /// A chain from an assumption to its contrary.
    Chain,
    /// Combinations of the candidates of three cells.
    AlignedTriplet,
    /// Chains that start from all cases.
    Forcing(Reach, Cases),
}

impl Technique {
    pub(super) fn naked_subset(size: usize) -> Technique {
        [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad][size - 2]
    }

    pub(super) fn hidden_subset(size: usize) -> Technique {
        [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad][size - 2]
    }

    pub(super) fn fish(size: usize) -> Technique {
        [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][size - 2]
    }

    pub(super) fn unique_loop(kind: u8) -> Technique {
        match kind {
            1 => Technique::UniqueLoop1,
            2 => Technique::UniqueLoop2,
            3 => Technique::UniqueLoop3,
            _ => Technique::UniqueLoop4,
        }
    }

    /// The rating before anything is added for size or length.
    pub(super) fn base(self) -> f64 {
        use Technique::*;
        match self {
            LastInHouse => 1.0,
            HiddenSingleInBox => 1.2,
            HiddenSingleInLine => 1.5,
            DirectPointing => 1.7,
            DirectClaiming => 1.9,
            DirectHiddenPair => 2.0,
            NakedSingle => 2.3,
            DirectHiddenTriplet => 2.5,
            Pointing => 2.6,
            Claiming => 2.8,
            NakedPair => 3.0,
            XWing => 3.2,
            HiddenPair => 3.4,
            NakedTriplet => 3.6,
            Swordfish => 3.8,
            HiddenTriplet => 4.0,
            XyWing => 4.2,
            XyzWing => 4.4,
            UniqueLoop1 | UniqueLoop2 | UniqueLoop3 | UniqueLoop4 => 4.5,
            NakedQuad => 5.0,
            Jellyfish => 5.2,
            HiddenQuad => 5.4,
            Bug1 => 5.6,
            Bug2 | Bug3 | Bug4 => 5.7,
            AlignedPair => 6.2,
            XCycle | YCycle => 6.5,
            XChain => 6.6,
            Cycle | Chain => 7.0,
            AlignedTriplet => 7.5,
            Forcing(Reach::Nishio, _) => 7.5,
            Forcing(Reach::Static, _) => 8.0,
            Forcing(Reach::Dynamic, _) => 8.5,
            Forcing(Reach::Plus, _) => 9.0,
            Forcing(Reach::Nested(level), _) => 8.5 + 0.5 * f64::from(level),
        }
    }

    /// The name that players of this program know.
    pub fn name(self) -> &'static str {
        use Technique::*;
        match self {
            LastInHouse => "last in house",
            HiddenSingleInBox | HiddenSingleInLine => "hidden single",
            DirectPointing => "direct pointing",
            DirectClaiming => "direct claiming",
            DirectHiddenPair => "direct hidden pair",
            NakedSingle => "naked single",
            DirectHiddenTriplet => "direct hidden triplet",
            Pointing => "pointing",
            Claiming => "claiming",
            NakedPair => "naked pair",
            XWing => "X-wing",
            HiddenPair => "hidden pair",
            NakedTriplet => "naked triplet",
            Swordfish => "swordfish",
            HiddenTriplet => "hidden triplet",
            XyWing => "XY-wing",
            XyzWing => "XYZ-wing",
            UniqueLoop1 => "unique loop, type 1",
            UniqueLoop2 => "unique loop, type 2",
            UniqueLoop3 => "unique loop, type 3",
            UniqueLoop4 => "unique loop, type 4",
            NakedQuad => "naked quad",
            Jellyfish => "jellyfish",
            HiddenQuad => "hidden quad",
            Bug1 => "bivalue universal grave, type 1",
            Bug2 => "bivalue universal grave, type 2",
            Bug3 => "bivalue universal grave, type 3",
            Bug4 => "bivalue universal grave, type 4",
            AlignedPair => "aligned pair exclusion",
            XCycle => "X-cycle",
            YCycle => "Y-cycle",
            XChain => "forcing X-chain",
            Cycle => "cycle",
            Chain => "forcing chain",
            AlignedTriplet => "aligned triplet exclusion",
            Forcing(reach, cases) => forcing_name(reach, cases),
        }
    }
}

const fn forcing_name(reach: Reach, cases: Cases) -> &'static str {
    let names = match reach {
        Reach::Nishio => return "Nishio forcing chains",
        Reach::Static => &FORCING_NAMES[0],
        Reach::Dynamic => &FORCING_NAMES[1],
        Reach::Plus => &FORCING_NAMES[2],
        Reach::Nested(0..=2) => &FORCING_NAMES[3],
        Reach::Nested(3) => &FORCING_NAMES[4],
        Reach::Nested(_) => &FORCING_NAMES[5],
    };
    names[cases as usize]
}

/// The names by reach and cases.
const FORCING_NAMES: [[&str; 4]; 6] = [
    [
        "contradiction forcing chains",
        "double forcing chains",
        "cell forcing chains",
        "house forcing chains",
    ],
    [
        "dynamic contradiction forcing chains",
        "dynamic double forcing chains",
        "dynamic cell forcing chains",
        "dynamic house forcing chains",
    ],
    [
        "dynamic contradiction forcing chains with patterns",
        "dynamic double forcing chains with patterns",
        "dynamic cell forcing chains with patterns",
        "dynamic house forcing chains with patterns",
    ],
    [
        "dynamic contradiction forcing chains with nested chains, level 2",
        "dynamic double forcing chains with nested chains, level 2",
        "dynamic cell forcing chains with nested chains, level 2",
        "dynamic house forcing chains with nested chains, level 2",
    ],
    [
        "dynamic contradiction forcing chains with nested chains, level 3",
        "dynamic double forcing chains with nested chains, level 3",
        "dynamic cell forcing chains with nested chains, level 3",
        "dynamic house forcing chains with nested chains, level 3",
    ],
    [
        "dynamic contradiction forcing chains with nested chains, level 4",
        "dynamic double forcing chains with nested chains, level 4",
        "dynamic cell forcing chains with nested chains, level 4",
        "dynamic house forcing chains with nested chains, level 4",
    ],
];

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forcing_chains_are_named_by_reach_and_cases() {
        for (reach, cases, name) in [
            (Reach::Nishio, Cases::Contradiction, "Nishio forcing chains"),
            (Reach::Static, Cases::Cell, "cell forcing chains"),
            (Reach::Dynamic, Cases::Candidate, "dynamic double forcing chains"),
            (Reach::Plus, Cases::House, "dynamic house forcing chains with patterns"),
            (
                Reach::Nested(3),
                Cases::Contradiction,
                "dynamic contradiction forcing chains with nested chains, level 3",
            ),
        ] {
            assert_eq!(Technique::Forcing(reach, cases).to_string(), name);
        }
    }
}
