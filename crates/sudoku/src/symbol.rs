//! How values are written: one symbol for each.

use std::fmt;

/// The symbols of the values from 1.
pub(crate) const SYMBOLS: &[u8; 61] =
    b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A value as lines and drawn grids show it: `C` for 12.
///
/// Values over 61 have no symbol and are written as numbers.
///
/// ```
/// use sole_sudoku::Symbol;
///
/// assert_eq!([9, 10, 36, 61, 62].map(|value| Symbol(value).to_string()), ["9", "A", "a", "z", "62"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(
    /// The value, from 1.
    pub u8,
);

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::from(self.0).wrapping_sub(1);
        match SYMBOLS.get(index) {
            Some(&symbol) => write!(f, "{}", char::from(symbol)),
            None => write!(f, "{}", self.0),
        }
    }
}
