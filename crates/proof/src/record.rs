//! Proof games as records of puzzles.

use sole_board::{Clocks, Diagram, Move, Position, UciStyle};
use sole_puzzle::{Answer, Name, Puzzle, Rating, Status};

use crate::solve::{Budget, Difficulty, ProofGame};
use crate::{Length, PlySet, Profile};

/// The kind of these puzzles.
pub const KIND: &str = "proof";

/// The scale of [`delay`]: how many plies longer than the shortest way the one game is.
pub const DELAY: &str = "proof.delay";

/// The scale of how many men made a move.
pub const MEN_MOVED: &str = "proof.menMoved";

/// The scale of [`Difficulty::free`]: how many plies no man needs.
pub const FREE: &str = "proof.free";

/// The scale of [`Difficulty::search`]: the nodes of the solver, as a logarithm to base 2.
pub const SEARCH: &str = "proof.search";

/// How many nodes a diagram is worth that is to be rated.
const NODES_TO_RATE: u64 = 1 << 20;

/// The record of a diagram that exactly one game of its length leads to.
///
/// The position is the diagram; the stipulation is the length, as in `PG 4.0`, with the
/// start if it is not the initial array. How hard it is, is left to [`difficulty`].
///
/// # Panics
/// If the game is empty, too long, or not legal.
pub fn puzzle(start: &Position, diagram: &Diagram, game: &[Move], earlier: PlySet) -> Puzzle {
    let men_moved = Profile::of(start, game).men_moved;
    themed(start, diagram, game)
        .with_rating(rating(DELAY, delay(game.len(), earlier) as f64))
        .with_rating(rating(MEN_MOVED, men_moved as f64))
}

/// The same without ratings, for those who do not know when else the diagram can be reached.
///
/// # Panics
/// If the game is empty, too long, or not legal.
pub fn themed(start: &Position, diagram: &Diagram, game: &[Move]) -> Puzzle {
    let length = u16::try_from(game.len()).ok().and_then(Length::new).expect("a length");
    let uci: Vec<String> = game.iter().map(|m| m.to_uci(UciStyle::Standard)).collect();
    let answer = Answer::new(Status::One, vec![uci.join(" ")]).expect("one game");
    let puzzle = Puzzle::new(name(KIND), diagram.to_string(), stipulation(start, length), answer);
    let puzzle = puzzle.expect("neither the diagram nor the length is blank");
    let puzzle = puzzle.with_san(vec![san(start, game)]).expect("one game");
    let profile = Profile::of(start, game);
    let themes = profile.themes.iter();
    themes.fold(puzzle, |puzzle, theme| puzzle.with_tag(name(theme.name())))
}

/// The moves of a game in SAN.
fn san(start: &Position, game: &[Move]) -> String {
    let mut position = *start;
    let word = |&m: &Move| {
        let word = position.san(m).to_string();
        position = position.after(m);
        word
    };
    game.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// How hard it is to find the one game of a length to a diagram; `None` if that cannot be told
/// with little work.
pub fn difficulty(start: &Position, diagram: &Diagram, length: Length) -> Option<Difficulty> {
    let game = ProofGame::from_start(*start, *diagram, length.plies()).ok()?;
    game.rate(&Budget { nodes: NODES_TO_RATE, ..Budget::UNLIMITED })
}

/// A difficulty on the scales of records.
pub fn ratings(difficulty: &Difficulty) -> [Rating; 2] {
    [rating(FREE, difficulty.free.into()), rating(SEARCH, difficulty.search())]
}

/// How many plies longer than the shortest way to its diagram a game is.
pub fn delay(plies: usize, earlier: PlySet) -> usize {
    earlier.iter().next().map_or(0, |shortest| plies - shortest)
}

/// What is asked for, with the start if it is not the initial array.
pub fn stipulation(start: &Position, length: Length) -> String {
    if *start == Position::initial() {
        return length.to_string();
    }
    format!("{length} from {}", start.to_setup(Clocks::default()))
}

fn name(text: &str) -> Name {
    text.parse().expect("one word")
}

fn rating(scale: &str, value: f64) -> Rating {
    Rating::new(name(scale), value).expect("counts and their logarithms are finite")
}
