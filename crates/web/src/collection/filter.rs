//! Which puzzles of a collection are wanted, and how many there are of each sort.

use crate::refusal::Refusal;
use crate::request::{Parameters, usage};
use serde::Serialize;
use sole_puzzle::Puzzle;
use std::collections::BTreeMap;

/// What puzzles must be like; nothing is asked where nothing is said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    kind: Option<String>,
    /// All of them.
    tags: Vec<String>,
    length: Option<String>,
    rating: Option<Range>,
}

/// A part of a scale.
#[derive(Clone, Debug)]
struct Range {
    scale: String,
    min: f64,
    max: f64,
}

/// What a filter asks about; each facet is counted without its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aspect {
    Kind,
    Length,
}

/// How many puzzles there are of each sort, among those that the rest of a filter leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Facets {
    pub(crate) kinds: BTreeMap<String, usize>,
    pub(crate) tags: BTreeMap<String, usize>,
    pub(crate) lengths: BTreeMap<String, usize>,
}

impl Filter {
    /// Takes `kind`, `tag`, `length`, `scale`, `min` and `max` out of a request.
    pub(crate) fn take(parameters: &mut Parameters) -> Result<Filter, Refusal> {
        let mut text = |name: &str| -> Result<Option<String>, Refusal> {
            Ok(parameters.take_text(name)?.filter(|text| !text.is_empty()))
        };
        let (kind, length, scale) = (text("kind")?, text("length")?, text("scale")?);
        let tags = text("tag")?.unwrap_or_default();
        let tags = tags.split(',').filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        let min: Option<f64> = parameters.take_number("min")?;
        let max: Option<f64> = parameters.take_number("max")?;
        let rating = match scale {
            Some(scale) => {
                let (min, max) = (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY));
                Some(Range { scale, min, max })
            }
            None if min.is_some() || max.is_some() => {
                return Err(usage("'min' and 'max' need a 'scale'"));
            }
            None => None,
        };
        Ok(Filter { kind, tags, length, rating })
    }

    /// The puzzles that are wanted, with their places from 0 on.
    pub(crate) fn choose<'a>(
        &self,
        puzzles: &'a [Puzzle],
    ) -> impl Iterator<Item = (usize, &'a Puzzle)> {
        puzzles.iter().enumerate().filter(|(_, puzzle)| self.admits(puzzle, None))
    }

    fn admits(&self, puzzle: &Puzzle, without: Option<Aspect>) -> bool {
        let same = |wanted: &Option<String>, text: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| Some(wanted) == text)
        };
        let rated = |range: &Range| {
            let rating = puzzle.rating(&range.scale);
            rating.is_some_and(|rating| (range.min..=range.max).contains(&rating.value()))
        };
        (without == Some(Aspect::Kind) || same(&self.kind, Some(puzzle.kind().as_str())))
            && (without == Some(Aspect::Length) || same(&self.length, length(puzzle.stipulation())))
            && self.tags.iter().all(|tag| puzzle.tags().iter().any(|name| name.as_str() == tag))
            && self.rating.as_ref().is_none_or(rated)
    }
}

impl Facets {
    /// Counts what a filter leaves.
    pub(crate) fn of(puzzles: &[Puzzle], filter: &Filter) -> Facets {
        let mut facets = Facets::default();
        let count = |counts: &mut BTreeMap<String, usize>, name: &str| {
            *counts.entry(name.to_owned()).or_default() += 1;
        };
        for puzzle in puzzles {
            if filter.admits(puzzle, Some(Aspect::Kind)) {
                count(&mut facets.kinds, puzzle.kind().as_str());
            }
            if let (true, Some(length)) =
                (filter.admits(puzzle, Some(Aspect::Length)), length(puzzle.stipulation()))
            {
                count(&mut facets.lengths, length);
            }
            if filter.admits(puzzle, None) {
                puzzle.tags().iter().for_each(|tag| count(&mut facets.tags, tag.as_str()));
            }
        }
        facets
    }
}

/// The first number of a stipulation: 2 of `#2`, 2.5 of `h#2.5`, 8 of `8 plies`, 9 of `9x9`.
fn length(stipulation: &str) -> Option<&str> {
    let start = stipulation.find(|c: char| c.is_ascii_digit())?;
    let rest = &stipulation[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    Some(rest[..end].trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzles() -> Vec<Puzzle> {
        [
            r##"{"schema":"sole-puzzle/1","kind":"mate","position":"a","stipulation":"#2","verdict":"none","solutions":[],"tags":["pin","fork"],"ratings":[{"scale":"mate.difficulty","value":3.5}]}"##,
            r##"{"schema":"sole-puzzle/1","kind":"mate","position":"b","stipulation":"h#2.5","verdict":"none","solutions":[],"tags":["pin"]}"##,
            r##"{"schema":"sole-puzzle/1","kind":"sudoku","position":"c","stipulation":"9x9","verdict":"none","solutions":[],"ratings":[{"scale":"se.er","value":7.1}]}"##,
        ]
        .map(|line| Puzzle::parse(line).expect("a record"))
        .to_vec()
    }

    fn chosen(query: &str) -> Result<String, Refusal> {
        let mut parameters = Parameters::from_query(query)?;
        let filter = Filter::take(&mut parameters)?;
        parameters.end()?;
        let puzzles = puzzles();
        Ok(filter.choose(&puzzles).map(|(_, puzzle)| puzzle.position()).collect())
    }

    #[test]
    fn filters_choose() {
        let cases = [
            ("", "abc"),
            ("kind=mate", "ab"),
            ("kind=", "abc"),
            ("tag=pin", "ab"),
            ("tag=pin,fork", "a"),
            ("length=2.5", "b"),
            ("scale=se.er", "c"),
            ("scale=se.er&min=7.1&max=7.1", "c"),
            ("scale=se.er&min=8", ""),
            ("kind=mate&length=9", ""),
        ];
        for (query, expected) in cases {
            assert_eq!(chosen(query).as_deref(), Ok(expected), "{query}");
        }
        for query in ["min=1", "scale=x&min=y", "colour=red"] {
            assert!(chosen(query).is_err(), "{query}");
        }
    }

    #[test]
    fn facets_are_counted_without_their_own_filter() {
        let mut parameters = Parameters::from_query("kind=mate&length=2").expect("a query");
        let filter = Filter::take(&mut parameters).expect("a filter");
        let facets = Facets::of(&puzzles(), &filter);
        let shown = |counts: &BTreeMap<String, usize>| {
            counts.iter().map(|(name, count)| format!("{name}:{count} ")).collect::<String>()
        };
        assert_eq!(shown(&facets.kinds), "mate:1 ");
        assert_eq!(shown(&facets.lengths), "2:1 2.5:1 ");
        assert_eq!(shown(&facets.tags), "fork:1 pin:1 ");
    }

    #[test]
    fn lengths_are_the_first_number() {
        let cases = [
            ("#2", Some("2")),
            ("h#2.5", Some("2.5")),
            ("8 plies", Some("8")),
            ("PG 4.0.", Some("4.0")),
            ("9x9", Some("9")),
            ("win", None),
        ];
        for (text, expected) in cases {
            assert_eq!(length(text), expected, "{text}");
        }
    }
}
