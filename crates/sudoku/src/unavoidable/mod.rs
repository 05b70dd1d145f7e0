//! Unavoidable sets: cells of a solution that no puzzle of it may leave all empty.

mod cycles;

pub(crate) use cycles::cycles;
