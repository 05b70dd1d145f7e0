//! What going through all games of a length brings: counts, and diagrams with their games.

use super::cost;
use super::watched::{Trouble, Watched, refused};
use crate::args::proof::{Method, ProofSurvey};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input;
use serde::Serialize;
use sole_board::{Diagram, Move, Position};
use sole_proof::prefix;
use sole_proof::sweep::{self, PlyCounts, ScratchError, Sweep, Tracer};
use sole_proof::{PlySet, Unique};

/// What came of going through all games.
pub(super) struct Survey {
    /// The counts of each ply from the first.
    pub(super) plies: Vec<Counts>,
    /// Missing if the time was up before the last ply.
    finds: Option<Finds>,
    pub(super) cost: Stats,
}

/// What there is after a ply.
pub(super) struct Counts {
    pub(super) unique: Unique,
    /// Positions that one game leads to; counting does not see them.
    pub(super) unique_positions: Option<u64>,
    /// What only a sweep counts.
    pub(super) all: Option<Everything>,
}

/// What there is whether or not one game alone leads to it.
#[derive(Clone, Copy)]
pub(super) struct Everything {
    pub(super) positions: u64,
    pub(super) diagrams: u64,
    pub(super) new_diagrams: u64,
}

/// The diagrams of the last ply that were asked for.
pub(super) enum Finds {
    Swept(Box<Sweep>, Vec<sweep::Find>),
    Listed(Vec<prefix::Find>),
}

/// A diagram with the one game that leads to it.
pub(super) struct Found {
    pub(super) diagram: Diagram,
    pub(super) game: Vec<Move>,
    /// The earlier plies at which it can be reached, too.
    pub(super) earlier: PlySet,
}

/// What came of being asked to.
pub(super) enum Outcome {
    /// All games were gone through, or as many as there was time for.
    Surveyed(Survey),
    /// Only the cost was asked for, or it was too high.
    Over(Exit),
}

/// What is looked for in the last ply.
pub(super) struct Quest<'a> {
    pub(super) start: &'a Position,
    /// The length of the one game.
    pub(super) plies: usize,
    /// The earlier ply at which diagrams can be reached; counting needs one.
    pub(super) earlier: Option<usize>,
    pub(super) method: Method,
    /// Which diagrams, by the earlier plies at which they can be reached, too.
    pub(super) wanted: &'a (dyn Fn(PlySet) -> bool + Sync),
    /// Whether that is most of them.
    pub(super) finds: sweep::Finds,
    /// A short name of these.
    pub(super) name: &'a str,
}

/// The position where games start.
pub(super) fn start(flags: &ProofSurvey, console: &mut Console) -> Result<Position, Stop> {
    input::start(flags.from.as_deref(), console)
}

/// Goes through all games and lists what is looked for.
pub(super) fn run(
    flags: &ProofSurvey,
    quest: &Quest<'_>,
    console: &mut Console,
) -> Result<Outcome, Stop> {
    let start = quest.start;
    let plan = cost::plan(flags, quest.plies, quest.finds);
    match quest.method {
        Method::Sweep => {
            if let Some(exit) = cost::settle(flags, start, &plan, console)? {
                return Ok(Outcome::Over(exit));
            }
        }
        _ if flags.dry_run => return Err(cost::unknown_cost().into()),
        _ => {}
    }
    let watched = Watched::new(flags, quest.plies, console);
    let mut plies = Vec::new();
    let finds = match (quest.method, quest.earlier) {
        (Method::Sweep, _) => {
            watched.go_on_from_all(start, quest, &mut plies).map_err(Trouble::from)
        }
        (Method::Prefix, _) => {
            watched.go_on_from_unique(start, quest, &mut plies).map_err(Trouble::from)
        }
        (Method::Counting, Some(earlier)) => watched.count(start, earlier, quest, &mut plies),
        (Method::Counting, None) => return Err(not_counted().into()),
    };
    let (finds, cost) = watched.finish(finds)?;
    Ok(Outcome::Surveyed(Survey { plies, finds, cost }))
}

/// What is said if counting is asked for what it cannot answer.
fn not_counted() -> Complaint {
    let message = "counting answers for one N and K, not for all".to_owned();
    Complaint::new(Kind::Usage, message).helped("try sole proof gen N K --method counting")
}

impl Survey {
    /// Whether the last ply that was asked for was worked out.
    pub(super) fn is_complete(&self) -> bool {
        self.finds.is_some()
    }

    /// The diagrams that were looked for, with their games, the rarest first; only those with
    /// a delay of their own against a shorter way, if one is given.
    pub(super) fn found(&self, primitive_against: Option<usize>) -> Result<Vec<Found>, Complaint> {
        let mut found = match &self.finds {
            Some(Finds::Swept(sweep, finds)) => {
                of_sweep(sweep, finds, primitive_against).map_err(|error| refused(&error))?
            }
            Some(Finds::Listed(finds)) => of_list(finds, primitive_against),
            None => Vec::new(),
        };
        if let Some(last) = self.plies.last() {
            found.sort_by_key(|found| (last.unique.reached_in(found.earlier), found.earlier));
        }
        Ok(found)
    }

    /// Removes what was written down on the way.
    pub(super) fn clean_up(self) -> Result<(), Stop> {
        match self.finds {
            Some(Finds::Swept(sweep, _)) => {
                Ok(sweep.clean_up().map_err(|error| refused(&error))?)
            }
            _ => Ok(()),
        }
    }
}

fn of_sweep(
    sweep: &Sweep,
    finds: &[sweep::Find],
    against: Option<usize>,
) -> Result<Vec<Found>, ScratchError> {
    let tracer = Tracer::new(sweep);
    let mut found = Vec::new();
    for find in finds {
        if against.map_or(Ok(true), |shortcut| tracer.is_primitive(find, shortcut))? {
            let (diagram, game) = (tracer.diagram(find), tracer.game(find)?);
            found.push(Found { diagram, game, earlier: find.earlier });
        }
    }
    Ok(found)
}

fn of_list(finds: &[prefix::Find], against: Option<usize>) -> Vec<Found> {
    let is_own =
        |find: &&prefix::Find| against.is_none_or(|shortcut| !find.inherited.contains(shortcut));
    let found = finds.iter().filter(is_own).map(|find| Found {
        diagram: find.diagram,
        game: find.game.clone(),
        earlier: find.earlier,
    });
    found.collect()
}

impl From<PlyCounts> for Counts {
    fn from(counts: PlyCounts) -> Counts {
        let PlyCounts { positions, unique_positions, diagrams, new_diagrams, unique } = counts;
        let all = Some(Everything { positions, diagrams, new_diagrams });
        Counts { unique, unique_positions: Some(unique_positions), all }
    }
}

impl From<prefix::Tally> for Counts {
    fn from(tally: prefix::Tally) -> Counts {
        let prefix::Tally { unique_positions, unique, .. } = tally;
        Counts { unique, unique_positions: Some(unique_positions), all: None }
    }
}

/// What scripts see if the time was up before there was an answer.
#[derive(Debug, Serialize)]
struct Undecided {
    plies: usize,
}

/// Says that the time was up before there was an answer.
pub(super) fn undecided(plies: usize, cost: Stats, console: &mut Console) -> Result<Exit, Stop> {
    if console.is_json() {
        let result = Undecided { plies };
        console.answer(&Answer { status: Status::Open, result, stats: Some(cost) })?;
    } else {
        console.notes().say("the time is up: not decided; try fewer plies or more time");
    }
    Ok(Exit::Open)
}
