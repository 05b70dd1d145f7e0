//! A small solver in which one thing at a time can be exchanged.
//!
//! Its only rules are naked and hidden singles. What holds the candidates is a
//! [`Store`], cell by cell or symbol by symbol; where it guesses says a
//! [`Rule`](search::Rule). Everything else is the same for all.

mod cell_major;
mod cells;
mod map;
pub(crate) mod search;
mod symbol_major;

pub(crate) use cell_major::CellMajor;
pub(crate) use cells::Cells;
pub(crate) use map::Map;
pub(crate) use symbol_major::SymbolMajor;

/// Candidates of nine by nine, and of sixteen by sixteen, cell by cell.
pub(crate) type CellMajor9 = CellMajor<81, 2>;
pub(crate) type CellMajor16 = CellMajor<256, 4>;

/// Candidates of nine by nine, and of sixteen by sixteen, symbol by symbol.
pub(crate) type SymbolMajor9 = SymbolMajor<9, 2>;
pub(crate) type SymbolMajor16 = SymbolMajor<16, 4>;

/// A cell without a candidate, or a house without a place for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The candidates that are left. Values count from 0 here.
pub(crate) trait Store<const W: usize>: Clone {
    /// Everything is possible.
    fn new(map: &Map<W>) -> Self;

    /// Leaves a cell one value, which it must still have.
    fn place(&mut self, map: &Map<W>, cell: usize, value: usize);

    /// Takes a value from a cell.
    fn exclude(&mut self, map: &Map<W>, cell: usize, value: usize);

    /// Draws all conclusions by naked and hidden singles.
    fn propagate(&mut self, map: &Map<W>) -> Result<(), Contradiction>;

    /// The values of a cell as bits.
    fn candidates(&self, cell: usize) -> u16;

    /// The cells that can still have a value.
    fn places(&self, value: usize) -> Cells<W>;

    /// The open cells with the fewest candidates; none if all are decided.
    fn smallest(&self) -> Cells<W>;
}
