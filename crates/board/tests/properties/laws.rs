//! What must hold for any text and any position.
//!
//! Each law panics where it is broken. They are called by the tests beside this
//! file with made-up and mutated texts, and by the targets in `fuzz/`.

use sole_board::pgn::{self, Pgn};
use sole_board::{
    CastlingLaw, CastlingStyle, Clocks, Epd, Faults, Move, PackedPosition, Position, Retraction,
    SanMode, Setup, UciStyle, fen,
};
use std::collections::HashSet;
use std::ops::Range;

/// A FEN that can be read is written so that it reads back; a repair is a FEN.
pub(crate) fn fen(text: &str) {
    if let Some(repair) = fen::repair(text) {
        assert!(!repair.changes.is_empty());
        assert_eq!(repair.setup.to_string().parse(), Ok(repair.setup));
        assert_eq!(repair.setup.without_unusable_rights(), repair.setup);
    }
    match text.parse::<Setup>() {
        Err(error) => points_into(text, error.span.clone(), error.to_string()),
        Ok(setup) => {
            for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
                assert_eq!(setup.to_fen(style).parse(), Ok(setup), "{text}");
            }
            if let Ok(position) = Position::new(setup, Faults::WAIVABLE) {
                moves(&position);
            }
        }
    }
}

/// An EPD that can be read is written so that it reads back, always in one way.
pub(crate) fn epd(text: &str) {
    match text.parse::<Epd>() {
        Err(error) => points_into(text, error.span.clone(), error.to_string()),
        Ok(epd) => {
            let again: Epd = epd.to_string().parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((again.setup, again.operations()), (epd.setup, epd.operations()), "{text}");
            assert!(again.missing().is_empty(), "{text}");
            let Ok(position) = Position::new(epd.setup, Faults::WAIVABLE) else { return };
            for operation in epd.operations() {
                let opcode = operation.opcode();
                let _ = epd.line(opcode, &position, SanMode::Lenient);
                let _ = (epd.moves(opcode, &position, SanMode::Strict), epd.number(opcode));
            }
        }
    }
}

/// A move read from SAN is legal; without repairs the text is the strict one.
pub(crate) fn san(position: &Position, text: &str) {
    let strict = position.parse_san(text, SanMode::Strict);
    match position.parse_san(text, SanMode::Lenient) {
        Err(error) => {
            assert_eq!(strict, Err(error.clone()), "{position:?} {text}");
            points_into(text, error.span.clone(), error.to_string());
        }
        Ok(read) => {
            let written = read.san.to_string();
            assert!(position.is_legal(read.played), "{position:?} {text}");
            assert_eq!(read.repairs.is_empty(), written == text.trim(), "{position:?} {text}");
            assert_eq!(strict.is_ok(), read.repairs.is_empty(), "{position:?} {text}");
            let again = position.parse_san(&written, SanMode::Strict).map(|read| read.played);
            assert_eq!(again, Ok(read.played), "{position:?} {text}");
        }
    }
}

/// A move read from UCI or long algebraic notation is legal, and is written as it was read.
pub(crate) fn uci(position: &Position, text: &str) {
    match position.parse_uci(text) {
        Err(error) => points_into(text, error.span.clone(), error.to_string()),
        Ok(m) => {
            assert!(position.is_legal(m), "{position:?} {text}");
            let written = [UciStyle::Standard, UciStyle::Chess960].map(|style| m.to_uci(style));
            assert!(
                written.contains(&text.to_lowercase()) || is_shuffled(m),
                "{position:?} {text}"
            );
        }
    }
    match position.parse_long_algebraic(text) {
        Err(error) => points_into(text, error.span.clone(), error.to_string()),
        Ok(m) => assert!(position.is_legal(m), "{position:?} {text}"),
    }
}

/// Castling from other squares than the usual ones, which is read in one more way than it is written.
fn is_shuffled(m: Move) -> bool {
    m.kind() == sole_board::MoveKind::Castling
}

/// Every legal move survives each of its notations, and no two share one.
pub(crate) fn moves(position: &Position) {
    let mut notations = HashSet::new();
    position.for_each_move(|m| {
        for style in [UciStyle::Standard, UciStyle::Chess960] {
            let text = m.to_uci(style);
            assert_eq!(position.parse_uci(&text), Ok(m), "{position:?} {text}");
        }
        let long = position.long_algebraic(m);
        assert_eq!(position.parse_long_algebraic(&long), Ok(m), "{position:?} {long}");
        let san = position.san(m).to_string();
        for mode in [SanMode::Strict, SanMode::Lenient] {
            let read =
                position.parse_san(&san, mode).map(|read| (read.played, read.repairs.is_empty()));
            assert_eq!(read, Ok((m, true)), "{position:?} {san}");
        }
        for text in [san, long, m.to_string()] {
            let read = position.parse_san(&text, SanMode::Lenient).map(|read| read.played);
            assert_eq!(read, Ok(m), "{position:?} {text}");
            assert!(notations.insert(text), "{position:?} {m:?}");
        }
    });
}

/// Bytes are taken as a packed position only if it packs to exactly these bytes.
pub(crate) fn packed(bytes: [u8; PackedPosition::BYTES]) {
    let Ok(packed) = PackedPosition::from_bytes(bytes) else { return };
    let position = packed.unpack();
    let setup = position.to_setup(Clocks::default());
    assert_eq!(Position::new(setup, Faults::WAIVABLE), Ok(position));
    assert_eq!(PackedPosition::new(&position), Ok(packed));
    assert_eq!(packed.as_bytes(), &bytes);
}

/// Every un-move comes from a playable position and replays to this one.
pub(crate) fn unmoves(position: &Position) {
    for castling in [CastlingLaw::Standard, CastlingLaw::Chess960] {
        let law = Retraction { castling, waived: Faults::WAIVABLE, ..Retraction::default() };
        let unmoves = position.unmoves(&law);
        assert_eq!(position.count_unmoves(&law), unmoves.len() as u64, "{position:?}");
        for unmove in unmoves {
            let before = position.before(&unmove);
            let setup = before.to_setup(Clocks::default());
            assert_eq!(Position::new(setup, Faults::WAIVABLE), Ok(before), "{position:?}");
            assert_eq!(before.play(unmove.forward), Some(*position), "{before:?} {unmove:?}");
        }
    }
}

/// Each game of a text is written so that it reads back to the same game.
pub(crate) fn pgn(text: &str) {
    for game in pgn::games(text, SanMode::Lenient) {
        match game {
            Err(error) => points_into(text, error.span.clone(), error.to_string()),
            Ok(game) => written_game(&game),
        }
    }
}

fn written_game(game: &Pgn) {
    let text = game.to_string();
    let again: Vec<_> = pgn::games(&text, SanMode::Strict).collect();
    let [Ok(read)] = &again[..] else { panic!("{text}\n{again:?}") };
    assert_eq!(read.to_string(), text);
    assert_eq!(
        (&read.line, read.score, read.start),
        (&game.line, game.score, game.start),
        "{text}"
    );
    let played = game.game().map(|game| game.moves().len());
    assert_eq!(played, Ok(game.line.moves.len()), "{text}");
}

/// An error has a message and points to characters of the text.
fn points_into(text: &str, span: Range<usize>, message: String) {
    assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
    assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
}
