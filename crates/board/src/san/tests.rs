//! The traps of the notation, by name.

use super::*;
use crate::Setup;

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().expect(fen);
    Position::try_from(setup).expect(fen)
}

/// The strict notation with the repairs in brackets, or what is wrong.
fn lenient(fen: &str, text: &str) -> String {
    match position(fen).parse_san(text, SanMode::Lenient) {
        Ok(read) if read.repairs.is_empty() => read.san.to_string(),
        Ok(read) => format!("{} ({})", read.san, read.repairs),
        Err(error) => error.to_string(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// White can take on d5 with pawn c4, pawn e4 and knight c3.
const CENTRE: &str = "4k3/8/8/3p4/2P1P3/2N5/8/4K3 w - -";
const PROMOTING: &str = "3r4/4P1k1/8/2pP4/8/8/8/R3K2R w KQ c6";

#[test]
fn strict_notation_names_only_what_it_must() {
    let cases = [
        ("pawn push", START, "e2e4", "e4"),
        ("knight", START, "g1f3", "Nf3"),
        ("pawn capture", CENTRE, "e4d5", "exd5"),
        ("knight capture", CENTRE, "c3d5", "Nxd5"),
        ("en passant", PROMOTING, "d5c6", "dxc6"),
        ("promotion", PROMOTING, "e7e8q", "e8=Q"),
        ("capturing promotion", PROMOTING, "e7d8n", "exd8=N"),
        ("short castling", PROMOTING, "e1g1", "O-O"),
        ("long castling", PROMOTING, "e1c1", "O-O-O"),
        ("castling check", "5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"),
        ("file tells", "4k3/8/8/8/8/8/8/R4RK1 w - -", "a1d1", "Rad1"),
        ("rank tells", "4k3/8/R7/8/8/8/R7/6K1 w - -", "a2a4", "R2a4"),
        ("both tell", "8/8/7k/8/Q2Q4/8/8/Q3K3 w - -", "a4d1", "Qa4d1"),
        ("file comes before rank", "7k/8/8/8/8/N7/8/N1N1K3 w - -", "c1b3", "Ncb3"),
        ("pinned twin", "4r2k/8/8/8/8/4N3/8/N3K3 w - -", "a1c2", "Nc2"),
        ("twin pinned along the line", "4r2k/8/8/8/4R3/R7/8/4K3 w - -", "a3e3", "Rae3"),
        (
            "fool's mate",
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -",
            "d8h4",
            "Qh4#",
        ),
        ("king beside king", "8/8/8/8/8/k7/8/K7 w - -", "a1b1", "Kb1"),
    ];
    for (name, fen, uci, expected) in cases {
        let position = position(fen);
        let m = position.parse_uci(uci).expect(name);
        assert_eq!(position.san(m).to_string(), expected, "{name}");
        let read = position.parse_san(expected, SanMode::Strict).expect(name);
        assert_eq!((read.played, read.repairs), (m, Repairs::NONE), "{name}");
    }
}

#[test]
fn lenient_reading_reports_its_repairs() {
    let cases = [
        ("missing x, pawn", CENTRE, "ed5", "exd5 (missing 'x')"),
        ("missing x, knight", CENTRE, "Nd5", "Nxd5 (missing 'x')"),
        ("superfluous x", START, "Nxf3", "Nf3 ('x' without a capture)"),
        ("colon", CENTRE, "e:d5", "exd5 (capture not written as 'x')"),
        ("over-disambiguation by file", START, "Ngf3", "Nf3 (origin not needed)"),
        ("over-disambiguation by rank", START, "N1f3", "Nf3 (origin not needed)"),
        ("over-disambiguation by square", START, "Ng1f3", "Nf3 (origin not needed)"),
        (
            "rank where the file is usual",
            "7k/8/8/8/8/8/3N4/4K1N1 w - -",
            "N1f3",
            "Ngf3 (another origin is usual)",
        ),
        ("figurine", START, "♘f3", "Nf3 (piece as a figurine)"),
        ("figurine of a pawn", START, "♟e4", "e4 (pawn named by 'P', piece as a figurine)"),
        ("promotion to a figurine", PROMOTING, "e8=♕", "e8=Q (piece as a figurine)"),
        ("dash alone", START, "N-f3", "Nf3 ('-' without a square before it)"),
        (
            "dash for a capture",
            CENTRE,
            "N-d5",
            "Nxd5 (missing 'x', '-' without a square before it)",
        ),
        ("promotion without =", PROMOTING, "e8Q", "e8=Q (promotion not written with '=')"),
        ("promotion in brackets", PROMOTING, "e8(Q)", "e8=Q (promotion not written with '=')"),
        ("promotion with slash", PROMOTING, "exd8/N", "exd8=N (promotion not written with '=')"),
        ("promotion in lower case", PROMOTING, "e8=q", "e8=Q (promotion in lower case)"),
        ("lower-case bishop", PROMOTING, "e8=b", "e8=B (promotion in lower case)"),
        ("zeros", PROMOTING, "0-0", "O-O (castling not written as O-O)"),
        ("small letters", PROMOTING, "o-o-o", "O-O-O (castling not written as O-O)"),
        ("missing +", "5k2/8/8/8/8/8/8/4K2R w K -", "O-O", "O-O+ (missing '+' or '#')"),
        ("# for +", "5k2/8/8/8/8/8/8/4K2R w K -", "O-O#", "O-O+ (wrong '+' or '#')"),
        ("++ for +", "5k2/8/8/8/8/8/8/4K2R w K -", "O-O++", "O-O+ (wrong '+' or '#')"),
        ("+ without check", START, "e4+", "e4 (wrong '+' or '#')"),
        ("en passant suffix", PROMOTING, "dxc6e.p.", "dxc6 (suffix 'e.p.')"),
        ("en passant apart", PROMOTING, "dxc6 e.p.", "dxc6 (suffix 'e.p.')"),
        ("annotation", START, "e4!?", "e4 (suffix '!' or '?')"),
        ("P for a pawn", START, "Pe4", "e4 (pawn named by 'P')"),
        ("lower-case piece", START, "nf3", "Nf3 (piece in lower case)"),
        ("no letter, one piece", START, "f3", "f3"),
        (
            "d8 for the one piece that can go there",
            "3r3k/8/8/8/8/8/8/3RK3 w - -",
            "d8",
            "Rxd8+ (missing 'x', missing '+' or '#', missing letter of the piece)",
        ),
        ("UCI", START, "g1f3", "Nf3 (both squares given)"),
        ("UCI castling", PROMOTING, "e1g1", "O-O (both squares given)"),
        (
            "UCI promotion",
            PROMOTING,
            "e7e8q",
            "e8=Q (promotion not written with '=', promotion in lower case, both squares given)",
        ),
        ("long algebraic", START, "Ng1-f3", "Nf3 (both squares given)"),
        ("long algebraic capture", CENTRE, "e4xd5", "exd5 (both squares given)"),
        (
            "pawn capture without file, one pawn",
            PROMOTING,
            "xc6",
            "dxc6 (missing file of the pawn)",
        ),
        ("surrounding space", START, "  e4 ", "e4"),
    ];
    for (name, fen, text, expected) in cases {
        assert_eq!(lenient(fen, text), expected, "{name}");
        let strict = position(fen).parse_san(text, SanMode::Strict);
        assert_eq!(strict.is_ok(), !expected.contains('('), "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_explained() {
    let cases = [
        ("pawn capture without file, two pawns", CENTRE, "xd5", "ambiguous, could be cxd5 or exd5"),
        ("two rooks", "4k3/8/8/8/8/8/8/R4RK1 w - -", "Rd1", "ambiguous, could be Rad1 or Rfd1"),
        (
            "two pieces without letter",
            "3r4/6k1/8/8/8/8/8/3RK2Q w - -",
            "d5",
            "ambiguous, could be Rd5 or Qd5",
        ),
        (
            "e8 does not say what the pawn becomes",
            PROMOTING,
            "e8",
            "the pawn on e8 must become a queen, rook, bishop or knight",
        ),
        ("king on the last rank", PROMOTING, "e8=K", "a pawn cannot become a king"),
        ("promoted knight", START, "Nf3=Q", "only a pawn that reaches the last rank is promoted"),
        ("empty", START, "", "expected a move such as Nf3, exd5, e8=Q or O-O"),
        ("a letter", START, "N", "expected a move such as Nf3, exd5, e8=Q or O-O"),
        ("no square", START, "Nf9", "expected a move such as Nf3, exd5, e8=Q or O-O"),
        (
            "what is before the square",
            START,
            "Nzzf3",
            "expected a piece, a file or a rank before the square",
        ),
        ("null move", START, "--", "passing the turn is not a legal move"),
        ("no such man", CENTRE, "Rd5", "no rook can go to d5"),
        ("out of reach", START, "Nf4", "no knight can go to f4"),
        ("blocked", START, "Bc4", "the way from f1 to c4 is blocked on e2"),
        ("castling without right", CENTRE, "O-O", "there is no right to castle on the king's side"),
        ("castling blocked", START, "O-O-O", "castling is blocked on b1"),
        ("other man on the square", START, "Bg1f3", "no bishop can go to f3"),
        ("pinned", "4r2k/8/8/8/8/8/4B3/4K3 w - -", "Bd3", "the king would be in check from e8"),
    ];
    for (name, fen, text, expected) in cases {
        assert_eq!(lenient(fen, text), expected, "{name}");
    }
}

#[test]
fn errors_point_into_the_text() {
    let cases = [("  Nf9", 3..5), ("Nzzf3", 0..3), (" Bc4+ ", 1..5), ("é", 0..2), ("", 0..0)];
    for (text, span) in cases {
        let error = position(START).parse_san(text, SanMode::Lenient).expect_err(text);
        assert_eq!(error.span, span, "{text}");
    }
}
