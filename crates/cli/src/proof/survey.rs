//! What going through all games of a length brings, within the limits of the command line.

use super::cost;
use super::text;
use crate::args::proof::{Method, ProofSurvey};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::data;
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input;
use crate::render::size;
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::Position;
use sole_proof::PlySet;
use sole_proof::enumeration::{
    self, Enumerated, Enumeration, EnumerationError, Resources, ScratchOptions,
};
use sole_proof::sweep::{AdvanceError, Finds, ScratchError};
use sole_puzzle::task::Limits;
use std::path::PathBuf;

/// What came of being asked to.
pub(super) enum Outcome {
    /// All games were gone through, or as many as there was time for.
    Surveyed(Enumerated, Stats),
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
    pub(super) finds: Finds,
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
    let &Quest { start, plies, wanted, name, .. } = quest;
    match quest.method {
        Method::Sweep => {
            let plan = cost::plan(flags, plies, quest.finds);
            if let Some(exit) = cost::settle(flags, start, &plan, console)? {
                return Ok(Outcome::Over(exit));
            }
        }
        _ if flags.dry_run => return Err(cost::unknown_cost().into()),
        _ => {}
    }
    let method = match (quest.method, quest.earlier) {
        (Method::Sweep, _) => enumeration::Method::Sweep,
        (Method::Prefix, _) => enumeration::Method::Prefix,
        (Method::Counting, Some(earlier)) => enumeration::Method::Counting { earlier },
        (Method::Counting, None) => return Err(not_counted().into()),
    };
    let enumeration = Enumeration { start: *start, plies, method, wanted, name };
    let survey = Survey::new(flags, start, plies, console);
    let (enumerated, cost) = survey.run(|resources| enumeration.run(resources))?;
    Ok(Outcome::Surveyed(enumerated.map_err(|error| failed(&error))?, cost))
}

/// What is said if counting is asked for what it cannot answer.
fn not_counted() -> Complaint {
    let message = "counting answers for one N and K, not for all".to_owned();
    Complaint::new(Kind::Usage, message).helped("try sole proof gen N K --method counting")
}

/// Work on all games of a length within the limits of the command line.
pub(super) struct Survey<'a> {
    flags: &'a ProofSurvey,
    start: &'a Position,
    task: WatchedTask,
}

impl<'a> Survey<'a> {
    /// The clock starts now.
    pub(super) fn new(
        flags: &'a ProofSurvey,
        start: &'a Position,
        plies: usize,
        console: &Console,
    ) -> Survey<'a> {
        let limits = Limits { nodes: None, time: flags.time };
        Survey { flags, start, task: WatchedTask::limited(text::plies(plies), limits, console) }
    }

    /// Does the work, and says what it cost. Where no folder can be found and none is named, a
    /// sweep has to do with memory.
    pub(super) fn run<T>(self, work: impl FnOnce(&Resources<'_>) -> T) -> Result<(T, Stats), Stop> {
        let Survey { flags, start, task } = self;
        let folder = scratch_folder(flags, start);
        let (memory, writes) = (flags.memory.bytes(), cost::writes(flags));
        let scratch = folder.map(|folder| ScratchOptions { folder, memory, writes });
        let half = |memory| usize::try_from(memory / 2).unwrap_or(usize::MAX);
        let (threads, memory) = (flags.threads.get(), flags.memory.named().map(half));
        let result = work(&Resources { threads, memory, scratch, task: &task });
        let cost = Stats::new(task.nodes(), task.elapsed());
        match task.is_cancelled() {
            true => Err(interrupted(flags)),
            false => Ok((result, cost)),
        }
    }

    /// The same for a sweep; nothing if the time was up.
    pub(super) fn sweep<T>(
        self,
        work: impl FnOnce(&Resources<'_>) -> Result<T, AdvanceError>,
    ) -> Result<(Option<T>, Stats), Stop> {
        match self.run(work)? {
            (Ok(result), cost) => Ok((Some(result), cost)),
            (Err(AdvanceError::Stopped), cost) => Ok((None, cost)),
            (Err(AdvanceError::Scratch(error)), _) => Err(refused(&error).into()),
        }
    }
}

/// Where a sweep from a start puts its files, if there is such a folder.
pub(super) fn scratch_folder(flags: &ProofSurvey, start: &Position) -> Option<PathBuf> {
    let data = data::folder(flags.data_dir.as_deref()).ok()?;
    Some(data.join("proof").join(subfolder(start)))
}

/// A name for the start, for a folder.
fn subfolder(start: &Position) -> String {
    match start == &Position::initial() {
        true => "array".to_owned(),
        false => format!("{:016x}", start.key()),
    }
}

/// A stop by Ctrl-C; where no folder is named, nothing is said to be kept.
pub(super) fn interrupted(flags: &ProofSurvey) -> Stop {
    if flags.data_dir.is_some() {
        return Stop::Interrupted;
    }
    let help = "with --data-dir DIR the same command goes on after a stop";
    Complaint::new(Kind::Interrupted, "interrupted".to_owned()).helped(help).into()
}

/// Why nothing was found out.
fn failed(error: &EnumerationError) -> Complaint {
    match error {
        EnumerationError::Scratch(error) => refused(error),
        EnumerationError::Disagreement(error) => Complaint::new(Kind::Internal, error.to_string())
            .helped("this is an error in sole: please report it"),
    }
}

/// What is said of a folder that is of no use, or of too little memory.
pub(super) fn refused(error: &ScratchError) -> Complaint {
    let storage = || Complaint::new(Kind::Storage, error.to_string());
    let damaged = |help| Complaint::new(Kind::BadLog, error.to_string()).helped(help);
    match error {
        ScratchError::Memory { needs } => {
            let message = format!("{} of memory are needed at least", size(*needs));
            let least = needs.div_ceil(1 << 20);
            Complaint::new(Kind::Memory, message).helped(format!("allow it with --memory {least}M"))
        }
        error if error.is_disk_full() => storage().helped(
            "make room and give the same command again: with --data-dir it goes on where it \
             stopped; or name a folder on another disk with --data-dir",
        ),
        ScratchError::NoRoom { path, need, free } => {
            let (need, free, path) = (size(*need), size(*free), path.display());
            let message = format!("about {need} are needed in {path}, {free} are free");
            Complaint::new(Kind::Storage, message).helped(
                "make room, name a folder on another disk with --data-dir, or ask for fewer plies",
            )
        }
        ScratchError::Damaged { path } => damaged(format!(
            "remove {} and run the same command again, which computes it again",
            path.display()
        )),
        ScratchError::Contradiction { path } => {
            damaged(format!("remove the folder {} and start again", path.display()))
        }
        ScratchError::Io(_) => storage().helped("name another folder with --data-dir"),
        ScratchError::Busy { .. } => {
            storage().helped("wait until it is done, or name another folder with --data-dir")
        }
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
