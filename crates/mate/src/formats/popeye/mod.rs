//! Popeye's input language, and solutions the way Popeye prints them.
//!
//! Keywords may be cut short, in English or German, in any case of letters. The knight is S; N is
//! the nightrider, which like all fairy men and conditions is refused by its name.

mod read;
mod solution;
mod write;

pub use read::{PopeyeError, read};
pub use solution::{keys, lines, tree};
pub use write::{BEGIN, END, NEXT, problem, write};
