//! The workshop: a web app and an API over the commands of Sole, on a local address.
//!
//! This crate knows no algorithm. Light questions of `api`, such as legal moves, are answered in this
//! process. Everything else is answered by the program itself, run as a child process, so that envelopes and messages are those of the command line, a job can be
//! stopped at once, memory is given back, and a panic reaches nobody else. Only endgame tables are
//! probed in this process, through [`Tablebase`], as that must be fast.
//!
//! - `catalogue/` lists the commands and their parameters; `argv.rs`, `openapi.rs` and `guide.rs` make
//!   command lines, the OpenAPI document and the page about the API from it.
//! - `request.rs` reads requests; `reply.rs` and `error.rs` make responses.
//! - `questions.rs` answers light questions; `process.rs` runs the program, with files in folders of `scratch.rs`; `command_api.rs` answers
//!   requests with it, `jobs/` runs what takes longer, both through a `queue.rs`.
//! - `tablebase_api.rs` probes tables and caches answers; `collection/` opens collections of puzzles.
//! - `server.rs`, `connections.rs`, `guard.rs`, `rate_limit.rs`, `response_budget.rs` and
//!   `disk_limit.rs` protect the server: allowed hosts and sites, rates, sizes and slow clients.
//! - `state.rs` is the state that handlers share, `log.rs` the log.
//! - `page.rs` serves the built front end, `picture.rs` the pieces and diagrams.

mod argv;
mod catalogue;
mod collection;
mod command_api;
mod compression;
mod connections;
mod disk_limit;
mod error;
mod guard;
mod guide;
mod jobs;
mod log;
mod monitor;
mod openapi;
mod page;
mod picture;
mod process;
mod questions;
mod queue;
mod rate_limit;
mod reply;
mod request;
mod response_budget;
mod scratch;
mod server;
mod state;
mod tablebase_api;

pub use argv::Limits;
pub use collection::library::SolutionLength;
pub use page::is_built;
pub use server::serve;
pub use state::Settings;
pub use tablebase_api::{PositionQuery, Probed, Tablebase};
