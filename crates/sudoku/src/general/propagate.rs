//! What follows from the candidates of a grid of any shape.
//!
//! Four rules, the cheap ones first: a value leaves the cells that see it; a
//! value with one cell left in a house takes it; a value that is in one line
//! of a box alone leaves the rest of the line, and the other way round; cells
//! that share as many values as they are take these from the rest of their
//! house.

use super::map::{Chute, Map};
use super::word::Word;

/// The candidates of a grid, and what is still to be looked at.
#[derive(Clone)]
pub(super) struct State<W> {
    /// The candidates of each cell.
    pub(super) cells: Vec<W>,
    /// How many cells have several candidates.
    pub(super) n_open: usize,
    /// Cells with one candidate that was not removed from their peers yet.
    new_singles: Vec<usize>,
    /// Houses and chutes in which something changed since a rule was tried there.
    for_hidden: Dirty,
    for_locked: Dirty,
    for_subsets: Dirty,
}

/// The grid contradicts itself in a house, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refuted {
    pub(super) house: usize,
}

/// A set of numbers below 384, taken out lowest first.
#[derive(Clone, Copy, Default)]
struct Dirty([u64; 6]);

impl Dirty {
    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(64 * word + bit)
    }
}

impl<W: Word> State<W> {
    /// Every candidate everywhere.
    pub(super) fn new(map: &Map) -> State<W> {
        let n_cells = map.side * map.side;
        let mut state = State {
            cells: vec![W::all(map.side); n_cells],
            n_open: if map.side == 1 { 0 } else { n_cells },
            new_singles: Vec::new(),
            for_hidden: Dirty::default(),
            for_locked: Dirty::default(),
            for_subsets: Dirty::default(),
        };
        (0..map.chutes.len()).for_each(|chute| state.for_locked.insert(chute));
        state
    }

    /// Restricts a cell to the candidates in `values`.
    pub(super) fn restrict(&mut self, map: &Map, cell: usize, values: W) -> Result<(), Refuted> {
        let left = self.cells[cell] & values;
        if left == self.cells[cell] {
            return Ok(());
        }
        let place = &map.cells[cell];
        if left == W::NONE {
            return Err(Refuted { house: place.houses[2] });
        }
        self.cells[cell] = left;
        for house in place.houses {
            self.for_hidden.insert(house);
            self.for_subsets.insert(house);
        }
        place.chutes.iter().for_each(|&chute| self.for_locked.insert(chute));
        if left.without_lowest() == W::NONE {
            self.n_open -= 1;
            self.new_singles.push(cell);
        }
        Ok(())
    }

    /// Applies the rules until none of them changes anything.
    pub(super) fn propagate(&mut self, map: &Map) -> Result<(), Refuted> {
        loop {
            if let Some(cell) = self.new_singles.pop() {
                self.eliminate_from_peers(map, cell)?;
            } else if let Some(house) = self.for_hidden.pop() {
                self.hidden_singles(map, house)?;
            } else if let Some(chute) = self.for_locked.pop() {
                self.locked(map, &map.chutes[chute])?;
            } else if let Some(house) = self.for_subsets.pop() {
                self.subsets(map, house)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Removes the only candidate of a cell from its peers.
    fn eliminate_from_peers(&mut self, map: &Map, cell: usize) -> Result<(), Refuted> {
        let others = !self.cells[cell];
        for house in map.cells[cell].houses {
            for &seen in &map.houses[house] {
                if seen != cell {
                    self.restrict(map, seen, others).map_err(|_| Refuted { house })?;
                }
            }
        }
        Ok(())
    }

    fn hidden_singles(&mut self, map: &Map, house: usize) -> Result<(), Refuted> {
        let (mut once, mut twice) = (W::NONE, W::NONE);
        for &cell in &map.houses[house] {
            twice |= once & self.cells[cell];
            once |= self.cells[cell];
        }
        if once != W::all(map.side) {
            return Err(Refuted { house });
        }
        let only = once & !twice;
        for &cell in &map.houses[house] {
            let here = self.cells[cell] & only;
            if here != W::NONE {
                if here.without_lowest() != W::NONE {
                    return Err(Refuted { house });
                }
                self.restrict(map, cell, here)?;
            }
        }
        Ok(())
    }

    fn locked(&mut self, map: &Map, chute: &Chute) -> Result<(), Refuted> {
        let union = |cells: &Vec<usize>| {
            cells.iter().fold(W::NONE, |union, &cell| union | self.cells[cell])
        };
        let mut unions: Vec<W> = chute.crossings.iter().map(union).collect();
        let lines = unions.len() / chute.boxes;
        for line in 0..lines {
            // What only one box has of this line leaves the other lines of that box.
            eliminate_from_rivals(&mut unions, line * chute.boxes, 1, chute.boxes, |crossing| {
                (0..lines).map(move |other| other * chute.boxes + crossing % chute.boxes)
            });
        }
        for number in 0..chute.boxes {
            // What only one line has of this box leaves the other boxes of that line.
            eliminate_from_rivals(&mut unions, number, chute.boxes, lines, |crossing| {
                let first = crossing / chute.boxes * chute.boxes;
                first..first + chute.boxes
            });
        }
        for (cells, &values) in chute.crossings.iter().zip(&unions) {
            cells.iter().try_for_each(|&cell| self.restrict(map, cell, values))?;
        }
        Ok(())
    }

    /// Cells whose candidates all are among those of one of them, and as many as those.
    fn subsets(&mut self, map: &Map, house: usize) -> Result<(), Refuted> {
        let cells = &map.houses[house];
        for &model in cells {
            let values = self.cells[model];
            let size = values.len() as usize;
            if size == 1 || 2 * size > map.side {
                continue;
            }
            let inside = |&&cell: &&usize| self.cells[cell] & !values == W::NONE;
            let n_inside = cells.iter().filter(inside).count();
            if n_inside > size {
                return Err(Refuted { house });
            }
            if n_inside == size {
                for &cell in cells {
                    if self.cells[cell] & !values != W::NONE {
                        self.restrict(map, cell, !values)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Goes through `n` unions from `first` in steps: values that only one of them has leave the
/// unions that `rivals` names for it.
fn eliminate_from_rivals<W: Word, I: Iterator<Item = usize>>(
    unions: &mut [W],
    first: usize,
    step: usize,
    n: usize,
    rivals: impl Fn(usize) -> I,
) {
    let members = || (0..n).map(|i| first + i * step);
    let (mut once, mut twice) = (W::NONE, W::NONE);
    for crossing in members() {
        twice |= once & unions[crossing];
        once |= unions[crossing];
    }
    for crossing in members() {
        let only = unions[crossing] & !twice;
        if only != W::NONE {
            for rival in rivals(crossing).filter(|&rival| rival != crossing) {
                unions[rival] &= !only;
            }
        }
    }
}
