//! Every question that Sole answers, declared once.
//!
//! A command is a type that implements [`Question`]: its fields are the flags of the command line,
//! the parameters of the HTTP API and the fields of a request in JSON, and its answers have a JSON
//! Schema. The [`catalogue`] lists all of them. Front ends read requests and show answers; they know
//! no algorithms. What a question may use the front end lends it in a [`Context`].
//!
//! ```
//! use sole_api::{Context, catalogue};
//! use serde_json::json;
//!
//! let entry = catalogue::find("board moves").expect("it is in the catalogue");
//! let request = json!({ "fen": "6rk/6p1/8/8/8/8/8/KB4R1 w - - 0 1", "checks": true });
//! let mut lines = Vec::new();
//! let exit = entry.answer(request, &Context::default(), &mut |line| {
//!     lines.push(line);
//!     Ok(())
//! });
//! assert_eq!(exit.code(), 0);
//! assert!(String::from_utf8_lossy(&lines[0]).contains(r#""status":"ok""#));
//! ```

pub mod board;
pub mod catalogue;
mod context;
pub mod envelope;
mod exit;
pub mod failure;
pub mod input;
pub mod limits;
mod moves;
mod question;
pub mod text;

pub use context::{Context, ObservedTask, Observer};
pub use exit::Exit;
pub use failure::{Failure, FailureKind, Title};
pub use moves::MoveNames;
pub use question::{Answers, NoFields, Question, Reply, Stats, Status, Stop, Subject, Weight};
