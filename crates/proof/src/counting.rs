//! Delayed proof games by counting: every game of N + K plies is walked, and each diagram
//! that can be reached in N plies counts how many of them end in it, up to two.
//!
//! The search deepens: K is 1, then 2, and so on. The positions before the last ply of each
//! walk are remembered with the number of games that lead to them, none, one or more, and the
//! next walk starts there. From a position that more than one game leads to, everything below is
//! counted twice right away, in one walk. Both tables are keyed by what they stand for, not by a
//! hash of it, and none ever loses an entry.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::counting::Counting;
//! let mut counting = Counting::new(&Position::initial(), 2);
//! assert_eq!(counting.deepen(4), [(3, 160), (4, 64)]);
//! ```

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use sole_board::{Diagram, Position};

use crate::prefix::Find;
use crate::solve::{Budget, ProofGame};
use crate::{PlySet, Stopped};

/// How many moves are played between two looks at the watch.
const WATCHED: u64 = 1 << 16;

/// The diagrams of one ply, and how many games of more plies end in each.
#[derive(Debug)]
pub struct Counting {
    start: Position,
    reached_in: usize,
    targets: HashMap<Target, Visits>,
    memory: Memory,
    frontier: Frontier,
    work: u64,
}

/// What is remembered from one walk to the next; no answer depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Inner positions, and how many games lead to them.
    Positions,
    /// Nothing: each walk begins at the start, and a position is walked once for each of the first
    /// two games that lead to it. To see what the memory is worth.
    Nothing,
}

/// All positions of a ply, and how many games lead to each.
#[derive(Debug)]
struct Frontier {
    ply: usize,
    positions: Positions,
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
    fn add(&mut self, others: Visits) {
        *self = match (*self, others) {
            (Visits::None, visits) | (visits, Visits::None) => visits,
            _ => Visits::More,
        };
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

/// Positions of one ply, and how many games lead to each.
type Positions = HashMap<Position, Visits>;

/// Told now and then how many moves have been played; it breaks to stop the work.
type Watch<'a> = dyn Fn(u64) -> ControlFlow<()> + 'a;

impl Counting {
    /// All diagrams that can be reached in exactly `plies` plies.
    pub fn new(start: &Position, plies: usize) -> Counting {
        Counting::with_memory(start, plies, Memory::Positions)
    }

    /// The same with a choice of what is remembered.
    pub fn with_memory(start: &Position, plies: usize, memory: Memory) -> Counting {
        let mut frontier = Frontier::of_start(start);
        let mut work = 0;
        while frontier.ply < plies {
            work += frontier.advance();
        }
        let targets = frontier.positions.keys();
        let targets = targets.map(|position| (Target::of(position), Visits::None)).collect();
        if memory == Memory::Nothing {
            frontier = Frontier::of_start(start);
        }
        Counting { start: *start, reached_in: plies, targets, memory, frontier, work }
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

    /// The same under watch.
    ///
    /// # Errors
    /// If the watch stops it.
    ///
    /// # Panics
    /// If `plies` is zero.
    pub fn walk_watched(&mut self, plies: usize, watch: &Watch<'_>) -> Result<usize, Stopped> {
        assert!(plies > 0, "a game without moves ends where it starts");
        for visits in self.targets.values_mut() {
            *visits = Visits::None;
        }
        let at_start = Frontier::of_start(&self.start);
        let mut frontier = std::mem::replace(&mut self.frontier, at_start);
        if frontier.ply >= plies {
            frontier = Frontier::of_start(&self.start);
        }
        let mut entries = vec![Positions::new(); plies - 1 - frontier.ply];
        let mut walk = Walk { counting: self, watch };
        for (position, games) in frontier.doubled_first() {
            walk.play(position, games, &mut entries)?;
        }
        if self.memory == Memory::Positions {
            self.frontier = match entries.pop() {
                Some(positions) => Frontier { ply: plies - 1, positions },
                None => frontier,
            };
        }
        Ok(self.unique().count())
    }

    /// Walks all lengths after the diagrams' own up to `last`, one after the other: each with the
    /// number of diagrams in which exactly one game of that length ends.
    pub fn deepen(&mut self, last: usize) -> Vec<(usize, usize)> {
        self.deepen_watched(last, &|_| ControlFlow::Continue(())).expect("nobody stops it")
    }

    /// The same under watch.
    ///
    /// # Errors
    /// If the watch stops it.
    pub fn deepen_watched(
        &mut self,
        last: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<(usize, usize)>, Stopped> {
        let deeper = self.reached_in + 1..=last;
        deeper.map(|plies| Ok((plies, self.walk_watched(plies, watch)?))).collect()
    }

    /// The diagrams in which exactly one game of the last walk ends.
    pub fn unique(&self) -> impl Iterator<Item = &Diagram> {
        let ones = self.targets.iter().filter(|(_, visits)| **visits == Visits::One);
        ones.map(|(target, _)| &target.diagram)
    }
}

/// One walk under watch.
struct Walk<'a> {
    counting: &'a mut Counting,
    watch: &'a Watch<'a>,
}

/// Whether a walk goes on.
type Walked = Result<(), Stopped>;

impl Walk<'_> {
    /// Enters a position by some games more; `entries` are those of its ply and later ones.
    fn enter(&mut self, position: &Position, games: Visits, entries: &mut [Positions]) -> Walked {
        let Some((own, later)) = entries.split_first_mut() else {
            if let Some(visits) = self.counting.targets.get_mut(&Target::of(position)) {
                visits.add(games);
            }
            return Ok(());
        };
        let visits = own.entry(*position).or_default();
        if *visits == Visits::More {
            return Ok(());
        }
        visits.add(games);
        let games = match self.counting.memory {
            Memory::Positions => *visits,
            Memory::Nothing => Visits::One,
        };
        self.play(position, games, later)
    }

    /// Plays every move of a position that this many games lead to.
    fn play(&mut self, position: &Position, games: Visits, later: &mut [Positions]) -> Walked {
        let mut result = Ok(());
        position.for_each_child(|_, child| {
            self.counting.work += 1;
            let work = self.counting.work;
            if work.is_multiple_of(WATCHED) && (self.watch)(work).is_break() {
                result = Err(Stopped);
            }
            if result.is_ok() {
                result = self.enter(child, games, later);
            }
        });
        result
    }
}

impl Frontier {
    fn of_start(start: &Position) -> Frontier {
        Frontier { ply: 0, positions: HashMap::from([(*start, Visits::One)]) }
    }

    /// Goes on by one ply, and says how many moves were played.
    fn advance(&mut self) -> u64 {
        let (mut next, mut work) = (Positions::new(), 0);
        for (position, &games) in &self.positions {
            position.for_each_child(|_, child| {
                work += 1;
                next.entry(*child).or_default().add(games);
            });
        }
        *self = Frontier { ply: self.ply + 1, positions: next };
        work
    }

    /// All positions, those that more than one game leads to first: what follows them is then
    /// never walked again.
    fn doubled_first(&self) -> impl Iterator<Item = (&Position, Visits)> {
        let with = |wanted: Visits| {
            let positions = self.positions.iter().filter(move |(_, games)| **games == wanted);
            positions.map(|(position, &games)| (position, games))
        };
        with(Visits::More).chain(with(Visits::One))
    }
}

/// Counting found one game for a diagram, and the solver another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The diagram.
    pub diagram: Diagram,
    /// The length of the games.
    pub plies: usize,
    /// How many games the solver found, up to two.
    pub games: usize,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { diagram, plies, games } = self;
        write!(f, "one game of {plies} plies was counted for {diagram}, the solver found {games}")
    }
}

impl std::error::Error for Disagreement {}

/// A diagram that one game was counted for, with the game and all earlier plies by the solver.
///
/// # Errors
/// If the solver finds no game, or more than one.
pub fn confirm(start: &Position, diagram: &Diagram, plies: usize) -> Result<Find, Disagreement> {
    let games = |diagram: &Diagram, plies: usize, limit| {
        let game = ProofGame::from_start(*start, *diagram, plies as u16);
        game.map_or_else(|_| Vec::new(), |game| game.games(limit, &Budget::UNLIMITED).games)
    };
    let is_reached = |diagram, plies| !games(diagram, plies, 1).is_empty();
    let mut found = games(diagram, plies, 2);
    let disagreement = Disagreement { diagram: *diagram, plies, games: found.len() };
    let game = found.pop().filter(|_| found.is_empty()).ok_or(disagreement)?;
    let before = game[..plies - 1].iter().fold(*start, |position, &m| position.after(m));
    let earlier = (0..plies).filter(|&ply| is_reached(diagram, ply));
    let earlier = earlier.fold(PlySet::EMPTY, PlySet::with);
    let is_inherited = |&ply: &usize| {
        ply > 0 && (plies - ply).is_multiple_of(2) && is_reached(before.diagram(), ply - 1)
    };
    let inherited = earlier.iter().filter(is_inherited).fold(PlySet::EMPTY, PlySet::with);
    Ok(Find { diagram: *diagram, game, earlier, inherited })
}
