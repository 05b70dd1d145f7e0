//! The bytes of columns, as `docs/layer-format.md` has them.

/// Appends truth values, eight to a byte, the first in the lowest bit: PLAIN.
pub(crate) fn bits(values: &[bool], bytes: &mut Vec<u8>) {
    let byte = |values: &[bool]| {
        values.iter().enumerate().fold(0, |byte, (bit, &value)| byte | u8::from(value) << bit)
    };
    bytes.extend(values.chunks(8).map(byte));
}

/// Appends places in a dictionary of so many values: their width in bits, then
/// runs of equal places and groups of eight places by turns: RLE_DICTIONARY.
pub(crate) fn places(places: &[u32], values: usize, bytes: &mut Vec<u8>) {
    let width = (usize::BITS - values.saturating_sub(1).leading_zeros()).max(1);
    bytes.push(width as u8);
    let mut rest = places;
    while !rest.is_empty() {
        let run = run_length(rest);
        if run >= 8 {
            write_number(run as u64 * 2, bytes);
            let place_bytes = (width as usize).div_ceil(8);
            bytes.extend_from_slice(&rest[0].to_le_bytes()[..place_bytes]);
            rest = &rest[run..];
        } else {
            let groups = groups_without_run(rest);
            write_number(groups as u64 * 2 + 1, bytes);
            let (packed, others) = rest.split_at(rest.len().min(groups * 8));
            packed.chunks(8).for_each(|group| pack(group, width, bytes));
            rest = others;
        }
    }
}

fn run_length(places: &[u32]) -> usize {
    places.iter().take_while(|&&place| place == places[0]).count()
}

/// How many groups of eight come before one that is a run; at least one.
fn groups_without_run(places: &[u32]) -> usize {
    1 + places.chunks(8).skip(1).take_while(|group| run_length(group) < 8).count()
}

/// Appends a group of eight places of so many bits, the first in the lowest
/// bits, those that are missing as zeros.
fn pack(group: &[u32], width: u32, bytes: &mut Vec<u8>) {
    let end = bytes.len() + width as usize;
    let (mut joined, mut filled) = (0u64, 0);
    for &place in group {
        joined |= u64::from(place) << filled;
        filled += width;
        while filled >= 8 {
            bytes.push(joined as u8);
            joined >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        bytes.push(joined as u8);
    }
    bytes.resize(end, 0);
}

/// Groups of seven bits, the lowest first, the highest bit set where more follow.
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
