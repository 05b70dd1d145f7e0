//! Givens taken away one after the other until all that are left are needed.
//!
//! One pass is enough. A puzzle that is a part of another has all its
//! solutions and perhaps more, so what is enough stays enough when givens are
//! added. A given that could not be spared when it was tried cannot be spared
//! later, when there are fewer: the solutions that its removal let in are still
//! there.

use super::keepers::Keepers;
use sole_puzzle::Stop;

/// Givens that must stay enough, whatever that means. The more there are, the
/// more they are enough.
pub(super) trait Givens {
    /// Whether the others are enough without those of some cells.
    ///
    /// # Errors
    ///
    /// The search ended before it knew.
    fn can_spare(&mut self, cells: &[usize]) -> Result<bool, Stop>;

    /// Takes the givens of some cells away.
    fn remove(&mut self, cells: &[usize]);
}

/// The part of all cells that is tried to be taken away at once: that rarely fails, and if it
/// does, half of it is tried.
const FIRST: (usize, usize) = (30, 81);

/// Givens on their way to fewer.
pub(super) struct Thinning<'a> {
    givens: Box<dyn Givens + 'a>,
    keepers: &'a mut Keepers,
    left: usize,
}

impl<'a> Thinning<'a> {
    /// All cells of the solution that `keepers` watches are given.
    pub(super) fn new(givens: Box<dyn Givens + 'a>, keepers: &'a mut Keepers) -> Thinning<'a> {
        let left = keepers.n_cells();
        Thinning { givens, keepers, left }
    }

    /// Takes away what can be spared, each unit whole or not at all and in this order, as long as
    /// `fewest` givens are left. Returns the cells that stay.
    pub(super) fn run(mut self, units: &[&[usize]], fewest: usize) -> Result<Vec<usize>, Stop> {
        let mut rest = units;
        let mut at_once = units.len() * FIRST.0 / FIRST.1;
        while at_once > 0 {
            if self.spare(&rest[..at_once].concat(), fewest)? {
                rest = &rest[at_once..];
                break;
            }
            at_once /= 2;
        }
        let mut kept = Vec::new();
        for &unit in rest {
            if !self.spare(unit, fewest)? {
                kept.extend_from_slice(unit);
            }
        }
        Ok(kept)
    }

    /// Takes some givens away if they are not needed; says whether they were not.
    fn spare(&mut self, cells: &[usize], fewest: usize) -> Result<bool, Stop> {
        let needed = self.left < fewest + cells.len()
            || cells.iter().any(|&cell| self.keepers.is_needed(cell))
            || !self.givens.can_spare(cells)?;
        if !needed {
            self.givens.remove(cells);
            cells.iter().for_each(|&cell| self.keepers.remove(cell));
            self.left -= cells.len();
        }
        Ok(!needed)
    }
}
