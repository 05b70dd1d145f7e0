//! How fast the rules are: games, keys of children, packed positions, un-moves.
//!
//! Each row asserts its answer and prints the work done, so that less work and
//! faster work are never confused. Ratios to other libraries are in `peers/`.

use sole_board::{PackedPosition, Position, Retraction, Setup, fen};
use std::hint::black_box;
use std::time::Instant;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const SIX_MEN: &str = "q4N2/1p5k/8/8/6P1/8/1K6/8 b - - 0 1";

fn main() {
    let law = Retraction::default();
    bench("games, initial array, 6 plies", fen::INITIAL, 119_060_324, |p| p.perft(6));
    bench("games, kiwipete, 5 plies", KIWIPETE, 193_690_690, |p| p.perft(5));
    bench("child keys, initial array, 6 plies", fen::INITIAL, 119_060_324, |p| keys(p, 6));
    bench("children, initial array, 5 plies", fen::INITIAL, 4_865_609, |p| children(p, 5));
    bench("packed and unpacked, 5 plies", fen::INITIAL, 4_865_609, |p| packed(p, 5));
    bench("ways back, six men, 4 plies", SIX_MEN, 24_326_093, |p| p.unperft(4, &law));
    bench("un-moves made, six men, 3 plies", SIX_MEN, 221_882, |p| unmoves(p, 3, &law));
}

/// Does the work once, asserts its signature, prints both.
fn bench(name: &str, fen: &str, signature: u64, work: impl Fn(&Position) -> u64) {
    let setup: Setup = fen.parse().expect("a FEN");
    let position = Position::try_from(setup).expect("playable");
    let start = Instant::now();
    let done = work(black_box(&position));
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(done, signature, "{name}: the work changed, not only the speed");
    println!(
        "{name:<36} {done:>11} in {seconds:.3} s, {:>7.1} ns each",
        seconds * 1e9 / done as f64
    );
}

fn keys(position: &Position, plies: u32) -> u64 {
    let mut count = 0;
    if plies == 1 {
        position.for_each_child_key(|_, key| {
            black_box(key);
            count += 1;
        });
    } else {
        position.for_each_child(|_, child| count += keys(child, plies - 1));
    }
    count
}

fn children(position: &Position, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut count = 0;
    position.for_each_child(|_, child| count += children(child, plies - 1));
    count
}

fn packed(position: &Position, plies: u32) -> u64 {
    if plies == 0 {
        let bytes = PackedPosition::new(position).expect("positions of games fit");
        return u64::from(black_box(bytes).unpack() == *position);
    }
    let mut count = 0;
    position.for_each_child(|_, child| count += packed(child, plies - 1));
    count
}

fn unmoves(position: &Position, plies: u32, law: &Retraction) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut count = 0;
    position.for_each_unmove(law, |unmove| {
        count += unmoves(&position.before(unmove), plies - 1, law);
    });
    count
}
