//! What can be said about an ending in a sentence, and was checked for every position.

use crate::stats::Census;
use crate::value::Value;
use crate::walk::{Sheet, Spot};
use sole_board::{Color, Material, Position};
use std::ops::{AddAssign, ControlFlow};
use std::sync::atomic::{AtomicBool, Ordering};

/// A true statement about all positions of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conclusion {
    /// Neither side can ever force mate.
    Drawn,
    /// Both sides have the same men, so all depends on who is to move.
    Even {
        /// How much the side to move wins.
        mover: Extent,
        /// How much it loses.
        opponent: Extent,
    },
    /// One side wins more often.
    Favours {
        /// That side.
        winner: Color,
        /// How much it wins when it is to move.
        on_move: Extent,
        /// How much it wins when the other side is to move.
        in_reply: Extent,
    },
}

/// How many of the positions with one side to move a side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// None of them.
    Nothing {
        /// How many there are.
        positions: u64,
    },
    /// All of them.
    Everything {
        /// How many there are.
        positions: u64,
    },
    /// All that the other side does not save at once, by a capture or by being stalemated.
    ///
    /// If the other side is to move, it can capture or has no move. If it is
    /// not, each move of the winner lets it capture or stalemates it.
    UnlessSaved {
        /// How many there are, won or not.
        positions: u64,
        /// How many are not won because of a capture.
        captures: u64,
        /// How many are not won because of a stalemate, or of one in some lines and a capture in
        /// others.
        stalemates: u64,
    },
    /// Some of them.
    Some {
        /// How many there are, won or not.
        positions: u64,
        /// How many are won.
        won: u64,
    },
}

/// Positions that a side does not win because of a capture or a stalemate.
#[derive(Clone, Copy, Debug, Default)]
struct Excuses {
    captures: u64,
    stalemates: u64,
}

/// What a position that is not won has to say for itself.
enum Excuse {
    Capture,
    Stalemate,
}

/// Excuses by winner and side to move; complete where there is no flaw.
#[derive(Debug, Default)]
pub(crate) struct Evidence([[Excuses; 2]; 2]);

/// Where a position without an excuse has been found, so that no more are looked at.
#[derive(Debug, Default)]
pub(crate) struct Flaws([[AtomicBool; 2]; 2]);

impl Conclusion {
    pub(crate) fn of(
        material: &Material,
        census: &Census,
        evidence: &Evidence,
        flaws: &Flaws,
    ) -> Conclusion {
        let extent = |winner, turn| evidence.extent(census, flaws, winner, turn);
        let wins = |color: Color| census.outcomes(color).win + census.outcomes(!color).loss;
        let [white, black] = Color::ALL.map(wins);
        if white + black == 0 {
            return Conclusion::Drawn;
        }
        if *material == material.flipped() {
            let (mover, opponent) = (Color::White, Color::Black);
            return Conclusion::Even {
                mover: extent(mover, mover),
                opponent: extent(opponent, mover),
            };
        }
        let winner = if white >= black { Color::White } else { Color::Black };
        let (on_move, in_reply) = (extent(winner, winner), extent(winner, !winner));
        Conclusion::Favours { winner, on_move, in_reply }
    }
}

impl Extent {
    /// How many positions there are, won or not.
    pub const fn positions(&self) -> u64 {
        match *self {
            Extent::Nothing { positions }
            | Extent::Everything { positions }
            | Extent::UnlessSaved { positions, .. }
            | Extent::Some { positions, .. } => positions,
        }
    }

    /// How many of them are won.
    pub const fn won(&self) -> u64 {
        match *self {
            Extent::Nothing { .. } => 0,
            Extent::Everything { positions } => positions,
            Extent::UnlessSaved { positions, captures, stalemates } => {
                positions - captures - stalemates
            }
            Extent::Some { won, .. } => won,
        }
    }
}

impl Evidence {
    fn extent(&self, census: &Census, flaws: &Flaws, winner: Color, turn: Color) -> Extent {
        let outcomes = census.outcomes(turn);
        let positions = outcomes.sum();
        let won = if turn == winner { outcomes.win } else { outcomes.loss };
        let Excuses { captures, stalemates } = self.0[winner.index()][turn.index()];
        match won {
            0 => Extent::Nothing { positions },
            _ if won == positions => Extent::Everything { positions },
            _ if flaws.at(winner, turn).load(Ordering::Relaxed) => Extent::Some { positions, won },
            _ => Extent::UnlessSaved { positions, captures, stalemates },
        }
    }

    /// Looks for an excuse for each side that does not win.
    #[inline(always)]
    pub(crate) fn count(&mut self, sheet: &Sheet, spot: &Spot, flaws: &Flaws) {
        for turn in Color::ALL {
            let Some(value) = sheet.value(spot, turn) else { continue };
            let won_by = match value {
                Value::Win(_) => Some(turn),
                Value::Loss(_) => Some(!turn),
                Value::Draw => None,
            };
            for winner in Color::ALL {
                let flaw = flaws.at(winner, turn);
                if won_by != Some(winner) && !flaw.load(Ordering::Relaxed) {
                    self.examine(&sheet.position(spot, turn), winner, flaw);
                }
            }
        }
    }

    #[cold]
    fn examine(&mut self, position: &Position, winner: Color, flaw: &AtomicBool) {
        let turn = position.turn();
        let excuse = if turn == winner { excuse_of_all(position) } else { excuse(position) };
        let excuses = &mut self.0[winner.index()][turn.index()];
        match excuse {
            Some(Excuse::Capture) => excuses.captures += 1,
            Some(Excuse::Stalemate) => excuses.stalemates += 1,
            None => flaw.store(true, Ordering::Relaxed),
        }
    }
}

impl Flaws {
    fn at(&self, winner: Color, turn: Color) -> &AtomicBool {
        &self.0[winner.index()][turn.index()]
    }
}

impl AddAssign for Evidence {
    fn add_assign(&mut self, other: Evidence) {
        let all = self.0.as_flattened_mut().iter_mut();
        for (excuses, other) in all.zip(other.0.as_flattened()) {
            excuses.captures += other.captures;
            excuses.stalemates += other.stalemates;
        }
    }
}

/// The side to move can capture, or is stalemated.
fn excuse(position: &Position) -> Option<Excuse> {
    let found = position.try_for_each_capture(|_| ControlFlow::Break(()));
    match found {
        ControlFlow::Break(()) => Some(Excuse::Capture),
        ControlFlow::Continue(()) if position.has_moves() || position.is_check() => None,
        ControlFlow::Continue(()) => Some(Excuse::Stalemate),
    }
}

/// Whatever the side to move does, the other side can capture, or is stalemated.
fn excuse_of_all(position: &Position) -> Option<Excuse> {
    let mut common = None;
    let searched = position.try_for_each_child(|_, child| match (excuse(child), &common) {
        (None, _) => ControlFlow::Break(()),
        (Some(Excuse::Capture), Some(_)) => ControlFlow::Continue(()),
        (Some(excuse), _) => {
            common = Some(excuse);
            ControlFlow::Continue(())
        }
    });
    common.filter(|_| searched.is_continue())
}
