//! What follows from every side of a choice, or from something that cannot be.
//!
//! All that follows from each candidate, true or false, is gathered in a table, either
//! by links from one candidate (or group of cells) to the next, or by writing it down
//! and placing singles for a few rounds. If both something and its opposite follow, the
//! candidate is not so; what follows from all candidates of a cell, or all places of a
//! value in a house, is so.

use super::Found;
use crate::reason::cells::{CellSet, ones};
use crate::reason::state::State;
use crate::reason::step::{Candidate, Step, Why};
use crate::reason::technique::Technique;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How the tables are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// By single links.
    Chains,
    /// By rounds of singles.
    Nets,
}

/// How many rounds of singles are placed.
const ROUNDS: usize = 4;

/// Hands over all that follows: values first, then what is removed, by cells.
pub(super) fn find<const W: usize>(
    state: &State<W>,
    reach: Reach,
    found: Found<'_>,
) -> ControlFlow<()> {
    let marks = Marks::new(state);
    let tables = Tables::new(&marks, reach);
    let mut conclusions = Conclusions { marks: &marks, reach, steps: BTreeMap::new() };
    tables.contradictions(&mut conclusions);
    tables.verities(&mut conclusions);
    conclusions.steps.into_values().try_for_each(found)
}

/// A set of bits of any length.
type Bits = Vec<u64>;

fn has(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

fn insert(bits: &mut [u64], bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}

fn meet(a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
}

/// Candidates and groups by number: what is true of them comes first, then what is not.
struct Marks<'a, const W: usize> {
    state: &'a State<W>,
    /// The cell and the value of each candidate.
    list: Vec<(usize, u8)>,
    /// The number of each candidate by cell and value.
    numbers: Vec<Vec<usize>>,
    groups: Vec<Group<W>>,
}

/// Two or more places of a value where a line crosses a box.
struct Group<const W: usize> {
    value: u8,
    cells: CellSet<W>,
    houses: [usize; 2],
}

impl<'a, const W: usize> Marks<'a, W> {
    fn new(state: &'a State<W>) -> Marks<'a, W> {
        let of_cell = |cell: usize| ones(state.marks[cell]).map(move |value| (cell, value as u8));
        let list: Vec<(usize, u8)> = state.open().iter().flat_map(of_cell).collect();
        let mut numbers = vec![vec![usize::MAX; state.places.len()]; state.values.len()];
        for (number, &(cell, value)) in list.iter().enumerate() {
            numbers[cell][usize::from(value)] = number;
        }
        Marks { state, list, numbers, groups: groups(state) }
    }

    /// How many bits a row has.
    fn n_bits(&self) -> usize {
        2 * (self.list.len() + self.groups.len())
    }

    fn empty(&self) -> Bits {
        vec![0; self.n_bits().div_ceil(64)]
    }

    /// The bit that says that a candidate is true or not.
    fn bit(&self, cell: usize, value: u8, is_true: bool) -> usize {
        let number = self.numbers[cell][usize::from(value)];
        if is_true { number } else { self.list.len() + number }
    }

    fn group_bit(&self, group: usize, is_true: bool) -> usize {
        2 * self.list.len() + if is_true { group } else { self.groups.len() + group }
    }

    fn all(&self, cells: CellSet<W>, value: u8) -> Vec<usize> {
        cells.iter().map(|cell| self.bit(cell, value, true)).collect()
    }

    /// The candidates of which exactly one is true: of each cell, of each value in each
    /// house.
    fn choices(&self) -> Vec<Vec<usize>> {
        let state = self.state;
        let of_cell = |cell: usize| -> Vec<usize> {
            ones(state.marks[cell]).map(|value| self.bit(cell, value as u8, true)).collect()
        };
        let mut choices: Vec<Vec<usize>> = state.open().iter().map(of_cell).collect();
        for house in 0..state.frame.houses.len() {
            let places = |value| self.all(state.places_in(value, house), value);
            choices.extend(state.all_values().map(places).filter(|choice| !choice.is_empty()));
        }
        choices
    }

    fn candidate(&self, number: usize) -> Candidate {
        let (cell, value) = self.list[number];
        self.state.candidate(cell, value)
    }
}

fn groups<const W: usize>(state: &State<W>) -> Vec<Group<W>> {
    let [rows, columns, boxes] = state.frame.kinds();
    let mut groups = Vec::new();
    for line in rows.chain(columns) {
        for block in boxes.clone() {
            for value in state.all_values() {
                let cells = state.places_in(value, line) & state.frame.houses[block];
                if cells.len() >= 2 {
                    groups.push(Group { value, cells, houses: [line, block] });
                }
            }
        }
    }
    groups
}

/// What follows from each candidate and group, each of them as a row of bits.
struct Tables<'a, 'm, const W: usize> {
    marks: &'a Marks<'m, W>,
    rows: Vec<Bits>,
}

impl<'a, 'm, const W: usize> Tables<'a, 'm, W> {
    fn new(marks: &'a Marks<'m, W>, reach: Reach) -> Tables<'a, 'm, W> {
        let mut tables = Tables { marks, rows: vec![marks.empty(); marks.n_bits()] };
        for (number, &(cell, value)) in marks.list.iter().enumerate() {
            for is_true in [true, false] {
                let row = match reach {
                    Reach::Chains => tables.linked(cell, value, is_true),
                    Reach::Nets => tables.placed(cell, value, is_true),
                };
                tables.rows[if is_true { number } else { marks.list.len() + number }] = row;
            }
        }
        tables.link_groups();
        tables.close();
        tables
    }

    /// What follows at once from a candidate.
    fn linked(&self, cell: usize, value: u8, is_true: bool) -> Bits {
        let state = self.marks.state;
        let mut row = self.marks.empty();
        insert(&mut row, self.marks.bit(cell, value, is_true));
        let others = state.marks[cell] & !(1 << value);
        if is_true {
            for other in ones(others) {
                insert(&mut row, self.marks.bit(cell, other as u8, false));
            }
            for peer in (state.places[usize::from(value)] & state.frame.peers[cell]).iter() {
                insert(&mut row, self.marks.bit(peer, value, false));
            }
            return row;
        }
        if others.is_power_of_two() {
            insert(&mut row, self.marks.bit(cell, others.trailing_zeros() as u8, true));
        }
        for house in state.frame.houses_of[cell] {
            let rest = state.places_in(value, house) - CellSet::of(cell);
            if let Some(other) = rest.only() {
                insert(&mut row, self.marks.bit(other, value, true));
            }
        }
        row
    }

    /// What follows from a candidate by rounds of singles.
    fn placed(&self, cell: usize, value: u8, is_true: bool) -> Bits {
        let mut net =
            Net { marks: self.marks, state: self.marks.state.clone(), row: self.marks.empty() };
        if is_true {
            net.place(cell, value);
        } else {
            insert(&mut net.row, self.marks.bit(cell, value, false));
            net.state.remove(cell, value);
            if net.state.n_marks(cell) == 1 {
                net.place(cell, net.state.marks[cell].trailing_zeros() as u8);
            }
        }
        (0..ROUNDS).for_each(|_| net.round());
        net.row
    }

    fn link(&mut self, from: usize, to: usize) {
        insert(&mut self.rows[from], to);
    }

    fn link_groups(&mut self) {
        let marks = self.marks;
        let state = marks.state;
        for (number, group) in marks.groups.iter().enumerate() {
            let [on, off] = [true, false].map(|is_true| marks.group_bit(number, is_true));
            let seen =
                state.frame.seen_by_all(&group.cells) & state.places[usize::from(group.value)];
            for cell in seen.iter() {
                self.link(on, marks.bit(cell, group.value, false));
                self.link(marks.bit(cell, group.value, true), off);
            }
            for house in group.houses {
                let rest = state.places_in(group.value, house) - group.cells;
                if let Some(cell) = rest.only() {
                    self.link(off, marks.bit(cell, group.value, true));
                    self.link(marks.bit(cell, group.value, false), on);
                }
                for (other, two) in marks.groups.iter().enumerate() {
                    let is_other = two.value == group.value
                        && two.houses.contains(&house)
                        && !two.cells.meets(&group.cells);
                    if is_other {
                        self.link(on, marks.group_bit(other, false));
                        if rest == two.cells {
                            self.link(off, marks.group_bit(other, true));
                        }
                    }
                }
            }
        }
    }

    /// Adds what follows from what follows.
    fn close(&mut self) {
        let direct = self.rows.clone();
        for row in &mut self.rows {
            let mut open: Vec<usize> = set_bits(row).collect();
            while let Some(bit) = open.pop() {
                for (word, (have, more)) in row.iter_mut().zip(&direct[bit]).enumerate() {
                    let fresh = more & !*have;
                    *have |= fresh;
                    open.extend(ones(fresh).map(|bit| word * 64 + bit));
                }
            }
        }
    }

    fn contradictions(&self, conclusions: &mut Conclusions<'_, 'm, W>) {
        let choices = self.marks.choices();
        let whole: Vec<bool> = choices.iter().map(|choice| self.is_whole(choice)).collect();
        let n = self.marks.list.len();
        for number in 0..n {
            for is_true in [true, false] {
                let row = &self.rows[if is_true { number } else { n + number }];
                let is_both = (0..n).any(|bit| has(row, bit) && has(row, n + bit));
                let is_wrong = |(choice, whole): (&Vec<usize>, &bool)| {
                    choice.iter().filter(|&&bit| has(row, bit)).count() > 1
                        || *whole && choice.iter().all(|&bit| has(row, n + bit))
                };
                if is_both || choices.iter().zip(&whole).any(is_wrong) {
                    let why =
                        Why::Contradiction { supposed: self.marks.candidate(number), is_true };
                    conclusions.add(number, !is_true, why);
                }
            }
        }
    }

    /// Whether the places of a value are all that the values on the grid leave in the
    /// house; only then does the choice count as empty when all are gone.
    fn is_whole(&self, choice: &[usize]) -> bool {
        let state = self.marks.state;
        let (cell, value) = self.marks.list[choice[0]];
        let cells: CellSet<W> = choice.iter().map(|&bit| self.marks.list[bit].0).collect();
        if cells.only().is_some() {
            return true;
        }
        let lies_in = |house: &usize| cells == state.places_in(value, *house);
        let mut houses = state.frame.houses_of[cell].into_iter().filter(lies_in);
        houses.all(|house| {
            let open = state.open() & state.frame.houses[house];
            open.iter().all(|cell| state.has(cell, value) || !state.allows(cell, value))
        })
    }

    fn verities(&self, conclusions: &mut Conclusions<'_, 'm, W>) {
        let n = self.marks.list.len();
        for number in 0..n {
            let own = self.marks.list[number].0;
            let choice = [(number, true), (number, false)];
            self.verity(&choice, conclusions, |bit| self.marks.list[bit].0 != own);
        }
        for choice in self.marks.choices() {
            let choice: Vec<(usize, bool)> = choice.into_iter().map(|bit| (bit, true)).collect();
            self.verity(&choice, conclusions, |_| true);
        }
    }

    /// What all sides of a choice have in common.
    fn verity(
        &self,
        choice: &[(usize, bool)],
        conclusions: &mut Conclusions<'_, 'm, W>,
        counts: impl Fn(usize) -> bool,
    ) {
        let n = self.marks.list.len();
        let rows =
            choice.iter().map(|&(bit, is_true)| &self.rows[if is_true { bit } else { n + bit }]);
        let common = rows.cloned().reduce(|mut all, row| {
            meet(&mut all, &row);
            all
        });
        let Some(common) = common else { return };
        for bit in set_bits(&common).filter(|&bit| bit < 2 * n && counts(bit % n)) {
            let side = |&(number, is_true): &(usize, bool)| (self.marks.candidate(number), is_true);
            let why = Why::Verity { choice: choice.iter().map(side).collect() };
            conclusions.add(bit % n, bit < n, why);
        }
    }
}

fn set_bits(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(word, &bits)| ones(bits).map(move |bit| word * 64 + bit))
}

/// A state in which something was supposed, with all that followed.
struct Net<'a, 'm, const W: usize> {
    marks: &'a Marks<'m, W>,
    state: State<W>,
    row: Bits,
}

impl<const W: usize> Net<'_, '_, W> {
    fn place(&mut self, cell: usize, value: u8) {
        let before = self.marks.state;
        insert(&mut self.row, self.marks.bit(cell, value, true));
        for peer in (before.places[usize::from(value)] & before.frame.peers[cell]).iter() {
            insert(&mut self.row, self.marks.bit(peer, value, false));
        }
        for other in ones(self.state.marks[cell] & !(1 << value)) {
            insert(&mut self.row, self.marks.bit(cell, other as u8, false));
        }
        if self.state.values[cell] == 0 {
            self.state.place(cell, value);
        }
    }

    /// Places all singles that there are.
    fn round(&mut self) {
        let state = &self.state;
        let naked = state.open().iter().filter(|&cell| state.n_marks(cell) == 1);
        let mut singles: Vec<(usize, u8)> =
            naked.map(|cell| (cell, state.marks[cell].trailing_zeros() as u8)).collect();
        for house in 0..state.frame.houses.len() {
            let only = |value| state.places_in(value, house).only().map(|cell| (cell, value));
            singles.extend(state.all_values().filter_map(only));
        }
        singles.into_iter().for_each(|(cell, value)| self.place(cell, value));
    }
}

/// What was found, once each: values first, then removals, by cell and value.
struct Conclusions<'a, 'm, const W: usize> {
    marks: &'a Marks<'m, W>,
    reach: Reach,
    steps: BTreeMap<(bool, usize), Step>,
}

impl<const W: usize> Conclusions<'_, '_, W> {
    fn add(&mut self, number: usize, is_true: bool, why: Why) {
        let technique = match (self.reach, &why) {
            (Reach::Chains, Why::Contradiction { .. }) => Technique::ForcingChainContradiction,
            (Reach::Chains, _) => Technique::ForcingChainVerity,
            (Reach::Nets, Why::Contradiction { .. }) => Technique::ForcingNetContradiction,
            (Reach::Nets, _) => Technique::ForcingNetVerity,
        };
        let candidate = vec![self.marks.candidate(number)];
        let (placed, removed) =
            if is_true { (candidate, Vec::new()) } else { (Vec::new(), candidate) };
        self.steps.entry((!is_true, number)).or_insert(Step { technique, placed, removed, why });
    }
}
