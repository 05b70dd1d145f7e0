//! The plain move generator, by tables of traps and against the board's.

use crate::support::random::Random;
use crate::support::{every_state, men};
use sole_board::{Color, Diagram, Piece, Position, Role, Square};
use sole_endgame::verify::Men;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn children(men: &Men) -> Vec<Men> {
    let mut children = Vec::new();
    let _ = men.try_for_each_child(|&child| {
        children.push(child);
        ControlFlow::<()>::Continue(())
    });
    children
}

#[test]
fn moves_are_as_many_as_they_should_be() {
    let cases = [
        ("two kings", "8/8/8/8/4K3/8/8/k7 w - - 0 1", 8),
        ("kings keep apart", "8/8/8/8/8/8/k7/2K5 w - - 0 1", 3),
        ("mated", "R5k1/8/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("stalemated", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("pinned knight", "4k3/4n3/8/8/8/8/8/K3R3 b - - 0 1", 4),
        ("pinned rook stays on the file", "4k3/4r3/8/8/8/8/8/K3R3 b - - 0 1", 10),
        ("double check", "4k3/8/5N2/8/8/8/4R3/K3b3 b - - 0 1", 3),
        ("no retreat along the ray", "8/8/8/R2k4/8/8/8/K7 b - - 0 1", 6),
        ("two ways to promote", "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", 11),
        ("blocked pawn", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", 2),
        ("blocked double step", "4k3/8/8/8/4p3/8/4P3/K7 w - - 0 1", 4),
        ("pawns do not leave the board", "4k3/8/8/8/8/p7/7P/K7 w - - 0 1", 4),
        ("two capture en passant", "4k3/8/8/2PpP3/8/8/8/K7 w - d6 0 1", 7),
        ("en passant ends a check", "8/8/8/2k5/3Pp3/8/8/7K b - d3 0 1", 9),
    ];
    for (name, fen, moves) in cases {
        assert_eq!(children(&men(fen)).len(), moves, "{name}: {fen}");
    }
}

#[test]
fn castling_needs_a_clear_and_safe_way() {
    let cases = [
        ("both sides", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "c1 g1"),
        ("both sides, Black", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "c8 g8"),
        ("one right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "c1"),
        ("no right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", ""),
        ("only the other side's right", "4k2r/8/8/8/8/8/8/4K2R w k - 0 1", ""),
        ("out of check", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""),
        ("through check", "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "c1"),
        ("into check", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", ""),
        ("into check, far side", "2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "g1"),
        ("the rook may pass b1", "1r4k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "c1"),
        ("the rook may be attacked", "k6r/8/8/8/8/8/8/4K2R w K - 0 1", "g1"),
        ("a man on b1", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", ""),
        ("a man of theirs on g1", "4k3/8/8/8/8/8/8/4K1nR w K - 0 1", ""),
        ("a pawn covers d1 and f1", "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", ""),
        ("a pawn covers a1 and c1", "4k3/8/8/8/8/8/1p6/R3K3 w Q - 0 1", ""),
        ("a pawn covers b1", "4k3/8/8/8/8/8/p7/R3K3 w Q - 0 1", "c1"),
        ("a king covers g1", "8/8/8/8/8/8/6k1/4K2R w K - 0 1", ""),
    ];
    for (name, fen, expected) in cases {
        let men = men(fen);
        let lands = |to: &Square| {
            let king = Piece { color: men.turn(), role: Role::King };
            children(&men).iter().any(|child| child.at(*to) == Some(king))
        };
        let targets = [Square::C1, Square::G1, Square::C8, Square::G8];
        let found: Vec<String> =
            targets.iter().filter(|to| lands(to)).map(Square::to_string).collect();
        assert_eq!(found.join(" "), expected, "{name}: {fen}");
    }
}

#[test]
fn moves_leave_exactly_the_rights_there_are() {
    let cases = [
        (
            "a double step that can be captured",
            "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
        ),
        (
            "nobody to capture",
            "4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1",
            "4k3/8/8/8/3P1p2/8/8/4K3 b - - 0 1",
        ),
        (
            "the capture would clear the rank",
            "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1",
            "8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1",
        ),
        (
            "the capturing pawn is pinned",
            "8/1k6/8/8/4p3/8/3P4/K6B w - - 0 1",
            "8/1k6/8/8/3Pp3/8/8/K6B b - - 0 1",
        ),
        (
            "the capturing pawn stays on the line of the pin",
            "8/7k/8/8/4p3/8/3P4/KB6 w - - 0 1",
            "8/7k/8/8/3Pp3/8/8/KB6 b - d3 0 1",
        ),
        (
            "the double step gives check",
            "8/8/8/4k3/4p3/8/3P4/4K3 w - - 0 1",
            "8/8/8/4k3/3Pp3/8/8/4K3 b - d3 0 1",
        ),
        (
            "a single step gives no right",
            "4k3/8/8/8/4p3/3P4/8/4K3 w - - 0 1",
            "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
        ),
        (
            "a rook takes a rook, and both rights",
            "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
            "R3k3/8/8/8/8/8/8/4K3 b - - 0 1",
        ),
        ("a rook moves", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K1R1 b Q - 0 1"),
        (
            "the king moves",
            "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1",
            "r3k3/8/8/8/8/8/4K3/R6R b q - 0 1",
        ),
        (
            "another man moves",
            "r3k3/8/8/8/8/8/1P6/R3K3 w Qq - 0 1",
            "r3k3/8/8/8/8/1P6/8/R3K3 b Qq - 0 1",
        ),
        (
            "a pawn becomes a rook at home, without a right",
            "4k3/8/8/8/8/8/p6p/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/p7/4K2r w - - 0 1",
        ),
        (
            "a pawn takes a rook at home",
            "4k3/8/8/8/8/8/6p1/4K2R b K - 0 1",
            "4k3/8/8/8/8/8/8/4K2n w - - 0 1",
        ),
    ];
    for (name, fen, child) in cases {
        let found: Vec<String> = children(&men(fen)).iter().map(Men::to_string).collect();
        assert!(found.iter().any(|found| found == child), "{name}: {fen}\n{found:#?}");
    }
}

#[test]
fn children_are_those_of_the_board() {
    const SEED: u64 = 20_250_301;
    let random = &mut Random(SEED);
    let (mut positions, mut castling, mut en_passant) = (0, 0, 0);
    for others in materials() {
        for _ in 0..rounds(&others) {
            every_state(random_diagram(&others, random), &mut |position| {
                assert_children(&position, SEED);
                positions += 1;
                castling += usize::from(position.castling().any());
                en_passant += usize::from(position.en_passant().is_some());
            });
        }
    }
    let seen = (positions, castling, en_passant);
    assert!(positions > 50_000 && castling > 5_000 && en_passant > 1_000, "{seen:?}");
}

fn assert_children(position: &Position, seed: u64) {
    let men = Men::try_from(position).expect("at most five men");
    assert_eq!(Position::from(&men), *position, "seed {seed}");
    assert_eq!(men.is_check(), position.is_check(), "{position}, seed {seed}");
    let found = children(&men);
    let mut expected = BTreeSet::new();
    position.for_each_child(|_, child| {
        expected.insert(Men::try_from(child).expect("no more men than before"));
    });
    assert_eq!(found.len() as u64, position.count_moves(), "{position}, seed {seed}");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{position}, seed {seed}");
}

/// How many random placements of a material: more where en passant is possible,
/// which few of them allow.
fn rounds(others: &[Piece]) -> usize {
    let pawns = Color::ALL.map(|color| Piece { color, role: Role::Pawn });
    if pawns.iter().all(|pawn| others.contains(pawn)) { 4000 } else { 150 }
}

/// Each choice of up to three men beside the kings.
fn materials() -> Vec<Vec<Piece>> {
    let officers: Vec<Piece> = Piece::all().filter(|piece| piece.role != Role::King).collect();
    let mut all = vec![vec![]];
    let mut start = 0;
    for _ in 0..3 {
        let end = all.len();
        for number in start..end {
            let smaller = all[number].clone();
            let last = smaller.last().copied();
            let next = officers.iter().filter(|&&piece| last.is_none_or(|last| last <= piece));
            all.extend(next.map(|&piece| [smaller.as_slice(), &[piece]].concat()));
        }
        start = end;
    }
    assert_eq!(all.len(), 1 + 10 + 55 + 220);
    all
}

/// The kings and these men on random squares, often at home or side by side in
/// the middle, so that rights are not rare.
fn random_diagram(others: &[Piece], random: &mut Random) -> Diagram {
    let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
    let mut diagram = Diagram::EMPTY;
    for &piece in kings.iter().chain(others) {
        let mut square = random_square(piece, random);
        while diagram.piece_at(square).is_some() {
            square = random_square(piece, random);
        }
        diagram.put(square, piece);
    }
    diagram
}

fn random_square(piece: Piece, random: &mut Random) -> Square {
    let likely: &[Square] = match piece.role {
        Role::King => &[Square::E1],
        Role::Rook => &[Square::A1, Square::H1],
        Role::Pawn => &[Square::C4, Square::D4, Square::E4, Square::D5, Square::E5, Square::D2],
        _ => &[],
    };
    let any = Square::new(random.below(64) as u8).expect("below 64");
    if likely.is_empty() || random.below(2) == 0 {
        return any;
    }
    match piece.color {
        Color::White => random.pick(likely),
        Color::Black => random.pick(likely).flip_vertical(),
    }
}
