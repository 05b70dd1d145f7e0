//! Positions of an ending as puzzles: all that satisfy an expression.
//!
//! Positions that are the same under symmetry are found once. They come in the
//! order of the table, or as a sample that depends on nothing but its seed;
//! neither depends on the number of threads.

mod condition;
mod expression;
mod review;
mod sample;
mod study;

pub use expression::{Expression, ExpressionError, ExpressionProblem};
pub use review::Review;

use crate::pace::Pace;
use crate::stats::zugzwang;
use crate::tables::{ProbeError, Tables};
use crate::value::Value;
use crate::walk::{Milestone, Sheet, Spot, Task, Walk};
use condition::{Flag, Glance};
use rayon::prelude::*;
use sample::Sample;
use sole_board::{Color, Material, Move, Position, UciStyle};
use sole_puzzle::{Answer, Name, Puzzle, Rating, Status};
use std::ops::ControlFlow;
use study::Study;

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
        /// At most so many.
        count: usize,
    },
    /// Any, each as likely as any other.
    Drawn {
        /// At most so many.
        count: usize,
        /// Where chance begins.
        seed: u64,
    },
}

/// A position that satisfies the expression.
#[derive(Clone, Debug)]
struct Find {
    at: Milestone,
    glance: Glance,
    study: Study,
}

impl Mine {
    /// Hands over one puzzle after the other, until there are no more or it breaks.
    ///
    /// If the walk is asked to end, what was found by then is handed over; a
    /// sample is none before its end, so nothing is then.
    ///
    /// # Errors
    /// A table that is needed has not been built or cannot be read.
    pub fn run(
        &self,
        tables: &Tables,
        pace: &Pace,
        mut found: impl FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        match self.selection {
            Selection::All => self.in_order(tables, pace, usize::MAX, &mut found),
            Selection::First { count } => self.in_order(tables, pace, count, &mut found),
            Selection::Drawn { count, seed } => {
                self.drawn(tables, pace, Sample::new(count, seed), &mut found)
            }
        }
    }

    fn in_order(
        &self,
        tables: &Tables,
        pace: &Pace,
        count: usize,
        found: &mut impl FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        let mut left = count;
        Walk::over(&self.material).tasks(tables, pace, |tasks| {
            for some in tasks.chunks(4 * rayon::current_num_threads()) {
                let dig = |task| self.dig(task, tables, left, |_, _| true);
                let finds: Vec<Vec<Find>> = some.par_iter().map(dig).collect::<Result<_, _>>()?;
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

    fn drawn(
        &self,
        tables: &Tables,
        pace: &Pace,
        sample: Sample,
        found: &mut impl FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), ProbeError> {
        Walk::over(&self.material).tasks(tables, pace, |tasks| {
            tasks.par_iter().try_for_each(|task| {
                let may_win = |at, turn| sample.may_take(at, turn);
                let finds = self.dig(task, tables, usize::MAX, may_win)?;
                sample.offer(finds);
                Ok::<_, ProbeError>(())
            })?;
            Ok::<_, ProbeError>(ControlFlow::Continue(()))
        })?;
        if pace.is_stopped() {
            return Ok(());
        }
        let _ = sample.finds().iter().try_for_each(|find| found(self.puzzle(find)));
        Ok(())
    }

    /// The first finds of a task, of the positions that `wanted` lets pass.
    fn dig(
        &self,
        task: &Task<'_>,
        tables: &Tables,
        most: usize,
        wanted: impl Fn(Milestone, Color) -> bool,
    ) -> Result<Vec<Find>, ProbeError> {
        let mut finds = Ok(Vec::new());
        task.visit(|spot| {
            for turn in Color::ALL {
                let Ok(list) = &mut finds else { return };
                let Some(glance) = glance(task.sheet, spot, turn) else { continue };
                let at = task.milestone(spot);
                if list.len() == most
                    || task.is_stopped()
                    || self.expression.at_a_glance(&glance) == Some(false)
                    || !wanted(at, turn)
                {
                    continue;
                }
                match self.examine(task.sheet.position(spot, turn), glance, tables) {
                    Ok(study) => list.extend(study.map(|study| Find { at, glance, study })),
                    Err(error) => finds = Err(error),
                }
            }
        });
        finds
    }

    /// The position with its moves, if it is what is looked for.
    fn examine(
        &self,
        position: Position,
        glance: Glance,
        tables: &Tables,
    ) -> Result<Option<Study>, ProbeError> {
        let study = Study::of(position, glance.value, tables)?;
        let is_it = study.n_moves() > 0 && self.expression.holds(&glance, &study);
        Ok(is_it.then_some(study))
    }

    fn puzzle(&self, find: &Find) -> Puzzle {
        record(&find.glance, &find.study, self.expression.flags())
    }
}

/// The record of a position; those of the flags that hold are its tags.
fn record(glance: &Glance, study: &Study, flags: impl IntoIterator<Item = Flag>) -> Puzzle {
    let stipulation = match study.value() {
        Value::Win(_) => "win",
        Value::Draw | Value::Loss(_) => "draw",
    };
    let name = |text: &str| -> Name { text.parse().expect("one word") };
    let fen = study.position.to_string();
    let puzzle = Puzzle::new(name(KIND), fen, stipulation, answer(study));
    let puzzle = puzzle.expect("a FEN and a stipulation are not blank");
    let held = flags.into_iter().filter(|flag| flag.holds(glance, study));
    let puzzle = held.fold(puzzle, |puzzle, flag| puzzle.with_tag(name(flag.name())));
    let plies = study.value().plies().map(f64::from);
    let rating = plies.and_then(|plies| Rating::new(name(SCALE), plies));
    rating.into_iter().fold(puzzle, Puzzle::with_rating)
}

fn answer(study: &Study) -> Answer {
    let uci = |m: Move| m.to_uci(UciStyle::Standard);
    let mut solutions: Vec<String> = study.keys().map(uci).collect();
    solutions.sort();
    let status = match solutions.len() {
        0 => Status::None,
        1 => Status::One,
        _ => Status::Many,
    };
    Answer::new(status, solutions).expect("the status counts the moves, which differ")
}

fn glance(sheet: &Sheet, spot: &Spot, turn: Color) -> Option<Glance> {
    let both = Color::ALL.map(|turn| sheet.value(spot, turn));
    let zugzwang = match both {
        [Some(white), Some(black)] => zugzwang(white, black),
        _ => None,
    };
    Some(Glance {
        turn,
        value: both[turn.index()]?,
        in_check: sheet.in_check(spot, turn),
        zugzwang,
        may_castle: sheet.may_castle(),
    })
}
