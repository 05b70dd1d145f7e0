//! `sole board unperft`: the number of ways back of a given length.

use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::perft::{Tally, remark, too_many};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::parallel_perft::{Direction, GameTree};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    tally: Tally,
    depth: u32,
    fen: String,
}

/// Runs the command.
pub(crate) fn run(flags: args::Unperft, console: &mut Console) -> Result<Exit, Stop> {
    let args::Unperft { depth, position, rules, effort } = flags;
    let positions = Positions::try_from(position)?;
    let direction = Direction::Back(rules.retraction(positions.waived));
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let Playable { setup, position } = positions.position(input, console)?;
        let tree = GameTree::new(&position, depth, direction);
        let args::Effort { threads, patience } = effort;
        let task = WatchedTask::limited(format!("unperft {depth}"), patience.limits(), console);
        let counted = tree.count(threads.number(), &task);
        let counted = counted.map_err(|error| too_many(error).about(input))?;
        let tally = Tally::from(&counted);
        let stats = Stats::new(tally.counted(), task.elapsed());
        drop(task);
        tally.check_interrupt()?;
        let result = Report { tally, depth, fen: setup.to_string() };
        if console.is_json() {
            console.answer(&Answer { status: tally.status(), result, stats: Some(stats) })?;
            return Ok(tally.exit());
        }
        match in_batch {
            true => writeln!(console.out(), "{tally}  {}", result.fen)?,
            false => writeln!(console.out(), "{tally}")?,
        }
        console.remark(&remark(["way back", "ways back"], stats))?;
        Ok(tally.exit())
    })
}
