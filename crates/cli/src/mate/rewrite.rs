//! Problems of collections solved for formats that hold all their play.

use super::watch::Watch;
use crate::args::Patience;
use crate::console::{Progress, Stop};
use sole_board::Setup;
use sole_collection::{Play, solved};
use sole_mate::{Budget, Problem};

/// All play of a problem, as text and as a game.
pub(crate) fn play(
    setup: &Setup,
    problem: &Problem,
    patience: Patience,
    progress: Progress,
) -> Result<Play, Stop> {
    let watch = Watch::new(patience, progress, format!("solving {}", problem.stipulation()));
    let stop = || watch.is_to_stop();
    let nodes = patience.most_nodes();
    let play =
        solved::all_play(setup, problem, &Budget { nodes, stop: &stop, ..Budget::UNLIMITED });
    if watch.is_interrupted() { Err(Stop::Interrupted) } else { Ok(play) }
}
