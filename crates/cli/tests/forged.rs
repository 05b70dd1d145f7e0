//! Files with right checksums and impossible content, through the command line: exit code 3 and
//! a message that names the file and what to do, never a panic.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The exit code of a command, and what it says on standard error.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sole"));
    command.args(args).env("SOLE_DATA", folder).stdin(Stdio::null());
    let output = command.output().expect("sole runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

/// Runs commands that must refuse a file with all of these words.
fn assert_refused(folder: &Path, commands: &[&[&str]], words: &[&str]) {
    for args in commands {
        let (code, message) = run(folder, args);
        assert_eq!(code, Some(3), "{args:?}: {message}");
        for word in words {
            assert!(message.contains(word), "{args:?}: {word} is not in {message}");
        }
        assert!(!message.contains("panicked"), "{args:?}: {message}");
    }
}

#[test]
fn a_table_with_an_impossible_order_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["endgame", "build", "KQvK"]).0, Some(0));
    let path = folder.path().join("KQvK.dtm");
    let mut table = fs::read(&path).expect("it was built");
    // The order of the components of the first section; checksums of the directory (one slice)
    // and of the header, see docs/endgame-format.md.
    table[72] = 2;
    let directory = xxh3_64(&table[64..116]);
    table[32..40].copy_from_slice(&directory.to_le_bytes());
    let header = xxh3_64(&table[..56]);
    table[56..64].copy_from_slice(&header.to_le_bytes());
    fs::write(&path, table).expect("written");
    let commands: [&[&str]; 3] = [
        &["endgame", "probe", "8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1", "--no-build"],
        &["endgame", "stats", "KQvK", "--no-build"],
        &["endgame", "verify"],
    ];
    assert_refused(folder.path(), &commands, &["KQvK.dtm", "damaged"]);
}

/// A log of the first ply from the initial array with one portion of these words.
fn log_of_first_ply(words: &[u32]) -> Vec<u8> {
    let title = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; \
                 ply-1-layer; count; 1 portions";
    let mut log = b"SOLEPLY1".to_vec();
    log.extend((title.len() as u32).to_le_bytes());
    log.extend(title.as_bytes());
    log.resize(log.len().next_multiple_of(4), 0);
    let start = log.len();
    let head = [0, words.len() as u32];
    head.iter().chain(words).for_each(|word| log.extend(word.to_le_bytes()));
    let checksum = xxh3_128(&log[start..]);
    log.extend(checksum.to_le_bytes());
    log
}

#[test]
fn a_log_of_impossible_positions_is_refused() {
    // Four counts of two words, then four lists; the second has the armies.
    let nothing = [0; 12];
    let mut unknown_army = [0; 14];
    unknown_army[9..11].copy_from_slice(&[1, u32::MAX]);
    for words in [&nothing[..], &unknown_army] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("proof/array/ply-1-layer");
        fs::create_dir_all(log.parent().expect("a folder")).expect("made");
        fs::write(&log, log_of_first_ply(words)).expect("written");
        let log = log.to_str().expect("a path in UTF-8");
        let help = format!("help: remove {log} and run the same command again");
        assert_refused(folder.path(), &[&["proof", "count", "3"]], &[log, "damaged", &help]);
        fs::remove_file(log).expect("it is left");
        assert_eq!(run(folder.path(), &["proof", "count", "3"]).0, Some(0));
    }
}

#[test]
fn a_survey_with_impossible_counts_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let stratum: &[&str] = &["atlas", "stratum", "--from", "8/8/8/8/8/k7/4P3/4K3 w - -"];
    assert_eq!(run(folder.path(), stratum).0, Some(0));
    let strata = fs::read_dir(folder.path().join("strata")).expect("it was written");
    let mut files = strata.map(|entry| entry.expect("an entry").path());
    let path = files.find(|path| path.extension().is_some_and(|end| end == "survey"));
    let path = path.expect("a survey");
    let whole = fs::read(&path).expect("it was written");
    // The counts follow the magic number, the title and their number, see docs/strata.md: 14
    // numbers of the stratum, entries, depth, then the positions with White to move.
    let title = u64::from_le_bytes(whole[8..16].try_into().expect("eight bytes")) as usize;
    let positions = 8 * (1 + 1 + title + 1 + 14 + 2);
    let mut file = whole[..whole.len() - blake3::OUT_LEN].to_vec();
    file[positions..positions + 8].fill(0xff);
    let hash = blake3::hash(&file);
    file.extend(hash.as_bytes());
    fs::write(&path, file).expect("written");
    let name = path.to_str().expect("a path in UTF-8");
    assert_refused(folder.path(), &[stratum], &[name, "damaged", "help: remove the file"]);
}

/// A manifest with another text in place of one of its own, and the right hash.
fn resealed(manifest: &str, old: &str, new: &str) -> String {
    assert!(manifest.contains(old), "{old} is not in {manifest}");
    let manifest = manifest.replace(old, new);
    let (rest, _) = manifest.split_once(",\n  \"blake3\"").expect("the hash is the last field");
    // The hash is that of the JSON without spaces.
    let compact = |line: &str| line.trim().replacen("\": ", "\":", 1);
    let compact: String = rest.lines().map(compact).chain(["}".to_owned()]).collect();
    let hash = blake3::hash(compact.as_bytes()).to_hex();
    format!("{rest},\n  \"blake3\": \"{hash}\"\n}}\n")
}

#[test]
fn impossible_layers_and_manifests_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["atlas", "grow", "2"]).0, Some(0));
    let layer = folder.path().join("atlas/array/layer-02");
    let (path, manifest_path) = (layer.join("0000.parquet"), layer.join("manifest.json"));
    let manifest = fs::read_to_string(&manifest_path).expect("it was written");
    assert_eq!(resealed(&manifest, "layer", "layer"), manifest, "the hash is computed as it was");
    let whole = fs::read(&path).expect("it was written");
    let before = blake3::hash(&whole).to_hex();
    let find = "rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let commands: [&[&str]; 3] =
        [&["atlas", "find", find], &["atlas", "export", "2"], &["atlas", "grow", "3"]];
    // The second and the third make the decoder panic, in a page and in the metadata.
    for (bytes, value) in [(4..400, 0xff), (173..174, 25), (1591..1592, 1)] {
        let mut file = whole.clone();
        file[bytes].fill(value);
        fs::write(&path, &file).expect("written");
        let after = blake3::hash(&file).to_hex();
        fs::write(&manifest_path, resealed(&manifest, &before, &after)).expect("written");
        let words = ["0000.parquet", "help: made anew by: sole atlas"];
        assert_refused(folder.path(), &commands, &words);
    }
    let impossible = resealed(&manifest, "\"rows\": 400,", "\"rows\": 18446744073709551615,");
    fs::write(&manifest_path, impossible).expect("written");
    let commands: [&[&str]; 3] =
        [&["atlas", "stats"], &["atlas", "find", find], &["atlas", "grow", "3"]];
    let help = "help: its layer is made anew by: sole atlas grow 0 --check";
    assert_refused(folder.path(), &commands, &["manifest.json", "numbers that contradict", help]);
    assert_eq!(run(folder.path(), &["atlas", "grow", "3", "--check"]).0, Some(0));
    assert!(fs::read(&path).expect("it is made anew") == whole, "the bytes differ");
}
