//! Which cells see each other.

use super::Cells;
use crate::Shape;

/// The houses of a shape and who sees whom, ready for loops.
#[derive(Debug)]
pub(crate) struct Map<const W: usize> {
    pub(crate) side: usize,
    pub(crate) all: Cells<W>,
    /// The cells of each house, as a set and as a list.
    pub(crate) houses: Vec<Cells<W>>,
    pub(crate) house_lists: Vec<Vec<usize>>,
    /// By cell: the others in its houses, as a set and as a list.
    pub(crate) peers: Vec<Cells<W>>,
    pub(crate) peer_lists: Vec<Vec<usize>>,
    /// By cell: its three houses as bits.
    pub(crate) houses_of: Vec<u64>,
}

impl<const W: usize> Map<W> {
    /// # Panics
    ///
    /// The shape has more cells than the sets can hold, or more than 64 houses.
    pub(crate) fn new(shape: Shape) -> Map<W> {
        assert!(shape.n_cells() <= 64 * W && shape.houses().count() <= 64, "{shape} is too large");
        let list = |house| shape.cells_of(house).map(|cell| shape.index(cell)).collect();
        let house_lists: Vec<Vec<usize>> = shape.houses().map(list).collect();
        let houses: Vec<Cells<W>> =
            house_lists.iter().map(|list| list.iter().copied().collect()).collect();
        let cells = || 0..shape.n_cells();
        let peers: Vec<Cells<W>> = cells()
            .map(|cell| {
                let seen = houses.iter().filter(|house| house.contains(cell));
                let mut seen = seen.fold(Cells::NONE, |seen, &house| seen | house);
                seen.remove(cell);
                seen
            })
            .collect();
        let houses_of = cells().map(|cell| {
            let of_cell = houses.iter().enumerate().filter(|(_, house)| house.contains(cell));
            of_cell.fold(0, |bits, (number, _)| bits | 1 << number)
        });
        Map {
            side: shape.side(),
            all: cells().collect(),
            houses_of: houses_of.collect(),
            peer_lists: peers.iter().map(|peers| peers.collect()).collect(),
            houses,
            house_lists,
            peers,
        }
    }

    /// All values as bits.
    pub(crate) fn all_values(&self) -> u16 {
        u16::MAX >> (16 - self.side)
    }
}
