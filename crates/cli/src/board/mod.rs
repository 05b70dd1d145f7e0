//! `sole board`: looking at positions, one file per verb.

use serde::Serialize;
use sole_board::{Fault, Faults, Setup};

mod attacks;
pub(crate) mod check;
pub(crate) mod moves;
pub(crate) mod pack;
pub(crate) mod show;
pub(crate) mod unmoves;
pub(crate) mod unperft;

/// A fault of a position, as scripts see it.
#[derive(Debug, Serialize)]
struct Finding {
    name: &'static str,
    message: String,
    waivable: bool,
    waived: bool,
}

/// Everything that is wrong with a setup.
fn findings(setup: &Setup, waived: Faults) -> Vec<Finding> {
    let finding = |fault: Fault| Finding {
        name: fault.name(),
        message: setup.explain(fault),
        waivable: Faults::WAIVABLE.contains(fault),
        waived: waived.contains(fault),
    };
    setup.faults().iter().map(finding).collect()
}
