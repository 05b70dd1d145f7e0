//! One table: how fast Sole, cozy-chess and shakmaty do the same work.
//!
//! One thread, one run. The libraries take turns, several rounds; the best round
//! of each counts, because everything that disturbs only ever makes it slower.
//! Time is what the thread spent on a processor, where the system tells, so that
//! waiting for other programs does not count. Every round asserts its answer.
//! The only argument is the number of rounds.

use sole_board::Retraction;
use sole_peers::keys::{self, Sum};
use sole_peers::rows::{ROWS, Row, UNMOVES};
use sole_peers::{Clock, Three, perft};
use std::hint::black_box;

const ROUNDS: u32 = 5;

/// A piece of work as each library does it; each returns its answer.
struct Work<'a, A> {
    name: String,
    /// Games, or keys: what the speed is the number of.
    units: u64,
    ours: &'a dyn Fn() -> A,
    cozy: &'a dyn Fn() -> A,
    shakmaty: &'a dyn Fn() -> A,
}

/// Best times in seconds.
struct Times {
    ours: f64,
    cozy: f64,
    shakmaty: f64,
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(ROUNDS, |text| text.parse().expect("rounds"));
    println!("{}", how_it_was_built());
    println!("best of {rounds} rounds, in turns; speeds in millions a second");
    println!();
    println!(
        "{:<26} {:>8} {:>8} {:>8}   {:>6} {:>8}",
        "", "ours", "cozy", "shakmaty", "x cozy", "x shakm."
    );
    let ratios: Vec<[f64; 2]> = ROWS.iter().map(|row| bench_perft(row, rounds)).collect();
    let mean = |peer: usize| {
        let logarithms = ratios.iter().map(|ratio| ratio[peer].ln());
        (logarithms.sum::<f64>() / ratios.len() as f64).exp()
    };
    println!("{:<53}   {:>6.2} {:>8.2}", "games, geometric mean", mean(0), mean(1));
    println!();
    bench_keys(&ROWS[0], rounds);
    println!();
    for row in &UNMOVES {
        bench_unmoves(row, rounds);
    }
    println!();
    let losing = ratios.iter().flatten().filter(|&&ratio| ratio < 1.0).count();
    println!("rows of games in which a peer is faster: {losing}");
}

fn how_it_was_built() -> String {
    let cozy = if cfg!(feature = "pext") { "PEXT" } else { "magics" };
    let ours = if has_bmi2() { "PEXT, chosen at run time" } else { "magics" };
    let flags = option_env!("RUSTFLAGS").filter(|flags| !flags.is_empty()).unwrap_or("none");
    let profile = if cfg!(debug_assertions) { "NOT a release build" } else { "release build" };
    format!(
        "{profile}, RUSTFLAGS: {flags}; sliders: ours {ours}; cozy-chess {cozy}; shakmaty magics"
    )
}

#[cfg(target_arch = "x86_64")]
fn has_bmi2() -> bool {
    std::arch::is_x86_feature_detected!("bmi2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_bmi2() -> bool {
    false
}

fn bench_perft(row: &Row, rounds: u32) -> [f64; 2] {
    let Three { ours, cozy, shakmaty, .. } = row.three();
    let plies = row.plies;
    let work = Work {
        name: format!("games, {} {plies}", row.name),
        units: row.games,
        ours: &|| perft::ours(black_box(&ours), plies),
        cozy: &|| perft::cozy(black_box(&cozy), plies),
        shakmaty: &|| perft::shakmaty(black_box(&shakmaty), plies),
    };
    let times =
        work.run(rounds, |answer, who| assert_eq!(*answer, row.games, "{}: {who}", row.name));
    work.print(&times)
}

fn bench_keys(row: &Row, rounds: u32) {
    let Three { ours, cozy, shakmaty, .. } = row.three();
    let plies = row.plies;
    let sum_of = |add: &dyn Fn(&mut Sum)| {
        let mut sum = Sum::default();
        add(&mut sum);
        sum
    };
    let work = Work {
        name: format!("keys, {} {plies}", row.name),
        units: row.games,
        ours: &|| sum_of(&|sum| keys::ours(black_box(&ours), plies, sum)),
        cozy: &|| sum_of(&|sum| keys::cozy(black_box(&cozy), plies, sum)),
        shakmaty: &|| sum_of(&|sum| keys::shakmaty(black_box(&shakmaty), plies, sum)),
    };
    let check = |sum: &Sum, who: &str| assert_eq!(sum.leaves, row.games, "{}: {who}", row.name);
    let times = work.run(rounds, check);
    work.print(&times);
    let unmade = (work.ours)();
    let made = || sum_of(&|sum| keys::ours_made(black_box(&ours), plies, sum));
    assert_eq!(made(), unmade, "the keys of children do not depend on making them");
    let work = Work { name: "the same, children made".to_owned(), ours: &made, ..work };
    work.print(&Times { ours: best(rounds, work.units, &made, |sum| check(sum, "ours")), ..times });
}

/// No peer takes moves back to exact positions, so there is only our speed.
fn bench_unmoves(row: &Row, rounds: u32) {
    let ours = row.three().ours;
    let law = Retraction::default();
    let work = || black_box(&ours).unperft(row.plies, &law);
    let seconds = best(rounds, row.games, &work, |chains| {
        assert_eq!(*chains, row.games, "{}", row.name);
    });
    let name = format!("un-moves, {} {}", row.name, row.plies);
    println!("{name:<26} {:>8.0}", row.games as f64 / seconds / 1e6);
}

impl<A> Work<'_, A> {
    fn run(&self, rounds: u32, check: impl Fn(&A, &str)) -> Times {
        let mut times = Times { ours: f64::MAX, cozy: f64::MAX, shakmaty: f64::MAX };
        for _ in 0..rounds {
            times.ours = times.ours.min(best(1, self.units, self.ours, |a| check(a, "ours")));
            times.cozy = times.cozy.min(best(1, self.units, self.cozy, |a| check(a, "cozy-chess")));
            times.shakmaty =
                times.shakmaty.min(best(1, self.units, self.shakmaty, |a| check(a, "shakmaty")));
        }
        times
    }

    /// Prints the row; returns how many times as fast as each peer we are.
    fn print(&self, times: &Times) -> [f64; 2] {
        let speed = |seconds: f64| self.units as f64 / seconds / 1e6;
        let ratios = [times.cozy / times.ours, times.shakmaty / times.ours];
        println!(
            "{:<26} {:>8.0} {:>8.0} {:>8.0}   {:>6.2} {:>8.2}",
            self.name,
            speed(times.ours),
            speed(times.cozy),
            speed(times.shakmaty),
            ratios[0],
            ratios[1],
        );
        ratios
    }
}

/// The best time of some rounds, in seconds; short work is done several times.
fn best<A>(rounds: u32, units: u64, work: &dyn Fn() -> A, check: impl Fn(&A)) -> f64 {
    let repeats = LONG_ENOUGH.div_ceil(units);
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let start = Clock::now();
        for _ in 0..repeats {
            check(&black_box(work()));
        }
        best = best.min(start.seconds() / repeats as f64);
    }
    best
}

/// So many games or keys take much longer than a tick of the system.
const LONG_ENOUGH: u64 = 100_000_000;
