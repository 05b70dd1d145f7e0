//! Two houses with two places each for a value, linked at one end.
//!
//! One of the other two ends has the value, so it cannot be where both are seen.

use super::Found;
use crate::reason::cells::CellSet;
use crate::reason::patterns::Both;
use crate::reason::sentence::and;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Candidate, Highlights, Step, Technique, Why};
use crate::{Cell, House, Symbol};
use std::ops::{ControlFlow, Range};

pub(super) const SKYSCRAPER: Entry = Entry::new("skyscraper").code(400).stage(16, Level::Hard, 130);
pub(super) const TWO_STRING_KITE: Entry =
    Entry::new("two-string kite").code(401).stage(17, Level::Hard, 150);
pub(super) const TURBOT_FISH: Entry =
    Entry::new("turbot fish").code(403).stage(18, Level::Hard, 120).largest();
pub(super) const DUAL_TWO_STRING_KITE: Entry = Entry::new("dual two-string kite").code(404);

/// Two houses with two places each for a value, which are linked at one end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongLinks {
    /// The value.
    pub value: u8,
    /// The two houses.
    pub houses: [House; 2],
    /// The two places in each: first the linked one, then the end.
    pub links: [[Cell; 2]; 2],
}

impl Explain for StrongLinks {
    fn values(&self) -> Option<Vec<u8>> {
        Some(vec![self.value])
    }

    fn sentence(&self, _: &Step) -> String {
        let [a, b] = &self.links;
        format!(
            "{} has {value} only in {} and {} only in {}; {} and {} see each other, so one of {} \
             is {value}",
            self.houses[0],
            and(a),
            self.houses[1],
            and(b),
            a[0],
            b[0],
            and(&[a[1], b[1]]),
            value = Symbol(self.value),
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.houses.extend(self.houses);
        marks.cells.extend(self.links.map(|link| link[1]));
        marks.others.extend(self.links.map(|link| link[0]));
    }
}

/// A house with exactly two places for a value.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    cells: [usize; 2],
}

impl Link {
    fn turned(self) -> Link {
        Link { cells: [self.cells[1], self.cells[0]], ..self }
    }
}

/// The houses with exactly two places for a value.
fn links<const W: usize>(state: &State<W>, value: u8, houses: Range<usize>) -> Vec<Link> {
    let link = |house| {
        let mut cells = state.places_in(value, house).iter();
        let pair = [cells.next()?, cells.next()?];
        cells.next().is_none().then_some(Link { house, cells: pair })
    };
    houses.filter_map(link).collect()
}

/// What two links remove whose first cells are linked.
fn removed<const W: usize>(state: &State<W>, value: u8, [a, b]: [Link; 2]) -> CellSet<W> {
    let peers = &state.topology.peers;
    state.places[usize::from(value)] & peers[a.cells[1]] & peers[b.cells[1]]
}

fn step<const W: usize>(
    state: &State<W>,
    technique: Technique,
    value: u8,
    [a, b]: [Link; 2],
) -> Step {
    let name = |link: Link| link.cells.map(|cell| state.topology.cell(cell));
    Step {
        technique,
        placed: Vec::new(),
        removed: state.candidates(removed(state, value, [a, b]), value),
        why: Why::StrongLinks(StrongLinks {
            value,
            houses: [a, b].map(|link| state.topology.house(link.house)),
            links: [name(a), name(b)],
        }),
    }
}

/// Two parallel lines, linked in a line.
pub(super) fn skyscraper<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [rows, columns, _] = state.topology.kinds();
    for (lines, across) in [(rows, 1), (columns, 0)] {
        let line = |cell: usize| state.topology.houses_of[cell][across];
        for value in state.all_values() {
            let links = links(state, value, lines.clone());
            for (i, &a) in links.iter().enumerate() {
                for &b in &links[i + 1..] {
                    let ways = [[a, b], [a.turned(), b.turned()], [a, b.turned()], [a.turned(), b]];
                    let meets = |[a, b]: &&[Link; 2]| line(a.cells[0]) == line(b.cells[0]);
                    let removes = |way: &&[Link; 2]| !removed(state, value, **way).is_empty();
                    if let Some(&way) = ways.iter().find(meets).filter(removes) {
                        found(step(state, Technique::Skyscraper, value, way))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A row and a column, linked in a box.
pub(super) fn kite<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [rows, columns, _] = state.topology.kinds();
    let block = |cell: usize| state.topology.houses_of[cell][2];
    for value in state.all_values() {
        let links = [rows.clone(), columns.clone()].map(|lines| links(state, value, lines));
        for &a in &links[0] {
            for &b in &links[1] {
                let ways = [[a, b], [a, b.turned()], [a.turned(), b], [a.turned(), b.turned()]];
                let meets = |[a, b]: &&[Link; 2]| block(a.cells[0]) == block(b.cells[0]);
                let are_apart = |_: &&[Link; 2]| a.cells.iter().all(|cell| !b.cells.contains(cell));
                let removes = |way: &&[Link; 2]| !removed(state, value, **way).is_empty();
                let way = ways.iter().find(meets).filter(are_apart);
                if let Some(&way) = way.filter(removes) {
                    found(step(state, Technique::TwoStringKite, value, way))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Any two houses, linked in a third one.
pub(super) fn turbot<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for value in state.all_values() {
        let links = links(state, value, 0..3 * state.topology.side());
        for (i, &a) in links.iter().enumerate() {
            for &b in &links[i + 1..] {
                let ways = [[a, b], [a, b.turned()], [a.turned(), b], [a.turned(), b.turned()]];
                for way in ways {
                    let [near, far] =
                        [way.map(|link| link.cells[0]), way.map(|link| link.cells[1])];
                    let is_chain = state.topology.peers[near[0]].contains(near[1])
                        && near[0] != far[1]
                        && near[1] != far[0]
                        && far[0] != far[1];
                    if is_chain && !removed(state, value, way).is_empty() {
                        found(step(state, Technique::TurbotFish, value, way))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two kites that have the same two cells in the box, of one value or of two.
pub(super) fn dual_kite<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let mut kites = Vec::new();
    kite(state, &mut |step| {
        kites.push(step);
        ControlFlow::Continue(())
    })?;
    let box_cells = |step: &Step| match &step.why {
        Why::StrongLinks(StrongLinks { links: [a, b], .. }) => {
            Some((a[0].min(b[0]), a[0].max(b[0])))
        }
        _ => None,
    };
    let is_dual = |a: &Step, b: &Step| box_cells(a) == box_cells(b);
    pairs(&kites, is_dual, &mut |dual| {
        found(Step { technique: Technique::DualTwoStringKite, ..dual })
    })
}

/// Hands over every two steps that belong together as one, called like the first.
pub(super) fn pairs(
    steps: &[Step],
    belong: impl Fn(&Step, &Step) -> bool,
    found: Found<'_>,
) -> ControlFlow<()> {
    for (i, a) in steps.iter().enumerate() {
        for b in steps[i + 1..].iter().filter(|b| belong(a, b) && a.removed != b.removed) {
            let mut removed: Vec<Candidate> = a.removed.iter().chain(&b.removed).copied().collect();
            removed.sort_unstable();
            removed.dedup();
            let why = Why::Both(Both(Box::new([a.why.clone(), b.why.clone()])));
            found(Step { technique: a.technique, placed: Vec::new(), removed, why })?;
        }
    }
    ControlFlow::Continue(())
}
