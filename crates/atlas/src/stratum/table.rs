//! Pairs of numbers, a bit each: rows of one army against columns of the other.
//!
//! A row is a set of armies in words of 64, so that one operation asks
//! something of 64 positions.

use rayon::prelude::*;

/// A table of bits with rows that begin at a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    rows: usize,
    columns: usize,
    words: Vec<u64>,
}

/// The number of words that hold `bits` bits.
pub(super) const fn words_for(bits: usize) -> usize {
    bits.div_ceil(64)
}

impl Table {
    /// All bits 0.
    pub(super) fn new(rows: usize, columns: usize) -> Table {
        Table { rows, columns, words: vec![0; rows * words_for(columns)] }
    }

    /// A table of words that were a table's before; `None` if they cannot have been.
    pub(super) fn from_words(rows: usize, columns: usize, words: Vec<u64>) -> Option<Table> {
        let spare = columns.wrapping_neg() % 64;
        let table = Table { rows, columns, words };
        let fits = rows.checked_mul(table.stride()) == Some(table.words.len());
        let clean = |row: &[u64]| {
            spare == 0 || row.last().is_none_or(|&word| word.leading_zeros() as usize >= spare)
        };
        (fits && table.rows().all(clean)).then_some(table)
    }

    /// How many bytes a table takes.
    pub(super) fn bytes(rows: usize, columns: usize) -> u64 {
        rows as u64 * words_for(columns) as u64 * 8
    }

    /// Rows and columns.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// All words, row after row.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    fn stride(&self) -> usize {
        words_for(self.columns)
    }

    /// One row.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride()..][..self.stride()]
    }

    /// One row, to be changed.
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let stride = self.stride();
        &mut self.words[row * stride..][..stride]
    }

    /// Every row; a table without columns has none.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride().max(1))
    }

    /// Works on every row with its number, on all threads.
    pub(super) fn for_each_row(&mut self, work: impl Fn(usize, &mut [u64]) + Sync) {
        let stride = self.stride().max(1);
        self.words.par_chunks_exact_mut(stride).enumerate().for_each(|(row, words)| {
            work(row, words);
        });
    }

    /// Sets a bit.
    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.row_mut(row)[column / 64] |= 1 << (column % 64);
    }

    /// How many bits are set.
    pub(super) fn count(&self) -> u64 {
        self.words.par_chunks(1 << 16).map(count).sum()
    }

    /// Whether all bits that are set are set in another table of the same size, too.
    pub(super) fn is_within(&self, other: &Table) -> bool {
        self.words.iter().zip(&other.words).all(|(&word, &other)| word & !other == 0)
    }

    /// Whether no bit is set.
    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Adds what another table of the same size has.
    pub(super) fn add(&mut self, other: &Table) {
        let pairs = self.words.par_iter_mut().zip(&other.words);
        pairs.for_each(|(word, &more)| *word |= more);
    }

    /// Takes away what another table of the same size has.
    pub(super) fn remove(&mut self, other: &Table) {
        let pairs = self.words.par_iter_mut().zip(&other.words);
        pairs.for_each(|(word, &less)| *word &= !less);
    }

    /// Rows made columns.
    pub(super) fn transposed(&self) -> Table {
        let mut turned = Table::new(self.columns, self.rows);
        let stride = turned.stride();
        let bands = turned.words.par_chunks_mut((64 * stride).max(1)).enumerate();
        bands.for_each(|(band, words)| self.turn_band(band, stride, words));
        turned
    }

    /// Writes 64 rows of the transposed table: those of one column of words here.
    fn turn_band(&self, band: usize, stride: usize, words: &mut [u64]) {
        for column in 0..stride {
            let mut block = [0; 64];
            let rows = self.rows.saturating_sub(column * 64).min(64);
            for (row, word) in block.iter_mut().enumerate().take(rows) {
                *word = self.words[(column * 64 + row) * self.stride() + band];
            }
            turn(&mut block);
            for (row, words) in words.chunks_exact_mut(stride).enumerate() {
                words[column] = block[row];
            }
        }
    }
}

/// Transposes 64 × 64 bits by exchanging ever smaller squares.
fn turn(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let swap = (block[row] >> width ^ block[row + width]) & mask;
            block[row] ^= swap << width;
            block[row + width] ^= swap;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// How many bits are set.
pub(super) fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The numbers of the bits that are set.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * index + bit)
        })
    })
}

/// Adds what is in `more`.
pub(super) fn union_with(words: &mut [u64], more: &[u64]) {
    words.iter_mut().zip(more).for_each(|(word, &more)| *word |= more);
}

/// Keeps what is in `both`.
pub(super) fn intersect_with(words: &mut [u64], both: &[u64]) {
    words.iter_mut().zip(both).for_each(|(word, &both)| *word &= both);
}

/// Takes away what is in `less`.
pub(super) fn subtract(words: &mut [u64], less: &[u64]) {
    words.iter_mut().zip(less).for_each(|(word, &less)| *word &= !less);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for (rows, columns) in [(1, 1), (3, 130), (64, 64), (65, 63), (200, 7), (0, 5), (5, 0)] {
            let mut table = Table::new(rows, columns);
            let chosen = |row: usize, column: usize| (row * 31 + column * 17).is_multiple_of(5);
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            cells.clone().filter(|&(r, c)| chosen(r, c)).for_each(|(r, c)| table.set(r, c));
            let turned = table.transposed();
            assert_eq!(turned.size(), (columns, rows));
            for (row, words) in turned.rows().enumerate() {
                let expected: Vec<usize> = (0..rows).filter(|&r| chosen(r, row)).collect();
                assert_eq!(bits(words).collect::<Vec<_>>(), expected, "{rows} × {columns}: {row}");
            }
            assert_eq!(turned.count(), table.count());
            assert_eq!(turned.transposed(), table);
        }
    }

    #[test]
    fn words_that_are_no_table_are_refused() {
        let table = |rows, columns, words: &[u64]| Table::from_words(rows, columns, words.to_vec());
        assert!(table(2, 3, &[7, 1]).is_some());
        assert!(table(2, 64, &[!0, !0]).is_some());
        assert!(table(2, 3, &[7, 8]).is_none());
        assert!(table(2, 3, &[7]).is_none());
        assert!(table(1, usize::MAX, &[]).is_none());
        assert!(table(0, usize::MAX, &[]).is_some_and(|table| table.is_empty()));
    }
}
