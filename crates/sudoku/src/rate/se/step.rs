//! The steps of this scale, for people: techniques by name, ratings, reasons.

use crate::reason::Candidate;
use crate::{Cell, House};
use std::fmt;

/// A rating in tenths, so that 71 is written 7.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u16);

impl Tenths {
    /// The nearest one.
    pub(super) fn nearest(rating: f64) -> Tenths {
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
    Grave1,
    /// Cells with one extra value keep it from that.
    Grave2,
    /// Extra candidates and a subset.
    Grave3,
    /// Extra candidates and a locked value.
    Grave4,
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
            Grave1 => 5.6,
            Grave2 | Grave3 | Grave4 => 5.7,
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

    fn plain_name(self) -> &'static str {
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
            Grave1 => "bivalue universal grave, type 1",
            Grave2 => "bivalue universal grave, type 2",
            Grave3 => "bivalue universal grave, type 3",
            Grave4 => "bivalue universal grave, type 4",
            AlignedPair => "aligned pair exclusion",
            XCycle => "X-cycle",
            YCycle => "Y-cycle",
            XChain => "forcing X-chain",
            Cycle => "cycle",
            Chain => "forcing chain",
            AlignedTriplet => "aligned triplet exclusion",
            Forcing(_, Cases::Contradiction) => "contradiction forcing chains",
            Forcing(_, Cases::Candidate) => "double forcing chains",
            Forcing(_, Cases::Cell) => "cell forcing chains",
            Forcing(_, Cases::House) => "house forcing chains",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = match self {
            Technique::Forcing(Reach::Nishio, _) => return f.write_str("Nishio forcing chains"),
            Technique::Forcing(Reach::Dynamic, _) => ("dynamic ", String::new()),
            Technique::Forcing(Reach::Plus, _) => ("dynamic ", " with patterns".to_owned()),
            Technique::Forcing(Reach::Nested(level), _) => {
                ("dynamic ", format!(" with nested chains, level {level}"))
            }
            _ => ("", String::new()),
        };
        write!(f, "{before}{}{after}", self.plain_name())
    }
}

/// One step of a path: what follows, how hard it is to see, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How it was found.
    pub technique: Technique,
    /// How hard it is.
    pub rating: Tenths,
    /// A value that must be where it is said to be.
    pub placed: Option<Candidate>,
    /// Candidates that cannot be.
    pub removed: Vec<Candidate>,
    /// The pattern from which it follows.
    pub why: Why,
}

/// The pattern from which a step follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The cell has no other value, or the house no other cell.
    Single {
        /// The house with no other cell for it; `None` if it is about the cell.
        house: Option<House>,
    },
    /// All places of a value in one house are in another one, too.
    Locked {
        /// The value.
        value: u8,
        /// Where all its places are within the other house.
        from: House,
        /// Where it cannot be otherwise.
        to: House,
    },
    /// As many values as cells in a house.
    Subset(Subset),
    /// All places of a value in some lines are in as many crossing ones.
    Fish {
        /// The value.
        value: u8,
        /// The lines whose places are looked at.
        base: Vec<House>,
        /// The lines in which these are.
        cover: Vec<House>,
    },
    /// Whatever the pivot is, a wing has the value.
    Wing {
        /// The cell that sees both wings.
        pivot: Cell,
        /// The two wings.
        wings: [Cell; 2],
        /// The value.
        value: u8,
    },
    /// Two values that could be swapped round a loop.
    Loop {
        /// The cells in the order of the loop.
        cells: Vec<Cell>,
        /// The two values.
        values: [u8; 2],
        /// The subset that the other candidates are part of.
        subset: Option<Subset>,
    },
    /// Candidates without which all cells and houses would be in twos.
    Grave {
        /// The cells with extra candidates.
        cells: Vec<Cell>,
        /// The values of these candidates.
        values: Vec<u8>,
        /// The subset that they are part of.
        subset: Option<Subset>,
    },
    /// Combinations of candidates that leave another cell none.
    Exclusion {
        /// The cells that are combined.
        cells: Vec<Cell>,
    },
    /// Chains of implications.
    Chains {
        /// Each from its assumption to its conclusion.
        chains: Vec<Vec<Link>>,
        /// How many links there are in all of them, those of nested chains included.
        n_links: u32,
    },
}

/// As many values as cells in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The house.
    pub house: House,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The values.
    pub values: Vec<u8>,
}

/// A member of a chain: a candidate that holds or does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether it holds.
    pub is_on: bool,
    /// The members before it from which it follows, by their place in the chain;
    /// none for the assumption.
    pub from: Vec<usize>,
}
