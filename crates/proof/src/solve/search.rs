//! The search: legal moves, depth first, as far as both sides can afford their ends.
//!
//! Whether a position leads to the target in so many plies does not depend on how it came
//! about, so positions that fail are remembered as such. When that alone does not end
//! soon, both sides are looked at alone. Where much work has gone into a position, its
//! further children are analysed anew: by then less is left to spare, and more is known.

use super::account::{Account, Step};
use super::analysis::{Analysis, Tables};
use super::budget::Meter;
use super::retro::Retro;
use super::solo::Duet;
use super::table::Table;
use sole_board::{Color, Diagram, Move, PackedPosition, Position};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Hears of every game.
pub(super) type Listener<'a> = dyn FnMut(&[Move]) -> ControlFlow<Stop> + 'a;

/// When a search does more than to go from move to move. Answers do not depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// After so many nodes both sides are looked at alone, with so many arrangements each.
    pub(super) looks: &'static [(u64, usize)],
    /// How much work the children of a position are on average before further ones are
    /// analysed.
    pub(super) patience: u64,
    /// How many plies must be left for an analysis to be worth its time.
    pub(super) worth: u8,
}

impl Habits {
    pub(super) const STANDARD: Habits = Habits {
        looks: &[(2_000, 30_000), (100_000, 400_000), (2_000_000, 5_000_000)],
        patience: 3000,
        worth: 4,
    };
}

/// How much work an analysis is, in nodes.
const ANALYSIS: u64 = 500;

/// What an arrangement takes while a side is looked at alone, with its moves.
const BYTES_OF_ARRANGEMENT: usize = 200;

/// A search in progress.
pub(super) struct Search<'a, 'b> {
    target: Diagram,
    failed: Table,
    duet: Duet<'a>,
    retro: Retro,
    /// How many plies the whole game has.
    plies: u8,
    /// What is left of the habits to look, counted from `since`.
    habits: Habits,
    since: u64,
    meter: &'a mut Meter<'b>,
    found: &'a mut Listener<'a>,
    line: Vec<Move>,
    /// The steps of all positions of the line that are still to be played.
    steps: Vec<Step>,
    analyses: u64,
}

/// A position with so many plies left, and what is known of its games.
struct Place<'t> {
    position: &'t Position,
    plies: u8,
    tables: &'t Tables,
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search of the games that `analysis` is about.
    pub(super) fn new(
        target: Diagram,
        (first, analysis): (Color, &'a Analysis),
        habits: Habits,
        meter: &'a mut Meter<'b>,
        found: &'a mut Listener<'a>,
    ) -> Search<'a, 'b> {
        Search {
            target,
            failed: Table::new(meter.bytes() / 2),
            duet: Duet::new(analysis, first),
            retro: Retro::NONE,
            plies: (analysis.sides[0].moves + analysis.sides[1].moves) as u8,
            habits,
            since: meter.nodes(),
            meter,
            found,
            line: Vec::new(),
            steps: Vec::new(),
            analyses: 0,
        }
    }

    /// Reports every game; tells whether there was one.
    pub(super) fn run(
        &mut self,
        position: &Position,
        plies: u8,
        analysis: &Analysis,
    ) -> ControlFlow<Stop, bool> {
        let place = Place { position, plies, tables: &analysis.tables };
        self.walk(&place, &mut Account::new(analysis))
    }

    fn walk(&mut self, place: &Place<'_>, account: &mut Account) -> ControlFlow<Stop, bool> {
        let &Place { position, plies, tables } = place;
        if plies == 0 {
            return self.arrive(position);
        }
        self.meter.spend()?;
        let packed = PackedPosition::new(position).ok().filter(|_| plies > 1);
        if packed.is_some_and(|packed| self.failed.contains(&packed, plies)) {
            return ControlFlow::Continue(false);
        }
        self.look()?;
        let Habits { patience, worth, .. } = self.habits;
        let first = self.steps.len();
        self.list(place, account);
        let (since, mut children, mut any) = (self.work(), 0, false);
        while self.steps.len() > first {
            let Some(step) = self.steps.pop() else { break };
            let position_after = position.after(step.m);
            let child = Place { position: &position_after, plies: plies - 1, tables };
            let before = account.play(&step, position.turn());
            self.line.push(step.m);
            let is_long = children > 0 && self.work() - since >= patience * children;
            any |= if plies > worth && is_long {
                self.analyse(&child, account)?
            } else {
                self.walk(&child, account)?
            };
            children += 1;
            self.line.pop();
            account.take_back(&step, position.turn(), before);
        }
        if let Some(packed) = packed
            && !any
        {
            self.failed.insert(&packed, plies);
        }
        ControlFlow::Continue(any)
    }

    /// Lists the moves that both sides can afford.
    fn list(&mut self, place: &Place<'_>, account: &Account) {
        let (steps, duet, retro) = (&mut self.steps, &self.duet, &self.retro);
        place.position.for_each_move(|m| {
            let step = account.weigh(place.tables, place.position, m);
            steps.extend(step.filter(|step| {
                let admitted = |color| {
                    let (left, hash) = step.arrangement(color);
                    duet.admits(color, left, hash)
                };
                admitted(Color::White)
                    && admitted(Color::Black)
                    && retro.admits(place.plies - 1, step.hashes())
            }));
        });
    }

    /// Looks at both sides alone when it is time to.
    fn look(&mut self) -> ControlFlow<Stop> {
        let Some((&(after, most), later)) = self.habits.looks.split_first() else {
            return ControlFlow::Continue(());
        };
        if self.meter.nodes() - self.since < after {
            return ControlFlow::Continue(());
        }
        let most = most.min(self.meter.bytes() / 2 / BYTES_OF_ARRANGEMENT);
        self.habits.looks = later;
        if self.duet.is_complete() || self.duet.look(most, self.meter)? {
            self.retro = Retro::of(&self.duet, self.plies, most, self.meter)?;
        }
        ControlFlow::Continue(())
    }

    fn analyse(&mut self, place: &Place<'_>, account: &Account) -> ControlFlow<Stop, bool> {
        let packed = PackedPosition::new(place.position).ok();
        if packed.is_some_and(|packed| self.failed.contains(&packed, place.plies)) {
            return ControlFlow::Continue(false);
        }
        self.analyses += 1;
        let plies = u32::from(place.plies);
        match Analysis::of(place.position, &self.target, plies, account.duties()) {
            Err(_) => ControlFlow::Continue(false),
            Ok(analysis) => self.run(place.position, place.plies, &analysis),
        }
    }

    fn work(&self) -> u64 {
        self.meter.nodes() + ANALYSIS * self.analyses
    }

    fn arrive(&mut self, position: &Position) -> ControlFlow<Stop, bool> {
        if *position.diagram() != self.target {
            return ControlFlow::Continue(false);
        }
        (self.found)(&self.line)?;
        ControlFlow::Continue(true)
    }
}
