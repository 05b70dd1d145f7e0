//! The keys of all positions after a number of plies, added up: the inner loop
//! of whoever counts or stores positions.

use cozy_chess::Board;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position as _};
use sole_board::Position;

/// How many keys there were, and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many keys there were.
    pub leaves: u64,
    /// Their sum.
    pub keys: u64,
}

impl Sum {
    #[inline(always)]
    fn add(&mut self, key: u64) {
        self.leaves += 1;
        self.keys = self.keys.wrapping_add(key);
    }
}

/// Sole's keys, of children that are not made.
pub fn ours(position: &Position, plies: u32, sum: &mut Sum) {
    if plies <= 1 {
        position.for_each_child_key(|_, key| sum.add(key));
    } else {
        position.for_each_child(|_, child| ours(child, plies - 1, sum));
    }
}

/// Sole's keys, of children that are made.
pub fn ours_made(position: &Position, plies: u32, sum: &mut Sum) {
    position.for_each_child(|_, child| {
        if plies <= 1 {
            sum.add(child.key());
        } else {
            ours_made(child, plies - 1, sum);
        }
    });
}

/// cozy-chess's hashes. They tell positions apart after every double push,
/// whether or not a capture en passant is legal.
pub fn cozy(board: &Board, plies: u32, sum: &mut Sum) {
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            if plies <= 1 {
                sum.add(child.hash());
            } else {
                cozy(&child, plies - 1, sum);
            }
        }
        false
    });
}

/// shakmaty's hashes, with en passant only if it is legal.
pub fn shakmaty(position: &Chess, plies: u32, sum: &mut Sum) {
    for &m in &position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        if plies <= 1 {
            sum.add(child.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0);
        } else {
            shakmaty(&child, plies - 1, sum);
        }
    }
}
