//! The legacy format: round trips, what is rejected, and the worked example.

use sole_atlas::legacy_format::{Entry, Layout, LegacyError, LegacyMove, LegacyPosition};
use sole_board::{Move, Position, Role, Setup, Square};
use std::collections::HashSet;

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().expect(fen);
    Position::try_from(setup).expect(fen)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
    "8/8/4k3/8/8/4K3/8/2B5 w - -",
    "8/8/8/8/k2Pp3/8/8/4K3 b - d3",
];

/// Every position up to three plies from some starts, and every move in them.
#[test]
fn positions_and_moves_survive() {
    for fen in STARTS {
        let mut layer = vec![position(fen)];
        for _ in 0..3 {
            let mut next = Vec::new();
            for before in &layer {
                let record = LegacyPosition::new(before).expect("it fits");
                let read = LegacyPosition::from_bytes(*record.as_bytes()).position();
                assert_eq!(read, Ok(*before), "{before}");
                let moves = before.moves();
                let codes: HashSet<LegacyMove> =
                    moves.iter().map(|&m| LegacyMove::new(before, m)).collect();
                assert_eq!(codes.len(), moves.len(), "{before}");
                for m in moves {
                    let bits = LegacyMove::new(before, m).to_bits();
                    assert_eq!(LegacyMove::from_bits(bits).read(before), Some(m), "{before}");
                    next.push(before.after(m));
                }
            }
            next.sort_by_key(Position::key);
            next.dedup();
            layer = next.into_iter().step_by(17).collect();
        }
    }
}

#[test]
fn files_survive_and_what_is_wrong_with_them_is_told() {
    let entries = STARTS.map(|fen| Entry::of(position(fen)));
    for layout in [Layout::Positions, Layout::WithMoves] {
        let mut file = Vec::new();
        entries.iter().for_each(|entry| entry.write(layout, &mut file).expect("it fits"));
        let mut source = file.as_slice();
        for entry in &entries {
            assert_eq!(
                Entry::read(&mut source, layout).expect("it was written").as_ref(),
                Some(entry)
            );
        }
        assert!(matches!(Entry::read(&mut source, layout), Ok(None)), "{layout:?}");
    }
    let mut file = Vec::new();
    entries[0].write(Layout::WithMoves, &mut file).expect("it fits");
    let told = |bytes: &[u8]| {
        let mut source = bytes;
        let read = Entry::read(&mut source, Layout::WithMoves);
        read.expect_err("damaged").to_string()
    };
    for end in [1, 35, 36, 37, file.len() - 1] {
        assert_eq!(told(&file[..end]), "the file ends within it", "{end}");
    }
    let mut other = file.clone();
    other[38..40].copy_from_slice(&[0x6f, 0xff]);
    assert_eq!(told(&other), "6fff is no legal move");
    other[35] = 1;
    assert_eq!(told(&other), "unused bits are set");
}

/// `docs/founding-format.md` shows these.
#[test]
fn the_worked_example_is_what_the_document_says() {
    let fen = "8/8/8/8/Pp6/8/8/R3K2k b Q a3 0 1";
    let board = "5000100900000000000000006e00000000000000000000000000000000000000";
    let record = LegacyPosition::new(&position(fen)).expect("it fits");
    assert_eq!(hex(record.as_bytes()), format!("{board}24b80000"));
    let capture = Move::en_passant(Square::B4, Square::A3);
    assert_eq!(LegacyMove::new(&position(fen), capture).to_bits(), 0x6650);
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/founding-format.md");
    let document = std::fs::read_to_string(document).expect("the document is there");
    for shown in [fen, board, "24b80000", "6650"] {
        assert!(document.contains(shown), "{shown}");
    }
}

#[test]
fn draws_are_written_but_not_read() {
    let cases = [
        ("8/8/4k3/8/8/4K3/8/8 w - -", "drawn", 0),
        ("8/8/4k3/8/8/4K3/8/2B5 w - -", "drawn", 1),
        ("5b2/8/4k3/8/8/4K3/8/2B5 w - -", "drawn", 2),
        ("5b2/8/4k3/8/8/B3K3/8/2B5 w - -", "drawn", 3),
        ("2b5/8/4k3/8/8/4K3/8/2B5 w - -", "open", 0),
    ];
    for (fen, expected, reason) in cases {
        let record = LegacyPosition::new(&position(fen)).expect("it fits");
        let byte = record.as_bytes()[34];
        let actual = if byte & 0x80 == 0 { "open" } else { "drawn" };
        assert_eq!((actual, byte >> 5 & 3), (expected, reason), "{fen}");
        let mut bytes = *record.as_bytes();
        bytes[34] ^= 0xe0;
        assert_eq!(LegacyPosition::from_bytes(bytes).position(), Ok(position(fen)));
    }
}

#[test]
fn a_pawn_off_its_file_is_a_pawn() {
    let start = position("4k3/8/8/8/8/8/P7/4K3 w - -");
    let mut bytes = *LegacyPosition::new(&start).expect("it fits").as_bytes();
    assert_eq!(bytes[4], 0x60);
    bytes[4] = 0x70;
    let read = LegacyPosition::from_bytes(bytes).position();
    assert_eq!(read, Ok(start));
    assert_eq!(LegacyPosition::new(&start).expect("it fits").as_bytes()[4], 0x60);
}

#[test]
fn bytes_that_are_no_position_are_refused() {
    let good = *LegacyPosition::new(&Position::initial()).expect("it fits").as_bytes();
    let changed = |index: usize, byte: u8| {
        let mut bytes = good;
        bytes[index] = byte;
        LegacyPosition::from_bytes(bytes).position()
    };
    assert_eq!(changed(35, 1), Err(LegacyError::Unused));
    assert_eq!(changed(8, 0x80), Err(LegacyError::Nibble { square: Square::A3 }));
    assert_eq!(changed(8, 0x40), Err(LegacyError::Count { said: 32, found: 33 }));
    assert!(matches!(changed(0, 0x14), Err(LegacyError::Unplayable { .. })));
    let chess960 = "4k3/8/8/8/8/8/8/1R2K3 w B -".parse::<Setup>().expect("a FEN");
    let chess960 = Position::try_from(chess960).expect("playable");
    assert_eq!(LegacyPosition::new(&chess960), Err(LegacyError::Castling));
}

#[test]
fn checks_have_two_codes_of_which_one_is_written() {
    let before = position("6k1/5ppp/8/8/8/8/8/R3K3 w - -");
    let mate = Move::ordinary(Square::A1, Square::A8);
    let squares = LegacyMove::new(&before, mate).to_bits();
    assert_eq!(squares >> 12, 0);
    let cases =
        [(0, Some(mate)), (1, None), (4, Some(mate)), (5, Some(mate)), (7, None), (12, None)];
    for (action, expected) in cases {
        let bits = squares | action << 12;
        assert_eq!(LegacyMove::from_bits(bits).read(&before), expected, "{action}");
    }
    let quiet = LegacyMove::new(&before, Move::ordinary(Square::A1, Square::A7)).to_bits();
    assert_eq!(LegacyMove::from_bits(quiet | 4 << 12).read(&before), None);
    let promoting = position("8/P7/8/8/8/7k/8/K7 w - -");
    let roles = [(Role::Queen, 8), (Role::Bishop, 9), (Role::Knight, 10), (Role::Rook, 11)];
    for (role, action) in roles {
        let m = Move::promotion(Square::A7, Square::A8, role).expect("a promotion");
        assert_eq!(LegacyMove::new(&promoting, m).to_bits() >> 12, action);
    }
}

#[test]
fn draws_are_told_with_their_reason() {
    let cases = [
        ("8/8/4k3/8/8/4K3/8/8 w - -", Some(0)),
        ("8/8/4k3/8/8/4K3/8/2B5 w - -", Some(1)),
        ("8/8/4k3/8/6b1/4K3/8/5B2 w - -", Some(2)),
        ("8/8/4k3/8/5b2/B3K3/1B6/8 w - -", Some(3)),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", Some(3)),
        ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - -", None),
    ];
    for (fen, expected) in cases {
        let record = LegacyPosition::new(&position(fen)).expect("it fits");
        let byte = record.as_bytes()[34];
        let reason = (byte & 0x80 != 0).then_some(byte >> 5 & 3);
        assert_eq!(reason, expected, "{fen}");
    }
}
