//! Builds that are killed, and builds that meet in one folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

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

/// Kills a build so many times at times drawn from a seed, then lets it finish.
fn kill(times: u64) {
    let (whole, killed) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    build_all(whole.path());
    let mut random = 0x5eed_u64;
    let mut in_time = 0;
    for _ in 0..times {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = build(killed.path());
        sleep(Duration::from_millis(random >> 33 & 255));
        in_time += u64::from(child.try_wait().expect("a status").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    println!("{in_time} of {times} builds were killed at work");
    build_all(killed.path());
    assert!(contents(whole.path()) == contents(killed.path()), "the bytes differ after kills");
}

#[test]
fn a_build_killed_twenty_times_goes_on_to_the_same_bytes() {
    kill(20);
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
