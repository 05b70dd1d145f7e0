//! Positions of an ending as puzzles: all that satisfy an expression.
//!
//! Positions that are the same under symmetry are found once. They come in the
//! order of the table, or as a sample that depends on nothing but its seed;
//! neither depends on the number of threads.

mod condition;
mod expression;
mod move_outcomes;
mod placement;
mod recheck;
mod sample;

pub use expression::{Expression, ExpressionError, ExpressionProblem};
pub use recheck::Recheck;

use crate::dtm::Value;
use crate::stats::zugzwang;
use crate::symmetry::Symmetry;
use crate::tables::{ProbeError, Tables};
use crate::walk::{SliceView, TablePosition, VisitedPosition, Walk, WalkPart};
use condition::{Flag, QuickFacts};
use move_outcomes::MoveOutcomes;
use rayon::prelude::*;
use sample::Sample;
use sole_board::{Color, Diagram, Material, Move, UciStyle};
use sole_puzzle::task::Task;
use sole_puzzle::{Answer, Name, Puzzle, Rating, Status};
use std::ops::ControlFlow;

/// The kind of all puzzles that are mined here.
pub const KIND: &str = "endgame";

/// The scale on which they are rated: the distance to mate in plies.
pub const SCALE: &str = "dtm.plies";

/// A search for puzzles in the table of an ending.
///
/// A puzzle asks for a `win` or a `draw`, whatever the position is worth to the
/// side to move; its solutions are the first moves that keep it. A lost
/// position asks for a draw and has no solution. Positions without any legal
/// move are no puzzles.
#[derive(Clone, Debug)]
pub struct Mine {
    /// The ending, whichever side is named first.
    pub material: Material,
    /// What a position must satisfy.
    pub expression: Expression,
    /// Which of those that do.
    pub selection: Selection,
}

/// Which puzzles are taken of all that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All, in the order of the table.
    All,
    /// The first ones of the table.
    First {
        /// The maximum number.
        count: usize,
    },
    /// Any, each as likely as any other.
    Drawn {
        /// The maximum number.
        count: usize,
        /// The seed of the random sample.
        seed: u64,
    },
}

/// A position that satisfies the expression.
#[derive(Clone, Debug)]
struct Find {
    at: TablePosition,
    facts: QuickFacts,
    outcomes: MoveOutcomes,
}

impl Mine {
    /// Hands over one puzzle after the other, until there are no more or it breaks.
    ///
    /// If the task is to stop, what was found by then is handed over; a
    /// sample is none before its end, so nothing is then.
    ///
    /// # Errors
    /// A table that is needed has not been built or cannot be read.
    pub fn run(
        &self,
        tables: &Tables,
        task: &Task,
        mut found: impl FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        match self.selection {
            Selection::All => self.in_order(tables, task, usize::MAX, &mut found),
            Selection::First { count } => self.in_order(tables, task, count, &mut found),
            Selection::Drawn { count, seed } => {
                self.sampled(tables, task, Sample::new(count, seed), &mut found)
            }
        }
    }

    fn in_order(
        &self,
        tables: &Tables,
        task: &Task,
        count: usize,
        found: &mut impl FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        let mut left = count;
        self.walk(tables, task, |parts| {
            for some in parts.chunks(4 * rayon::current_num_threads()) {
                let collect_finds = |part| self.collect_finds(part, tables, left, |_, _| true);
                let finds: Vec<Vec<Find>> =
                    some.par_iter().map(collect_finds).collect::<Result<_, _>>()?;
                for find in finds.into_iter().flatten().take(left) {
                    left -= 1;
                    if found(self.puzzle(&find)).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                if left == 0 {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn sampled(
        &self,
        tables: &Tables,
        task: &Task,
        sample: Sample,
        found: &mut impl FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        self.walk(tables, task, |parts| {
            parts.par_iter().try_for_each(|part| {
                let may_win = |at, turn| sample.may_take(at, turn);
                let finds = self.collect_finds(part, tables, usize::MAX, may_win)?;
                sample.offer(finds);
                Ok::<_, ProbeError>(())
            })?;
            Ok(ControlFlow::Continue(()))
        })?;
        if task.should_stop() {
            return Ok(());
        }
        let _ = sample.finds().iter().try_for_each(|find| found(self.puzzle(find)));
        Ok(())
    }

    fn walk(
        &self,
        tables: &Tables,
        task: &Task,
        work: impl FnMut(&[WalkPart<'_>]) -> Result<ControlFlow<()>, ProbeError>,
    ) -> Result<(), ProbeError> {
        let phase = format!("mining {}", self.material);
        Walk::over(&self.material).parts(phase, tables, task, work)
    }

    /// The first finds of a part, of the positions that `wanted` lets pass.
    fn collect_finds(
        &self,
        part: &WalkPart<'_>,
        tables: &Tables,
        most: usize,
        wanted: impl Fn(TablePosition, Color) -> bool,
    ) -> Result<Vec<Find>, ProbeError> {
        let mut finds = Ok(Vec::new());
        let images = Images::of(&self.expression, part.view);
        part.visit(|visited| {
            for turn in Color::ALL {
                let Ok(list) = &mut finds else { return };
                let Some(facts) = facts(part.view, visited, turn) else { continue };
                let at = part.table_position(visited);
                let is_over = list.len() == most || part.is_cancelled();
                if is_over || !images.may_hold(&facts, visited) || !wanted(at, turn) {
                    continue;
                }
                match self.examine(&images, facts, visited, tables) {
                    Ok(found) => {
                        list.extend(found.map(|(facts, outcomes)| Find { at, facts, outcomes }))
                    }
                    Err(error) => finds = Err(error),
                }
            }
        });
        finds
    }

    /// The first image of the position that is what is looked for, with its moves.
    fn examine(
        &self,
        images: &Images<'_>,
        facts: QuickFacts,
        visited: &VisitedPosition,
        tables: &Tables,
    ) -> Result<Option<(QuickFacts, MoveOutcomes)>, ProbeError> {
        for symmetry in images.images {
            let facts = images.through(*symmetry, facts, visited);
            if self.expression.without_moves(&facts) == Some(false) {
                continue;
            }
            let position = images.view.image(visited, facts.turn, *symmetry);
            let outcomes = MoveOutcomes::of(position, facts.value, tables)?;
            if outcomes.n_moves() > 0 && self.expression.holds(&facts, &outcomes) {
                return Ok(Some((facts, outcomes)));
            }
        }
        Ok(None)
    }

    fn puzzle(&self, find: &Find) -> Puzzle {
        record(&find.facts, &find.outcomes, self.expression.flags())
    }
}

/// The symmetric images of the positions of a slice that an expression can distinguish.
///
/// A position stands for all its images, so it is found if one of them is what
/// is looked for, and shown as that one.
struct Images<'a> {
    expression: &'a Expression,
    view: &'a SliceView,
    images: &'static [Symmetry],
    looks_at_board: bool,
}

impl<'a> Images<'a> {
    fn of(expression: &'a Expression, view: &'a SliceView) -> Images<'a> {
        let all = view.symmetries();
        let images = if expression.names_places() { all } else { &all[..1] };
        Images { expression, view, images, looks_at_board: expression.looks_at_board() }
    }

    /// What is known of an image before its moves are looked at.
    fn through(
        &self,
        symmetry: Symmetry,
        facts: QuickFacts,
        visited: &VisitedPosition,
    ) -> QuickFacts {
        match self.looks_at_board {
            true => QuickFacts { board: self.view.diagram(visited, symmetry), ..facts },
            false => facts,
        }
    }

    fn may_hold(&self, facts: &QuickFacts, visited: &VisitedPosition) -> bool {
        let refuted = |symmetry: &Symmetry| {
            self.expression.without_moves(&self.through(*symmetry, *facts, visited)) == Some(false)
        };
        !self.images.iter().all(refuted)
    }
}

/// The record of a position; those of the flags that hold are its tags.
fn record(
    facts: &QuickFacts,
    outcomes: &MoveOutcomes,
    flags: impl IntoIterator<Item = Flag>,
) -> Puzzle {
    let stipulation = match outcomes.value() {
        Value::Win(_) => "win",
        Value::Draw | Value::Loss(_) => "draw",
    };
    let name = |text: &str| -> Name { text.parse().expect("one word") };
    let fen = outcomes.position.to_string();
    let (answer, san) = answer(outcomes);
    let puzzle = Puzzle::new(name(KIND), fen, stipulation, answer);
    let puzzle = puzzle.expect("a FEN and a stipulation are not blank");
    let puzzle = puzzle.with_san(san).expect("one for each solution");
    let held = flags.into_iter().filter(|flag| flag.holds(facts, outcomes));
    let puzzle = held.fold(puzzle, |puzzle, flag| puzzle.with_tag(name(flag.name())));
    let plies = outcomes.value().plies().map(f64::from);
    let rating = plies.and_then(|plies| Rating::new(name(SCALE), plies));
    rating.into_iter().fold(puzzle, Puzzle::with_rating)
}

/// The moves that keep the value in UCI notation, and the same in SAN.
fn answer(outcomes: &MoveOutcomes) -> (Answer, Vec<String>) {
    let written = |m: Move| (m.to_uci(UciStyle::Standard), outcomes.position.san(m).to_string());
    let mut moves: Vec<(String, String)> = outcomes.keys().map(written).collect();
    moves.sort();
    let (solutions, san): (Vec<String>, Vec<String>) = moves.into_iter().unzip();
    let status = match solutions.len() {
        0 => Status::None,
        1 => Status::One,
        _ => Status::Many,
    };
    let answer = Answer::new(status, solutions).expect("the status counts the moves, which differ");
    (answer, san)
}

fn facts(view: &SliceView, visited: &VisitedPosition, turn: Color) -> Option<QuickFacts> {
    let both = Color::ALL.map(|turn| view.value(visited, turn));
    let zugzwang = match both {
        [Some(white), Some(black)] => zugzwang(white, black),
        _ => None,
    };
    Some(QuickFacts {
        turn,
        value: both[turn.index()]?,
        in_check: view.in_check(visited, turn),
        zugzwang,
        may_castle: view.may_castle(),
        board: Diagram::EMPTY,
    })
}
