//! None, one or many: the words that every kind of puzzle here shares.

mod count;

pub use count::{Count, Counts};
