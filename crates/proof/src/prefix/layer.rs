//! The positions of a ply that one game leads to, as their games.

use std::collections::HashSet;

use sole_board::{Move, Position};

/// Games of one length, in the order of a walk through all games.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    plies: usize,
    /// The moves of all games, one after the other.
    moves: Vec<Move>,
    /// For each game whether it is the only one to its diagram.
    sole: Vec<bool>,
}

impl Layer {
    pub(super) fn new(plies: usize) -> Layer {
        Layer { plies, moves: Vec::new(), sole: Vec::new() }
    }

    /// The game without moves.
    pub(super) fn of_start() -> Layer {
        Layer { plies: 0, moves: Vec::new(), sole: vec![true] }
    }

    pub(super) fn len(&self) -> usize {
        self.sole.len()
    }

    /// A game, and whether it is the only one to its diagram.
    pub(super) fn get(&self, index: usize) -> (&[Move], bool) {
        (&self.moves[index * self.plies..][..self.plies], self.sole[index])
    }

    pub(super) fn push(&mut self, game: &[Move], last: Move, is_sole: bool) {
        self.moves.extend_from_slice(game);
        self.moves.push(last);
        self.sole.push(is_sole);
    }

    /// One game to each position.
    pub(super) fn distinct(&self, start: &Position) -> Layer {
        let (mut line, mut seen, mut all) =
            (Line::new(start), HashSet::new(), Layer::new(self.plies));
        for index in 0..self.len() {
            let (game, is_sole) = self.get(index);
            if seen.insert(line.follow(game)[self.plies]) {
                all.moves.extend_from_slice(game);
                all.sole.push(is_sole);
            }
        }
        all
    }

    /// Puts portions together.
    pub(super) fn join(plies: usize, portions: impl Iterator<Item = Layer>) -> Layer {
        let mut all = Layer::new(plies);
        for mut portion in portions {
            all.moves.append(&mut portion.moves);
            all.sole.append(&mut portion.sole);
        }
        all
    }
}

/// The positions of a game, replayed from where it differs from the last one.
pub(super) struct Line {
    positions: Vec<Position>,
    game: Vec<Move>,
}

impl Line {
    pub(super) fn new(start: &Position) -> Line {
        Line { positions: vec![*start], game: Vec::new() }
    }

    /// The positions of a game, the start first.
    pub(super) fn follow(&mut self, game: &[Move]) -> &[Position] {
        let same = self.game.iter().zip(game).take_while(|(a, b)| a == b).count();
        self.game.truncate(same);
        self.positions.truncate(same + 1);
        for &m in &game[same..] {
            let next = self.positions[self.game.len()].after(m);
            self.positions.push(next);
            self.game.push(m);
        }
        &self.positions
    }
}
