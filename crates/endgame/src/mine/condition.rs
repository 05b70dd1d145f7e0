//! Conditions on a position, from what its value says to what its moves do.

use super::move_outcomes::MoveOutcomes;
use super::placement::{self, Placement};
use crate::bishops::BishopColors;
use crate::dtm::Value;
use crate::stats::Zugzwang;
use sole_board::{Color, Diagram};

/// One thing that holds for a position or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The side to move mates in a number of moves.
    Mate(Comparison, u8),
    /// The side to move is mated in a number of moves.
    Mated(Comparison, u8),
    /// Some man stands somewhere.
    On(Placement),
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
    PawnOnSeventh,
    KingCutOff,
    WhiteKingCutOff,
    BlackKingCutOff,
    SameBishops,
    OppositeBishops,
    BishopPair,
}

/// What is known of a position without looking at its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuickFacts {
    pub(crate) turn: Color,
    pub(crate) value: Value,
    pub(crate) in_check: bool,
    pub(crate) zugzwang: Option<Zugzwang>,
    pub(crate) may_castle: bool,
    /// The men; empty if no condition looks at it.
    pub(crate) board: Diagram,
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
    /// Each with its word and what it says.
    pub(crate) const ALL: [(&'static str, Flag, &'static str); 24] = [
        ("wins", Flag::Wins, "the side to move wins"),
        ("draws", Flag::Draws, "neither side can force mate"),
        ("loses", Flag::Loses, "the side to move loses"),
        ("white-to-move", Flag::WhiteToMove, "White is to move"),
        ("black-to-move", Flag::BlackToMove, "Black is to move"),
        ("check", Flag::Check, "the side to move is in check"),
        ("zugzwang", Flag::Zugzwang, "whoever is to move does worse than if the other side were"),
        ("full-point", Flag::FullPoint, "whoever is to move loses"),
        ("castling-right", Flag::CastlingRight, "some side may castle"),
        ("only-move", Flag::OnlyMove, "one move keeps the win or the draw, all others lose it"),
        ("only-shortest", Flag::OnlyShortest, "one move is best, counting moves to mate"),
        ("forced", Flag::Forced, "there is one legal move"),
        ("no-check", Flag::NoCheck, "no move that keeps the result gives check"),
        ("not-capture", Flag::NotCapture, "no move that keeps the result captures"),
        ("underpromotion", Flag::Underpromotion, "the only move promotes, but not to a queen"),
        ("castles", Flag::Castles, "the only move is castling"),
        ("stalemate-trap", Flag::StalemateTrap, "won, but some move gives stalemate"),
        (
            "pawn-on-seventh",
            Flag::PawnOnSeventh,
            "a pawn of either side is one step from promotion",
        ),
        ("king-cut-off", Flag::KingCutOff, "white-king-cut-off or black-king-cut-off"),
        (
            "white-king-cut-off",
            Flag::WhiteKingCutOff,
            "a black rook or queen is on a file or rank between White's king and every pawn, or the other king if there is no pawn",
        ),
        ("black-king-cut-off", Flag::BlackKingCutOff, "the same for Black's king"),
        (
            "same-coloured-bishops",
            Flag::SameBishops,
            "at least two bishops, all on squares of one colour",
        ),
        (
            "opposite-coloured-bishops",
            Flag::OppositeBishops,
            "two bishops on different colours, or those of each side on a colour of their own",
        ),
        ("bishop-pair", Flag::BishopPair, "a side has bishops on both colours"),
    ];

    pub(crate) fn name(self) -> &'static str {
        let found = Flag::ALL.iter().find(|(_, flag, _)| *flag == self);
        found.map_or("", |(name, ..)| name)
    }

    /// Whether it holds, if that can be known without looking at the moves.
    fn without_moves(self, facts: &QuickFacts) -> Option<bool> {
        match self {
            Flag::Wins => Some(matches!(facts.value, Value::Win(_))),
            Flag::Draws => Some(facts.value == Value::Draw),
            Flag::Loses => Some(matches!(facts.value, Value::Loss(_))),
            Flag::WhiteToMove => Some(facts.turn == Color::White),
            Flag::BlackToMove => Some(facts.turn == Color::Black),
            Flag::Check => Some(facts.in_check),
            Flag::Zugzwang => Some(facts.zugzwang.is_some()),
            Flag::FullPoint => Some(facts.zugzwang == Some(Zugzwang::Full)),
            Flag::CastlingRight => Some(facts.may_castle),
            // A lost position has no key.
            Flag::OnlyMove | Flag::Underpromotion | Flag::Castles
                if matches!(facts.value, Value::Loss(_)) =>
            {
                Some(false)
            }
            Flag::StalemateTrap if !matches!(facts.value, Value::Win(_)) => Some(false),
            _ => self.on_board(&facts.board),
        }
    }

    /// Whether it holds, if that depends on nothing but the squares of the men.
    fn on_board(self, board: &Diagram) -> Option<bool> {
        let is_cut_off = |color| placement::is_cut_off(board, color);
        match self {
            Flag::PawnOnSeventh => Some(placement::pawn_on_seventh(board)),
            Flag::KingCutOff => Some(Color::ALL.into_iter().any(is_cut_off)),
            Flag::WhiteKingCutOff => Some(is_cut_off(Color::White)),
            Flag::BlackKingCutOff => Some(is_cut_off(Color::Black)),
            Flag::SameBishops => Some(placement::bishops(board) == Some(BishopColors::Same)),
            Flag::OppositeBishops => {
                Some(placement::bishops(board) == Some(BishopColors::Opposite))
            }
            Flag::BishopPair => Some(placement::has_bishop_pair(board)),
            _ => None,
        }
    }

    pub(crate) fn holds(self, facts: &QuickFacts, outcomes: &MoveOutcomes) -> bool {
        match self {
            Flag::OnlyMove => outcomes.only_key().is_some(),
            Flag::OnlyShortest => outcomes.best().count() == 1,
            Flag::Forced => outcomes.n_moves() == 1,
            Flag::NoCheck => !outcomes.keys().any(|key| outcomes.gives_check(key)),
            Flag::NotCapture => !outcomes.keys().any(|key| outcomes.is_capture(key)),
            Flag::Underpromotion => {
                outcomes.only_key().is_some_and(|key| outcomes.underpromotes(key))
            }
            Flag::Castles => outcomes.only_key().is_some_and(|key| outcomes.castles(key)),
            Flag::StalemateTrap => outcomes.can_throw_a_win_away_by_stalemate(),
            _ => self.without_moves(facts) == Some(true),
        }
    }
}

impl Condition {
    /// The forms that are no single word, each with what it says.
    pub(crate) const FORMS: [(&'static str, &'static str); 6] = [
        ("mate = N", "the side to move mates in N moves; also != < <= > >="),
        ("mated = N", "the side to move is mated in N moves; also != < <= > >="),
        ("Ke1", "that man stands on that square: capital letters are White, small ones Black"),
        ("P on e7", "the same; some white pawn, where there are several"),
        ("P on rank 7", "some white pawn stands on the seventh rank; likewise file a"),
        ("k on edge", "Black's king stands on the edge; also corner, centre, light, dark"),
    ];

    /// Whether it depends on the squares of the men.
    pub(crate) fn looks_at_board(self) -> bool {
        match self {
            Condition::Mate(..) | Condition::Mated(..) => false,
            Condition::On(_) => true,
            Condition::Flag(flag) => flag.on_board(&Diagram::EMPTY).is_some(),
        }
    }

    /// Whether it holds, if that can be known without looking at the moves.
    pub(crate) fn without_moves(self, facts: &QuickFacts) -> Option<bool> {
        match (self, facts.value) {
            (Condition::Mate(comparison, moves), Value::Win(n))
            | (Condition::Mated(comparison, moves), Value::Loss(n)) => {
                Some(comparison.holds(n, moves))
            }
            (Condition::Mate(..) | Condition::Mated(..), _) => Some(false),
            (Condition::On(placement), _) => Some(placement.holds(&facts.board)),
            (Condition::Flag(flag), _) => flag.without_moves(facts),
        }
    }

    pub(crate) fn holds(self, facts: &QuickFacts, outcomes: &MoveOutcomes) -> bool {
        match self {
            Condition::Flag(flag) => flag.holds(facts, outcomes),
            _ => self.without_moves(facts) == Some(true),
        }
    }
}
