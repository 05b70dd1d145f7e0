//! Game trees, forward or back, counted on many threads.
//!
//! The tree is cut into subtrees a few plies below the root. Threads take them
//! from a common queue and count them in small portions, between which a limit
//! may stop them; the sums are the same for any number of threads.

use crate::args::Effort;
use crate::complain::{Complaint, Kind};
use crate::console::Progress;
use crate::envelope::Status;
use crate::exit::Exit;
use crate::progress::Meter;
use crate::render::grouped;
use serde::Serialize;
use sole_board::{Position, Retraction};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Which way the tree grows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    /// By moves.
    Forward,
    /// By un-moves.
    Back(Retraction),
}

impl Direction {
    /// The positions one ply away, in the order of the generator.
    fn step(&self, position: &Position) -> Vec<Position> {
        match self {
            Direction::Forward => position.moves().into_iter().map(|m| position.after(m)).collect(),
            Direction::Back(law) => {
                position.unmoves(law).iter().map(|unmove| position.before(unmove)).collect()
            }
        }
    }

    fn count(&self, position: &Position, plies: u32) -> u64 {
        match self {
            Direction::Forward => position.perft(plies),
            Direction::Back(law) => position.unperft(plies, law),
        }
    }
}

/// A tree cut into subtrees that can be counted apart.
pub(crate) struct Tree {
    direction: Direction,
    depth: u32,
    branches: usize,
    subtrees: Vec<Subtree>,
    /// The depth of each subtree.
    plies: u32,
    /// The share of the tree that ended before the subtrees begin.
    ended: f64,
}

/// A position of the tree, and from which branch of the root it grows.
#[derive(Clone, Copy)]
struct Subtree {
    branch: usize,
    position: Position,
    /// Its share of the tree, as if all branches of a position were alike.
    share: f64,
}

/// What was counted.
#[derive(Debug)]
pub(crate) struct Counted {
    /// All paths from the root.
    pub(crate) tally: Tally,
    /// The paths of each branch of the root, in the order of the generator.
    pub(crate) branches: Vec<u64>,
    /// How long it took.
    pub(crate) elapsed: Duration,
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

impl Tally {
    /// How many were counted.
    pub(crate) fn counted(self) -> u64 {
        match self {
            Tally::Nodes(nodes) | Tally::Counted(nodes) => nodes,
        }
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

impl Tree {
    /// Enough subtrees to keep many threads busy to the end.
    const ENOUGH: usize = 400;
    /// Smaller subtrees are not worth the queue.
    const LEAST_PLIES: u32 = 3;

    /// The tree of all paths of exactly `depth` plies.
    pub(crate) fn new(position: &Position, depth: u32, direction: Direction) -> Tree {
        let first = if depth > 0 { direction.step(position) } else { Vec::new() };
        let (branches, share) = (first.len(), 1.0 / first.len() as f64);
        let subtree = |(branch, position)| Subtree { branch, position, share };
        let subtrees: Vec<Subtree> = first.into_iter().enumerate().map(subtree).collect();
        let ended = if subtrees.is_empty() { 1.0 } else { 0.0 };
        let plies = depth.saturating_sub(1);
        let mut tree = Tree { direction, depth, branches, subtrees, plies, ended };
        while tree.plies > Tree::LEAST_PLIES && (1..Tree::ENOUGH).contains(&tree.subtrees.len()) {
            tree.split();
        }
        tree
    }

    /// Cuts one ply further from the root.
    fn split(&mut self) {
        self.plies -= 1;
        for Subtree { branch, position, share } in std::mem::take(&mut self.subtrees) {
            let next = self.direction.step(&position);
            let each = share / next.len() as f64;
            self.ended += if next.is_empty() { share } else { 0.0 };
            let subtree = |position| Subtree { branch, position, share: each };
            self.subtrees.extend(next.into_iter().map(subtree));
        }
    }

    /// Counts the paths, as far as `effort` allows.
    ///
    /// # Errors
    /// A complaint if 64 bits do not hold their number.
    pub(crate) fn count(
        &self,
        label: String,
        effort: Effort,
        progress: Progress,
    ) -> Result<Counted, Complaint> {
        let limit = Limit::new(effort, self.direction);
        let mut meter = Meter::new(progress, label, self.ended);
        let mut total = Some(u64::from(self.depth == 0));
        let mut branches = vec![0u64; self.branches];
        self.count_subtrees(effort.threads.number(), &limit, |part| {
            total = total.and_then(|total| total.checked_add(part.paths));
            match total {
                Some(_) => branches[part.branch] += part.paths,
                None => limit.stop(),
            }
            meter.step(part.paths, part.share);
        });
        let elapsed = meter.finish();
        let total = total.ok_or_else(|| too_many(self.depth))?;
        let tally = if limit.has_stopped() { Tally::Counted(total) } else { Tally::Nodes(total) };
        Ok(Counted { tally, branches, elapsed })
    }

    /// Reports every part that was counted to `visit`, on this thread.
    fn count_subtrees(&self, threads: NonZeroUsize, limit: &Limit, mut visit: impl FnMut(Part)) {
        let queue = AtomicUsize::new(0);
        let threads = threads.get().min(self.subtrees.len());
        if threads <= 1 || self.depth <= Tree::LEAST_PLIES {
            return self.work(&queue, limit, &mut visit);
        }
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || {
                    // The receiver lives until every sender is gone.
                    self.work(queue, limit, &mut |part| {
                        let _ = sender.send(part);
                    });
                });
            }
            drop(sender);
            receiver.into_iter().for_each(visit);
        });
    }

    /// Counts subtrees from the queue until there is none, or the limit is reached.
    fn work(&self, queue: &AtomicUsize, limit: &Limit, report: &mut dyn FnMut(Part)) {
        let next = || self.subtrees.get(queue.fetch_add(1, Ordering::Relaxed));
        let mut reported = Instant::now();
        while let Some(subtree) = next() {
            let branch = subtree.branch;
            let mut part = Part { branch, paths: 0, share: 0.0 };
            let flow = self.descend(subtree, self.plies, limit, &mut |paths, share| {
                part.paths += paths;
                part.share += share;
                if reported.elapsed() >= Part::REPORT_EVERY {
                    report(part);
                    part = Part { branch, paths: 0, share: 0.0 };
                    reported = Instant::now();
                }
            });
            report(part);
            if flow.is_break() {
                return;
            }
        }
    }

    /// Counts one subtree in portions small enough to stop between them.
    fn descend(
        &self,
        subtree: &Subtree,
        plies: u32,
        limit: &Limit,
        report: &mut impl FnMut(u64, f64),
    ) -> ControlFlow<()> {
        let &Subtree { branch, ref position, share } = subtree;
        if plies <= limit.portion {
            limit.check()?;
            let paths = self.direction.count(position, plies);
            limit.spend(paths);
            report(paths, share);
            return ControlFlow::Continue(());
        }
        let next = self.direction.step(position);
        if next.is_empty() {
            report(0, share);
        }
        let share = share / next.len() as f64;
        let subtree = |position| Subtree { branch, position, share };
        next.into_iter()
            .map(subtree)
            .try_for_each(|next| self.descend(&next, plies - 1, limit, report))
    }
}

/// Some paths of one branch of the root, and their share of the tree.
#[derive(Clone, Copy)]
struct Part {
    branch: usize,
    paths: u64,
    share: f64,
}

impl Part {
    /// How long a thread may count in silence.
    const REPORT_EVERY: Duration = Duration::from_millis(50);
}

/// When to stop, whichever comes first.
struct Limit {
    nodes: u64,
    deadline: Option<Instant>,
    spent: AtomicU64,
    stopped: AtomicBool,
    /// The plies that are counted between two looks at the limit.
    portion: u32,
}

impl Limit {
    /// A smaller allowance is spent in smaller portions.
    const SMALL: u64 = 10_000_000;

    fn new(effort: Effort, direction: Direction) -> Limit {
        let nodes = effort.patience.most_nodes();
        let portion = match direction {
            Direction::Forward if nodes >= Limit::SMALL => 4,
            Direction::Back(_) if nodes < Limit::SMALL => 1,
            _ => 2,
        };
        let deadline = effort.patience.time.and_then(|time| Instant::now().checked_add(time));
        let (spent, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        Limit { nodes, deadline, spent, stopped, portion }
    }

    fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether something was left uncounted.
    fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Breaks if no more may be counted.
    fn check(&self) -> ControlFlow<()> {
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.has_stopped() || self.spent.load(Ordering::Relaxed) >= self.nodes || is_late() {
            self.stop();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

fn too_many(depth: u32) -> Complaint {
    let most = grouped(u64::MAX);
    Complaint::new(Kind::TooMany, format!("there are more than {most} ways of {depth} plies"))
        .helped("ask for fewer plies")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Patience, Threads};
    use sole_board::Setup;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const FEW_MEN: &str = "7k/8/8/8/8/8/8/K6R b - - 0 1";

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let back = Direction::Back(Retraction::default());
        let cases = [
            (KIWIPETE, Direction::Forward, 4),
            (FEW_MEN, Direction::Forward, 6),
            (FEW_MEN, back, 2),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Direction::Forward, 6),
        ];
        for (fen, direction, deepest) in cases {
            let setup: Setup = fen.parse().expect("a FEN");
            let position = Position::try_from(setup).expect("playable");
            for depth in 0..=deepest {
                let expected = direction.count(&position, depth);
                for threads in [1, 2, 3, 8] {
                    let threads = NonZeroUsize::new(threads).expect("not zero");
                    let tree = Tree::new(&position, depth, direction);
                    let effort = Effort { threads: threads.into(), patience: Patience::ENDLESS };
                    let counted = tree.count(String::new(), effort, Progress::Hidden);
                    let counted = counted.expect("few enough");
                    let expected = Tally::Nodes(expected);
                    assert_eq!(counted.tally, expected, "{fen} {depth} plies, {threads} threads");
                    let sum: u64 = counted.branches.iter().sum();
                    assert_eq!(sum, if depth == 0 { 0 } else { expected.counted() });
                }
            }
        }
    }

    #[test]
    fn shares_add_up_to_the_whole_tree() {
        for (fen, depth) in [(KIWIPETE, 3), (FEW_MEN, 7), ("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", 6)] {
            let position = Position::try_from(fen.parse::<Setup>().expect("a FEN"));
            let tree = Tree::new(&position.expect("playable"), depth, Direction::Forward);
            let effort = Effort { threads: Threads::ONE, patience: Patience::ENDLESS };
            let limit = Limit::new(effort, Direction::Forward);
            let mut sum = tree.ended;
            tree.count_subtrees(effort.threads.number(), &limit, |part| sum += part.share);
            assert!((sum - 1.0).abs() < 1e-9, "{fen}: {sum}");
        }
    }

    #[test]
    fn limits_leave_the_count_open() {
        let start = Position::initial();
        let law = Retraction::default();
        let few = Position::try_from(FEW_MEN.parse::<Setup>().expect("a FEN")).expect("playable");
        let (nodes, time) = (Some(1000), Some(Duration::from_nanos(1)));
        for (position, direction, depth) in [
            (&start, Direction::Forward, 4),
            (&start, Direction::Forward, 64),
            (&few, Direction::Back(law), 9),
        ] {
            let tree = Tree::new(position, depth, direction);
            for (threads, nodes, time) in [(1, nodes, None), (3, nodes, None), (1, None, time)] {
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let effort = Effort { threads: threads.into(), patience: Patience { nodes, time } };
                let counted = tree.count(String::new(), effort, Progress::Hidden).expect("few");
                assert_eq!(counted.tally.exit(), Exit::Open, "{depth} {effort:?}");
                let sum: u64 = counted.branches.iter().sum();
                assert_eq!(counted.tally.counted(), sum, "{depth} {effort:?}");
                assert!(nodes.is_none_or(|nodes| (nodes..100 * nodes).contains(&sum)), "{sum}");
            }
        }
        let effort =
            Effort { threads: Threads::ONE, patience: Patience { nodes: Some(8902), time: None } };
        let counted =
            Tree::new(&start, 3, Direction::Forward).count(String::new(), effort, Progress::Hidden);
        assert_eq!(counted.expect("few").tally, Tally::Nodes(8902), "all were counted");
    }

    #[test]
    fn sums_beyond_64_bits_are_left_open() {
        assert_eq!(too_many(30).exit(), Exit::Open);
    }
}
