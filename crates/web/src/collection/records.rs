//! Records to save, written while they are read.

use super::filter::Filter;
use super::library::LoadedCollection;
use crate::connections::CHUNK;
use axum::body::Body;
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;

/// How many puzzles are looked at before others get their turn.
const AT_ONCE: usize = 1000;

/// The records that a filter leaves, one a line, from some place on.
#[derive(Debug)]
pub(super) struct Records {
    collection: Arc<LoadedCollection>,
    filter: Filter,
    at: usize,
}

impl Records {
    /// The records of a collection, if any is left.
    pub(super) fn new(collection: Arc<LoadedCollection>, filter: Filter) -> Option<Records> {
        let at = filter.choose(&collection).next()?.at;
        Some(Records { collection, filter, at })
    }

    /// All of them at once.
    pub(super) fn text(self) -> String {
        self.collect()
    }

    /// Piece by piece, as they are read.
    pub(super) fn into_body(self) -> Body {
        Body::from_stream(stream::unfold(self, |mut records| async {
            loop {
                let piece = records.next()?;
                if !piece.is_empty() {
                    return Some((Ok::<_, Infallible>(piece), records));
                }
                tokio::task::yield_now().await;
            }
        }))
    }
}

/// Whole lines, of about the size that is handed over at once; none if nothing that was looked at
/// is wanted.
impl Iterator for Records {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let (mut lines, first) = (String::new(), self.at);
        self.collection.entry(first)?;
        for entry in (first..first + AT_ONCE).map_while(|at| self.collection.entry(at)) {
            self.at = entry.at + 1;
            if self.filter.admits(&entry) {
                lines.push_str(&entry.puzzle.to_line());
                lines.push('\n');
            }
            if lines.len() >= CHUNK {
                break;
            }
        }
        Some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Parameters;
    use sole_puzzle::{Collection, Puzzle};

    #[test]
    fn records_come_in_pieces_and_are_all_there() {
        let record = |n: usize| {
            let kind = if n % 2000 < 1990 { "mate" } else { "proof" };
            let line = format!(
                r##"{{"schema":"sole-puzzle/1","kind":"{kind}","position":"{n}","stipulation":"#2","verdict":"none","solutions":[]}}"##
            );
            Puzzle::parse(&line).expect("a record")
        };
        let all: Collection = (0..10_000).map(record).collect();
        let lines = |kind: &str| -> String {
            let all = all.puzzles().iter().filter(|puzzle| puzzle.kind().as_str().contains(kind));
            all.map(|puzzle| puzzle.to_line() + "\n").collect()
        };
        let collection = Arc::new(LoadedCollection::new(all.clone(), |_| None));
        for (query, kind) in [("", ""), ("kind=mate", "mate"), ("kind=proof", "proof")] {
            let mut parameters = Parameters::from_query(query).expect("a query");
            let filter = Filter::take(&mut parameters).expect("a filter");
            let records = Records::new(Arc::clone(&collection), filter.clone()).expect("some");
            assert!(records.map(|piece| piece.len()).all(|bytes| bytes < CHUNK + 200), "{query}");
            let records = Records::new(Arc::clone(&collection), filter).expect("some");
            assert!(records.text() == lines(kind), "{query}");
        }
        let mut parameters = Parameters::from_query("kind=none").expect("a query");
        let filter = Filter::take(&mut parameters).expect("a filter");
        assert!(Records::new(collection, filter).is_none());
    }
}
