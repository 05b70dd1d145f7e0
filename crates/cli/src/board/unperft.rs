//! `sole board unperft`: the number of ways back of a given length.

use crate::args;
use crate::board::unmoves;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::perft::remark;
use crate::tree::{Direction, Tree};
use serde::Serialize;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    nodes: u64,
    depth: u32,
    fen: String,
}

/// Runs the command.
pub(crate) fn run(flags: args::Unperft, console: &mut Console) -> Result<Exit, Stop> {
    let args::Unperft { depth, position, law, threads } = flags;
    let positions = Positions::try_from(position)?;
    let direction = Direction::Back(unmoves::law(&law, positions.waived));
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let Playable { setup, position } = input.position(positions.waived)?;
        let tree = Tree::new(&position, depth, direction);
        let counted = tree.count(format!("unperft {depth}"), threads, console.progress());
        let counted = counted.map_err(|complaint| complaint.about(input))?;
        let stats = Stats::new(counted.total, counted.elapsed);
        let result = Report { nodes: counted.total, depth, fen: setup.to_string() };
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result, stats: Some(stats) })?;
            return Ok(Exit::Yes);
        }
        match in_batch {
            true => writeln!(console.out(), "{}  {}", result.nodes, result.fen)?,
            false => writeln!(console.out(), "{}", result.nodes)?,
        }
        console.remark(&remark("ways back", stats))?;
        Ok(Exit::Yes)
    })
}
