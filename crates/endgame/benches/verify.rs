//! How fast the verifier finds positions and their next positions, on one thread.
//!
//! Each row asserts its answer and prints the work done, so that less work and
//! faster work are never confused.

use sole_board::Position;
use sole_endgame::Value;
use sole_endgame::verify::{Chunk, Men, expected};
use std::convert::Infallible;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

fn main() {
    let queen_rook = Sample { material: "KQvKR", every: 10 };
    let pawns = Sample { material: "KRPvKP", every: 1000 };
    bench("positions", &queen_rook, 314_647, |_| 1);
    bench("positions", &pawns, 522_491, |_| 1);
    bench("next positions", &queen_rook, 5_191_340, next);
    bench("next positions", &pawns, 6_326_838, next);
    bench("positions of the board", &pawns, 522_491, converted);
}

/// Every so many chunks of a material.
struct Sample {
    material: &'static str,
    every: usize,
}

/// Does the work at all positions of a sample, asserts its signature, prints both.
fn bench(name: &str, sample: &Sample, signature: u64, work: impl Fn(&Men) -> u64) {
    let Sample { material, every } = sample;
    let chunks = Chunk::all(&material.parse().expect("a material")).expect("at most five men");
    let (mut positions, mut done) = (0u32, 0);
    let start = Instant::now();
    for chunk in chunks.iter().step_by(*every) {
        let _ = chunk.try_for_each_position(|men| {
            positions += 1;
            done += work(black_box(men));
            ControlFlow::<()>::Continue(())
        });
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{material:<6} {name:<22} {done:>8} in {seconds:.3} s, {:>6.1} ns for each of {positions}",
        seconds * 1e9 / f64::from(positions)
    );
    assert_eq!(done, signature, "{name}: the work changed, not only the speed");
}

/// How many values the verifier asks for to know one.
fn next(men: &Men) -> u64 {
    let mut asked = 0;
    let mut ask = |child: &Men| {
        black_box(child);
        asked += 1;
        Ok::<_, Infallible>(Value::Draw)
    };
    black_box(expected(men, &mut ask).unwrap_or_else(|never| match never {}));
    asked
}

fn converted(men: &Men) -> u64 {
    black_box(Position::from(men));
    1
}
