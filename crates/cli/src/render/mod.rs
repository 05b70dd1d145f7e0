//! What people see: colours, boards, numbers.

pub(crate) mod board;
mod number;
mod paint;
mod text;

pub(crate) use number::{grouped, plural, size, span};
pub(crate) use paint::Paint;
pub(crate) use text::{capitalised, excerpt, shown, visible, width, wrapped};
