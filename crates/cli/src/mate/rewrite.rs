//! Problems of collections solved for formats that hold all their play.

use crate::args::Patience;
use crate::console::{Console, Stop};
use crate::watched::WatchedTask;
use sole_board::Setup;
use sole_collection::{Play, solved};
use sole_mate::{Budget, Problem};

/// All play of a problem, as text and as a game.
pub(crate) fn play(
    setup: &Setup,
    problem: &Problem,
    patience: Patience,
    console: &Console,
) -> Result<Play, Stop> {
    let label = format!("solving {}", problem.stipulation());
    let task = WatchedTask::limited(label, patience.limits(), console);
    let play = solved::all_play(setup, problem, &Budget::of(&task));
    if task.is_cancelled() { Err(Stop::Interrupted) } else { Ok(play) }
}
