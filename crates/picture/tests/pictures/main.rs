//! Pictures as others see them: texts, pixels and pages.

mod boards;
mod books;
mod golden;
mod grids;
mod pages;
mod pixels;
mod prints;
mod reader;
