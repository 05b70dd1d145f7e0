//! The workshop over real connections: the binary serves on a free port of this machine.

mod api;
mod collections;
mod jobs;
mod life;
mod limits;
mod odd;
#[path = "../tables/mod.rs"]
mod tables;
mod workshop;
