//! A game against an opponent that never errs: moves go in, and what they lead to comes out.

use super::tricky_outcomes;
use super::{Outcome, Slip, in_time, outcomes, principal_line, principal_line_in_time, slip};
use crate::standing::Standing;
use crate::tables::{ProbeError, Tables};
use sole_board::{Color, Ending, Game, Move, Position, Role, Square};
use std::fmt;

/// How the opponent chooses among moves that are as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By their squares.
    Plain,
    /// By the number of saving replies, then by their squares.
    Tricky,
}

/// A game under way.
///
/// The tables of all positions that follow must be there. What is known under the fifty-move rule
/// may change between two moves, as the tables for that are built.
///
/// ```
/// use sole_board::{Color, Game, Setup};
/// use sole_endgame::play::{Choice, Session};
/// use sole_endgame::{Plan, TableProvider, Tables};
/// use sole_puzzle::task::Task;
/// use std::num::NonZeroUsize;
///
/// let folder = tempfile::tempdir()?;
/// let tables = Tables::at(folder.path(), 1 << 20);
/// let provider = TableProvider::new(tables, NonZeroUsize::MIN, 1 << 30);
/// let plan = Plan::for_endings(["KQvK".parse()?]);
/// provider.build(&plan, sole_endgame::file::Effort::FAST, &Task::unlimited())?;
///
/// let setup: Setup = "8/8/8/8/8/2K5/1Q6/k7 b - - 0 1".parse()?;
/// let game = Game::from_setup(setup, sole_board::Faults::NONE).expect("a legal position");
/// let mut session = Session::new(game, &provider.tables, Color::Black, Choice::Plain);
/// assert!(session.game().ending().is_some(), "it is mate");
/// assert!(session.reply()?.is_none(), "nobody moves any more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<'t> {
    game: Game,
    tables: &'t Tables,
    user: Color,
    choice: Choice,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position before it.
    pub before: Position,
    /// The number of the move.
    pub number: u16,
    /// The move.
    pub played: Move,
    /// What it gave away; the opponent gives nothing away.
    pub slip: Option<Slip>,
}

/// What to do next with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The best move.
    pub best: Outcome,
    /// The best moves of both sides, that move first.
    pub line: Vec<Move>,
}

/// Why a session does not do what it is asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// The game is over.
    Over(Ending),
    /// No move of the user is there to take back.
    NothingToUndo,
    /// The tables have no answer.
    Probe(ProbeError),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Over(ending) => write!(f, "the game is over: {ending}"),
            SessionError::NothingToUndo => f.write_str("there is no move to take back"),
            SessionError::Probe(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<ProbeError> for SessionError {
    fn from(error: ProbeError) -> SessionError {
        SessionError::Probe(error)
    }
}

impl<'t> Session<'t> {
    /// A game in which the user plays one side and perfect play the other.
    pub fn new(game: Game, tables: &'t Tables, user: Color, choice: Choice) -> Session<'t> {
        Session { game, tables, user, choice }
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side of the user.
    pub fn user(&self) -> Color {
        self.user
    }

    /// How the game stands for the side to move.
    ///
    /// # Errors
    /// The tables have no answer.
    pub fn standing(&self) -> Result<Standing, ProbeError> {
        Standing::of(self.tables, self.game.position(), self.game.clocks().halfmoves)
    }

    /// How the game stands after a move, for the side that plays it.
    pub fn standing_after(&self, outcome: &Outcome) -> Standing {
        Standing::after(outcome, self.game.clocks().halfmoves)
    }

    /// Plays a legal move of the user.
    ///
    /// # Errors
    /// The game is over, or the tables have no answer.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn play(&mut self, played: Move) -> Result<Played, SessionError> {
        self.check_not_over()?;
        let slip = slip(&self.moves()?, played);
        Ok(self.played(played, slip))
    }

    /// Plays the opponent's move, if it is its turn and the game is not over.
    ///
    /// # Errors
    /// The tables have no answer.
    pub fn reply(&mut self) -> Result<Option<Played>, ProbeError> {
        if self.game.position().turn() == self.user || self.game.ending().is_some() {
            return Ok(None);
        }
        let ranked = self.ordered(self.choice)?;
        let best = ranked.first().expect("a game that is not over has moves").played;
        Ok(Some(self.played(best, None)))
    }

    fn played(&mut self, played: Move, slip: Option<Slip>) -> Played {
        let (before, number) = (*self.game.position(), self.game.clocks().fullmoves);
        self.game.play(played).expect("the move is a legal one");
        Played { before, number, played, slip }
    }

    /// Refuses what makes no sense after the end.
    ///
    /// # Errors
    /// [`SessionError::Over`].
    pub fn check_not_over(&self) -> Result<(), SessionError> {
        self.game.ending().map_or(Ok(()), |ending| Err(SessionError::Over(ending)))
    }

    /// Takes back the user's last move and what followed it: the moves, the last one first, each
    /// with the position before it.
    ///
    /// # Errors
    /// The user has not moved.
    pub fn undo(&mut self) -> Result<Vec<(Position, Move)>, SessionError> {
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        while let Some(m) = game.undo() {
            moves.push((*game.position(), m));
            if game.position().turn() == self.user {
                self.game = game;
                return Ok(moves);
            }
        }
        Err(SessionError::NothingToUndo)
    }

    /// The man to move, and its square.
    ///
    /// # Errors
    /// The game is over, or the tables have no answer.
    pub fn hint(&self) -> Result<(Role, Square), SessionError> {
        self.check_not_over()?;
        let from = self.moves()?[0].played.from();
        let role = self.game.position().diagram().role_at(from);
        Ok((role.expect("a move begins with a man"), from))
    }

    /// The best move, and how the game goes on with best play.
    ///
    /// # Errors
    /// The game is over, or the tables have no answer.
    pub fn best(&self) -> Result<Best, SessionError> {
        self.check_not_over()?;
        let (position, clocks) = (self.game.position(), self.game.clocks());
        let best = self.moves()?[0];
        let line = match self.standing()?.is_ruled() {
            true => principal_line_in_time(self.tables, position, clocks),
            false => principal_line(self.tables, position),
        }?;
        Ok(Best { best, line: if line.is_empty() { vec![best.played] } else { line } })
    }

    /// All moves, best first.
    ///
    /// # Errors
    /// The tables have no answer.
    pub fn moves(&self) -> Result<Vec<Outcome>, ProbeError> {
        self.ordered(Choice::Plain)
    }

    /// The same, of moves that are as good those first that are chosen.
    fn ordered(&self, choice: Choice) -> Result<Vec<Outcome>, ProbeError> {
        let position = self.game.position();
        let ordered = match choice {
            Choice::Plain => outcomes(self.tables, position),
            Choice::Tricky => tricky_outcomes(self.tables, position),
        }?;
        match self.standing()?.is_ruled() {
            true => in_time(self.tables, position, self.game.clocks(), ordered),
            false => Ok(ordered),
        }
    }

    /// Whether the opponent agrees to a draw: if it is the result of best play, or if it may be
    /// claimed.
    ///
    /// # Errors
    /// The game is over, or the tables have no answer.
    pub fn accepts_draw(&self) -> Result<bool, SessionError> {
        self.check_not_over()?;
        let winner = self.standing()?.winner(self.game.position().turn());
        Ok(winner.is_none() || !self.game.claims().is_empty())
    }
}
