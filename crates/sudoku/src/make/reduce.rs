//! One removal pass: givens are removed one after the other until all that are left are needed.
//!
//! One pass is enough. A puzzle that is a part of another has all its
//! solutions and perhaps more, so what is enough stays enough when givens are
//! added. A given that could not be removed when it was tried cannot be removed
//! later, when there are fewer: the solutions that its removal let in are still
//! there.

use super::essential_givens::EssentialGivens;
use sole_puzzle::Stop;

/// Givens that must stay sufficient, in some sense. With more givens they stay sufficient.
pub(super) trait Givens {
    /// Whether the others are sufficient without those of some cells.
    ///
    /// # Errors
    ///
    /// The search ended before it knew.
    fn can_remove(&mut self, cells: &[usize]) -> Result<bool, Stop>;

    /// Removes the givens of some cells.
    fn remove(&mut self, cells: &[usize]);
}

/// The part of all cells that is removed at once first: that rarely fails, and if it does, half of it
/// is tried.
const FIRST: (usize, usize) = (30, 81);

/// A removal pass.
pub(super) struct Reduction<'a> {
    givens: Box<dyn Givens + 'a>,
    essential: &'a mut EssentialGivens,
    left: usize,
}

impl<'a> Reduction<'a> {
    /// All cells of the solution of `essential` are given.
    pub(super) fn new(
        givens: Box<dyn Givens + 'a>,
        essential: &'a mut EssentialGivens,
    ) -> Reduction<'a> {
        let left = essential.n_cells();
        Reduction { givens, essential, left }
    }

    /// Removes what is not needed, each unit whole or not at all and in this order, as long as
    /// `fewest` givens are left. Returns the cells that stay.
    pub(super) fn run(mut self, units: &[&[usize]], fewest: usize) -> Result<Vec<usize>, Stop> {
        let mut rest = units;
        let mut at_once = units.len() * FIRST.0 / FIRST.1;
        while at_once > 0 {
            if self.try_remove(&rest[..at_once].concat(), fewest)? {
                rest = &rest[at_once..];
                break;
            }
            at_once /= 2;
        }
        let mut kept = Vec::new();
        for &unit in rest {
            if !self.try_remove(unit, fewest)? {
                kept.extend_from_slice(unit);
            }
        }
        Ok(kept)
    }

    /// Removes some givens if they are not needed; returns whether they were removed.
    fn try_remove(&mut self, cells: &[usize], fewest: usize) -> Result<bool, Stop> {
        let needed = self.left < fewest + cells.len()
            || cells.iter().any(|&cell| self.essential.is_essential(cell))
            || !self.givens.can_remove(cells)?;
        if !needed {
            self.givens.remove(cells);
            cells.iter().for_each(|&cell| self.essential.remove(cell));
            self.left -= cells.len();
        }
        Ok(!needed)
    }
}
