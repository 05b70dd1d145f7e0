//! Traversals that are interrupted and resumed, damaged, shared, or done on several threads.

use sole_atlas::stratum::{Census, Options, StratumError, traverse};
use sole_board::{Position, Setup};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

fn start() -> Position {
    let setup: Setup = "8/8/8/8/8/k7/4P3/4K3 w - -".parse().expect("a FEN");
    Position::try_from(setup).expect("playable")
}

/// The traversal of all strata, stopped after `reports` reports and saved after each.
fn run(folder: Option<&Path>, reports: usize) -> Result<Vec<Census>, StratumError> {
    run_with(folder, reports, Duration::ZERO)
}

fn run_with(
    folder: Option<&Path>,
    reports: usize,
    save_interval: Duration,
) -> Result<Vec<Census>, StratumError> {
    let left = AtomicUsize::new(reports);
    let observer = |_| match left.fetch_sub(1, Ordering::Relaxed) {
        0 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let options =
        Options { strata: None, folder, save_interval, observer: &observer, ..Options::default() };
    traverse(&start(), &options, |_| Ok(()))
}

fn uninterrupted() -> Vec<Census> {
    run(None, usize::MAX).expect("it fits")
}

#[test]
fn an_interrupted_traversal_is_resumed() {
    // A stopped traversal saves its state, even if it is not yet time to.
    for save_interval in [Duration::ZERO, Duration::from_secs(3600)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut cuts = 0;
        let answer = loop {
            match run_with(Some(folder.path()), 17, save_interval) {
                Err(StratumError::Stopped) => cuts += 1,
                answer => break answer.expect("it goes on"),
            }
            assert!(cuts < 1000, "nothing is kept");
        };
        assert!(cuts > 3, "{cuts}");
        assert_eq!(answer, uninterrupted());
        let again = run(Some(folder.path()), 0).expect("nothing is left to do");
        assert_eq!(again, answer);
    }
}

/// Names the folder in which a survey is to be killed.
const FOLDER: &str = "SOLE_STRATUM_FOLDER";

/// A survey in a folder of its own, or in one where it is killed from time to time and others
/// look at what comes of it.
#[test]
fn a_survey_in_a_folder() {
    let own = tempfile::tempdir().expect("a folder");
    let killed = std::env::var_os(FOLDER).map(PathBuf::from);
    let answer = run(Some(killed.as_deref().unwrap_or(own.path())), usize::MAX);
    let answer = answer.expect("it fits");
    if killed.is_none() {
        assert_eq!(answer, uninterrupted());
    }
}

fn traverse_in(folder: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "a_survey_in_a_folder"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("the test runs")
}

#[test]
fn a_killed_traversal_ends_in_the_same_bytes() {
    let (whole, killed) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    run(Some(whole.path()), usize::MAX).expect("it fits");
    let bytes = |folder: &Path| fs::read(state_file(folder)).expect("it was written");
    let (mut random, mut kills) = (0x5eed_u64, 0);
    while kills < 20 {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = traverse_in(killed.path());
        sleep(Duration::from_millis(random >> 33 & 127));
        if child.try_wait().expect("a status").is_none() {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            // Before it has written anything there is nothing to go on from.
            kills += u32::from(is_begun(killed.path()));
            continue;
        }
        // Nothing is left to be killed, so that it begins again.
        assert!(bytes(killed.path()) == bytes(whole.path()), "after {kills} kills");
        fs::remove_file(state_file(killed.path())).expect("removed");
    }
    assert!(traverse_in(killed.path()).wait().expect("it ends").success());
    assert!(bytes(killed.path()) == bytes(whole.path()));
}

fn is_begun(folder: &Path) -> bool {
    let mut files = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    files.any(|file| file.path().extension().is_some_and(|end| end == "survey"))
}

fn state_file(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder).expect("a folder");
    let mut files = files.map(|file| file.expect("an entry").path());
    let traverse = files.find(|path| path.extension().is_some_and(|end| end == "survey"));
    traverse.expect("a survey")
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        assert_eq!(pool.install(uninterrupted), uninterrupted(), "{threads}");
    }
}

#[test]
fn a_damaged_file_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(run(Some(folder.path()), 40), Err(StratumError::Stopped)));
    let path = state_file(folder.path());
    let good = fs::read(&path).expect("it was written");
    let flipped = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        bytes
    };
    let places = [0, 8, good.len() / 2, good.len() - 40, good.len() - 1];
    let cases = places.map(flipped).into_iter().chain([good[..good.len() - 8].to_vec(), vec![]]);
    for (index, bytes) in cases.enumerate() {
        fs::write(&path, bytes).expect("writable");
        let answer = run(Some(folder.path()), 0);
        assert!(matches!(answer, Err(StratumError::Damaged { .. })), "{index}: {answer:?}");
    }
    fs::write(&path, good).expect("writable");
    assert_eq!(run(Some(folder.path()), usize::MAX).expect("whole again"), uninterrupted());
}

#[test]
fn results_are_read_from_an_unwritable_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(run(Some(folder.path()), 40), Err(StratumError::Stopped)));
    let lock = state_file(folder.path()).with_extension("lock");
    let forbid = || {
        fs::remove_file(&lock).expect("removed");
        fs::create_dir(&lock).expect("a folder in its place");
    };
    forbid();
    let refused = run(Some(folder.path()), usize::MAX).expect_err("it is not done");
    let told = refused.to_string();
    assert!(told.starts_with(&format!("cannot open {}: ", lock.display())), "{told}");
    fs::remove_dir(&lock).expect("removed");
    assert_eq!(run(Some(folder.path()), usize::MAX).expect("it goes on"), uninterrupted());
    forbid();
    assert_eq!(run(Some(folder.path()), usize::MAX).expect("it is done"), uninterrupted());
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = |_: sole_atlas::stratum::Closed<'_>| {
        let second = run(Some(folder.path()), 0);
        assert!(matches!(second, Err(StratumError::Busy { .. })), "{second:?}");
        Ok(())
    };
    let options = Options { strata: None, folder: Some(folder.path()), ..Options::default() };
    let first = traverse(&start(), &options, inside).expect("the first one works");
    assert_eq!(first, uninterrupted());
    let other = Options { folder: Some(folder.path()), ..Options::default() };
    let other = traverse(&start(), &other, |_| Ok(())).expect("another question");
    assert_eq!(other.len(), 1);
    assert_eq!(run(Some(folder.path()), usize::MAX).expect("it fits"), uninterrupted());
}
