//! `board check`: whether a position can be played on, and every reason why not.

use crate::context::Context;
use crate::input::PositionSubject;
use crate::question::{Answers, Question, Reply, Status, Stop, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sole_board::{Fault, Faults, Setup};

/// Say whether a position can be played on, and every reason why not
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
pub struct Check {}

/// Whether a position can be played on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The position.
    pub fen: String,
    /// What was given, if it is written differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Whether all faults are waived, if it has any.
    pub playable: bool,
    /// Everything that is wrong with it.
    pub faults: Vec<Finding>,
    /// A position like it without faults, if it is not playable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<String>,
}

/// A fault of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finding {
    /// The name of the fault.
    pub name: &'static str,
    /// What is wrong.
    pub message: String,
    /// Whether it can be waived, for composed positions.
    pub waivable: bool,
    /// Whether it is waived.
    pub waived: bool,
}

/// Everything that is wrong with a setup.
pub(super) fn findings(setup: &Setup, waived: Faults) -> Vec<Finding> {
    let finding = |fault: Fault| Finding {
        name: fault.name(),
        message: setup.explain(fault),
        waivable: Faults::WAIVABLE.contains(fault),
        waived: waived.contains(fault),
    };
    setup.faults().iter().map(finding).collect()
}

impl Question for Check {
    const NAME: &'static str = "board check";
    const WEIGHT: Weight = Weight::Light;
    type Subject = PositionSubject;
    type Answer = Checked;

    fn answer(
        &self,
        subject: &PositionSubject,
        _: &Context<'_>,
        answers: Answers<'_, Checked>,
    ) -> Result<(), Stop> {
        let setup = subject.with_side_to_move()?;
        let checked = examine(&subject.input.text, &setup, subject.waived);
        let status = if checked.playable { Status::Ok } else { Status::Refuted };
        answers(Reply::new(status, checked))
    }
}

fn examine(text: &str, setup: &Setup, waived: Faults) -> Checked {
    let faults = findings(setup, waived);
    let playable = faults.iter().all(|finding| finding.waived);
    let fen = setup.to_string();
    let repaired = if playable { None } else { setup.suggestion(waived) };
    Checked {
        input: (text != fen).then(|| text.to_owned()),
        fen,
        playable,
        faults,
        repaired: repaired.map(|setup| setup.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_found_and_waivers_count() {
        let nine_queens = "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1";
        let cases = [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Faults::NONE, true, 0),
            ("4k3/8/8/8/8/8/8/4K3 w KQ e3 0 1", Faults::NONE, false, 2),
            (nine_queens, Faults::NONE, false, 1),
            (nine_queens, Fault::TooMuchMaterial.into(), true, 1),
            ("8/8/8/8/8/8/8/8 w - - 0 1", Fault::TooMuchMaterial.into(), false, 1),
        ];
        for (fen, waived, playable, faults) in cases {
            let checked = examine(fen, &fen.parse().expect("a FEN"), waived);
            assert_eq!((checked.playable, checked.faults.len()), (playable, faults), "{fen}");
        }
    }
}
