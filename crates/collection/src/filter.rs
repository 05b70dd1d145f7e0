//! Which puzzles of a collection are meant.

use crate::typed_puzzle::{length_of, read_length};
use sole_endgame::SCALE as DTM;
use sole_mate::Stipulation;
use sole_puzzle::{Name, Puzzle};
use std::ops::RangeInclusive;

/// What puzzles must be like; the default lets all pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The kinds; empty for all.
    pub kinds: Vec<Name>,
    /// What each must have among its tags or keywords.
    pub tags: Vec<Name>,
    /// How many moves a solution takes.
    pub length: Option<f64>,
    /// A scale on which it must be rated, and the values that are meant.
    pub rating: Option<(Name, RangeInclusive<f64>)>,
}

impl Filter {
    /// Whether a puzzle is what is asked for, wherever it stands.
    pub fn fits(&self, puzzle: &Puzzle) -> bool {
        let keywords = &puzzle.details().keywords;
        let is_marked = |tag: &Name| {
            puzzle.tags().contains(tag) || keywords.iter().any(|word| word == tag.as_str())
        };
        let has_kind = self.kinds.is_empty() || self.kinds.contains(puzzle.kind());
        has_kind
            && self.tags.iter().all(is_marked)
            && self.length.is_none_or(|moves| length(puzzle) == Some(moves))
            && self.is_rated(puzzle)
    }

    fn is_rated(&self, puzzle: &Puzzle) -> bool {
        self.rating.as_ref().is_none_or(|(scale, range)| {
            puzzle.rating(scale.as_str()).is_some_and(|rating| range.contains(&rating.value()))
        })
    }
}

/// How many moves a solution takes: of a problem as it is demanded, of a proof game with halves, of
/// an endgame that is won to the mate. Other puzzles have no length.
pub fn length(puzzle: &Puzzle) -> Option<f64> {
    let stipulation = puzzle.stipulation();
    match puzzle.kind().as_str() {
        sole_mate::make::KIND => {
            let stipulation: Stipulation = stipulation.parse().ok()?;
            Some(f64::from(stipulation.half_moves()) / 2.0)
        }
        sole_proof::record::KIND => {
            let length = read_length(length_of(stipulation)).ok()?;
            Some(f64::from(length.plies()) / 2.0)
        }
        sole_endgame::KIND => puzzle.rating(DTM).map(|plies| (plies.value() / 2.0).ceil()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_have_lengths() {
        let record = |kind: &str, stipulation: &str, more: &str| {
            let line = format!(
                r#"{{"schema":"sole-puzzle/1","kind":"{kind}","position":"x","stipulation":"{stipulation}","verdict":"none","solutions":[]{more}}}"#
            );
            Puzzle::parse(&line).expect("a record")
        };
        let dtm = r#","ratings":[{"scale":"dtm.plies","value":7}]"#;
        let cases = [
            ("mate", "#3", "", Some(3.0)),
            ("mate", "h#2.5", "", Some(2.5)),
            ("mate", "ser-h#12", "", Some(12.0)),
            ("mate", "what", "", None),
            ("proof", "PG 4.5", "", Some(4.5)),
            ("proof", "8 plies", "", Some(4.0)),
            ("proof", "PG 2.0 from 4k3/8/8/8/8/8/8/4K3 w - -", "", Some(2.0)),
            ("endgame", "win", dtm, Some(4.0)),
            ("endgame", "draw", "", None),
            ("sudoku", "9x9", "", None),
        ];
        for (kind, stipulation, more, expected) in cases {
            let puzzle = record(kind, stipulation, more);
            assert_eq!(length(&puzzle), expected, "{kind} {stipulation}");
        }
    }
}
