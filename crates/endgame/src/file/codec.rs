//! How blocks of values are compressed.
//!
//! A block is compressed by itself, so that one value costs one block. What
//! no codec changes, blocks of one value and blocks that do not shrink, is
//! handled before: a codec sees only the others.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter, FrameFormat};

/// A way to compress blocks, one for all blocks of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    /// A zstd frame without magic number, content size and checksum.
    Zstd,
}

impl Codec {
    /// The byte that stands for it in a directory.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Codec::Zstd => 1,
        }
    }

    pub(super) const fn from_byte(byte: u8) -> Option<Codec> {
        match byte {
            1 => Some(Codec::Zstd),
            _ => None,
        }
    }
}

/// What the codecs keep from block to block; the bytes do not depend on it.
pub(super) struct Encoder {
    zstd: Compressor<'static>,
}

impl Encoder {
    pub(super) fn new(zstd_level: i32) -> Encoder {
        let mut zstd = Compressor::new(zstd_level).expect("a level that zstd knows");
        for parameter in [
            CParameter::Format(FrameFormat::Magicless),
            CParameter::ContentSizeFlag(false),
            CParameter::ChecksumFlag(false),
            CParameter::DictIdFlag(false),
        ] {
            zstd.set_parameter(parameter).expect("a parameter that zstd knows");
        }
        Encoder { zstd }
    }
}

/// The compressed bytes of a block.
pub(super) fn encode_block(codec: Codec, encoder: &mut Encoder, values: &[u8]) -> Vec<u8> {
    match codec {
        Codec::Zstd => encoder.zstd.compress(values).expect("the buffer is large enough"),
    }
}

/// Fills a block of known length, or returns `None` if the bytes do not give exactly that.
pub(super) fn decode_block(codec: Codec, bytes: &[u8], values: &mut [u8]) -> Option<()> {
    match codec {
        Codec::Zstd => decode_zstd(bytes, values),
    }
}

fn decode_zstd(bytes: &[u8], values: &mut [u8]) -> Option<()> {
    thread_local! {
        static ZSTD: RefCell<Decompressor<'static>> = RefCell::new(decompressor());
    }
    let written = ZSTD.with_borrow_mut(|zstd| zstd.decompress_to_buffer(bytes, values)).ok()?;
    (written == values.len()).then_some(())
}

fn decompressor() -> Decompressor<'static> {
    let mut zstd = Decompressor::new().expect("memory for zstd");
    let format = DParameter::Format(FrameFormat::Magicless);
    zstd.set_parameter(format).expect("a parameter that zstd knows");
    zstd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codecs_give_back_what_they_took() {
        let mut encoder = Encoder::new(3);
        for length in [2, 3, 100, 255, 256, 16384] {
            let values: Vec<u8> = (0..length).map(|i: u32| (i * i / 7 % 11) as u8).collect();
            let bytes = encode_block(Codec::Zstd, &mut encoder, &values);
            let mut decoded = vec![0; values.len()];
            assert_eq!(decode_block(Codec::Zstd, &bytes, &mut decoded), Some(()), "{length}");
            assert_eq!(decoded, values, "{length}");
            let mut longer = vec![0; values.len() + 1];
            assert_eq!(decode_block(Codec::Zstd, &bytes, &mut longer), None, "{length}");
        }
    }

    #[test]
    fn only_known_bytes_are_codecs() {
        for byte in 0..=255 {
            assert!(Codec::from_byte(byte).is_none_or(|codec| codec.byte() == byte), "{byte}");
        }
        assert_eq!(Codec::from_byte(0), None);
    }
}
