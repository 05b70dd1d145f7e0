//! `sole board`: looking at positions, one file per verb.

pub(crate) mod check;
pub(crate) mod moves;
pub(crate) mod pack;
pub(crate) mod show;
pub(crate) mod unmoves;
pub(crate) mod unperft;
