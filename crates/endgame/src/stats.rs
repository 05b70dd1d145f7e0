//! Statistics of an ending: how many positions end how, and how late.
//!
//! Everything is counted over all positions of the table, never sampled.
//! Positions that are the same under symmetry (eight images without pawns, two
//! with) count once; counts of boards count them all. Published counts tell
//! like men apart, so that two bishops can stand on two squares in two ways;
//! they are here too. Positions in which someone may castle have no symmetry
//! and are counted by themselves, because the published counts have none.

use crate::bishops::{self, BishopColors, Bishops};
use crate::conclusion::Conclusion;
use crate::decided::{Decided, Wins};
use crate::dtm::Value;
use crate::exceptions::{Evidence, Exceptions, Scope, Wanted};
use crate::symmetry::Symmetry;
use crate::tables::{ProbeError, Tables};
use crate::walk::{SliceView, TablePosition, VisitedPosition, Walk, WalkPart};
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use sole_board::{Color, Material, Position, Square};
use sole_puzzle::task::Task;
use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::{AddAssign, ControlFlow};

/// What a table says about an ending as a whole.
///
/// ```no_run
/// use sole_endgame::{Stats, Tables};
/// use sole_board::Color;
/// let tables = Tables::at("tables", 64 << 20);
/// let stats = Stats::of(&"KRvK".parse()?, &tables)?;
/// let longest = stats.plain.longest_win(Color::White).expect("White wins");
/// assert_eq!(longest.moves, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stats {
    /// The material as it was named, White first.
    pub material: Material,
    /// Positions in which nobody may castle.
    pub plain: PositionCounts,
    /// Positions in which someone may castle, if there are any.
    pub castling: Option<PositionCounts>,
    /// What can be said in one sentence, about positions in which nobody may castle.
    pub conclusion: Conclusion,
    /// The same positions apart by the colours of the bishops; empty unless there are several.
    pub bishops: Vec<Bishops>,
    exceptions: Vec<(Scope, Exceptions)>,
    /// What a side wins with a side to move, where most positions are drawn.
    decided: Vec<(Color, Color, Decided)>,
}

/// The most exceptions that are looked at one by one.
const MOST_EXCEPTIONS: u64 = 500_000;

/// Counts over some positions of an ending.
#[derive(Clone, Debug)]
pub struct PositionCounts {
    sides: [Tally; 2],
    zugzwangs: Zugzwangs,
}

/// How many positions are won, drawn and lost for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcomes {
    /// The side to move wins.
    pub win: u64,
    /// Neither side wins.
    pub draw: u64,
    /// The side to move loses.
    pub loss: u64,
}

/// How many positions are mutual zugzwangs: whoever is to move does worse than if the other were.
///
/// Both sides must be able to have the move, so no king is in check. Having
/// no legal move at all counts as being to move. The three kinds exclude each
/// other, and there are no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Zugzwangs {
    /// White to move draws, Black to move loses: half a point.
    pub white_draws: u64,
    /// White to move loses, Black to move draws: half a point.
    pub black_draws: u64,
    /// Whoever is to move loses: a full point.
    #[serde(rename = "full_point")]
    pub full: u64,
}

/// The longest way to mate, and a position where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LongestMate {
    /// The distance to mate in moves of the winner.
    pub moves: u8,
    /// The first such position of the table.
    #[serde(rename = "fen", serialize_with = "as_text")]
    pub position: Position,
}

/// How many positions with one side to move a side wins, by the distance to mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// The side to move.
    pub turn: Color,
    /// The side that mates.
    pub winner: Color,
    /// The distance in moves, from the smallest to the largest without gaps, and positions.
    pub counts: Vec<(u8, u64)>,
}

/// Boards by the square of White's king, and the same boards by the square of Black's.
type ByKing = [[Outcomes; 64]; 2];

/// Positions with one side to move, by the code of their value. What is long is on the heap:
/// in code that is not optimised every move of it is a copy on the stack.
#[derive(Clone, Debug)]
struct Tally {
    unique: Box<[u64; 256]>,
    boards: Box<ByKing>,
    told_apart: Outcomes,
    stalemates: u64,
    /// 256 of them.
    examples: Box<[Option<Position>]>,
}

impl Stats {
    /// Walks over the whole table of a material, whichever side is named first.
    ///
    /// # Errors
    /// A part of the table has not been built or cannot be read.
    pub fn of(material: &Material, tables: &Tables) -> Result<Stats, ProbeError> {
        let stats = Stats::with_task(material, tables, &Task::unlimited())?;
        Ok(stats.expect("nobody stops this task"))
    }

    /// The same as a task; `None` if it was to stop.
    ///
    /// # Errors
    /// As [`Stats::of`].
    pub fn with_task(
        material: &Material,
        tables: &Tables,
        task: &Task,
    ) -> Result<Option<Stats>, ProbeError> {
        let walk = Walk::over(material);
        let read = Reading { walk: &walk, material, tables, task };
        let wanted = Wanted::whole_endings();
        let all = read.total("counting", |counts, part| count(counts, part, &wanted))?;
        let mut stats = Stats::concluded(material, &walk, &all, &wanted);
        let scopes = stats.unsorted();
        if !scopes.is_empty() && !task.should_stop() {
            let wanted = Wanted::these(&scopes);
            let all = read.total("sorting exceptions of", |all, part| sort(all, part, &wanted))?;
            let sorted = |scope| (scope, all.exceptions(&walk, scope));
            stats.exceptions.extend(scopes.into_iter().map(sorted));
        }
        let turns = stats.drawn_turns();
        if !turns.is_empty() && !task.should_stop() {
            let all = read.total("sorting wins of", |all, part| sort_wins(all, part, &turns))?;
            let sides = turns.iter().flat_map(|&turn| Color::ALL.map(|winner| (winner, turn)));
            let sorted = |(winner, turn)| (winner, turn, all.decided(&walk, winner, turn));
            stats.decided = sides.map(sorted).collect();
        }
        Ok((!task.should_stop()).then_some(stats))
    }

    fn concluded(material: &Material, walk: &Walk, all: &Counts, wanted: &Wanted) -> Stats {
        let [plain, castling] = &all.halves;
        let plain = plain.counts(walk, &symmetries(material));
        let castling = castling.counts(walk, &[Symmetry::IDENTITY]);
        let conclusion = Conclusion::of(material, &plain, &all.evidence, wanted);
        let castling = (!castling.is_empty()).then_some(castling);
        let bishops = all.bishops.classes();
        let (exceptions, decided) = (Vec::new(), Vec::new());
        let material = *material;
        let mut stats =
            Stats { material, plain, castling, conclusion, bishops, exceptions, decided };
        let known = stats.scopes().into_iter().filter(|&(scope, _)| wanted.has(scope));
        let sorted = |(scope, _)| (scope, all.evidence.exceptions(walk, scope));
        stats.exceptions = known.map(sorted).collect();
        stats
    }

    /// The positions that a side does not win, sorted, if they are the exceptions: at most a
    /// quarter of all with that side to move, and not too many to look at each.
    ///
    /// `bishops` chooses those with bishops on such colours.
    pub fn exceptions(
        &self,
        bishops: Option<BishopColors>,
        winner: Color,
        turn: Color,
    ) -> Option<&Exceptions> {
        let wanted = Scope { bishops, winner, turn };
        self.exceptions.iter().find(|(scope, _)| *scope == wanted).map(|(_, sorted)| sorted)
    }

    /// The positions that a side wins, sorted, if most with that side to move are drawn: at most a
    /// quarter are decided, at least one of them, and not too many to look at each.
    pub fn decided(&self, winner: Color, turn: Color) -> Option<&Decided> {
        let is_it = |(by, at, _): &&(Color, Color, Decided)| (*by, *at) == (winner, turn);
        self.decided.iter().find(is_it).map(|(_, _, decided)| decided)
    }

    /// How many positions there are, with castling rights or without.
    pub fn positions(&self) -> u64 {
        let all = [Some(&self.plain), self.castling.as_ref()].into_iter().flatten();
        all.flat_map(|counts| Color::ALL.map(|turn| counts.outcomes(turn).sum())).sum()
    }

    /// The sides with which to move most positions, but not all, are drawn.
    fn drawn_turns(&self) -> Vec<Color> {
        let is_drawn = |turn: &Color| {
            let outcomes = self.plain.outcomes(*turn);
            let decided = outcomes.win + outcomes.loss;
            (1..=MOST_EXCEPTIONS.min(outcomes.sum() / 4)).contains(&decided)
        };
        Color::ALL.into_iter().filter(is_drawn).collect()
    }

    /// All scopes of the side that wins more often, in which it wins some positions but not all.
    fn scopes(&self) -> Vec<(Scope, Outcomes)> {
        let Conclusion::Favours { winner, .. } = self.conclusion else { return Vec::new() };
        let parts = self.bishops.iter().map(|class| (Some(class.colors), *class));
        let whole = Color::ALL.map(|turn| (None, turn, self.plain.outcomes(turn)));
        let parts = parts.flat_map(|(colors, class)| {
            Color::ALL.map(|turn| (colors, turn, class.outcomes(turn)))
        });
        let scopes = whole.into_iter().chain(parts);
        let some = |outcomes: &Outcomes, turn| {
            (1..outcomes.sum()).contains(&outcomes.won_by(winner, turn))
        };
        scopes
            .filter(|(_, turn, outcomes)| some(outcomes, *turn))
            .map(|(bishops, turn, outcomes)| (Scope { bishops, winner, turn }, outcomes))
            .collect()
    }

    /// The scopes whose exceptions are few and have not been sorted.
    fn unsorted(&self) -> Vec<Scope> {
        let few = |(scope, outcomes): &(Scope, Outcomes)| {
            let exceptions = outcomes.sum() - outcomes.won_by(scope.winner, scope.turn);
            exceptions <= MOST_EXCEPTIONS.min(outcomes.sum() / 4)
        };
        let scopes = self.scopes().into_iter().filter(few).map(|(scope, _)| scope);
        scopes.filter(|scope| self.exceptions.iter().all(|(known, _)| known != scope)).collect()
    }
}

/// Walks over the table of an ending.
struct Reading<'a> {
    walk: &'a Walk,
    material: &'a Material,
    tables: &'a Tables,
    task: &'a Task,
}

impl Reading<'_> {
    /// What a walk adds up, on all threads. Threads hand over boxes, as their stacks are small.
    fn total<T: Default + Send + AddAssign>(
        &self,
        doing: &str,
        count: impl Fn(&mut T, &WalkPart<'_>) + Sync,
    ) -> Result<Box<T>, ProbeError> {
        let mut all = Box::<T>::default();
        let phase = format!("{doing} {}", self.material);
        self.walk.parts(phase, self.tables, self.task, |parts| {
            let counted = |mut all: Box<T>, part: &WalkPart<'_>| {
                count(&mut all, part);
                all
            };
            let merged = |mut one: Box<T>, other: Box<T>| {
                *one += *other;
                one
            };
            *all += *parts.par_iter().fold(Box::default, counted).reduce(Box::default, merged);
            Ok::<_, ProbeError>(ControlFlow::Continue(()))
        })?;
        Ok(all)
    }
}

impl PositionCounts {
    /// Won, drawn and lost positions with a side to move, unique under symmetry.
    pub fn outcomes(&self, turn: Color) -> Outcomes {
        Outcomes::of(&self.side(turn).unique)
    }

    /// The same with like men told apart, as Syzygy's statistics have it.
    pub fn told_apart(&self, turn: Color) -> Outcomes {
        self.side(turn).told_apart
    }

    /// Won, drawn and lost boards with a side to move.
    pub fn boards(&self, turn: Color) -> Outcomes {
        let [by_white_king, _] = &*self.side(turn).boards;
        by_white_king.iter().copied().sum()
    }

    /// Those of them that have the king of a side on a square.
    pub fn boards_with_king(&self, turn: Color, king: Color, square: Square) -> Outcomes {
        self.side(turn).boards[king.index()][square.index()]
    }

    /// How many of a hundred boards a side wins with a king on a square, rounded; 0 and 100 are none
    /// and all.
    pub fn percent_won(&self, winner: Color, turn: Color, king: (Color, Square)) -> u64 {
        let outcomes = self.boards_with_king(turn, king.0, king.1);
        let won = outcomes.won_by(winner, turn);
        match outcomes.sum() {
            _ if won == 0 => 0,
            all if won == all => 100,
            all => ((won * 100 + all / 2) / all).clamp(1, 99),
        }
    }

    /// The wins of each side by their distances, for each side to move, as far as there are any.
    pub fn distances(&self) -> Vec<Distances> {
        let sides = Color::ALL.into_iter().flat_map(|turn| [(turn, turn), (turn, !turn)]);
        sides.filter_map(|(turn, winner)| self.distances_of(turn, winner)).collect()
    }

    fn distances_of(&self, turn: Color, winner: Color) -> Option<Distances> {
        let counts = self.histogram(turn).filter_map(|(value, n)| match value {
            Value::Win(moves) if winner == turn => Some((moves, n)),
            Value::Loss(moves) if winner != turn => Some((moves, n)),
            _ => None,
        });
        Some(Distances { turn, winner, counts: without_gaps(counts)? })
    }

    /// Each value that occurs with a side to move, the best first, and in how many positions.
    pub fn histogram(&self, turn: Color) -> impl Iterator<Item = (Value, u64)> {
        let counts = self.side(turn).unique.iter().enumerate().rev();
        counts.filter(|&(_, &n)| n > 0).map(|(code, &n)| (Value::from_code(code as u8), n))
    }

    /// The first position of the table with a value and a side to move.
    pub fn example(&self, turn: Color, value: Value) -> Option<Position> {
        self.side(turn).examples[usize::from(value.code())]
    }

    /// The longest win of a side that is to move.
    pub fn longest_win(&self, turn: Color) -> Option<LongestMate> {
        self.longest(turn, |value| match value {
            Value::Win(moves) => Some(moves),
            _ => None,
        })
    }

    /// The longest loss of a side that is to move.
    pub fn longest_loss(&self, turn: Color) -> Option<LongestMate> {
        self.longest(turn, |value| match value {
            Value::Loss(moves) => Some(moves),
            _ => None,
        })
    }

    fn longest(&self, turn: Color, moves: impl Fn(Value) -> Option<u8>) -> Option<LongestMate> {
        let found = self.histogram(turn).filter_map(|(value, _)| Some((moves(value)?, value)));
        let (moves, value) = found.max_by_key(|&(moves, _)| moves)?;
        Some(LongestMate { moves, position: self.example(turn, value)? })
    }

    /// How many positions have the side to move mated.
    pub fn mates(&self, turn: Color) -> u64 {
        self.side(turn).unique[usize::from(Value::Loss(0).code())]
    }

    /// How many positions have the side to move stalemated.
    pub fn stalemates(&self, turn: Color) -> u64 {
        self.side(turn).stalemates
    }

    /// How many positions are mutual zugzwangs, unique under symmetry.
    pub fn zugzwangs(&self) -> Zugzwangs {
        self.zugzwangs
    }

    fn side(&self, turn: Color) -> &Tally {
        &self.sides[turn.index()]
    }

    fn is_empty(&self) -> bool {
        Color::ALL.into_iter().all(|turn| self.outcomes(turn).sum() == 0)
    }
}

impl Outcomes {
    fn of(counts: &[u64; 256]) -> Outcomes {
        let draw = usize::from(Value::Draw.code());
        Outcomes {
            win: counts[draw + 1..].iter().sum(),
            draw: counts[draw],
            loss: counts[..draw].iter().sum(),
        }
    }

    /// All of them.
    pub fn sum(&self) -> u64 {
        self.win + self.draw + self.loss
    }

    /// How many a side wins, if `turn` is to move.
    pub(crate) fn won_by(&self, winner: Color, turn: Color) -> u64 {
        if turn == winner { self.win } else { self.loss }
    }

    pub(crate) fn add(&mut self, value: Value, positions: u64) {
        match value {
            Value::Win(_) => self.win += positions,
            Value::Draw => self.draw += positions,
            Value::Loss(_) => self.loss += positions,
        }
    }
}

impl Zugzwangs {
    /// All of them.
    pub fn sum(&self) -> u64 {
        self.white_draws + self.black_draws + self.full
    }

    /// Counts a position by what it is worth with White and with Black to move.
    fn add(&mut self, white_to_move: Value, black_to_move: Value) {
        match zugzwang(white_to_move, black_to_move) {
            Some(Zugzwang::WhiteDraws) => self.white_draws += 1,
            Some(Zugzwang::BlackDraws) => self.black_draws += 1,
            Some(Zugzwang::Full) => self.full += 1,
            None => {}
        }
    }
}

/// The kinds of mutual zugzwang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zugzwang {
    /// White to move draws, Black to move loses.
    WhiteDraws,
    /// White to move loses, Black to move draws.
    BlackDraws,
    /// Whoever is to move loses.
    Full,
}

/// The kind of mutual zugzwang of a position with these values for the sides to move.
pub(crate) fn zugzwang(white_to_move: Value, black_to_move: Value) -> Option<Zugzwang> {
    match (white_to_move, black_to_move) {
        (Value::Draw, Value::Loss(_)) => Some(Zugzwang::WhiteDraws),
        (Value::Loss(_), Value::Draw) => Some(Zugzwang::BlackDraws),
        (Value::Loss(_), Value::Loss(_)) => Some(Zugzwang::Full),
        _ => None,
    }
}

/// What has been counted so far.
#[derive(Default)]
struct Counts {
    /// Without castling rights, with castling rights.
    halves: [Half; 2],
    evidence: Evidence,
    bishops: bishops::Running,
}

#[derive(Default)]
struct Half {
    sides: [Running; 2],
    zugzwangs: Zugzwangs,
}

/// A tally under way, with places in place of positions.
struct Running {
    unique: Box<[u64; 256]>,
    /// By the squares in the position that is visited, which stands for all its images.
    boards: Box<ByKing>,
    told_apart: Outcomes,
    stalemates: u64,
    first: Box<[Option<TablePosition>; 256]>,
}

impl Default for Running {
    fn default() -> Running {
        Running {
            unique: Box::new([0; 256]),
            boards: Box::new([[Outcomes::default(); 64]; 2]),
            told_apart: Outcomes::default(),
            stalemates: 0,
            first: Box::new([None; 256]),
        }
    }
}

fn count(counts: &mut Counts, part: &WalkPart<'_>, wanted: &Wanted) {
    let Counts { halves, evidence, bishops } = counts;
    let castling = part.view.may_castle();
    let half = &mut halves[usize::from(castling)];
    part.visit(|visited| {
        half.count(part, visited);
        if !castling {
            evidence.count(part, visited, wanted);
            bishops.count(part.view, visited);
        }
    });
}

/// Sorts exceptions alone.
fn sort(evidence: &mut Evidence, part: &WalkPart<'_>, wanted: &Wanted) {
    if !part.view.may_castle() {
        part.visit(|visited| evidence.count(part, visited, wanted));
    }
}

/// Sorts decided positions alone.
fn sort_wins(wins: &mut Wins, part: &WalkPart<'_>, turns: &[Color]) {
    if !part.view.may_castle() {
        part.visit(|visited| wins.count(part, visited, turns));
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        for (half, other) in self.halves.iter_mut().zip(other.halves) {
            *half += other;
        }
        self.evidence += other.evidence;
        self.bishops += other.bishops;
    }
}

impl AddAssign for Half {
    fn add_assign(&mut self, other: Half) {
        for (side, other) in self.sides.iter_mut().zip(other.sides) {
            *side += other;
        }
        self.zugzwangs.white_draws += other.zugzwangs.white_draws;
        self.zugzwangs.black_draws += other.zugzwangs.black_draws;
        self.zugzwangs.full += other.zugzwangs.full;
    }
}

impl AddAssign for Running {
    fn add_assign(&mut self, other: Running) {
        for code in 0..256 {
            self.unique[code] += other.unique[code];
            let both = [self.first[code], other.first[code]];
            self.first[code] = both.into_iter().flatten().min();
        }
        let boards = self.boards.iter_mut().flatten();
        for (outcomes, &other) in boards.zip(other.boards.iter().flatten()) {
            *outcomes += other;
        }
        self.told_apart += other.told_apart;
        self.stalemates += other.stalemates;
    }
}

impl AddAssign for Outcomes {
    fn add_assign(&mut self, other: Outcomes) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
    }
}

impl Sum for Outcomes {
    fn sum<I: Iterator<Item = Outcomes>>(all: I) -> Outcomes {
        all.fold(Outcomes::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}

impl Half {
    fn count(&mut self, part: &WalkPart<'_>, visited: &VisitedPosition) {
        let values = Color::ALL.map(|turn| part.view.value(visited, turn));
        for turn in Color::ALL {
            let Some(value) = values[turn.index()] else { continue };
            let side = &mut self.sides[turn.index()];
            side.count(value, part, visited);
            side.stalemates += u64::from(is_stalemate(part.view, visited, turn, value));
        }
        if let [Some(white), Some(black)] = values {
            self.zugzwangs.add(white, black);
        }
    }

    fn counts(&self, walk: &Walk, symmetries: &[Symmetry]) -> PositionCounts {
        let tally = |turn: Color| self.sides[turn.index()].tally(walk, turn, symmetries);
        PositionCounts { sides: Color::ALL.map(tally), zugzwangs: self.zugzwangs }
    }
}

impl Running {
    #[inline(always)]
    fn count(&mut self, value: Value, part: &WalkPart<'_>, visited: &VisitedPosition) {
        let code = usize::from(value.code());
        self.unique[code] += 1;
        for (squares, king) in self.boards.iter_mut().zip(part.view.kings(visited)) {
            squares[king].add(value, visited.weight.boards);
        }
        self.told_apart.add(value, visited.weight.told_apart);
        if self.first[code].is_none_or(|first| part.table_position(visited) < first) {
            self.first[code] = Some(part.table_position(visited));
        }
    }

    fn tally(&self, walk: &Walk, turn: Color, symmetries: &[Symmetry]) -> Tally {
        let position = |first: Option<TablePosition>| walk.position(first?, turn);
        Tally {
            unique: self.unique.clone(),
            boards: Box::new(self.boards.map(|squares| spread(&squares, symmetries))),
            told_apart: self.told_apart,
            stalemates: self.stalemates,
            examples: self.first.iter().map(|&first| position(first)).collect(),
        }
    }
}

/// The counts of every distance from the smallest to the largest.
fn without_gaps(counts: impl Iterator<Item = (u8, u64)>) -> Option<Vec<(u8, u64)>> {
    let counts: BTreeMap<u8, u64> = counts.collect();
    let (first, last) = (*counts.first_key_value()?.0, *counts.last_key_value()?.0);
    let count = |moves| (moves, counts.get(&moves).copied().unwrap_or_default());
    Some((first..=last).map(count).collect())
}

/// Writes a position as text.
fn as_text<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(position)
}

/// The symmetries that keep what positions without castling rights are worth.
fn symmetries(material: &Material) -> Vec<Symmetry> {
    if material.has_pawns() {
        vec![Symmetry::IDENTITY, Symmetry::MIRROR]
    } else {
        Symmetry::all().collect()
    }
}

/// Boards by square, from those that were counted by the square of one of their images.
///
/// Every symmetry takes all of them somewhere, so that in the end each board
/// was counted as often as there are symmetries.
fn spread(squares: &[Outcomes; 64], symmetries: &[Symmetry]) -> [Outcomes; 64] {
    let spread = |square| {
        let sources = symmetries.iter().map(|symmetry| squares[symmetry.at(square)]);
        let Outcomes { win, draw, loss } = sources.sum();
        let times = symmetries.len() as u64;
        Outcomes { win: win / times, draw: draw / times, loss: loss / times }
    };
    std::array::from_fn(spread)
}

/// Whether the side to move, not in check, has no move. Cheap tests come first.
fn is_stalemate(view: &SliceView, visited: &VisitedPosition, turn: Color, value: Value) -> bool {
    value == Value::Draw
        && !view.in_check(visited, turn)
        && !view.king_can_move(visited, turn)
        && !view.position(visited, turn).has_moves()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_have_no_gaps() {
        let counts = without_gaps([(5, 2), (2, 1)].into_iter());
        assert_eq!(counts, Some(vec![(2, 1), (3, 0), (4, 0), (5, 2)]));
        assert_eq!(without_gaps([].into_iter()), None);
    }

    #[test]
    fn a_zugzwang_is_worse_for_whoever_moves() {
        let values = [Value::Loss(0), Value::Loss(9), Value::Draw, Value::Win(9), Value::Win(1)];
        let points = |value| match value {
            Value::Loss(_) => -1,
            Value::Draw => 0,
            Value::Win(_) => 1,
        };
        for (white, black) in values.into_iter().flat_map(|w| values.map(|b| (w, b))) {
            let gain = -points(black) - points(white);
            let expected = match (points(white), gain) {
                (0, 1) => Some(Zugzwang::WhiteDraws),
                (-1, 1) => Some(Zugzwang::BlackDraws),
                (-1, 2) => Some(Zugzwang::Full),
                _ => None,
            };
            assert_eq!(zugzwang(white, black), expected, "{white} {black}");
            assert_eq!(expected.is_some(), gain > 0, "{white} {black}");
        }
    }
}
