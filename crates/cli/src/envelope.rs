//! The parts of the envelope of answers.

pub(crate) use sole_api::envelope::Answer;
pub(crate) use sole_api::{Stats, Status};
