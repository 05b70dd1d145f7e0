//! Which problems are the same but for the way one looks at the board.
//!
//! Without pawns and castling the board can be turned and mirrored in eight ways,
//! with pawns alone in two; exchanging the colours changes nothing either. Problems
//! are twins as well if they have the same solution: the same moves of like men
//! against a king on the same square, wherever others stand.

use super::Find;
use sole_board::{Color, Move, Position, Role, Square, SquareSet};
use std::collections::HashSet;

/// A way to look at the board: what is exchanged, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    files: bool,
    ranks: bool,
    files_with_ranks: bool,
}

const AS_IT_IS: View = View { files: false, ranks: false, files_with_ranks: false };

impl View {
    fn all() -> impl Iterator<Item = View> {
        (0..8).map(|n| View { files: n & 1 != 0, ranks: n & 2 != 0, files_with_ranks: n & 4 != 0 })
    }

    /// Whether pawns go on the same way and kings castle to the same sides.
    fn keeps(self, position: &Position) -> bool {
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

/// The men and rights of a position as numbers, White to move, the smallest of
/// all views. The attacked king comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Canon([SquareSet; 9], Option<Square>);

impl Canon {
    pub(super) fn of(position: &Position) -> Canon {
        let position = by_white(position);
        views(&position).map(|view| Canon::seen(&position, view)).min().expect("as it is")
    }

    /// Whether no view of the position, White to move, has smaller numbers.
    pub(super) fn is(position: &Position) -> bool {
        let king = position.diagram().men(Color::Black, Role::King);
        if views(position).any(|view| view.set(king) < king) {
            return false;
        }
        let plain = Canon::seen(position, AS_IT_IS);
        let mut same_king = views(position).filter(|view| view.set(king) == king);
        same_king.all(|view| view == AS_IT_IS || Canon::seen(position, view) >= plain)
    }

    fn seen(position: &Position, view: View) -> Canon {
        let diagram = position.diagram();
        let king = diagram.men(Color::Black, Role::King);
        let [pawn, knight, bishop, rook, queen, kings] = Role::ALL.map(|role| diagram.role(role));
        let (white, castling) = (diagram.color(Color::White), position.castling());
        let sets = [king, kings, queen, rook, bishop, knight, pawn, white, castling];
        let en_passant = position.en_passant().map(|square| view.square(square));
        Canon(sets.map(|set| view.set(set)), en_passant)
    }
}

fn views(position: &Position) -> impl Iterator<Item = View> {
    View::all().filter(|view| view.keeps(position))
}

/// The same with White to move.
fn by_white(position: &Position) -> Position {
    match position.turn() {
        Color::White => *position,
        Color::Black => position.flipped(),
    }
}

/// Who moves from where to where, and what it becomes.
type Step = (usize, Square, Square, Option<Role>);

/// The mated king's square, the key, and the longest defences with all answers, of
/// the view with the smallest numbers. Since turning the board is a view, it does not
/// matter which side has which colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Signature(Square, Step, Vec<(Step, Vec<Step>)>);

impl Signature {
    pub(super) fn of(find: &Find) -> Signature {
        View::all().map(|view| Signature::seen(find, view)).min().expect("eight views")
    }

    fn seen(find: &Find, view: View) -> Signature {
        let position = find.position();
        let after = position.after(find.key());
        let king = after.diagram().king(after.turn()).expect("whoever is mated has a king");
        let mut play: Vec<_> = find
            .defences()
            .iter()
            .map(|defence| {
                let child = after.after(defence.reply);
                let answers = defence.answers.iter();
                let mut answers: Vec<Step> = answers.map(|&m| step(&child, m, view)).collect();
                answers.sort_unstable();
                (step(&after, defence.reply, view), answers)
            })
            .collect();
        play.sort_unstable();
        Signature(view.square(king), step(position, find.key(), view), play)
    }
}

fn step(position: &Position, m: Move, view: View) -> Step {
    let piece = position.diagram().piece_at(m.from()).expect("a man moves");
    (piece.role.index(), view.square(m.from()), view.square(m.to()), m.promoted())
}

/// What was seen already.
#[derive(Default)]
pub(super) struct Archive {
    canons: HashSet<Canon>,
    signatures: HashSet<Signature>,
}

impl Archive {
    /// Takes in a find; `false` if a twin is there already.
    pub(super) fn take(&mut self, find: &Find) -> bool {
        let is_new_solution = self.signatures.insert(Signature::of(find));
        self.canons.insert(Canon::of(find.position())) && is_new_solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Purse;
    use crate::direct::Search;
    use crate::make::judge::Judge;
    use crate::make::{Demand, KeyDemand};
    use crate::{Budget, Goal};
    use sole_board::Setup;
    use std::num::NonZeroU8;

    fn position(fen: &str) -> Position {
        let setup: Setup = fen.parse().expect("a FEN");
        setup.try_into().expect("playable")
    }

    #[test]
    fn twins_are_told_from_others() {
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
        for (one, other, twins) in cases {
            let canons = [one, other].map(|fen| Canon::of(&position(fen)));
            assert_eq!(canons[0] == canons[1], twins, "{one} {other}");
        }
    }

    /// A mate in two by a rook, after a move of the king.
    fn find(fen: &str, key: &str) -> Find {
        let position = position(fen);
        let demand =
            Demand { key: KeyDemand::Any, ..Demand::new(NonZeroU8::MIN.saturating_add(1)) };
        let purse = Purse::new(&Budget::UNLIMITED);
        let mut judge = Judge::new(Search::new(Goal::Mate, purse), demand);
        let key = position.parse_uci(key).expect("a move");
        let defences = judge.defences(&position, key).expect("no limit");
        Find { position, moves: 2, keys: vec![key], key, defences }
    }

    #[test]
    fn who_has_the_same_solution_is_a_twin() {
        let cases = [
            ("7k/8/5K2/8/8/8/8/1R6 w - -", "f6g6", true),
            ("7k/8/5K2/8/8/8/8/1R6 w - -", "f6g6", false),
            ("k7/8/2K5/8/8/8/8/6R1 w - -", "c6b6", false),
            ("6r1/8/8/8/8/2k5/8/K7 b - -", "c3b3", false),
            ("7k/8/5K2/8/8/8/P7/1R6 w - -", "f6g6", false),
            ("7k/8/5K2/8/8/8/8/2R5 w - -", "f6g6", true),
            ("7k/7p/5K2/8/8/8/8/1R6 w - -", "f6f7", true),
        ];
        let mut archive = Archive::default();
        for (fen, key, is_new) in cases {
            assert_eq!(archive.take(&find(fen, key)), is_new, "{fen}");
        }
    }

    #[test]
    fn of_all_views_one_is_the_smallest() {
        for fen in ["k7/8/2K5/8/8/8/8/6R1 w - -", "8/8/8/3k4/8/3P4/8/K7 w - -"] {
            let position = position(fen);
            let seen = views(&position).map(|view| {
                let men = position.diagram().iter().map(|(at, piece)| (view.square(at), piece));
                let mut setup = Setup::EMPTY;
                men.for_each(|(at, piece)| setup.diagram.put(at, piece));
                Position::try_from(setup).expect("playable")
            });
            let seen: Vec<Position> = seen.collect();
            assert!(seen.iter().all(|view| Canon::of(view) == Canon::of(&position)), "{fen}");
            assert_eq!(seen.iter().filter(|view| Canon::is(view)).count(), 1, "{fen}");
        }
    }
}
