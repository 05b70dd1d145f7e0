//! Lengths of games, in plies and as problemists write them: `PG 12.5`.

use std::fmt;
use std::str::FromStr;

use crate::solve::ProofGame;

/// A number of plies, from 1 to [`Length::MAX`].
///
/// Problemists count moves: a game of 8 plies is a proof game in 4.0, one of 9 in 4.5.
///
/// ```
/// use sole_proof::Length;
/// let cases = [("8", 8), ("PG 4.0", 8), ("4.5", 9), ("pg12.5", 25), ("PG 3", 6)];
/// for (text, plies) in cases {
///     assert_eq!(text.parse::<Length>()?.plies(), plies);
/// }
/// assert_eq!(Length::new(9).map(|length| length.to_string()).as_deref(), Some("PG 4.5"));
/// # Ok::<(), sole_proof::LengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(u16);

/// Why a text is no length.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LengthError {
    /// Neither a number of plies nor one of moves.
    NotANumber {
        /// What was read.
        text: String,
    },
    /// A number that is no length of a game.
    OutOfRange {
        /// What was read.
        text: String,
    },
}

impl Length {
    /// The longest games that are thought about, in plies.
    pub const MAX: u16 = ProofGame::MOST_PLIES;

    /// Returns `None` unless it is from 1 to [`Length::MAX`].
    pub const fn new(plies: u16) -> Option<Length> {
        if plies >= 1 && plies <= Length::MAX { Some(Length(plies)) } else { None }
    }

    /// The number of plies.
    pub const fn plies(self) -> u16 {
        self.0
    }
}

impl FromStr for Length {
    type Err = LengthError;

    /// A whole number is in plies; with a point, or after `PG`, in moves.
    fn from_str(text: &str) -> Result<Length, LengthError> {
        let no_number = || LengthError::NotANumber { text: text.to_owned() };
        let out_of_range = || LengthError::OutOfRange { text: text.to_owned() };
        let trimmed = text.trim();
        let after_pg = trimmed.get(..2).filter(|start| start.eq_ignore_ascii_case("pg"));
        let number = after_pg.map_or(trimmed, |_| trimmed[2..].trim_start());
        let (whole, half) = number.split_once('.').unwrap_or((number, ""));
        let in_moves = after_pg.is_some() || number.contains('.');
        let is_number = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || (number.contains('.') && half.is_empty()) {
            return Err(no_number());
        }
        let whole: u16 = whole.parse().map_err(|_| out_of_range())?;
        let half = match half {
            "" | "0" => 0,
            "5" => 1,
            _ => return Err(no_number()),
        };
        let plies =
            if in_moves { whole.checked_mul(2).map(|plies| plies + half) } else { Some(whole) };
        plies.and_then(Length::new).ok_or_else(out_of_range)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PG {}.{}", self.0 / 2, if self.0 % 2 == 1 { 5 } else { 0 })
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LengthError::NotANumber { text } => write!(
                f,
                "'{text}' is no length: expected plies, as 8, or moves, as 4.0, 4.5 or 'PG 4.5'"
            ),
            LengthError::OutOfRange { text } => {
                write!(f, "'{text}' is no length of a game: from 1 to {} plies", Length::MAX)
            }
        }
    }
}

impl std::error::Error for LengthError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_written() {
        let cases = [
            ("1", Ok("PG 0.5")),
            ("0", Err("'0' is no length of a game: from 1 to 200 plies")),
            ("500", Err("'500' is no length of a game: from 1 to 200 plies")),
            ("99999", Err("'99999' is no length of a game: from 1 to 200 plies")),
            ("PG 40000", Err("'PG 40000' is no length of a game: from 1 to 200 plies")),
            ("PG 100", Ok("PG 100.0")),
            (" 12.5 ", Ok("PG 12.5")),
        ];
        for (text, expected) in cases {
            let read = text.parse::<Length>().map(|length| length.to_string());
            let read = read.map_err(|error| error.to_string());
            assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
        }
        for text in ["", "x", "-1", "4.", "4.25", ".5", "PG", "PGx", "+4", "4 5"] {
            let is_refused = matches!(text.parse::<Length>(), Err(LengthError::NotANumber { .. }));
            assert!(is_refused, "{text}");
        }
        for plies in 1..=Length::MAX {
            let length = Length::new(plies).expect("in range");
            assert_eq!(length.to_string().parse(), Ok(length));
        }
    }
}
