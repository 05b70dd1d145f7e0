//! The encoding of sorted runs of records: byte planes compressed by zstd.
//!
//! First come the 24 bytes of the keys, then the eight of the games, the lowest
//! first, each as many times as there are records.

use crate::{Key, Record};
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// Where the bytes of a number of a key are, the highest first.
const HIGHEST_FIRST: [u32; 8] = [56, 48, 40, 32, 24, 16, 8, 0];

/// Where the bytes of other numbers are, the lowest first.
const LOWEST_FIRST: [u32; 8] = [0, 8, 16, 24, 32, 40, 48, 56];

/// The level of zstd for runs: as the bytes of numbers are apart, the lowest is
/// nearly as good as any and costs the least.
const ZSTD_LEVEL: i32 = 1;

/// Appends the bytes of numbers, all first bytes first.
///
/// `shifts` say which eight bits of a number make each byte.
fn split(numbers: &[u64], shifts: &[u32], bytes: &mut Vec<u8>) {
    for &shift in shifts {
        bytes.extend(numbers.iter().map(|number| (number >> shift) as u8));
    }
}

/// Encodes runs.
pub(crate) struct RunEncoder {
    zstd: Compressor<'static>,
    split: Vec<u8>,
    numbers: Vec<u64>,
    compressed: Vec<u8>,
}

/// An encoded run.
pub(crate) struct EncodedRun {
    pub(crate) records: usize,
    pub(crate) bytes: Vec<u8>,
}

impl RunEncoder {
    /// An encoder whose frames have checksums.
    pub(crate) fn new() -> io::Result<RunEncoder> {
        let mut zstd = Compressor::new(ZSTD_LEVEL)?;
        zstd.include_checksum(true)?;
        Ok(RunEncoder { zstd, split: Vec::new(), numbers: Vec::new(), compressed: Vec::new() })
    }

    pub(crate) fn encode(&mut self, run: &[Record]) -> io::Result<EncodedRun> {
        self.split.clear();
        for word in 0..3 {
            self.split_numbers(run, |record| record.key.words()[word], &HIGHEST_FIRST);
        }
        self.split_numbers(run, |record| record.games, &LOWEST_FIRST);
        self.compressed.clear();
        self.compressed.reserve(zstd::zstd_safe::compress_bound(self.split.len()));
        self.zstd.compress_to_buffer(&self.split, &mut self.compressed)?;
        Ok(EncodedRun { records: run.len(), bytes: self.compressed.clone() })
    }

    fn split_numbers(&mut self, run: &[Record], number: impl Fn(&Record) -> u64, shifts: &[u32]) {
        self.numbers.clear();
        self.numbers.extend(run.iter().map(number));
        split(&self.numbers, shifts, &mut self.split);
    }
}

impl EncodedRun {
    const RECORD_BYTES: usize = size_of::<Record>();

    /// The records, or `None` if the bytes do not decode to that many.
    pub(crate) fn decode(&self) -> Option<Vec<Record>> {
        let bytes = self.records.checked_mul(EncodedRun::RECORD_BYTES)?;
        let split = Decompressor::new().and_then(|mut zstd| zstd.decompress(&self.bytes, bytes));
        let split = split.ok().filter(|split| split.len() == bytes)?;
        let mut words = vec![[0u64; 4]; self.records];
        let shifts = [HIGHEST_FIRST, HIGHEST_FIRST, HIGHEST_FIRST, LOWEST_FIRST];
        // Few records at a time, so that they stay in the cache for all of their bytes.
        for (first, words) in (0..).step_by(CACHED).zip(words.chunks_mut(CACHED)) {
            for (byte, shift) in shifts.as_flattened().iter().enumerate() {
                let stream = &split[byte * self.records + first..][..words.len()];
                for (words, &value) in words.iter_mut().zip(stream) {
                    words[byte / 8] |= u64::from(value) << shift;
                }
            }
        }
        let record = |[a, b, c, games]: [u64; 4]| Record { key: Key::from_words([a, b, c]), games };
        Some(words.into_iter().map(record).collect())
    }
}

const CACHED: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_runs_are_decoded() {
        let mut encoder = RunEncoder::new().expect("zstd has a context");
        for count in [0, 1, 2, 511, 512, 513, 5000] {
            let number = |index: u64, factor: u64| index.wrapping_mul(factor);
            let record = |index: u64| Record {
                key: Key::from_words([index, number(index, 0x9e37_79b9_7f4a_7c15), !index]),
                games: number(index, 0x0101_0101_0101),
            };
            let run: Vec<Record> = (0..count).map(record).collect();
            let encoded = encoder.encode(&run).expect("pressed");
            assert_eq!(encoded.decode().as_ref(), Some(&run), "{count}");
            let wrong = EncodedRun { records: encoded.records + 1, bytes: encoded.bytes };
            assert_eq!(wrong.decode(), None, "{count}");
        }
    }
}
