//! Exhaustive search: all problems with a given material, up to symmetry.
//!
//! The time grows quickly with the number of pieces. The distance to mate comes from the solver
//! or from an oracle, such as endgame tables.

use super::batches::Made;
use super::dedup::CanonicalForm;
use super::judge::{Judge, Lengths, Sound};
use super::placement::others;
use super::{Constraints, Find, Tally};
use crate::budget::NodeCounter;
use crate::direct::Search;
use crate::proof_number::Engine;
use crate::root::{Forced, parallel_map};
use crate::{Budget, Goal, OutOfBudget};
use sole_board::{
    Color, Diagram, Material, Move, Piece, Position, Role, Setup, Square, SquareSet, attacks,
};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A search through all positions of a material in which White, the first side, is
/// to move. Rights to castle or to capture en passant do not occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExhaustiveSearch {
    /// The men.
    pub material: Material,
    /// The constraints on a problem.
    pub constraints: Constraints,
}

/// Returns the number of moves in which the side to move forces mate, if it can, or why it does
/// not know.
pub type Oracle<'a, E> = &'a (dyn Fn(&Position) -> Result<Option<u16>, E> + Sync);

/// The number of parts of each thread in a batch.
const BATCH: usize = 4;

/// The number of pieces placed within a part: few, so that finds are reported soon.
const MEN_OF_A_PART: usize = 2;

/// The maximum number of pieces placed to make parts, which are all held in memory.
const MOST_PLACED_BEFORE: usize = 3;

impl ExhaustiveSearch {
    /// Calls `found` with one problem after the other until it breaks, there are no more, or
    /// the budget is used up; problems found before that are still reported. Otherwise
    /// both the problems and their order are the same on any number of threads. `progress` gets
    /// the share of all positions that was looked at, from 0 to 1.
    pub fn run(
        &self,
        budget: &Budget<'_>,
        progress: impl FnMut(f64),
        found: impl FnMut(Find) -> ControlFlow<()>,
    ) -> Tally {
        self.search(budget, |counter| Search::new(Goal::Mate, counter), progress, found)
    }

    /// The same with distances to mate from an oracle. The finds are still confirmed by the
    /// second engine.
    ///
    /// # Errors
    /// The first error of the oracle, which ends the search.
    pub fn run_with_oracle<E: Send>(
        &self,
        oracle: Oracle<'_, E>,
        budget: &Budget<'_>,
        progress: impl FnMut(f64),
        mut found: impl FnMut(Find) -> ControlFlow<()>,
    ) -> Result<Tally, E> {
        let oracle = FallibleOracle { oracle, error: Mutex::new(None) };
        let lengths = |counter| OracleLengths { oracle: &oracle, counter };
        let tally = self.search(budget, lengths, progress, |find| match oracle.has_failed() {
            true => ControlFlow::Break(()),
            false => found(find),
        });
        let error = oracle.error.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(tally), Err)
    }

    fn search<'a, L: Lengths + Send>(
        &self,
        budget: &Budget<'a>,
        lengths: impl Fn(NodeCounter<'a>) -> L,
        mut progress: impl FnMut(f64),
        mut found: impl FnMut(Find) -> ControlFlow<()>,
    ) -> Tally {
        let counter = NodeCounter::new(budget);
        let worker = |_| Worker {
            judge: Judge::new(lengths(counter.share()), self.constraints),
            engine: Engine::new(Goal::Mate, budget),
            counter: counter.share(),
        };
        let mut workers: Vec<_> = (0..budget.threads.max(1)).map(worker).collect();
        let mut tally = Tally::default();
        let men: Vec<Piece> = others(&self.material).collect();
        let (before, within) =
            men.split_at(men.len().saturating_sub(MEN_OF_A_PART).min(MOST_PLACED_BEFORE));
        let kings = kings(&self.material);
        let n_kings = kings.len();
        let mut parts = kings.into_iter().enumerate().flat_map(|(number, kings)| {
            placements(kings, before).into_iter().map(move |part| (number, part))
        });
        loop {
            let batch = parts.by_ref().take(BATCH * workers.len());
            let (numbers, batch): (Vec<usize>, Vec<Placement>) = batch.unzip();
            progress(*numbers.first().unwrap_or(&n_kings) as f64 / n_kings as f64);
            if batch.is_empty() {
                return Tally { is_complete: true, ..tally };
            }
            let parts = parallel_map(&mut workers, &batch, |worker, _, placement| {
                let mut part = Part { worker, finds: Vec::new(), tally: Tally::default() };
                let placed = placement.add(within, &mut |whole| part.examine(whole.diagram));
                Ok((part.finds, Tally { is_complete: placed.is_ok(), ..part.tally }))
            });
            let mut is_complete = true;
            for (finds, part) in parts.into_iter().flatten() {
                is_complete &= part.is_complete;
                tally.attempts += part.attempts;
                tally.unconfirmed += part.unconfirmed;
                for find in finds {
                    tally.finds += 1;
                    if found(find).is_break() {
                        return tally;
                    }
                }
            }
            if !is_complete {
                return tally;
            }
        }
    }
}

/// Some of the men on their squares.
#[derive(Clone, Copy)]
struct Placement {
    diagram: Diagram,
    /// The man that was put last, kings aside, and where.
    last: Option<(Piece, Square)>,
}

impl Placement {
    /// Adds the men in every way.
    fn add<E>(
        self,
        men: &[Piece],
        visit: &mut dyn FnMut(Placement) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((&piece, rest)) = men.split_first() else { return visit(self) };
        let barred =
            if piece.role == Role::Pawn { SquareSet::BACK_RANKS } else { SquareSet::EMPTY };
        for square in SquareSet::FULL - self.diagram.occupied() - barred {
            // Like men are put in order, since it does not matter which is which.
            if self.last.is_none_or(|(before, at)| before != piece || at < square) {
                let mut diagram = self.diagram;
                diagram.put(square, piece);
                Placement { diagram, last: Some((piece, square)) }.add(rest, visit)?;
            }
        }
        Ok(())
    }
}

/// Every way to add the men to the kings.
fn placements(kings: Diagram, men: &[Piece]) -> Vec<Placement> {
    let mut all = Vec::new();
    let Ok(()) = Placement { diagram: kings, last: None }.add(men, &mut |placement| {
        all.push(placement);
        Ok::<(), Infallible>(())
    });
    all
}

/// Every way to put both kings on the board, not next to each other, that may be the smallest of
/// its symmetric positions: the attacked king is in the left half or, without pawns, in its lower
/// right triangle.
fn kings(material: &Material) -> Vec<Diagram> {
    let may_be_smallest = |square: &Square| {
        let (file, rank) = (square.file().index(), square.rank().index());
        file < 4 && (rank <= file || material.has_pawns())
    };
    let mut all = Vec::new();
    for black in Square::all().filter(may_be_smallest) {
        for white in SquareSet::FULL - attacks::king(black) - SquareSet::from(black) {
            let mut diagram = Diagram::EMPTY;
            diagram.put(black, Piece { color: Color::Black, role: Role::King });
            diagram.put(white, Piece { color: Color::White, role: Role::King });
            all.push(diagram);
        }
    }
    all
}

/// One thread's two engines. Positions of the same material lead to one another, so the second
/// engine is reused as well.
struct Worker<'a, L> {
    judge: Judge<L>,
    engine: Engine<'a>,
    /// Counts placements, most of which never reach an engine.
    counter: NodeCounter<'a>,
}

/// All positions with some men on the same squares.
struct Part<'a, 'b, L> {
    worker: &'a mut Worker<'b, L>,
    finds: Vec<Find>,
    tally: Tally,
}

impl<L: Lengths> Part<'_, '_, L> {
    fn examine(&mut self, diagram: Diagram) -> Result<(), OutOfBudget> {
        self.worker.counter.spend()?;
        let setup = Setup { diagram, ..Setup::EMPTY };
        let Ok(position) = Position::try_from(setup) else { return Ok(()) };
        if !CanonicalForm::is_canonical(&position) {
            return Ok(());
        }
        self.tally.attempts += 1;
        let Worker { judge, engine, .. } = &mut *self.worker;
        let Some(key) = judge.key(&position)? else { return Ok(()) };
        if !judge.is_economical(&position)? {
            return Ok(());
        }
        engine.forget_if_half_full();
        match judge.prove(Sound { position, key }, engine)? {
            Made::Found(find) => self.finds.push(find),
            Made::Unconfirmed => self.tally.unconfirmed += 1,
            Made::Nothing => {}
        }
        Ok(())
    }
}

/// An oracle, until it fails.
struct FallibleOracle<'a, E> {
    oracle: Oracle<'a, E>,
    error: Mutex<Option<E>>,
}

impl<E> FallibleOracle<'_, E> {
    fn length(&self, position: &Position) -> Result<Option<u16>, OutOfBudget> {
        (self.oracle)(position).map_err(|error| {
            self.error().get_or_insert(error);
            OutOfBudget
        })
    }

    fn has_failed(&self) -> bool {
        self.error().is_some()
    }

    fn error(&self) -> MutexGuard<'_, Option<E>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Distances to mate from an oracle.
struct OracleLengths<'a, 'b, E> {
    oracle: &'a FallibleOracle<'a, E>,
    counter: NodeCounter<'b>,
}

impl<E> Lengths for OracleLengths<'_, '_, E> {
    fn within(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        Ok(self.oracle.length(position)?.is_some_and(|length| length <= u16::from(moves)))
    }
}

impl<E> Forced for OracleLengths<'_, '_, E> {
    fn succeeds(&mut self, position: &Position, _: Move, moves: u8) -> Result<bool, OutOfBudget> {
        let replies = position.moves();
        for &reply in &replies {
            if !self.within(&position.after(reply), moves)? {
                return Ok(false);
            }
        }
        Ok(!replies.is_empty() || position.is_check())
    }
}
