//! Every way to place the men of an ending, one of each that symmetry makes alike.
//!
//! Without pawns White's king is in the triangle a1-d1-d4, with pawns on the
//! files a to d. Nothing here asks whether a king can be taken.

use sole_board::{Color, Diagram, File, Material, Piece, Role, Square, SquareSet};

/// The squares of White's and Black's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kings(pub Square, pub Square);

impl Kings {
    /// Every pair that an ending needs.
    pub fn of(ending: &Material) -> Vec<Kings> {
        let pairs =
            Square::all().flat_map(|white| Square::all().map(move |black| Kings(white, black)));
        let is_needed = |kings: &Kings| {
            kings.0 != kings.1 && if ending.has_pawns() { kings.is_left() } else { kings.is_low() }
        };
        pairs.filter(is_needed).collect()
    }

    fn is_left(self) -> bool {
        self.0.file() <= File::D
    }

    /// White's king is in the triangle; if it is on the diagonal, Black's is not above it.
    fn is_low(self) -> bool {
        let above = |square: Square| square.rank().index() > square.file().index();
        self.is_left() && !above(self.0) && !(on_diagonal(self.0) && above(self.1))
    }
}

/// Every placement of the other men of an ending.
pub fn for_each_placement(ending: &Material, kings: Kings, visit: &mut impl FnMut(&Diagram)) {
    let mut diagram = Diagram::EMPTY;
    diagram.put(kings.0, Piece { color: Color::White, role: Role::King });
    diagram.put(kings.1, Piece { color: Color::Black, role: Role::King });
    let officers_only = !ending.has_pawns();
    let is_foldable = officers_only && on_diagonal(kings.0) && on_diagonal(kings.1);
    place(&men(ending), &diagram, &mut |diagram| {
        if !is_foldable || is_first_of_two(diagram) {
            visit(diagram);
        }
    });
}

/// The men that are no kings, like ones next to each other.
fn men(ending: &Material) -> Vec<Piece> {
    Piece::all()
        .filter(|piece| piece.role != Role::King)
        .flat_map(|piece| std::iter::repeat_n(piece, ending.count(piece)))
        .collect()
}

fn place(men: &[Piece], diagram: &Diagram, visit: &mut impl FnMut(&Diagram)) {
    let Some((&piece, rest)) = men.split_first() else { return visit(diagram) };
    for square in squares_for(piece, diagram) {
        let mut with_it = *diagram;
        with_it.put(square, piece);
        place(rest, &with_it, visit);
    }
}

/// Empty squares; behind those of like men that stand already, so that each set comes once.
fn squares_for(piece: Piece, diagram: &Diagram) -> SquareSet {
    let board = if piece.role == Role::Pawn { !SquareSet::BACK_RANKS } else { SquareSet::FULL };
    let up_to = |last: Square| SquareSet(u64::MAX >> (63 - last.index()));
    let taken = diagram.men(piece.color, piece.role).last().map_or(SquareSet::EMPTY, up_to);
    board - diagram.occupied() - taken
}

fn on_diagonal(square: Square) -> bool {
    square.rank().index() == square.file().index()
}

/// Whether a diagram does not come after its mirror image in the diagonal a1-h8.
fn is_first_of_two(diagram: &Diagram) -> bool {
    let sets = || Piece::all().map(|piece| diagram.men(piece.color, piece.role));
    sets().map(|set| set.0).le(sets().map(|set| transposed(set).0))
}

fn transposed(set: SquareSet) -> SquareSet {
    let image = |square: Square| {
        Square::at(File::ALL[square.rank().index()], sole_board::Rank::ALL[square.file().index()])
    };
    set.into_iter().map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_as_many_as_known() {
        // Kings may stand next to each other here; those on the diagonal are folded once more.
        let cases = [
            ("KvK", 10 * 63 - 4 * 28, 518),
            ("KQvK", 518, 490 * 62 + 28 * (6 + 56 / 2)),
            ("KQQvK", 518, 490 * 62 * 61 / 2 + 28 * ((62 * 61 / 2 - 28 - 15) / 2 + 28 + 15)),
            ("KPvK", 32 * 63, 24 * (47 * 46 + 16 * 47) + 8 * (48 * 47 + 15 * 48)),
        ];
        for (name, pairs, placements) in cases {
            let ending: Material = name.parse().expect(name);
            let kings = Kings::of(&ending);
            assert_eq!(kings.len(), pairs, "{name}");
            let mut count = 0;
            kings.iter().for_each(|&kings| for_each_placement(&ending, kings, &mut |_| count += 1));
            assert_eq!(count, placements, "{name}");
        }
    }
}
