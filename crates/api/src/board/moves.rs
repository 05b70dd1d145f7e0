//! `board moves`: the legal moves, the pseudo-legal moves, or what attacks a square.

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, FailureKind};
use crate::input::{Playable, PositionSubject, SquareName};
use crate::moves::MoveNames;
use crate::question::{Answers, Question, Reply, Stop, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sole_board::{Color, Move, Piece, Position, Square, SquareSet};

/// List the legal moves
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default)]
pub struct Moves {
    /// Only moves that give check
    #[cfg_attr(feature = "clap", arg(long))]
    pub checks: bool,
    /// Only captures, en passant included
    #[cfg_attr(feature = "clap", arg(long))]
    pub captures: bool,
    /// List pseudo-legal moves: also those that leave the own king in check
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["checks", "captures"]))]
    pub pseudo: bool,
    /// Show which squares the piece on SQUARE attacks, and which pieces attack SQUARE
    #[cfg_attr(feature = "clap", arg(long, value_name = "SQUARE"))]
    #[cfg_attr(feature = "clap", arg(conflicts_with_all = ["checks", "captures", "pseudo"]))]
    pub attacks: Option<SquareName>,
}

/// The moves of a position, or what attacks a square.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MovesFound {
    /// Legal moves in the order of their squares.
    Legal {
        /// The position.
        fen: String,
        /// Whether the side to move is in check.
        check: bool,
        /// The number of moves.
        count: usize,
        /// The moves.
        moves: Vec<MoveNames>,
        /// Whether the position has a legal move, listed or not.
        #[serde(skip)]
        can_move: bool,
    },
    /// Pseudo-legal moves in the order of their squares.
    PseudoLegal {
        /// The position.
        fen: String,
        /// Whether the side to move is in check.
        check: bool,
        /// The number of moves.
        count: usize,
        /// The number of legal ones.
        legal: usize,
        /// The moves.
        moves: Vec<PseudoMove>,
    },
    /// What attacks a square, and what is attacked from it.
    Attacks {
        /// The position.
        fen: String,
        /// The square.
        square: String,
        /// The piece on the square, as a letter of a FEN.
        #[serde(skip_serializing_if = "Option::is_none")]
        piece: Option<char>,
        /// The squares that it attacks.
        attacks: Vec<String>,
        /// The squares of the pieces that attack it.
        attackers: Attackers,
    },
}

/// A pseudo-legal move; only a legal one has a name in algebraic notation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PseudoMove {
    /// As engines write it.
    pub uci: String,
    /// As people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// Whether it is legal.
    pub legal: bool,
}

/// The squares of the pieces that attack a square.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Attackers {
    /// Those of White.
    pub white: Vec<String>,
    /// Those of Black.
    pub black: Vec<String>,
}

impl Question for Moves {
    const NAME: &'static str = "board moves";
    const WEIGHT: Weight = Weight::Light;
    type Subject = PositionSubject;
    type Answer = MovesFound;

    fn answer(
        &self,
        subject: &PositionSubject,
        _: &Context<'_>,
        answers: Answers<'_, MovesFound>,
    ) -> Result<(), Stop> {
        self.refuse_conflicts()?;
        if let Some(SquareName(square)) = self.attacks {
            return answers(Reply::ok(attacks(subject, square)));
        }
        let Playable { setup, position } = subject.playable()?;
        let (fen, check) = (setup.to_string(), position.is_check());
        let (count, found) = if self.pseudo {
            let moves = pseudo_legal(&position);
            let (count, legal) = (moves.len(), moves.iter().filter(|m| m.legal).count());
            (count, MovesFound::PseudoLegal { fen, check, count, legal, moves })
        } else {
            let moves = self.legal(&position);
            let (count, can_move) = (moves.len(), position.count_moves() > 0);
            (count, MovesFound::Legal { fen, check, count, moves, can_move })
        };
        answers(Reply::ok(found).exit(if count == 0 { Exit::No } else { Exit::Yes }))
    }
}

impl Moves {
    /// The command line refuses these by itself.
    fn refuse_conflicts(&self) -> Result<(), Failure> {
        let filters = usize::from(self.checks || self.captures);
        match filters + usize::from(self.pseudo) + usize::from(self.attacks.is_some()) {
            0 | 1 => Ok(()),
            _ => {
                let message = "checks or captures, pseudo and attacks exclude each other";
                Err(Failure::new(FailureKind::Usage, message.to_owned()))
            }
        }
    }

    /// The legal moves that are asked for.
    fn legal(&self, position: &Position) -> Vec<MoveNames> {
        let men = position.diagram().occupied().len();
        let is_wanted = |m: &Move| {
            let after = position.after(*m);
            (!self.checks || after.is_check())
                && (!self.captures || after.diagram().occupied().len() < men)
        };
        let wanted = position.moves().into_iter().filter(is_wanted);
        let mut named: Vec<MoveNames> = wanted.map(|m| MoveNames::of(position, m)).collect();
        named.sort_by(|a, b| a.uci.cmp(&b.uci));
        named
    }
}

fn pseudo_legal(position: &Position) -> Vec<PseudoMove> {
    let named = |m: Move| {
        if position.is_legal(m) {
            let MoveNames { uci, san } = MoveNames::of(position, m);
            PseudoMove { uci, san: Some(san), legal: true }
        } else {
            PseudoMove { uci: m.to_string(), san: None, legal: false }
        }
    };
    let mut moves: Vec<PseudoMove> = position.pseudo_legal_moves().into_iter().map(named).collect();
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    moves
}

fn attacks(subject: &PositionSubject, square: Square) -> MovesFound {
    let setup = &subject.read.setup;
    let diagram = &setup.diagram;
    let names = |squares: SquareSet| squares.into_iter().map(|square| square.to_string()).collect();
    let attackers = |color| names(diagram.attackers(square, color, diagram.occupied()));
    MovesFound::Attacks {
        fen: setup.to_string(),
        square: square.to_string(),
        piece: diagram.piece_at(square).map(Piece::char),
        attacks: names(diagram.attacks_from(square)),
        attackers: Attackers { white: attackers(Color::White), black: attackers(Color::Black) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use sole_board::Faults;

    #[test]
    fn filters_select() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mate = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
        let all = Moves::default();
        let checks = Moves { checks: true, ..all };
        let captures = Moves { captures: true, ..all };
        let both = Moves { checks: true, captures: true, ..all };
        let cases = [
            (kiwipete, all, 48),
            (kiwipete, captures, 8),
            (kiwipete, checks, 0),
            ("6rk/6p1/8/8/8/8/8/KB4R1 w - - 0 1", both, 0),
            ("7k/7r/8/8/8/8/8/K6R w - - 0 1", both, 1),
            (mate, all, 0),
        ];
        for (fen, which, expected) in cases {
            let position = Input::argument(fen).position(Faults::NONE).expect("playable").position;
            assert_eq!(which.legal(&position).len(), expected, "{fen} {which:?}");
        }
    }
}
