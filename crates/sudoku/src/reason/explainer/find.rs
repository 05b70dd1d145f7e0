//! What the finders hand over: steps by the numbers of cells and houses.

use super::technique::Technique;
use super::tree::Tree;
use crate::reason::state::{State, Values};
use crate::reason::topology::Topology;
use std::ops::ControlFlow;

/// Candidates to be removed, cell by cell.
pub(super) type Removed = Vec<(usize, Values)>;

/// Whoever is told of finds; it breaks when it has enough.
pub(super) type Found<'a> = &'a mut dyn FnMut(Find) -> ControlFlow<()>;

/// A step by numbers.
#[derive(Clone, Debug)]
pub(crate) struct Find {
    pub(super) technique: Technique,
    pub(crate) rating: f64,
    /// A cell and its value.
    pub(crate) placed: Option<(usize, u8)>,
    pub(super) removed: Removed,
    pub(crate) pattern: Pattern,
}

/// From what a step follows.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Single {
        house: Option<usize>,
    },
    Locked {
        value: u8,
        from: usize,
        to: usize,
    },
    /// A locked value that leaves a house one cell for it.
    LockedSingle {
        value: u8,
        from: usize,
        to: usize,
        house: usize,
    },
    Subset(Subset),
    /// A hidden subset that leaves its house one cell for a value.
    SubsetSingle(Subset),
    Fish {
        value: u8,
        base: Vec<usize>,
        cover: Vec<usize>,
    },
    Wing {
        pivot: usize,
        wings: [usize; 2],
        value: u8,
    },
    Loop {
        cells: Vec<usize>,
        values: [u8; 2],
        subset: Option<Subset>,
    },
    Bug {
        cells: Vec<usize>,
        values: Values,
        subset: Option<Subset>,
    },
    Exclusion {
        cells: Vec<usize>,
        excluders: Vec<usize>,
    },
    /// A chain from an assumption back to it.
    Chain {
        tree: Tree,
        n_links: u32,
    },
    /// Chains from all cases, with the house that these are of.
    Forcing {
        trees: Vec<Tree>,
        house: Option<usize>,
        n_links: u32,
    },
}

/// As many values as cells in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subset {
    pub(super) house: usize,
    pub(super) cells: Vec<usize>,
    pub(super) values: Values,
    /// Whether the values have no other cells, or else the cells no other values.
    pub(super) is_hidden: bool,
}

impl Pattern {
    /// How many links its chains have, those of nested chains included; 0 if it has none.
    pub(crate) fn n_links(&self) -> u32 {
        match self {
            Pattern::Chain { n_links, .. } | Pattern::Forcing { n_links, .. } => *n_links,
            _ => 0,
        }
    }
}

impl Find {
    /// A find that removes candidates and nothing else, if there are any.
    pub(super) fn removing(
        technique: Technique,
        removed: Removed,
        pattern: Pattern,
    ) -> Option<Find> {
        let rating = technique.base();
        let find = Find { technique, rating, placed: None, removed, pattern };
        (!find.removed.is_empty()).then_some(find)
    }

    pub(crate) fn apply<const W: usize>(&self, state: &mut State<W>) {
        for &(cell, values) in &self.removed {
            bits(values).for_each(|value| state.remove(cell, value));
        }
        if let Some((cell, value)) = self.placed {
            state.place(cell, value);
        }
    }
}

/// The values in a set, in rising order.
pub(super) fn bits(values: Values) -> impl Iterator<Item = u8> {
    crate::reason::cells::ones(values).map(|value| value as u8)
}

/// The boxes, then the columns, then the rows: the order in which this scale looks for most things.
pub(super) fn boxes_columns_rows<const W: usize>(
    topology: &Topology<W>,
) -> impl Iterator<Item = usize> {
    let [rows, columns, boxes] = topology.kinds();
    boxes.chain(columns).chain(rows)
}

/// One value in several cells.
pub(super) fn value_in(cells: impl Iterator<Item = usize>, value: u8) -> Removed {
    cells.map(|cell| (cell, 1 << value)).collect()
}
