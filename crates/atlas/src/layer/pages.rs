//! The bytes of columns, as `docs/layer-format.md` has them.

/// Appends truth values, eight to a byte, the first in the lowest bit: PLAIN.
pub(crate) fn bits(values: &[bool], bytes: &mut Vec<u8>) {
    let byte = |values: &[bool]| {
        values.iter().enumerate().fold(0, |byte, (bit, &value)| byte | u8::from(value) << bit)
    };
    bytes.extend(values.chunks(8).map(byte));
}

/// Appends places in a dictionary of `values` values: their width in bits, then
/// runs of equal places and groups of eight places by turns: RLE_DICTIONARY.
///
/// Places have whole bytes, so that zstd sees those that come again.
pub(crate) fn places(places: &[u32], values: usize, bytes: &mut Vec<u8>) {
    let width = whole_bytes(values.saturating_sub(1) as u64).max(1);
    bytes.push(8 * width as u8);
    let mut rest = places;
    while !rest.is_empty() {
        let run = run_length(rest);
        if run >= 8 {
            write_number(run as u64 * 2, bytes);
            bytes.extend_from_slice(&rest[0].to_le_bytes()[..width]);
            rest = &rest[run..];
        } else {
            let groups = groups_without_run(rest);
            write_number(groups as u64 * 2 + 1, bytes);
            let (packed, others) = rest.split_at(rest.len().min(groups * 8));
            let end = bytes.len() + groups * 8 * width;
            pack(packed.iter().copied().map(u64::from), width, bytes);
            bytes.resize(end, 0);
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

/// How many numbers a block of differences has, and how many of these have a width of their own.
const BLOCK: usize = 128;
const MINIBLOCK: usize = 32;

/// Appends numbers none of which is less than the one before by their
/// differences: DELTA_BINARY_PACKED.
///
/// Nothing is taken from the differences, and they have whole bytes, so that zstd
/// sees those that come again.
pub(crate) fn ascending(numbers: &[u64], bytes: &mut Vec<u8>) {
    let first = numbers.first().map_or(0, |&first| first as i64);
    let zigzag = (first << 1 ^ first >> 63) as u64;
    for number in [BLOCK as u64, (BLOCK / MINIBLOCK) as u64, numbers.len() as u64, zigzag] {
        write_number(number, bytes);
    }
    let blocks = numbers.len().saturating_sub(1).div_ceil(BLOCK);
    for block in 0..blocks {
        let numbers = &numbers[block * BLOCK..];
        write_block(&numbers[..numbers.len().min(BLOCK + 1)], bytes);
    }
}

/// The least difference, which is left at zero, the widths, and the differences with as many
/// zeros as are missing.
fn write_block(numbers: &[u64], bytes: &mut Vec<u8>) {
    let mut differences = [0; BLOCK];
    for (difference, pair) in differences.iter_mut().zip(numbers.windows(2)) {
        *difference = pair[1].wrapping_sub(pair[0]);
    }
    let miniblocks = || differences.chunks(MINIBLOCK);
    let width = |miniblock: &[u64]| {
        whole_bytes(miniblock.iter().fold(0, |all, difference| all | difference))
    };
    bytes.push(0);
    bytes.extend(miniblocks().map(|miniblock| 8 * width(miniblock) as u8));
    for miniblock in miniblocks() {
        pack(miniblock.iter().copied(), width(miniblock), bytes);
    }
}

/// Appends some bytes of each number, the lowest first; the others are zeros.
fn pack(numbers: impl ExactSizeIterator<Item = u64>, width: usize, bytes: &mut Vec<u8>) {
    let (start, end) = (bytes.len(), bytes.len() + numbers.len() * width);
    bytes.resize(end + 8, 0);
    for (index, number) in numbers.enumerate() {
        let place = start + index * width;
        bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
    }
    bytes.truncate(end);
}

/// How many bytes a number needs.
fn whole_bytes(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(8) as usize
}

/// Groups of seven bits, the lowest first, the highest bit set where more follow.
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads bytes as the specification of Parquet has them.
    struct Pages<'a>(&'a [u8]);

    impl Pages<'_> {
        fn take(&mut self, bytes: usize) -> u64 {
            let (taken, rest) = self.0.split_at(bytes);
            self.0 = rest;
            taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
        }

        fn number(&mut self) -> u64 {
            let byte = self.take(1);
            if byte < 0x80 { byte } else { byte & 0x7f | self.number() << 7 }
        }

        fn differences(&mut self) -> Vec<u64> {
            let (block, miniblocks) = (self.number() as usize, self.number() as usize);
            let (count, first) = (self.number() as usize, self.number());
            let mut last = first >> 1 ^ (first & 1).wrapping_neg();
            let mut numbers = vec![last];
            while numbers.len() < count {
                assert_eq!(self.number(), 0, "the least difference");
                let widths: Vec<usize> = (0..miniblocks).map(|_| self.take(1) as usize).collect();
                for width in widths {
                    if numbers.len() >= count {
                        assert_eq!(width, 0, "a miniblock that is not there");
                        continue;
                    }
                    for _ in 0..block / miniblocks {
                        last = last.wrapping_add(self.take(width / 8));
                        numbers.push(last);
                    }
                }
            }
            numbers.truncate(count);
            numbers
        }

        fn places(&mut self, count: usize) -> Vec<u32> {
            let width = self.take(1) as usize / 8;
            let mut places = Vec::new();
            while places.len() < count {
                let head = self.number() as usize;
                if head & 1 == 0 {
                    let place = self.take(width) as u32;
                    places.resize(places.len() + head / 2, place);
                } else {
                    places.extend((0..head / 2 * 8).map(|_| self.take(width) as u32));
                }
            }
            places.truncate(count);
            places
        }
    }

    /// Numbers without order that are the same every time.
    fn lots(count: usize) -> impl Iterator<Item = u64> {
        (1..=count as u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[test]
    fn ascending_numbers_come_back() {
        let sorted = |count: usize, shift: u32| {
            let mut numbers: Vec<u64> = lots(count).map(|number| number >> shift).collect();
            numbers.sort_unstable();
            numbers
        };
        let mut cases = vec![
            vec![0],
            vec![u64::MAX],
            vec![0, u64::MAX],
            vec![0, 0, 1, 1 << 63, u64::MAX, u64::MAX],
        ];
        for count in [2, 31, 32, 33, 34, 128, 129, 130, 257, 1000] {
            cases.extend([0, 20, 40, 60].map(|shift| sorted(count, shift)));
        }
        for numbers in cases {
            let mut bytes = Vec::new();
            ascending(&numbers, &mut bytes);
            let mut pages = Pages(&bytes);
            assert_eq!(pages.differences(), numbers);
            assert!(pages.0.is_empty(), "{} bytes are left", pages.0.len());
        }
    }

    #[test]
    fn places_come_back() {
        for values in [1, 2, 3, 256, 257, 65_536, 65_537] {
            for count in [1, 7, 8, 9, 100, 1000] {
                let mixed = lots(count).map(|lot| (lot >> 32) as u32 % values as u32);
                let runs = lots(count).flat_map(|lot| {
                    let length = (lot >> 40) as usize % 20;
                    std::iter::repeat_n((lot >> 32) as u32 % values as u32, length)
                });
                for expected in [mixed.collect::<Vec<u32>>(), runs.collect()] {
                    let mut bytes = Vec::new();
                    places(&expected, values, &mut bytes);
                    let mut pages = Pages(&bytes);
                    assert_eq!(pages.places(expected.len()), expected, "of {values}");
                    assert!(pages.0.is_empty(), "{} bytes are left", pages.0.len());
                }
            }
        }
    }
}
