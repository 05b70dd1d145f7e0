//! What people see: colours, boards, numbers.

pub(crate) mod board;
mod number;
mod paint;
mod text;

pub(crate) use number::{grouped, plural};
pub(crate) use paint::Paint;
pub(crate) use text::{shown, visible, width};
