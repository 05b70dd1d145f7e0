//! Delayed proof games by counting: every game of N + K plies is walked, and each diagram
//! that can be reached in N plies counts how many of them end in it, up to two.
//!
//! A position that is entered for the second time doubles all counts below it, so it is
//! walked once more; from the third time on there is nothing left to learn, and it is
//! skipped. Both tables are keyed by what they stand for, not by a hash of it, and none
//! ever loses an entry.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::counting::Counting;
//! let mut counting = Counting::new(&Position::initial(), 2);
//! assert_eq!(counting.walk(3), 160);
//! ```

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use sole_board::{Diagram, Position};

use crate::Stopped;

/// How many moves are played between two looks at the watch.
const WATCHED: u64 = 1 << 16;

/// The diagrams of one ply, and how many games of more plies end in each.
#[derive(Debug)]
pub struct Counting {
    start: Position,
    reached_in: usize,
    targets: HashMap<Target, Visits>,
    work: u64,
}

/// A diagram that finds its place in a table by a key, but is compared as a whole.
#[derive(Clone, Copy, Debug)]
struct Target {
    diagram: Diagram,
    key: u64,
}

/// How often something was come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Visits {
    #[default]
    None,
    One,
    More,
}

impl Visits {
    fn another(&mut self) {
        *self = if *self == Visits::None { Visits::One } else { Visits::More };
    }
}

impl PartialEq for Target {
    fn eq(&self, other: &Target) -> bool {
        self.diagram == other.diagram
    }
}

impl Eq for Target {}

impl Hash for Target {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Target {
    fn of(position: &Position) -> Target {
        Target { diagram: *position.diagram(), key: position.diagram_key() }
    }
}

/// How often each position was entered, by the plies that were left.
type Entries = Vec<HashMap<Position, Visits>>;

impl Counting {
    /// All diagrams that can be reached in exactly `plies` plies.
    pub fn new(start: &Position, plies: usize) -> Counting {
        let mut layer = HashSet::from([*start]);
        for _ in 0..plies {
            let mut next = HashSet::new();
            for position in &layer {
                position.for_each_child(|_, child| {
                    next.insert(*child);
                });
            }
            layer = next;
        }
        let targets = layer.iter().map(|position| (Target::of(position), Visits::None));
        Counting { start: *start, reached_in: plies, targets: targets.collect(), work: 0 }
    }

    /// How many diagrams there are.
    pub fn targets(&self) -> usize {
        self.targets.len()
    }

    /// How many moves have been played so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// In how many of the diagrams exactly one game of `plies` plies ends.
    ///
    /// # Panics
    /// If `plies` is zero.
    pub fn walk(&mut self, plies: usize) -> usize {
        self.walk_watched(plies, &|_| ControlFlow::Continue(())).expect("nobody stops it")
    }

    /// The same under watch, which is told now and then how many moves have been played, and
    /// breaks to stop it.
    ///
    /// # Panics
    /// If `plies` is zero.
    pub fn walk_watched(
        &mut self,
        plies: usize,
        watch: &dyn Fn(u64) -> ControlFlow<()>,
    ) -> Result<usize, Stopped> {
        assert!(plies > 0, "a game without moves ends where it starts");
        for visits in self.targets.values_mut() {
            *visits = Visits::None;
        }
        let mut entries: Entries = vec![HashMap::new(); plies + 1];
        let start = self.start;
        self.enter(&start, plies, &mut entries, watch)?;
        Ok(self.unique().count())
    }

    /// The first number of plies, of those after the diagrams' own up to `last`, for which
    /// there are such diagrams, and how many.
    pub fn deepen(&mut self, last: usize) -> Option<(usize, usize)> {
        let deeper = self.reached_in + 1..=last;
        deeper.map(|plies| (plies, self.walk(plies))).find(|&(_, unique)| unique > 0)
    }

    /// The diagrams in which exactly one game of the last walk ends.
    pub fn unique(&self) -> impl Iterator<Item = &Diagram> {
        let ones = self.targets.iter().filter(|(_, visits)| **visits == Visits::One);
        ones.map(|(target, _)| &target.diagram)
    }

    fn enter(
        &mut self,
        position: &Position,
        left: usize,
        entries: &mut Entries,
        watch: &dyn Fn(u64) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let visits = entries[left].entry(*position).or_default();
        if *visits == Visits::More {
            return Ok(());
        }
        visits.another();
        let mut result = Ok(());
        position.for_each_child(|_, child| {
            self.work += 1;
            if self.work.is_multiple_of(WATCHED) && watch(self.work).is_break() {
                result = Err(Stopped);
            }
            if left > 1 && result.is_ok() {
                result = self.enter(child, left - 1, entries, watch);
            } else if let Some(visits) = self.targets.get_mut(&Target::of(child)) {
                visits.another();
            }
        });
        result
    }
}
