//! Colours: places of one value that are linked by houses with two places each.
//!
//! Along such links true and false alternate, so each connected part has two colours,
//! and all places of one of them are true.

use super::Found;
use crate::reason::cells::CellSet;
use crate::reason::sentence::and;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use crate::{Cell, Symbol};
use std::ops::ControlFlow;

pub(super) const SIMPLE_COLORS_TRAP: Entry =
    Entry::new("simple colours (trap)").code(500).stage(39, Level::Hard, 150);
pub(super) const SIMPLE_COLORS_WRAP: Entry =
    Entry::new("simple colours (wrap)").code(501).stage(39, Level::Hard, 150).never_hardest();
pub(super) const MULTI_COLORS_1: Entry =
    Entry::new("multi-colours 1").code(502).stage(40, Level::Hard, 200);
pub(super) const MULTI_COLORS_2: Entry =
    Entry::new("multi-colours 2").code(503).stage(40, Level::Hard, 200).never_hardest();

/// The places of a value in pairs of colours: of each pair one colour is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The value.
    pub value: u8,
    /// The cells of both colours of each pair.
    pub pairs: Vec<[Vec<Cell>; 2]>,
}

impl Explain for Colours {
    fn values(&self) -> Option<Vec<u8>> {
        Some(vec![self.value])
    }

    fn sentence(&self, _: &Step) -> String {
        let value = Symbol(self.value);
        let pair = |[one, two]: &[Vec<Cell>; 2]| {
            format!("{value} is in {} or else in {}", and(one), and(two))
        };
        self.pairs.iter().map(pair).collect::<Vec<String>>().join("; ")
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        for [one, two] in &self.pairs {
            marks.cells.extend(one);
            marks.others.extend(two);
        }
    }
}

/// The two colours of a connected part.
type Pair<const W: usize> = [CellSet<W>; 2];

/// Traps and wraps: what sees both colours is false, and so is a colour that sees
/// itself.
pub(super) fn simple<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for value in state.all_values() {
        for pair in pairs(state, value) {
            let wrapped = pair.into_iter().filter(|colour| sees(state, colour, colour));
            let wrapped = wrapped.fold(CellSet::EMPTY, |all, colour| all | colour);
            tell(state, Technique::SimpleColorsWrap, (value, &[pair]), wrapped, found)?;
            let trapped = trapped(state, value, pair);
            tell(state, Technique::SimpleColorsTrap, (value, &[pair]), trapped, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// Two pairs of colours: if two colours see each other, one of the other two is true;
/// if a colour sees both of another pair, it is false.
pub(super) fn multi<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for value in state.all_values() {
        let pairs = pairs(state, value);
        for (i, &one) in pairs.iter().enumerate() {
            for (j, &two) in pairs.iter().enumerate().filter(|&(j, _)| j != i) {
                let both = (value, &[one, two][..]);
                let is_false = |colour: &CellSet<W>| two.iter().all(|o| sees(state, colour, o));
                let refuted = one.into_iter().filter(is_false);
                let refuted = refuted.fold(CellSet::EMPTY, |all, colour| all | colour);
                tell(state, Technique::MultiColors2, both, refuted, found)?;
                if i < j {
                    let trapped = bridged(state, value, [one, two]);
                    tell(state, Technique::MultiColors1, both, trapped, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What sees a true place, whichever of two pairs of colours that have a pair of
/// colours in sight of each other.
fn bridged<const W: usize>(state: &State<W>, value: u8, pairs: [Pair<W>; 2]) -> CellSet<W> {
    let [one, two] = pairs;
    let mut all = CellSet::EMPTY;
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if sees(state, &one[i], &two[j]) {
            all |= trapped(state, value, [one[1 - i], two[1 - j]]);
        }
    }
    all
}

/// The connected parts of a value's places.
fn pairs<const W: usize>(state: &State<W>, value: u8) -> Vec<Pair<W>> {
    let mut pairs = Vec::new();
    let mut left = state.places[usize::from(value)];
    while let Some(first) = left.first() {
        let mut pair = [CellSet::EMPTY; 2];
        let mut open = vec![(first, 0)];
        while let Some((cell, colour)) = open.pop() {
            if !left.contains(cell) {
                continue;
            }
            left.remove(cell);
            pair[colour].insert(cell);
            for house in state.topology.houses_of[cell] {
                let others = state.places_in(value, house) - CellSet::of(cell);
                open.extend(others.only().map(|other| (other, 1 - colour)));
            }
        }
        if !pair[1].is_empty() {
            pairs.push(pair);
        }
    }
    pairs
}

/// All cells that some cell of a set sees.
fn in_sight<const W: usize>(state: &State<W>, cells: &CellSet<W>) -> CellSet<W> {
    cells.iter().fold(CellSet::EMPTY, |all, cell| all | state.topology.peers[cell])
}

fn sees<const W: usize>(state: &State<W>, a: &CellSet<W>, b: &CellSet<W>) -> bool {
    in_sight(state, a).meets(b)
}

/// The places that see cells of both sets.
fn trapped<const W: usize>(state: &State<W>, value: u8, pair: Pair<W>) -> CellSet<W> {
    let [one, two] = pair.map(|colour| in_sight(state, &colour));
    one & two & state.places[usize::from(value)]
}

fn tell<const W: usize>(
    state: &State<W>,
    technique: Technique,
    (value, pairs): (u8, &[Pair<W>]),
    removed: CellSet<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
    let pairs = pairs.iter().map(|pair| pair.map(|colour| state.cells(colour))).collect();
    let (removed, why) = (state.candidates(removed, value), Why::Colours(Colours { value, pairs }));
    found(Step { technique, placed: Vec::new(), removed, why })
}
