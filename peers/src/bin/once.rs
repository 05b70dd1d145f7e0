//! One library does one piece of work once: for programs that count instructions.
//!
//! ```text
//! once ours|cozy|shakmaty games|keys ROW PLIES
//! ```
//!
//! ROW is 1 to 6, the positions of the bench; the answer is printed.

use sole_peers::keys::{self, Sum};
use sole_peers::{Three, perft, rows::ROWS};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [who, what, row, plies] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
        panic!("usage: once ours|cozy|shakmaty games|keys ROW PLIES");
    };
    let row: usize = row.parse().expect("ROW is a number from 1 to 6");
    let plies: u32 = plies.parse().expect("PLIES is a number");
    let Three { ours, cozy, shakmaty, .. } = ROWS[row - 1].three();
    let mut sum = Sum::default();
    match (who, what) {
        ("ours", "games") => sum.leaves = perft::ours(&ours, plies),
        ("cozy", "games") => sum.leaves = perft::cozy(&cozy, plies),
        ("shakmaty", "games") => sum.leaves = perft::shakmaty(&shakmaty, plies),
        ("ours", "keys") => keys::ours(&ours, plies, &mut sum),
        ("cozy", "keys") => keys::cozy(&cozy, plies, &mut sum),
        ("shakmaty", "keys") => keys::shakmaty(&shakmaty, plies, &mut sum),
        _ => panic!("unknown work: {who} {what}"),
    }
    println!("{} {:016x}", sum.leaves, sum.keys);
}
