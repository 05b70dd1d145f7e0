//! No value ever comes from a file that is not as it was written.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sole_endgame::file::{FileError, Folder, Metric, Part, Side, TableName};
use tempfile::TempDir;

use crate::support::{
    Noise, Truth, audit, empty, key, keys, krvk, names, pack_all, small, written,
};

/// A file on disk that is damaged and healed again.
struct Patient {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Patient {
    fn new(path: PathBuf) -> Patient {
        let bytes = fs::read(&path).expect("the file");
        Patient { path, bytes }
    }

    /// The complete table in a folder.
    fn table(home: &TempDir) -> Patient {
        Patient::new(home.path().join("KRvK.dtm"))
    }

    fn bits(&self) -> usize {
        8 * self.bytes.len()
    }

    /// What is seen while one bit is flipped.
    fn flipped<T>(&self, bit: usize, look: impl FnOnce() -> T) -> T {
        let (at, byte) = (bit / 8, self.bytes[bit / 8]);
        overwrite(&self.path, at, byte ^ (1 << (bit % 8)));
        let seen = look();
        overwrite(&self.path, at, byte);
        seen
    }

    /// What is seen while the file has another length.
    fn resized<T>(&self, length: usize, look: impl FnOnce() -> T) -> T {
        let mut bytes = self.bytes.clone();
        bytes.resize(length, 0);
        fs::write(&self.path, &bytes).expect("room");
        let seen = look();
        fs::write(&self.path, &self.bytes).expect("room");
        seen
    }
}

fn overwrite(path: &Path, at: usize, byte: u8) {
    let mut file = File::options().write(true).open(path).expect("the file");
    file.seek(SeekFrom::Start(at as u64)).expect("a place in the file");
    file.write_all(&[byte]).expect("room");
}

#[test]
fn every_flipped_bit_is_noticed() {
    let truth = small();
    let (home, folder) = written(&truth);
    let patient = Patient::table(&home);
    for bit in 0..patient.bits() {
        let outcome = patient.flipped(bit, || audit(&folder, &truth));
        assert!(outcome.is_err(), "bit {bit} of {}", patient.bits());
    }
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
fn every_length_but_the_right_one_is_noticed() {
    let truth = small();
    let (home, folder) = written(&truth);
    let patient = Patient::table(&home);
    let whole = patient.bytes.len();
    for length in (0..whole).chain([whole + 1, whole + 1000]) {
        let outcome = patient.resized(length, || audit(&folder, &truth));
        let noticed =
            matches!(outcome, Err(FileError::Length { actual, .. }) if actual == length as u64);
        assert!(noticed, "{length} bytes: {outcome:?}");
    }
    assert_eq!(audit(&folder, &truth), Ok(()));
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn random_damage_to_a_large_file_is_noticed() {
    let mut noise = Noise(8);
    let mut truth = Truth::new();
    for number in 0..20 {
        let sizes = [noise.below(30_000), noise.below(30_000)];
        truth.insert(key(number), sizes.map(|size| (number as u8, noise.runs(size))));
    }
    let (home, folder) = written(&truth);
    let patient = Patient::table(&home);
    for _ in 0..10_000 {
        let bit = noise.below(patient.bits());
        assert!(patient.flipped(bit, || audit(&folder, &truth)).is_err(), "bit {bit}");
    }
    for _ in 0..1_000 {
        let length = noise.below(patient.bytes.len());
        assert!(patient.resized(length, || audit(&folder, &truth)).is_err(), "{length} bytes");
    }
}

#[test]
fn damage_is_named() {
    let truth = small();
    let (home, folder) = written(&truth);
    let patient = Patient::table(&home);
    let first = (key(1), Side::First);
    let last = (key(7 << 60), Side::Second);
    let sections = 64 + 3 * 52;
    let block_table = |(slice, side)| Part::BlockTable { slice, side };
    let block = |(slice, side)| Part::Block { slice, side, block: 0 };
    let cases = [
        (30, Part::Header),
        (64, Part::Directory),
        (sections - 1, Part::Directory),
        (sections, block_table(first)),
        (sections + 6, block(first)),
        (patient.bytes.len() - 1, block(last)),
    ];
    for (at, part) in cases {
        let outcome = patient.flipped(8 * at, || audit(&folder, &truth));
        let path = patient.path.clone();
        assert_eq!(outcome, Err(FileError::Damaged { path, part }), "byte {at}");
    }
}

#[test]
fn a_file_that_is_cut_off_while_open_gives_no_values() {
    let truth = small();
    let (home, folder) = written(&truth);
    let patient = Patient::table(&home);
    let table = folder.table(krvk()).expect("sound").expect("a table");
    patient.resized(100, || {
        for &key in truth.keys() {
            let read = table.read(key, Side::First);
            assert!(matches!(read, Err(FileError::Length { actual: 100, .. })), "{key}: {read:?}");
        }
    });
    assert!(truth.keys().all(|&key| table.read(key, Side::First).is_ok()));
}

#[test]
fn files_under_a_wrong_name_are_refused() {
    let (home, folder) = written(&small());
    let table = Patient::table(&home);
    let cases = [
        ("KQvK.dtm", "KQvK", Metric::Dtm),
        ("KRvK.dtz", "KRvK", Metric::Dtz),
        ("KBvK.0001.dtm", "KBvK", Metric::Dtm),
    ];
    for (wrong, material, metric) in cases {
        fs::write(home.path().join(wrong), &table.bytes).expect("room");
        let refused = refusal(&folder, material, metric);
        assert!(matches!(refused, Err(FileError::Misnamed { .. })), "{wrong}: {refused:?}");
    }
    fs::write(home.path().join("KNvK.dtm"), [b'?'; 100]).expect("room");
    let refused = refusal(&folder, "KNvK", Metric::Dtm);
    assert!(matches!(refused, Err(FileError::NotATable { .. })), "{refused:?}");
}

fn refusal(folder: &Folder, material: &str, metric: Metric) -> Result<(), FileError> {
    let name = TableName::new(material, metric).expect("letters");
    folder.table(name).map(|_| ())
}

#[test]
fn damage_is_not_merged() {
    let truth = small();
    let (home, folder) = empty();
    let mut lock = folder.lock(krvk()).expect("a lock");
    lock.append(&pack_all(&truth)).expect("room");
    let segment = Patient::new(home.path().join("KRvK.0001.dtm"));
    for at in 0..segment.bytes.len() {
        let outcome = segment.flipped(8 * at + at % 8, || lock.finish(&keys(&truth)));
        assert!(outcome.is_err(), "byte {at}");
        assert_eq!(names(home.path()), ["KRvK.0001.dtm", "KRvK.dtm.lock"], "byte {at}");
    }
    assert_eq!(lock.finish(&keys(&truth)), Ok(()));
    assert_eq!(audit(&folder, &truth), Ok(()));
}
