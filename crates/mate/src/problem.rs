//! A position with a stipulation, and its solution.

use crate::budget::NodeCounter;
use crate::direct::Search;
use crate::fifty_move_rule::{self, ClockedSearch};
use crate::lines::{self, Line, Lines};
use crate::mate_distance;
use crate::root::{self, First, Key, Keys, Until};
use crate::selfmate::SelfSearch;
use crate::tree::{Tree, TreeBuilder};
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

    /// Decides every first move, or counts every line.
    ///
    /// Without running out of its budget the answer is the same on any number
    /// of threads, but for the number of nodes.
    pub fn solve(&self, budget: &Budget<'_>) -> Solution {
        self.solve_until(u64::MAX, budget)
    }

    /// The same with another number of moves.
    pub(crate) fn with_moves(&self, moves: u8) -> Result<Problem, StipulationError> {
        Ok(Problem { stipulation: self.stipulation.with_moves(moves)?, ..*self })
    }

    /// The same, but no more lines are looked for when there are enough; keys are all decided.
    pub(crate) fn solve_until(&self, enough: u64, budget: &Budget<'_>) -> Solution {
        match self.stipulation.play() {
            Play::Help | Play::Series | Play::SeriesHelp => {
                Solution::Lines(lines::solve(enough, &self.position, self.stipulation, budget))
            }
            _ => Solution::Keys(self.keys(Until::Moves(self.moves()), budget)),
        }
    }

    /// The keys of the fewest moves, up to those of the stipulation. Nothing longer is decided.
    pub(crate) fn shortest_keys(&self, budget: &Budget<'_>) -> Keys {
        self.keys(Until::Found(self.moves()), budget)
    }

    /// The keys of forced play.
    fn keys(&self, until: Until, budget: &Budget<'_>) -> Keys {
        let (position, goal) = (&self.position, self.stipulation.goal());
        if let Some(clock) = self.relevant_clock() {
            let search = |counter| ClockedSearch::new(*position, clock, goal, counter);
            return root::keys(position, until, budget, search);
        }
        match self.stipulation.play() {
            play @ (Play::SelfMate | Play::Reflex) => {
                root::keys(position, until, budget, |counter| SelfSearch::new(play, counter))
            }
            _ => root::keys(position, until, budget, |counter| Search::new(goal, counter)),
        }
    }

    /// One first move that forces the goal in as few moves as possible, the same
    /// on any number of threads. In help play and series nothing is forced, so
    /// there is none.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn first(&self, budget: &Budget<'_>) -> Result<First, OutOfBudget> {
        let (key, nodes) = self.first_and_nodes(budget);
        key.map(|key| First { key, nodes })
    }

    /// The same, with the nodes that it took even if the budget ran out.
    pub(crate) fn first_and_nodes(
        &self,
        budget: &Budget<'_>,
    ) -> (Result<Option<Key>, OutOfBudget>, u64) {
        let (position, goal) = (&self.position, self.stipulation.goal());
        if let Some(clock) = self.relevant_clock() {
            let search = |counter| ClockedSearch::new(*position, clock, goal, counter);
            return root::first(position, self.moves(), budget, search);
        }
        match self.stipulation.play() {
            Play::Direct => {
                root::first(position, self.moves(), budget, |counter| Search::new(goal, counter))
            }
            play @ (Play::SelfMate | Play::Reflex) => {
                root::first(position, self.moves(), budget, |counter| {
                    SelfSearch::new(play, counter)
                })
            }
            Play::Help | Play::Series | Play::SeriesHelp => (Ok(None), 0),
        }
    }

    /// The play before and after first moves that [`Problem::solve`] has found, and tries with at
    /// most so many refutations. In help play and series there is no tree, nor where the
    /// fifty-move rule makes play depend on [the clock](Problem::relevant_clock).
    ///
    /// # Errors
    /// The budget ran out.
    pub fn tree(
        &self,
        keys: &[Key],
        refutations: usize,
        budget: &Budget<'_>,
    ) -> Result<Tree, OutOfBudget> {
        let (position, moves) = (&self.position, self.moves());
        if self.relevant_clock().is_some() {
            return Ok(Tree::default());
        }
        let counter = NodeCounter::new(budget);
        match self.stipulation.play() {
            Play::Direct => TreeBuilder::new(Search::new(self.stipulation.goal(), counter)).tree(
                position,
                moves,
                keys,
                refutations,
            ),
            play @ (Play::SelfMate | Play::Reflex) => TreeBuilder::new(SelfSearch::new(
                play, counter,
            ))
            .tree(position, moves, keys, refutations),
            Play::Help | Play::Series | Play::SeriesHelp => Ok(Tree::default()),
        }
    }

    /// The main line of a solution in at most so many moves, if there is one: the first of the
    /// shortest attacks and of the longest defences. There is none where there is no
    /// [tree](Problem::tree).
    ///
    /// # Errors
    /// The budget ran out.
    pub fn line(&self, most: u8, budget: &Budget<'_>) -> Result<Option<Line>, OutOfBudget> {
        if self.relevant_clock().is_some() {
            return Ok(None);
        }
        let (position, counter) = (&self.position, NodeCounter::new(budget));
        let most = most.min(self.moves());
        match self.stipulation.play() {
            Play::Direct => mate_distance::line(
                &mut Search::new(self.stipulation.goal(), counter),
                position,
                most,
            ),
            play @ (Play::SelfMate | Play::Reflex) => {
                mate_distance::line(&mut SelfSearch::new(play, counter), position, most)
            }
            Play::Help | Play::Series | Play::SeriesHelp => Ok(None),
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
