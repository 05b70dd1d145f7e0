//! `sole board check`: whether a position can be played on, and every reason why not.

use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use crate::render::Paint;
use crate::repair;
use serde::Serialize;
use sole_board::{Fault, Faults, Setup};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    playable: bool,
    faults: Vec<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<String>,
}

#[derive(Debug, Serialize)]
struct Finding {
    name: &'static str,
    message: String,
    waivable: bool,
    waived: bool,
}

/// Runs the command.
pub(crate) fn run(flags: args::Check, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    positions.answer_each(console, |input, console| {
        let report = examine(&input.text, &input.setup()?, positions.waived);
        let exit = if report.playable { Exit::Yes } else { Exit::No };
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
        } else {
            let text = describe(&report, console.paint());
            write!(console.out(), "{text}")?;
        }
        Ok(exit)
    })
}

fn examine(text: &str, setup: &Setup, waived: Faults) -> Report {
    let finding = |fault: Fault| Finding {
        name: fault.name(),
        message: fault.to_string(),
        waivable: Faults::WAIVABLE.contains(fault),
        waived: waived.contains(fault),
    };
    let faults: Vec<Finding> = setup.faults().iter().map(finding).collect();
    let playable = faults.iter().all(|finding| finding.waived);
    let repaired = if playable { None } else { repair::setup(setup, waived) };
    Report {
        fen: text.to_owned(),
        playable,
        faults,
        repaired: repaired.map(|setup| setup.to_string()),
    }
}

fn describe(report: &Report, paint: Paint) -> String {
    let verdict = match report.playable {
        true => paint.green("playable"),
        false => paint.red("not playable"),
    };
    let mut text = format!("{verdict}  {}\n", report.fen);
    for Finding { name, message, waivable, waived } in &report.faults {
        let note = match (waived, waivable) {
            (true, _) => " (waived)",
            (false, true) => " (can be waived)",
            (false, false) => "",
        };
        text.push_str(&format!("  {name}: {message}{note}\n"));
    }
    if let Some(repaired) = &report.repaired {
        text.push_str(&format!("  did you mean {repaired}\n"));
    }
    text
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
            let report = examine(fen, &fen.parse().expect("a FEN"), waived);
            assert_eq!((report.playable, report.faults.len()), (playable, faults), "{fen}");
        }
    }
}
