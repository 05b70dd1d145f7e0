//! How a game ends, and what a position alone says about it.
//!
//! Checkmate, stalemate and dead positions can be seen on the board; repetition
//! and long play without progress need a [`Game`](crate::Game). A position is
//! called dead only where no sequence of legal moves can ever give mate: for the
//! three classes of [`DeadMaterial`], and behind some walls of pawns
//! ([`Ending::Locked`]); that no claim is made says nothing.
//!
//! ```
//! use sole_board::{DeadMaterial, Ending, Position, Setup};
//! let setup: Setup = "8/8/4k3/8/8/2N1K3/8/8 w - - 0 1".parse().unwrap();
//! let ending = Position::try_from(setup).unwrap().ending();
//! assert_eq!(ending, Some(Ending::Dead(DeadMaterial::LoneMinor)));
//! ```

use crate::{Color, Diagram, Position, Role, SquareSet};
use std::fmt;

/// Why a game is over without anyone claiming it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave it.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// No mate is possible any more, by the material.
    Dead(DeadMaterial),
    /// No mate is possible any more, since pawns that cannot move keep all men apart.
    Locked,
    /// Seventy-five moves of each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The same position for the fifth time.
    FivefoldRepetition,
}

/// Why the side to move may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// Fifty moves of each side without a capture or pawn move.
    FiftyMoves,
    /// The same position for the third time.
    ThreefoldRepetition,
}

/// Material with which neither side can ever mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeadMaterial {
    /// King against king.
    LoneKings,
    /// King against king and one bishop or knight.
    LoneMinor,
    /// Kings and several bishops, of whichever side, all on squares of one colour.
    BishopsOfOneColor,
}

/// The score of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Score {
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// 1/2-1/2.
    Draw,
    /// Not finished, or not known.
    #[default]
    Unknown,
}

impl Score {
    /// All four.
    pub const ALL: [Score; 4] = [Score::WhiteWins, Score::BlackWins, Score::Draw, Score::Unknown];

    /// The score when a side has won.
    pub const fn won_by(winner: Color) -> Score {
        match winner {
            Color::White => Score::WhiteWins,
            Color::Black => Score::BlackWins,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`, as in a PGN.
    pub const fn text(self) -> &'static str {
        match self {
            Score::WhiteWins => "1-0",
            Score::BlackWins => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Unknown => "*",
        }
    }

    /// The score that is written like this.
    pub fn from_text(text: &str) -> Option<Score> {
        Score::ALL.into_iter().find(|score| score.text() == text)
    }
}

impl Ending {
    /// The score of the game.
    pub const fn score(self) -> Score {
        match self {
            Ending::Checkmate { winner } => Score::won_by(winner),
            _ => Score::Draw,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Checkmate { winner } => write!(f, "checkmate, {} wins", winner.name()),
            Ending::Stalemate => f.write_str("stalemate"),
            Ending::Dead(material) => write!(f, "dead position, {material}"),
            Ending::Locked => f.write_str("dead position, no mate can come"),
            Ending::SeventyFiveMoves => f.write_str("seventy-five moves without progress"),
            Ending::FivefoldRepetition => f.write_str("fivefold repetition"),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::FiftyMoves => "fifty moves without progress",
            Claim::ThreefoldRepetition => "threefold repetition",
        })
    }
}

impl fmt::Display for DeadMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeadMaterial::LoneKings => "king against king",
            DeadMaterial::LoneMinor => "king against king and minor piece",
            DeadMaterial::BishopsOfOneColor => "all bishops on squares of one colour",
        })
    }
}

impl Diagram {
    /// The class of material, if neither side can ever mate with it.
    ///
    /// Both sides must have exactly one king.
    #[inline]
    pub fn dead_material(&self) -> Option<DeadMaterial> {
        let heavy = self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen);
        if heavy.any() {
            return None;
        }
        if Color::ALL.into_iter().any(|color| self.men(color, Role::King).len() != 1) {
            return None;
        }
        let others = self.occupied() - self.role(Role::King);
        let bishops = self.role(Role::Bishop);
        let minors = bishops | self.role(Role::Knight);
        let one_color =
            (bishops & SquareSet::LIGHT).is_empty() || (bishops - SquareSet::LIGHT).is_empty();
        match others.len() {
            0 => Some(DeadMaterial::LoneKings),
            1 if others == minors => Some(DeadMaterial::LoneMinor),
            _ if others == bishops && one_color => Some(DeadMaterial::BishopsOfOneColor),
            _ => None,
        }
    }
}

impl Position {
    /// Checkmate, stalemate or a dead position, if it is one.
    pub fn ending(&self) -> Option<Ending> {
        if self.has_moves() {
            return self.dead_reason();
        }
        Some(match self.is_check() {
            true => Ending::Checkmate { winner: !self.turn() },
            false => Ending::Stalemate,
        })
    }

    /// Why the position is dead, if it has moves and is known to be dead.
    #[inline(always)]
    pub(crate) fn dead_reason(&self) -> Option<Ending> {
        let material = self.diagram().dead_material().map(Ending::Dead);
        material.or_else(|| self.is_locked().then_some(Ending::Locked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Faults, Setup};

    #[test]
    fn a_position_knows_how_it_ends() {
        let cases = [
            ("king against king", "8/8/4k3/8/8/4K3/8/8 w - -", "dead position, king against king"),
            (
                "one knight",
                "8/8/4k3/8/8/n3K3/8/8 w - -",
                "dead position, king against king and minor piece",
            ),
            (
                "one bishop",
                "8/8/4k3/8/8/B3K3/8/8 w - -",
                "dead position, king against king and minor piece",
            ),
            (
                "a bishop each on light squares",
                "8/8/4k3/8/6b1/4K3/8/5B2 w - -",
                "dead position, all bishops on squares of one colour",
            ),
            (
                "five bishops on dark squares",
                "8/8/4k3/8/5b2/B3K3/1B6/2b1B3 w - -",
                "dead position, all bishops on squares of one colour",
            ),
            ("bishops on both colours", "8/8/4k3/8/5b2/4K3/8/5B2 w - -", "open"),
            ("own bishops on both colours", "8/8/4k3/8/8/4K3/8/4BB2 w - -", "open"),
            ("a knight each", "8/8/4k3/8/5n2/4K3/8/5N2 w - -", "open"),
            ("two knights", "8/8/4k3/8/8/4K3/8/4NN2 w - -", "open"),
            ("bishop and knight", "8/8/4k3/8/8/4K3/8/4NB2 w - -", "open"),
            ("knight against bishop", "8/8/4k3/8/5b2/4K3/8/5N2 w - -", "open"),
            ("a pawn", "8/8/4k3/8/8/4K3/7P/8 w - -", "open"),
            (
                "a wall of pawns",
                "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -",
                "dead position, no mate can come",
            ),
            ("a wall with a hole", "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - -", "open"),
            ("a rook", "8/8/4k3/8/8/4K3/7R/8 w - -", "open"),
            ("no black king", "8/8/8/8/8/4K3/8/8 w - -", "open"),
            ("mate", "R5k1/5ppp/8/8/8/8/8/6K1 b - -", "checkmate, White wins"),
            ("stalemate", "8/8/8/8/8/5k2/5p2/5K2 w - -", "stalemate"),
            ("start", crate::fen::INITIAL, "open"),
        ];
        for (name, fen, expected) in cases {
            let setup: Setup = fen.parse().expect(name);
            let position = Position::new(setup, Faults::WAIVABLE).expect(name);
            let actual = position.ending().map_or("open".to_owned(), |ending| ending.to_string());
            assert_eq!(actual, expected, "{name}");
        }
    }

    #[test]
    fn scores_survive_their_text() {
        for score in Score::ALL {
            assert_eq!(Score::from_text(&score.to_string()), Some(score));
        }
        assert_eq!(Score::from_text("1/2"), None);
        assert_eq!(Ending::Checkmate { winner: Color::Black }.score(), Score::BlackWins);
        assert_eq!(Ending::Stalemate.score(), Score::Draw);
    }
}
