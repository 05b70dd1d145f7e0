//! Positions of a layer as lists: all that satisfy conditions, or a random sample of them.
//!
//! ```
//! use sole_atlas::{Atlas, Export, ExportFormat, Filter, Settings, grow};
//! use sole_puzzle::task::Task;
//! use std::ops::ControlFlow::Continue;
//! let folder = tempfile::tempdir()?;
//! let atlas = Atlas::new(folder.path(), sole_board::Position::initial())?;
//! grow(&atlas, 1, Settings { threads: 1, memory: 64 << 20 }, &|_| Continue(()))?;
//! let export = Export { ply: 1, filter: Filter::ALL, sample: None };
//! let mut list = Vec::new();
//! let write = |record: &_, out: &mut _| ExportFormat::Fen.write(&atlas, record, out);
//! export.run(&atlas, &write, &Task::unlimited(), |block| {
//!     list.extend(block.bytes);
//!     Continue(())
//! })?;
//! assert_eq!(String::from_utf8(list)?.lines().count(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Filter, SampleSpec};
use crate::Record;
use crate::error::AtlasError;
use crate::layer::{outcome, reason};
use crate::legacy_format::{Entry, Layout, LegacyError, LegacyPosition};
use crate::store::Atlas;
use rayon::prelude::*;
use serde::Serialize;
use sole_board::{Clocks, Color, Epd, Operand, Operation, Position};
use sole_puzzle::task::Task;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// A position with all columns of its layer.
#[derive(Clone, Debug, Serialize)]
pub struct ExportRow {
    /// The position.
    pub fen: String,
    /// The games that lead to it.
    pub games: u64,
    /// The men on the board.
    pub men: u8,
    /// Their names, as `KRvK`.
    pub material: String,
    /// `w` or `b`.
    pub turn: &'static str,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The number of legal moves.
    pub moves: u32,
    /// How it ends: `none`, `mate`, `stalemate` or `dead`.
    pub outcome: &'static str,
    /// Why it is dead, if it is.
    pub reason: &'static str,
    /// How many men were captured since the start.
    pub captures: u8,
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A FEN a line.
    Fen,
    /// An EPD a line, with games and outcome.
    Epd,
    /// All columns, separated by commas.
    Csv,
    /// All columns, one JSON object a line.
    Json,
    /// 24 bytes each.
    Packed,
    /// 36 bytes each, in the legacy format.
    Legacy,
    /// The same, each with its legal moves.
    LegacyMoves,
}

/// Positions of a layer that are wanted.
#[derive(Clone, Debug)]
pub struct Export {
    /// The layer.
    pub ply: u32,
    /// Which of its positions.
    pub filter: Filter,
    /// Whether only some of them are taken.
    pub sample: Option<SampleSpec>,
}

/// Some positions, written.
#[derive(Clone, Debug)]
pub struct ExportBlock {
    /// What was written.
    pub bytes: Vec<u8>,
    /// The number of positions.
    pub rows: u64,
}

/// Why a list is not whole.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// The layer cannot be read, or the task was to stop.
    Atlas(AtlasError),
    /// A position has no place in the format.
    Unpackable {
        /// The position.
        position: Box<Position>,
        /// Why.
        error: LegacyError,
    },
    /// Bytes cannot be appended.
    Write(io::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Atlas(error) => error.fmt(f),
            ExportError::Unpackable { position, error } => {
                write!(f, "{position} has no place in the founding text's format: {error}")
            }
            ExportError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<AtlasError> for ExportError {
    fn from(error: AtlasError) -> ExportError {
        ExportError::Atlas(error)
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Write(error)
    }
}

/// Appends a position to a list.
pub type WriteRow<'a> = dyn Fn(&Record, &mut Vec<u8>) -> Result<(), ExportError> + Sync + 'a;

impl Export {
    /// How many rows one thread writes at a time.
    const ROWS: usize = 2048;
    /// How many rows of a sample are in a block.
    const SAMPLED: usize = 64 * Self::ROWS;

    /// Writes the positions on all threads, and hands over blocks of them in order until there are
    /// no more or `take` breaks.
    ///
    /// # Errors
    /// See [`ExportError`].
    pub fn run(
        &self,
        atlas: &Atlas,
        write: &WriteRow<'_>,
        task: &Task,
        mut take: impl FnMut(ExportBlock) -> ControlFlow<()>,
    ) -> Result<(), ExportError> {
        let write_block = |records: &[Record]| block(records, write);
        if let Some(sample) = self.sample {
            for records in atlas.sample(self.ply, &self.filter, sample, task)?.chunks(Self::SAMPLED)
            {
                if take(write_block(records)?).is_break() {
                    break;
                }
            }
            return Ok(());
        }
        let (mut failed, mut begun, mut is_over) = (None, false, false);
        let read = atlas.for_each_matching(self.ply, &self.filter, |batch| {
            if !std::mem::replace(&mut begun, true) {
                task.begin_phase("exporting", "positions", batch.of);
            }
            task.set_done(batch.done);
            if task.should_stop() {
                return ControlFlow::Break(());
            }
            match write_block(batch.records) {
                Ok(block) => {
                    let taken = take(block);
                    is_over = taken.is_break();
                    taken
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        match (failed, read) {
            (Some(error), _) => Err(error),
            (None, Err(AtlasError::Stopped)) if is_over => Ok(()),
            (None, read) => Ok(read?),
        }
    }
}

/// Writes some rows on all threads.
fn block(records: &[Record], write: &WriteRow<'_>) -> Result<ExportBlock, ExportError> {
    let parts = records.par_chunks(Export::ROWS).map(|records| {
        let mut bytes = Vec::new();
        for record in records {
            write(record, &mut bytes)?;
        }
        Ok(bytes)
    });
    let parts: Result<Vec<Vec<u8>>, ExportError> = parts.collect();
    Ok(ExportBlock { bytes: parts?.concat(), rows: records.len() as u64 })
}

impl ExportRow {
    /// The columns of a row of a layer.
    pub fn of(atlas: &Atlas, record: &Record) -> ExportRow {
        let packed = record.key.position();
        let facts = packed.facts();
        let men = packed.men() as u8;
        ExportRow {
            fen: packed.unpack().to_string(),
            games: record.games,
            men,
            material: facts.material.to_string(),
            turn: if facts.turn == Color::White { "w" } else { "b" },
            in_check: facts.in_check,
            moves: facts.moves,
            outcome: outcome(facts.ending),
            reason: reason(facts.ending),
            captures: atlas.packed_start().men() as u8 - men,
        }
    }

    /// A line of the table under [`ExportFormat::head`]; nothing in it needs quotes.
    fn csv(&self) -> String {
        let ExportRow {
            fen,
            games,
            men,
            material,
            turn,
            in_check,
            moves,
            outcome,
            reason,
            captures,
        } = self;
        format!(
            "{fen},{games},{men},{material},{turn},{in_check},{moves},{outcome},{reason},{captures}"
        )
    }
}

/// `… games 2; outcome mate;`, with the reason of dead positions.
fn epd(record: &Record) -> Epd {
    let packed = record.key.position();
    let ending = packed.facts().ending;
    let mut epd = Epd::new(packed.unpack().to_setup(Clocks::default()));
    let (outcome, reason) = (outcome(ending), reason(ending));
    let operands = [
        ("games", Some(Operand::Word(record.games.to_string()))),
        ("outcome", ending.map(|_| Operand::Word(outcome.to_owned()))),
        ("reason", (!reason.is_empty()).then(|| Operand::Quoted(reason.to_owned()))),
    ];
    for (opcode, operand) in operands {
        let operation = operand.and_then(|operand| Operation::new(opcode, vec![operand]));
        operation.into_iter().for_each(|operation| epd.set(operation));
    }
    epd
}

impl ExportFormat {
    /// What a list begins with.
    pub const fn head(self) -> &'static str {
        match self {
            ExportFormat::Csv => {
                "fen,games,men,material,turn,in_check,moves,outcome,reason,captures\n"
            }
            _ => "",
        }
    }

    /// Whether it is not text.
    pub const fn is_binary(self) -> bool {
        matches!(self, ExportFormat::Packed | ExportFormat::Legacy | ExportFormat::LegacyMoves)
    }

    /// Appends a position to a list.
    ///
    /// # Errors
    /// [`ExportError::Unpackable`] in the legacy formats.
    pub fn write(
        self,
        atlas: &Atlas,
        record: &Record,
        out: &mut Vec<u8>,
    ) -> Result<(), ExportError> {
        let position = || record.key.position().unpack();
        let unpackable = |error| ExportError::Unpackable { position: Box::new(position()), error };
        match self {
            ExportFormat::Fen => writeln!(out, "{}", position())?,
            ExportFormat::Epd => writeln!(out, "{}", epd(record))?,
            ExportFormat::Csv => writeln!(out, "{}", ExportRow::of(atlas, record).csv())?,
            ExportFormat::Json => {
                let row = ExportRow::of(atlas, record);
                serde_json::to_writer(&mut *out, &row).map_err(io::Error::from)?;
                out.push(b'\n');
            }
            ExportFormat::Packed => out.extend(record.key.to_bytes()),
            ExportFormat::Legacy => {
                let packed = LegacyPosition::new(&position()).map_err(unpackable)?;
                out.extend(packed.as_bytes());
            }
            ExportFormat::LegacyMoves => {
                Entry::of(position()).write(Layout::WithMoves, out).map_err(unpackable)?;
            }
        }
        Ok(())
    }
}
