//! Positions of an ending as puzzles: all that satisfy an expression.
//!
//! Positions that are the same under symmetry are found once. They come in the
//! order of the table, or as a sample that depends on nothing but its seed;
//! neither depends on the number of threads.

mod condition;
mod expression;
mod placement;
mod review;
mod sample;
mod study;

pub use expression::{Expression, ExpressionError, ExpressionProblem};
pub use review::Review;

use crate::pace::Pace;
use crate::stats::zugzwang;
use crate::symmetry::Symmetry;
use crate::tables::{ProbeError, Tables};
use crate::value::Value;
use crate::walk::{Milestone, Sheet, Spot, Task, Walk};
use condition::{Flag, Glance};
use rayon::prelude::*;
use sample::Sample;
use sole_board::{Color, Diagram, Material, Move, UciStyle};
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
        let views = Views::of(&self.expression, task.sheet);
        task.visit(|spot| {
            for turn in Color::ALL {
                let Ok(list) = &mut finds else { return };
                let Some(glance) = glance(task.sheet, spot, turn) else { continue };
                let at = task.milestone(spot);
                let is_over = list.len() == most || task.is_stopped();
                if is_over || !views.may_hold(&glance, spot) || !wanted(at, turn) {
                    continue;
                }
                match self.examine(&views, glance, spot, tables) {
                    Ok(found) => {
                        list.extend(found.map(|(glance, study)| Find { at, glance, study }))
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
        views: &Views<'_>,
        glance: Glance,
        spot: &Spot,
        tables: &Tables,
    ) -> Result<Option<(Glance, Study)>, ProbeError> {
        for symmetry in views.images {
            let glance = views.through(*symmetry, glance, spot);
            if self.expression.at_a_glance(&glance) == Some(false) {
                continue;
            }
            let position = views.sheet.image(spot, glance.turn, *symmetry);
            let study = Study::of(position, glance.value, tables)?;
            if study.n_moves() > 0 && self.expression.holds(&glance, &study) {
                return Ok(Some((glance, study)));
            }
        }
        Ok(None)
    }

    fn puzzle(&self, find: &Find) -> Puzzle {
        record(&find.glance, &find.study, self.expression.flags())
    }
}

/// The images of the positions of a sheet that an expression can tell apart.
///
/// A position stands for all its images, so it is found if one of them is what
/// is looked for, and shown as that one.
struct Views<'a> {
    expression: &'a Expression,
    sheet: &'a Sheet,
    images: &'static [Symmetry],
    looks_at_board: bool,
}

impl<'a> Views<'a> {
    fn of(expression: &'a Expression, sheet: &'a Sheet) -> Views<'a> {
        let all = sheet.symmetries();
        let images = if expression.names_places() { all } else { &all[..1] };
        Views { expression, sheet, images, looks_at_board: expression.looks_at_board() }
    }

    /// What is known of an image before its moves are looked at.
    fn through(&self, symmetry: Symmetry, glance: Glance, spot: &Spot) -> Glance {
        match self.looks_at_board {
            true => Glance { board: self.sheet.diagram(spot, symmetry), ..glance },
            false => glance,
        }
    }

    fn may_hold(&self, glance: &Glance, spot: &Spot) -> bool {
        let refuted = |symmetry: &Symmetry| {
            self.expression.at_a_glance(&self.through(*symmetry, *glance, spot)) == Some(false)
        };
        !self.images.iter().all(refuted)
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
    let (answer, san) = answer(study);
    let puzzle = Puzzle::new(name(KIND), fen, stipulation, answer);
    let puzzle = puzzle.expect("a FEN and a stipulation are not blank");
    let puzzle = puzzle.with_san(san).expect("one for each solution");
    let held = flags.into_iter().filter(|flag| flag.holds(glance, study));
    let puzzle = held.fold(puzzle, |puzzle, flag| puzzle.with_tag(name(flag.name())));
    let plies = study.value().plies().map(f64::from);
    let rating = plies.and_then(|plies| Rating::new(name(SCALE), plies));
    rating.into_iter().fold(puzzle, Puzzle::with_rating)
}

/// The moves that keep the value in UCI notation, and the same in SAN.
fn answer(study: &Study) -> (Answer, Vec<String>) {
    let written = |m: Move| (m.to_uci(UciStyle::Standard), study.position.san(m).to_string());
    let mut moves: Vec<(String, String)> = study.keys().map(written).collect();
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
        board: Diagram::EMPTY,
    })
}
