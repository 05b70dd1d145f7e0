//! What people see: colours, boards, numbers.

mod bars;
pub(crate) mod board;
mod charset;
mod columns;
mod number;
mod paint;
mod text;

pub(crate) use bars::Bars;
pub(crate) use charset::Charset;
pub(crate) use columns::columns;
pub(crate) use number::{grouped, plural, size, span};
pub(crate) use paint::Paint;
pub(crate) use text::{capitalised, excerpt, shown, visible, width, wrapped};
