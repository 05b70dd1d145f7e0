//! Conditions on where the men stand.

use crate::bishops::BishopColors;
use sole_board::{Color, Diagram, Piece, Rank, Role, Square, SquareSet};

/// Some man of a kind stands in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) piece: Piece,
    pub(crate) region: SquareSet,
}

impl Placement {
    pub(crate) fn holds(self, board: &Diagram) -> bool {
        (board.men(self.piece.color, self.piece.role) & self.region).any()
    }
}

/// The regions that have a name, with what they are.
pub(crate) const REGIONS: [(&str, SquareSet); 5] = [
    ("edge", SquareSet(0xff81_8181_8181_81ff)),
    ("corner", SquareSet(0x8100_0000_0000_0081)),
    ("centre", SquareSet(0x0000_0018_1800_0000)),
    ("light", SquareSet::LIGHT),
    ("dark", SquareSet(!SquareSet::LIGHT.0)),
];

/// A pawn of either side is one step from promotion.
pub(crate) fn pawn_on_seventh(board: &Diagram) -> bool {
    let is_there = |color: Color| {
        (board.men(color, Role::Pawn) & SquareSet::rank(Rank::Seventh.seen_by(color))).any()
    };
    Color::ALL.into_iter().any(is_there)
}

/// A file or rank with an enemy rook or queen on it lies between a king and every pawn, or the
/// other king if there is no pawn.
pub(crate) fn is_cut_off(board: &Diagram, color: Color) -> bool {
    let Some(king) = board.king(color) else { return false };
    let pawns = board.men(Color::White, Role::Pawn) | board.men(Color::Black, Role::Pawn);
    let goals = if pawns.any() { pawns } else { board.men(!color, Role::King) };
    let cutters = board.men(!color, Role::Rook) | board.men(!color, Role::Queen);
    let axes: [fn(Square) -> u8; 2] = [|square| square.file() as u8, |square| square.rank() as u8];
    let between = |axis: fn(Square) -> u8, line: Square| {
        let side = |square: Square| axis(square).cmp(&axis(line));
        side(king).is_ne() && goals.into_iter().all(|goal| side(goal) == side(king).reverse())
    };
    cutters.into_iter().any(|line| axes.into_iter().any(|axis| between(axis, line)))
}

/// How the bishops stand; none if there are fewer than two.
pub(crate) fn bishops(board: &Diagram) -> Option<BishopColors> {
    let of =
        |color| board.men(color, Role::Bishop).into_iter().map(move |at| (color, at.is_light()));
    BishopColors::of(Color::ALL.into_iter().flat_map(of))
}

/// A side has bishops on squares of both colours.
pub(crate) fn has_bishop_pair(board: &Diagram) -> bool {
    let has_pair = |color| {
        let bishops = board.men(color, Role::Bishop);
        (bishops & SquareSet::LIGHT).any() && (bishops - SquareSet::LIGHT).any()
    };
    Color::ALL.into_iter().any(has_pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::Setup;

    fn board(fen: &str) -> Diagram {
        fen.parse::<Setup>().expect(fen).diagram
    }

    #[test]
    fn kings_are_cut_off_by_a_line_between_them_and_the_pawns() {
        let cases = [
            // Lucena: the rook on the d-file keeps the king from the pawn.
            ("1K6/1P1k4/8/8/8/8/r7/2R5 w - -", false, true),
            ("1K6/1P2k3/8/8/8/8/r7/3R4 w - -", false, true),
            // The king stands on the line, or the pawn does.
            ("1K6/1P1k4/8/8/8/8/8/3R3r w - -", false, false),
            ("1K6/1P2k3/8/8/8/8/8/1R5r w - -", false, false),
            // Without pawns it is the other king that counts.
            ("8/8/4k3/8/R7/8/8/4K3 w - -", false, true),
            ("K7/8/4k3/8/R7/8/8/8 w - -", false, false),
            ("8/8/4k3/8/b7/8/8/4K3 w - -", false, false),
            // Black's rook cuts off White's king from White's own pawn.
            ("8/1k6/1P6/8/3r4/8/8/5K1R w - -", true, false),
        ];
        for (fen, white, black) in cases {
            let found = [Color::White, Color::Black].map(|color| is_cut_off(&board(fen), color));
            assert_eq!(found, [white, black], "{fen}");
        }
    }

    #[test]
    fn pawns_and_bishops_are_seen() {
        let cases = [
            ("8/P7/8/8/8/8/8/K1k5 w - -", true, false, None),
            ("8/8/8/8/8/8/p7/K1k5 w - -", true, false, None),
            ("8/p7/8/8/8/8/P7/K1k5 w - -", false, false, None),
            ("8/8/8/8/8/BB6/8/K1k5 w - -", false, true, Some(BishopColors::Opposite)),
            ("8/8/8/8/1B6/B7/8/K1k5 w - -", false, false, Some(BishopColors::Same)),
            ("8/8/8/8/8/Bb6/8/K1k5 w - -", false, false, Some(BishopColors::Opposite)),
        ];
        for (fen, seventh, pair, colors) in cases {
            let board = board(fen);
            let found = (pawn_on_seventh(&board), has_bishop_pair(&board), bishops(&board));
            assert_eq!(found, (seventh, pair, colors), "{fen}");
        }
    }
}
