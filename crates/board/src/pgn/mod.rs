//! Portable game notation: games with tags, comments and variations.
//!
//! [`games`] reads the games of a text one after the other; a game that cannot be
//! read is reported with its place and does not stop the next ones. Writing a
//! [`Pgn`] gives the export format: the seven tags first, lines of at most eighty
//! columns where the words allow it, and the same text again after reading it.
//!
//! Reading takes what people write: evaluations such as `+/-` become glyphs, `1/2`
//! and `½-½` are draws, figurines are pieces, and an empty line before `1.` begins
//! a game. A null move (`--`, `Z0`) cannot be kept: a variation ends before it,
//! which is among the [repairs](Pgn::repairs), and a game cannot be read.
//!
//! ```
//! use sole_board::{SanMode, pgn};
//! let text = "[White \"A\"]\n\n1. e4 e5 (1... c5 {sharp}) 2. Nf3 $1 *";
//! let game = pgn::games(text, SanMode::Lenient).next().unwrap()?;
//! assert_eq!(game.tags.get("White"), Some("A"));
//! assert_eq!(game.line.moves.len(), 3);
//! assert_eq!(game.line.moves[1].variations[0].moves[0].after, ["sharp"]);
//! # Ok::<(), sole_board::PgnError>(())
//! ```

mod lexer;
mod reader;
mod writer;

use crate::{
    Clocks, Faults, FenError, FenField, Game, IllegalMove, Move, Position, Repairs, San, SanMode,
    SanProblem, Score, Setup, fen,
};
pub use reader::{Games, PlacedGame};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 64;

/// The tags that every game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The games of a text, one after the other.
///
/// Moves are read as `mode` says; see [`Pgn::repairs`].
pub fn games(text: &str, mode: SanMode) -> Games<'_> {
    Games::new(text, mode)
}

/// One game with everything that is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// The tags but `Result`, `SetUp` and `FEN`, which follow from the fields below.
    pub tags: Tags,
    /// Where the game begins.
    pub start: Setup,
    /// The rights that the tag `FEN` leaves out; they are none in `start`.
    pub missing: Vec<FenField>,
    /// The moves.
    pub line: Line,
    /// How the game ended.
    pub score: Score,
    /// The moves that were not written strictly.
    pub repairs: Vec<Repaired>,
}

/// Moves one after the other: the game, or a variation of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves with what is said about them.
    pub moves: Vec<Node>,
    /// Comments after the last variation of the last move, or where there is no move.
    pub closing: Vec<String>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    played: Move,
    san: San,
    /// Comments before the move that do not belong to the move before it.
    pub before: Vec<String>,
    /// Numeric glyphs.
    pub nags: Vec<Nag>,
    /// Comments after the move.
    pub after: Vec<String>,
    /// What could have been played instead of this move.
    pub variations: Vec<Line>,
}

/// A numeric annotation glyph: `$1` is a good move, `$2` a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

impl Nag {
    /// The glyph of a suffix such as `!?`; a longer one counts as its first two signs.
    pub fn from_suffix(suffix: &str) -> Option<Nag> {
        let number = match suffix.get(..2).unwrap_or(suffix) {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return None,
        };
        Some(Nag(number))
    }

    /// The glyph of an evaluation such as `+/-`, or of `N` for a novelty.
    pub fn from_sign(sign: &str) -> Option<Nag> {
        let number = match sign {
            "=" => 10,
            "+=" | "+/=" => 14,
            "=+" | "=/+" => 15,
            "+/-" => 16,
            "-/+" => 17,
            "+-" => 18,
            "-+" => 19,
            "N" => 146,
            _ => return None,
        };
        Some(Nag(number))
    }
}

/// A move that was not written strictly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// Its bytes in the text, or those of an `e.p.` after it.
    pub span: Range<usize>,
    /// How it differed.
    pub repairs: Repairs,
}

/// Tags by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(BTreeMap<String, String>);

/// A tag that cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// A name that is not made of letters, digits and underscores.
    Name,
    /// `Result`, `SetUp` or `FEN`, which follow from the game itself.
    Derived,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TagError::Name => "a tag's name is made of letters, digits and underscores",
            TagError::Derived => "this tag follows from the game itself",
        })
    }
}

impl std::error::Error for TagError {}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag. Control characters in the value become spaces.
    ///
    /// # Errors
    /// If the name is no tag's name, or belongs to a tag that follows from the game.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(letter) {
            return Err(TagError::Name);
        }
        if matches!(name, "Result" | "SetUp" | "FEN") {
            return Err(TagError::Derived);
        }
        self.0.insert(name.to_owned(), value.replace(char::is_control, " "));
        Ok(())
    }

    /// All tags with their values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Node {
    /// A move about which nothing is said; `None` if it is not legal.
    pub fn new(before: &Position, m: Move) -> Option<Node> {
        before.is_legal(m).then(|| Node::plain(m, before.san(m)))
    }

    fn plain(played: Move, san: San) -> Node {
        Node {
            played,
            san,
            before: Vec::new(),
            nags: Vec::new(),
            after: Vec::new(),
            variations: Vec::new(),
        }
    }

    /// The move.
    pub fn played(&self) -> Move {
        self.played
    }

    /// How it is written.
    pub fn san(&self) -> San {
        self.san
    }
}

impl Pgn {
    /// The moves of the game itself, without variations.
    ///
    /// # Errors
    /// The faults of the first position that cannot be waived, or the first move
    /// that does not fit, as may be after the moves were put together by hand.
    pub fn game(&self) -> Result<Game, GameError> {
        let mut game = Game::from_setup(self.start, Faults::WAIVABLE).map_err(GameError::Start)?;
        for (index, node) in self.line.moves.iter().enumerate() {
            game.play(node.played).map_err(|error| GameError::Move { ply: index + 1, error })?;
        }
        Ok(game)
    }
}

/// The moves and the score, without tags.
impl From<&Game> for Pgn {
    fn from(game: &Game) -> Pgn {
        let nodes =
            game.positions().zip(game.moves()).map(|(before, m)| Node::plain(m, before.san(m)));
        Pgn {
            tags: Tags::default(),
            start: game.start(),
            missing: Vec::new(),
            line: Line { moves: nodes.collect(), closing: Vec::new() },
            score: game.score(),
            repairs: Vec::new(),
        }
    }
}

/// Why the moves of a [`Pgn`] are no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// The first position cannot be played on.
    Start(Faults),
    /// A move is not legal after the ones before it.
    Move {
        /// Which one, in half-moves from 1 on.
        ply: usize,
        /// What is refused.
        error: IllegalMove,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Start(faults) => faults.fmt(f),
            GameError::Move { ply, error } => write!(f, "ply {ply}: {error}"),
        }
    }
}

impl std::error::Error for GameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            GameError::Start(faults) => Some(faults),
            GameError::Move { error, .. } => Some(error),
        }
    }
}

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1 on.
    pub line: usize,
    /// The character within the line, from 1 on.
    pub column: usize,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: PgnProblem,
}

/// What can be wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnProblem {
    /// Something like a tag that is none.
    Tag,
    /// A first position that is no FEN.
    Fen(FenError),
    /// A first position that cannot be played on.
    Faults(Faults),
    /// A move that cannot be read.
    San(SanProblem),
    /// A glyph that is no number up to 255.
    Nag,
    /// A glyph or variation before any move.
    NoMove,
    /// A comment without its closing brace.
    OpenComment,
    /// A variation without its closing bracket.
    OpenVariation,
    /// A closing bracket without a variation.
    Close,
    /// Variations nested deeper than [`MAX_DEPTH`].
    Depth,
    /// A character that means nothing here.
    Character {
        /// The character.
        character: char,
    },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            PgnProblem::Fen(error) => Some(error),
            PgnProblem::Faults(faults) => Some(faults),
            PgnProblem::San(SanProblem::Illegal(reason)) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnProblem::Tag => f.write_str("expected a tag such as [White \"Name\"]"),
            PgnProblem::Fen(error) => error.fmt(f),
            PgnProblem::Faults(faults) => faults.fmt(f),
            PgnProblem::San(problem) => problem.fmt(f),
            PgnProblem::Nag => f.write_str("expected a number from 0 to 255 after '$'"),
            PgnProblem::NoMove => f.write_str("there is no move yet to which this belongs"),
            PgnProblem::OpenComment => f.write_str("the comment has no closing brace"),
            PgnProblem::OpenVariation => f.write_str("the variation has no closing bracket"),
            PgnProblem::Close => f.write_str("there is no variation to close"),
            PgnProblem::Depth => write!(f, "variations are nested deeper than {MAX_DEPTH}"),
            PgnProblem::Character { character } => {
                write!(f, "the character {character:?} means nothing here")
            }
        }
    }
}

/// The initial array with fresh clocks.
fn initial() -> Setup {
    Setup { clocks: Clocks::default(), ..fen::INITIAL.parse().expect("the initial array is a FEN") }
}

#[cfg(test)]
mod tests;
