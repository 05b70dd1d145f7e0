//! The workshop: a page and an API over the commands of Sole, on a local address.
//!
//! This crate knows no algorithm. What a request asks for is answered by the program itself, run as
//! a child process, so that envelopes and messages are those of the command line, a job can be
//! stopped at once, memory is given back, and a panic reaches nobody else. Only endgame tables are
//! asked in this process, through [`Tablebase`], as that must be fast.
//!
//! - `catalogue/` says which commands there are and what a request may say to them; `argv.rs`,
//!   `openapi.rs` and `guide.rs` make command lines, the OpenAPI document and the page about the
//!   API from it.
//! - `request.rs` reads what comes in, `reply.rs` and `refusal.rs` say how answers go out.
//! - `child.rs` runs the program, with files in folders of `scratch.rs`; `work.rs` answers requests with it, `jobs/` what takes longer,
//!   both through a `queue.rs`.
//! - `standard.rs` asks tables and remembers; `collection/` opens collections of puzzles.
//! - `server.rs`, `connections.rs`, `guard.rs`, `bucket.rs`, `freight.rs` and `disk_limit.rs` keep the
//!   server alive: who may ask, how often, how much and how slowly.
//! - `journal.rs` writes what whoever runs it reads.
//! - `page.rs` serves the built page, `picture.rs` the chessmen and diagrams.

mod argv;
mod bucket;
mod catalogue;
mod child;
mod collection;
mod compression;
mod connections;
mod disk_limit;
mod freight;
mod guard;
mod guide;
mod jobs;
mod journal;
mod monitor;
mod openapi;
mod page;
mod picture;
mod queue;
mod refusal;
mod reply;
mod request;
mod scratch;
mod server;
mod standard;
mod work;
mod workshop;

pub use argv::Ceilings;
pub use collection::shelf::Length;
pub use page::is_built;
pub use server::serve;
pub use standard::{PositionQuery, Probed, Tablebase};
pub use workshop::Settings;
