//! `board pack` and `board unpack`: a position and its moves as bytes, and back.
//!
//! The nibble board is the record of 36 bytes of `docs/founding-format.md`, the packed position
//! the 24 bytes of `docs/packed-position.md`. Bytes are written as hexadecimal digits.

use crate::context::Context;
use crate::failure::{Failure, FailureKind};
use crate::input::{Input, PositionSubject};
use crate::moves::MoveNames;
use crate::question::{Answers, Question, Reply, Stop, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sole_atlas::legacy_format::{LegacyMove, LegacyPosition};
use sole_board::{Move, PackedPosition, Position};
use std::fmt::Display;

/// Write a position as a nibble board of 36 bytes and as a packed position of 24 bytes
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default)]
pub struct Pack {
    /// Write the legal moves as well, in sixteen bits each
    #[cfg_attr(feature = "clap", arg(long))]
    pub moves: bool,
}

/// Read the bytes that pack writes
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
pub struct Unpack {
    /// 72 or 48 hexadecimal digits, then the moves of a nibble board in 4 digits each
    #[cfg_attr(feature = "clap", arg(value_name = "HEX", required = true))]
    #[schemars(example = ["500010000000000000000000000000000000900000000000000000000000000010b00000"])]
    pub hex: Vec<String>,
}

/// A position as bytes in hexadecimal digits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Packed {
    /// The position.
    pub fen: String,
    /// The nibble board of 36 bytes.
    pub nibble_board: String,
    /// The packed position of 24 bytes.
    pub packed: String,
    /// The legal moves, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<PackedMove>>,
}

/// A legal move as the sixteen bits that go with the nibble board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackedMove {
    /// Its names.
    #[serde(flatten)]
    pub names: MoveNames,
    /// The sixteen bits.
    pub bits: u16,
    /// The same as four hexadecimal digits.
    pub hex: String,
}

/// A position that was read from bytes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Unpacked {
    /// The position.
    pub fen: String,
    /// What the bytes are: nibble-board or packed.
    pub format: &'static str,
    /// The moves after them.
    pub moves: Vec<MoveNames>,
}

impl Question for Pack {
    const NAME: &'static str = "board pack";
    const WEIGHT: Weight = Weight::Light;
    type Subject = PositionSubject;
    type Answer = Packed;

    fn answer(
        &self,
        subject: &PositionSubject,
        _: &Context<'_>,
        answers: Answers<'_, Packed>,
    ) -> Result<(), Stop> {
        let (input, position) = (&subject.input, subject.playable()?.position);
        let record = LegacyPosition::new(&position).map_err(|error| refused(input, &error))?;
        let packed = PackedPosition::new(&position).map_err(|error| refused(input, &error))?;
        answers(Reply::ok(Packed {
            fen: position.to_string(),
            nibble_board: hex(record.as_bytes()),
            packed: hex(packed.as_bytes()),
            moves: self.moves.then(|| moves(&position)),
        }))
    }
}

impl Question for Unpack {
    const NAME: &'static str = "board unpack";
    const WEIGHT: Weight = Weight::Light;
    type Subject = ();
    type Answer = Unpacked;

    fn answer(&self, (): &(), _: &Context<'_>, answers: Answers<'_, Unpacked>) -> Result<(), Stop> {
        let input = Input::argument(self.hex.join(" "));
        answers(Reply::ok(read(&self.hex).map_err(|error| refused(&input, &error))?))
    }
}

fn refused(input: &Input, error: &impl Display) -> Failure {
    Failure::new(FailureKind::BadPosition, error.to_string()).about(input)
}

/// The legal moves in the order of their squares.
fn moves(position: &Position) -> Vec<PackedMove> {
    let packed = |m: Move| {
        let bits = LegacyMove::new(position, m).to_bits();
        PackedMove { names: MoveNames::of(position, m), bits, hex: format!("{bits:04x}") }
    };
    let mut moves: Vec<PackedMove> = position.moves().into_iter().map(packed).collect();
    moves.sort_by(|a, b| a.names.uci.cmp(&b.names.uci));
    moves
}

/// The position of the first word, and the moves of the others.
fn read(words: &[String]) -> Result<Unpacked, String> {
    let [first, moves @ ..] = words else { return Err("no bytes given".to_owned()) };
    let bytes = bytes_of(first)?;
    let (position, format) = match (bytes.as_slice().try_into(), bytes.as_slice().try_into()) {
        (Ok(record), _) => {
            let position = LegacyPosition::from_bytes(record).position();
            (position.map_err(|error| error.to_string())?, "nibble-board")
        }
        (_, Ok(packed)) => {
            let packed = PackedPosition::from_bytes(packed).map_err(|error| error.to_string())?;
            (packed.unpack(), "packed")
        }
        _ => {
            let digits = first.len();
            return Err(format!("expected 72 or 48 hexadecimal digits, not {digits}"));
        }
    };
    let moves: Result<Vec<MoveNames>, String> =
        moves.iter().map(|word| read_move(&position, word)).collect();
    Ok(Unpacked { fen: position.to_string(), format, moves: moves? })
}

fn read_move(position: &Position, word: &str) -> Result<MoveNames, String> {
    let bits = u16::from_str_radix(word, 16).ok().filter(|_| word.len() == 4);
    let bits =
        bits.ok_or_else(|| format!("expected a move of 4 hexadecimal digits, not {word}"))?;
    let m = LegacyMove::from_bits(bits).read(position);
    m.map(|m| MoveNames::of(position, m)).ok_or_else(|| format!("{word} is not a legal move"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(text: &str) -> Result<Vec<u8>, String> {
    let pair = |pair: &[u8]| {
        let digits = str::from_utf8(pair).ok().filter(|_| pair.len() == 2)?;
        u8::from_str_radix(digits, 16).ok().filter(|_| pair.iter().all(u8::is_ascii_hexdigit))
    };
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(pair).collect();
    bytes.ok_or_else(|| "expected hexadecimal digits, two for each byte".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let fens = [
            sole_board::fen::INITIAL,
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        ];
        for fen in fens {
            let position =
                Input::argument(fen).position(Default::default()).expect("playable").position;
            let record = LegacyPosition::new(&position).expect(fen);
            let packed = PackedPosition::new(&position).expect(fen);
            let moves = moves(&position);
            let words: Vec<String> = std::iter::once(hex(record.as_bytes()))
                .chain(moves.iter().map(|m| m.hex.clone()))
                .collect();
            let read_record = read(&words).expect(fen);
            assert_eq!((read_record.fen.as_str(), read_record.format), (fen, "nibble-board"));
            let names: Vec<&MoveNames> = moves.iter().map(|m| &m.names).collect();
            assert_eq!(read_record.moves.iter().collect::<Vec<_>>(), names, "{fen}");
            let read_packed = read(&[hex(packed.as_bytes())]).expect(fen);
            assert_eq!((read_packed.fen.as_str(), read_packed.format), (fen, "packed"));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let zeros = "0".repeat(72);
        let cases = [
            (vec![], "no bytes given"),
            (vec!["xy"], "expected hexadecimal digits, two for each byte"),
            (vec!["+1"], "expected hexadecimal digits, two for each byte"),
            (vec!["abc"], "expected hexadecimal digits, two for each byte"),
            (vec!["abcd"], "expected 72 or 48 hexadecimal digits, not 4"),
            (vec![zeros.as_str()], ""),
        ];
        for (words, expected) in cases {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            let error = read(&words).expect_err("refused");
            assert!(error.starts_with(expected), "{words:?}: {error}");
        }
    }
}
