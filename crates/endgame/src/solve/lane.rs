//! Lanes: 64 values at once, one for each square of Black's king.

/// One code for each square of Black's king.
///
/// In a lane of what a side gets by leaving the slice, 0 means that it cannot
/// leave: no exit is as bad as being mated.
pub(super) type Lane = [u8; 64];

/// Eight bits spread to eight bytes of all ones or all zeros.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut square = 0;
        while square < 8 {
            if bits >> square & 1 != 0 {
                table[bits] |= 0xff << (8 * square);
            }
            square += 1;
        }
        bits += 1;
    }
    table
}

/// Zeros the squares that are not in `kept`.
pub(super) fn keep(lane: &mut Lane, kept: u64) {
    for (eight, bits) in lane.chunks_exact_mut(8).zip(kept.to_le_bytes()) {
        for (code, mask) in eight.iter_mut().zip(SPREAD[usize::from(bits)].to_le_bytes()) {
            *code &= mask;
        }
    }
}

/// The better of two codes on each square; where not `open`, the old one.
pub(super) fn better(lane: &mut Lane, other: &Lane, open: u64) {
    if open == !0 {
        for (code, &other) in lane.iter_mut().zip(other) {
            *code = (*code).max(other);
        }
        return;
    }
    let mut other = *other;
    keep(&mut other, open);
    better(lane, &other, !0);
}

/// The codes of `lane` on the chosen squares, those of `other` elsewhere.
pub(super) fn choose(lane: &Lane, other: &Lane, chosen: u64) -> Lane {
    let mut both = [0; 64];
    for (eight, bits) in chosen.to_le_bytes().into_iter().enumerate() {
        let mask = SPREAD[usize::from(bits)];
        let read = |lane: &Lane| {
            u64::from_le_bytes(lane[eight * 8..][..8].try_into().expect("eight codes"))
        };
        let codes = read(lane) & mask | read(other) & !mask;
        both[eight * 8..][..8].copy_from_slice(&codes.to_le_bytes());
    }
    both
}

/// The squares with this code.
pub(super) fn equal_to(lane: &[u8], code: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7f * ONES;
    let mut squares = 0;
    for (place, eight) in lane.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(eight.try_into().expect("eight codes"));
        let other = eight ^ (ONES * u64::from(code));
        // The high bit of each byte says whether the byte is zero.
        let equal = !(((other & LOW) + LOW) | other | LOW);
        squares |= (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * place);
    }
    squares
}

/// The squares whose codes are in `range`.
pub(super) fn within(lane: &[u8], range: std::ops::RangeInclusive<u8>) -> u64 {
    let mut squares = 0;
    for (square, code) in lane.iter().enumerate() {
        squares |= u64::from(range.contains(code)) << square;
    }
    squares
}

/// Writes one code to some squares.
#[inline]
pub(super) fn write(lane: &mut [u8], mut squares: u64, code: u8) {
    while squares != 0 {
        lane[squares.trailing_zeros() as usize] = code;
        squares &= squares - 1;
    }
}
