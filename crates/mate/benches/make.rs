//! How fast problems are made: mates in three with at most seven men, by one thread.
//!
//! Two rows: *unique* asks for a single key alone, *strict* for a quiet one, no
//! duals, two full defences and every man needed. All finds are independent, one at
//! most from each placement, no two are duplicates, and the second engine has confirmed
//! them; that is part of the time, which is CPU seconds. The numbers of attempts and
//! finds and a sum over the positions are the signature.

use sole_board::PackedPosition;
use sole_mate::Budget;
use sole_mate::make::{Constraints, Find, Men, PieceCount, RandomMates, Tally};
use std::ops::ControlFlow;
use std::time::Instant;

/// What is made, from how many attempts, and what must come of it: the number of finds and
/// the sum over their positions.
struct Row {
    name: &'static str,
    constraints: Constraints,
    attempts: u64,
    finds: u64,
    sum: u64,
}

fn main() {
    let three = 3.try_into().expect("not zero");
    let unique = Constraints::new(three);
    let strict = Constraints::strict(three);
    row(&Row {
        name: "unique",
        constraints: unique,
        attempts: 200_000,
        finds: 2371,
        sum: 0x87c6_31fd_6b98_9b50,
    });
    row(&Row {
        name: "strict",
        constraints: strict,
        attempts: 500_000,
        finds: 211,
        sum: 0xa38e_a1b3_9744_ecec,
    });
}

fn row(row: &Row) {
    let men = Men::AtMost(PieceCount::new(7).expect("3 to 32"));
    let recipe = RandomMates { men, constraints: row.constraints, seed: 1, attempts: row.attempts };
    let start = cpu_seconds();
    let mut sum = 0u64;
    let Tally { attempts, finds, duplicates, unconfirmed, .. } =
        recipe.run(&Budget::UNLIMITED, |find| {
            sum = sum.wrapping_mul(31).wrapping_add(number(&find));
            ControlFlow::Continue(())
        });
    let seconds = cpu_seconds() - start;
    let speed = finds as f64 / seconds;
    println!(
        "{} {attempts} attempts, {finds} finds, {duplicates} twins, sum {sum:#018x}, {seconds:.2} s, {speed:.0} a second",
        row.name
    );
    assert_eq!((finds, sum, unconfirmed), (row.finds, row.sum, 0), "the work changed");
}

/// A number that depends on every man of a find.
fn number(find: &Find) -> u64 {
    let packed = PackedPosition::new(find.position()).expect("few men");
    packed.as_bytes().iter().fold(0, |sum, &byte| sum.wrapping_mul(131).wrapping_add(byte.into()))
}

/// The seconds that this thread has run, or the clock where that is not told.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
