//! Builds that are killed, and builds that meet in one folder.

mod kills;

use kills::Work;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const ENDINGS: [&str; 3] = ["KRvKN", "KBNvK", "KRPvK"];

fn build(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sole"))
        .args(["endgame", "build", "--quiet", "--threads", "2", "--data-dir"])
        .arg(folder)
        .args(ENDINGS)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs")
}

/// Builds to the end.
fn build_all(folder: &Path) {
    assert!(build(folder).wait().expect("it ends").success());
}

/// The names and bytes of all finished tables; nothing else may be left but locks.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.ends_with(".lock") {
            assert!(
                name.ends_with(".dtm") && name.matches('.').count() == 1,
                "{name} was left behind"
            );
            files.insert(name, fs::read(&path).expect("it can be read"));
        }
    }
    files
}

#[test]
fn a_build_killed_twenty_times_goes_on_to_the_same_bytes() {
    let begin = || tempfile::tempdir().expect("a folder");
    Work { begin, start: build, contents }.survive(20);
}

#[test]
fn two_builds_in_one_folder_share_the_work() {
    let (alone, shared) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    build_all(alone.path());
    let mut both = [build(shared.path()), build(shared.path())];
    for child in &mut both {
        assert!(child.wait().expect("it ends").success());
    }
    assert!(contents(alone.path()) == contents(shared.path()), "the bytes differ");
}
