//! `sole board check`: whether a position can be played on, and every reason why not.

use super::{Finding, findings};
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use crate::render::Paint;
use serde::Serialize;
use sole_board::{Faults, Setup};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    /// What was given, if it is written differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    playable: bool,
    faults: Vec<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<String>,
}

/// Runs the command.
pub(crate) fn run(flags: args::Check, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    positions.answer_each(console, |input, console| {
        let read = input.setup()?;
        let setup = positions.settle(input, read.setup, &read.open_rights(), console)?;
        let report = examine(&input.text, &setup, positions.waived);
        let (exit, status) = match report.playable {
            true => (Exit::Yes, Status::Ok),
            false => (Exit::No, Status::Refuted),
        };
        if console.is_json() {
            console.answer(&Answer { status, result: report, stats: None })?;
        } else if console.is_quiet() {
            let verdict = verdict(&report, console.paint());
            writeln!(console.out(), "{verdict}")?;
        } else {
            let text = describe(&report, console.paint());
            write!(console.out(), "{text}")?;
        }
        Ok(exit)
    })
}

fn examine(text: &str, setup: &Setup, waived: Faults) -> Report {
    let faults = findings(setup, waived);
    let playable = faults.iter().all(|finding| finding.waived);
    let fen = setup.to_string();
    let repaired = if playable { None } else { setup.suggestion(waived) };
    Report {
        input: (text != fen).then(|| text.to_owned()),
        fen,
        playable,
        faults,
        repaired: repaired.map(|setup| setup.to_string()),
    }
}

fn verdict(report: &Report, paint: Paint) -> String {
    match report.playable {
        true => paint.green("playable"),
        false => paint.red("not playable"),
    }
}

fn describe(report: &Report, paint: Paint) -> String {
    let mut text = format!("{}  {}\n", verdict(report, paint), report.fen);
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
    use sole_board::Fault;

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
