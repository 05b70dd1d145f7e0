//! The moves of officers, with the squares of Black's king that would block them.

use crate::symmetry::square_at;
use sole_board::attacks;

/// The moves of an officer.
pub(super) trait PieceMoves {
    /// Calls `job` with each destination and the squares of Black's king that do not block the
    /// way there.
    fn each_target(from: usize, occupied: u64, job: impl FnMut(usize, u64));
}

pub(super) struct Knight;
pub(super) struct Bishop;
pub(super) struct Rook;
pub(super) struct Queen;

impl PieceMoves for Knight {
    #[inline(always)]
    fn each_target(from: usize, occupied: u64, mut job: impl FnMut(usize, u64)) {
        let mut targets = attacks::knight(square_at(from)).0 & !occupied;
        while targets != 0 {
            job(targets.trailing_zeros() as usize, !0);
            targets &= targets - 1;
        }
    }
}

impl PieceMoves for Bishop {
    #[inline(always)]
    fn each_target(from: usize, occupied: u64, job: impl FnMut(usize, u64)) {
        slide(&RAYS[4..], from, occupied, job);
    }
}

impl PieceMoves for Rook {
    #[inline(always)]
    fn each_target(from: usize, occupied: u64, job: impl FnMut(usize, u64)) {
        slide(&RAYS[..4], from, occupied, job);
    }
}

impl PieceMoves for Queen {
    #[inline(always)]
    fn each_target(from: usize, occupied: u64, job: impl FnMut(usize, u64)) {
        slide(&RAYS, from, occupied, job);
    }
}

#[inline(always)]
fn slide(rays: &[[Ray; 64]], from: usize, occupied: u64, mut job: impl FnMut(usize, u64)) {
    for rays in rays {
        let mut open = !0;
        for &to in rays[from & 63].squares() {
            if occupied >> to & 1 != 0 {
                break;
            }
            job(usize::from(to), open);
            open &= !(1 << to);
        }
    }
}

/// The squares from one square to the edge of the board.
#[derive(Clone, Copy)]
struct Ray {
    squares: [u8; 7],
    len: u8,
}

impl Ray {
    #[inline(always)]
    fn squares(&self) -> &[u8] {
        &self.squares[..usize::from(self.len)]
    }
}

static RAYS: [[Ray; 64]; 8] = rays();

const fn rays() -> [[Ray; 64]; 8] {
    const STEPS: [(i8, i8); 8] =
        [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    let mut table = [[Ray { squares: [0; 7], len: 0 }; 64]; 8];
    let mut number = 0;
    while number < 8 * 64 {
        let (direction, from) = (number / 64, number % 64);
        let (east, north) = STEPS[direction];
        let ray = &mut table[direction][from];
        let (mut file, mut rank) = (from as i8 % 8 + east, from as i8 / 8 + north);
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            ray.squares[ray.len as usize] = (rank * 8 + file) as u8;
            ray.len += 1;
            file += east;
            rank += north;
        }
        number += 1;
    }
    table
}
