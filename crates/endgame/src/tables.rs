//! A folder of tables that answers for positions.

use crate::dtm::Value;
use crate::dtz::Zeroing;
use crate::file::{FileError, Folder, Metric, Part, Side, Table, TableName};
use crate::index::{Index, Order};
use crate::probe::with_en_passant;
use crate::section::Section;
use crate::slice::{MOST_MEN, Slice};
use sole_board::{CastlingSide, Color, Material, Position, Square};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// The tables of one folder.
///
/// Threads may share it. A slice that another process adds is seen when it is
/// first asked for.
#[derive(Debug)]
pub struct Tables {
    folder: Folder,
    open: RwLock<Open>,
}

/// The tables that were looked for, and found or not.
type Open = HashMap<(Material, Metric), Option<Arc<Table>>>;

/// Why a position has no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// More men than tables have.
    TooManyMen {
        /// How many there are.
        men: usize,
    },
    /// A side has no king, as in some composed positions.
    NoKing {
        /// Which side.
        color: Color,
    },
    /// A side may castle with a rook or a king that is not where standard chess has it.
    Castling,
    /// The table, or this part of it, has not been built.
    Missing {
        /// The slice that is needed.
        slice: Slice,
        /// What its table counts.
        metric: Metric,
    },
    /// The file is damaged or cannot be read.
    File(FileError),
    /// Values contradict each other: the way to mate is longer than they say.
    Contradiction {
        /// The ending in which the way began.
        ending: Material,
    },
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::TooManyMen { men } => {
                write!(f, "{men} men, but tables have at most {MOST_MEN}")
            }
            ProbeError::NoKing { color } => write!(f, "{} has no king", color.name()),
            ProbeError::Castling => f.write_str(
                "tables know castling only with the king on the e-file and rooks in the corners",
            ),
            ProbeError::Missing { slice, metric } => {
                write!(f, "the {} table for {slice} has not been built", metric.extension())
            }
            ProbeError::File(error) => error.fmt(f),
            ProbeError::Contradiction { ending } => {
                write!(f, "the values of {ending} contradict each other; verify its table")
            }
        }
    }
}

impl std::error::Error for ProbeError {}

impl From<FileError> for ProbeError {
    fn from(error: FileError) -> ProbeError {
        ProbeError::File(error)
    }
}

impl Tables {
    /// The tables in a folder, with a given number of bytes for decoded blocks.
    pub fn at(path: impl Into<PathBuf>, cache_bytes: usize) -> Tables {
        Tables { folder: Folder::at(path, cache_bytes), open: RwLock::default() }
    }

    /// Where they are.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// How a position ends.
    ///
    /// # Errors
    /// [`ProbeError::Missing`] names the first slice that has not been built.
    pub fn probe(&self, position: &Position) -> Result<Value, ProbeError> {
        check(position)?;
        let plain = |position: &Position| self.code(position, Metric::Dtm).map(Value::from_code);
        with_en_passant(position, plain, |child| Ok(plain(child)?.before()))
    }

    /// How far the next capture, pawn move or mate is.
    ///
    /// # Errors
    /// As [`Tables::probe`]; these distances have tables of their own.
    pub fn probe_zeroing(&self, position: &Position) -> Result<Zeroing, ProbeError> {
        check(position)?;
        let plain = |position: &Position| self.code(position, Metric::Dtz).map(Zeroing::from_code);
        with_en_passant(position, plain, |child| Ok(plain(child)?.before_zeroing()))
    }

    /// The byte stored for a position, whatever its en passant right.
    fn code(&self, position: &Position, metric: Metric) -> Result<u8, ProbeError> {
        let (slice, orientation) = Slice::of(position);
        if slice.is_bare() {
            return Ok(Value::Draw.code());
        }
        let turn = if orientation.swapped { !position.turn() } else { position.turn() };
        let (key, side) = (slice.key(), side_of(turn));
        self.read(&slice, metric, |table| {
            let place = checked_index(table, &slice, side)?
                .place(&slice, position, orientation)
                .expect("a position has a place in its slice");
            table.value(key, side, place as u64)
        })
    }

    /// Whether a slice has been built.
    pub(crate) fn contains(&self, slice: &Slice, metric: Metric) -> Result<bool, FileError> {
        Ok(slice.is_bare()
            || self
                .table(&slice.ending(), metric)?
                .is_some_and(|table| table.contains(slice.key())))
    }

    /// All values of a slice for one side to move.
    pub(crate) fn section(
        &self,
        slice: &Slice,
        turn: Color,
        metric: Metric,
    ) -> Result<Section, ProbeError> {
        self.read(slice, metric, |table| {
            checked_index(table, slice, side_of(turn))?;
            let (order, values) = table.read(slice.key(), side_of(turn))?;
            Ok(Section { order: Order(order), values })
        })
    }

    /// Reads from the table of a slice. A damaged table is opened again and read once more, as it
    /// may have been rebuilt since it was opened.
    fn read<R>(
        &self,
        slice: &Slice,
        metric: Metric,
        read: impl Fn(&Table) -> Result<R, FileError>,
    ) -> Result<R, ProbeError> {
        match read(&*self.table_with(slice, metric)?) {
            Err(error) if error.is_damage() => Ok(read(&*self.reopened_with(slice, metric)?)?),
            result => Ok(result?),
        }
    }

    fn table_with(&self, slice: &Slice, metric: Metric) -> Result<Arc<Table>, ProbeError> {
        let ending = slice.ending();
        let has_it = |table: &Arc<Table>| table.contains(slice.key());
        if let Some(table) = self.table(&ending, metric)?.filter(has_it) {
            return Ok(table);
        }
        // Somebody may have built it since the table was opened.
        self.reopened_with(slice, metric)
    }

    fn reopened_with(&self, slice: &Slice, metric: Metric) -> Result<Arc<Table>, ProbeError> {
        let table = self.reopened(&slice.ending(), metric)?;
        let table = table.filter(|table| table.contains(slice.key()));
        table.ok_or(ProbeError::Missing { slice: *slice, metric })
    }

    fn table(&self, ending: &Material, metric: Metric) -> Result<Option<Arc<Table>>, FileError> {
        let title = (*ending, metric);
        if let Some(table) = self.open.read().unwrap_or_else(PoisonError::into_inner).get(&title) {
            return Ok(table.clone());
        }
        self.reopened(ending, metric)
    }

    /// Opens a table again, whatever is open: another thread that began to open it before a slice was
    /// written may put its older view there at any time.
    fn reopened(&self, ending: &Material, metric: Metric) -> Result<Option<Arc<Table>>, FileError> {
        let table = self.folder.table(table_name(ending, metric))?.map(Arc::new);
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert((*ending, metric), table.clone());
        Ok(table)
    }

    /// Looks at the files again when the ending is next asked for.
    pub(crate) fn forget(&self, ending: &Material, metric: Metric) {
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(&(*ending, metric));
    }
}

/// How a section of a file is numbered, if its directory can be true of the slice.
///
/// Checksums say that a file is as it was written, not that it was written by
/// a program that knows endings.
pub(crate) fn checked_index(table: &Table, slice: &Slice, side: Side) -> Result<Index, FileError> {
    let key = slice.key();
    let damaged = |part| table.damaged(key, part);
    let index = Index::checked(slice, Order(table.order(key, side)?))
        .ok_or_else(|| damaged(Part::Order { slice: key, side }))?;
    if table.len(key, side)? == index.len() as u64 {
        Ok(index)
    } else {
        Err(damaged(Part::Count { slice: key, side }))
    }
}

/// The name of the table of an ending.
pub(crate) fn table_name(ending: &Material, metric: Metric) -> TableName {
    TableName::new(&ending.to_string(), metric).expect("endings have short names")
}

pub(crate) fn side_of(turn: Color) -> Side {
    match turn {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// Whether tables can have a position at all.
pub(crate) fn check(position: &Position) -> Result<(), ProbeError> {
    let men = position.diagram().occupied().len();
    if men > MOST_MEN {
        return Err(ProbeError::TooManyMen { men });
    }
    if let Some(color) =
        Color::ALL.into_iter().find(|&color| position.diagram().king(color).is_none())
    {
        return Err(ProbeError::NoKing { color });
    }
    if castles_as_usual(position) { Ok(()) } else { Err(ProbeError::Castling) }
}

fn castles_as_usual(position: &Position) -> bool {
    let corners = [
        (Color::White, CastlingSide::King, Square::H1),
        (Color::White, CastlingSide::Queen, Square::A1),
        (Color::Black, CastlingSide::King, Square::H8),
        (Color::Black, CastlingSide::Queen, Square::A8),
    ];
    let homes = [(Color::White, Square::E1), (Color::Black, Square::E8)];
    let rook_at_home = |&(color, side, corner): &(Color, CastlingSide, Square)| {
        position.castling_rook(color, side).is_none_or(|rook| rook == corner)
    };
    let king_at_home = |&(color, home): &(Color, Square)| {
        let may_castle = [CastlingSide::King, CastlingSide::Queen]
            .into_iter()
            .any(|side| position.castling_rook(color, side).is_some());
        !may_castle || position.diagram().king(color) == Some(home)
    };
    corners.iter().all(rook_at_home) && homes.iter().all(king_at_home)
}
