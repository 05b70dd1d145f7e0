//! `sole perft`: the number of games of a given length.
//!
//! The tree is cut into subtrees a few plies below the root. Threads take them
//! from a common queue; the sum is the same for any number of threads.

use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Progress, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{Input, Playable, Positions};
use crate::notation::Names;
use crate::progress::Meter;
use crate::render::grouped;
use serde::Serialize;
use sole_board::{Faults, Move, Position};
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
struct Job {
    depth: u32,
    detail: Detail,
    threads: NonZeroUsize,
    waived: Faults,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Total,
    Divide,
}

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    nodes: u64,
    depth: u32,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
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
    let args::Perft { depth, position, divide, threads } = flags;
    let positions = Positions::from(position);
    let detail = if divide { Detail::Divide } else { Detail::Total };
    let job = Job { depth, detail, threads, waived: positions.waived };
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let (report, stats) = count(job, input, console.progress())?;
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result: report, stats: Some(stats) })?;
            return Ok(Exit::Yes);
        }
        write_report(&report, in_batch, console)?;
        console.remark(&remark(stats))?;
        Ok(Exit::Yes)
    })
}

fn write_report(report: &Report, in_batch: bool, console: &mut Console) -> io::Result<()> {
    for Branch { names, nodes } in report.divide.iter().flatten() {
        writeln!(console.out(), "{}: {nodes}", names.uci)?;
    }
    if report.divide.as_ref().is_some_and(|branches| !branches.is_empty()) {
        writeln!(console.out())?;
    }
    match in_batch {
        true => writeln!(console.out(), "{}  {}", report.nodes, report.fen),
        false => writeln!(console.out(), "{}", report.nodes),
    }
}

fn remark(Stats { nodes, seconds }: Stats) -> String {
    let speed = nodes as f64 / seconds.max(1e-6) / 1e6;
    format!("{} games in {seconds:.2} s, {speed:.0} million a second", grouped(nodes))
}

/// Counts the games from one input.
fn count(job: Job, input: &Input, progress: Progress) -> Result<(Report, Stats), Complaint> {
    let Playable { setup, position } = input.position(job.waived)?;
    let (branches, elapsed) = Tree::new(&position, job.depth).count(job.threads, progress);
    let total = match job.depth {
        0 => Some(1),
        _ => branches.iter().try_fold(0u64, |sum, &(_, nodes)| sum.checked_add(nodes?)),
    };
    let Some(nodes) = total else { return Err(too_many(job.depth).about(input)) };
    let divide = (job.detail == Detail::Divide).then(|| named(&position, &branches));
    let report = Report { nodes, depth: job.depth, fen: setup.to_string(), divide };
    Ok((report, Stats::new(nodes, elapsed)))
}

fn too_many(depth: u32) -> Complaint {
    let most = grouped(u64::MAX);
    Complaint::new(Kind::TooMany, format!("there are more than {most} games of {depth} plies"))
        .helped("ask for fewer plies")
}

fn named(position: &Position, branches: &[(Move, Option<u64>)]) -> Vec<Branch> {
    let name = |&(m, nodes): &(Move, Option<u64>)| {
        nodes.map(|nodes| Branch { names: Names::of(position, m), nodes })
    };
    let mut named: Vec<Branch> = branches.iter().filter_map(name).collect();
    named.sort_by(|a, b| a.names.uci.cmp(&b.names.uci));
    named
}

/// A game tree cut into subtrees that can be counted apart.
struct Tree {
    label: String,
    roots: Vec<Move>,
    subtrees: Vec<Subtree>,
    /// The depth of each subtree.
    plies: u32,
}

/// A position of the tree, below the first move with this index.
#[derive(Clone, Copy)]
struct Subtree {
    root: usize,
    position: Position,
}

impl Tree {
    /// Enough subtrees to keep many threads busy to the end.
    const ENOUGH: usize = 1000;
    /// Smaller subtrees are not worth the queue.
    const LEAST_PLIES: u32 = 3;

    fn new(position: &Position, depth: u32) -> Tree {
        let label = format!("perft {depth}");
        let (mut roots, mut subtrees) = (Vec::new(), Vec::new());
        if depth > 0 {
            position.for_each_child(|m, &position| {
                subtrees.push(Subtree { root: roots.len(), position });
                roots.push(m);
            });
        }
        let mut plies = depth.saturating_sub(1);
        while plies > Tree::LEAST_PLIES && (1..Tree::ENOUGH).contains(&subtrees.len()) {
            subtrees = subtrees.iter().flat_map(Subtree::children).collect();
            plies -= 1;
        }
        Tree { label, roots, subtrees, plies }
    }

    /// The games after each first move, `None` if 64 bits do not hold them.
    fn count(
        &self,
        threads: NonZeroUsize,
        progress: Progress,
    ) -> (Vec<(Move, Option<u64>)>, Duration) {
        let mut meter = Meter::new(progress, self.label.clone(), self.subtrees.len());
        let mut branches: Vec<(Move, Option<u64>)> =
            self.roots.iter().map(|&m| (m, Some(0))).collect();
        self.count_subtrees(threads, |event| match event {
            None => meter.tick(),
            Some((root, nodes)) => {
                let sum = &mut branches[root].1;
                *sum = sum.and_then(|sum| sum.checked_add(nodes));
                meter.step(nodes);
            }
        });
        (branches, meter.finish())
    }

    /// Reports the nodes of each subtree to `visit`, and `None` now and then
    /// while there is nothing to report.
    fn count_subtrees(&self, threads: NonZeroUsize, mut visit: impl FnMut(Option<(usize, u64)>)) {
        let queue = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.get().min(self.subtrees.len()) {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || {
                    let next = || self.subtrees.get(queue.fetch_add(1, Ordering::Relaxed));
                    while let Some(&Subtree { root, ref position }) = next() {
                        if sender.send((root, position.perft(self.plies))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(Duration::from_millis(100)) {
                    Ok(counted) => visit(Some(counted)),
                    Err(RecvTimeoutError::Timeout) => visit(None),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
    }
}

impl Subtree {
    fn children(&self) -> Vec<Subtree> {
        let mut children = Vec::new();
        let root = self.root;
        self.position.for_each_child(|_, &position| children.push(Subtree { root, position }));
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn job(depth: u32, threads: usize) -> Job {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        Job { depth, detail: Detail::Divide, threads, waived: Faults::NONE }
    }

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let input = Input::argument(KIWIPETE);
        let position = input.position(Faults::NONE).expect("playable").position;
        for depth in 0..=4 {
            let expected = position.perft(depth);
            for threads in [1, 2, 3, 8] {
                let (report, stats) =
                    count(job(depth, threads), &input, Progress::Hidden).expect("counted");
                assert_eq!(report.nodes, expected, "depth {depth}, {threads} threads");
                assert_eq!(stats.nodes, expected);
                let branches = report.divide.expect("asked for");
                let sum: u64 = branches.iter().map(|branch| branch.nodes).sum();
                assert_eq!(sum, if depth == 0 { 0 } else { expected });
            }
        }
    }

    #[test]
    fn long_games_of_few_moves_are_counted() {
        let input = Input::argument("7k/8/8/8/8/8/8/K7 b - - 0 1");
        let position = input.position(Faults::NONE).expect("playable").position;
        let (report, _) = count(job(7, 2), &input, Progress::Hidden).expect("counted");
        assert_eq!(report.nodes, position.perft(7));
    }

    #[test]
    fn mated_positions_have_no_games() {
        let input = Input::argument("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
        for (depth, expected) in [(0, 1), (1, 0), (6, 0)] {
            let (report, _) = count(job(depth, 2), &input, Progress::Hidden).expect("counted");
            assert_eq!(report.nodes, expected, "depth {depth}");
        }
    }

    #[test]
    fn sums_beyond_64_bits_are_refused() {
        let complaint = too_many(30);
        assert_eq!(complaint.exit(), Exit::Open);
    }
}
