//! The solver: how a given diagram can have come about in exactly so many plies.

mod account;
mod analysis;
mod assign;
mod budget;
mod reach;
mod search;
mod solo;
mod table;

pub use budget::Budget;

use analysis::Analysis;
use budget::Meter;
use search::Search;
use sole_board::{CastlingSide, Color, Diagram, Move, Position};
use sole_puzzle::{Stop, Verdict, decide};
use std::ops::ControlFlow;

/// A diagram that is to be reached in exactly so many plies.
#[derive(Clone, Debug)]
pub struct ProofGame {
    start: Position,
    target: Diagram,
    plies: u8,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// v
    pub verdict: Verdict<Vec<Move>>,
    /// n
    pub nodes: u64,
}

impl ProofGame {
    /// n
    pub fn new(start: Position, target: Diagram, plies: u8) -> ProofGame {
        ProofGame { start, target, plies }
    }

    /// s
    pub fn solve(&self, budget: &Budget<'_>) -> Solution {
        let mut meter = Meter::new(budget);
        let verdict = decide(|found| self.search(&mut meter, &mut |game| found(game.to_vec())));
        Solution { verdict, nodes: meter.nodes() }
    }

    fn search(
        &self,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&[Move]) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        let choices = |color: Color| {
            let rights = [CastlingSide::King, CastlingSide::Queen].into_iter();
            let rights =
                rights.filter(move |&side| self.start.castling_rook(color, side).is_some());
            std::iter::once(None).chain(rights.map(Some))
        };
        for white in choices(Color::White) {
            for black in choices(Color::Black) {
                let duties = [white, black];
                let plies = u32::from(self.plies);
                let Ok(analysis) = Analysis::of(&self.start, &self.target, plies, duties) else {
                    continue;
                };
                let mut relay = |game: &[Move]| found(game);
                let first = self.start.turn();
                let mut search = Search::new(self.target, (first, &analysis), meter, &mut relay);
                let _ = search.run(&self.start, self.plies, &analysis)?;
            }
        }
        ControlFlow::Continue(())
    }
}
