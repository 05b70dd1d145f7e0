//! Some houses whose places for a value are in as many other houses.
//!
//! Places of the base that no cover house has are fins, and so are those that two base
//! houses share (they could count twice). What is removed must be in a cover house
//! without being in the base, or in two cover houses, and must see all fins.

use super::Found;
use super::strong_links::pairs;
use crate::reason::cells::CellSet;
use crate::reason::fish::{Fins, Fish as Kind, Form};
use crate::reason::sentence::{and, houses};
use crate::reason::state::State;
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use crate::{Cell, House, Symbol};
use std::ops::ControlFlow;

/// All places of a value in some houses are in as many others, but for fins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fish {
    /// The value.
    pub value: u8,
    /// The houses whose places are looked at.
    pub base: Vec<House>,
    /// The houses in which these are.
    pub cover: Vec<House>,
    /// The places of the base that are no fins.
    pub cells: Vec<Cell>,
    /// The places that are in no cover house, or in more than one base house.
    pub fins: Vec<Cell>,
}

impl Explain for Fish {
    fn values(&self) -> Option<Vec<u8>> {
        Some(vec![self.value])
    }

    fn sentence(&self, _: &Step) -> String {
        let verb = if self.base.len() == 1 { "has" } else { "have" };
        let (base, cover) = (houses(&self.base), houses(&self.cover));
        let body = format!("{base} {verb} {} only in {cover}", Symbol(self.value));
        match &self.fins[..] {
            [] => body,
            [fin] => format!("{body}, but for {fin}, which what follows sees"),
            fins => format!("{body}, but for {}, all of which what follows sees", and(fins)),
        }
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.houses.extend(self.base.iter().chain(&self.cover));
        marks.cells.extend(&self.cells);
        marks.others.extend(&self.fins);
    }
}

/// No fish has more fins than that.
const MAX_FINS: usize = 5;

/// No fish has more places than that in two base houses.
const MAX_ENDO_FINS: usize = 2;

/// Hands over every two fish with fins that have the same base, called like the first.
pub(super) fn siamese<const W: usize>(
    state: &State<W>,
    kind: Kind,
    found: Found<'_>,
) -> ControlFlow<()> {
    let mut fish = Vec::new();
    for fins in [Fins::Finned, Fins::Sashimi] {
        if let Some(finned) = Kind::new(kind.size(), kind.form(), fins) {
            find(state, finned, &mut |step| {
                fish.push(step);
                ControlFlow::Continue(())
            })?;
        }
    }
    let base = |step: &Step| match &step.why {
        Why::Fish(Fish { value, base, .. }) => Some((*value, base.clone())),
        _ => None,
    };
    pairs(&fish, |a, b| base(a) == base(b), &mut |step| {
        if step.technique == Technique::Fish(kind) {
            found(step)
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// Hands over every fish of a kind.
pub(super) fn find<const W: usize>(
    state: &State<W>,
    kind: Kind,
    found: Found<'_>,
) -> ControlFlow<()> {
    let directions: &[usize] = if kind.form() == Form::Mutant { &[0] } else { &[0, 1] };
    for value in state.all_values() {
        for &direction in directions {
            let mut search = Search::new(state, kind, value, direction, found);
            if search.net.len() >= usize::from(kind.size()) {
                search.add_base(0, &mut Base::default())?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A house with the places of the value in it.
#[derive(Clone, Copy)]
struct Net<const W: usize> {
    house: usize,
    places: CellSet<W>,
}

struct Search<'a, 'f, const W: usize> {
    state: &'a State<W>,
    kind: Kind,
    value: u8,
    /// The houses that can be in the base.
    net: Vec<Net<W>>,
    /// The houses that can be in the cover.
    covers: Vec<Net<W>>,
    found: Found<'f>,
}

/// The base houses so far.
struct Base<const W: usize> {
    houses: Vec<usize>,
    places: CellSet<W>,
    /// Places in two of the houses.
    endo_fins: CellSet<W>,
}

impl<const W: usize> Default for Base<W> {
    fn default() -> Base<W> {
        Base { houses: Vec::new(), places: CellSet::EMPTY, endo_fins: CellSet::EMPTY }
    }
}

/// The cover houses so far.
struct Cover<const W: usize> {
    houses: Vec<usize>,
    places: CellSet<W>,
    /// Places in two of the houses.
    twice: CellSet<W>,
}

impl<'a, 'f, const W: usize> Search<'a, 'f, W> {
    fn new(
        state: &'a State<W>,
        kind: Kind,
        value: u8,
        direction: usize,
        found: Found<'f>,
    ) -> Search<'a, 'f, W> {
        let kinds = state.topology.kinds();
        let nets = |numbers: &[usize]| -> Vec<Net<W>> {
            let houses = numbers.iter().flat_map(|&number| kinds[number].clone());
            let nets = houses.map(|house| Net { house, places: state.places_in(value, house) });
            nets.filter(|net| !net.places.is_empty()).collect()
        };
        let (mut net, covers) = match kind.form() {
            Form::Basic => (nets(&[direction]), nets(&[1 - direction])),
            Form::Franken => (nets(&[direction, 2]), nets(&[1 - direction, 2])),
            Form::Mutant => (nets(&[0, 1, 2]), nets(&[0, 1, 2])),
        };
        if kind.fins() == Fins::None {
            net.retain(|net| net.places.len() <= usize::from(kind.size()));
        }
        Search { state, kind, value, net, covers, found }
    }

    fn size(&self) -> usize {
        usize::from(self.kind.size())
    }

    /// Adds base houses from a number on, in every way.
    fn add_base(&mut self, start: usize, base: &mut Base<W>) -> ControlFlow<()> {
        let missing = self.size() - base.houses.len();
        if missing == 0 {
            return self.cover(base);
        }
        for i in start..=self.net.len() - missing {
            let Net { house, places } = self.net[i];
            let twice = base.places & places;
            let n_endo_fins = base.endo_fins.len() + twice.len();
            let may_share =
                twice.is_empty() || self.kind.fins() != Fins::None && n_endo_fins <= MAX_ENDO_FINS;
            if may_share {
                let before = (base.places, base.endo_fins);
                base.houses.push(house);
                base.places |= places;
                base.endo_fins |= twice;
                self.add_base(i + 1, base)?;
                base.houses.pop();
                (base.places, base.endo_fins) = before;
            }
        }
        ControlFlow::Continue(())
    }

    /// Covers the base in every way.
    fn cover(&mut self, base: &Base<W>) -> ControlFlow<()> {
        let max_fins = if self.kind.fins() == Fins::None { 0 } else { MAX_FINS };
        let is_cover =
            |net: &&Net<W>| !base.houses.contains(&net.house) && net.places.meets(&base.places);
        let covers: Vec<Net<W>> = self.covers.iter().filter(is_cover).copied().collect();
        // The most base places that a house from each number on has.
        let mut most = vec![0; covers.len() + 1];
        for i in (0..covers.len()).rev() {
            most[i] = most[i + 1].max((covers[i].places & base.places).len());
        }
        let houses = Vec::with_capacity(self.size());
        let mut cover = Cover { houses, places: CellSet::EMPTY, twice: CellSet::EMPTY };
        let ground = Ground { base, covers, most, max_fins };
        self.add_cover(&ground, 0, &mut cover)
    }

    /// Adds cover houses from a number on, in every way that can suffice.
    fn add_cover(
        &mut self,
        ground: &Ground<'_, W>,
        start: usize,
        cover: &mut Cover<W>,
    ) -> ControlFlow<()> {
        let missing = self.size() - cover.houses.len();
        if missing == 0 {
            return self.check(ground, cover);
        }
        let open = (ground.base.places - cover.places).len();
        for i in start..ground.covers.len().saturating_sub(missing - 1) {
            if open > ground.max_fins + missing * ground.most[i] {
                break;
            }
            let Net { house, places } = ground.covers[i];
            let before = (cover.places, cover.twice);
            cover.houses.push(house);
            cover.twice |= cover.places & places;
            cover.places |= places;
            self.add_cover(ground, i + 1, cover)?;
            cover.houses.pop();
            (cover.places, cover.twice) = before;
        }
        ControlFlow::Continue(())
    }

    /// Whether base and cover remove something, and are of the kind sought.
    fn check(&mut self, ground: &Ground<'_, W>, cover: &Cover<W>) -> ControlFlow<()> {
        let base = ground.base;
        let fins = (base.places - cover.places) | base.endo_fins;
        if fins.is_empty() != (self.kind.fins() == Fins::None) || fins.len() > ground.max_fins {
            return ControlFlow::Continue(());
        }
        let mut removed = (cover.places - base.places) | cover.twice;
        for fin in fins.iter() {
            removed &= self.state.topology.peers[fin];
        }
        if removed.is_empty() || !self.is_of_kind(base, cover, fins) {
            return ControlFlow::Continue(());
        }
        let topology = &self.state.topology;
        let houses =
            |numbers: &[usize]| numbers.iter().map(|&house| topology.house(house)).collect();
        let why = Why::Fish(Fish {
            value: self.value,
            base: houses(&base.houses),
            cover: houses(&cover.houses),
            cells: self.state.cells(base.places - fins),
            fins: self.state.cells(fins),
        });
        (self.found)(Step {
            technique: Technique::Fish(self.kind),
            placed: Vec::new(),
            removed: self.state.candidates(removed, self.value),
            why,
        })
    }

    fn is_of_kind(&self, base: &Base<W>, cover: &Cover<W>, fins: CellSet<W>) -> bool {
        let form = self.form(&base.houses, &cover.houses);
        form == self.kind.form()
            && (form != Form::Basic
                || fins.is_empty()
                || self.is_sashimi(base, fins) == (self.kind.fins() == Fins::Sashimi))
    }

    /// Whether a base house has at most one place but for the fins.
    fn is_sashimi(&self, base: &Base<W>, fins: CellSet<W>) -> bool {
        let places = |&house: &usize| self.state.places_in(self.value, house) - fins;
        base.houses.iter().any(|house| places(house).len() <= 1)
    }

    /// Which kinds of houses there are.
    fn form(&self, base: &[usize], cover: &[usize]) -> Form {
        let side = self.state.topology.side();
        let has = |houses: &[usize], kind| houses.iter().any(|house| house / side == kind);
        let kinds = |houses| [has(houses, 0), has(houses, 1), has(houses, 2)];
        match (kinds(base), kinds(cover)) {
            ([true, false, false], [false, true, false])
            | ([false, true, false], [true, false, false]) => Form::Basic,
            ([true, false, _], [false, true, _]) | ([false, true, _], [true, false, _]) => {
                Form::Franken
            }
            _ => Form::Mutant,
        }
    }
}

/// A whole base, and what can cover it.
struct Ground<'b, const W: usize> {
    base: &'b Base<W>,
    covers: Vec<Net<W>>,
    most: Vec<usize>,
    max_fins: usize,
}
