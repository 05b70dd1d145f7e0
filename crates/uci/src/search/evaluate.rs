//! What a position seems to be score: men, where they stand, and little else.
//!
//! Nothing here is exact. Numbers are hundredths of a pawn, for the side to move.

use sole_board::{Color, Diagram, Position, Role, Square, SquareSet};

/// The score of a man by its role.
pub(crate) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 940,
        Role::King => 0,
    }
}

/// Two bishops together.
const BISHOPS: i32 = 30;

/// A pawn that no pawn can stop, by the ranks that it has gone.
const PASSED: [i32; 8] = [0, 5, 10, 20, 40, 70, 120, 0];

/// How much of the middle game is left at most.
const FULL: i32 = 24;

/// The score of a position for the side to move.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let diagram = position.diagram();
    let left = middle_game(diagram);
    let white = side(diagram, Color::White, left) - side(diagram, Color::Black, left);
    match position.turn() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// How much of the middle game is left, by the officers on the board.
fn middle_game(diagram: &Diagram) -> i32 {
    let officers = [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];
    let sum: i32 =
        officers.iter().map(|&(role, weight)| diagram.role(role).len() as i32 * weight).sum();
    sum.min(FULL)
}

fn side(diagram: &Diagram, color: Color, left: i32) -> i32 {
    let mut sum = 0;
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in diagram.men(color, role) {
            sum += value(role) + place(role, square, color);
        }
    }
    for pawn in diagram.men(color, Role::Pawn) {
        if is_passed(diagram, pawn, color) {
            sum += PASSED[advance(pawn, color)];
        }
    }
    if diagram.men(color, Role::Bishop).len() >= 2 {
        sum += BISHOPS;
    }
    let king = diagram.king(color).map_or(0, |king| {
        let (safe, active) =
            (-6 * centre(king) - 12 * advance(king, color) as i32, 8 * centre(king));
        (safe * left + active * (FULL - left)) / FULL
    });
    sum + king + chase(diagram, color)
}

/// What a man is score beside itself for where it stands.
fn place(role: Role, square: Square, color: Color) -> i32 {
    let advance = advance(square, color) as i32;
    match role {
        Role::Pawn => advance * advance + if centre(square) >= 5 { 12 } else { 0 },
        Role::Knight => 8 * centre(square) - 24,
        Role::Bishop => 4 * centre(square) - 12,
        Role::Rook => {
            if advance == 6 {
                20
            } else {
                0
            }
        }
        Role::Queen => 2 * centre(square),
        Role::King => 0,
    }
}

/// How near the middle a square is, from 0 in the corner to 6.
fn centre(square: Square) -> i32 {
    let away = |index: usize| (2 * index as i32 - 7).abs();
    7 - (away(square.file().index()) + away(square.rank().index())) / 2
}

/// How many ranks a square is from its side's back rank.
fn advance(square: Square, color: Color) -> usize {
    square.rank().seen_by(color).index()
}

fn is_passed(diagram: &Diagram, pawn: Square, color: Color) -> bool {
    let file = SquareSet::file(pawn.file());
    let files = file | file.east() | file.west();
    let stops = |other: Square| advance(other, color) > advance(pawn, color);
    !(diagram.men(!color, Role::Pawn) & files).into_iter().any(stops)
}

/// Against a bare king: it belongs to the edge, and the own king near it.
fn chase(diagram: &Diagram, color: Color) -> i32 {
    let (Some(own), Some(other)) = (diagram.king(color), diagram.king(!color)) else { return 0 };
    if diagram.color(!color).len() > 1 {
        return 0;
    }
    let files = own.file().index().abs_diff(other.file().index());
    let ranks = own.rank().index().abs_diff(other.rank().index());
    10 * (6 - centre(other)) + 4 * (14 - (files + ranks) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;

    fn score(fen: &str) -> i32 {
        let setup: Setup = fen.parse().expect(fen);
        evaluate(&Position::try_from(setup).expect(fen))
    }

    #[test]
    fn both_sides_are_seen_alike() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/8/8/4k3/8/8/4P3/4K3 w - -",
        ] {
            let setup: Setup = fen.parse().expect(fen);
            let position = Position::try_from(setup).expect(fen);
            assert_eq!(evaluate(&position), evaluate(&position.flipped()), "{fen}");
        }
        assert_eq!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), 0);
    }

    #[test]
    fn more_is_better() {
        let rows = [
            "4k3/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/4P3/4K3 w - -",
            "4k3/8/4P3/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/3N4/4K3 w - -",
            "4k3/8/8/8/8/8/3R4/4K3 w - -",
            "4k3/8/8/8/8/8/3Q4/4K3 w - -",
        ];
        assert!(rows.map(score).is_sorted_by(|a, b| a < b), "{:?}", rows.map(score));
    }
}
