//! Help play and series: every line that reaches the goal in exactly the
//! stipulated number of moves.
//!
//! No side resists, so lines are counted, not forced. A position that was
//! reached before with as many moves to go has as many lines as before; that is
//! looked up by the whole position, never by a hash alone. In a series nothing
//! may check before the last move of the row.

use crate::budget::NodeCounter;
use crate::root::parallel_map;
use crate::{Budget, Goal, OutOfBudget, Play, Problem, Stipulation};
use sole_board::{Move, Position};
use sole_puzzle::Verdict;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, Deref};

/// The moves of one line, from the first to the one that reaches the goal.
pub type Line = Vec<Move>;

/// The lines that solve a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    lines: Vec<Line>,
    count: u64,
    is_complete: bool,
    nodes: u64,
}

impl Lines {
    /// How many lines are kept at most.
    pub const KEPT: usize = 256;

    /// The first lines in the order of the move generator.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// How many lines were found, kept or not; all there are if it
    /// [is complete](Lines::is_complete).
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether the budget sufficed to look everywhere.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// No line, one, or many; open while that is not proved.
    pub fn verdict(&self) -> Verdict<&Line> {
        match (self.lines.as_slice(), self.is_complete) {
            ([first, second, ..], _) => Verdict::Many(first, second),
            ([only], true) => Verdict::One(only),
            ([], true) => Verdict::None,
            (lines, false) => Verdict::Open(lines.first()),
        }
    }
}

/// The moves of a line, each with the position before it; inside a series that is one in which
/// the other side has passed.
///
/// # Panics
/// If a move is not legal where it stands, or checks inside a series.
pub fn steps(
    stipulation: Stipulation,
    position: &Position,
    line: &[Move],
) -> Vec<(Position, Move)> {
    let in_a_row = match stipulation.play() {
        Play::Series | Play::SeriesHelp => usize::from(stipulation.moves()),
        _ => 0,
    };
    let mut position = *position;
    let step = |(ply, &m): (usize, &Move)| {
        let before = position;
        position = before.after(m);
        if ply + 1 < in_a_row {
            position = position.passed().expect("nothing checks inside a series");
        }
        (before, m)
    };
    line.iter().enumerate().map(step).collect()
}

impl Problem {
    /// Reads the moves of a line in UCI notation, each with the position before it, as in
    /// [`steps`]. `None` if a move is not legal where it stands.
    pub fn parse_line(&self, text: &str) -> Option<Vec<(Position, Move)>> {
        let stipulation = self.stipulation();
        if !matches!(stipulation.play(), Play::Series | Play::SeriesHelp) {
            return self.position().parse_uci_line(text).ok();
        }
        let mut played = Vec::new();
        let mut position = *self.position();
        for word in text.split_whitespace() {
            let m = position.parse_uci(word).ok()?;
            played.push(m);
            position = position.after(m);
            if played.len() < usize::from(stipulation.moves()) {
                position = position.passed()?;
            }
        }
        Some(steps(stipulation, self.position(), &played))
    }
}

/// A problem in which both sides help, or one is not asked: it has lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpProblem(Problem);

impl Deref for HelpProblem {
    type Target = Problem;

    fn deref(&self) -> &Problem {
        &self.0
    }
}

impl HelpProblem {
    /// A problem of which it is known that nothing is forced.
    pub(crate) fn of(problem: Problem) -> HelpProblem {
        HelpProblem(problem)
    }

    /// Finds and counts every line.
    ///
    /// Without running out of its budget the answer is the same on any number
    /// of threads, but for the number of nodes.
    pub fn lines(&self, budget: &Budget<'_>) -> Lines {
        self.lines_until(u64::MAX, budget)
    }

    /// The same, but a thread stops when it has found enough.
    pub(crate) fn lines_until(&self, enough: u64, budget: &Budget<'_>) -> Lines {
        let (position, counter) = (self.position(), NodeCounter::new(budget));
        let new = |_| Search::new(self.stipulation(), enough, counter.share());
        let mut searches: Vec<Search<'_>> = (0..budget.threads.max(1)).map(new).collect();
        let parts = parallel_map(&mut searches, &position.moves(), |search, _, first| {
            Ok(search.after(position, first))
        });
        drop(searches);
        let (lines, nodes) = (Vec::new(), counter.nodes());
        let mut all = Lines { lines, count: 0, is_complete: true, nodes };
        for part in parts.into_iter().flatten() {
            all.lines.extend(part.lines);
            all.count = all.count.saturating_add(part.count);
            all.is_complete &= part.is_complete;
        }
        all.lines.truncate(Lines::KEPT);
        all
    }

    /// The same problems with fewer moves, as [`Problem::shorter`].
    pub fn shorter(&self) -> impl Iterator<Item = HelpProblem> + use<> {
        self.0.shorter().map(HelpProblem)
    }

    /// The problem of what could be played if the first move were left out, if that makes sense.
    pub fn set_play(&self) -> Option<HelpProblem> {
        let stipulation = self.stipulation().set_play()?;
        Problem::new(self.position().passed()?, stipulation).ok().map(HelpProblem)
    }
}

/// What was found after one first move.
struct Part {
    lines: Vec<Line>,
    count: u64,
    is_complete: bool,
}

struct Search<'a> {
    stipulation: Stipulation,
    counter: NodeCounter<'a>,
    counts: HashMap<(Position, u16), u64, BuildHasherDefault<KeyHasher>>,
    most_counts: usize,
    line: Line,
    lines: Vec<Line>,
    count: u64,
    /// How many more lines it looks for.
    wanted: u64,
}

/// Plies from which on looking up a count is cheaper than counting.
const WORTH_KEEPING: u16 = 3;

impl<'a> Search<'a> {
    fn new(stipulation: Stipulation, wanted: u64, counter: NodeCounter<'a>) -> Search<'a> {
        let most_counts = counter.bytes() / (2 * size_of::<(Position, u16, u64)>());
        Search {
            stipulation,
            counter,
            counts: HashMap::default(),
            most_counts,
            line: Line::new(),
            lines: Vec::new(),
            count: 0,
            wanted,
        }
    }

    /// All lines that begin with `first`.
    fn after(&mut self, position: &Position, first: Move) -> Part {
        self.line.clear();
        self.count = 0;
        if self.wanted == 0 {
            return Part { lines: Vec::new(), count: 0, is_complete: false };
        }
        let end = self.step(first, &position.after(first), self.stipulation.plies());
        let lines = std::mem::take(&mut self.lines);
        Part { lines, count: self.count, is_complete: end.is_ok() }
    }

    /// Goes on after `m`, which was played with `plies` to go and led to `child`.
    fn step(&mut self, m: Move, child: &Position, plies: u16) -> Result<(), OutOfBudget> {
        self.line.push(m);
        let end = match plies {
            1 => self.finish(child),
            _ => match self.next(child, plies - 1) {
                Some(next) => self.search(&next, plies - 1),
                None => Ok(()),
            },
        };
        self.line.pop();
        end
    }

    /// Keeps the line if it has reached the goal.
    fn finish(&mut self, end: &Position) -> Result<(), OutOfBudget> {
        if !end.has_moves() && self.stipulation.goal().is_reached(end) {
            self.found()?;
        }
        Ok(())
    }

    /// Keeps the line; an error if no more are looked for.
    fn found(&mut self) -> Result<(), OutOfBudget> {
        self.count = self.count.saturating_add(1);
        if self.lines.len() < Lines::KEPT {
            self.lines.push(self.line.clone());
        }
        self.wanted -= 1;
        if self.wanted > 0 { Ok(()) } else { Err(OutOfBudget) }
    }

    /// The position to go on from with `plies` to go: with the turn given back
    /// inside a series, if nothing checks.
    fn next(&self, child: &Position, plies: u16) -> Option<Position> {
        match self.stipulation.play() {
            Play::Series => child.passed(),
            Play::SeriesHelp if plies > 1 => child.passed(),
            _ => Some(*child),
        }
    }

    fn search(&mut self, position: &Position, plies: u16) -> Result<(), OutOfBudget> {
        self.counter.spend()?;
        if plies == 1 {
            return self.last(position);
        }
        if plies < WORTH_KEEPING {
            return self.children(position, plies);
        }
        let known = self.counts.get(&(*position, plies)).copied();
        if let Some(count) = known.filter(|&count| count == 0 || self.lines.len() == Lines::KEPT) {
            self.count = self.count.saturating_add(count);
            return Ok(());
        }
        let before = self.count;
        self.children(position, plies)?;
        if self.counts.len() < self.most_counts {
            self.counts.insert((*position, plies), self.count - before);
        }
        Ok(())
    }

    fn children(&mut self, position: &Position, plies: u16) -> Result<(), OutOfBudget> {
        let flow = position.try_for_each_child(|m, child| match self.step(m, child, plies) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => ControlFlow::Break(stop),
        });
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(stop),
        }
    }

    /// The last move.
    fn last(&mut self, position: &Position) -> Result<(), OutOfBudget> {
        let goal = self.stipulation.goal();
        let mut end = Ok(());
        goal.try_for_each(position, |m| {
            self.line.push(m);
            end = self.found();
            self.line.pop();
            if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        end
    }
}

/// Takes the key of a position for its hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.rotate_left(5) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Goal {
    /// Calls `visit` with each move that reaches the goal at once, until it breaks.
    fn try_for_each(self, position: &Position, mut visit: impl FnMut(Move) -> ControlFlow<()>) {
        let _ = match self {
            Goal::Mate => position.try_for_each_mate(visit),
            Goal::Stalemate => position.try_for_each_child(|m, child| {
                let is_reached = !child.has_moves() && !child.is_check();
                if is_reached { visit(m) } else { ControlFlow::Continue(()) }
            }),
        };
    }
}
