//! Perft and un-perft on many threads, as a [`Task`] that can be limited, watched and cancelled.
//!
//! The tree of games is cut into subtrees a few plies below the root. Threads count them in small
//! portions, between which the task may end them; the sums are the same for any number of threads.
//!
//! ```
//! use sole_board::Position;
//! use sole_board::parallel_perft::{Direction, GameTree};
//! use sole_puzzle::Task;
//! use std::num::NonZeroUsize;
//!
//! let tree = GameTree::new(&Position::initial(), 4, Direction::Forward);
//! let counted = tree.count(NonZeroUsize::MIN, &Task::unlimited())?;
//! assert_eq!(counted.paths, 197_281);
//! assert!(counted.is_complete);
//! # Ok::<(), sole_board::parallel_perft::TooMany>(())
//! ```

use crate::{Position, Retraction};
use sole_puzzle::{Task, parallel};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which way the tree grows.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
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
#[derive(Clone, Debug)]
pub struct GameTree {
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
#[derive(Clone, Copy, Debug)]
struct Subtree {
    branch: usize,
    position: Position,
    /// Its share of the tree, as if all branches of a position were alike.
    share: f64,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The paths from the root that were counted.
    pub paths: u64,
    /// Whether these are all; otherwise the task ended first.
    pub is_complete: bool,
    /// The paths of each branch of the root, in the order of the generator.
    pub branches: Vec<u64>,
}

/// There are more paths than 64 bits can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// The length of the paths.
    pub depth: u32,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are more than {} ways of {} plies", u64::MAX, self.depth)
    }
}

impl std::error::Error for TooMany {}

impl GameTree {
    /// Enough subtrees to keep many threads busy to the end.
    const ENOUGH: usize = 400;
    /// Smaller subtrees are not worth a thread.
    const LEAST_PLIES: u32 = 3;
    /// The whole tree, in the unit in which the task is told.
    const WHOLE: f64 = (1_u64 << 50) as f64;

    /// The tree of all paths of exactly `depth` plies.
    pub fn new(position: &Position, depth: u32, direction: Direction) -> GameTree {
        let first = if depth > 0 { direction.step(position) } else { Vec::new() };
        let (branches, share) = (first.len(), 1.0 / first.len() as f64);
        let subtree = |(branch, position)| Subtree { branch, position, share };
        let subtrees: Vec<Subtree> = first.into_iter().enumerate().map(subtree).collect();
        let ended = if subtrees.is_empty() { 1.0 } else { 0.0 };
        let plies = depth.saturating_sub(1);
        let mut tree = GameTree { direction, depth, branches, subtrees, plies, ended };
        while tree.plies > Self::LEAST_PLIES && (1..Self::ENOUGH).contains(&tree.subtrees.len()) {
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

    /// Counts the paths, as far as the task allows; its nodes are the paths.
    ///
    /// # Errors
    /// 64 bits do not hold their number.
    pub fn count(&self, threads: NonZeroUsize, task: &Task) -> Result<Counted, TooMany> {
        task.set_total(GameTree::WHOLE as u64);
        task.advance((self.ended * GameTree::WHOLE) as u64);
        let counter = Counter::new(self.direction, task);
        let threads = if self.depth <= Self::LEAST_PLIES { NonZeroUsize::MIN } else { threads };
        let work = |(): &mut (), subtree: &Subtree| {
            let paths = counter.subtree(subtree, self.plies);
            (subtree.branch, paths)
        };
        let mut paths = u64::from(self.depth == 0);
        let mut branches = vec![0_u64; self.branches];
        let sum = parallel::for_each(
            &self.subtrees,
            threads,
            || (),
            work,
            |(branch, more)| {
                let sum = more.and_then(|more| Some((paths.checked_add(more)?, more)));
                let Some((sum, more)) = sum else {
                    counter.stop();
                    return Err(TooMany { depth: self.depth });
                };
                paths = sum;
                branches[branch] += more;
                Ok(())
            },
        );
        sum.map(|()| Counted { paths, is_complete: !counter.has_stopped(), branches })
    }
}

/// Counts subtrees until the task ends.
struct Counter<'a> {
    direction: Direction,
    task: &'a Task,
    /// The plies that are counted between two questions whether to stop.
    portion: u32,
    stopped: AtomicBool,
}

impl<'a> Counter<'a> {
    /// A smaller allowance is spent in smaller portions.
    const SMALL: u64 = 10_000_000;

    fn new(direction: Direction, task: &'a Task) -> Counter<'a> {
        let nodes = task.limits().nodes.unwrap_or(u64::MAX);
        let portion = match direction {
            Direction::Forward if nodes >= Counter::SMALL => 4,
            Direction::Back(_) if nodes < Counter::SMALL => 1,
            _ => 2,
        };
        Counter { direction, task, portion, stopped: AtomicBool::new(false) }
    }

    /// The paths of a subtree, as far as the task allows; `None` if 64 bits do not hold them.
    fn subtree(&self, subtree: &Subtree, plies: u32) -> Option<u64> {
        let mut sum = Some(0_u64);
        // What was counted before an end counts, too.
        let _ = self.descend(&subtree.position, plies, subtree.share, &mut |paths| {
            sum = sum.and_then(|sum| sum.checked_add(paths));
            if sum.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        sum
    }

    /// Counts one position in portions small enough to stop between them.
    fn descend(
        &self,
        position: &Position,
        plies: u32,
        share: f64,
        add: &mut impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if plies <= self.portion {
            self.check()?;
            let paths = self.direction.count(position, plies);
            self.task.add_nodes(paths);
            self.task.advance((share * GameTree::WHOLE) as u64);
            return add(paths);
        }
        let next = self.direction.step(position);
        if next.is_empty() {
            self.task.advance((share * GameTree::WHOLE) as u64);
        }
        let share = share / next.len() as f64;
        next.iter().try_for_each(|next| self.descend(next, plies - 1, share, add))
    }

    /// Breaks if no more may be counted.
    fn check(&self) -> ControlFlow<()> {
        if self.has_stopped() || self.task.should_stop() {
            self.stop();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether something was left uncounted.
    fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use sole_puzzle::task::{Cancellation, Limits};
    use std::time::Duration;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const FEW_MEN: &str = "7k/8/8/8/8/8/8/K6R b - - 0 1";

    fn position(fen: &str) -> Position {
        Position::try_from(fen.parse::<Setup>().expect("a FEN")).expect("playable")
    }

    fn limited(nodes: Option<u64>, time: Option<Duration>) -> Task {
        Task::new("", Limits { nodes, time }, Cancellation::default())
    }

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
            let position = position(fen);
            for depth in 0..=deepest {
                let expected = direction.count(&position, depth);
                for threads in [1, 2, 3, 8] {
                    let threads = NonZeroUsize::new(threads).expect("not zero");
                    let task = Task::unlimited();
                    let counted = GameTree::new(&position, depth, direction).count(threads, &task);
                    let counted = counted.expect("few enough");
                    let claim = (counted.paths, counted.is_complete);
                    assert_eq!(claim, (expected, true), "{fen} {depth} plies, {threads} threads");
                    let sum: u64 = counted.branches.iter().sum();
                    assert_eq!(sum, if depth == 0 { 0 } else { expected });
                }
            }
        }
    }

    #[test]
    fn shares_add_up_to_the_whole_tree() {
        for (fen, depth) in [(KIWIPETE, 3), (FEW_MEN, 7), ("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", 6)] {
            let task = Task::unlimited();
            let tree = GameTree::new(&position(fen), depth, Direction::Forward);
            assert!(tree.count(NonZeroUsize::MIN, &task).is_ok());
            let share = task.progress().share.expect("the whole is known");
            assert!((share - 1.0).abs() < 1e-9, "{fen}: {share}");
        }
    }

    #[test]
    fn limits_leave_the_count_open() {
        let law = Retraction::default();
        let (start, few) = (Position::initial(), position(FEW_MEN));
        let (nodes, time) = (Some(1000), Some(Duration::from_nanos(1)));
        for (position, direction, depth) in [
            (&start, Direction::Forward, 4),
            (&start, Direction::Forward, 64),
            (&few, Direction::Back(law), 9),
        ] {
            let tree = GameTree::new(position, depth, direction);
            for (threads, nodes, time) in [(1, nodes, None), (3, nodes, None), (1, None, time)] {
                let task = limited(nodes, time);
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let counted = tree.count(threads, &task).expect("few");
                let what = format!("{depth} {threads} {nodes:?}");
                assert!(!counted.is_complete, "{what}");
                let sum: u64 = counted.branches.iter().sum();
                assert_eq!((counted.paths, task.nodes()), (sum, sum), "{what}");
                assert!(nodes.is_none_or(|nodes| (nodes..100 * nodes).contains(&sum)), "{sum}");
            }
        }
        let tree = GameTree::new(&start, 3, Direction::Forward);
        let counted = tree.count(NonZeroUsize::MIN, &limited(Some(8902), None)).expect("few");
        assert_eq!((counted.paths, counted.is_complete), (8902, true), "all were counted");
    }
}
