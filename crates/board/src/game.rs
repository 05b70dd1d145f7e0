//! A game: where it began, the moves, and all positions between.
//!
//! What a position alone does not know is kept here: the clocks, how often a
//! position has occurred, and the draws that follow from both. Positions are
//! compared exactly, never by their keys alone.
//!
//! ```
//! use sole_board::{Claim, Game};
//! let mut game = Game::default();
//! for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
//!     let m = game.position().parse_uci(text).unwrap();
//!     game.play(m).unwrap();
//! }
//! assert_eq!(game.repetitions(), 3);
//! assert_eq!(game.claims(), [Claim::ThreefoldRepetition]);
//! ```

use crate::{Claim, Clocks, Color, Ending, Faults, Move, Position, Role, Score, Setup};
use std::fmt;

/// Plies without progress after which a draw may be claimed.
const CLAIMABLE: u16 = 100;
/// Plies without progress after which the game is over.
const AUTOMATIC: u16 = 150;

/// A game from any position, with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: PositionAndClocks,
    plies: Vec<Ply>,
}

/// A position and its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PositionAndClocks {
    position: Position,
    clocks: Clocks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply {
    played: Move,
    after: PositionAndClocks,
}

/// A move that is not legal in the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub refused: Move,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.refused)
    }
}

impl std::error::Error for IllegalMove {}

impl Game {
    /// A game that begins with this position and these clocks.
    pub fn new(position: Position, clocks: Clocks) -> Game {
        Game { start: PositionAndClocks { position, clocks }, plies: Vec::new() }
    }

    /// A game that begins with a setup that has no faults but the waived ones.
    ///
    /// # Errors
    /// All other faults, together.
    pub fn from_setup(setup: Setup, waived: Faults) -> Result<Game, Faults> {
        Ok(Game::new(Position::new(setup, waived)?, setup.clocks))
    }

    fn now(&self) -> &PositionAndClocks {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.now().position
    }

    /// The current clocks.
    pub fn clocks(&self) -> Clocks {
        self.now().clocks
    }

    /// The current position with its clocks, to be written as FEN.
    pub fn setup(&self) -> Setup {
        self.now().position.to_setup(self.now().clocks)
    }

    /// The first position with its clocks.
    pub fn start(&self) -> Setup {
        self.start.position.to_setup(self.start.clocks)
    }

    /// The moves played.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.plies.iter().map(|ply| ply.played)
    }

    /// All positions, the first and the current one included.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        let later = self.plies.iter().map(|ply| &ply.after.position);
        std::iter::once(&self.start.position).chain(later)
    }

    /// Plays a legal move. Draws do not stop the game, only the lack of moves does.
    ///
    /// # Errors
    /// If the move is not legal; nothing changes then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let before = *self.now();
        let position = before.position.play(m).ok_or(IllegalMove { refused: m })?;
        let clocks = before.clocks.after(&before.position, m);
        self.plies.push(Ply { played: m, after: PositionAndClocks { position, clocks } });
        Ok(())
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Move> {
        self.plies.pop().map(|ply| ply.played)
    }

    /// How often the current position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        // Before the last capture or pawn move there was no such position.
        let within = usize::from(self.clocks().halfmoves) + 1;
        self.positions().rev().take(within).step_by(2).filter(|&position| position == now).count()
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        self.position().ending().or_else(|| {
            if self.repetitions() >= 5 {
                Some(Ending::FivefoldRepetition)
            } else {
                (self.clocks().halfmoves >= AUTOMATIC).then_some(Ending::SeventyFiveMoves)
            }
        })
    }

    /// The draws that may be claimed now; none if the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let fifty = self.clocks().halfmoves >= CLAIMABLE;
        let threefold = self.repetitions() >= 3;
        let claims =
            [fifty.then_some(Claim::FiftyMoves), threefold.then_some(Claim::ThreefoldRepetition)];
        claims.into_iter().flatten().collect()
    }

    /// The score, unknown while the game goes on.
    pub fn score(&self) -> Score {
        self.ending().map_or(Score::Unknown, Ending::score)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::initial(), Clocks::default())
    }
}

impl Clocks {
    /// The clocks after a legal move in `before`; they stop at their largest value.
    pub fn after(self, before: &Position, m: Move) -> Clocks {
        let pawn = before.diagram().role(Role::Pawn).contains(m.from());
        let halfmoves =
            if pawn || before.is_capture(m) { 0 } else { self.halfmoves.saturating_add(1) };
        let fullmoves = match before.turn() {
            Color::White => self.fullmoves,
            Color::Black => self.fullmoves.saturating_add(1),
        };
        Clocks { halfmoves, fullmoves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_setup(fen.parse().expect(fen), Faults::NONE).expect(fen);
        for text in moves.split_whitespace() {
            let m = game.position().parse_uci(text).expect(text);
            game.play(m).expect(text);
        }
        game
    }

    #[test]
    fn clocks_follow_the_moves() {
        let cases = [
            ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
            ("g1f3 g8f6", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"),
            ("g1f3 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2"),
            ("g1f3 e7e5 f3e5", "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2"),
        ];
        for (moves, fen) in cases {
            let mut game = game(crate::fen::INITIAL, moves);
            assert_eq!(game.setup().to_string(), fen, "{moves}");
            while game.undo().is_some() {}
            assert_eq!(game, Game::default(), "{moves}");
        }
    }

    #[test]
    fn clocks_stop_at_their_largest_value() {
        let game = game("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535", "e8e7");
        assert_eq!(game.clocks(), Clocks { halfmoves: 65535, fullmoves: 65535 });
    }

    #[test]
    fn repetition_is_of_positions_not_of_diagrams() {
        let rounds = |n: usize, text: &str| vec![text; n].join(" ");
        let knights = "g1f3 g8f6 f3g1 f6g8";
        let rooks = "a1b1 a8b8 b1a1 b8a8";
        let start = crate::fen::INITIAL;
        let castling = "r3k3/8/8/8/8/8/8/R3K3 w Qq -";
        let passing = "4k3/8/8/8/3p4/8/4P3/4K3 w - -";
        let cases = [
            ("three times", start, rounds(2, knights), 3, "[ThreefoldRepetition]", ""),
            ("four times", start, rounds(3, knights), 4, "[ThreefoldRepetition]", ""),
            ("five times", start, rounds(4, knights), 5, "[]", "fivefold repetition"),
            ("castling rights lost", castling, rounds(2, rooks), 2, "[]", ""),
            ("en passant right lost", passing, "e2e4 e8e7 e1e2 e7e8 e2e1".to_owned(), 1, "[]", ""),
        ];
        for (name, fen, moves, repetitions, claims, ending) in cases {
            let game = game(fen, &moves);
            assert_eq!(game.repetitions(), repetitions, "{name}");
            assert_eq!(format!("{:?}", game.claims()), claims, "{name}");
            let actual = game.ending().map_or(String::new(), |ending| ending.to_string());
            assert_eq!(actual, ending, "{name}");
        }
    }

    #[test]
    fn long_play_ends_in_a_draw() {
        let cases = [
            ("98 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2", "[]", "*"),
            ("100 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", "[FiftyMoves]", "*"),
            ("a capture", "4k3/8/8/8/8/8/p7/R3K3 w - - 99 80", "a1a2", "[]", "*"),
            ("150 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "a1a2", "[]", "1/2-1/2"),
            ("mate comes first", "4k3/8/4K3/8/8/8/8/R7 w - - 149 80", "a1a8", "[]", "1-0"),
        ];
        for (name, fen, moves, claims, score) in cases {
            let game = game(fen, moves);
            assert_eq!(format!("{:?}", game.claims()), claims, "{name}");
            assert_eq!(game.score().to_string(), score, "{name}");
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::default();
        let refused = Move::ordinary(crate::Square::E2, crate::Square::E5);
        let error = game.play(refused).expect_err("illegal");
        assert_eq!(error.to_string(), "e2e5 is not a legal move here");
        assert_eq!(game, Game::default());
    }
}
