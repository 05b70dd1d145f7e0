//! How hard or how good a puzzle is, on a named scale.
//!
//! Numbers on different scales cannot be compared, so a [`Rating`] never goes
//! without the name of its scale. Some scales also have words for their
//! ranges; such a word is kept beside the number as a label.
//!
//! ```
//! use sole_puzzle::Rating;
//!
//! let rating = Rating::new("hodoku.score".parse()?, 224.0).expect("finite").with_label("Easy");
//! assert_eq!(rating.to_string(), "hodoku.score 224 (Easy)");
//! # Ok::<(), sole_puzzle::NameError>(())
//! ```

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Name;

/// A finite number on a named scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    scale: Name,
    #[serde(deserialize_with = "finite")]
    value: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl Rating {
    /// Returns `None` unless `value` is finite.
    pub fn new(scale: Name, value: f64) -> Option<Rating> {
        let label = None;
        value.is_finite().then_some(Rating { scale, value, label })
    }

    /// The same rating with the scale's word for it.
    pub fn with_label(mut self, label: impl Into<String>) -> Rating {
        self.label = Some(label.into());
        self
    }

    /// The scale that gives the number its meaning.
    pub fn scale(&self) -> &Name {
        &self.scale
    }

    /// The number, always finite.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The scale's word for the number, if it has one.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.scale, self.value)?;
        match &self.label {
            Some(label) => write!(f, " ({label})"),
            None => Ok(()),
        }
    }
}

fn finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if value.is_finite() { Ok(value) } else { Err(D::Error::custom("a rating is a finite number")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error as PlainError, F64Deserializer};

    fn scale() -> Name {
        "scale".parse().expect("one word")
    }

    #[test]
    fn every_finite_number_comes_back_exactly() {
        let tenths = (0..=1200).map(|n| f64::from(n) / 10.0);
        let thirds = (-300..300).map(|n| 10f64.powi(n) / 3.0);
        let extremes = [0.0, -0.0, f64::MIN, f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1)];
        for value in tenths.chain(thirds).chain(extremes) {
            let rating = Rating::new(scale(), value).expect("finite");
            let json = serde_json::to_string(&rating).expect("plain data");
            let back: Rating = serde_json::from_str(&json).expect("it was just written");
            assert_eq!(back.value().to_bits(), value.to_bits(), "{json}");
        }
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Rating::new(scale(), value), None, "{value}");
            let read: Result<f64, PlainError> = finite(F64Deserializer::new(value));
            assert!(read.is_err(), "{value}");
        }
    }

    #[test]
    fn ratings_are_said_with_their_scale() {
        let cases = [
            (r#"{"scale":"se.er","value":7.2}"#, "se.er 7.2"),
            (r#"{"scale":"hodoku.score","value":224,"label":"Easy"}"#, "hodoku.score 224 (Easy)"),
        ];
        for (json, expected) in cases {
            let rating: Rating = serde_json::from_str(json).expect(json);
            assert_eq!(rating.to_string(), expected);
        }
    }
}
