//! Queries: rows of a layer that satisfy conditions, all of them in order, or a random sample.
//!
//! What the manifest counts already is not read again: files without a row that
//! is wanted are passed over.
//!
//! ```
//! use sole_atlas::{Atlas, Filter, Outcome, Settings, grow};
//! use sole_board::Position;
//! use std::ops::ControlFlow::Continue;
//! let folder = tempfile::tempdir()?;
//! let atlas = Atlas::new(folder.path(), Position::initial())?;
//! grow(&atlas, 4, Settings { threads: 1, memory: 64 << 20 }, &|_| Continue(()))?;
//! let filter = Filter { outcome: Some(Outcome::Mate), ..Filter::ALL };
//! let mut mates = 0;
//! atlas.for_each_matching(4, &filter, |batch| {
//!     mates += batch.records.len();
//!     Continue(())
//! })?;
//! assert_eq!(mates, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod export;
mod sample;

pub use export::{Export, ExportBlock, ExportError, ExportFormat, ExportRow, WriteRow};
pub use sample::{SampleBy, SampleSpec};

use crate::error::AtlasError;
use crate::store::{Atlas, RangeFile, Tallies, Tally};
use crate::{Record, outcome};
use rayon::prelude::*;
use std::ops::{ControlFlow, RangeInclusive};

/// Which rows are wanted: those that satisfy all conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// How many men may be on the board.
    pub men: RangeInclusive<u8>,
    /// How many games may lead to the position.
    pub games: RangeInclusive<u64>,
    /// How it ends, if that matters.
    pub outcome: Option<Outcome>,
    /// Whether only positions are wanted in which the side to move is in check.
    pub only_checks: bool,
}

/// How a position ends, without the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Not yet.
    None,
    /// In mate.
    Mate,
    /// In stalemate.
    Stalemate,
    /// No mate can come any more.
    Dead,
}

/// Some matching rows, and the progress of the query.
#[derive(Clone, Copy, Debug)]
pub struct MatchBatch<'a> {
    /// The rows, in order.
    pub records: &'a [Record],
    /// The number of rows read so far.
    pub done: u64,
    /// The number of rows to read.
    pub of: u64,
}

/// What a manifest says about one condition.
enum Known {
    /// All rows satisfy it.
    All,
    /// This many do.
    Some(Tally),
    /// It does not tell.
    Nothing,
}

impl Outcome {
    /// The word for it in a layer.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::None => "none",
            Outcome::Mate => "mate",
            Outcome::Stalemate => "stalemate",
            Outcome::Dead => "dead",
        }
    }
}

impl Filter {
    /// Every row.
    pub const ALL: Filter =
        Filter { men: 0..=u8::MAX, games: 0..=u64::MAX, outcome: None, only_checks: false };

    /// Positions to which exactly one game leads.
    pub const UNIQUE: RangeInclusive<u64> = 1..=1;

    /// Whether a row is wanted.
    pub fn matches(&self, record: &Record) -> bool {
        let men = record.key.occupied().count_ones() as u8;
        self.men.contains(&men)
            && self.games.contains(&record.games)
            && self.matches_situation(record)
    }

    /// The rows that are wanted, in order.
    fn matching(&self, records: &[Record]) -> Vec<Record> {
        records.par_iter().filter(|record| self.matches(record)).copied().collect()
    }

    fn matches_situation(&self, record: &Record) -> bool {
        if self.outcome.is_none() && !self.only_checks {
            return true;
        }
        let facts = record.key.position().facts();
        let ends = |wanted: Outcome| wanted.word() == outcome(facts.ending);
        self.outcome.is_none_or(ends) && (facts.in_check || !self.only_checks)
    }

    /// How many rows are wanted of those that were counted, if the counts tell.
    fn count(&self, tallies: &Tallies) -> Option<Tally> {
        let known = [
            self.count_men(tallies),
            self.count_games(tallies),
            self.count_outcome(tallies),
            if self.only_checks { Known::Some(tallies.checks) } else { Known::All },
        ];
        if known.iter().any(|known| matches!(known, Known::Some(tally) if tally.positions == 0)) {
            return Some(Tally::default());
        }
        let mut restrictions = known.iter().filter(|known| !matches!(known, Known::All));
        match (restrictions.next(), restrictions.next()) {
            (None, _) => Some(tallies.all),
            (Some(Known::Some(tally)), None) => Some(*tally),
            _ => None,
        }
    }

    fn count_men(&self, tallies: &Tallies) -> Known {
        let mut count = Tally::default();
        tallies.men.range(self.men.clone()).for_each(|(_, &tally)| count += tally);
        if count == tallies.all { Known::All } else { Known::Some(count) }
    }

    fn count_games(&self, tallies: &Tallies) -> Known {
        match self.games {
            _ if self.games == Filter::ALL.games => Known::All,
            _ if self.games == Filter::UNIQUE => {
                Known::Some(Tally { positions: tallies.unique, games: tallies.unique.into() })
            }
            _ => Known::Nothing,
        }
    }

    fn count_outcome(&self, tallies: &Tallies) -> Known {
        let ends = [tallies.mates, tallies.stalemates, tallies.dead];
        Known::Some(match self.outcome {
            None => return Known::All,
            Some(Outcome::Mate) => tallies.mates,
            Some(Outcome::Stalemate) => tallies.stalemates,
            Some(Outcome::Dead) => tallies.dead,
            Some(Outcome::None) => Tally {
                positions: tallies.all.positions
                    - ends.map(|end| end.positions).iter().sum::<u64>(),
                games: tallies.all.games - ends.map(|end| end.games).iter().sum::<u128>(),
            },
        })
    }

    /// Whether a file may have a row that is wanted.
    fn may_match_in(&self, file: &RangeFile) -> bool {
        let count = file.content.as_ref().and_then(|content| self.count(&content.tallies));
        count != Some(Tally::default())
    }
}

impl Atlas {
    /// Calls `visit` with the rows of a layer that are wanted, in order, a portion at a time.
    /// Every file that is read is checked first.
    ///
    /// # Errors
    /// [`AtlasError::Missing`], what is wrong with a file, or [`AtlasError::Stopped`] if `visit`
    /// breaks off.
    pub fn for_each_matching(
        &self,
        ply: u32,
        filter: &Filter,
        mut visit: impl FnMut(MatchBatch<'_>) -> ControlFlow<()>,
    ) -> Result<(), AtlasError> {
        let layer = self.layer(ply)?;
        let files: Vec<&RangeFile> =
            layer.files.iter().filter(|file| filter.may_match_in(file)).collect();
        let rows = |file: &&RangeFile| file.content.as_ref().map_or(0, |content| content.rows);
        let (mut done, of) = (0, files.iter().map(rows).sum());
        for file in files {
            self.for_each_group(ply, file, |records| {
                done += records.len() as u64;
                let records = filter.matching(records);
                match visit(MatchBatch { records: &records, done, of }) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(AtlasError::Stopped),
                }
            })?;
        }
        Ok(())
    }
}
