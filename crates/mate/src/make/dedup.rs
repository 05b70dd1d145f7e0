//! Removal of duplicates: problems that are equal up to symmetry, or have the same solution.
//!
//! Without pawns and castling rights a position has eight symmetries, with pawns and without
//! castling rights two; exchanging the colours changes nothing either. Problems also count as
//! duplicates if they have the same solution: the same moves of the same kinds of pieces
//! against a king on the same square, wherever the other pieces stand.

use super::Find;
use sole_board::{Color, Move, Position, Role, Square, SquareSet};
use std::collections::HashSet;

/// A symmetry of the board: which reflections are applied, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    files: bool,
    ranks: bool,
    files_with_ranks: bool,
}

const IDENTITY: Symmetry = Symmetry { files: false, ranks: false, files_with_ranks: false };

impl Symmetry {
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|n| Symmetry {
            files: n & 1 != 0,
            ranks: n & 2 != 0,
            files_with_ranks: n & 4 != 0,
        })
    }

    /// Whether the rules for the pawns and castling rights of a position stay the same.
    fn preserves(self, position: &Position) -> bool {
        let turned = self.ranks || self.files_with_ranks;
        let has_pawns = position.diagram().role(Role::Pawn).any();
        let castles = position.castling().any();
        !(turned && has_pawns || (turned || self.files) && castles)
    }

    fn square(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file().index(), square.rank().index());
        if self.files {
            file = 7 - file;
        }
        if self.ranks {
            rank = 7 - rank;
        }
        if self.files_with_ranks {
            (file, rank) = (rank, file);
        }
        Square::new((8 * rank + file) as u8).expect("a square of the board")
    }

    fn set(self, set: SquareSet) -> SquareSet {
        set.into_iter().map(|square| self.square(square)).collect()
    }
}

/// The pieces and rights of a position as numbers, White to move, the smallest of
/// all its symmetric positions. The attacked king comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CanonicalForm([SquareSet; 9], Option<Square>);

impl CanonicalForm {
    pub(super) fn of(position: &Position) -> CanonicalForm {
        let position = white_to_move(position);
        symmetries(&position)
            .map(|symmetry| CanonicalForm::under(&position, symmetry))
            .min()
            .expect("as it is")
    }

    /// Whether no symmetric position has smaller numbers; White is to move.
    pub(super) fn is_canonical(position: &Position) -> bool {
        let king = position.diagram().men(Color::Black, Role::King);
        if symmetries(position).any(|symmetry| symmetry.set(king) < king) {
            return false;
        }
        let plain = CanonicalForm::under(position, IDENTITY);
        let mut same_king = symmetries(position).filter(|symmetry| symmetry.set(king) == king);
        same_king.all(|symmetry| {
            symmetry == IDENTITY || CanonicalForm::under(position, symmetry) >= plain
        })
    }

    fn under(position: &Position, symmetry: Symmetry) -> CanonicalForm {
        let diagram = position.diagram();
        let king = diagram.men(Color::Black, Role::King);
        let [pawn, knight, bishop, rook, queen, kings] = Role::ALL.map(|role| diagram.role(role));
        let (white, castling) = (diagram.color(Color::White), position.castling());
        let sets = [king, kings, queen, rook, bishop, knight, pawn, white, castling];
        let en_passant = position.en_passant().map(|square| symmetry.square(square));
        CanonicalForm(sets.map(|set| symmetry.set(set)), en_passant)
    }
}

fn symmetries(position: &Position) -> impl Iterator<Item = Symmetry> {
    Symmetry::all().filter(|symmetry| symmetry.preserves(position))
}

/// The position with White to move, the colours exchanged if necessary.
fn white_to_move(position: &Position) -> Position {
    match position.turn() {
        Color::White => *position,
        Color::Black => position.flipped(),
    }
}

/// Who moves from where to where, and what it becomes.
type Step = (usize, Square, Square, Option<Role>);

/// The mated king's square, the key, and the longest defences with all answers, of
/// the symmetry with the smallest numbers. Rotation by 180 degrees is a symmetry, so it does not
/// matter which side has which colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Signature(Square, Step, Vec<(Step, Vec<Step>)>);

impl Signature {
    pub(super) fn of(find: &Find) -> Signature {
        Symmetry::all()
            .map(|symmetry| Signature::under(find, symmetry))
            .min()
            .expect("eight symmetries")
    }

    fn under(find: &Find, symmetry: Symmetry) -> Signature {
        let position = find.position();
        let after = position.after(find.key());
        let king = after.diagram().king(after.turn()).expect("whoever is mated has a king");
        let mut play: Vec<_> = find
            .defences()
            .iter()
            .map(|defence| {
                let child = after.after(defence.reply);
                let answers = defence.answers.iter();
                let mut answers: Vec<Step> = answers.map(|&m| step(&child, m, symmetry)).collect();
                answers.sort_unstable();
                (step(&after, defence.reply, symmetry), answers)
            })
            .collect();
        play.sort_unstable();
        Signature(symmetry.square(king), step(position, find.key(), symmetry), play)
    }
}

fn step(position: &Position, m: Move, symmetry: Symmetry) -> Step {
    let piece = position.diagram().piece_at(m.from()).expect("a man moves");
    (piece.role.index(), symmetry.square(m.from()), symmetry.square(m.to()), m.promoted())
}

/// The problems that were found already, up to symmetry and by their solutions.
#[derive(Default)]
pub(super) struct SeenProblems {
    canonical_forms: HashSet<CanonicalForm>,
    signatures: HashSet<Signature>,
}

impl SeenProblems {
    /// Adds a find; `false` if an equivalent one is there already.
    pub(super) fn insert(&mut self, find: &Find) -> bool {
        let is_new_solution = self.signatures.insert(Signature::of(find));
        self.canonical_forms.insert(CanonicalForm::of(find.position())) && is_new_solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::NodeCounter;
    use crate::direct::Search;
    use crate::make::judge::Judge;
    use crate::make::{Constraints, KeyConstraint};
    use crate::{Budget, Goal};
    use sole_board::Setup;
    use std::num::NonZeroU8;

    fn position(fen: &str) -> Position {
        let setup: Setup = fen.parse().expect("a FEN");
        setup.try_into().expect("playable")
    }

    #[test]
    fn duplicates_are_recognized() {
        let cases = [
            ("k7/8/8/8/8/8/8/K6R w - -", "7k/8/8/8/8/8/8/R6K w - -", true),
            ("k7/8/8/8/8/8/8/K6R w - -", "R7/8/8/8/8/8/8/K6k w - -", true),
            ("k7/8/8/8/8/8/8/K6R w - -", "k6r/8/8/8/8/8/8/K7 b - -", true),
            ("k7/8/8/8/8/8/8/K6R w - -", "k7/8/8/8/8/8/8/K4Q2 w - -", false),
            ("k7/8/8/8/8/8/8/K6R w - -", "k7/8/8/8/8/8/8/K6R b - -", false),
            ("k7/8/8/8/8/P7/8/K7 w - -", "7k/8/8/8/8/7P/8/7K w - -", true),
            ("k7/8/8/8/8/P7/8/K7 w - -", "K7/8/P7/8/8/8/8/k7 w - -", false),
            ("k7/8/8/8/8/8/8/4K2R w K -", "7k/8/8/8/8/8/8/R3K3 w Q -", false),
        ];
        for (one, other, duplicates) in cases {
            let canonical_forms = [one, other].map(|fen| CanonicalForm::of(&position(fen)));
            assert_eq!(canonical_forms[0] == canonical_forms[1], duplicates, "{one} {other}");
        }
    }

    /// A mate in two by a rook, after a move of the king.
    fn find(fen: &str, key: &str) -> Find {
        let position = position(fen);
        let constraints = Constraints {
            key: KeyConstraint::Any,
            ..Constraints::new(NonZeroU8::MIN.saturating_add(1))
        };
        let counter = NodeCounter::new(&Budget::UNLIMITED);
        let mut judge = Judge::new(Search::new(Goal::Mate, counter), constraints);
        let key = position.parse_uci(key).expect("a move");
        let defences = judge.defences(&position, key).expect("no limit");
        Find { position, moves: 2, keys: vec![key], key, defences }
    }

    #[test]
    fn problems_with_the_same_solution_are_duplicates() {
        let cases = [
            ("7k/8/5K2/8/8/8/8/1R6 w - -", "f6g6", true),
            ("7k/8/5K2/8/8/8/8/1R6 w - -", "f6g6", false),
            ("k7/8/2K5/8/8/8/8/6R1 w - -", "c6b6", false),
            ("6r1/8/8/8/8/2k5/8/K7 b - -", "c3b3", false),
            ("7k/8/5K2/8/8/8/P7/1R6 w - -", "f6g6", false),
            ("7k/8/5K2/8/8/8/8/2R5 w - -", "f6g6", true),
            ("7k/7p/5K2/8/8/8/8/1R6 w - -", "f6f7", true),
        ];
        let mut seen = SeenProblems::default();
        for (fen, key, is_new) in cases {
            assert_eq!(seen.insert(&find(fen, key)), is_new, "{fen}");
        }
    }

    #[test]
    fn exactly_one_symmetric_position_is_canonical() {
        for fen in ["k7/8/2K5/8/8/8/8/6R1 w - -", "8/8/8/3k4/8/3P4/8/K7 w - -"] {
            let position = position(fen);
            let images = symmetries(&position).map(|symmetry| {
                let men = position.diagram().iter().map(|(at, piece)| (symmetry.square(at), piece));
                let mut setup = Setup::EMPTY;
                men.for_each(|(at, piece)| setup.diagram.put(at, piece));
                Position::try_from(setup).expect("playable")
            });
            let images: Vec<Position> = images.collect();
            assert!(
                images.iter().all(|image| CanonicalForm::of(image) == CanonicalForm::of(&position)),
                "{fen}"
            );
            assert_eq!(
                images.iter().filter(|image| CanonicalForm::is_canonical(image)).count(),
                1,
                "{fen}"
            );
        }
    }
}
