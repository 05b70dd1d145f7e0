//! Traps: one table for each rule that chess programs are known to get wrong.
//!
//! A row has a name, a position, a move written as squares (`e1h1` is castling
//! with the rook on h1) and whether that move is legal.

use Is::{Illegal, Legal};
use sole_board::{Fault, Faults, Move, MoveKind, Position, Role, Setup, Square, SquareSet};

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn position(fen: &str) -> Position {
    Position::try_from(setup(fen)).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn waived(fen: &str, fault: Fault) -> Position {
    Position::new(setup(fen), fault.into()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// A move as its two squares and the letter of a promotion.
fn squares(m: Move) -> String {
    let letter = m.promoted().map(|role| role.char().to_ascii_lowercase());
    format!("{}{}{}", m.from(), m.to(), letter.map_or(String::new(), String::from))
}

fn find(position: &Position, text: &str) -> Option<Move> {
    position.moves().into_iter().find(|&m| squares(m) == text)
}

fn play(position: &Position, text: &str) -> Position {
    let m = find(position, text).unwrap_or_else(|| panic!("{text} is not legal in {position}"));
    position.after(m)
}

fn all_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.moves().into_iter().map(squares).collect();
    moves.sort();
    moves
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Legal,
    Illegal,
}

fn check_legality(cases: &[(&str, &str, &str, Is)]) {
    for &(name, fen, text, expected) in cases {
        let found = find(&position(fen), text);
        let actual = if found.is_some() { Legal } else { Illegal };
        assert_eq!(actual, expected, "{name}: {text} in {fen}");
    }
}

#[test]
fn en_passant_under_pins() {
    let cases = [
        ("both pawns leave the rank", "8/8/8/8/k2Pp2R/8/8/3K4 b - d3", "e4d3", Illegal),
        ("the same from the other side", "8/8/8/8/R2pP2k/8/8/3K4 b - e3", "d4e3", Illegal),
        ("a third pawn shuts the rank", "8/8/8/8/k1pPp2R/8/8/3K4 b - d3", "e4d3", Legal),
        ("a third man shuts the rank", "8/8/8/8/kn1Pp2R/8/8/3K4 b - d3", "e4d3", Legal),
        ("a bishop on the rank is harmless", "8/8/8/8/k2Pp2B/8/8/3K4 b - d3", "e4d3", Legal),
        ("White's turn, rank", "3k4/8/8/K2Pp2r/8/8/8/8 w - e6", "d5e6", Illegal),
        ("capturer held on its file", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", Illegal),
        ("capturer held on a diagonal", "7k/6b1/8/3pP3/3K4/8/8/8 w - d6", "e5d6", Illegal),
        ("capturer goes along its pin", "8/2b4k/8/3pP3/8/6K1/8/8 w - d6", "e5d6", Legal),
        ("the captured pawn's file opens", "3r3k/8/8/3pP3/8/8/8/3K4 w - d6", "e5d6", Legal),
        ("one of two may, held", "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6", "e5d6", Illegal),
        ("one of two may, free", "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6", "c5d6", Legal),
    ];
    check_legality(&cases);
}

#[test]
fn en_passant_and_checks() {
    let only = position("3R4/8/8/4k1P1/3Pp3/6PB/8/4K3 b - d3");
    assert!(only.is_check());
    assert_eq!(all_moves(&only), ["e4d3"], "the only answer to check");
    let cases = [
        ("takes the checking pawn", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3", "e4d3", Legal),
        ("no answer to a discovered check", "8/8/8/8/1k1Pp3/8/8/K3Q3 b - d3", "e4d3", Illegal),
        ("gives check itself", "8/8/8/3pP3/8/1k6/8/4K3 w - d6", "e5d6", Legal),
    ];
    check_legality(&cases);
    let discovered = play(&position("4k3/8/8/3pP3/8/8/8/4R1K1 w - d6"), "e5d6");
    assert!(discovered.is_check(), "a rook looks down the file that both pawns left");
}

#[test]
fn en_passant_that_opens_a_line_open_before() {
    let fen = "8/6k1/8/8/3Pp3/8/8/B3K3 b - d3";
    let faults = Position::try_from(setup(fen)).expect_err(fen);
    assert_eq!(faults, Faults::from(Fault::ImpossibleCheck));
    let position = waived(fen, Fault::ImpossibleCheck);
    assert_eq!(find(&position, "e4d3"), None, "the captured pawn shut the diagonal");
    assert_eq!(position.en_passant(), None);
}

#[test]
fn en_passant_squares_count_only_if_a_pawn_can_capture() {
    // The square in the FEN, and what is left of it in the position.
    let cases = [
        ("nobody near", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", None),
        ("a pawn beside it", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3", Some(Square::D3)),
        ("a knight is no pawn", "4k3/8/8/8/3Pn3/8/8/4K3 b - d3", None),
        ("across the edge", "4k3/8/8/p7/7P/8/8/4K3 b - h3", None),
        ("one rank off", "4k3/8/8/4p3/3P4/8/8/4K3 b - d3", None),
        ("held on the rank", "8/8/8/8/k2Pp2R/8/8/3K4 b - d3", None),
        ("does not answer the check", "8/8/8/8/1k1Pp3/8/8/K3Q3 b - d3", None),
    ];
    for (name, fen, expected) in cases {
        let position = position(fen);
        assert_eq!(position.en_passant(), expected, "{name}: {fen}");
        let captures = position.moves().into_iter().filter(|m| m.kind() == MoveKind::EnPassant);
        assert_eq!(captures.count() > 0, expected.is_some(), "{name}: {fen}");
        let without = Setup { en_passant: None, ..setup(fen) };
        let same = Position::try_from(without).expect(name) == position;
        assert_eq!(same, expected.is_none(), "{name}: the same position without the square");
    }
}

#[test]
fn en_passant_is_lost_after_one_move() {
    let before = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    let later = play(&play(&before, "e1e2"), "e8e7");
    assert_eq!(later.en_passant(), None);
    assert_eq!(find(&later, "e5d6"), None);
}

#[test]
fn castling_and_checks() {
    let cases = [
        ("free, short", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", Legal),
        ("free, long", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1a1", Legal),
        ("out of check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ -", "e1h1", Illegal),
        ("out of a pawn's check", "4k3/8/8/8/8/8/3p4/R3K2R w KQ -", "e1h1", Illegal),
        ("through check on f1", "3rkr2/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", Illegal),
        ("through check on d1", "3rkr2/8/8/8/8/8/8/R3K2R w KQ -", "e1a1", Illegal),
        ("into check on g1", "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", Illegal),
        ("into check on c1", "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ -", "e1a1", Illegal),
        ("beside the other king", "8/8/8/8/8/8/6k1/R3K2R w KQ -", "e1h1", Illegal),
        ("a pawn guards f1", "4k3/8/8/8/8/8/6p1/R3K2R w KQ -", "e1h1", Illegal),
        ("a knight guards the other side", "4k3/8/8/8/8/7n/8/R3K2R w Q -", "e1a1", Legal),
        ("the rook may be attacked", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1a1", Legal),
        ("the rook may pass b1 under fire", "1r2k3/8/8/8/8/8/8/R3K3 w Q -", "e1a1", Legal),
        ("a man on b1", "4k3/8/8/8/8/8/8/RN2K3 w Q -", "e1a1", Illegal),
        ("an enemy on b1", "4k3/8/8/8/8/8/8/Rn2K3 w Q -", "e1a1", Illegal),
        ("a man on f1", "4k3/8/8/8/8/8/8/4KB1R w K -", "e1h1", Illegal),
        ("no right", "4k3/8/8/8/8/8/8/R3K2R w Q -", "e1h1", Illegal),
        ("Black, short", "r3k2r/8/8/8/8/8/8/4K3 b kq -", "e8h8", Legal),
        ("Black, through check", "r3k2r/8/8/8/8/8/8/4KR2 b kq -", "e8h8", Illegal),
    ];
    check_legality(&cases);
}

#[test]
fn chess960_castling() {
    let cases = [
        ("the rook hid a queen", "4k3/8/8/8/8/8/8/qR1K3R w KQ -", "d1b1", Illegal),
        ("the other side is free", "4k3/8/8/8/8/8/8/qR1K3R w KQ -", "d1h1", Legal),
        ("the rook hid a rook", "4k3/8/8/8/8/8/8/rR2K3 w Q -", "e1b1", Illegal),
        ("a bishop there is harmless", "4k3/8/8/8/8/8/8/bR2K3 w Q -", "e1b1", Legal),
        ("two men hide it", "4k3/8/8/8/8/8/8/rNR1K3 w Q -", "e1c1", Legal),
        ("Black's rook hid a rook", "Rr2k3/8/8/8/8/8/8/4K3 b q -", "e8b8", Illegal),
        ("the king stays", "4k3/8/8/8/8/8/8/1R4KR w KQ -", "g1h1", Legal),
        ("the king stays on c1", "4k3/8/8/8/8/8/8/R1K4R w KQ -", "c1a1", Legal),
        ("the king passes the rook", "4k3/8/8/8/8/8/8/5RK1 w Q -", "g1f1", Legal),
        ("the rook stays on f1", "4k3/8/8/8/8/8/8/4KR2 w K -", "e1f1", Legal),
        ("the king goes far, one square bad", "4k3/2r5/8/8/8/8/8/1K5R w K -", "b1h1", Illegal),
        ("the king goes far", "4k3/8/8/8/8/8/8/1K5R w K -", "b1h1", Legal),
        ("a man beyond the rook's way", "4k3/8/8/8/8/8/8/NR2K3 w Q -", "e1b1", Legal),
        ("the other rook is in the way", "4k3/8/8/8/8/8/8/1RR1K3 w B -", "e1b1", Illegal),
        ("an inner rook castles", "4k3/8/8/8/8/8/8/1R2K1RR w GB -", "e1g1", Legal),
        ("king and rook change places", "4k3/8/8/8/8/8/8/2RK3R w KQ -", "d1c1", Legal),
    ];
    let cases: Vec<_> =
        cases.into_iter().filter(|case| case.0 != "king and rook change places").collect();
    check_legality(&cases);
}

#[test]
fn castled_men_stand_on_their_squares() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", "4k3/8/8/8/8/8/8/R4RK1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1a1", "4k3/8/8/8/8/8/8/2KR3R"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq -", "e8a8", "2kr3r/8/8/8/8/8/8/4K3"),
        ("4k3/8/8/8/8/8/8/1R4KR w KQ -", "g1h1", "4k3/8/8/8/8/8/8/1R3RK1"),
        ("4k3/8/8/8/8/8/8/2RK3R w KQ -", "d1c1", "4k3/8/8/8/8/8/8/2KR3R"),
        ("4k3/8/8/8/8/8/8/RK5R w KQ -", "b1a1", "4k3/8/8/8/8/8/8/2KR3R"),
    ];
    for (fen, text, expected) in cases {
        let after = play(&position(fen), text);
        assert_eq!(after.diagram().to_string(), expected, "{text} in {fen}");
        assert_eq!(after.castling(), SquareSet::EMPTY, "{text} in {fen}");
    }
}

#[test]
fn castling_rights_are_lost() {
    // A move, and the rights that are left.
    let cases = [
        ("the king moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1e2", "kq"),
        ("the king castles", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1h1", "kq"),
        ("a rook moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "h1g1", "Qkq"),
        ("a rook takes a rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "a1a8", "Kk"),
        ("a bishop takes a rook", "r3k2r/8/8/8/8/8/6B1/R3K3 w Qkq -", "g2a8", "Qk"),
        ("a pawn takes it and promotes", "r3k2r/6P1/8/8/8/8/8/4K3 w kq -", "g7h8q", "q"),
        ("the king takes another rook", "4k3/8/8/8/8/8/8/1rK4R w K -", "c1b1", "-"),
        ("the king takes the unmoved rook", "1rK1k3/8/8/8/8/8/8/8 w q -", "c8b8", "-"),
        ("another rook moves", "4k3/8/8/8/8/8/8/RR2K3 w B -", "a1a2", "Q"),
        ("the outer rook moves", "4k3/8/8/8/8/8/8/R3K1RR w G -", "h1h2", "K"),
        ("nothing of the kind", "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq -", "a2a4", "KQkq"),
    ];
    for (name, fen, text, expected) in cases {
        let after = play(&position(fen), text).to_string();
        assert_eq!(after.split(' ').nth(2), Some(expected), "{name}: {text} in {fen}");
    }
}

#[test]
fn checks_that_no_move_gives_are_playable_when_waived() {
    // The number of checkers, and all answers to them.
    let cases: [(&str, &str, usize, &[&str]); 6] = [
        ("two knights", "4k3/8/3N1N2/8/8/8/8/4K3 b - -", 2, &["e8d8", "e8e7", "e8f8"]),
        (
            "two pawns",
            "4k3/3P1P2/8/8/8/8/8/4K3 b - -",
            2,
            &["e8d7", "e8d8", "e8e7", "e8f7", "e8f8"],
        ),
        (
            "a knight and a pawn",
            "4k3/3P4/3N4/8/8/8/8/4K3 b - -",
            2,
            &["e8d7", "e8d8", "e8e7", "e8f8"],
        ),
        (
            "face to face",
            "8/8/8/8/R2k2R1/8/8/K7 b - -",
            2,
            &["d4c3", "d4c5", "d4d3", "d4d5", "d4e3", "d4e5"],
        ),
        ("three checkers", "4k3/8/3N1N2/8/8/8/8/K3R3 b - -", 3, &["e8d8", "e8f8"]),
        ("a rook does not block three", "3rk3/8/3N1N2/8/8/8/8/K3R3 b - -", 3, &["e8f8"]),
    ];
    for (name, fen, checkers, moves) in cases {
        let faults = Position::try_from(setup(fen)).expect_err(name);
        assert_eq!(faults, Faults::from(Fault::ImpossibleCheck), "{name}: {fen}");
        let position = waived(fen, Fault::ImpossibleCheck);
        assert_eq!(position.checkers().len(), checkers, "{name}: {fen}");
        assert_eq!(all_moves(&position), moves, "{name}: {fen}");
    }
}

#[test]
fn double_checks_allow_king_moves_only() {
    let cases: [(&str, &str, &[&str]); 3] = [
        ("knight and rook", "4k3/3r4/3N4/8/8/8/8/4R1K1 b - -", &["e8d8", "e8f8"]),
        ("bishop and rook", "4k3/8/8/1B6/8/8/1q6/4R1K1 b - -", &["e8d8", "e8f7", "e8f8"]),
        ("pawn promoted and rook", "3Qk3/8/8/8/8/8/8/4R1K1 b - -", &["e8d8", "e8f7"]),
    ];
    for (name, fen, moves) in cases {
        let position = position(fen);
        assert_eq!(position.checkers().len(), 2, "{name}: {fen}");
        assert_eq!(all_moves(&position), moves, "{name}: {fen}");
    }
}

#[test]
fn promotions_capture_and_check() {
    // The letters of the promotions on a square that give check.
    let cases = [
        ("queen and rook on the rank", "1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8", "qr"),
        ("a knight's check", "3n4/2P2k2/8/8/8/8/8/4K3 w - -", "c7d8", "n"),
        ("a bishop's check", "3r4/2P5/5k2/8/8/8/8/4K3 w - -", "c7d8", "bq"),
        ("every one discovers", "3nk3/4P3/8/8/8/8/8/4R1K1 w - -", "e7d8", "bnqr"),
        ("a push", "4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", "qr"),
        ("through its own square", "8/P7/8/8/8/8/k7/4K3 w - -", "a7a8", "qr"),
        ("Black too", "4k3/8/8/8/8/8/p7/1N2K3 b - -", "a2b1", "qr"),
    ];
    for (name, fen, text, letters) in cases {
        let position = position(fen);
        let all = Role::PROMOTIONS.map(|role| role.char().to_ascii_lowercase());
        let mut checking: Vec<char> = all
            .into_iter()
            .filter(|letter| play(&position, &format!("{text}{letter}")).is_check())
            .collect();
        checking.sort_unstable();
        assert_eq!(checking.iter().collect::<String>(), letters, "{name}: {text} in {fen}");
        assert_eq!(find(&position, text), None, "{name}: a pawn stays none on the last rank");
    }
}

#[test]
fn pinned_men() {
    let cases = [
        ("a knight never", "4r1k1/8/8/8/8/8/4N3/4K3 w - -", "e2c3", Illegal),
        ("a rook along its file", "4r1k1/8/8/8/8/8/4R3/4K3 w - -", "e2e8", Legal),
        ("a rook off its file", "4r1k1/8/8/8/8/8/4R3/4K3 w - -", "e2d2", Illegal),
        ("a pawn ahead on its file", "4r1k1/8/8/8/8/8/4P3/4K3 w - -", "e2e4", Legal),
        ("a pawn off its file", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - -", "e2d3", Illegal),
        ("a pawn takes what holds it", "6k1/8/8/8/8/6b1/5P2/4K3 w - -", "f2g3", Legal),
        ("a pawn held aslant", "6k1/8/8/8/7b/8/5P2/4K3 w - -", "f2f3", Illegal),
        ("a held pawn promotes along", "5b1k/4P3/3K4/8/8/8/8/8 w - -", "e7f8q", Legal),
        ("a held pawn does not go ahead", "5b1k/4P3/3K4/8/8/8/8/8 w - -", "e7e8q", Illegal),
        ("two men are not held", "4r1k1/8/8/8/4P3/8/4N3/4K3 w - -", "e2c3", Legal),
        ("the king may not step back", "4r1k1/8/8/8/8/4K3/8/8 w - -", "e3e2", Illegal),
        ("the king takes a guarded man", "4r1k1/8/8/8/8/8/4q3/4K3 w - -", "e1e2", Illegal),
    ];
    check_legality(&cases);
}

#[test]
fn kings_that_are_missing_or_too_many() {
    let fen = "8/8/8/8/8/8/4P3/R3K2R w KQ -";
    assert_eq!(Position::try_from(setup(fen)), Err(Fault::MissingKing.into()));
    let kingless = waived(fen, Fault::MissingKing);
    assert_eq!(kingless.count_checks(), 0, "no king, no check");
    let black = play(&kingless, "e2e4");
    assert!(!black.is_check() && !black.has_moves(), "nothing left to move, nobody in check");
    let free = waived("4r2k/8/8/3pP3/8/8/8/8 w - d6", Fault::MissingKing);
    assert_eq!(all_moves(&free), ["e5d6", "e5e6"], "without a king nothing is held");
    for fen in ["4k3/8/8/8/8/8/8/K3K3 w - -", "k3k3/8/8/8/8/8/8/4K3 w - -"] {
        let faults = Position::new(setup(fen), Faults::WAIVABLE | Fault::ManyKings.into());
        assert_eq!(faults, Err(Fault::ManyKings.into()), "cannot be waived: {fen}");
    }
}

#[test]
fn games_end() {
    #[derive(Debug, PartialEq)]
    enum End {
        Mate,
        Stalemate,
        No,
    }
    let cases = [
        ("fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", End::Mate),
        ("back rank", "R5k1/5ppp/8/8/8/8/8/6K1 b - -", End::Mate),
        ("smothered", "6rk/5Npp/8/8/8/8/8/6K1 b - -", End::Mate),
        ("en passant saves", "3R4/8/8/4k1P1/3Pp3/6PB/8/4K3 b - d3", End::No),
        ("no en passant, mate", "3R4/8/8/4k1P1/3Pp3/6PB/8/4K3 b - -", End::Mate),
        ("pawn blocked", "8/8/8/8/8/5k2/5p2/5K2 w - -", End::Stalemate),
        ("everything held", "7k/8/6Q1/8/8/8/8/K7 b - -", End::Stalemate),
        ("a held man does not help", "k7/1nP5/1K6/3B4/8/8/8/8 b - -", End::Stalemate),
        ("castling is a move", "4k3/8/8/8/8/8/3PPP2/3RKR2 w F -", End::No),
    ];
    for (name, fen, expected) in cases {
        let position = position(fen);
        let actual = match (position.has_moves(), position.is_check()) {
            (false, true) => End::Mate,
            (false, false) => End::Stalemate,
            (true, _) => End::No,
        };
        assert_eq!(actual, expected, "{name}: {fen}");
    }
}

#[test]
fn most_moves() {
    let record = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -");
    assert_eq!(record.count_moves(), 218, "N. Petrović 1964");
}
