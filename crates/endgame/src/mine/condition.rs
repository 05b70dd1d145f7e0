//! Conditions on a position, from what its value says to what its moves do.

use super::study::Study;
use crate::stats::Zugzwang;
use crate::value::Value;
use sole_board::Color;

/// One thing that holds for a position or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The side to move mates in a number of moves.
    Mate(Comparison, u8),
    /// The side to move is mated in a number of moves.
    Mated(Comparison, u8),
    /// What needs no number.
    Flag(Flag),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A condition that is one word.
///
/// A *key* is a move that keeps what the position is worth: a winning move in
/// a won position, a drawing one in a drawn position. A lost position has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    Wins,
    Draws,
    Loses,
    WhiteToMove,
    BlackToMove,
    Check,
    Zugzwang,
    FullPoint,
    CastlingRight,
    OnlyMove,
    OnlyShortest,
    Forced,
    NoCheck,
    NotCapture,
    Underpromotion,
    Castles,
    StalemateTrap,
}

/// What is known of a position before its moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    pub(crate) turn: Color,
    pub(crate) value: Value,
    pub(crate) in_check: bool,
    pub(crate) zugzwang: Option<Zugzwang>,
    pub(crate) may_castle: bool,
}

impl Comparison {
    pub(crate) const ALL: [(&'static str, Comparison); 6] = [
        ("=", Comparison::Equal),
        ("!=", Comparison::Unequal),
        ("<", Comparison::Less),
        ("<=", Comparison::LessOrEqual),
        (">", Comparison::Greater),
        (">=", Comparison::GreaterOrEqual),
    ];

    fn holds(self, left: u8, right: u8) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}

impl Flag {
    pub(crate) const ALL: [(&'static str, Flag); 17] = [
        ("wins", Flag::Wins),
        ("draws", Flag::Draws),
        ("loses", Flag::Loses),
        ("white-to-move", Flag::WhiteToMove),
        ("black-to-move", Flag::BlackToMove),
        ("check", Flag::Check),
        ("zugzwang", Flag::Zugzwang),
        ("full-point", Flag::FullPoint),
        ("castling-right", Flag::CastlingRight),
        ("only-move", Flag::OnlyMove),
        ("only-shortest", Flag::OnlyShortest),
        ("forced", Flag::Forced),
        ("no-check", Flag::NoCheck),
        ("not-capture", Flag::NotCapture),
        ("underpromotion", Flag::Underpromotion),
        ("castles", Flag::Castles),
        ("stalemate-trap", Flag::StalemateTrap),
    ];

    pub(crate) fn name(self) -> &'static str {
        let found = Flag::ALL.iter().find(|(_, flag)| *flag == self);
        found.map_or("", |(name, _)| name)
    }

    /// Whether it holds, if that can be known without looking at the moves.
    fn at_a_glance(self, glance: &Glance) -> Option<bool> {
        match self {
            Flag::Wins => Some(matches!(glance.value, Value::Win(_))),
            Flag::Draws => Some(glance.value == Value::Draw),
            Flag::Loses => Some(matches!(glance.value, Value::Loss(_))),
            Flag::WhiteToMove => Some(glance.turn == Color::White),
            Flag::BlackToMove => Some(glance.turn == Color::Black),
            Flag::Check => Some(glance.in_check),
            Flag::Zugzwang => Some(glance.zugzwang.is_some()),
            Flag::FullPoint => Some(glance.zugzwang == Some(Zugzwang::Full)),
            Flag::CastlingRight => Some(glance.may_castle),
            // A lost position has no key.
            Flag::OnlyMove | Flag::Underpromotion | Flag::Castles
                if matches!(glance.value, Value::Loss(_)) =>
            {
                Some(false)
            }
            Flag::StalemateTrap if !matches!(glance.value, Value::Win(_)) => Some(false),
            _ => None,
        }
    }

    pub(crate) fn holds(self, glance: &Glance, study: &Study) -> bool {
        match self {
            Flag::OnlyMove => study.only_key().is_some(),
            Flag::OnlyShortest => study.best().count() == 1,
            Flag::Forced => study.n_moves() == 1,
            Flag::NoCheck => !study.keys().any(|key| study.gives_check(key)),
            Flag::NotCapture => !study.keys().any(|key| study.is_capture(key)),
            Flag::Underpromotion => study.only_key().is_some_and(|key| study.underpromotes(key)),
            Flag::Castles => study.only_key().is_some_and(|key| study.castles(key)),
            Flag::StalemateTrap => study.can_throw_a_win_away_by_stalemate(),
            _ => self.at_a_glance(glance) == Some(true),
        }
    }
}

impl Condition {
    /// Whether it holds, if that can be known without looking at the moves.
    pub(crate) fn at_a_glance(self, glance: &Glance) -> Option<bool> {
        match (self, glance.value) {
            (Condition::Mate(comparison, moves), Value::Win(n))
            | (Condition::Mated(comparison, moves), Value::Loss(n)) => {
                Some(comparison.holds(n, moves))
            }
            (Condition::Mate(..) | Condition::Mated(..), _) => Some(false),
            (Condition::Flag(flag), _) => flag.at_a_glance(glance),
        }
    }

    pub(crate) fn holds(self, glance: &Glance, study: &Study) -> bool {
        match self {
            Condition::Flag(flag) => flag.holds(glance, study),
            _ => self.at_a_glance(glance) == Some(true),
        }
    }
}
