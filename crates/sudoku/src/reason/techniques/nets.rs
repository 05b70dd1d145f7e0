//! What singles bring about after a supposition, a few rounds of them.

use super::almost::values;
use super::links::{Kind, Links, Literal};
use super::literals::{Rows, insert};
use crate::reason::cells::CellSet;
use crate::reason::state::{State, Values};
use std::ops::Range;

/// So many rounds of singles are played out.
const ROUNDS: usize = 4;

/// What follows by singles from each supposition about a candidate.
pub(super) struct Nets {
    pub(super) rows: Rows,
}

impl Nets {
    pub(super) fn new<const W: usize>(state: &State<W>, links: &Links<W>) -> Nets {
        let mut rows = Rows::new(links.n_candidates);
        let mut play = Play::new(state, links);
        for premise in links.suppositions() {
            play.suppose(premise);
            let row = rows.row_mut(premise);
            play.log.iter().for_each(|entry| insert(row, entry.literal));
        }
        Nets { rows }
    }
}

/// A path along links and nets with all that the nets need on the way, so that each
/// literal follows from those before it with the numbers beside it.
pub(super) fn spell_out<const W: usize>(
    state: &State<W>,
    links: &Links<W>,
    path: &[Literal],
) -> Vec<(Literal, Vec<usize>)> {
    let mut spelt: Vec<(Literal, Vec<usize>)> = vec![(path[0], Vec::new())];
    for pair in path.windows(2) {
        let is_plain = links.following(pair[0]).any(|to| to == pair[1]);
        let is_net = links.nodes[pair[0].node()].kind == Kind::Candidate && !is_plain;
        let way = if is_net {
            Play::new(state, links).way(pair[0], pair[1])
        } else {
            vec![(pair[1], vec![pair[0]])]
        };
        for (literal, causes) in way {
            if !spelt.iter().any(|(known, _)| *known == literal) {
                let number = |cause| spelt.iter().position(|(known, _)| known == cause);
                let from = causes.iter().filter_map(number).collect();
                spelt.push((literal, from));
            }
        }
    }
    spelt
}

/// One thing that was found, and where the numbers of those from which it follows are.
struct Entry {
    literal: Literal,
    causes: Range<usize>,
}

/// A state after a supposition.
struct Play<'a, const W: usize> {
    start: &'a State<W>,
    links: &'a Links<W>,
    marks: Vec<Values>,
    places: Vec<CellSet<W>>,
    log: Vec<Entry>,
    causes: Vec<usize>,
    /// The number in the log of each literal, by its own number.
    number_of: Vec<Option<u32>>,
    /// Cells that lost a candidate since the last round.
    touched: CellSet<W>,
    /// Houses that lost a place since the last round, with the value.
    dirty: Vec<(usize, u8)>,
}

impl<'a, const W: usize> Play<'a, W> {
    fn new(start: &'a State<W>, links: &'a Links<W>) -> Play<'a, W> {
        Play {
            start,
            links,
            marks: Vec::new(),
            places: Vec::new(),
            log: Vec::new(),
            causes: Vec::new(),
            number_of: vec![None; 2 * links.n_candidates],
            touched: CellSet::EMPTY,
            dirty: Vec::new(),
        }
    }

    /// Forgets all suppositions.
    fn reset(&mut self) {
        self.marks.clone_from(&self.start.marks);
        self.places.clone_from(&self.start.places);
        for entry in self.log.drain(..) {
            self.number_of[entry.literal.index()] = None;
        }
        self.causes.clear();
        self.touched = CellSet::EMPTY;
        self.dirty.clear();
    }

    /// What is needed to come from a premise to what follows, in order, each with its causes.
    fn way(mut self, premise: Literal, end: Literal) -> Vec<(Literal, Vec<Literal>)> {
        self.suppose(premise);
        let Some(last) = self.number_of[end.index()] else { return vec![(end, vec![premise])] };
        let last = last as usize;
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for number in (1..=last).rev() {
            if needed[number] {
                let causes = &self.causes[self.log[number].causes.clone()];
                causes.iter().for_each(|&cause| needed[cause] = true);
            }
        }
        let told = |number: usize| {
            let Entry { literal, causes } = &self.log[number];
            let causes = self.causes[causes.clone()].iter();
            (*literal, causes.map(|&cause| self.log[cause].literal).collect())
        };
        (1..=last).filter(|&number| needed[number]).map(told).collect()
    }

    fn suppose(&mut self, premise: Literal) {
        self.reset();
        let (cell, value) = self.of(premise);
        if premise.is_true() {
            self.place(cell, value, 0..0);
        } else {
            self.remove(cell, value, 0..0);
            if self.marks[cell].is_power_of_two() {
                let causes = self.cause(0);
                self.place(cell, self.marks[cell].trailing_zeros() as u8, causes);
            }
        }
        for _ in 0..ROUNDS {
            if !self.round() {
                return;
            }
        }
    }

    fn cause(&mut self, number: usize) -> Range<usize> {
        self.causes.push(number);
        self.causes.len() - 1..self.causes.len()
    }

    fn of(&self, literal: Literal) -> (usize, u8) {
        let node = &self.links.nodes[literal.node()];
        (node.cell, node.value)
    }

    /// Notes a literal with its causes and tells its number; the first time counts.
    fn note(&mut self, cell: usize, value: u8, is_true: bool, causes: Range<usize>) -> usize {
        let literal = Literal::new(self.links.candidate(cell, value), is_true);
        let number = &mut self.number_of[literal.index()];
        if number.is_none() {
            *number = Some(self.log.len() as u32);
            self.log.push(Entry { literal, causes });
        }
        number.map_or(0, |number| number as usize)
    }

    fn place(&mut self, cell: usize, value: u8, causes: Range<usize>) {
        let number = self.note(cell, value, true, causes);
        let cause = self.cause(number);
        for other in values(self.marks[cell] & !(1 << value)) {
            self.remove(cell, other, cause.clone());
        }
        let peers = self.start.places[usize::from(value)] & self.start.topology.peers[cell];
        for peer in peers.iter() {
            self.remove(peer, value, cause.clone());
        }
        self.marks[cell] = 0;
        self.places[0].remove(cell);
        self.places[usize::from(value)].remove(cell);
    }

    fn remove(&mut self, cell: usize, value: u8, causes: Range<usize>) {
        self.note(cell, value, false, causes);
        if self.marks[cell] >> value & 1 == 1 {
            self.marks[cell] &= !(1 << value);
            self.places[usize::from(value)].remove(cell);
            self.touched.insert(cell);
            self.dirty.extend(self.start.topology.houses_of[cell].map(|house| (house, value)));
        }
    }

    /// Places all singles that have come up; `false` if there were none.
    fn round(&mut self) -> bool {
        let mut singles: Vec<(usize, u8, Option<usize>)> = Vec::new();
        for cell in (self.places[0] & self.touched).iter() {
            if self.marks[cell].is_power_of_two() {
                singles.push((cell, self.marks[cell].trailing_zeros() as u8, None));
            }
        }
        self.touched = CellSet::EMPTY;
        self.dirty.sort_unstable();
        self.dirty.dedup();
        for (house, value) in std::mem::take(&mut self.dirty) {
            let places = self.places[usize::from(value)] & self.start.topology.houses[house];
            if let Some(cell) = places.only() {
                singles.push((cell, value, Some(house)));
            }
        }
        let mut is_new = false;
        for (cell, value, house) in singles {
            let literal = Literal::new(self.links.candidate(cell, value), true);
            if self.number_of[literal.index()].is_none() {
                let causes = self.causes_of_single(cell, value, house);
                self.place(cell, value, causes);
                is_new = true;
            }
        }
        is_new
    }

    /// Why a single is one: all others of its cell or its house are out.
    fn causes_of_single(&mut self, cell: usize, value: u8, house: Option<usize>) -> Range<usize> {
        let start = self.causes.len();
        let number = |cell: usize, value: u8| {
            let literal = Literal::new(self.links.candidate(cell, value), false);
            self.number_of[literal.index()].map(|number| number as usize)
        };
        match house {
            None => {
                let others = values(self.start.marks[cell] & !(1 << value));
                self.causes.extend(others.filter_map(|other| number(cell, other)));
            }
            Some(house) => {
                let others = self.start.places_in(value, house) - CellSet::of(cell);
                self.causes.extend(others.iter().filter_map(|other| number(other, value)));
            }
        }
        start..self.causes.len()
    }
}
