//! How long tables take to build: solved, compressed, written and finished.
//!
//! `cargo bench -p sole-endgame --bench build` builds all endings of three and
//! four men on one thread; `-- KQRvKR 2` builds one ending on two threads, after
//! what it leads to. Each line has the work done and the bytes written, and the
//! bench fails if the longest wins are not the known ones.

mod processor;

use processor::time_used;
use sole_board::{Color, Material, Position, Setup};
use sole_endgame::file::Effort;
use sole_endgame::{Options, Plan, Tables, Value, endings};
use sole_puzzle::task::Task;
use std::time::Instant;

/// Positions of the longest wins, from `data/longest-mates.csv` and its source.
const LONGEST: [(&str, u8); 5] = [
    ("8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1", 19),
    ("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1", 35),
    ("8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1", 40),
    ("8/5k2/2PK4/5r2/8/8/8/8 w - - 0 1", 43),
    ("2K5/k7/7p/8/8/8/6P1/8 w - - 0 1", 33),
];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let threads = arguments.iter().find_map(|arg| arg.parse().ok()).unwrap_or(1);
    let named: Vec<Material> = arguments.iter().filter_map(|arg| arg.parse().ok()).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tables = Tables::at(folder.path(), 64 << 20);
    pool.install(|| {
        if named.is_empty() {
            build(&tables, "all of 3 and 4 men", &Plan::for_endings((3..=4).flat_map(endings)));
            check(&tables);
        }
        for ending in named {
            let plan = Plan::for_endings([ending]);
            for (smaller, part) in
                plan.by_ending().into_iter().filter(|(other, _)| *other != ending)
            {
                build(&tables, &smaller.to_string(), &part);
            }
            build(&tables, &ending.to_string(), &plan);
        }
    });
}

fn build(tables: &Tables, name: &str, plan: &Plan) {
    let plan = plan.missing(tables).expect("the folder can be read");
    let options = Options { memory: 2 << 30, effort: Effort::DEFAULT };
    let (start, before) = (Instant::now(), time_used());
    plan.build(tables, options, &Task::unlimited()).expect("the plan can be built");
    let (wall, used) = (start.elapsed(), time_used() - before);
    let (slices, positions) = (plan.slices().len(), plan.positions());
    let bytes = bytes(tables);
    println!(
        "{name:18} {used:>8.2?} of processor, {wall:>8.2?} of clock, {slices} slices, {positions} positions, {bytes} bytes in all"
    );
}

/// The bytes of all files in the folder.
fn bytes(tables: &Tables) -> u64 {
    let files = std::fs::read_dir(tables.folder().path()).expect("a folder");
    files.map(|file| file.and_then(|file| file.metadata()).expect("a file").len()).sum()
}

fn check(tables: &Tables) {
    for (fen, moves) in LONGEST {
        let position = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        assert_eq!(position.turn(), Color::White);
        assert_eq!(tables.probe(&position).expect(fen), Value::Win(moves), "{fen}");
    }
}
