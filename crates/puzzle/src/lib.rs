//! None, one or many: the words that every kind of puzzle here shares.

mod count;
mod verdict;

pub use count::{Count, Counts};
pub use verdict::{Status, Stop, Verdict, decide};
