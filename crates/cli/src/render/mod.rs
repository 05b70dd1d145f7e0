//! What people see: colours, boards, numbers.

pub(crate) mod board;
mod number;
mod paint;

pub(crate) use number::{grouped, plural};
pub(crate) use paint::Paint;
