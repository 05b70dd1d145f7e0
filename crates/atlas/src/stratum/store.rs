//! The saved state of a traversal: a file of 64-bit numbers with a BLAKE3 hash.
//!
//! The layout is in `docs/strata.md`. A file is written beside its place,
//! synced, and renamed, so that there is always a whole one.

use super::army::Army;
use super::census::{Census, Dead, ExitCount};
use super::closure::Frontier;
use super::entry::Entry;
use super::pawn_structure::PawnStructure;
use super::table::{Table, words_for};
use super::{Exit, Stratum, StratumError};
use sole_board::{Color, Material, Piece, Role, Square, SquareSet};
use sole_storage::{AtomicFile, IoError, Operation};
use std::io::Write;
use std::path::Path;
use std::{fs, io};

const MAGIC: &[u8; 8] = b"SOLESTR1";
const HASH: usize = blake3::OUT_LEN;

/// A name of sixteen letters for numbers.
pub(super) fn name(numbers: &[u64]) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    blake3::hash(&bytes).to_hex()[..16].to_owned()
}

/// Writes numbers to a file, in place of what was there.
pub(super) fn write(path: &Path, numbers: &[u64]) -> Result<(), StratumError> {
    const PORTION: usize = 1 << 13;
    let (mut file, mut hasher) = (AtomicFile::create(path)?, blake3::Hasher::new());
    let mut put = |bytes: &[u8]| {
        hasher.update(bytes);
        file.write_all(bytes).map_err(|error| file.error(Operation::Write, &error))
    };
    put(MAGIC)?;
    for portion in numbers.chunks(PORTION) {
        let bytes: Vec<u8> = portion.iter().flat_map(|number| number.to_le_bytes()).collect();
        put(&bytes)?;
    }
    let hash = hasher.finalize();
    let written = file.write_all(hash.as_bytes());
    written.map_err(|error| file.error(Operation::Write, &error))?;
    Ok(file.publish()?)
}

/// The numbers of a file; `None` if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u64>>, StratumError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(IoError::new(path, Operation::Read, &error).into()),
    };
    let numbers = checked(&bytes).ok_or_else(|| StratumError::Damaged { path: path.to_owned() })?;
    Ok(Some(numbers))
}

fn checked(bytes: &[u8]) -> Option<Vec<u64>> {
    let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
    let numbers = body.strip_prefix(MAGIC)?.chunks_exact(8);
    let is_whole = blake3::hash(body).as_bytes() == hash && numbers.remainder().is_empty();
    let number = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
    is_whole.then(|| numbers.map(number).collect())
}

/// What can be written as numbers and read again.
pub(super) trait Stored: Sized {
    /// Appends its numbers.
    fn put(&self, numbers: &mut Vec<u64>);
    /// Takes its numbers off the front; `None` if they are not of its kind.
    fn take(numbers: &mut &[u64]) -> Option<Self>;
}

impl Stored for u64 {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(*self);
    }

    fn take(numbers: &mut &[u64]) -> Option<u64> {
        let (&first, rest) = numbers.split_first()?;
        *numbers = rest;
        Some(first)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.len() as u64);
        self.iter().for_each(|item| item.put(numbers));
    }

    fn take(numbers: &mut &[u64]) -> Option<Vec<T>> {
        let length = u64::take(numbers)?;
        (0..length).map(|_| T::take(numbers)).collect()
    }
}

impl<T: Stored> Stored for Option<T> {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(u64::from(self.is_some()));
        self.iter().for_each(|item| item.put(numbers));
    }

    fn take(numbers: &mut &[u64]) -> Option<Option<T>> {
        match u64::take(numbers)? {
            0 => Some(None),
            1 => Some(Some(T::take(numbers)?)),
            _ => None,
        }
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn put(&self, numbers: &mut Vec<u64>) {
        self.0.put(numbers);
        self.1.put(numbers);
    }

    fn take(numbers: &mut &[u64]) -> Option<(A, B)> {
        Some((A::take(numbers)?, B::take(numbers)?))
    }
}

/// A pair of the same kind: White's, then Black's.
impl<T: Stored> Stored for [T; 2] {
    fn put(&self, numbers: &mut Vec<u64>) {
        self.iter().for_each(|item| item.put(numbers));
    }

    fn take(numbers: &mut &[u64]) -> Option<[T; 2]> {
        Some([T::take(numbers)?, T::take(numbers)?])
    }
}

impl Stored for SquareSet {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.0);
    }

    fn take(numbers: &mut &[u64]) -> Option<SquareSet> {
        u64::take(numbers).map(SquareSet)
    }
}

impl Stored for Square {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.index() as u64);
    }

    fn take(numbers: &mut &[u64]) -> Option<Square> {
        Square::new(u64::take(numbers)?.try_into().ok()?)
    }
}

impl Stored for Color {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.index() as u64);
    }

    fn take(numbers: &mut &[u64]) -> Option<Color> {
        Color::ALL.get(usize::try_from(u64::take(numbers)?).ok()?).copied()
    }
}

impl Stored for Role {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.index() as u64);
    }

    fn take(numbers: &mut &[u64]) -> Option<Role> {
        Role::ALL.get(usize::try_from(u64::take(numbers)?).ok()?).copied()
    }
}

impl Stored for Table {
    fn put(&self, numbers: &mut Vec<u64>) {
        let (rows, columns) = self.size();
        numbers.extend([rows as u64, columns as u64]);
        numbers.extend(self.words());
    }

    fn take(numbers: &mut &[u64]) -> Option<Table> {
        let rows = usize::try_from(u64::take(numbers)?).ok()?;
        let columns = usize::try_from(u64::take(numbers)?).ok()?;
        let (words, rest) = numbers.split_at_checked(rows.checked_mul(words_for(columns))?)?;
        *numbers = rest;
        Table::from_words(rows, columns, words.to_vec())
    }
}

impl Stored for Army {
    fn put(&self, numbers: &mut Vec<u64>) {
        self.sets().iter().for_each(|set| set.put(numbers));
    }

    fn take(numbers: &mut &[u64]) -> Option<Army> {
        let mut sets = [SquareSet::EMPTY; 6];
        for set in &mut sets {
            *set = SquareSet::take(numbers)?;
        }
        Army::from_sets(sets)
    }
}

impl Stored for Stratum {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.extend(Piece::all().map(|piece| self.material.count(piece) as u64));
        self.structure.pawns.put(numbers);
    }

    fn take(numbers: &mut &[u64]) -> Option<Stratum> {
        let mut material = Material::default();
        for piece in Piece::all() {
            let men = u64::take(numbers).filter(|&men| men <= 64)?;
            material = (0..men).fold(material, |material, _| material.with(piece));
        }
        let stratum =
            Stratum { material, structure: PawnStructure { pawns: Stored::take(numbers)? } };
        stratum.is_possible().then_some(stratum)
    }
}

impl Stored for Entry {
    fn put(&self, numbers: &mut Vec<u64>) {
        self.turn.put(numbers);
        self.en_passant.put(numbers);
        self.armies.put(numbers);
        self.table.put(numbers);
    }

    fn take(numbers: &mut &[u64]) -> Option<Entry> {
        let (turn, en_passant) = (Color::take(numbers)?, Stored::take(numbers)?);
        let armies: [Vec<Army>; 2] = Stored::take(numbers)?;
        let table = Table::take(numbers)?;
        let sizes = (armies[turn.index()].len(), armies[(!turn).index()].len());
        let is_sorted = armies.iter().all(|armies| armies.is_sorted_by(|a, b| a < b));
        let is_whole = sizes == table.size() && is_sorted && !table.is_empty();
        is_whole.then_some(Entry { turn, en_passant, armies, table })
    }
}

impl Stored for Frontier {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.extend([u64::from(self.generation), self.entries]);
        self.last.put(numbers);
    }

    fn take(numbers: &mut &[u64]) -> Option<Frontier> {
        let generation = u64::take(numbers)?.try_into().ok()?;
        Some(Frontier { generation, entries: u64::take(numbers)?, last: Stored::take(numbers)? })
    }
}

impl Stored for Exit {
    fn put(&self, numbers: &mut Vec<u64>) {
        let square = |square: &Square| square.index() as u64;
        let role = |role: &Role| role.index() as u64;
        match self {
            Exit::Officer { taken } => numbers.extend([0, role(taken)]),
            Exit::Pawn { on } => numbers.extend([1, square(on)]),
            Exit::Push { from, to } => numbers.extend([2, square(from), square(to)]),
            Exit::PawnCapture { from, to, taken } => {
                numbers.extend([3, square(from), square(to), role(taken)]);
            }
            Exit::EnPassant { from, over } => numbers.extend([4, square(from), square(over)]),
            Exit::Promotion { from, role: becomes, taken } => {
                numbers.extend([5, square(from), role(becomes)]);
                taken.put(numbers);
            }
        }
    }

    fn take(numbers: &mut &[u64]) -> Option<Exit> {
        let kind = u64::take(numbers)?;
        if kind == 0 {
            return Some(Exit::Officer { taken: Role::take(numbers)? });
        }
        let from = Square::take(numbers)?;
        Some(match kind {
            1 => Exit::Pawn { on: from },
            2 => Exit::Push { from, to: Square::take(numbers)? },
            3 => {
                let to = Square::take(numbers)?;
                Exit::PawnCapture { from, to, taken: Role::take(numbers)? }
            }
            4 => Exit::EnPassant { from, over: Square::take(numbers)? },
            5 => {
                let role = Role::take(numbers)?;
                Exit::Promotion { from, role, taken: Stored::take(numbers)? }
            }
            _ => return None,
        })
    }
}

impl Stored for ExitCount {
    fn put(&self, numbers: &mut Vec<u64>) {
        self.color.put(numbers);
        self.exit.put(numbers);
        self.target.put(numbers);
        numbers.extend([self.edges, self.positions]);
    }

    fn take(numbers: &mut &[u64]) -> Option<ExitCount> {
        Some(ExitCount {
            color: Stored::take(numbers)?,
            exit: Stored::take(numbers)?,
            target: Stored::take(numbers)?,
            edges: Stored::take(numbers)?,
            positions: Stored::take(numbers)?,
        })
    }
}

impl Stored for Dead {
    fn put(&self, numbers: &mut Vec<u64>) {
        numbers.extend([self.lone_kings, self.lone_minor, self.bishops_of_one_color]);
    }

    fn take(numbers: &mut &[u64]) -> Option<Dead> {
        Some(Dead {
            lone_kings: Stored::take(numbers)?,
            lone_minor: Stored::take(numbers)?,
            bishops_of_one_color: Stored::take(numbers)?,
        })
    }
}

impl Stored for Census {
    fn put(&self, numbers: &mut Vec<u64>) {
        self.stratum.put(numbers);
        numbers.extend([self.entries, u64::from(self.depth)]);
        self.positions.put(numbers);
        numbers.extend([self.checks, self.with_castling, self.with_en_passant]);
        numbers.extend([self.quiet, self.castlings]);
        self.mates.put(numbers);
        self.stalemates.put(numbers);
        self.dead.put(numbers);
        self.exits.put(numbers);
    }

    fn take(numbers: &mut &[u64]) -> Option<Census> {
        let census = Census {
            stratum: Stored::take(numbers)?,
            entries: Stored::take(numbers)?,
            depth: u64::take(numbers)?.try_into().ok()?,
            positions: Stored::take(numbers)?,
            checks: Stored::take(numbers)?,
            with_castling: Stored::take(numbers)?,
            with_en_passant: Stored::take(numbers)?,
            quiet: Stored::take(numbers)?,
            castlings: Stored::take(numbers)?,
            mates: Stored::take(numbers)?,
            stalemates: Stored::take(numbers)?,
            dead: Stored::take(numbers)?,
            exits: Stored::take(numbers)?,
        };
        census.is_possible().then_some(census)
    }
}
