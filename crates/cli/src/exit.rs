//! Exit codes: the answer as a number, for scripts.

pub(crate) use sole_api::Exit;
