//! What can be said about an ending in a sentence, and was checked for every position.

use crate::exceptions::{Evidence, Scope, Wanted};
use crate::stats::{Census, Outcomes};
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
    pub(crate) fn of(
        material: &Material,
        census: &Census,
        evidence: &Evidence,
        wanted: &Wanted,
    ) -> Conclusion {
        let extent = |winner, turn| {
            let scope = Scope::whole(winner, turn);
            let extent = Extent::of(census.outcomes(turn), winner, turn);
            match extent {
                Extent::Some { positions, .. } if wanted.has(scope) => {
                    let [captures, stalemates] = evidence.saved(scope);
                    Extent::UnlessSaved { positions, captures, stalemates }
                }
                _ => extent,
            }
        };
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
    /// How much a side wins if `turn` is to move.
    pub(crate) fn of(outcomes: Outcomes, winner: Color, turn: Color) -> Extent {
        let (positions, won) = (outcomes.sum(), outcomes.won_by(winner, turn));
        match won {
            0 => Extent::Nothing { positions },
            _ if won == positions => Extent::Everything { positions },
            _ => Extent::Some { positions, won },
        }
    }

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
