//! Last moves that determine the whole game: "construct a game that ends with …".

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use sole_board::{Color, Move};

use super::armies::Id;
use super::items::Buffer;
use super::last_moves::{Interest, LastMoveVisitor, LastMoves, PlayedStep, VisitedMove};
use super::parallel::Threads;
use super::step_effects::StepEffects;
use super::{AdvanceError, Sweep, Tracer, Watch};
use crate::last_move::{CheckMark, LastMove, LastMoveQuery, MoveShape};

impl Sweep {
    /// Every last move of one ply more that exactly one game ends with, with the game.
    pub fn unique_last_moves(
        &mut self,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<(LastMove, Vec<Move>)>, AdvanceError> {
        let every = CountEvery::new();
        self.visit_last_moves(&every, threads, watch)?;
        let tracer = Tracer::new(self);
        let mut single = every.single();
        single.sort_by_cached_key(|(last, _)| last.to_string());
        let games = single.into_iter().map(|(last, played)| {
            let mut games = tracer.games_ending_with(&played, 2)?;
            let game = games.pop().filter(|_| games.is_empty());
            Ok((last, game.ok_or_else(|| self.contradiction())?))
        });
        games.collect()
    }

    /// Games of one ply more whose last move matches a query, up to `limit`. If there are fewer,
    /// these are all.
    pub fn games_ending_with(
        &mut self,
        query: &LastMoveQuery,
        limit: usize,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<Vec<Move>>, AdvanceError> {
        let asked = MatchingGames { query, limit, enough: AtomicUsize::new(usize::MAX) };
        let played_steps = self.visit_last_moves(&asked, threads, watch)?.into_iter().flatten();
        let tracer = Tracer::new(self);
        let mut games = Vec::new();
        for played in played_steps {
            games.extend(tracer.games_ending_with(&played, limit - games.len())?);
        }
        Ok(games)
    }

    /// Visits all last moves and returns the outputs of the portions.
    fn visit_last_moves<L: LastMoveVisitor<Output: Default + Send>>(
        &mut self,
        visitor: &L,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<L::Output>, AdvanceError> {
        let (steps, opponents) = self.prepare()?;
        let before = &self.layers[self.plies()];
        let field = StepEffects { armies: &self.armies, opponents: &opponents, before };
        let mover = self.mover(self.plies() + 1);
        let last_moves = LastMoves { field, steps: &steps, mover, visitor };
        let targets: Vec<Id> = steps.targets().collect();
        let threads = Threads { ply: self.plies() + 1, threads, watch };
        threads.map(&targets, Buffer::default, |buffer, number, portion| {
            let mut output = L::Output::default();
            if visitor.is_interested(number) {
                let mut armies = portion.iter();
                armies.try_for_each(|&target| last_moves.army(target, buffer, &mut output))?;
            }
            visitor.close(number, &output);
            Ok(output)
        })
    }

    /// Who makes the move of this ply.
    pub(super) fn mover(&self, ply: usize) -> Color {
        let first = self.start.turn();
        if ply % 2 == 1 { first } else { !first }
    }
}

/// Counts the games of every last move.
struct CountEvery {
    /// For each move shape and check mark the number of games: none, one, or two for more.
    ways: Vec<[AtomicU8; 3]>,
    /// The step with which each last move was first found.
    first: Mutex<HashMap<LastMove, PlayedStep>>,
}

impl CountEvery {
    fn new() -> CountEvery {
        let none = || [const { AtomicU8::new(0) }; 3];
        let ways = std::iter::repeat_with(none).take(MoveShape::COUNT).collect();
        CountEvery { ways, first: Mutex::default() }
    }

    fn ways(&self, shape: MoveShape, check_mark: CheckMark) -> &AtomicU8 {
        &self.ways[shape.index()][check_mark as usize]
    }

    /// The last moves of exactly one game.
    fn single(self) -> Vec<(LastMove, PlayedStep)> {
        let first = self.first.into_inner().expect("no visitor panicked");
        let is_single = |last: &LastMove| {
            self.ways[last.shape.index()][last.check_mark as usize].load(Ordering::Relaxed) == 1
        };
        first.into_iter().filter(|(last, _)| is_single(last)).collect()
    }
}

impl LastMoveVisitor for CountEvery {
    type Output = ();

    fn interest(&self, shape: MoveShape) -> Interest {
        let is_alive = |check_mark| self.ways(shape, check_mark).load(Ordering::Relaxed) < 2;
        let open = is_alive(CheckMark::None);
        let (check, mate) = (is_alive(CheckMark::Check), is_alive(CheckMark::Mate));
        Interest { open, stalemate: open, check, mate }
    }

    fn visit(&self, last: &VisitedMove, (): &mut ()) {
        let check_mark = match (last.is_check, last.has_reply) {
            (false, _) => CheckMark::None,
            (true, Some(false)) => CheckMark::Mate,
            (true, _) => CheckMark::Check,
        };
        let ways = self.ways(last.shape, check_mark);
        if ways.load(Ordering::Relaxed) >= 2 {
            return;
        }
        let mut first = self.first.lock().expect("no visitor panics");
        first.entry(LastMove { shape: last.shape, check_mark }).or_insert(last.played);
        let sum = ways.load(Ordering::Relaxed) + last.ways;
        ways.store(sum.min(2), Ordering::Relaxed);
    }
}

/// Collects games whose last move matches a query.
struct MatchingGames<'a> {
    query: &'a LastMoveQuery,
    limit: usize,
    /// The first portion that reaches the limit; later portions are not needed.
    enough: AtomicUsize,
}

impl LastMoveVisitor for MatchingGames<'_> {
    type Output = Vec<PlayedStep>;

    fn interest(&self, shape: MoveShape) -> Interest {
        let [open, stalemate, check, mate] = match self.query.accepts(shape) {
            true => self.query.ends(),
            false => [false; 4],
        };
        Interest { open, stalemate, check, mate }
    }

    fn visit(&self, last: &VisitedMove, output: &mut Vec<PlayedStep>) {
        // With and without en passant, two armies are heard of one right after the other, and
        // the games of both are found together.
        let is_new = output.last() != Some(&last.played);
        if is_new && output.len() < self.limit && self.query.accepts_capture(last.captured) {
            output.push(last.played);
        }
    }

    fn is_interested(&self, portion: usize) -> bool {
        portion <= self.enough.load(Ordering::Relaxed)
    }

    fn close(&self, portion: usize, output: &Vec<PlayedStep>) {
        if output.len() >= self.limit {
            self.enough.fetch_min(portion, Ordering::Relaxed);
        }
    }
}
