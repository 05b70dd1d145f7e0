//! `sole board pack` and `sole board unpack`: a position and its moves as bytes, and back.
//!
//! The nibble board is the record of 36 bytes of `docs/founding-format.md`, the packed position
//! the 24 bytes of `docs/packed-position.md`. Bytes are written as hexadecimal digits.

use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::{Input, Positions};
use crate::notation::Names;
use serde::Serialize;
use sole_atlas::legacy_format::{LegacyMove, LegacyPosition};
use sole_board::{Move, PackedPosition, Position};
use std::fmt::Display;

/// What scripts see of a packed position.
#[derive(Debug, Serialize)]
struct Packed {
    fen: String,
    nibble_board: String,
    packed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<PackedMove>>,
}

/// A legal move as the sixteen bits that go with the nibble board.
#[derive(Debug, Serialize)]
struct PackedMove {
    #[serde(flatten)]
    names: Names,
    bits: u16,
    hex: String,
}

/// What scripts see of bytes that were read.
#[derive(Debug, Serialize)]
struct Unpacked {
    fen: String,
    format: &'static str,
    moves: Vec<Names>,
}

/// Runs `sole board pack`.
pub(crate) fn pack(flags: args::Pack, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    positions.answer_each(console, |input, console| {
        let position = positions.position(input, console)?.position;
        let record = LegacyPosition::new(&position).map_err(|error| refused(input, &error))?;
        let packed = PackedPosition::new(&position).map_err(|error| refused(input, &error))?;
        let result = Packed {
            fen: position.to_string(),
            nibble_board: hex(record.as_bytes()),
            packed: hex(packed.as_bytes()),
            moves: flags.moves.then(|| moves(&position)),
        };
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            return Ok(Exit::Yes);
        }
        writeln!(console.out(), "nibble board  {}", result.nibble_board)?;
        writeln!(console.out(), "packed        {}", result.packed)?;
        for PackedMove { names, hex, .. } in result.moves.iter().flatten() {
            writeln!(console.out(), "{hex}  {names}")?;
        }
        Ok(Exit::Yes)
    })
}

/// Runs `sole board unpack`.
pub(crate) fn unpack(flags: &args::Unpack, console: &mut Console) -> Result<Exit, Stop> {
    let input = Input::argument(flags.hex.join(" "));
    let result = read(&flags.hex).map_err(|error| refused(&input, &error))?;
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        return Ok(Exit::Yes);
    }
    writeln!(console.out(), "{}", result.fen)?;
    for names in &result.moves {
        writeln!(console.out(), "{names}")?;
    }
    Ok(Exit::Yes)
}

fn refused(input: &Input, error: &impl Display) -> Complaint {
    Complaint::new(Kind::BadPosition, error.to_string()).about(input)
}

/// The legal moves in the order of their squares.
fn moves(position: &Position) -> Vec<PackedMove> {
    let packed = |m: Move| {
        let bits = LegacyMove::new(position, m).to_bits();
        PackedMove { names: Names::of(position, m), bits, hex: format!("{bits:04x}") }
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
    let moves: Result<Vec<Names>, String> =
        moves.iter().map(|word| read_move(&position, word)).collect();
    Ok(Unpacked { fen: position.to_string(), format, moves: moves? })
}

fn read_move(position: &Position, word: &str) -> Result<Names, String> {
    let bits = u16::from_str_radix(word, 16).ok().filter(|_| word.len() == 4);
    let bits =
        bits.ok_or_else(|| format!("expected a move of 4 hexadecimal digits, not {word}"))?;
    let m = LegacyMove::from_bits(bits).read(position);
    m.map(|m| Names::of(position, m)).ok_or_else(|| format!("{word} is not a legal move"))
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
            let names: Vec<&Names> = moves.iter().map(|m| &m.names).collect();
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
