//! Game trees, forward or back, counted on many threads.
//!
//! The tree is cut into subtrees a few plies below the root. Threads take them
//! from a common queue; the sums are the same for any number of threads.

use crate::complain::{Complaint, Kind};
use crate::console::Progress;
use crate::progress::Meter;
use crate::render::grouped;
use sole_board::{Position, Retraction};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

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
}

/// A position of the tree, and from which branch of the root it grows.
#[derive(Clone, Copy)]
struct Subtree {
    branch: usize,
    position: Position,
}

/// What was counted.
#[derive(Debug)]
pub(crate) struct Counted {
    /// All paths from the root.
    pub(crate) total: u64,
    /// The paths of each branch of the root, in the order of the generator.
    pub(crate) branches: Vec<u64>,
    /// How long it took.
    pub(crate) elapsed: Duration,
}

impl Tree {
    /// Enough subtrees to keep many threads busy to the end.
    const ENOUGH: usize = 1000;
    /// Smaller subtrees are not worth the queue.
    const LEAST_PLIES: u32 = 3;

    /// The tree of all paths of exactly `depth` plies.
    pub(crate) fn new(position: &Position, depth: u32, direction: Direction) -> Tree {
        let first = if depth > 0 { direction.step(position) } else { Vec::new() };
        let branches = first.len();
        let subtree = |(branch, position)| Subtree { branch, position };
        let mut subtrees: Vec<Subtree> = first.into_iter().enumerate().map(subtree).collect();
        let mut plies = depth.saturating_sub(1);
        while plies > Tree::LEAST_PLIES && (1..Tree::ENOUGH).contains(&subtrees.len()) {
            let step = |&Subtree { branch, ref position }: &Subtree| {
                direction
                    .step(position)
                    .into_iter()
                    .map(move |position| Subtree { branch, position })
            };
            subtrees = subtrees.iter().flat_map(step).collect();
            plies -= 1;
        }
        Tree { direction, depth, branches, subtrees, plies }
    }

    /// Counts the paths.
    ///
    /// # Errors
    /// A complaint if 64 bits do not hold their number.
    pub(crate) fn count(
        &self,
        label: String,
        threads: NonZeroUsize,
        progress: Progress,
    ) -> Result<Counted, Complaint> {
        let mut meter = Meter::new(progress, label, self.subtrees.len());
        let mut branches = vec![Some(0u64); self.branches];
        self.count_subtrees(threads, |event| match event {
            None => meter.tick(),
            Some((branch, paths)) => {
                branches[branch] = branches[branch].and_then(|sum| sum.checked_add(paths));
                meter.step(paths);
            }
        });
        let elapsed = meter.finish();
        let branches: Option<Vec<u64>> = branches.into_iter().collect();
        let counted = branches.and_then(|branches| {
            let root = u64::from(self.depth == 0);
            let total = branches.iter().try_fold(root, |sum, &paths| sum.checked_add(paths))?;
            Some(Counted { total, branches, elapsed })
        });
        counted.ok_or_else(|| too_many(self.depth))
    }

    /// Reports the paths of each subtree to `visit`, and `None` now and then
    /// while there is nothing to report.
    fn count_subtrees(&self, threads: NonZeroUsize, mut visit: impl FnMut(Option<(usize, u64)>)) {
        let queue = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.get().min(self.subtrees.len()) {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || {
                    let next = || self.subtrees.get(queue.fetch_add(1, Ordering::Relaxed));
                    while let Some(&Subtree { branch, ref position }) = next() {
                        let paths = self.direction.count(position, self.plies);
                        if sender.send((branch, paths)).is_err() {
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

fn too_many(depth: u32) -> Complaint {
    let most = grouped(u64::MAX);
    Complaint::new(Kind::TooMany, format!("there are more than {most} ways of {depth} plies"))
        .helped("ask for fewer plies")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;
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
                    let counted = tree.count(String::new(), threads, Progress::Hidden);
                    let counted = counted.expect("few enough");
                    assert_eq!(counted.total, expected, "{fen} {depth} plies, {threads} threads");
                    let sum: u64 = counted.branches.iter().sum();
                    assert_eq!(sum, if depth == 0 { 0 } else { expected });
                }
            }
        }
    }

    #[test]
    fn sums_beyond_64_bits_are_left_open() {
        assert_eq!(too_many(30).exit(), Exit::Open);
    }
}
