//! The tags and scales that can be proved, so that a misspelt one is found.

use sole_endgame::Expression;
use sole_mate::rate::{Difficulty, Quality};
use sole_mate::themes::Theme;
use sole_proof::{Theme as GameTheme, record as proof};
use sole_puzzle::{Name, Puzzle};
use std::fmt;

/// The tag of a sudoku that needs each of its givens.
pub const MINIMAL: &str = "minimal";

/// The scales of sudokus.
pub const SUDOKU_SCALES: [&str; 6] =
    ["se.er", "se.ep", "se.ed", "hodoku.score", "pattern.units", "search.effort"];

/// What tags and scales begin with that nobody proves.
const PRIVATE: &str = "x-";

/// Whether a tag or scale is private: it begins with `x-`, and nobody proves it.
pub fn is_private(name: &Name) -> bool {
    name.as_str().starts_with(PRIVATE)
}

/// A tag or scale of a record that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A tag.
    Tag(Name),
    /// A scale.
    Scale(Name),
}

/// The first tag or scale that is unknown for the kind of a puzzle.
///
/// Known are those that can be proved, the scales of Lichess, and names that begin with `x-`.
pub fn unknown_name(puzzle: &Puzzle) -> Option<Unknown> {
    let kind = puzzle.kind().as_str();
    let (tags, scales) = (tags(kind), scales(kind));
    let mut tag = puzzle.tags().iter().filter(|name| !is_private(name));
    let tag = tag.find(|tag| !tags.contains(&tag.as_str()));
    let scale = puzzle.ratings().iter().map(|rating| rating.scale());
    let mut scale = scale.filter(|name| !is_private(name) && !is_of_lichess(name));
    let scale = scale.find(|scale| !scales.contains(&scale.as_str()));
    tag.cloned().map(Unknown::Tag).or_else(|| scale.cloned().map(Unknown::Scale))
}

fn is_of_lichess(scale: &Name) -> bool {
    crate::write::rows::SCALES.contains(&scale.as_str())
}

fn tags(kind: &str) -> Vec<&'static str> {
    match kind {
        sole_mate::make::KIND => Theme::ALL.iter().map(|theme| theme.name()).collect(),
        proof::KIND => GameTheme::ALL.iter().map(|theme| theme.name()).collect(),
        sole_endgame::KIND => Expression::words().collect(),
        _ => vec![MINIMAL],
    }
}

fn scales(kind: &str) -> Vec<&'static str> {
    match kind {
        sole_mate::make::KIND => vec![Quality::SCALE, Difficulty::SCALE],
        proof::KIND => vec![proof::DELAY, proof::MEN_MOVED, proof::FREE, proof::SEARCH],
        sole_endgame::KIND => vec![sole_endgame::SCALE],
        _ => SUDOKU_SCALES.to_vec(),
    }
}

impl Unknown {
    /// Where such a name belongs.
    pub fn help(&self) -> &'static str {
        match self {
            Unknown::Tag(_) => {
                "themes of other programs belong in the field keywords; a tag of your own begins with x-"
            }
            Unknown::Scale(_) => "a scale of your own begins with x-",
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Tag(name) => write!(f, "unknown tag {name}"),
            Unknown::Scale(name) => write!(f, "unknown scale {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_are_found() {
        let cases = [
            ("mate", "zugzwang", "mate.quality", None),
            ("mate", "zugzwajg", "mate.quality", Some("unknown tag zugzwajg")),
            ("mate", "zugzwang", "mate.qwality", Some("unknown scale mate.qwality")),
            ("mate", "x-mine", "lichess.plays", None),
            ("mate", "minimal", "x-stars", Some("unknown tag minimal")),
            ("proof", "switchback", "proof.delay", None),
            ("endgame", "only-move", "dtm.plies", None),
            ("sudoku", "minimal", "se.er", None),
            ("sudoku", "minimal", "dtm.plies", Some("unknown scale dtm.plies")),
        ];
        for (kind, tag, scale, expected) in cases {
            let line = format!(
                r#"{{"schema":"sole-puzzle/1","kind":"{kind}","position":"x","stipulation":"y","verdict":"none","solutions":[],"tags":["{tag}"],"ratings":[{{"scale":"{scale}","value":1}}]}}"#
            );
            let puzzle = Puzzle::parse(&line).expect("a record");
            let unknown = unknown_name(&puzzle).map(|unknown| unknown.to_string());
            assert_eq!(unknown.as_deref(), expected, "{kind} {tag} {scale}");
        }
    }
}
