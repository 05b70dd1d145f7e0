//! `sole endgame probe`: how positions end, every move and the best line.

use super::report::Report;
use super::rights::Judge;
use super::supply::{Missing, unanswered};
use super::words::{fifty_moves, numbered, outcome, verdict};
use crate::args;
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::warnings;
use crate::input::{Input, Playable, Positions};
use crate::notation::Names;
use crate::prompt::Prompt;
use crate::render::wrapped;
use sole_endgame::PositionReport;
use sole_endgame::play::Outcome;
use std::io;

/// Runs the command.
pub(crate) fn run(flags: args::Probe, console: &mut Console) -> Result<Exit, Stop> {
    let (supply, missing) = (flags.tables.supply()?, flags.tables.missing());
    let positions = Positions::try_from(flags.position)?;
    let (rights, judge) = (flags.rights, Judge { supply: &supply, missing });
    let reader = Reader { positions: &positions, rights, judge };
    let mut is_first = true;
    positions.answer_each(console, |input, console| {
        let playable = reader.read(input, console)?;
        supply.provide(&playable.position, missing, console).map_err(|stop| stop.about(input))?;
        if missing == Missing::Build {
            supply.provide_rule(&playable, console).map_err(|stop| stop.about(input))?;
        }
        let Playable { setup, position } = &playable;
        let finding = PositionReport::of(&supply.tables, position, setup.clocks)
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

/// How positions are read.
struct Reader<'a> {
    positions: &'a Positions,
    rights: args::Rights,
    judge: Judge<'a>,
}

impl Reader<'_> {
    /// The position that an input means. Rights that it leaves open are asked for at a terminal;
    /// in a batch there are none, with a warning.
    fn read(&self, input: &Input, console: &mut Console) -> Result<Playable, Stop> {
        let (mut read, waived) = (input.setup()?, self.positions.waived);
        self.rights.apply(&mut read);
        let playable = input.playable(read.setup, waived)?;
        let open = read.open_rights();
        if open.is_empty() || self.positions.manner(console) == Manner::Script {
            console.warn(input, warnings(&open));
            return Ok(playable);
        }
        let mut prompt = Prompt::of_process(console)?;
        let setup = self.judge.settle(read.setup, &open, &mut prompt, console)?;
        Ok(input.playable(setup, waived)?)
    }
}

fn write_finding(
    Playable { setup, position }: &Playable,
    finding: &PositionReport,
    console: &mut Console,
) -> io::Result<()> {
    let verdict = console.paint().bold(&verdict(position, finding.standing.value));
    writeln!(console.out(), "{verdict}")?;
    if let Some(rule) = fifty_moves(finding.standing) {
        writeln!(console.out(), "{rule}")?;
    }
    if console.is_quiet() {
        return Ok(());
    }
    if !finding.moves.is_empty() {
        writeln!(console.out())?;
    }
    for Outcome { played, value, .. } in finding.moves.iter().map(|report| &report.outcome) {
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
