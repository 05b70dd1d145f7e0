//! Rook and bishop attacks, in three ways that must agree.
//!
//! [`rook`] and [`bishop`] compute them by subtraction: on a line, `occupied -
//! 2 × slider` flips the bits from the slider to the first man, on the mirrored
//! board likewise to the other side. The generators look them up instead: every
//! square has a mask of the inner squares whose occupation matters, and the
//! occupied ones among them are turned into a table index, by the PEXT
//! instruction or by a multiplication with a *magic* number that happens to
//! spread them without harmful collisions. The table in use is filled at first
//! use, in about a millisecond.

use super::{KING_STEPS, ray};
use crate::nibbles::{self, Planes};
use crate::{Square, SquareSet};
use std::sync::LazyLock;

/// Sum of 2^(inner squares) over all squares, for a rook and for a bishop.
const ROOK_ENTRIES: usize = 102_400;
const BISHOP_ENTRIES: usize = 5_248;

type Table = Box<[SquareSet; ROOK_ENTRIES + BISHOP_ENTRIES]>;

/// A way to look up slider attacks.
pub(crate) trait Lookup: Copy {
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet;
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet;
    /// The nibbles of the men on `occupied`, at most 32.
    fn weave(self, planes: Planes, occupied: SquareSet) -> u128;
    /// The planes of the men on `occupied`, at most 32, from their nibbles.
    fn unweave(self, nibbles: u128, occupied: SquareSet) -> Planes;
}

/// Lookup by multiplication, on any processor.
#[derive(Clone, Copy)]
pub(crate) struct Magic(&'static Table);

/// Lookup by the PEXT instruction; a value exists only where it can run.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Pext(&'static Table);

impl Magic {
    /// The filled table.
    #[inline(always)]
    pub(crate) fn get() -> Magic {
        static TABLE: LazyLock<Table> =
            LazyLock::new(|| filled(|entry, _, occupied| entry.magic_index(occupied)));
        Magic(&TABLE)
    }
}

impl Lookup for Magic {
    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        self.0[ROOK[square.index()].magic_index(occupied)]
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        self.0[BISHOP[square.index()].magic_index(occupied)]
    }

    #[inline(always)]
    fn weave(self, planes: Planes, occupied: SquareSet) -> u128 {
        nibbles::weave_plainly(planes, occupied)
    }

    #[inline(always)]
    fn unweave(self, woven: u128, occupied: SquareSet) -> Planes {
        nibbles::unweave_plainly(woven, occupied)
    }
}

#[cfg(target_arch = "x86_64")]
impl Pext {
    /// The filled table, where the processor has the instructions of the fast
    /// path and a fast PEXT.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Pext> {
        static TABLE: LazyLock<Option<Table>> = LazyLock::new(|| {
            pext_is_fast().then(|| filled(|entry, ordinal, _| entry.offset + ordinal))
        });
        TABLE.as_ref().map(Pext)
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "PEXT, and no bounds check; `Magic` is the safe twin")]
    fn at(self, entry: &Entry, occupied: SquareSet) -> SquareSet {
        // SAFETY: a `Pext` exists only where the processor has BMI2. The index is below
        // offset + 2^(bits of the mask), which is at most the table's length for every
        // entry; the tests walk every index.
        unsafe {
            let ordinal = core::arch::x86_64::_pext_u64(occupied.0, entry.mask) as usize;
            *self.0.get_unchecked(entry.offset + ordinal)
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Lookup for Pext {
    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        self.at(&ROOK[square.index()], occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        self.at(&BISHOP[square.index()], occupied)
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "PEXT and PDEP; `Magic` is the safe twin")]
    fn weave(self, planes: Planes, occupied: SquareSet) -> u128 {
        // SAFETY: a `Pext` exists only where the processor has BMI2.
        unsafe { nibbles::fast::weave(planes, occupied) }
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "PEXT and PDEP; `Magic` is the safe twin")]
    fn unweave(self, woven: u128, occupied: SquareSet) -> Planes {
        // SAFETY: a `Pext` exists only where the processor has BMI2.
        unsafe { nibbles::fast::unweave(woven, occupied) }
    }
}

/// Whether the fast path can run, and PEXT is not the slow microcode of AMD's
/// family 17h (Zen 1 and 2).
#[cfg(target_arch = "x86_64")]
fn pext_is_fast() -> bool {
    use core::arch::x86_64::__cpuid;
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    let microcoded = __cpuid(0).ebx == u32::from_le_bytes(*b"Auth") && family == 0x17;
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("avx2")
        && !microcoded
}

/// What a rook on `square` attacks when `occupied` squares stop it.
#[inline]
pub const fn rook(square: Square, occupied: SquareSet) -> SquareSet {
    let lines = &LINES[square.index()];
    SquareSet(
        along(square, occupied.0 & lines.file) & lines.file
            | along(square, occupied.0 & lines.rank) & lines.rank,
    )
}

/// What a bishop on `square` attacks when `occupied` squares stop it.
#[inline]
pub const fn bishop(square: Square, occupied: SquareSet) -> SquareSet {
    let lines = &LINES[square.index()];
    SquareSet(
        along(square, occupied.0 & lines.diagonal) & lines.diagonal
            | along(square, occupied.0 & lines.antidiagonal) & lines.antidiagonal,
    )
}

/// The bits that change between the square and the nearest men on its line.
const fn along(square: Square, men: u64) -> u64 {
    let slider = SquareSet::of(square).0;
    let up = men.wrapping_sub(slider.wrapping_mul(2));
    let down = men.reverse_bits().wrapping_sub(slider.reverse_bits().wrapping_mul(2));
    up ^ down.reverse_bits()
}

/// The four lines through a square, without the square.
struct Lines {
    file: u64,
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let mut lines = [const { Lines { file: 0, rank: 0, diagonal: 0, antidiagonal: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = Lines {
            file: both_ways(square, 0),
            diagonal: both_ways(square, 1),
            rank: both_ways(square, 2),
            antidiagonal: both_ways(square, 3),
        };
        square += 1;
    }
    lines
}

const fn both_ways(square: usize, direction: usize) -> u64 {
    let (east, north) = KING_STEPS[direction];
    let square = Square::wrapping(square as u32);
    ray(square, east, north).0 | ray(square, -east, -north).0
}

/// Where the attacks of one slider on one square are found.
struct Entry {
    mask: u64,
    magic: u64,
    offset: usize,
    shift: u32,
}

impl Entry {
    #[inline(always)]
    fn magic_index(&self, occupied: SquareSet) -> usize {
        let spread = (occupied.0 & self.mask).wrapping_mul(self.magic);
        self.offset + (spread >> self.shift) as usize
    }
}

static ROOK: [Entry; 64] = entries([0, 2], 0, &ROOK_MAGICS);
static BISHOP: [Entry; 64] = entries([1, 3], ROOK_ENTRIES, &BISHOP_MAGICS);

const fn entries(directions: [usize; 2], start: usize, magics: &[u64; 64]) -> [Entry; 64] {
    let mut entries = [const { Entry { mask: 0, magic: 0, offset: 0, shift: 0 } }; 64];
    let mut offset = start;
    let mut square = 0;
    while square < 64 {
        let mask = inner(square, directions[0]) | inner(square, directions[1]);
        let bits = mask.count_ones();
        entries[square] = Entry { mask, magic: magics[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    entries
}

/// The squares of a line whose occupation changes the attacks: all but its ends.
const fn inner(square: usize, direction: usize) -> u64 {
    let line = both_ways(square, direction);
    let whole = line | 1 << square;
    let ends = 1 << whole.trailing_zeros() | 1 << (63 - whole.leading_zeros());
    line & !ends
}

/// The table, each entry at the index made of the square's entry, the number of
/// the occupation among the subsets of the mask, which is what PEXT finds, and
/// the occupation.
fn filled(index: impl Fn(&Entry, usize, SquareSet) -> usize) -> Table {
    let mut table = vec![SquareSet::EMPTY; ROOK_ENTRIES + BISHOP_ENTRIES];
    for square in Square::all() {
        for (entry, attacks) in
            [(&ROOK[square.index()], rook as fn(_, _) -> _), (&BISHOP[square.index()], bishop)]
        {
            for (ordinal, occupied) in SquareSet(entry.mask).subsets().enumerate() {
                table[index(entry, ordinal, occupied)] = attacks(square, occupied);
            }
        }
    }
    table.try_into().expect("the length is the type's")
}

// Found by `cargo run --release --example magics`.
const ROOK_MAGICS: [u64; 64] = [
    0xb200120040810020,
    0x0040200010004000,
    0x908010002000800a,
    0x4080100004800800,
    0x0280080002800401,
    0x0900010008240002,
    0x2480820000800100,
    0x208001000c402080,
    0x04118001804000a0,
    0xa062002201008040,
    0x000880100020008c,
    0x0001001000200900,
    0x1102804800800401,
    0x0202000200080410,
    0x02b2000452000108,
    0x80010003003a4082,
    0x008004c0002008c0,
    0x0010004000200040,
    0x4006060040208010,
    0x0010008008001080,
    0x0008010009000410,
    0x0000808002000400,
    0x0406808001000200,
    0x0400460000844104,
    0x8900400080208009,
    0x0140100040200044,
    0x9410008080102002,
    0x2801018900100020,
    0x0014008080080004,
    0x8922000200100804,
    0x0000410400021008,
    0x0a80088200091044,
    0x0080004000402008,
    0x0100201000400044,
    0x1800200082801000,
    0x0c06204112000a00,
    0x1128000880800400,
    0x1184004100400200,
    0x2200800200800100,
    0x000c01840200204b,
    0x0142284008818008,
    0x0001008040010020,
    0x4080200108410011,
    0x2006120008420020,
    0x4008001100850008,
    0x009900440029000e,
    0x0000010002008080,
    0x26a1000490490002,
    0x010480004c210100,
    0x0010200040008880,
    0x4500401100200100,
    0x1016080010048080,
    0x1048000400800880,
    0x1206019004482200,
    0x0400188230888400,
    0x1000004100840200,
    0x0000204104108202,
    0x0b40008020104105,
    0x1002021008204082,
    0x000a210408100101,
    0x800814a800110111,
    0x41120010e8010402,
    0x008400c801021004,
    0x09180c0100204482,
];
const BISHOP_MAGICS: [u64; 64] = [
    0x8020081000408024,
    0x0003340404004012,
    0x04114114110002c0,
    0x4144104a00445000,
    0x4005114000008000,
    0x0401042004100000,
    0x0040480c100a8008,
    0x6001041042021003,
    0x0020a0841000a900,
    0x80008c4c20ac0300,
    0x06208818024e8104,
    0x1400022092000421,
    0x0800011040040100,
    0x2000411048040004,
    0x100880443e084019,
    0x5014004062101084,
    0x8240500802144c00,
    0x1804890808081040,
    0x2282002052004200,
    0x0008200404001000,
    0x0004020182a00011,
    0xc02041160108a008,
    0x0002000c01242280,
    0x0400808020980880,
    0x19100a0210021000,
    0x0110280a440808a0,
    0x80020d0302040400,
    0x150c040020110010,
    0x4021011009004008,
    0x0010004000807000,
    0x8944208004020128,
    0x0010404046053400,
    0x8004a20884c09004,
    0x0002100201040824,
    0x8200c14040080a00,
    0xd8c0400a00012200,
    0x1081010400020202,
    0x028c1008800c0880,
    0x0021080100021108,
    0x001c008081002420,
    0x0802020321804010,
    0x800a080202004800,
    0x4205401404811000,
    0xa224004010420200,
    0x24004000b2000300,
    0x110200910100d200,
    0x0014100212426210,
    0x1048020418402220,
    0x2900493008a00040,
    0x4080220a1014e200,
    0x0000410088040000,
    0x0004420084040040,
    0x00250020020c8000,
    0x1000102001044800,
    0x2220132408009104,
    0x0420a20a06102241,
    0x1054840402010400,
    0x0800002201300800,
    0x2400502107180908,
    0x0000010504208800,
    0x0040c04010820201,
    0x0400004004182220,
    0x0000420404088208,
    0x0010010224920202,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Attacks found by walking square by square, the plainest way.
    fn walked(square: Square, occupied: SquareSet, first: usize) -> SquareSet {
        let mut attacks = SquareSet::EMPTY;
        for (east, north) in (first..8).step_by(2).map(|direction| KING_STEPS[direction]) {
            let mut at = square;
            while let Some(next) = at.offset(east, north) {
                attacks = attacks.with(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        attacks
    }

    /// Every occupation of every mask, with some squares outside the mask added.
    fn agree(
        name: &str,
        rook: impl Fn(Square, SquareSet) -> SquareSet,
        bishop: impl Fn(Square, SquareSet) -> SquareSet,
    ) {
        for square in Square::all() {
            let noise = |subset: SquareSet, mask: u64| {
                subset | SquareSet(subset.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !mask)
            };
            let mask = ROOK[square.index()].mask;
            for subset in SquareSet(mask).subsets() {
                let occupied = noise(subset, mask);
                assert_eq!(rook(square, occupied), walked(square, occupied, 0), "{name} {square}");
            }
            let mask = BISHOP[square.index()].mask;
            for subset in SquareSet(mask).subsets() {
                let occupied = noise(subset, mask);
                assert_eq!(
                    bishop(square, occupied),
                    walked(square, occupied, 1),
                    "{name} {square}"
                );
            }
        }
    }

    #[test]
    fn all_ways_agree_with_walking() {
        agree("subtraction", rook, bishop);
        let magic = Magic::get();
        agree("magic", |s, o| magic.rook(s, o), |s, o| magic.bishop(s, o));
        #[cfg(target_arch = "x86_64")]
        match Pext::detect() {
            Some(pext) => agree("pext", |s, o| pext.rook(s, o), |s, o| pext.bishop(s, o)),
            None => eprintln!("SKIPPED: this processor has no fast PEXT"),
        }
    }
}
