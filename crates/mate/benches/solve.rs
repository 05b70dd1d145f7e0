//! How fast mates are found: every problem of `data/mates.csv`, by length.
//!
//! Two jobs that must not be compared with each other: *all* decides every first
//! move, *first* stops at the first forced mate. Each answer is asserted, the
//! nodes are the signature of the work. Times are CPU seconds of one thread; short
//! problems are repeated, because clocks of threads are coarse. The last row is
//! the wall clock of two threads beside one.
//!
//! `cargo bench -p sole-mate -- all 4` runs one row; `verbose` shows each problem.

use sole_board::{Position, Setup};
use sole_mate::{Budget, Problem, Solution, Stipulation};
use std::path::Path;
use std::time::Instant;

/// A problem of the list.
struct Fact {
    problem: Problem,
    moves: u8,
    /// The number of keys, where it is known.
    keys: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Job {
    All,
    First,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let wants = |word: &str, all: &[&str]| {
        !words.iter().any(|w| all.contains(&w.as_str())) || words.iter().any(|w| w == word)
    };
    let verbose = words.iter().any(|word| word == "verbose");
    let facts = facts();
    for job in [Job::All, Job::First] {
        if !wants(&format!("{job:?}").to_lowercase(), &["all", "first", "threads"]) {
            continue;
        }
        for moves in 2..=if job == Job::All { 5 } else { 6 } {
            if wants(&moves.to_string(), &["2", "3", "4", "5", "6"]) {
                row(&facts, job, moves, verbose);
            }
        }
    }
    if wants("threads", &["all", "first", "threads"]) {
        threads(&facts);
    }
}

fn facts() -> Vec<Fact> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/mates.csv");
    let text = std::fs::read_to_string(path).expect("the list of problems");
    text.lines().filter(|line| !line.starts_with('#')).map(fact).collect()
}

fn fact(line: &str) -> Fact {
    let fields: Vec<&str> = line.split(';').collect();
    let setup: Setup = fields[0].parse().expect("a FEN");
    let moves = fields[1].parse().expect("a number of moves");
    let stipulation = Stipulation::direct_mate(moves).expect("at least one move");
    let position = Position::try_from(setup).expect("playable");
    let problem = Problem::new(position, stipulation).expect("a problem");
    Fact { problem, moves, keys: fields[3].parse().ok() }
}

/// Solves all problems of one length and prints what it took.
fn row(facts: &[Fact], job: Job, moves: u8, verbose: bool) {
    let (mut nodes, mut times) = (0, Vec::new());
    for fact in facts.iter().filter(|fact| fact.moves == moves) {
        let (work, seconds) = repeated(|| solve(fact, job, &Budget::UNLIMITED));
        if verbose {
            println!("{seconds:.4} s {work:>9} nodes {}", fact.problem.position());
        }
        nodes += work;
        times.push(seconds);
    }
    times.sort_by(f64::total_cmp);
    let (total, longest) = (times.iter().sum::<f64>(), times.last().copied().unwrap_or(0.0));
    let name = format!("{job:?} #{moves}");
    println!(
        "{name:<9} {:>2} problems {nodes:>9} nodes, median {:.4} s, longest {longest:.4} s, total {total:.4} s",
        times.len(),
        times[times.len() / 2],
    );
}

/// Asserts the answer and counts the nodes.
fn solve(fact: &Fact, job: Job, budget: &Budget<'_>) -> u64 {
    let position = fact.problem.position();
    match job {
        Job::All => {
            let Solution::Keys(keys) = fact.problem.solve(budget) else { panic!("{position}") };
            assert_eq!(keys.shortest(), Some(fact.moves), "{position}");
            assert!(fact.keys.is_none_or(|expected| keys.keys().len() == expected), "{position}");
            keys.nodes()
        }
        Job::First => {
            let first = fact.problem.first(budget).expect("no end of budget");
            assert_eq!(first.key.map(|key| key.moves), Some(fact.moves), "{position}");
            first.nodes
        }
    }
}

/// Repeats short work, and gives its result and the seconds of one time.
fn repeated(work: impl Fn() -> u64) -> (u64, f64) {
    const LONG_ENOUGH: f64 = 0.05;
    let start = cpu_seconds();
    let mut times = 0.0;
    loop {
        let result = work();
        times += 1.0;
        let seconds = cpu_seconds() - start;
        if seconds >= LONG_ENOUGH {
            return (result, seconds / times);
        }
    }
}

/// The seconds that this thread has run, or the clock where that is not told.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// Two threads beside one, on the longest problems: by the clock, the best of three
/// rounds in turns, which is worth nothing while other programs run, and by nodes, which
/// both search if neither can know what the other has found.
fn threads(facts: &[Fact]) {
    let run = |threads: usize| {
        let budget = Budget { threads, ..Budget::UNLIMITED };
        let start = Instant::now();
        let longest = facts.iter().filter(|fact| fact.moves == 5);
        let nodes: u64 = longest.map(|fact| solve(fact, Job::All, &budget)).sum();
        (nodes, start.elapsed().as_secs_f64())
    };
    let mut best = [(0, f64::INFINITY); 2];
    for _ in 0..3 {
        for (threads, best) in (1..).zip(&mut best) {
            let round = run(threads);
            if round.1 < best.1 {
                *best = round;
            }
        }
    }
    let [(nodes, one), (more, two)] = best;
    println!(
        "All #5, two threads beside one: {nodes} and {more} nodes, {one:.2} s and {two:.2} s, {:.2} x",
        one / two
    );
}
