//! Sweeps within a bound of memory, interrupted and taken up again: the answers are the same.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use sole_board::{Move, Position, Setup};
use sole_proof::sweep::{
    AdvanceError, PlyCounts, PlyOptions, Progress, Retain, Scratch, ScratchError, Sweep, Tracer,
    Writes,
};

const PLIES: usize = 5;
const AMPLE: u64 = 1 << 40;

/// Everything that a sweep says: the counts of each ply, and the games of delayed diagrams.
type Answer = (Vec<PlyCounts>, Vec<Vec<Move>>);

fn initial_position() -> Position {
    Position::initial()
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scratch").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn scratch(folder: &Path, memory: u64, writes: Writes) -> Scratch {
    Scratch::new(folder, memory, writes)
}

/// Works out all plies; the watch is told of every portion.
fn run(
    sweep: &mut Sweep,
    watch: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
) -> Result<Answer, AdvanceError> {
    let (mut counts, mut finds) = (Vec::new(), Vec::new());
    for ply in 1..=PLIES {
        let retain = match PLIES - ply {
            0 => Retain::Counts,
            1 => Retain::LastLayer,
            _ => Retain::Layer,
        };
        let options = PlyOptions {
            threads: 2,
            retain,
            finds: &|earlier| ply == PLIES && !earlier.is_empty(),
            name: "delayed",
            watch,
        };
        let outcome = sweep.advance(&options)?;
        counts.push(outcome.counts);
        finds = outcome.finds;
    }
    let tracer = Tracer::new(sweep);
    let games = finds.iter().map(|find| tracer.game(find)).collect::<Result<_, _>>()?;
    Ok((counts, games))
}

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn plain(start: &Position) -> Answer {
    run(&mut Sweep::new(start), &go_on).expect("nobody stops it")
}

/// A sweep with the least memory that so many plies to go on from can be worked out with.
fn with_least_memory(start: &Position, plies: usize, folder: &Path) -> (Sweep, u64) {
    let mut memory = 0;
    loop {
        let mut sweep = Sweep::within(start, scratch(folder, memory, Writes::WhatIsTooMuch));
        let options = PlyOptions { threads: 2, ..PlyOptions::default() };
        match (0..plies).try_for_each(|_| sweep.advance(&options).map(drop)) {
            Err(AdvanceError::Scratch(ScratchError::Memory { needs })) if needs > memory => {
                memory = needs
            }
            Err(error) => panic!("{error}"),
            Ok(()) => return (sweep, memory),
        }
    }
}

#[test]
fn little_memory_and_files_change_nothing() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for fen in fens {
        let start = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        let folder = folder("little");
        let (sweep, least) = with_least_memory(&start, PLIES, &folder);
        sweep.clean_up().expect("the folder can be removed");
        assert!(!folder.exists(), "it was cleaned up");
        for (memory, writes) in [
            (least, Writes::Everything),
            (least, Writes::WhatIsTooMuch),
            (AMPLE, Writes::Everything),
            (AMPLE, Writes::WhatIsTooMuch),
        ] {
            let mut sweep = Sweep::within(&start, scratch(&folder, memory, writes));
            assert!(run(&mut sweep, &go_on) == Ok(plain(&start)), "{fen}, {memory}, {writes:?}");
            sweep.clean_up().expect("the folder can be removed");
        }
    }
}

#[test]
fn what_there_is_no_room_for_goes_to_files() {
    let folder = folder("spilled");
    let _sweep = with_least_memory(&initial_position(), 4, &folder);
    for (name, is_there) in [("ply-1-layer", false), ("ply-4-layer", true), ("ply-4-next", true)] {
        assert_eq!(folder.join(name).exists(), is_there, "{name}");
    }
}

/// Stops when it is asked the nth time, and counts.
fn stop_at(nth: usize, asked: &AtomicUsize) -> impl Fn(Progress) -> ControlFlow<()> + Sync {
    move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        before if before + 1 < nth => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

/// Interrupts a sweep again and again, does something to its folder in between, and compares.
fn interrupted(name: &str, meddle: impl Fn(&Path)) {
    let folder = folder(name);
    for nth in [1, 2, 10, 30, 60, 90, 120] {
        let asked = AtomicUsize::new(0);
        let mut sweep =
            Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
        assert_eq!(run(&mut sweep, &stop_at(nth, &asked)), Err(AdvanceError::Stopped), "{nth}");
        drop(sweep);
        meddle(&folder);
    }
    let mut sweep = Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    assert!(run(&mut sweep, &go_on) == Ok(plain(&initial_position())));
}

#[test]
fn an_interrupted_sweep_goes_on() {
    interrupted("interrupted", |_| ());
}

/// The newest file of a folder.
fn newest(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry"));
    let logs = files.filter(|file| file.file_name() != "lock").map(|file| file.path());
    logs.max()
}

#[test]
fn a_portion_that_was_cut_off_is_worked_out_again() {
    interrupted("cut", |folder| {
        let Some(path) = newest(folder) else { return };
        let bytes = fs::read(&path).expect("it can be read");
        fs::write(&path, &bytes[..bytes.len() - bytes.len() / 3]).expect("it can be written");
    });
}

#[test]
fn a_damaged_portion_is_worked_out_again() {
    interrupted("damaged", |folder| {
        let Some(path) = newest(folder) else { return };
        let mut bytes = fs::read(&path).expect("it can be read");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(&path, &bytes).expect("it can be written");
    });
}

#[test]
fn what_is_written_down_is_not_worked_out_again() {
    let folder = folder("kept");
    let mut sweep = Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    run(&mut sweep, &go_on).expect("nobody stops it");
    drop(sweep);
    let sizes = || ["ply-4-layer", "ply-5-delayed"].map(|name| length(&folder.join(name)));
    let before = sizes();
    let mut sweep = Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    assert!(run(&mut sweep, &go_on) == Ok(plain(&initial_position())));
    assert_eq!(sizes(), before);
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).expect("it is there").len()
}

#[test]
fn shorter_work_leaves_the_files_of_longer_work_alone() {
    let folder = folder("shorter");
    let (longer, _) = with_least_memory(&initial_position(), 4, &folder);
    drop(longer);
    let mut shorter =
        Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    shorter.advance(&PlyOptions::default()).expect("nobody stops it");
    shorter.clean_up().expect("its files can be removed");
    for (name, is_there) in [("ply-1-layer", false), ("ply-4-layer", true)] {
        assert_eq!(folder.join(name).exists(), is_there, "{name}");
    }
}

#[test]
fn another_start_does_not_take_it_up() {
    let folder = folder("another");
    let mut sweep = Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    run(&mut sweep, &go_on).expect("nobody stops it");
    drop(sweep);
    let other = initial_position().passed().expect("nobody is in check");
    let mut sweep = Sweep::within(&other, scratch(&folder, AMPLE, Writes::Everything));
    assert!(run(&mut sweep, &go_on) == Ok(plain(&other)));
}

#[test]
fn a_folder_is_for_one_at_a_time() {
    let folder = folder("busy");
    let mut sweep = Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    sweep.advance(&PlyOptions::default()).expect("nobody stops it");
    let mut other = Sweep::within(&initial_position(), scratch(&folder, AMPLE, Writes::Everything));
    let busy = ScratchError::Busy { path: folder };
    assert_eq!(other.advance(&PlyOptions::default()).map(|_| ()), Err(AdvanceError::Scratch(busy)));
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = folder("file");
    fs::create_dir_all(folder.parent().expect("a folder")).expect("it can be made");
    fs::write(&folder, "a file").expect("it can be written");
    let mut sweep =
        Sweep::within(&initial_position(), scratch(&folder.join("x"), AMPLE, Writes::Everything));
    let error = sweep.advance(&PlyOptions::default()).map(|_| ()).expect_err("it is a file");
    assert!(error.to_string().starts_with("cannot create "), "{error}");
}
