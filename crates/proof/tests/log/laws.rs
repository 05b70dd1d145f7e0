//! What holds for any content of the log of a ply: each law panics where it is broken. They are
//! called by the tests beside this file, and by the fuzz target `proof_log`.
//!
//! Checksums only show that a file is as it was written. Here they are computed after the
//! content was changed, so that what lies behind them is read.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use sole_board::{Position, Setup};
use sole_proof::last_move::LastMoveQuery;
use sole_proof::sweep::{
    AdvanceError, Find, PlyOptions, Progress, Retain, Scratch, ScratchError, Sweep, Tracer, Writes,
};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_128;

/// Starts with few positions: castling, en passant (once with a pin) and promotion.
pub(crate) const STARTS: [&str; 4] = [
    "4k3/2p5/8/3P4/8/8/4P3/4K2R w K - 0 1",
    "8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1",
    "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
    "1r6/P6k/8/8/8/8/8/K7 w - - 0 1",
];

/// The logs of a sweep, in the order of their plies.
pub(crate) const LOGS: [&str; 3] = ["ply-1-layer", "ply-2-layer", "ply-3-delayed"];

/// More memory than any of the sweeps needs.
const MEMORY: u64 = 1 << 30;

/// How many of the diagrams that a sweep lists are traced back to their games, at most: that
/// costs more than the sweep.
#[derive(Clone, Copy)]
pub(crate) struct Traced(usize);

/// Every diagram.
#[allow(dead_code, reason = "the tests use it")]
pub(crate) const ALL: Traced = Traced(usize::MAX);

/// Some of all parts of the list, for millions of logs.
#[allow(dead_code, reason = "the fuzz target uses it")]
pub(crate) const SOME: Traced = Traced(12);

/// A log as its heading and the words of each portion, with the portion's number.
#[derive(Clone)]
pub(crate) struct Log {
    pub(crate) heading: Vec<u8>,
    pub(crate) portions: Vec<(u32, Vec<u32>)>,
}

impl Log {
    /// Reads a log that a sweep has written.
    pub(crate) fn parse(bytes: &[u8]) -> Log {
        let heading = (12 + word(&bytes[8..]) as usize).next_multiple_of(4);
        let (heading, mut rest) = bytes.split_at(heading);
        let mut portions = Vec::new();
        while !rest.is_empty() {
            let (portion, length) = (word(rest), word(&rest[4..]) as usize);
            let words = rest[8..8 + 4 * length].chunks(4).map(word);
            portions.push((portion, words.collect()));
            rest = &rest[8 + 4 * length + 16..];
        }
        Log { heading: heading.to_owned(), portions }
    }

    /// The file, with the right checksums.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.heading.clone();
        for (portion, words) in &self.portions {
            let start = bytes.len();
            let head = [*portion, words.len() as u32];
            head.iter().chain(words).for_each(|word| bytes.extend(word.to_le_bytes()));
            let checksum = xxh3_128(&bytes[start..]);
            bytes.extend(checksum.to_le_bytes());
        }
        bytes
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
}

/// A true log of a sweep.
pub(crate) fn log(start: usize, log: usize) -> &'static Log {
    static ALL: OnceLock<Vec<Vec<Log>>> = OnceLock::new();
    &ALL.get_or_init(|| (0..STARTS.len()).map(logs).collect())[start][log]
}

fn logs(start: usize) -> Vec<Log> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let scratch = Scratch::new(folder.path(), MEMORY, Writes::Everything);
    sweep(start, scratch, |finds| finds)
        .expect("nothing is forged")
        .1
        .expect("the games were counted");
    let read = |name| fs::read(folder.path().join(name)).expect(name);
    LOGS.into_iter().map(|name| Log::parse(&read(name))).collect()
}

/// Any bytes: the first two choose the start and the log, the third whether the others are
/// edits of the true log or the words of a portion.
#[allow(dead_code, reason = "the fuzz target calls it")]
pub(crate) fn any_log(bytes: &[u8]) {
    let [start, name, mode, rest @ ..] = bytes else { return };
    let (start, name) = (usize::from(*start) % STARTS.len(), usize::from(*name) % LOGS.len());
    match mode % 4 {
        0 => {
            let words = rest.chunks_exact(4).map(word).collect();
            let heading = log(start, name).heading.clone();
            forged(start, name, &Log { heading, portions: vec![(0, words)] }, SOME);
        }
        _ => edited(start, name, rest, SOME),
    }
}

/// A true log with edits of four bytes each: what is done, with which value, and where.
pub(crate) fn edited(start: usize, name: usize, edits: &[u8], traced: Traced) {
    let mut log = log(start, name).clone();
    for edit in edits.chunks_exact(4) {
        let (value, at) = (u32::from(edit[1]), usize::from(u16::from_le_bytes([edit[2], edit[3]])));
        let n_portions = log.portions.len();
        let (portion, words) = &mut log.portions[at % n_portions];
        let (at, length) = (at / n_portions % words.len().max(1), words.len());
        match (edit[0] % 8, words.get_mut(at)) {
            (0, Some(word)) => *word = value,
            (1, Some(word)) => *word = word.wrapping_add(value),
            (2, Some(word)) => *word = word.wrapping_sub(value),
            (3, Some(word)) => *word ^= 1 << (value % 32),
            (4, Some(_)) => words.swap(at, value as usize % length),
            (5, Some(_)) => drop(words.remove(at)),
            (6, _) => words.insert(at, value),
            _ => *portion = value,
        }
    }
    forged(start, name, &log, traced);
}

/// Whatever a log holds, the sweep gives answers or says that a file is damaged.
pub(crate) fn forged(start: usize, name: usize, log: &Log, traced: Traced) {
    let judged = |result: Result<(), AdvanceError>| match result {
        Ok(())
        | Err(AdvanceError::Scratch(
            ScratchError::Damaged { .. } | ScratchError::Contradiction { .. },
        )) => {}
        Err(error) => panic!("{error}"),
    };
    match sweep_with(start, LOGS[name], &log.to_bytes(), traced) {
        Err(error) => judged(Err(error)),
        Ok((unique_last_moves, games)) => {
            judged(unique_last_moves);
            judged(games);
        }
    }
}

/// What is said of the last moves, and of the diagrams that were listed.
type Answers = (Result<(), AdvanceError>, Result<(), AdvanceError>);

/// A sweep that finds a file of this name in its folder.
pub(crate) fn sweep_with(
    start: usize,
    name: &str,
    file: &[u8],
    traced: Traced,
) -> Result<Answers, AdvanceError> {
    let folder = own_folder();
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), file).expect("room");
    let result = sweep(start, Scratch::new(&folder, MEMORY, Writes::WhatIsTooMuch), |finds| {
        let step = finds.len().div_ceil(traced.0).max(1);
        // Other logs have others traced.
        finds.iter().copied().skip(xxh3_128(file) as usize % step).step_by(step).collect()
    });
    fs::remove_dir_all(&folder).expect("it was made");
    result
}

fn sweep(
    start: usize,
    scratch: Scratch,
    choose: impl Fn(Vec<Find>) -> Vec<Find>,
) -> Result<Answers, AdvanceError> {
    let mut sweep = Sweep::within(&position(STARTS[start]), scratch);
    let watch = |_: Progress| ControlFlow::Continue(());
    let name = "delayed";
    for retain in [Retain::Layer, Retain::LastLayer] {
        let options = PlyOptions { threads: 1, retain, finds: &|_| false, name, watch: &watch };
        sweep.advance(&options)?;
    }
    let unique_last_moves = sweep.unique_last_moves(1, &watch).map(drop);
    let games = sweep.games_ending_with(&LastMoveQuery::default(), 3, 1, &watch).map(drop);
    let options =
        PlyOptions { threads: 1, retain: Retain::Counts, finds: &|_| true, name, watch: &watch };
    let finds = sweep.advance(&options)?.finds;
    let tracer = Tracer::new(&sweep);
    let traced = choose(finds).iter().try_for_each(|find| {
        assert!(tracer.diagram(find).occupied().len() >= 2, "both kings");
        tracer.is_primitive(find, 1)?;
        tracer.game(find).map(drop)
    });
    Ok((unique_last_moves.and(games), traced.map_err(AdvanceError::Scratch)))
}

fn position(fen: &str) -> Position {
    Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen)
}

/// A folder in a temporary one that each thread has.
fn own_folder() -> std::path::PathBuf {
    thread_local! {
        static FOLDER: TempDir = tempfile::tempdir().expect("a temporary folder");
    }
    FOLDER.with(|folder| Path::join(folder.path(), "sweep"))
}
