//! `sole perft`: the number of games of a given length.

use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::interrupt;
use crate::notation::Names;
use crate::render::grouped;
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::parallel_perft::{Counted, Direction, GameTree, TooMany};
use sole_board::{Move, Position, Role, Setup};
use sole_puzzle::Task;
use std::fmt;
use std::io;
use std::time::Instant;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
struct Job {
    depth: u32,
    detail: Detail,
    rules: Rules,
    effort: args::Effort,
}

/// Which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    Legal,
    PseudoLegal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Total,
    Divide,
}

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    tally: Tally,
    depth: u32,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
}

/// How many there are, or how many there are at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tally {
    /// All were counted.
    Nodes(u64),
    /// So many were counted before a limit was reached.
    Counted(u64),
}

impl From<&Counted> for Tally {
    fn from(counted: &Counted) -> Tally {
        match counted.is_complete {
            true => Tally::Nodes(counted.paths),
            false => Tally::Counted(counted.paths),
        }
    }
}

impl Tally {
    /// How many were counted.
    pub(crate) fn counted(self) -> u64 {
        match self {
            Tally::Nodes(nodes) | Tally::Counted(nodes) => nodes,
        }
    }

    /// Ends the command if Ctrl-C ended the count, which no limit did then.
    pub(crate) fn check_interrupt(self) -> Result<(), Stop> {
        let is_cut = matches!(self, Tally::Counted(_)) && interrupt::cancellation().is_cancelled();
        if is_cut { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// What the number claims.
    pub(crate) fn status(self) -> Status {
        match self {
            Tally::Nodes(_) => Status::Ok,
            Tally::Counted(_) => Status::Open,
        }
    }

    /// The exit code that goes with it.
    pub(crate) fn exit(self) -> Exit {
        match self {
            Tally::Nodes(_) => Exit::Yes,
            Tally::Counted(_) => Exit::Open,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tally::Nodes(nodes) => write!(f, "{nodes}"),
            Tally::Counted(nodes) => write!(f, "at least {nodes}, not decided: limit reached"),
        }
    }
}

/// A first move and the games that begin with it.
#[derive(Debug, Serialize)]
struct Branch {
    #[serde(flatten)]
    names: Names,
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(flags: args::Perft, console: &mut Console) -> Result<Exit, Stop> {
    let args::Perft { depth, position, divide, pseudo, effort } = flags;
    let positions = Positions::try_from(position)?;
    let detail = if divide { Detail::Divide } else { Detail::Total };
    let rules = if pseudo { Rules::PseudoLegal } else { Rules::Legal };
    let job = Job { depth, detail, rules, effort };
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let playable = positions.position(input, console)?;
        let counted = count(job, &playable, console);
        let (report, stats) = counted.map_err(|complaint| complaint.about(input))?;
        let tally = report.tally;
        tally.check_interrupt()?;
        if console.is_json() {
            let status = tally.status();
            console.answer(&Answer { status, result: report, stats: Some(stats) })?;
            return Ok(tally.exit());
        }
        write_report(&report, in_batch, console)?;
        console.remark(&remark(["game", "games"], stats))?;
        Ok(tally.exit())
    })
}

fn write_report(report: &Report, in_batch: bool, console: &mut Console) -> io::Result<()> {
    for Branch { names, nodes } in report.divide.iter().flatten() {
        writeln!(console.out(), "{}: {nodes}", names.uci)?;
    }
    if report.divide.is_some() && console.is_quiet() && !in_batch {
        return Ok(());
    }
    if report.divide.as_ref().is_some_and(|branches| !branches.is_empty()) {
        writeln!(console.out())?;
    }
    match in_batch {
        true => writeln!(console.out(), "{}  {}", report.tally, report.fen),
        false => writeln!(console.out(), "{}", report.tally),
    }
}

/// `4 865 609 games in 0.02 s, 250 million a second`.
pub(crate) fn remark([one, many]: [&str; 2], Stats { nodes, seconds }: Stats) -> String {
    let noun = if nodes == 1 { one } else { many };
    let speed = nodes as f64 / seconds.max(1e-6) / 1e6;
    format!("{} {noun} in {seconds:.2} s, {speed:.0} million a second", grouped(nodes))
}

/// Counts the games from one position.
fn count(job: Job, playable: &Playable, console: &Console) -> Result<(Report, Stats), Complaint> {
    if job.rules == Rules::PseudoLegal {
        return Ok(count_pseudo(job, &playable.setup, &playable.position));
    }
    let limits = job.effort.patience.limits();
    let task = WatchedTask::limited(format!("perft {}", job.depth), limits, console);
    count_legal(job, playable, &task)
}

fn count_legal(
    job: Job,
    Playable { setup, position }: &Playable,
    task: &Task,
) -> Result<(Report, Stats), Complaint> {
    let tree = GameTree::new(position, job.depth, Direction::Forward);
    let counted = tree.count(job.effort.threads.number(), task).map_err(too_many)?;
    let tally = Tally::from(&counted);
    let wanted = job.detail == Detail::Divide && tally.status() == Status::Ok;
    let divide = wanted.then(|| named(position, &counted.branches));
    let report = Report { tally, depth: job.depth, fen: setup.to_string(), divide };
    Ok((report, Stats::new(tally.counted(), task.elapsed())))
}

/// What is said of more paths than can be counted.
pub(crate) fn too_many(TooMany { depth }: TooMany) -> Complaint {
    let most = grouped(u64::MAX);
    Complaint::new(Kind::TooMany, format!("there are more than {most} ways of {depth} plies"))
        .helped("ask for fewer plies")
}

/// Counts sequences of pseudo-legal moves; only legal ones have a name in algebraic notation.
fn count_pseudo(job: Job, setup: &Setup, position: &Position) -> (Report, Stats) {
    let begin = Instant::now();
    let nodes = position.pseudo_perft(job.depth);
    let branch = |m: Move| {
        let ends = job.depth > 1 && position.captured(m) == Some(Role::King);
        let nodes = if ends { 0 } else { position.after(m).pseudo_perft(job.depth - 1) };
        let names = match position.is_legal(m) {
            true => Names::of(position, m),
            false => Names { uci: m.to_string(), san: String::new() },
        };
        Branch { names, nodes }
    };
    let wanted = job.detail == Detail::Divide && job.depth > 0;
    let divide = wanted.then(|| {
        let mut branches: Vec<Branch> =
            position.pseudo_legal_moves().into_iter().map(branch).collect();
        branches.sort_by(|a, b| a.names.uci.cmp(&b.names.uci));
        branches
    });
    let (tally, fen) = (Tally::Nodes(nodes), setup.to_string());
    let report = Report { tally, depth: job.depth, fen, divide };
    (report, Stats::new(nodes, begin.elapsed()))
}

/// The branches with their first moves, in the order of their squares.
fn named(position: &Position, branches: &[u64]) -> Vec<Branch> {
    let branch = |(m, &nodes)| Branch { names: Names::of(position, m), nodes };
    let mut named: Vec<Branch> = position.moves().into_iter().zip(branches).map(branch).collect();
    named.sort_by(|a, b| a.names.uci.cmp(&b.names.uci));
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use sole_board::Faults;

    #[test]
    fn remarks_have_their_noun() {
        let stats = |nodes| Stats { nodes, seconds: 1.0 };
        let nouns = ["game", "games"];
        assert_eq!(remark(nouns, stats(1)), "1 game in 1.00 s, 0 million a second");
        assert!(remark(nouns, stats(4_865_609)).starts_with("4 865 609 games in "));
    }

    #[test]
    fn sums_beyond_64_bits_are_left_open() {
        assert_eq!(too_many(TooMany { depth: 30 }).exit(), Exit::Open);
    }

    #[test]
    fn branches_belong_to_their_moves() {
        let input =
            Input::argument("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let playable = input.position(Faults::NONE).expect("playable");
        let effort =
            args::Effort { threads: args::Threads::ONE, patience: args::Patience::ENDLESS };
        let job = Job { depth: 3, detail: Detail::Divide, rules: Rules::Legal, effort };
        let (report, _) = count_legal(job, &playable, &Task::unlimited()).expect("counted");
        let branches = report.divide.expect("asked for");
        assert_eq!(branches.len(), 48);
        for Branch { names, nodes } in branches {
            let m = playable.position.parse_uci(&names.uci).expect("a legal move");
            assert_eq!(playable.position.after(m).perft(2), nodes, "{}", names.uci);
        }
        assert_eq!(report.tally, Tally::Nodes(97_862));
    }
}
