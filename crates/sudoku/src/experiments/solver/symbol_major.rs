//! Candidates symbol by symbol: a set of cells for each value.

use super::{Cells, Contradiction, Map, Store};

/// The cells that can have each of `S` values.
#[derive(Clone)]
pub(crate) struct SymbolMajor<const S: usize, const W: usize> {
    places: [Cells<W>; S],
    /// Cells with one value that their peers have been told of.
    told: Cells<W>,
    /// Values of which a place was taken since their houses were looked at, as bits.
    dirty: u16,
}

impl<const S: usize, const W: usize> SymbolMajor<S, W> {
    /// Cells with at least one candidate, and with at least two.
    fn once_and_twice(&self) -> [Cells<W>; 2] {
        let (mut once, mut twice) = (Cells::NONE, Cells::NONE);
        for &places in &self.places {
            twice |= once & places;
            once |= places;
        }
        [once, twice]
    }

    /// Tells the peers of all cells that have one value and have not told yet.
    fn tell_peers(&mut self, map: &Map<W>) -> Result<(), Contradiction> {
        loop {
            let [once, twice] = self.once_and_twice();
            if once != map.all {
                return Err(Contradiction);
            }
            let news = once & !twice & !self.told;
            if news.is_empty() {
                return Ok(());
            }
            for (value, places) in self.places.iter_mut().enumerate() {
                let cells = *places & news;
                if !cells.is_empty() {
                    let seen = cells.fold(Cells::NONE, |seen, cell| seen | map.peers[cell]);
                    *places &= !seen;
                    self.dirty |= 1 << value;
                }
            }
            self.told |= news;
        }
    }

    /// Gives a value the places that are the only ones in a house; says whether that changed
    /// anything.
    fn hidden_singles(&mut self, map: &Map<W>, value: usize) -> Result<bool, Contradiction> {
        let mut hidden = Cells::NONE;
        for &house in &map.houses {
            let places = self.places[value] & house;
            if places.is_empty() {
                return Err(Contradiction);
            }
            if places.is_single() {
                hidden |= places;
            }
        }
        hidden &= !self.told;
        let mut changed = false;
        for (other, places) in self.places.iter_mut().enumerate() {
            if other != value && !(*places & hidden).is_empty() {
                *places &= !hidden;
                self.dirty |= 1 << other;
                changed = true;
            }
        }
        Ok(changed)
    }
}

impl<const S: usize, const W: usize> Store<W> for SymbolMajor<S, W> {
    fn new(map: &Map<W>) -> Self {
        SymbolMajor { places: [map.all; S], told: Cells::NONE, dirty: 0 }
    }

    fn place(&mut self, _: &Map<W>, cell: usize, value: usize) {
        for (other, places) in self.places.iter_mut().enumerate() {
            if other != value && places.contains(cell) {
                places.remove(cell);
                self.dirty |= 1 << other;
            }
        }
    }

    fn exclude(&mut self, _: &Map<W>, cell: usize, value: usize) {
        self.places[value].remove(cell);
        self.dirty |= 1 << value;
    }

    fn propagate(&mut self, map: &Map<W>) -> Result<(), Contradiction> {
        self.tell_peers(map)?;
        while self.dirty != 0 {
            let value = self.dirty.trailing_zeros() as usize;
            self.dirty &= self.dirty - 1;
            if self.hidden_singles(map, value)? {
                self.tell_peers(map)?;
            }
        }
        Ok(())
    }

    fn candidates(&self, cell: usize) -> u16 {
        let here = self.places.iter().enumerate().filter(|(_, places)| places.contains(cell));
        here.fold(0, |values, (value, _)| values | 1 << value)
    }

    fn places(&self, value: usize) -> Cells<W> {
        self.places[value]
    }

    fn smallest(&self) -> Cells<W> {
        let [_, more] = self.once_and_twice();
        if more.is_empty() {
            return more;
        }
        let exactly = |n: usize| {
            // By number: the cells with more candidates than that.
            let mut more_than = [Cells::NONE; S];
            for &places in &self.places {
                for i in (1..=n).rev() {
                    let fewer = more_than[i - 1];
                    more_than[i] |= fewer & places;
                }
                more_than[0] |= places;
            }
            more_than[n - 1] & !more_than[n]
        };
        (2..S).map(exactly).find(|cells| !cells.is_empty()).unwrap_or(more)
    }
}
