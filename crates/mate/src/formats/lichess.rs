//! Puzzles as Lichess publishes them: a row of ten columns each.
//!
//! The FEN is the position before the opponent's move, which is the first of the moves; the
//! puzzle begins after it.
//!
//! ```
//! use sole_mate::formats::lichess::Puzzle;
//! let row = "0,6k1/5ppp/8/8/8/8/1r6/R6K b - - 0 1,b2b8 a1b1,,,,,,,";
//! let puzzle: Puzzle = row.parse()?;
//! assert_eq!(puzzle.setup().to_string(), "1r4k1/5ppp/8/8/8/8/8/R6K w - - 1 2");
//! assert_eq!(puzzle.to_string(), row);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Budget, Problem, Solution, Stipulation};
use sole_board::{
    Faults, FenError, Move, MoveKind, Position, Retraction, Role, RoleSet, Setup, UciError,
    UciStyle, Unmove,
};
use sole_puzzle::Status;
use std::fmt;
use std::str::FromStr;

/// The first line of a file.
pub const HEADER: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,\
                          GameUrl,OpeningTags";

/// How many columns a row has.
const COLUMNS: usize = 10;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it is called.
    pub id: String,
    /// The position before the opponent's move.
    before: Setup,
    /// The opponent's move and the solution, all legal one after the other; two at least.
    moves: Vec<Move>,
    /// How hard it is.
    pub rating: Option<u32>,
    /// How sure that is.
    pub rating_deviation: Option<u32>,
    /// How well it is liked, from -100 to 100.
    pub popularity: Option<i32>,
    /// How often it was played.
    pub plays: Option<u32>,
    /// Tags such as `mateIn2`.
    pub themes: Vec<String>,
    /// The game it comes from.
    pub game_url: String,
    /// The opening of that game.
    pub opening_tags: Vec<String>,
}

/// Why a text is no row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LichessError {
    /// Other than ten columns.
    Columns {
        /// How many there are.
        found: usize,
    },
    /// A quote that does not close, or closes before the end of its column.
    Quote,
    /// A column that should have a number.
    Number {
        /// Its name.
        column: &'static str,
        /// Its text.
        text: String,
    },
    /// A position that is no FEN.
    Fen(FenError),
    /// A position that cannot be played on.
    Position(Faults),
    /// A move that cannot be played.
    Move {
        /// The move as written.
        text: String,
        /// What is wrong with it.
        error: UciError,
    },
    /// No move after the opponent's.
    NoSolution,
}

impl fmt::Display for LichessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LichessError::Columns { found } => {
                write!(f, "expected {COLUMNS} columns, found {found}")
            }
            LichessError::Quote => f.write_str("a quote is not closed at the end of its column"),
            LichessError::Number { column, text } => {
                write!(f, "expected a number in the column {column}, found '{text}'")
            }
            LichessError::Fen(error) => error.fmt(f),
            LichessError::Position(faults) => {
                write!(f, "the position cannot be played on: {faults}")
            }
            LichessError::Move { text, error } => write!(f, "{text}: {error}"),
            LichessError::NoSolution => {
                f.write_str("expected the opponent's move and a solution after it")
            }
        }
    }
}

impl std::error::Error for LichessError {}

/// The position has no legal last move, so there is none before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLastMove;

impl fmt::Display for NoLastMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no legal move leads to this position, and a Lichess puzzle begins with one")
    }
}

impl std::error::Error for NoLastMove {}

impl Puzzle {
    /// A puzzle that begins in `setup`, which is a setup of `position`, and goes on with
    /// `solution`; a last move of the opponent is made up.
    ///
    /// Its id follows from the position. The clocks before the last move are as low as a FEN has
    /// them, so those after it may be higher than in `setup`.
    ///
    /// # Errors
    /// There is no last move.
    ///
    /// # Panics
    /// If the solution is empty.
    pub fn new(
        position: &Position,
        setup: &Setup,
        solution: &[Move],
    ) -> Result<Puzzle, NoLastMove> {
        assert!(!solution.is_empty(), "a puzzle has a solution");
        let unmove = last_move(position).ok_or(NoLastMove)?;
        let mut clocks = setup.clocks;
        clocks.halfmoves = clocks.halfmoves.saturating_sub(1);
        if setup.turn == sole_board::Color::White {
            clocks.fullmoves = clocks.fullmoves.saturating_sub(1).max(1);
        }
        let mut moves = vec![unmove.forward];
        moves.extend_from_slice(solution);
        let before = position.before(&unmove).to_setup(clocks);
        Ok(Puzzle { id: name(position.key()), ..Puzzle::from_moves(before, moves) })
    }

    /// A puzzle without a name that begins after the first of `moves`, which are in UCI notation and
    /// separated by spaces; `before` is the FEN before that move.
    ///
    /// # Errors
    /// The position or a move is not legal, or there are fewer than two moves.
    pub fn from_game(before: &str, moves: &str) -> Result<Puzzle, LichessError> {
        let before: Setup = before.parse().map_err(LichessError::Fen)?;
        let position = Position::new(before, Faults::NONE).map_err(LichessError::Position)?;
        Ok(Puzzle::from_moves(before, read_moves(position, moves)?))
    }

    /// A row of which only the position and the moves are known.
    fn from_moves(before: Setup, moves: Vec<Move>) -> Puzzle {
        Puzzle {
            id: String::new(),
            before,
            moves,
            rating: None,
            rating_deviation: None,
            popularity: None,
            plays: None,
            themes: Vec::new(),
            game_url: String::new(),
            opening_tags: Vec::new(),
        }
    }

    /// The position before the opponent's move.
    pub fn before(&self) -> &Setup {
        &self.before
    }

    /// The opponent's move, which leads to the puzzle.
    pub fn first_move(&self) -> Move {
        self.moves[0]
    }

    /// Where the puzzle begins: after the opponent's move.
    pub fn setup(&self) -> Setup {
        let before = self.position_before();
        let first = self.moves[0];
        before.after(first).to_setup(self.before.clocks.after(&before, first))
    }

    /// The moves of the solution.
    pub fn solution(&self) -> &[Move] {
        &self.moves[1..]
    }

    /// In how many moves it mates: by its line if that mates, else by a theme such as `mateIn2`.
    pub fn mate_in(&self) -> Option<u8> {
        let before = self.position_before();
        let end = self.moves.iter().fold(before, |position, &m| position.after(m));
        if end.is_check() && !end.has_moves() {
            return u8::try_from(self.solution().len().div_ceil(2)).ok();
        }
        let number = |theme: &String| theme.strip_prefix("mateIn")?.parse().ok();
        self.themes.iter().find_map(number)
    }

    fn position_before(&self) -> Position {
        Position::new(self.before, Faults::WAIVABLE).expect("checked when it was made")
    }
}

/// The last move that a reader would least wonder about: no capture, promotion or castling, no
/// right lost, no check before it, not by the king; among equals the first by its squares.
fn last_move(position: &Position) -> Option<Unmove> {
    let strangeness = |unmove: &Unmove| {
        let before = position.before(unmove);
        (
            unmove.forward.kind() != MoveKind::Ordinary,
            unmove.castling != position.castling(),
            unmove.en_passant.is_some(),
            before.is_check(),
            before.diagram().role_at(unmove.forward.from()) == Some(Role::King),
            unmove.forward.to_bits(),
        )
    };
    let quiet = Retraction { uncaptures: RoleSet::EMPTY, ..Retraction::default() };
    [quiet, Retraction::default()].iter().find_map(|law| {
        position
            .unmoves(law)
            .into_iter()
            .min_by_key(|unmove| (strangeness(unmove), unmove.captured))
    })
}

/// The maximum number of nodes of each search for a second move.
const AMBIGUITY_NODES: u64 = 20_000_000;

/// The index of the first move of a main line, between its first and its last, that is not the
/// only move: another one mates in time as well, or that is not decided. A puzzle of Lichess has
/// no such move.
///
/// # Panics
/// If a move of the line is not legal.
pub fn first_ambiguous_move(position: &Position, line: &[Move]) -> Option<usize> {
    let budget = Budget { nodes: AMBIGUITY_NODES, ..Budget::UNLIMITED };
    let mut position = *position;
    for (ply, &m) in line.iter().enumerate() {
        let left = u8::try_from((line.len() - ply).div_ceil(2)).unwrap_or(u8::MAX);
        if ply > 0 && ply % 2 == 0 && left > 1 {
            let stipulation = Stipulation::direct_mate(left).expect("at least one move");
            let problem = Problem::new(position, stipulation).expect("the line goes on");
            let Solution::Keys(keys) = problem.solve(&budget) else {
                unreachable!("direct play has keys")
            };
            if keys.verdict().status() != Status::One {
                return Some(ply / 2 + 1);
            }
        }
        position = position.after(m);
    }
    None
}

/// The theme that tells the number of moves of a puzzle.
pub fn length_theme(moves: usize) -> &'static str {
    match moves {
        0 | 1 => "oneMove",
        2 => "short",
        3 => "long",
        _ => "veryLong",
    }
}

/// A number in letters and digits.
fn name(mut number: u64) -> String {
    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut signs = Vec::new();
    while number > 0 || signs.is_empty() {
        signs.push(char::from(ALPHABET[(number % 62) as usize]));
        number /= 62;
    }
    signs.into_iter().rev().collect()
}

impl FromStr for Puzzle {
    type Err = LichessError;

    fn from_str(row: &str) -> Result<Puzzle, LichessError> {
        let columns: [String; COLUMNS] = split(row)?
            .try_into()
            .map_err(|columns: Vec<String>| LichessError::Columns { found: columns.len() })?;
        let [id, fen, moves, rating, rating_deviation, popularity, plays, themes, game_url, tags] =
            columns;
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Ok(Puzzle {
            id,
            rating: number("Rating", &rating)?,
            rating_deviation: number("RatingDeviation", &rating_deviation)?,
            popularity: number("Popularity", &popularity)?,
            plays: number("NbPlays", &plays)?,
            themes: words(&themes),
            game_url,
            opening_tags: words(&tags),
            ..Puzzle::from_game(&fen, &moves)?
        })
    }
}

fn read_moves(mut position: Position, text: &str) -> Result<Vec<Move>, LichessError> {
    let mut moves = Vec::new();
    for text in text.split_whitespace() {
        let wrong = |error| LichessError::Move { text: text.to_owned(), error };
        let m = position.parse_uci(text).map_err(wrong)?;
        moves.push(m);
        position = position.after(m);
    }
    if moves.len() < 2 { Err(LichessError::NoSolution) } else { Ok(moves) }
}

fn number<N: FromStr>(column: &'static str, text: &str) -> Result<Option<N>, LichessError> {
    match text {
        "" => Ok(None),
        _ => {
            let wrong = |_| LichessError::Number { column, text: text.to_owned() };
            text.parse().map(Some).map_err(wrong)
        }
    }
}

/// The columns of a row; one in quotes may have commas, and two quotes for one.
fn split(row: &str) -> Result<Vec<String>, LichessError> {
    let mut columns = Vec::new();
    let mut rest = row;
    loop {
        let (column, after) = match rest.strip_prefix('"') {
            Some(quoted) => unquote(quoted)?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        columns.push(column);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(columns),
            None => return Err(LichessError::Quote),
        }
    }
}

/// A column after its first quote, and the rest of the row.
fn unquote(text: &str) -> Result<(String, &str), LichessError> {
    let (mut column, mut rest) = (String::new(), text);
    loop {
        let (part, after) = rest.split_once('"').ok_or(LichessError::Quote)?;
        column += part;
        match after.strip_prefix('"') {
            Some(next) => {
                column.push('"');
                rest = next;
            }
            None => return Ok((column, after)),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |number: Option<String>| number.unwrap_or_default();
        let moves = self.moves.iter().map(|m| m.to_uci(UciStyle::Standard));
        let columns = [
            self.id.clone(),
            self.before.to_string(),
            moves.collect::<Vec<_>>().join(" "),
            shown(self.rating.map(|n| n.to_string())),
            shown(self.rating_deviation.map(|n| n.to_string())),
            shown(self.popularity.map(|n| n.to_string())),
            shown(self.plays.map(|n| n.to_string())),
            self.themes.join(" "),
            self.game_url.clone(),
            self.opening_tags.join(" "),
        ];
        f.write_str(&columns.map(|column| quote(&column)).join(","))
    }
}

fn quote(column: &str) -> String {
    match column.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", column.replace('"', "\"\"")),
        false => column.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::samples;

    const MATE: &str = "000hf,r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19,\
                        e8f7 e2e6 f7f8 e6f7,1560,76,91,581,mate mateIn2 middlegame short,\
                        https://lichess.org/71ygsFeE/black#38,Horwitz_Defense Horwitz_Defense_Other_variations";

    #[test]
    fn a_row_is_read_and_written_as_it_was() {
        let puzzle: Puzzle = MATE.parse().expect("a row");
        let after = "r1bq3r/pp1nbkp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 w - - 0 20";
        assert_eq!(puzzle.setup().to_string(), after);
        assert_eq!(puzzle.mate_in(), Some(2));
        assert_eq!((puzzle.rating, puzzle.popularity), (Some(1560), Some(91)));
        assert_eq!(puzzle.to_string(), MATE);
        let mut odd = puzzle;
        odd.id = "a,\"b\"".to_owned();
        odd.popularity = Some(-7);
        odd.rating = None;
        assert_eq!(odd.to_string().parse(), Ok(odd.clone()));
        assert!(odd.to_string().starts_with("\"a,\"\"b\"\"\",r1bqk2r/"), "{odd}");
    }

    #[test]
    fn the_length_comes_from_the_line_or_a_theme() {
        let cases = [
            ("mate mateIn2 short", "e8f7 e2e6 f7f8 e6f7", Some(2)),
            ("mateIn5", "e8f7 e2e6 f7f8 e6f7", Some(2)),
            ("crushing", "e8f7 e2e6 f7f8 e6f7", Some(2)),
            ("mateIn3", "e8f7 e2e6", Some(3)),
            ("crushing", "e8f7 e2e6", None),
        ];
        for (themes, moves, expected) in cases {
            let row = MATE
                .replace("mate mateIn2 middlegame short", themes)
                .replace("e8f7 e2e6 f7f8 e6f7", moves);
            assert_eq!(row.parse::<Puzzle>().expect(&row).mate_in(), expected, "{row}");
        }
    }

    #[test]
    fn what_is_no_row_is_refused() {
        let fen = "6k1/5ppp/8/8/8/8/1r6/R6K b - - 0 1";
        let cases = [
            ("".to_owned(), "expected 10 columns, found 1"),
            (format!("0,{fen},b2b8 a1b1,,,,,,"), "expected 10 columns, found 9"),
            (
                format!("0,{fen},b2b8 a1b1,x,,,,,,"),
                "expected a number in the column Rating, found 'x'",
            ),
            (
                format!("0,{fen},b2b8 a1b1,,,1.5,,,,"),
                "expected a number in the column Popularity, found '1.5'",
            ),
            (
                format!("\"0,{fen},b2b8 a1b1,,,,,,,"),
                "a quote is not closed at the end of its column",
            ),
            (
                format!("\"0\"1,{fen},b2b8 a1b1,,,,,,,"),
                "a quote is not closed at the end of its column",
            ),
            (
                format!("0,{fen},b2b8,,,,,,,"),
                "expected the opponent's move and a solution after it",
            ),
            (format!("0,{fen},b2b8 a1c2,,,,,,,"), "a1c2: a rook does not go from a1 to c2"),
            ("0,8/8 w - -,b2b8 a1b1,,,,,,,".to_owned(), "there are 2 ranks, needs 8"),
            (
                "0,8/8/8/8/8/8/1r6/R6K b - - 0 1,b2b8 a1b1,,,,,,,".to_owned(),
                "the position cannot be played on: a side has no king",
            ),
        ];
        for (row, expected) in cases {
            let error = row.parse::<Puzzle>().expect_err(&row);
            assert_eq!(error.to_string(), expected, "{row}");
        }
    }

    #[test]
    fn a_last_move_leads_to_every_problem_that_has_one() {
        let mut written = 0;
        for entry in samples::entries() {
            let position = Position::try_from(entry.setup).expect("playable");
            let solution = [position.moves()[0]];
            let puzzle = Puzzle::new(&position, &entry.setup, &solution);
            let has_last = position.count_unmoves(&Retraction::default()) > 0;
            assert_eq!(puzzle.is_ok(), has_last, "{}", entry.setup);
            let Ok(puzzle) = puzzle else { continue };
            written += 1;
            let read: Puzzle = puzzle.to_string().parse().expect("a row");
            assert_eq!(read, puzzle);
            assert_eq!(Position::try_from(read.setup()), Ok(position), "{puzzle}");
            assert_eq!(read.solution(), solution);
        }
        assert_eq!(
            written,
            samples::entries().len() - 1,
            "all but the one that can castle four ways"
        );
    }

    #[test]
    fn the_last_move_is_a_quiet_one_where_there_is_one() {
        let cases = [
            ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 w - - 1 2"),
            ("7k/8/5K2/8/8/8/8/6Q1 w - - 7 40", "7k/8/5K2/8/8/8/8/6Q1 w - - 7 40"),
        ];
        for (fen, expected) in cases {
            let setup: Setup = fen.parse().expect(fen);
            let position = Position::try_from(setup).expect(fen);
            let puzzle = Puzzle::new(&position, &setup, &position.moves()[..1]).expect(fen);
            assert_eq!(puzzle.setup().to_string(), expected, "{puzzle}");
            assert!(!puzzle.position_before().is_capture(puzzle.moves[0]), "{puzzle}");
        }
    }
}
