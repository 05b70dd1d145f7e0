//! `sole endgame probe`: how positions end, every move and the best line.

use super::report::{Finding, Report};
use super::supply::{Missing, unanswered};
use super::words::{numbered, outcome, verdict};
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::notation::Names;
use crate::render::wrapped;
use sole_endgame::play::Outcome;
use std::io;

/// Runs the command.
pub(crate) fn run(flags: args::Probe, console: &mut Console) -> Result<Exit, Stop> {
    let (supply, missing) = (flags.tables.supply()?, flags.tables.missing());
    let positions = Positions::try_from(flags.position)?;
    let mut is_first = true;
    positions.answer_each(console, |input, console| {
        let playable = input.position_with_warnings(positions.waived, console)?;
        supply.provide(&playable.position, missing, console).map_err(|stop| stop.about(input))?;
        if missing == Missing::Build {
            supply
                .provide_rule(&playable, f64::INFINITY, console)
                .map_err(|stop| stop.about(input))?;
        }
        let finding = Finding::of(&supply.tables, &playable)
            .map_err(|error| unanswered(&error).about(input))?;
        if console.is_json() {
            let result = Report::new(&playable, &finding);
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            return Ok(Exit::Yes);
        }
        if positions.is_batch() && !console.is_quiet() {
            let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
            writeln!(console.out(), "{gap}{}", playable.setup)?;
        }
        write_finding(&playable, &finding, console)?;
        Ok(Exit::Yes)
    })
}

fn write_finding(
    Playable { setup, position }: &Playable,
    finding: &Finding,
    console: &mut Console,
) -> io::Result<()> {
    let verdict = console.paint().bold(&verdict(position, finding.standing.value));
    writeln!(console.out(), "{verdict}")?;
    if let Some(rule) = finding.standing.fifty_moves() {
        writeln!(console.out(), "{rule}")?;
    }
    if console.is_quiet() {
        return Ok(());
    }
    if !finding.outcomes.is_empty() {
        writeln!(console.out())?;
    }
    for Outcome { played, value, .. } in &finding.outcomes {
        let names = Names::of(position, *played).to_string();
        writeln!(console.out(), "{names:14} {}", outcome(*value))?;
    }
    if !finding.line.is_empty() {
        let words = numbered(setup, position, &finding.line);
        let text = wrapped(words.iter().map(String::as_str));
        write!(console.out(), "\n{text}")?;
    }
    Ok(())
}
