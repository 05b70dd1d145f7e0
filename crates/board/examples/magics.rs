//! Finds the magic numbers in `src/attacks/slider.rs` and prints them.
//!
//! For each square it tries sparse random numbers until one maps every
//! occupation of the inner squares to an index without harmful collision.

use sole_board::attacks::{bishop, rook};
use sole_board::{File, Rank, Square, SquareSet};

fn main() {
    let mut random = Random(0x5017_e5ee_d001);
    for (name, rays) in [("ROOK_MAGICS", rook as Rays), ("BISHOP_MAGICS", bishop)] {
        println!("const {name}: [u64; 64] = [");
        for square in Square::all() {
            println!("    {:#018x},", find(square, rays, &mut random));
        }
        println!("];");
    }
}

type Rays = fn(Square, SquareSet) -> SquareSet;

fn find(square: Square, rays: Rays, random: &mut Random) -> u64 {
    let mask = inner(square, rays);
    let occupations: Vec<_> = mask.subsets().map(|set| (set.0, rays(square, set).0)).collect();
    let shift = 64 - mask.len() as u32;
    let mut used = vec![0u64; occupations.len()];
    loop {
        let magic = random.next() & random.next() & random.next();
        if (mask.0.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        used.fill(0);
        let fits = occupations.iter().all(|&(set, attacks)| {
            let slot = &mut used[(set.wrapping_mul(magic) >> shift) as usize];
            let free = *slot == 0 || *slot == attacks;
            *slot = attacks;
            free
        });
        if fits {
            return magic;
        }
    }
}

fn inner(square: Square, rays: Rays) -> SquareSet {
    let files =
        (SquareSet::file(File::A) | SquareSet::file(File::H)) - SquareSet::file(square.file());
    let ranks = (SquareSet::rank(Rank::First) | SquareSet::rank(Rank::Eighth))
        - SquareSet::rank(square.rank());
    rays(square, SquareSet::EMPTY) - files - ranks
}

/// Xorshift; any stream will do.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
