//! The techniques of this scale by name, and their ratings.

use std::fmt;

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

/// Declares the techniques in the order in which they are tried, each with its rating, before
/// anything is added for size or length, and its name.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident: $base:literal, $name:literal;)*) => {
        /// The techniques of Sudoku Explainer 1.2.1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[$doc])* $technique,)*
            /// Chains that start from all cases.
            Forcing(Reach, Cases),
        }

        impl Technique {
            /// The rating before anything is added for size or length.
            pub(super) fn base(self) -> f64 {
                match self {
                    $(Technique::$technique => $base,)*
                    Technique::Forcing(reach, _) => reach.base(),
                }
            }

            /// The name that players of this program know.
            pub fn name(self) -> &'static str {
                match self {
                    $(Technique::$technique => $name,)*
                    Technique::Forcing(reach, cases) => reach.names()[cases as usize],
                }
            }
        }
    };
}

techniques! {
    /// The last open cell of a house.
    LastInHouse: 1.0, "last in house";
    /// A box with one cell for a value.
    HiddenSingleInBox: 1.2, "hidden single";
    /// A row or column with one cell for a value.
    HiddenSingleInLine: 1.5, "hidden single";
    /// A hidden single after a value locked in a box.
    DirectPointing: 1.7, "direct pointing";
    /// A hidden single after a value locked in a line.
    DirectClaiming: 1.9, "direct claiming";
    /// A hidden single beside a hidden pair.
    DirectHiddenPair: 2.0, "direct hidden pair";
    /// A cell with one candidate.
    NakedSingle: 2.3, "naked single";
    /// A hidden single beside a hidden triplet.
    DirectHiddenTriplet: 2.5, "direct hidden triplet";
    /// The places of a value in a box are in one line.
    Pointing: 2.6, "pointing";
    /// The places of a value in a line are in one box.
    Claiming: 2.8, "claiming";
    /// Two cells with two candidates.
    NakedPair: 3.0, "naked pair";
    /// Two lines with two crossing ones.
    XWing: 3.2, "X-wing";
    /// Two values with two cells.
    HiddenPair: 3.4, "hidden pair";
    /// Three cells with three candidates.
    NakedTriplet: 3.6, "naked triplet";
    /// Three lines with three crossing ones.
    Swordfish: 3.8, "swordfish";
    /// Three values with three cells.
    HiddenTriplet: 4.0, "hidden triplet";
    /// Three cells with two candidates each.
    XyWing: 4.2, "XY-wing";
    /// A cell with three candidates and two with two of them.
    XyzWing: 4.4, "XYZ-wing";
    /// One cell of a loop has other candidates.
    UniqueLoop1: 4.5, "unique loop, type 1";
    /// Cells of a loop share one other candidate.
    UniqueLoop2: 4.5, "unique loop, type 2";
    /// Two cells of a loop and a subset.
    UniqueLoop3: 4.5, "unique loop, type 3";
    /// Two cells of a loop and a locked value.
    UniqueLoop4: 4.5, "unique loop, type 4";
    /// Four cells with four candidates.
    NakedQuad: 5.0, "naked quad";
    /// Four lines with four crossing ones.
    Jellyfish: 5.2, "jellyfish";
    /// Four values with four cells.
    HiddenQuad: 5.4, "hidden quad";
    /// One cell keeps the board from being a bivalue universal grave.
    Bug1: 5.6, "bivalue universal grave, type 1";
    /// Cells with one extra value keep it from that.
    Bug2: 5.7, "bivalue universal grave, type 2";
    /// Extra candidates and a subset.
    Bug3: 5.7, "bivalue universal grave, type 3";
    /// Extra candidates and a locked value.
    Bug4: 5.7, "bivalue universal grave, type 4";
    /// Combinations of the candidates of two cells.
    AlignedPair: 6.2, "aligned pair exclusion";
    /// A cycle of one value that goes both ways.
    XCycle: 6.5, "X-cycle";
    /// A cycle of cells with two candidates that goes both ways.
    YCycle: 6.5, "Y-cycle";
    /// A chain of one value from an assumption to its contrary.
    XChain: 6.6, "forcing X-chain";
    /// A cycle that goes both ways.
    Cycle: 7.0, "cycle";
    /// A chain from an assumption to its contrary.
    Chain: 7.0, "forcing chain";
    /// Combinations of the candidates of three cells.
    AlignedTriplet: 7.5, "aligned triplet exclusion";
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
}

/// The names of forcing chains by their cases, with a word before and words after each.
macro_rules! forcing_names {
    ($before:literal, $after:literal) => {
        [
            concat!($before, "contradiction forcing chains", $after),
            concat!($before, "double forcing chains", $after),
            concat!($before, "cell forcing chains", $after),
            concat!($before, "house forcing chains", $after),
        ]
    };
}

impl Reach {
    fn base(self) -> f64 {
        match self {
            Reach::Nishio => 7.5,
            Reach::Static => 8.0,
            Reach::Dynamic => 8.5,
            Reach::Plus => 9.0,
            Reach::Nested(level) => 8.5 + 0.5 * f64::from(level),
        }
    }

    const fn names(self) -> [&'static str; 4] {
        match self {
            Reach::Nishio => ["Nishio forcing chains"; 4],
            Reach::Static => forcing_names!("", ""),
            Reach::Dynamic => forcing_names!("dynamic ", ""),
            Reach::Plus => forcing_names!("dynamic ", " with patterns"),
            Reach::Nested(0..=2) => forcing_names!("dynamic ", " with nested chains, level 2"),
            Reach::Nested(3) => forcing_names!("dynamic ", " with nested chains, level 3"),
            Reach::Nested(_) => forcing_names!("dynamic ", " with nested chains, level 4"),
        }
    }
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
