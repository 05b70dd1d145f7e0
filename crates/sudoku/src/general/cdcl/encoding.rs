//! A grid as variables and groups of which exactly one is true.
//!
//! A variable is a value in a cell, or a value in a crossing of a line and a
//! box where it has several places. The groups: the values of a cell; the places
//! of a value in a line, and in a box; the cells of a value in a crossing, or
//! that it is not in the crossing. With the crossings, conclusions from group to
//! group find locked candidates. Where a crossing has few places these stand
//! for themselves: every variable costs time, and learned clauses make up for
//! what such crossings would find.

use super::super::map::{Chute, Map};
use super::super::word::Word;
use super::literal::Literal;

/// A value with fewer cells in a crossing than this has no variable for it.
const LEAST_CELLS: usize = 3;

/// The variables and groups of a grid.
#[derive(Debug)]
pub(super) struct Encoding {
    /// The values of cells that need no variables, 0 for others.
    pub(super) known: Vec<u8>,
    /// The cells and values of the first variables; the others are crossings.
    pub(super) candidates: Vec<(usize, u8)>,
    pub(super) n_variables: usize,
    /// The literals of each group.
    pub(super) groups: Vec<Vec<Literal>>,
}

impl Encoding {
    /// Starts from the candidates of each cell; a cell with one has no variable.
    pub(super) fn new<W: Word>(map: &Map, cells: &[W]) -> Encoding {
        let known = cells.iter().map(|cell| if cell.len() == 1 { cell.lowest() } else { 0 });
        let mut encoding = Encoding {
            known: known.collect(),
            candidates: Vec::new(),
            n_variables: 0,
            groups: Vec::new(),
        };
        let names = encoding.name_candidates(map.side, cells);
        map.chutes.iter().for_each(|chute| encoding.cross(chute, &names));
        encoding.order_groups();
        encoding
    }

    /// The literal that a value is in a cell, if it is open.
    pub(super) fn candidate(&self, cell: usize, value: u8) -> Option<Literal> {
        self.candidates.binary_search(&(cell, value)).ok().map(Literal::positive)
    }

    /// The literals that a value is in a crossing, each with the cells where it then is.
    pub(super) fn crossings(&self) -> impl Iterator<Item = (Literal, &[Literal])> {
        self.groups.iter().filter_map(|group| match group.split_last() {
            Some((&last, cells)) if !last.is_positive() => Some((!last, cells)),
            _ => None,
        })
    }

    /// Drops empty groups and all but one of equal ones; the variable of a crossing is the last of
    /// its group.
    fn order_groups(&mut self) {
        self.groups.retain(|group| !group.is_empty());
        self.groups.iter_mut().for_each(|group| group.sort_unstable());
        self.groups.sort_unstable();
        self.groups.dedup();
    }

    /// Makes the variables of all open candidates, by value and cell.
    fn name_candidates<W: Word>(&mut self, side: usize, cells: &[W]) -> Vec<Vec<Option<Literal>>> {
        let mut names = vec![vec![None; cells.len()]; side];
        for (cell, &candidates) in cells.iter().enumerate().filter(|(_, cell)| cell.len() > 1) {
            let mut group = Vec::new();
            let mut left = candidates;
            while left != W::NONE {
                let value = left.lowest();
                left = left.without_lowest();
                let literal = self.new_variable();
                self.candidates.push((cell, value));
                names[usize::from(value) - 1][cell] = Some(literal);
                group.push(literal);
            }
            self.groups.push(group);
        }
        names
    }

    /// Makes the variables of the crossings of a chute, and their groups.
    fn cross(&mut self, chute: &Chute, names: &[Vec<Option<Literal>>]) {
        let lines = chute.crossings.len() / chute.boxes;
        for of_cell in names {
            let crossings: Vec<Vec<Literal>> =
                chute.crossings.iter().map(|cells| self.crossing(cells, of_cell)).collect();
            for line in crossings.chunks(chute.boxes) {
                self.groups.push(line.concat());
            }
            for number in 0..chute.boxes {
                let members = (0..lines).map(|line| &crossings[line * chute.boxes + number]);
                self.groups.push(members.flatten().copied().collect());
            }
        }
    }

    /// The variable of a value in a crossing, or those of the few cells where it may be.
    fn crossing(&mut self, cells: &[usize], of_cell: &[Option<Literal>]) -> Vec<Literal> {
        let mut group: Vec<Literal> = cells.iter().filter_map(|&cell| of_cell[cell]).collect();
        if group.len() < LEAST_CELLS {
            return group;
        }
        let crossing = self.new_variable();
        group.push(!crossing);
        self.groups.push(group);
        vec![crossing]
    }

    fn new_variable(&mut self) -> Literal {
        self.n_variables += 1;
        Literal::positive(self.n_variables - 1)
    }
}

/// The literals that each literal implies directly.
#[derive(Debug)]
pub(super) struct Implied {
    literals: Vec<Literal>,
    /// Where the literals that each one implies begin.
    starts: Vec<u32>,
}

impl Implied {
    /// A true literal makes the others of its groups false.
    pub(super) fn new(encoding: &Encoding) -> Implied {
        let mut lists = vec![Vec::new(); 2 * encoding.n_variables];
        for group in &encoding.groups {
            for literal in group {
                let others = group.iter().filter(|&other| other != literal);
                lists[literal.index()].extend(others.map(|&other| !other));
            }
        }
        let mut implied = Implied { literals: Vec::new(), starts: vec![0] };
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            implied.literals.extend(list);
            implied.starts.push(implied.literals.len() as u32);
        }
        implied
    }

    #[inline(always)]
    pub(super) fn by(&self, literal: Literal) -> &[Literal] {
        let [from, to] = [self.starts[literal.index()], self.starts[literal.index() + 1]];
        &self.literals[from as usize..to as usize]
    }
}
