//! "Construct a game that ends with …": last moves that decide the whole game.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use sole_board::{Color, Move};

use super::armies::Id;
use super::field::Field;
use super::items::Buffer;
use super::last::{Encounter, Finale, Heard, Interest, Listener};
use super::portions::share_out;
use super::{Halt, Sweep, Tracer, Watch};
use crate::ending::{Demand, LastMove, Sign, Stroke};

impl Sweep {
    /// Every last move of one ply more that exactly one game ends with, with the game.
    pub fn endings(
        &mut self,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<(LastMove, Vec<Move>)>, Halt> {
        let every = Every::new();
        self.listen(&every, threads, watch)?;
        let tracer = Tracer::new(self);
        let mut single = every.single();
        single.sort_by_cached_key(|(last, _)| last.to_string());
        let games = single.into_iter().map(|(last, encounter)| {
            let mut games = tracer.games_ending(&encounter, 2)?;
            let game = games.pop().filter(|_| games.is_empty());
            Ok((last, game.ok_or_else(|| self.contradiction())?))
        });
        games.collect()
    }

    /// Games of one ply more that end as is demanded, up to `limit`. Fewer than that are all
    /// there are.
    pub fn games_ending(
        &mut self,
        demand: &Demand,
        limit: usize,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<Vec<Move>>, Halt> {
        let asked = Asked { demand, limit, enough: AtomicUsize::new(usize::MAX) };
        let encounters = self.listen(&asked, threads, watch)?.into_iter().flatten();
        let tracer = Tracer::new(self);
        let mut games = Vec::new();
        for encounter in encounters {
            games.extend(tracer.games_ending(&encounter, limit - games.len())?);
        }
        Ok(games)
    }

    /// Lets someone listen to all last moves, and brings back the notes.
    fn listen<L: Listener<Notes: Default + Send>>(
        &mut self,
        listener: &L,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<L::Notes>, Halt> {
        let (steps, opponents) = self.prepare()?;
        let before = &self.layers[self.plies()];
        let field = Field { armies: &self.armies, opponents: &opponents, before };
        let mover = self.mover(self.plies() + 1);
        let finale = Finale { field, steps: &steps, mover, listener };
        let targets: Vec<Id> = steps.targets().collect();
        let terms = (self.plies() + 1, threads, watch);
        share_out(&targets, terms, Buffer::default, |buffer, number, portion| {
            let mut notes = L::Notes::default();
            if listener.is_interested(number) {
                let mut armies = portion.iter();
                armies.try_for_each(|&target| finale.army(target, buffer, &mut notes))?;
            }
            listener.close(number, &notes);
            Ok(notes)
        })
    }

    /// Who makes the move of this ply.
    pub(super) fn mover(&self, ply: usize) -> Color {
        let first = self.start.turn();
        if ply % 2 == 1 { first } else { !first }
    }
}

/// Counts the games of every last move.
struct Every {
    /// For each stroke and sign no game, one, or two for more.
    ways: Vec<[AtomicU8; 3]>,
    /// Where moves were heard of first.
    first: Mutex<HashMap<LastMove, Encounter>>,
}

impl Every {
    fn new() -> Every {
        let none = || [const { AtomicU8::new(0) }; 3];
        let ways = std::iter::repeat_with(none).take(Stroke::COUNT).collect();
        Every { ways, first: Mutex::default() }
    }

    fn ways(&self, stroke: Stroke, sign: Sign) -> &AtomicU8 {
        &self.ways[stroke.index()][sign as usize]
    }

    /// The last moves of exactly one game.
    fn single(self) -> Vec<(LastMove, Encounter)> {
        let first = self.first.into_inner().expect("no listener panicked");
        let is_single = |last: &LastMove| {
            self.ways[last.stroke.index()][last.sign as usize].load(Ordering::Relaxed) == 1
        };
        first.into_iter().filter(|(last, _)| is_single(last)).collect()
    }
}

impl Listener for Every {
    type Notes = ();

    fn interest(&self, stroke: Stroke) -> Interest {
        let is_alive = |sign| self.ways(stroke, sign).load(Ordering::Relaxed) < 2;
        let open = is_alive(Sign::None);
        let (check, mate) = (is_alive(Sign::Check), is_alive(Sign::Mate));
        Interest { open, stalemate: open, check, mate }
    }

    fn hear(&self, last: &Heard, (): &mut ()) {
        let sign = match (last.is_check, last.has_reply) {
            (false, _) => Sign::None,
            (true, Some(false)) => Sign::Mate,
            (true, _) => Sign::Check,
        };
        let ways = self.ways(last.stroke, sign);
        if ways.load(Ordering::Relaxed) >= 2 {
            return;
        }
        let mut first = self.first.lock().expect("no listener panics");
        first.entry(LastMove { stroke: last.stroke, sign }).or_insert(last.encounter);
        let sum = ways.load(Ordering::Relaxed) + last.ways;
        ways.store(sum.min(2), Ordering::Relaxed);
    }
}

/// Looks for games that end in one way.
struct Asked<'a> {
    demand: &'a Demand,
    limit: usize,
    /// The first portion that has all the games that are asked for; none after it counts.
    enough: AtomicUsize,
}

impl Listener for Asked<'_> {
    type Notes = Vec<Encounter>;

    fn interest(&self, stroke: Stroke) -> Interest {
        let [open, stalemate, check, mate] = match self.demand.accepts(stroke) {
            true => self.demand.ends(),
            false => [false; 4],
        };
        Interest { open, stalemate, check, mate }
    }

    fn hear(&self, last: &Heard, notes: &mut Vec<Encounter>) {
        // With and without en passant, two armies are heard of one right after the other, and
        // the games of both are found together.
        let is_new = notes.last() != Some(&last.encounter);
        if is_new && notes.len() < self.limit && self.demand.accepts_capture(last.captured) {
            notes.push(last.encounter);
        }
    }

    fn is_interested(&self, portion: usize) -> bool {
        portion <= self.enough.load(Ordering::Relaxed)
    }

    fn close(&self, portion: usize, notes: &Vec<Encounter>) {
        if notes.len() >= self.limit {
            self.enough.fetch_min(portion, Ordering::Relaxed);
        }
    }
}
