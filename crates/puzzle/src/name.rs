//! One-word names: what kind of puzzle it is, its tags, its scales.
//!
//! Names are compared, listed and typed on command lines, so a [`Name`] is one
//! word without spaces or quotes. This crate gives no name a meaning: the kind
//! `mate` and the tag `switchback` belong to whoever makes or proves puzzles.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A word that starts with an ASCII letter and goes on with ASCII letters,
/// digits, `-`, `_` or `.`.
///
/// ```
/// use sole_puzzle::Name;
///
/// let scale: Name = "se.er".parse()?;
/// assert_eq!(scale.as_str(), "se.er");
/// assert!("mate in 3".parse::<Name>().is_err());
/// # Ok::<(), sole_puzzle::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Why a text is not a [`Name`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// There is no text at all.
    Empty,
    /// The first character is not an ASCII letter.
    Start {
        /// What stands there instead.
        found: char,
    },
    /// A later character is none of those allowed.
    Character {
        /// What stands there instead.
        found: char,
        /// Where, counted in characters from 1.
        column: usize,
    },
}

impl Name {
    /// Checks `text`.
    ///
    /// # Errors
    ///
    /// Says which character does not belong in a name.
    pub fn new(text: impl Into<String>) -> Result<Name, NameError> {
        let text = text.into();
        check(&text).map(|()| Name(text))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn check(text: &str) -> Result<(), NameError> {
    let first = text.chars().next().ok_or(NameError::Empty)?;
    if !first.is_ascii_alphabetic() {
        return Err(NameError::Start { found: first });
    }
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match text.chars().zip(1..).find(|&(c, _)| !inside(c)) {
        Some((found, column)) => Err(NameError::Character { found, column }),
        None => Ok(()),
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        Name::new(text)
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Name, NameError> {
        Name::new(text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Empty => write!(f, "a name needs at least one letter"),
            NameError::Start { found } => {
                write!(f, "a name starts with a letter a-z or A-Z, not with {found:?}")
            }
            NameError::Character { found, column } => write!(
                f,
                "{found:?} at character {column} of a name, expected a letter, a digit, '-', '_' or '.'"
            ),
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words() {
        let cases = [
            ("mate", "ok"),
            ("backRankMate", "ok"),
            ("se.er", "ok"),
            ("x-ray_2", "ok"),
            ("", "a name needs at least one letter"),
            ("2nd", "a name starts with a letter a-z or A-Z, not with '2'"),
            ("\"", "a name starts with a letter a-z or A-Z, not with '\"'"),
            (
                "mate in 3",
                "' ' at character 5 of a name, expected a letter, a digit, '-', '_' or '.'",
            ),
            (
                "schlüssel",
                "'ü' at character 5 of a name, expected a letter, a digit, '-', '_' or '.'",
            ),
        ];
        for (text, expected) in cases {
            let actual = text.parse::<Name>().map_or_else(|e| e.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{text}");
        }
    }
}
