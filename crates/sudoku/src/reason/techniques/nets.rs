//! What singles bring about after a supposition, a few rounds of them.

use super::almost::values;
use super::links::{Kind, Links, Literal};
use super::literals::{Rows, insert};
use crate::reason::cells::CellSet;
use crate::reason::state::{State, Values};
use std::collections::HashMap;

/// So many rounds of singles are played out.
const ROUNDS: usize = 4;

/// What follows by singles from each supposition about a candidate.
pub(super) struct Nets {
    pub(super) rows: Rows,
}

impl Nets {
    pub(super) fn new<const W: usize>(state: &State<W>, links: &Links<W>) -> Nets {
        let mut rows = Rows::new(links.n_candidates);
        for premise in links.suppositions() {
            let mut play = Play::new(state, links);
            play.suppose(premise);
            let row = rows.row_mut(premise);
            play.log.iter().for_each(|entry| insert(row, entry.literal));
        }
        Nets { rows }
    }
}

/// A path along links and nets with all that the nets need on the way, so that each
/// literal follows from some before it.
pub(super) fn spell_out<const W: usize>(
    state: &State<W>,
    links: &Links<W>,
    path: &[Literal],
) -> Vec<Literal> {
    let mut spelt: Vec<Literal> = path[..1].to_vec();
    for pair in path.windows(2) {
        let is_plain = links.following(pair[0]).any(|to| to == pair[1]);
        let is_net = links.nodes[pair[0].node()].kind == Kind::Candidate && !is_plain;
        let way =
            if is_net { Play::new(state, links).way(pair[0], pair[1]) } else { vec![pair[1]] };
        for literal in way {
            if !spelt.contains(&literal) {
                spelt.push(literal);
            }
        }
    }
    spelt
}

/// One thing that was found, and the numbers of those from which it follows.
struct Entry {
    literal: Literal,
    causes: Vec<usize>,
}

/// A state after a supposition.
struct Play<'a, const W: usize> {
    start: &'a State<W>,
    links: &'a Links<W>,
    marks: Vec<Values>,
    places: Vec<CellSet<W>>,
    log: Vec<Entry>,
    number_of: HashMap<usize, usize>,
}

impl<'a, const W: usize> Play<'a, W> {
    fn new(start: &'a State<W>, links: &'a Links<W>) -> Play<'a, W> {
        let (marks, places) = (start.marks.clone(), start.places.clone());
        Play { start, links, marks, places, log: Vec::new(), number_of: HashMap::new() }
    }

    /// What is needed to come from a premise to what follows, in order.
    fn way(mut self, premise: Literal, end: Literal) -> Vec<Literal> {
        self.suppose(premise);
        let Some(&last) = self.number_of.get(&end.index()) else { return vec![end] };
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for number in (0..=last).rev().filter(|&number| number > 0) {
            if needed[number] {
                self.log[number].causes.iter().for_each(|&cause| needed[cause] = true);
            }
        }
        (1..=last).filter(|&number| needed[number]).map(|number| self.log[number].literal).collect()
    }

    fn suppose(&mut self, premise: Literal) {
        let (cell, value) = self.of(premise);
        if premise.is_true() {
            self.place(cell, value, Vec::new());
        } else {
            self.remove(cell, value, Vec::new());
            if self.marks[cell].is_power_of_two() {
                self.place(cell, self.marks[cell].trailing_zeros() as u8, vec![0]);
            }
        }
        for _ in 0..ROUNDS {
            if !self.round() {
                return;
            }
        }
    }

    fn of(&self, literal: Literal) -> (usize, u8) {
        let node = &self.links.nodes[literal.node()];
        (node.cell, node.value)
    }

    /// Notes a literal with its causes; the first time counts.
    fn note(&mut self, cell: usize, value: u8, is_true: bool, causes: Vec<usize>) -> usize {
        let literal = Literal::new(self.links.candidate(cell, value), is_true);
        let next = self.log.len();
        let number = *self.number_of.entry(literal.index()).or_insert(next);
        if number == next {
            self.log.push(Entry { literal, causes });
        }
        number
    }

    fn place(&mut self, cell: usize, value: u8, causes: Vec<usize>) {
        let cause = self.note(cell, value, true, causes);
        for other in values(self.marks[cell] & !(1 << value)) {
            self.remove(cell, other, vec![cause]);
        }
        let peers = self.start.places[usize::from(value)] & self.start.frame.peers[cell];
        for peer in peers.iter() {
            self.remove(peer, value, vec![cause]);
        }
        self.marks[cell] = 0;
        self.places.iter_mut().for_each(|places| places.remove(cell));
    }

    fn remove(&mut self, cell: usize, value: u8, causes: Vec<usize>) {
        self.note(cell, value, false, causes);
        self.marks[cell] &= !(1 << value);
        self.places[usize::from(value)].remove(cell);
    }

    /// Places all singles that there are now; `false` if there were none.
    fn round(&mut self) -> bool {
        let mut singles: Vec<(usize, u8, Option<usize>)> = Vec::new();
        for cell in self.places[0].iter().filter(|&cell| self.marks[cell].is_power_of_two()) {
            singles.push((cell, self.marks[cell].trailing_zeros() as u8, None));
        }
        for house in 0..self.start.frame.houses.len() {
            for value in self.start.all_values() {
                let places = self.places[usize::from(value)] & self.start.frame.houses[house];
                if let Some(cell) = places.only() {
                    singles.push((cell, value, Some(house)));
                }
            }
        }
        let mut is_new = false;
        for (cell, value, house) in singles {
            let literal = Literal::new(self.links.candidate(cell, value), true);
            if !self.number_of.contains_key(&literal.index()) {
                let causes = self.causes(cell, value, house);
                self.place(cell, value, causes);
                is_new = true;
            }
        }
        is_new
    }

    /// Why a single is one: all others of its cell or its house are out.
    fn causes(&self, cell: usize, value: u8, house: Option<usize>) -> Vec<usize> {
        let number = |cell: usize, value: u8| {
            let literal = Literal::new(self.links.candidate(cell, value), false);
            self.number_of.get(&literal.index()).copied()
        };
        match house {
            None => {
                let others = values(self.start.marks[cell] & !(1 << value));
                others.filter_map(|other| number(cell, other)).collect()
            }
            Some(house) => {
                let others = self.start.places_in(value, house) - CellSet::of(cell);
                others.iter().filter_map(|other| number(other, value)).collect()
            }
        }
    }
}
