//! A position with a stipulation, and its solution.

use crate::fifty_move_rule;
use crate::forced_problem::ForcedProblem;
use crate::lines::{HelpProblem, Line, Lines};
use crate::root::{First, Key, Keys};
use crate::tree::Tree;
use crate::{Budget, Goal, OutOfBudget, Play, Stipulation, StipulationError};
use sole_board::{Color, Position};
use std::fmt;

/// A position that can be played on, with a stipulation that makes sense there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    position: Position,
    stipulation: Stipulation,
    /// The half-moves that count towards the fifty-move rule, if that applies.
    clock: Option<u16>,
}

/// Why a position with a stipulation is no problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The side that is to be mated or stalemated has no king.
    NoKing {
        /// That side.
        side: Color,
    },
    /// The side to move is mated or stalemated already.
    NoMove {
        /// That side.
        side: Color,
        /// Which of both.
        end: Goal,
    },
    /// Both sides help, or one is not asked, where one is to force the goal.
    NotForced {
        /// What is demanded.
        stipulation: Stipulation,
    },
    /// The fifty-move rule, which is applied to direct play alone.
    Fifty {
        /// What is demanded.
        stipulation: Stipulation,
    },
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: Color| match side {
            Color::White => "White",
            Color::Black => "Black",
        };
        match *self {
            ProblemError::NoKing { side } => {
                write!(f, "{} has no king and cannot be mated", name(side))
            }
            ProblemError::NoMove { side, end: Goal::Mate } => {
                write!(f, "{} is to move and is mated already", name(side))
            }
            ProblemError::NoMove { side, end: Goal::Stalemate } => {
                write!(f, "{} is to move and is stalemated already", name(side))
            }
            ProblemError::NotForced { stipulation } => {
                write!(f, "nothing is forced in {stipulation}")
            }
            ProblemError::Fifty { stipulation } => {
                write!(
                    f,
                    "the fifty-move rule is applied to direct play alone, not to {stipulation}"
                )
            }
        }
    }
}

impl std::error::Error for ProblemError {}

/// A problem with the searches that go with its play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// One side forces the goal.
    Forced(ForcedProblem),
    /// Both sides help, or one is not asked.
    Help(HelpProblem),
}

/// What solves a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The first moves that force the goal.
    Keys(Keys),
    /// The lines that reach the goal together.
    Lines(Lines),
}

impl Problem {
    /// # Errors
    /// No king to mate, or no move to make.
    pub fn new(position: Position, stipulation: Stipulation) -> Result<Problem, ProblemError> {
        let side = victim(&position, stipulation);
        if position.diagram().king(side).is_none() {
            return Err(ProblemError::NoKing { side });
        }
        if !position.has_moves() {
            let end = if position.is_check() { Goal::Mate } else { Goal::Stalemate };
            return Err(ProblemError::NoMove { side: position.turn(), end });
        }
        Ok(Problem { position, stipulation, clock: None })
    }

    /// The same under the fifty-move rule, after so many half-moves without a capture or a move of
    /// a pawn: a goal that is reached by a later half-move than the hundredth in a row is none.
    ///
    /// # Errors
    /// It is not direct play.
    pub fn under_fifty_moves(self, clock: u16) -> Result<Problem, ProblemError> {
        match self.stipulation.play() {
            Play::Direct => Ok(Problem { clock: Some(clock), ..self }),
            _ => Err(ProblemError::Fifty { stipulation: self.stipulation }),
        }
    }

    /// Whether the fifty-move rule applies.
    pub fn is_under_fifty_moves(&self) -> bool {
        self.clock.is_some()
    }

    /// The half-move clock if the fifty-move rule applies and can make a difference: there are
    /// enough moves to reach a hundred half-moves.
    pub fn relevant_clock(&self) -> Option<u16> {
        self.clock.filter(|&clock| fifty_move_rule::matters(clock, self.stipulation.plies()))
    }

    /// Where it starts.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is demanded.
    pub fn stipulation(&self) -> Stipulation {
        self.stipulation
    }

    /// The same problems with fewer moves, the shortest first. The shortest of help play that
    /// begins with half a move is that half move alone, a series of one.
    pub fn shorter(&self) -> impl Iterator<Item = Problem> + use<> {
        let problem = *self;
        self.stipulation.shorter().map(move |stipulation| Problem { stipulation, ..problem })
    }

    /// The same with another number of moves.
    pub(crate) fn with_moves(&self, moves: u8) -> Result<Problem, StipulationError> {
        Ok(Problem { stipulation: self.stipulation.with_moves(moves)?, ..*self })
    }

    /// The same as a problem of its kind.
    pub fn kind(&self) -> ProblemKind {
        match self.stipulation.play() {
            Play::Direct | Play::SelfMate | Play::Reflex => {
                ProblemKind::Forced(ForcedProblem::of(*self))
            }
            Play::Help | Play::Series | Play::SeriesHelp => {
                ProblemKind::Help(HelpProblem::of(*self))
            }
        }
    }

    /// Decides every first move, or counts every line.
    ///
    /// Without running out of its budget the answer is the same on any number
    /// of threads, but for the number of nodes.
    pub fn solve(&self, budget: &Budget<'_>) -> Solution {
        match self.kind() {
            ProblemKind::Forced(forced) => Solution::Keys(forced.keys(budget)),
            ProblemKind::Help(help) => Solution::Lines(help.lines(budget)),
        }
    }

    /// [`ForcedProblem::first`]; where nothing is forced, there is none.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn first(&self, budget: &Budget<'_>) -> Result<First, OutOfBudget> {
        match self.kind() {
            ProblemKind::Forced(forced) => forced.first(budget),
            ProblemKind::Help(_) => Ok(First { key: None, nodes: 0 }),
        }
    }

    /// [`ForcedProblem::tree`]; where nothing is forced, there is none.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn tree(
        &self,
        keys: &[Key],
        refutations: usize,
        budget: &Budget<'_>,
    ) -> Result<Tree, OutOfBudget> {
        match self.kind() {
            ProblemKind::Forced(forced) => forced.tree(keys, refutations, budget),
            ProblemKind::Help(_) => Ok(Tree::default()),
        }
    }

    /// [`ForcedProblem::line`]; where nothing is forced, there is none.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn line(&self, most: u8, budget: &Budget<'_>) -> Result<Option<Line>, OutOfBudget> {
        match self.kind() {
            ProblemKind::Forced(forced) => forced.line(most, budget),
            ProblemKind::Help(_) => Ok(None),
        }
    }

    /// How many moves the side to move has: none in a reflexmate if it can mate
    /// at once, since then it must.
    pub(crate) fn moves(&self) -> u8 {
        let spoiled = self.stipulation.play() == Play::Reflex && Goal::Mate.in_one(&self.position);
        if spoiled { 0 } else { self.stipulation.moves() }
    }
}

/// The side that is mated or stalemated in the end.
fn victim(position: &Position, stipulation: Stipulation) -> Color {
    if stipulation.mover_has_the_last_move() { !position.turn() } else { position.turn() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::{Faults, Setup};

    #[test]
    fn what_is_no_problem_is_refused() {
        let cases = [
            ("7k/5Q2/6K1/8/8/8/8/8 w - -", "#1", "ok"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", "#1", "Black is to move and is stalemated already"),
            ("7k/6Q1/6K1/8/8/8/8/8 b - -", "h#2", "Black is to move and is mated already"),
            ("8/5Q2/6K1/8/8/8/8/8 w - -", "#1", "Black has no king and cannot be mated"),
            ("8/5Q2/6K1/8/8/8/8/8 w - -", "h#1.5", "Black has no king and cannot be mated"),
            ("8/5Q2/8/8/8/8/8/k7 w - -", "s#1", "White has no king and cannot be mated"),
            ("8/5Q2/8/8/4q3/8/8/k7 w - -", "ser-h#1", "White has no king and cannot be mated"),
            ("8/5Q2/8/8/8/8/8/k7 w - -", "#1", "ok"),
        ];
        for (fen, stipulation, expected) in cases {
            let setup: Setup = fen.parse().expect("a FEN");
            let position = Position::new(setup, Faults::WAIVABLE).expect("playable");
            let problem = Problem::new(position, stipulation.parse().expect("a stipulation"));
            let actual = problem.map_or_else(|error| error.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{stipulation} {fen}");
        }
    }
}
