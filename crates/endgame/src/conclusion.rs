//! What can be said about an ending in a sentence, and was checked for every position.

use crate::exceptions::{Evidence, Scope, Wanted};
use crate::stats::{Outcomes, PositionCounts};
use sole_board::{Color, Material};

/// A true statement about all positions of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conclusion {
    /// Neither side can ever force mate.
    Drawn,
    /// Both sides have the same men, so all depends on who is to move.
    Even {
        /// How much the side to move wins.
        mover: WinShare,
        /// How much it loses.
        opponent: WinShare,
    },
    /// One side wins more often.
    Favours {
        /// That side.
        winner: Color,
        /// How much it wins when it is to move.
        on_move: WinShare,
        /// How much it wins when the other side is to move.
        in_reply: WinShare,
    },
}

/// The share of the positions with one side to move that a side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinShare {
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
    /// not, each move of the winner lets it capture or stalemates it, or there is none.
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

impl Conclusion {
    /// The side that wins more often, or White if neither does.
    pub fn leader(&self) -> Color {
        match self {
            Conclusion::Favours { winner, .. } => *winner,
            _ => Color::White,
        }
    }

    /// The sides to move that differ: with the same men on both sides, one stands for both.
    pub fn turns(&self) -> &'static [Color] {
        match self {
            Conclusion::Even { .. } => &[Color::White],
            _ => &Color::ALL,
        }
    }

    /// How much is won by whom: the share of the leader when it is to move and when it is not, or of
    /// each side if they have the same men.
    pub fn shares(&self) -> Option<[&WinShare; 2]> {
        match self {
            Conclusion::Favours { on_move, in_reply, .. } => Some([on_move, in_reply]),
            Conclusion::Even { mover, opponent } => Some([mover, opponent]),
            Conclusion::Drawn => None,
        }
    }

    pub(crate) fn of(
        material: &Material,
        counts: &PositionCounts,
        evidence: &Evidence,
        wanted: &Wanted,
    ) -> Conclusion {
        let share = |winner, turn| {
            let scope = Scope::whole(winner, turn);
            let share = WinShare::of(counts.outcomes(turn), winner, turn);
            match share {
                WinShare::Some { positions, .. } if wanted.has(scope) => {
                    let [captures, stalemates] = evidence.saved(scope);
                    WinShare::UnlessSaved { positions, captures, stalemates }
                }
                _ => share,
            }
        };
        let wins = |color: Color| counts.outcomes(color).win + counts.outcomes(!color).loss;
        let [white, black] = Color::ALL.map(wins);
        if white + black == 0 {
            return Conclusion::Drawn;
        }
        if *material == material.flipped() {
            let (mover, opponent) = (Color::White, Color::Black);
            return Conclusion::Even {
                mover: share(mover, mover),
                opponent: share(opponent, mover),
            };
        }
        let winner = if white >= black { Color::White } else { Color::Black };
        let (on_move, in_reply) = (share(winner, winner), share(winner, !winner));
        Conclusion::Favours { winner, on_move, in_reply }
    }
}

impl WinShare {
    /// How much a side wins if `turn` is to move.
    pub(crate) fn of(outcomes: Outcomes, winner: Color, turn: Color) -> WinShare {
        let (positions, won) = (outcomes.sum(), outcomes.won_by(winner, turn));
        match won {
            0 => WinShare::Nothing { positions },
            _ if won == positions => WinShare::Everything { positions },
            _ => WinShare::Some { positions, won },
        }
    }

    /// Its name for scripts.
    pub const fn name(&self) -> &'static str {
        match self {
            WinShare::Nothing { .. } => "nothing",
            WinShare::Everything { .. } => "everything",
            WinShare::UnlessSaved { .. } => "unless-saved",
            WinShare::Some { .. } => "some",
        }
    }

    /// How many positions there are, won or not.
    pub const fn positions(&self) -> u64 {
        match *self {
            WinShare::Nothing { positions }
            | WinShare::Everything { positions }
            | WinShare::UnlessSaved { positions, .. }
            | WinShare::Some { positions, .. } => positions,
        }
    }

    /// How many of them are won.
    pub const fn won(&self) -> u64 {
        match *self {
            WinShare::Nothing { .. } => 0,
            WinShare::Everything { positions } => positions,
            WinShare::UnlessSaved { positions, captures, stalemates } => {
                positions - captures - stalemates
            }
            WinShare::Some { won, .. } => won,
        }
    }
}
