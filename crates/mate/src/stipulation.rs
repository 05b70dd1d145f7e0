//! What a problem demands, in the notation of problemists.
//!
//! | text | meaning; the side to move is the one that moves first |
//! |---|---|
//! | `#n`, `=n` | it forces mate, or stalemate, in n moves |
//! | `s#n` | it forces the other side to mate it in n moves |
//! | `r#n` | the same, and whoever can mate at once must do so |
//! | `h#n`, `h=n` | it helps the other side to mate or stalemate it in n moves of both |
//! | `h#n.5`, `h=n.5` | the other side helps it, which has one move more |
//! | `ser-#n`, `ser-=n` | it makes n moves in a row, the last of them mates or stalemates |
//! | `ser-h#n` | it makes n moves in a row, then the other side mates it at once |
//!
//! ```
//! use sole_mate::{Play, Stipulation};
//! let stipulation: Stipulation = "h#2.5".parse().unwrap();
//! assert_eq!((stipulation.play(), stipulation.plies()), (Play::Help, 5));
//! assert_eq!(stipulation.to_string(), "h#2.5");
//! ```

use sole_board::Color;
use std::fmt;
use std::num::{IntErrorKind, NonZeroU8};
use std::str::FromStr;

/// What the play is to end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The king is attacked and there is no legal move.
    Mate,
    /// The king is not attacked and there is no legal move.
    Stalemate,
}

/// Who works for the goal, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// The side to move against the other.
    Direct,
    /// The side to move forces the other to mate it.
    SelfMate,
    /// The same, and whoever can mate at once must do so.
    Reflex,
    /// Both together.
    Help,
    /// The side to move alone, in a row.
    Series,
    /// The side to move alone, in a row, then one move of the other.
    SeriesHelp,
}

/// A kind of play, its goal and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stipulation {
    play: Play,
    goal: Goal,
    moves: NonZeroU8,
    /// Half a move more, at the beginning; in help play only.
    half: bool,
}

/// Every beginning of a stipulation, longer ones before their own beginnings.
const KINDS: [(&str, Play, Goal); 9] = [
    ("#", Play::Direct, Goal::Mate),
    ("=", Play::Direct, Goal::Stalemate),
    ("s#", Play::SelfMate, Goal::Mate),
    ("r#", Play::Reflex, Goal::Mate),
    ("h#", Play::Help, Goal::Mate),
    ("h=", Play::Help, Goal::Stalemate),
    ("ser-#", Play::Series, Goal::Mate),
    ("ser-=", Play::Series, Goal::Stalemate),
    ("ser-h#", Play::SeriesHelp, Goal::Mate),
];

impl Stipulation {
    /// The longest problem that can be asked for, in moves.
    pub const MAX_MOVES: u8 = u8::MAX;

    /// A mate in `moves` moves by the side to move.
    ///
    /// # Errors
    /// Zero moves.
    pub fn direct_mate(moves: u8) -> Result<Stipulation, StipulationError> {
        let moves = NonZeroU8::new(moves).ok_or(StipulationError::NoMoves)?;
        Ok(Stipulation { play: Play::Direct, goal: Goal::Mate, moves, half: false })
    }

    /// Reads what people type: a number alone is a mate in that number of moves, and `2#` is `#2`.
    ///
    /// ```
    /// # use sole_mate::Stipulation;
    /// for text in ["2", "2#", "#2"] {
    ///     assert_eq!(Stipulation::from_typed(text), "#2".parse(), "{text}");
    /// }
    /// assert_eq!(Stipulation::from_typed("h#2.5"), "h#2.5".parse());
    /// ```
    ///
    /// # Errors
    /// It is not a stipulation.
    pub fn from_typed(text: &str) -> Result<Stipulation, StipulationError> {
        let number = text.strip_suffix('#').unwrap_or(text);
        match number.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("#{number}").parse(),
            false => text.parse(),
        }
    }

    /// Who works for the goal.
    pub fn play(self) -> Play {
        self.play
    }

    /// What the play ends in.
    pub fn goal(self) -> Goal {
        self.goal
    }

    /// The number in the notation, halves left out.
    pub fn moves(self) -> u8 {
        self.moves.get()
    }

    /// The number in the notation, counted in halves.
    ///
    /// ```
    /// # use sole_mate::Stipulation;
    /// assert_eq!("h#2.5".parse().map(Stipulation::half_moves), Ok(5));
    /// ```
    pub fn half_moves(self) -> u16 {
        2 * u16::from(self.moves()) + u16::from(self.half)
    }

    /// The same in another number of moves, halves kept.
    ///
    /// # Errors
    /// Zero moves.
    pub fn with_moves(self, moves: u8) -> Result<Stipulation, StipulationError> {
        let moves = NonZeroU8::new(moves).ok_or(StipulationError::NoMoves)?;
        Ok(Stipulation { moves, ..self })
    }

    /// All that solve with fewer moves, the shortest first. Half a move alone, before `h#1.5`, is a
    /// series of one move.
    pub(crate) fn shorter(self) -> impl Iterator<Item = Stipulation> {
        let at_once =
            Stipulation { play: Play::Series, moves: NonZeroU8::MIN, half: false, ..self };
        let fewer = (1..self.moves()).filter_map(move |moves| self.with_moves(moves).ok());
        self.half.then_some(at_once).into_iter().chain(fewer)
    }

    /// What is left of help play if the side to move leaves its first move out.
    pub fn set_play(self) -> Option<Stipulation> {
        match (self.play, self.half) {
            (Play::Help, true) => Some(Stipulation { half: false, ..self }),
            (Play::Help, false) => {
                let moves = NonZeroU8::new(self.moves() - 1)?;
                Some(Stipulation { moves, half: true, ..self })
            }
            _ => None,
        }
    }

    /// How many single moves the play takes, at most where it is forced.
    pub fn plies(self) -> u16 {
        let moves = u16::from(self.moves.get());
        match self.play {
            Play::Direct => 2 * moves - 1,
            Play::SelfMate | Play::Reflex => 2 * moves,
            Play::Help => 2 * moves + u16::from(self.half),
            Play::Series => moves,
            Play::SeriesHelp => moves + 1,
        }
    }

    /// Whether it is a mate forced by the side to move.
    pub fn is_direct_mate(self) -> bool {
        (self.play, self.goal) == (Play::Direct, Goal::Mate)
    }

    /// The side that moves first among problemists: Black in `h#n` and `ser-h#n`, else White.
    pub fn usual_turn(self) -> Color {
        match self.play {
            Play::SeriesHelp => Color::Black,
            Play::Help if !self.half => Color::Black,
            _ => Color::White,
        }
    }

    /// What stands before a move of a line, from ply 0 on: its number if it begins a move, `1...` if
    /// half a move comes first, else nothing.
    pub fn number(self, ply: usize) -> String {
        let moves = usize::from(self.moves());
        match self.play {
            Play::Series => format!("{}.", ply + 1),
            Play::SeriesHelp if ply < moves => format!("{}.", ply + 1),
            Play::SeriesHelp => String::new(),
            Play::Direct | Play::SelfMate | Play::Reflex if ply % 2 == 1 => String::new(),
            Play::Direct | Play::SelfMate | Play::Reflex => format!("{}.", ply / 2 + 1),
            Play::Help => {
                let late = usize::from(self.plies() % 2);
                match (ply, (ply + late) % 2) {
                    (_, 0) => format!("{}.", (ply + late) / 2 + 1),
                    (0, _) => "1...".to_owned(),
                    _ => String::new(),
                }
            }
        }
    }

    /// Whether who moves first also moves last, and so is not the one mated or stalemated.
    pub fn mover_has_the_last_move(self) -> bool {
        match self.play {
            Play::Direct | Play::Series => true,
            Play::SelfMate | Play::Reflex | Play::SeriesHelp => false,
            Play::Help => self.half,
        }
    }

    fn prefix(self) -> &'static str {
        let same = |&&(_, play, goal): &&(&str, Play, Goal)| (play, goal) == (self.play, self.goal);
        KINDS.iter().find(same).map_or("", |&(prefix, ..)| prefix)
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.prefix(), self.moves, if self.half { ".5" } else { "" })
    }
}

/// Why a text is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StipulationError {
    /// It does not begin like any of the known ones.
    UnknownKind {
        /// The text before the number.
        kind: String,
    },
    /// What follows is not a number.
    NoNumber {
        /// What follows.
        found: String,
    },
    /// No move at all.
    NoMoves,
    /// More than [`Stipulation::MAX_MOVES`].
    TooManyMoves {
        /// The number as typed.
        moves: String,
    },
    /// Half a move where both sides do not help each other.
    HalfMove,
}

impl fmt::Display for StipulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StipulationError::UnknownKind { kind } => {
                let known = KINDS.map(|(prefix, ..)| format!("{prefix}n")).join(", ");
                write!(f, "unknown stipulation '{kind}', expected one of {known}")
            }
            StipulationError::NoNumber { found } => {
                write!(f, "expected a number of moves, found '{found}'")
            }
            StipulationError::NoMoves => f.write_str("a problem takes at least one move"),
            StipulationError::TooManyMoves { moves } => {
                write!(f, "{moves} moves, at most {} can be asked for", Stipulation::MAX_MOVES)
            }
            StipulationError::HalfMove => f.write_str("only help play has half moves"),
        }
    }
}

impl std::error::Error for StipulationError {}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (kind, number) = text.split_at(digits);
        let &(_, play, goal) = KINDS
            .iter()
            .find(|&&(prefix, ..)| prefix == kind)
            .ok_or_else(|| StipulationError::UnknownKind { kind: kind.to_owned() })?;
        let (whole, half) = match number.strip_suffix(".5") {
            Some(whole) => (whole, true),
            None => (number, false),
        };
        if half && play != Play::Help {
            return Err(StipulationError::HalfMove);
        }
        Ok(Stipulation { play, goal, moves: parse_moves(whole)?, half })
    }
}

fn parse_moves(text: &str) -> Result<NonZeroU8, StipulationError> {
    text.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::Zero => StipulationError::NoMoves,
        IntErrorKind::PosOverflow => StipulationError::TooManyMoves { moves: text.to_owned() },
        _ => StipulationError::NoNumber { found: text.to_owned() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_and_written() {
        let cases = [
            ("#2", Play::Direct, Goal::Mate, 3),
            ("=3", Play::Direct, Goal::Stalemate, 5),
            ("s#4", Play::SelfMate, Goal::Mate, 8),
            ("r#2", Play::Reflex, Goal::Mate, 4),
            ("h#3", Play::Help, Goal::Mate, 6),
            ("h#2.5", Play::Help, Goal::Mate, 5),
            ("h=2", Play::Help, Goal::Stalemate, 4),
            ("ser-#7", Play::Series, Goal::Mate, 7),
            ("ser-h#12", Play::SeriesHelp, Goal::Mate, 13),
            ("ser-=5", Play::Series, Goal::Stalemate, 5),
            ("#255", Play::Direct, Goal::Mate, 509),
        ];
        for (text, play, goal, plies) in cases {
            let read: Stipulation = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((read.play(), read.goal(), read.plies()), (play, goal, plies), "{text}");
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn set_play_is_half_a_move_shorter() {
        let cases = [("h#2", Some("h#1.5")), ("h=2.5", Some("h=2")), ("h#1", None), ("#2", None)];
        for (text, expected) in cases {
            let set_play = text.parse::<Stipulation>().expect(text).set_play();
            assert_eq!(set_play.map(|left| left.to_string()).as_deref(), expected, "{text}");
        }
        let shorter = "h#2.5".parse::<Stipulation>().expect("a stipulation").with_moves(1);
        assert_eq!(shorter.map(|shorter| shorter.to_string()), Ok("h#1.5".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            ("#0", "a problem takes at least one move"),
            ("#300", "300 moves, at most 255 can be asked for"),
            ("#", "expected a number of moves, found ''"),
            ("#2x", "expected a number of moves, found '2x'"),
            ("#2.5", "only help play has half moves"),
            ("h#0.5", "a problem takes at least one move"),
            (
                "x#2",
                "unknown stipulation 'x#', expected one of #n, =n, s#n, r#n, h#n, h=n, ser-#n, ser-=n, ser-h#n",
            ),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Stipulation>().expect_err(text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }
}
