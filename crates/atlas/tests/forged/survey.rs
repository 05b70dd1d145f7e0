//! Files of surveys of strata whose hashes are right and whose content is not.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sole_atlas::stratum::{Census, Options, StratumError, traverse};
use sole_board::{Position, Setup};
use tempfile::TempDir;

use crate::edits;

const START: &str = "8/8/8/8/8/k7/4P3/4K3 w - -";

/// Traverses at most `strata` strata and stops after `reports` reports.
fn run(folder: &Path, strata: usize, reports: usize) -> Result<Vec<Census>, StratumError> {
    let left = AtomicUsize::new(reports);
    let observer = |_| match left.fetch_sub(1, Ordering::Relaxed) {
        0 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let (strata, save_interval) = (NonZeroUsize::new(strata), Duration::from_secs(3600));
    let options = Options {
        strata,
        folder: Some(folder),
        save_interval,
        observer: &observer,
        ..Options::default()
    };
    let setup: Setup = START.parse().expect(START);
    let visit = |closed: sole_atlas::stratum::Closed<'_>| closed.try_for_each(|_| Ok(()));
    traverse(&Position::try_from(setup).expect(START), &options, visit)
}

/// A survey that was stopped, and its numbers.
struct Truth {
    folder: TempDir,
    strata: usize,
    path: PathBuf,
    numbers: Vec<u64>,
}

impl Truth {
    fn new(strata: usize, reports: usize) -> Truth {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let _ = run(folder.path(), strata, reports);
        let files = fs::read_dir(folder.path()).expect("a folder");
        let mut files = files.map(|file| file.expect("an entry").path());
        let path = files.find(|path| path.extension().is_some_and(|end| end == "survey"));
        let path = path.expect("it was written");
        let bytes = fs::read(&path).expect("it was written");
        let (words, _) = bytes[8..bytes.len() - blake3::OUT_LEN].as_chunks();
        let numbers = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        Truth { folder, strata, path, numbers }
    }

    /// What comes of a survey that finds these numbers.
    fn with(&self, numbers: &[u64]) -> Result<Vec<Census>, StratumError> {
        let mut bytes = b"SOLESTR1".to_vec();
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        fs::write(&self.path, bytes).expect("room");
        run(self.folder.path(), self.strata, usize::MAX)
    }

    fn assert_damaged(&self, name: &str, change: impl FnOnce(&mut [u64])) {
        let mut numbers = self.numbers.clone();
        change(&mut numbers);
        assert_ne!(numbers, self.numbers, "{name}: nothing is forged");
        let answer = self.with(&numbers);
        assert!(matches!(answer, Err(StratumError::Damaged { .. })), "{name}: {answer:?}");
    }
}

/// The numbers of the counts of the first stratum, which follow the title and their number.
fn census(numbers: &mut [u64]) -> &mut [u64] {
    let title = numbers[0] as usize;
    &mut numbers[title + 2..]
}

#[test]
fn impossible_counts_are_damage() {
    let truth = Truth::new(3, usize::MAX);
    assert_eq!(truth.with(&truth.numbers).expect("nothing is forged").len(), 3);
    // The order of the numbers is in docs/strata.md: a stratum has 14.
    let cases: [(&str, usize, u64); 16] = [
        ("65 pawns", 0, 65),
        ("a pawn less than there are squares of pawns", 0, 0),
        ("two kings", 5, 2),
        ("a pawn on the first rank", 12, 1),
        ("other pawns", 12, 1 << 20),
        ("a pawn of no side", 13, 1 << 20),
        ("entries", 14, u64::MAX),
        ("depth", 15, u64::from(u32::MAX)),
        ("positions", 16, u64::MAX),
        ("positions with Black to move", 17, u64::MAX),
        ("checks", 18, u64::MAX),
        ("quiet moves", 21, u64::MAX),
        ("mates", 23, u64::MAX),
        ("dead positions", 26, u64::MAX),
        ("the number of exits", 29, u64::MAX),
        ("the side of an exit", 30, 2),
    ];
    for (name, at, value) in cases {
        truth.assert_damaged(name, |numbers| census(numbers)[at] = value);
    }
    truth.assert_damaged("another exit", |numbers| {
        let exit = &mut census(numbers)[31..];
        exit[1] ^= 1;
    });
}

#[test]
fn impossible_tables_are_damage() {
    /// A survey with tables of 63 kings against 63 at its end: found so far, how far it has come,
    /// and found last.
    const TABLE: usize = 2 + 63;
    let truth = Truth::new(1, 3);
    let work = truth.numbers.len() - 4 * TABLE - 2;
    let (seen, frontier) = (work, work + 2 * TABLE);
    assert_eq!(truth.numbers[seen..seen + 2], [63, 63]);
    type Case = (&'static str, usize, u64);
    let cases: [Case; 8] = [
        ("no rows", seen, 0),
        ("columns without end", seen + 1, u64::MAX),
        ("a column too much", seen + 2, 1 << 63),
        ("kings on one square and side by side", seen + 2, u64::MAX >> 1),
        ("no entry among the positions", seen + 2 + 4, 0),
        ("generations", frontier, u64::from(u32::MAX)),
        ("entries", frontier + 1, 7),
        ("found last, but not found", frontier + 2 + 2, 1 << 60),
    ];
    for (name, at, value) in cases {
        truth.assert_damaged(name, |numbers| numbers[at] = value);
    }
}

#[test]
fn any_edits_of_a_survey_leave_an_answer_or_a_damaged_file() {
    for (strata, reports) in [(1, 3), (3, usize::MAX), (4, 25)] {
        let truth = Truth::new(strata, reports);
        for seed in 0..300 {
            let mut numbers = truth.numbers.clone();
            for edit in edits(seed).chunks_exact(4) {
                let at = usize::from(u16::from_le_bytes([edit[2], edit[3]])) % numbers.len();
                match edit[0] % 6 {
                    0 => numbers[at] ^= 1 << (edit[1] % 64),
                    1 => numbers[at] = u64::from(edit[1]),
                    2 => numbers[at] = u64::MAX - u64::from(edit[1]),
                    3 => numbers[at] = numbers[at].wrapping_add(1),
                    4 => drop(numbers.remove(at)),
                    _ => numbers.insert(at, u64::from(edit[1])),
                }
            }
            match truth.with(&numbers) {
                Ok(_) | Err(StratumError::Damaged { .. } | StratumError::Memory { .. }) => {}
                Err(error) => panic!("seed {seed}: {error}"),
            }
        }
    }
}
