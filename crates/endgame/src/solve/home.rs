//! Leaving a slice with castling rights.
//!
//! These slices are small, since kings and rooks at home do not move in them;
//! so every exit is taken by the rules of the game, one position at a time.

use super::Solved;
use super::layout::Layout;
use super::line::{BEFORE, Line};
use crate::probe::{Places, value_of};
use crate::slice::Slice;
use crate::symmetry::square_at;
use crate::value::Value;
use sole_board::{Color, Diagram, Faults, Piece, Position, Role, Setup};

/// The exits of a slice with castling rights.
pub(super) struct Home<'a, S> {
    slice: &'a Slice,
    solved: &'a S,
}

impl<'a, S: Solved> Home<'a, S> {
    pub(super) fn new(slice: &'a Slice, solved: &'a S) -> Home<'a, S> {
        Home { slice, solved }
    }

    /// What White and Black get by leaving, by address.
    pub(super) fn lines(&self, layout: &Layout) -> Result<Vec<[Line; 2]>, S::Error> {
        let mut places = Places::default();
        let king = layout.kings[0];
        let mut lines = vec![[[0; 64]; 2]; layout.words()];
        for (address, lines) in lines.iter_mut().enumerate() {
            let squares = layout.squares(address);
            if layout.occupied(king, &squares).is_none() {
                continue;
            }
            let sight = layout.sight(king, &squares);
            for turn in Color::ALL {
                for black_king in 0..64 {
                    if sight.may_move(turn) >> black_king & 1 != 0 {
                        let men = layout.men(&squares);
                        let position = self.position(men, king, black_king, turn);
                        lines[turn.index()][black_king] = self.best_exit(&position, &mut places)?;
                    }
                }
            }
        }
        Ok(lines)
    }

    fn position(
        &self,
        men: impl Iterator<Item = (Piece, usize)>,
        white_king: usize,
        black_king: usize,
        turn: Color,
    ) -> Position {
        let king = |color| Piece { color, role: Role::King };
        let kings = [(king(Color::White), white_king), (king(Color::Black), black_king)];
        let mut diagram = Diagram::EMPTY;
        for (piece, square) in men.chain(kings) {
            diagram.put(square_at(square), piece);
        }
        let setup = Setup { diagram, turn, castling: self.slice.rights(), ..Setup::EMPTY };
        Position::new(setup, Faults::WAIVABLE).expect("only legal positions are asked for")
    }

    fn best_exit(&self, position: &Position, places: &mut Places<S>) -> Result<u8, S::Error> {
        let here = Slice::of(position).0;
        let mut best = 0;
        let mut failed = None;
        position.for_each_child(|_, child| {
            if failed.is_none() && leaves(position, child, &here) {
                match value_of(child, self.solved, places) {
                    Ok(value) => best = best.max(BEFORE[usize::from(Value::code(value))]),
                    Err(error) => failed = Some(error),
                }
            }
        });
        failed.map_or(Ok(best), Err)
    }
}

fn leaves(position: &Position, child: &Position, here: &Slice) -> bool {
    child.castling() != position.castling() || Slice::of(child).0 != *here
}
