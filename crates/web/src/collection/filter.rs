//! Which puzzles of a collection are wanted, and how many there are of each sort.

use super::library::{Entry, LoadedCollection};
use crate::error::ApiError;
use crate::request::{Finite, Parameters, usage};
use serde::Serialize;
use std::collections::BTreeMap;

/// What puzzles must be like; nothing is asked where nothing is said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    kind: Option<String>,
    /// All of them.
    tags: Vec<String>,
    length: Option<f64>,
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
    SolutionLength,
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
    pub(crate) fn take(parameters: &mut Parameters) -> Result<Filter, ApiError> {
        let mut text = |name: &str| -> Result<Option<String>, ApiError> {
            Ok(parameters.take_text(name)?.filter(|text| !text.is_empty()))
        };
        let (kind, scale) = (text("kind")?, text("scale")?);
        let tags = text("tag")?.unwrap_or_default();
        let tags = tags.split(',').filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        let mut number = |name: &str| -> Result<Option<f64>, ApiError> {
            Ok(parameters.take_number(name)?.map(Finite::get))
        };
        let (length, min, max) = (number("length")?, number("min")?, number("max")?);
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

    /// The puzzles that are wanted.
    pub(super) fn choose<'a>(
        &self,
        collection: &'a LoadedCollection,
    ) -> impl Iterator<Item = Entry<'a>> {
        collection.entries().filter(|entry| self.admits(entry))
    }

    /// Whether a puzzle is wanted.
    pub(super) fn admits(&self, entry: &Entry<'_>) -> bool {
        self.admits_but(entry, None)
    }

    fn admits_but(
        &self,
        Entry { puzzle, length, .. }: &Entry<'_>,
        without: Option<Aspect>,
    ) -> bool {
        let kind = self.kind.as_deref().is_none_or(|kind| kind == puzzle.kind().as_str());
        let long = self.length.is_none_or(|wanted| Some(wanted) == *length);
        let rated = |range: &Range| {
            let rating = puzzle.rating(&range.scale);
            rating.is_some_and(|rating| (range.min..=range.max).contains(&rating.value()))
        };
        (without == Some(Aspect::Kind) || kind)
            && (without == Some(Aspect::SolutionLength) || long)
            && self.tags.iter().all(|tag| puzzle.tags().iter().any(|name| name.as_str() == tag))
            && self.rating.as_ref().is_none_or(rated)
    }
}

impl Facets {
    /// Counts what a filter leaves.
    pub(super) fn of(collection: &LoadedCollection, filter: &Filter) -> Facets {
        let mut facets = Facets::default();
        let count = |counts: &mut BTreeMap<String, usize>, name: &str| {
            *counts.entry(name.to_owned()).or_default() += 1;
        };
        for entry in collection.entries() {
            if filter.admits_but(&entry, Some(Aspect::Kind)) {
                count(&mut facets.kinds, entry.puzzle.kind().as_str());
            }
            if let Some(length) = entry.length
                && filter.admits_but(&entry, Some(Aspect::SolutionLength))
            {
                count(&mut facets.lengths, &length.to_string());
            }
            if filter.admits(&entry) {
                entry.puzzle.tags().iter().for_each(|tag| count(&mut facets.tags, tag.as_str()));
            }
        }
        facets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::Puzzle;

    /// Puzzles whose lengths are those of their positions.
    fn puzzles() -> LoadedCollection {
        let lines = [
            r##"{"schema":"sole-puzzle/1","kind":"mate","position":"a","stipulation":"#2","verdict":"none","solutions":[],"tags":["pin","fork"],"ratings":[{"scale":"mate.difficulty","value":3.5}]}"##,
            r##"{"schema":"sole-puzzle/1","kind":"mate","position":"b","stipulation":"h#2.5","verdict":"none","solutions":[],"tags":["pin"]}"##,
            r##"{"schema":"sole-puzzle/1","kind":"sudoku","position":"c","stipulation":"9x9","verdict":"none","solutions":[],"ratings":[{"scale":"se.er","value":7.1}]}"##,
        ];
        let puzzles = lines.map(|line| Puzzle::parse(line).expect("a record"));
        let length = |puzzle: &Puzzle| match puzzle.position() {
            "a" => Some(2.0),
            "b" => Some(2.5),
            _ => None,
        };
        LoadedCollection::new(puzzles.into_iter().collect(), length)
    }

    fn matching_records(query: &str) -> Result<String, ApiError> {
        let mut parameters = Parameters::from_query(query)?;
        let filter = Filter::take(&mut parameters)?;
        parameters.end()?;
        let puzzles = puzzles();
        Ok(filter.choose(&puzzles).map(|entry| entry.puzzle.position()).collect())
    }

    #[test]
    fn filters_select_puzzles() {
        let cases = [
            ("", "abc"),
            ("kind=mate", "ab"),
            ("kind=", "abc"),
            ("tag=pin", "ab"),
            ("tag=pin,fork", "a"),
            ("length=2.5", "b"),
            ("length=2", "a"),
            ("length=2.0", "a"),
            ("length=", "abc"),
            ("scale=se.er", "c"),
            ("scale=se.er&min=7.1&max=7.1", "c"),
            ("scale=se.er&min=8", ""),
            ("kind=mate&length=9", ""),
        ];
        for (query, expected) in cases {
            assert_eq!(matching_records(query).as_deref(), Ok(expected), "{query}");
        }
        for query in ["min=1", "scale=x&min=y", "scale=x&min=nan", "length=x", "colour=red"] {
            assert!(matching_records(query).is_err(), "{query}");
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
}
